"""Tables of IMPs: nothing is found in a right one, and every wrong cell is found, in every usual layout."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.check.made import LAW, SIDEWAYS, Cells, checked, columns, found, upright
from xlvp.ooxml.cellplaces import label, place

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

FROM = [start for start, _, _ in LAW]
TO = [end or None for _, end, _ in LAW]
IMPS = [imps for _, _, imps in LAW]
RANGES = [f"{start}-{end}" if end else f"{start}+" for start, end, _ in LAW]

LAYOUTS: dict[str, list[Sequence[object]]] = {
    "from": [FROM],
    "from, IMPs": [FROM, IMPS],
    "from 20 on": [FROM[1:], IMPS[1:]],
    "IMPs, from": [IMPS, FROM],
    "from, to, IMPs": [FROM, TO, IMPS],
    "IMPs, from, to": [IMPS, FROM, TO],
    "to": [TO[:-1]],
    "to, IMPs": [[*TO[:-1], 99999], IMPS],
    "below, IMPs": [FROM[1:], IMPS[:-1]],
    "number, from, IMPs": [range(1, 26), FROM, IMPS],
    "range, IMPs": [RANGES, IMPS],
    "range with dashes": [[text.replace("-", " \N{EN DASH} ") for text in RANGES], IMPS],
    "range in words": [[text.replace("-", " to ").replace("+", " and over") for text in RANGES], IMPS],
    "range with commas": [
        [f"{start:,}-{end:,}" if end else f"{start:,}+" for start, end, _ in LAW],
        IMPS,
    ],
    "texts": [[str(start) for start in FROM], IMPS],
    "falling": [FROM[::-1], IMPS[::-1]],
    "every ten points": [
        range(0, 4010, 10),
        [imps for start, end, imps in LAW for _ in range(start, (end or start) + 10, 10)],
    ],
}


@pytest.mark.parametrize("turn", SIDEWAYS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_in_a_right_table(layout: str, turn: Callable[[Cells], Cells]) -> None:
    assert found(turn(columns(LAYOUTS[layout], first=3, top=4))) == []


@pytest.mark.parametrize("turn", SIDEWAYS)
@pytest.mark.parametrize("layout", [name for name in LAYOUTS if name != "every ten points"])
def test_the_table_is_seen(layout: str, turn: Callable[[Cells], Cells]) -> None:
    assert checked(turn(columns(LAYOUTS[layout]))).imp_tables == 1


def cell(row: int, column: int) -> str:
    return f"Scales!{label(place(row, column))}"


@pytest.mark.slow
@given(st.data())
def test_one_wrong_figure(data: st.DataObject) -> None:
    """Any cell of points or IMPs, changed to any other figure, is found, and no other cell is."""
    name = data.draw(st.sampled_from(["from", "from, IMPs", "from, to, IMPs", "IMPs, from, to", "falling"]))
    layout = [list(values) for values in LAYOUTS[name]]
    column = data.draw(st.integers(0, len(layout) - 1))
    rows = [row for row, value in enumerate(layout[column]) if value not in (None, 0)]
    row = data.draw(st.sampled_from(rows))
    right = layout[column][row]
    wrong = data.draw(st.integers(1, 900).map(lambda n: n * 10) if layout[column][1] != 1 else st.integers(1, 30))
    assume(wrong != right)
    assume(name != "from" or row in range(2, 24) or wrong > 4000)  # without IMPs beside it, the end of a table is vague
    layout[column][row] = wrong
    turn = data.draw(st.sampled_from(SIDEWAYS))
    at = (row + 2, column + 1) if turn is upright else (column + 1, row + 2)
    lines = found(turn(columns(layout)))
    assert [line.split(": ")[0] for line in lines] == [cell(*at)]
    if layout[column] is not layout[-1] or name == "from":
        assert f": {wrong}, but " in lines[0]
    assert str(right) in lines[0].split(", but ")[1]


@pytest.mark.parametrize("row", range(1, 25))
def test_a_missing_row(row: int) -> None:
    layout = [[values[number] for number in range(25) if number != row] for values in (FROM, TO, IMPS)]
    (finding,) = checked(columns(layout)).findings
    at = min(row, 23) + 2
    assert {single.where for single in finding.single} <= {cell(at - up, column) for up in (0, 1) for column in (1, 2)}
    assert [f" at {FROM[row]}" in single.text for single in finding.single].count(True) == 1


def test_the_well_known_slips() -> None:
    to = [*TO[:-1], None]
    to[21] = None
    assert found(columns([FROM, to, IMPS])) == ["Scales!B23: empty, but 21 IMPs end at 2990"]
    to = [2040 if end == 2240 else end for end in TO]
    assert found(columns([FROM, to, IMPS])) == ["Scales!B21: 2040, but 19 IMPs end at 2240"]
    begin = [5000 if start == 4000 else start for start in FROM]
    assert found(columns([begin, IMPS])) == ["Scales!A26: 5000, but 24 IMPs begin at 4000"]
    ranges = ["2000-2040" if text == "2000-2240" else text for text in RANGES]
    assert found(columns([ranges, IMPS])) == ['Scales!A21: "2000-2040", but 2000-2240 is worth 19 IMPs']
    assert found(columns([FROM[:-1], IMPS[:-1]])) == ["Scales!A25: the table ends here, but 24 IMPs begin at 4000"]
    assert found(columns([FROM[2:], IMPS[2:]])) == ["Scales!A2: the table begins here, but 1 IMP begins at 20"]
    imps = [4 if imps == 5 else imps for imps in IMPS]
    assert found(columns([RANGES, imps])) == ["Scales!B7: 4, but 170-210 is worth 5 IMPs"]


def test_upper_bounds_taken_for_lower_ones() -> None:
    (line,) = found(columns([TO[:-1], IMPS[1:]]))
    assert line.startswith("Scales!A2:A25: 10, 40, 80 ... are where 0, 1, 2 ... IMPs end, not where 1, 2, 3 ... begin")


@pytest.mark.slow
@given(st.randoms(use_true_random=False))
def test_nothing_in_other_numbers(pick: random.Random) -> None:
    """Scores, totals, board numbers: whatever stands in a sheet of a club."""
    kinds: list[Callable[[], object]] = [
        lambda: pick.choice(FROM + [end for end in TO if end]),
        lambda: pick.randrange(0, 400) * 10,
        lambda: pick.randrange(-24, 25),
        lambda: round(pick.uniform(0, 20), 2),
        lambda: pick.choice(RANGES),
    ]
    lists: list[Sequence[object]] = [[kind() for _ in range(30)] for kind in pick.choices(kinds, k=8)]
    lists.insert(pick.randrange(9), list(range(1, 31)))
    lists.append(sorted(pick.sample(range(0, 4010, 10), 30)))
    assert found(columns(lists)) == []
