"""Calls endplay: `python ask_endplay.py FOLDER`, then requests as compare.py makes them.

A program of its own, so that what endplay needs is nowhere in the way of xlvp.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any


def serve(folder: str) -> None:
    """Answer requests on standard input until it closes."""
    sys.path.insert(0, folder)
    from endplay.types import Contract, Vul  # type: ignore[import-not-found]  # it is in that folder alone

    def prepared(cell: list[Any]) -> tuple[str, Any]:
        level, strain, risk, tricks, vulnerable = cell
        return f"{level}{strain}N{risk}{tricks - 6 - level:+d}", Vul.both if vulnerable else Vul.none

    cells: list[tuple[str, Any]] = []
    say(None)
    for line in sys.stdin:
        request = json.loads(line)
        if request["do"] == "prepare":
            cells = [prepared(cell) for cell in request["cells"]]
            say([Contract(text).score(vulnerable) for text, vulnerable in cells])
        else:
            start = time.perf_counter()
            for text, vulnerable in cells:
                Contract(text).score(vulnerable)
            say(time.perf_counter() - start)


def say(result: object) -> None:
    """Write one reply."""
    print(json.dumps({"result": result}), flush=True)


if __name__ == "__main__":
    serve(sys.argv[1])
