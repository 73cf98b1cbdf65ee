"""The file formats of Excel: workbooks as zip files, the XML in them, and Visual Basic in compound files.

Whatever is read may be hostile, and is refused in words if it is damaged or dangerous. Writing is surgery: one part of
a package changes, and every other byte is carried over.

    zipdirectory, archive     the zip file
    parts                     what makes it a workbook
    xmlparser                 XML without traps
    workbookxml, definednames the workbook part, and names put into it and removed
    sheets                    the cells of its sheets
    compoundfile, compoundreader, vbacodec, vbaproject, vbafunctions     Visual Basic
    refusal                   how a file is refused
"""
