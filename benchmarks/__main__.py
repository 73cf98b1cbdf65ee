"""`python -m benchmarks` runs every benchmark and prints a line for each."""

from benchmarks import cells, embed, rules

rules.main()
cells.main()
embed.main()
