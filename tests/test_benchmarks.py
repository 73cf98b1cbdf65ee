"""The page of benchmark results belongs to the benchmarks that there are. Nothing is timed here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from benchmarks import command
from benchmarks.command import BENCHMARKS, RESULTS, Benchmark
from benchmarks.measure import LeftOutError, Result
from benchmarks.peers.fetch import PEERS
from benchmarks.report import Section, page

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import pytest

PAGE = RESULTS.read_text(encoding="utf-8")


def test_the_page_has_every_benchmark_in_order() -> None:
    assert re.findall(r"(?m)^## (.+)$", PAGE) == [benchmark.title for benchmark in BENCHMARKS.values()]


def test_the_page_names_every_package_that_xlvp_is_compared_with() -> None:
    for peer in PEERS:
        assert f"| {peer.name} {peer.version} ({peer.language})" in PAGE


def test_a_missed_aim_is_shown_and_counted() -> None:
    results = [
        Result("a", "3 times", "at most 2", met=False, note="why"),
        Result("b", "1 time", "at most 2"),
        Result("c", "5 ms"),
    ]
    made = page([Section("One", results), Section("Two", [], "Wine is not installed")])
    assert "**1 of 2 aims are met**" in made
    assert "| a [1] | 3 times |  | at most 2 | **missed** |" in made
    assert "- [1] why" in made
    assert "| c | 5 ms |  |  |  |" in made
    assert "## Two\n\nLeft out on this machine, all of it: Wine is not installed." in made


def lacking() -> Iterator[Result]:
    yield Result("a", "5 ms")
    raise LeftOutError("no Wine")


def test_only_a_run_of_all_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = tmp_path / "RESULTS.md"
    monkeypatch.setattr(command, "RESULTS", written)
    monkeypatch.setattr(command, "BENCHMARKS", {"one": Benchmark("One", lacking)})
    assert command.main(["one"]) == 0
    assert not written.exists()
    assert command.main([]) == 0
    made = written.read_text(encoding="utf-8")
    assert "## One\n" in made
    assert "| a | 5 ms |" in made
    assert "Left out on this machine, the rest: no Wine." in made
    assert command.main(["two"]) == 2
