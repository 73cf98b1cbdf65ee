"""What is wrong in a club's workbook: its tables of IMPs and VPs, its formulas that look them up, and old xlvp names.

The workbook is only read. The modules, from the inside out:

    work        how much work a workbook may cause
    findings    what a finding is
    lines       columns and rows, and what in them follows an official list
    official    the official tables, from the rules
    imptables vptables bymargin byvp nearest   tables that were typed or copied
    grammar functions working   formulas taken apart, and worked out for given entries
    formulas    formulas that give IMPs, tried with differences at the edges
    names       names that an older xlvp has put in
    report      all of it for one workbook
    command     the command
"""
