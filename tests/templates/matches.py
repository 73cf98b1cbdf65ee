"""Matches put together by chance, and what a scorecard should show of them: the rules applied board by board.

How an entry is to be read is known here from the start, since it is written from a contract, a seat and tricks; the
scores come from the oracle for Law 77, and everything after them is worked out with fractions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tests.languages.letters import ENGLISH, Letters
from tests.oracles.law77 import defeated, made
from xlvp import imps, match_vp, table_vp
from xlvp.rules.board import vulnerability
from xlvp.rules.scales import SCALES, scale_named

if TYPE_CHECKING:
    import random

OWN = [(0, 15, 15), (4, 16, 14), (10, 18, 12), (25, 22, 7), (60, 25, 2), (90, 25, -5)]
AWARDS = {"A+": 3, "A": 0, "A-": -3, "a +": 3, "A\u2212": -3}
METHODS = ("two teams of four", "cross-IMPs", "add, then IMPs")
NONSENSE = [
    *("4S", "4SN", "3NT=", "4SN10", "4SN made", "8SN=", "4SXXXN=", "4SXNX=", "4SN+4", "4SN+0", "4SN-0", "4SN+01"),
    *("hello", "425", 425, 430.5, -10, "A+", "AV", "60%", 0.6, "1E2", "?", "=", "   ", "N", "4", "SN=", "4NN", "3NNT="),
    *("4S\u2660=", "7NTN+1", "1CW-8", 7610, "-7700", "4SN=+1", "4 of S by N", "TRUE", "4SNE=", "0:00", "1000%", "NPP"),
]
SIGNS = {"S": "\u2660", "H": "\u2665\ufe0f", "D": "\u2666", "C": "\u2663"}


@dataclass
class Entry:
    """What is typed for one room, and what it means: a score, nothing, a board cancelled, or something wrong."""

    typed: Any = None
    score: int | None = None
    off: bool = False
    wrong: bool = False


@dataclass
class Match:
    """What is entered for a match."""

    rooms: int
    entries: list[list[Entry]]
    awards: list[tuple[Any, Any]]
    numbers: list[int]
    turns: list[int]
    inputs: dict[str, Any] = field(default_factory=dict)


def spelled(strain: str, letters: Letters) -> tuple[str, ...]:
    """The ways to write a strain."""
    if strain == "N":
        own = "SA" if letters is ENGLISH else letters.no_trumps
        return ("NT", "N", "nt", own, own.lower())
    letter = letters.suits["SHDC".index(strain)]
    return (letter, letter.lower(), SIGNS[strain])


def contract(chance: random.Random, board: int, letters: Letters = ENGLISH) -> Entry:
    """A contract that was played, in one of the many ways to write it."""
    level, strain, double = chance.randint(1, 7), chance.choice("CDHSN"), chance.choice(["", "", "", "X", "XX"])
    seat, tricks = chance.choice("NESW"), min(13, max(0, 6 + level + chance.choice([0, 0, 0, 1, -1, 2, -2, -4, -7])))
    over = tricks - 6 - level
    result = "=" if over == 0 else f"{over:+d}"
    shown = double if chance.random() < 0.7 else double.replace("X", chance.choice(["*", "x"]))
    declarer = letters.seats["NESW".index(seat)]
    order = chance.choice([(shown, declarer), (declarer, shown)])
    parts = [str(level), chance.choice(spelled(strain, letters)), *order, result]
    text = chance.choice(["", "", " ", "\u00a0"]).join(parts)
    if chance.random() < 0.3:
        text = text.lower().replace("-", chance.choice(["-", "\u2013", "\u2212", "\u2014"]))
    vulnerable = vulnerability(board) in ("Both", "NS" if seat in "NS" else "EW")
    if over < 0:
        score = defeated(double, -over, vulnerable)
    else:
        score = made(level, "NT" if strain == "N" else strain, double, tricks, vulnerable)
    return Entry(text, score if seat in "NS" else -score)


def entry(chance: random.Random, board: int, nonsense: bool, letters: Letters) -> Entry:
    """Something that is typed for a room."""
    kind = chance.random()
    if kind < 0.6:
        return contract(chance, board, letters)
    if kind < 0.8:  # a score that some contract gives
        score = contract(chance, board).score
        return Entry(chance.choice([score, str(score)]), score)
    if kind < 0.84:
        return Entry(chance.choice(["P", "pass", "AP", letters.passed, 0, "0"]), 0)
    if kind < 0.87:
        return Entry(chance.choice(["NP", "np"]), off=True)
    if kind < 0.93 and nonsense:
        return Entry(chance.choice(NONSENSE), wrong=True)
    return Entry()


def award(chance: random.Random) -> tuple[Any, Any]:
    """An award of any sort and pair."""
    one = [None, *AWARDS, 3, -3, 2, 0, 4.5, -1.25]
    return chance.choice([(3, -3), ("A+", "A-"), ("A+", "A+"), ("A-", "A-"), (chance.choice(one), chance.choice(one))])


def random_match(chance: random.Random, capacity: int, rooms: int, stanzas: int, letters: Letters = ENGLISH) -> Match:
    """A match on a card for so many boards, written in the letters of a language."""
    boards = chance.choice([capacity, chance.randint(1, capacity)])
    length = capacity // stanzas
    numbers: list[int] = []
    turns: list[int] = []
    inputs: dict[str, Any] = {}
    first = chance.choice([1, 1, 17, chance.randint(1, 90)])
    if stanzas == 1:
        inputs["first_board"] = first
        sits = chance.choice([1, 1, -1]) if rooms == 2 else 1
        numbers, turns = list(range(first, first + capacity)), [sits] * capacity
        if rooms == 2:
            inputs["home_sits"] = "N-S" if sits == 1 else "E-W"
    following = 1
    for stanza in range(1, stanzas + 1) if stanzas > 1 else ():
        given = chance.choice([None, 1, chance.randint(1, 64)])
        start, sits = given or following, chance.choice([1, -1])
        numbers += range(start, start + length)
        turns += [sits] * length
        following = start + length
        inputs |= {f"stanza{stanza}_first_board": given, f"stanza{stanza}_home_sits": "N-S" if sits == 1 else "E-W"}
    filled = chance.choice([1, 1, 0.9, 0.4, 0])
    nonsense = chance.random() < 0.7
    some = chance.choice([0, 0, 0.05, 0.3])
    nothing = [Entry() for _ in range(rooms)]
    entries = [
        [entry(chance, number, nonsense, letters) for _ in range(rooms)] if chance.random() < filled else nothing
        for number in numbers[:boards]
    ]
    awards = [award(chance) if chance.random() < some else (None, None) for _ in range(boards)]
    scale = chance.choice([*(scale.name for scale in SCALES), "Own", "IMPs", "WBF"])
    twice = rooms // 2
    vp_boards = chance.choice([None, None, 8, 24])
    if scale not in ("Own", "IMPs") and (vp_boards or boards * twice) > scale_named(scale).max_boards:
        scale = "WBF"
    inputs |= {
        "boards": boards,
        "scale": scale,
        "vp_boards": vp_boards,
        "carry_over": chance.choice([None, None, 7, -12.5, 0.25]),
        "home_penalty": chance.choice([None, None, 1, 0.5]),
        "away_penalty": chance.choice([None, None, 2]),
    }
    if rooms == 4:
        inputs["method"] = chance.choice(METHODS)
    return Match(rooms, entries, awards, numbers, turns, inputs)


def typed(match: Match, capacity: int) -> dict[str, Any]:
    """What to type into the named cells of a card; what is not used is emptied."""
    names = ("open", "closed") if match.rooms == 2 else ("room1", "room2", "room3", "room4")
    empty = capacity - len(match.entries)
    columns = {
        f"{name}_result": [*(row[place].typed for row in match.entries), *[None] * empty]
        for place, name in enumerate(names)
    }
    awards = {
        f"{side}_adjust": [*(pair[place] for pair in match.awards), *[None] * empty]
        for place, side in enumerate(("home", "away"))
    }
    return {**match.inputs, **columns, **awards}


def board_imps(match: Match, row: list[Entry], turn: int) -> Fraction | None:
    """What the home team wins on a board that was played, or nothing."""
    if any(entry.off or entry.wrong or entry.score is None for entry in row):
        return None
    scores = [entry.score or 0 for entry in row]
    if match.rooms == 2:
        return Fraction(imps(turn * (scores[0] - scores[1])))
    one, two, three, four = scores
    methods = {
        METHODS[0]: Fraction(imps(one - three) + imps(two - four)),
        METHODS[1]: Fraction(sum(imps(ours - theirs) for ours in (one, two) for theirs in (three, four)), 2),
        METHODS[2]: Fraction(imps(one + two - three - four)),
    }
    return methods[match.inputs["method"]]


def given(pair: tuple[Any, Any]) -> tuple[Fraction, Fraction] | None:
    """What the director gives each side, or nothing; one side alone, and the other has the opposite."""
    ours, theirs = (None if one is None else Fraction(AWARDS.get(one, one)) for one in pair)
    if ours is None and theirs is None:
        return None
    return (-theirs if ours is None else ours), (-ours if theirs is None else theirs)  # type: ignore[operator]


def expected(match: Match) -> dict[str, Any]:
    """What the named cells should show."""
    entered, no_vps = match.inputs, match.inputs["scale"] == "IMPs"
    carry = Fraction(entered["carry_over"] or 0)
    won: dict[str, list[Any]] = {"home": [], "away": []}
    own = {"home": Fraction(0), "away": Fraction(0)}
    running: list[Any] = []
    left, lead = 0, carry
    for row, pair, turn in zip(match.entries, match.awards, match.turns, strict=False):
        net, awarded = board_imps(match, row, turn), given(pair)
        if awarded is not None:
            ours, theirs = awarded
            net = (ours - theirs) / 2 if no_vps else ours if ours + theirs == 0 else Fraction(0)
            if not no_vps and ours + theirs != 0:
                own["home"] += ours
                own["away"] += theirs
                lead += ours
        elif net is None and not any(entry.off for entry in row):
            left += 1
        won["home"].append("" if net is None else max(net, 0))
        won["away"].append("" if net is None else max(-net, 0))
        lead += net or 0
        running.append("" if net is None else lead)
    totals = {side: sum(number for number in numbers if number != "") for side, numbers in won.items()}
    if no_vps:
        totals = {side: total - Fraction(entered[f"{side}_penalty"] or 0) for side, total in totals.items()}
    played = any(number != "" for number in won["home"])
    margins = {
        "home": totals["home"] - totals["away"] + carry + own["home"],
        "away": totals["away"] - totals["home"] - carry + own["away"],
    }
    boards = entered["vp_boards"] or entered["boards"] * match.rooms // 2
    vps: dict[str, Any] = {"home": "", "away": ""}
    if played and not no_vps:
        for side, margin in margins.items():
            scale = entered["scale"]
            vp = table_vp(margin, OWN) if scale == "Own" else match_vp(margin, boards, scale)
            vps[side] = round(vp - (entered[f"{side}_penalty"] or 0), 2)
    wrong = sum(entry.wrong for row in match.entries for entry in row)
    return {
        "board": match.numbers[: entered["boards"]],
        "home_board_imps": won["home"],
        "away_board_imps": won["away"],
        "running": running,
        "boards_left": left,
        "home_imps": totals["home"] if played else "",
        "away_imps": totals["away"] if played else "",
        "margin": margins["home"] if played else "",
        "away_margin": margins["away"] if played else "",
        "home_vp": vps["home"],
        "away_vp": vps["away"],
        "to_mend": wrong,
    }
