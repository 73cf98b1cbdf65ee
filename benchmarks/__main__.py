"""`python -m benchmarks` runs every benchmark and prints a line for each."""

from benchmarks import cells, rules

rules.main()
cells.main()
