"""A result in one cell, read by formulas: `4SN+1`, `P`, or the score itself, and what is wrong with it.

The formulas understand what `xlvp.rules.result` understands, in small steps, each in a hidden column of the line. Wrong
is also a score that no contract can give at the board's vulnerability. What is odd but possible counts and is asked
about. `Notation` has all the letters: the formulas know none by themselves.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from xlvp.languages.marks import tr
from xlvp.rules.board import VULNERABILITIES, vulnerability
from xlvp.rules.contract import BOOK, contract_score
from xlvp.rules.result import DASHES, UNSEEN
from xlvp.templates import inputs
from xlvp.templates.columns import Column
from xlvp.templates.contractpoints import DOUBLES, LEVELS, STRAINS
from xlvp.templates.look import Styles
from xlvp.templates.tables import SIDES_VULNERABLE

if TYPE_CHECKING:
    from xlvp.languages.notation import Notation
    from xlvp.templates.tables import Tables
    from xlvp.templates.wording import Style


class ResultCells(NamedTuple):
    """The cells that say how a result was read: the entry in plain letters, and its parts as numbers."""

    text: str
    level: str
    strain: str
    doubled: str
    seat: str
    tricks: str


LONGEST_RESULT = 30

VULNERABLE = VULNERABILITIES[:4]
"""Who can be vulnerable, in the order of the numbers in formulas."""

_DOWN = 5
"""A contract with this many undertricks or more, not doubled, is asked about."""

_SPACES = " \u00a0\u2009\u202f"

_UNCLEAR = tr("this letter could be two suits: which?")


def _asked(notation: Notation) -> dict[str, str]:
    """Return what is said about an entry, by its number in this order; the last only asks, and the entry counts."""
    unclear = {"unclear": _UNCLEAR} if notation.unclear else {}
    return {
        "score": tr("no contract gives this score here"),
        "result": tr("result? add = or +1 or -1"),
        "contract": tr("contract? such as 4SN= or 3NTE-1"),
        "seat": tr("who played it? N, E, S or W"),
        "double": tr("doubled how? X or XX"),
        "tricks": tr("not so many tricks"),
        "award": tr("that is for the columns Director"),
        "beyond": tr("there is no such board"),
        **unclear,
        "down": tr("{down} or more down, not doubled?", down=_DOWN),
    }


def _replaced(cell: str, replaced: str, by: str) -> str:
    for character in replaced:
        cell = f'SUBSTITUTE({cell},"{character}","{by}")'
    return cell


def _formulas(notation: Notation) -> dict[str, str]:
    """Return the formulas of one entry; `{its_…}` are its own cells, `{board}` and `{vul_code}` those of the board."""
    code = {name: number for number, name in enumerate(_asked(notation), start=1)}
    passed = ",".join(f'{{its_text}}="{word}"' for word in notation.passes if not word.isdecimal())
    number = "VALUE({its_text})"
    spelled = f'OR({{its_text}}={number}&"",{{its_text}}="+"&{number})'
    two = "+".join(f'(MID({{its_text}},2,2)="{word}")' for word in notation.no_trumps)
    dashed = _replaced("{its_plain}", DASHES, "-")
    tail, bare = "{its_tail}", "{its_bare}"
    signed = f'IF(AND(VALUE({tail})<>0,{tail}=TEXT(VALUE({tail}),"+0;-0")),VALUE({tail}),"")'
    rare_signs = ",".join(f'FIND("{sign}",{{its_result}})' for sign in _SPACES + UNSEEN + DASHES + "*")
    found = f'FIND(LEFT({bare}&"?",1),"{notation.seats}")'
    seat = f"IFERROR({found if len(notation.seats) == 4 else f'MOD({found}-1,4)+1'},0)"
    unlike = 'OR(LEFT({its_middle},1)<>"X",RIGHT({its_middle},1)<>"X")'
    contract = str(code["contract"])
    if notation.unclear:
        letter = 'MID({its_text}&"?",2,1)'
        contract = f'IF(COUNT(FIND({letter},"{notation.unclear}")),{code["unclear"]},{contract})'
    reason = (
        f"IF({{its_level}}*{{its_strain}}=0,{contract},IF({{its_seat}}=0,{code['seat']},"
        f'IF(OR({{its_over}}="",LEN({bare})>1),{code["result"]},{code["double"]})))'
    )
    possible = f"IF(COUNTIF(INDEX(possible_scores,0,{{vul_code}}),{{its_number}})>0,0,{code['score']})"
    directors = 'OR(LEFT({its_text},1)="A",RIGHT({its_text},1)="%")'
    tricks = f"IF(OR({{its_tricks}}<0,{{its_tricks}}>13),{code['tricks']},0)"
    fewer = f"AND({{its_doubled}}=0,N({{its_over}})<=-{_DOWN})"
    rare = "COUNTIF(INDEX(rare_scores,0,{vul_code}),{its_number})>0"
    played = '{its_level}&INDEX(strain_signs,{its_strain})&REPT("x",{its_doubled})&" "'
    over = 'IF({its_over}=0,"=",TEXT({its_over},"+0;-0"))'
    return {
        # Replacing takes long in every program, and is seldom needed.
        "signs": f"COUNT({rare_signs})",
        "plain": f'IF({{its_signs}}=0,{{its_result}}&"",CLEAN({_replaced("{its_result}", _SPACES + UNSEEN, "")}))',
        "text": f"UPPER(IF({{its_signs}}=0,{{its_plain}},{_replaced(dashed, '*', 'X')}))",
        "number": f"IF(ISNUMBER({{its_result}}),{{its_result}},IF(OR({passed}),0,"
        f'IFERROR(IF({spelled},{number},""),"")))',
        "sign": 'IFERROR(FIND("=",{its_text}),IFERROR(FIND("+",{its_text}),IFERROR(FIND("-",{its_text}),'
        "LEN({its_text})+1)))",
        "tail": "MID({its_text},{its_sign},99)",
        "over": f'IF({{its_sign}}>LEN({{its_text}}),"",IF({tail}="=",0,IFERROR({signed},"")))',
        "level": f'IFERROR(FIND(LEFT({{its_text}}&"?",1),"{LEVELS}"),0)',
        "two": two,
        "strain": f'IF({{its_two}}=1,5,IFERROR(MOD(FIND(MID({{its_text}}&"??",2,1),"{notation.strains}")-1,5)+1,0))',
        "middle": 'IFERROR(MID({its_text},3+{its_two},{its_sign}-3-{its_two}),"")',
        "bare": 'SUBSTITUTE({its_middle},"X","")',
        "seat": seat,
        "doubled": f"IF(AND(LEN({bare})=1,{{its_seat}}>0,LEN({{its_middle}})<4,{unlike}),LEN({{its_middle}})-1,9)",
        "tricks": 'IF(OR({its_over}="",{its_level}*{its_strain}=0,{its_doubled}=9),"",6+{its_level}+{its_over})',
        "reason": f'IF({{its_tricks}}<>"",{tricks},IF({directors},{code["award"]},{reason}))',
        "off": f'IF({{its_text}}="{notation.not_played}",1,0)',
        "wrong": f'IF({{its_result}}="",0,IF({{board}}="",{code["beyond"]},IF({{its_off}}=1,0,'
        f'IF({{its_number}}<>"",{possible},{{its_reason}}))))',
        "odd": f'IF(OR({{its_result}}="",{{its_wrong}}>0,{{its_off}}=1),0,'
        f'IF(IF({{its_number}}="",{fewer},{rare}),{code["down"]},0))',
        "played": f'{played}&MID("{notation.seats}",{{its_seat}},1)&" "&{over}',
    }


def reading(its: str, *, due: str = "") -> dict[str, Column]:
    """Return the columns of one entry: `{its}_result` is typed, and shown how it was read and its score.

    The line has columns `board` and `vul_code`. `due` says when an empty entry is still to come. `{its}_wrong` is the
    number of what is wrong with the entry, which then does not count, `{its}_odd` of what is asked about; 0 is none.
    """

    def named(formula: str) -> str:
        return formula.replace("{its_", f"{{{its}_")

    takes = inputs.text(
        tr("Result"), tr("A result such as 4SN+1, P if passed out, or the score."), LONGEST_RESULT, hint=False
    )
    shown = (
        'IF({its_result}="","",IF({its_off}=1,INDEX(reading_words,1),IF({its_wrong}>0,"?",'
        'IF({its_number}="",{its_played},IF({its_number}=0,INDEX(reading_words,2),"")))))'
    )
    score = 'IF(OR({its_result}="",{its_wrong}>0,{its_off}=1),"",IF({its_number}<>"",{its_number},{its_points}))'
    columns = {
        "result": Column(tr("Result"), 11, takes=takes, due=due),
        "reads": Column(tr("read as"), 11.5, named(shown), style=Styles.NAME),
        "score": Column(tr("Score"), 7.5, named(score), style=Styles.FIGURE),
    }
    return {f"{its}_{name}": column for name, column in columns.items()}


def working(its: str, style: Style, notation: Notation) -> dict[str, Column]:
    """Return the hidden columns of one entry."""
    read = ResultCells(*(f"{{its_{name}}}" for name in ResultCells._fields))
    formulas = _formulas(notation) | {"points": style.result_points(read, "{board}", "{vul_code}")}
    return {
        f"{its}_{name}": Column(shows=text.replace("{its_", f"{{{its}_"), named=name in ("wrong", "odd"))
        for name, text in formulas.items()
    }


@cache
def board_scores(*, down_only: bool = False) -> dict[str, list[int]]:
    """Return every score for North-South that a contract can give, or those that only many undertricks give."""
    usual: dict[str, set[int]] = {name: {0} for name in VULNERABLE}
    rare: dict[str, set[int]] = {name: set() for name in VULNERABLE}
    played = product(VULNERABLE, ((1, "NS"), (-1, "EW")), LEVELS, STRAINS, DOUBLES, range(14))
    for name, (sign, side), level, strain, double, tricks in played:
        score = sign * contract_score(f"{level}{strain}{double}", tricks, name in (side, "Both"))
        many_down = not double and tricks <= BOOK + int(level) - _DOWN
        (rare if many_down else usual)[name].add(score)
    return {name: sorted(rare[name] - usual[name] if down_only else rare[name] | usual[name]) for name in VULNERABLE}


def add_reading(tables: Tables, style: Style) -> None:
    """Add the tables that reading needs."""
    notation = tables.book.language.notation
    codes = [1 + list(VULNERABLE).index(vulnerability(board)) for board in range(1, 17)]
    tables.add(tr("Vulnerability"), [(tr("by board"), "vul_codes", codes)])
    shown = [tr("not played"), tr("passed out")]
    tables.add(
        tr("Words of a result"),
        [(tr("sign"), "strain_signs", list(notation.shown)), (tr("shown for"), "reading_words", shown)],
    )
    tables.add(tr("Questions"), [(tr("words"), "asked_words", list(_asked(notation).values()))])
    for heading, name, only in (
        (tr("Scores that can be"), "possible_scores", False),
        (tr("rare ones"), "rare_scores", True),
    ):
        columns = list(board_scores(down_only=only).values())
        rows = max(map(len, columns))
        filled = [[*column, *[None] * (rows - len(column))] for column in columns]
        heads = [SIDES_VULNERABLE[name] for name in VULNERABLE]
        tables.add_block(heading, name, heads, list(zip(*filled, strict=True)))
    style.add_results(tables)
