"""Scales as data: what any of them can be asked, and what one of neither family is missing."""

from __future__ import annotations

import pytest

from xlvp.rules.scale import CurveScale, Scale, TableScale, choices
from xlvp.rules.scales import CHOICES, SCALES

PRINTED = TableScale("Printed", (8, 12), ((10, (0, 0)), (15, (4, 6)), (20, (9, 14))), also=("p", 7))


def test_each_name_and_each_other_name_leads_to_one_scale() -> None:
    names = [name for scale in SCALES for name in (scale.name, *scale.also)]
    assert len(set(map(str, names))) == len(names)
    assert set(CHOICES.values()) == set(SCALES)
    assert choices([PRINTED]) == {"PRINTED": PRINTED, "P": PRINTED, "7": PRINTED, 7: PRINTED}


@pytest.mark.parametrize("scale", [*SCALES, PRINTED], ids=lambda scale: scale.name)
@pytest.mark.parametrize("most", [1, 8, 9, 24, 40])
def test_numbers_of_boards_with_the_same_table_are_told_together(scale: Scale, most: int) -> None:
    groups = scale.board_groups(most)
    assert [boards for group in groups for boards in group] == list(range(1, min(most, scale.max_boards) + 1))
    for group in groups:
        assert len({tuple(scale.table(boards).winner) for boards in group}) == 1
    if isinstance(scale, TableScale):
        assert len(groups) == sum(first <= most for first in (1, *(last + 1 for last in scale.columns[:-1])))


def test_a_printed_scale_is_read_line_by_line() -> None:
    """By hand: for 9 to 12 boards, 15 VPs from 6 IMPs on and 20 from 14."""
    assert [PRINTED.vp(margin, 9) for margin in (0, 5, 6, 13, 14, 99, -6)] == [10, 10, 15, 15, 20, 20, 5]
    assert (PRINTED.draw, PRINTED.max_boards, PRINTED.whole, PRINTED.formula_only) == (10, 12, True, False)
    with pytest.raises(ValueError, match="boards must be a whole number from 1 to 12 for the Printed scale, not 13"):
        PRINTED.vp(0, 13)


def test_a_table_is_made_once() -> None:
    scale = CurveScale("Own", draw=15)
    assert scale.table(8) is scale.table(8.0) is scale.table(8)


def test_a_new_family_must_say_how_its_tables_are_made() -> None:
    third = Scale("Third", 10, 36, whole=False, also=())
    with pytest.raises(NotImplementedError, match="Scale does not say how its tables are made"):
        third.table(8)
