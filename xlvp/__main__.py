"""`xlvp` and `python -m xlvp`: the way into the command line."""

from __future__ import annotations

import sys


def main() -> int:
    """Run the command line and return its exit code; Ctrl-C while it is being imported ends it quietly too."""
    try:
        from xlvp.cli import main as run

        return run()
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
