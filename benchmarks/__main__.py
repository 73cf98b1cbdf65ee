"""`python -m benchmarks` runs every benchmark; see `command`."""

import sys

from benchmarks.command import main

sys.exit(main(sys.argv[1:]))
