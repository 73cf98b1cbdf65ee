"""Lossless surgery on an Excel workbook: one part of the package changes, every other byte is carried over.

`archive` knows the zip file, `parts` what makes it a workbook, `refusal` how a file is turned down.
"""
