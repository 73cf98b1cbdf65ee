"""`python -m xlvp` is the command line."""

import sys

from xlvp.cli import main

sys.exit(main())
