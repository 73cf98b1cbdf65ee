"""`python -m benchmarks` runs every benchmark and prints a line for each."""

from benchmarks import cells, embed, excel, libreoffice, rules

rules.main()
cells.main()
excel.main()
embed.main()
libreoffice.main()
