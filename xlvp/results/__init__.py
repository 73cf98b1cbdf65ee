"""Results that other programs have recorded: one reader for each format, what they hold in common, and back again.

`formats` reads files of any kind; `entering` turns what they hold into the entries of a workbook.

Two libraries were looked at and left alone. bridgebots (0.0.12) works results out of the bidding and the play, does not
know what a vugraph file says of both rooms (`rs`), and ends with the first board that it cannot read. endplay (0.5.12)
takes a result that is not known for 0 tricks, keeps neither line numbers nor rooms, and brings a compiled solver,
NumPy and Matplotlib with it. Neither reads USEBIO or Bridgemate files. What is needed here is little: the lines that
hold results, each of which the rules read.
"""
