"""The games of a PBN file: their tags, with what they inherit, and the tables that follow some of them.

Source: PBN 2.1, 2007, sections 2 (lines), 3.1 to 3.3 and 3.8 (games, tokens, tags, comments), 4.8 (inheritance), 5.2.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from xlvp.files import RefusedError

if TYPE_CHECKING:
    from collections.abc import Iterator

_TAG = re.compile(r'\s*\[\s*([A-Za-z0-9_]{1,60})\s*"((?:[^"\\\n]++|\\.)*+)"\s*\]')
_CELL = re.compile(r'"((?:[^"\\\n]++|\\.)*+)"|(\S+)')
_ESCAPED = re.compile(r'\\(["\\])')
_COMMENT = re.compile(r'"(?:[^"\\\n]++|\\[^\n]?)*+(?:"|$)|(\{[^}]*(?:\}|\Z)|;[^\n]*)', re.MULTILINE)
_PERCENT = re.compile(r"^%.*$", re.MULTILINE)
_RESULTS = ("Contract", "Declarer", "Result", "Score", "Scoretable")
_MOST_GAMES = 50_000
_MOST_ROWS = 200_000
_MOST_TAGS = 500
"""Of a game, and of what all games inherit; PBN knows some 80."""
_LONGEST_VALUE = 5_000
"""Characters; PBN has lines of at most 255."""


class Table(NamedTuple):
    """A table in a game: its columns as the tag has them, and its rows with their lines in the file."""

    columns: str
    rows: list[tuple[int, list[str]]]


class Game(NamedTuple):
    """The tags of a game by their names, its tables, and the line where it begins."""

    tags: dict[str, str]
    tables: dict[str, Table]
    line: int

    def value(self, name: str) -> str:
        """Return what a tag says, or nothing."""
        return self.tags.get(name.capitalize(), "")

    def says(self, *names: str) -> bool:
        """Return whether one of these tags is there and says something."""
        return any(self.value(name).strip() not in ("", "?") for name in names)


def games(text: str) -> Iterator[Game]:
    r"""Return the games in a text.

    >>> [game.tags["Board"] for game in games('[Board "1"]\n[Event "Cup"]\n\n[Board "2"]\n[Event "#"]')]
    ['1', '2']
    """
    before: dict[str, str] = {}
    lasting: dict[str, str] = {}
    for number, game in enumerate(_written(_plain(text)), start=1):
        if number > _MOST_GAMES:
            raise RefusedError(f"this has more than {_MOST_GAMES:,} games")
        tags = dict(lasting)
        for name, value in game.tags.items():
            if value.startswith("##"):
                lasting[name] = tags[name] = value[2:]
                if len(lasting) > _MOST_TAGS:
                    raise RefusedError(f"the games inherit more than {_MOST_TAGS} tags")
            else:
                tags[name] = before.get(name, "") if value == "#" else value
        before = tags
        yield Game(tags, game.tables, game.line)


def _plain(text: str) -> str:
    """Return a text without comments and the lines that other programs have for themselves; lines stay in number."""
    text = _PERCENT.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _COMMENT.sub(lambda found: "\n" * found[1].count("\n") if found[1] else found[0], text)


def _written(text: str) -> Iterator[Game]:
    """Return the games as they are written. An empty line ends one, but not a head that stands before its board."""
    game, rows = Game({}, {}, 1), None
    count = 0
    for number, line in enumerate(text.split("\n"), start=1):
        stripped = line.strip()
        if not stripped and not game.tags:
            continue
        if not stripped and _has_result(game):
            yield game
            game = Game({}, {}, number + 1)
        found = _TAG.match(stripped)
        rows = rows if stripped and not found else None
        while found:
            if _begins(game, found):
                yield game
                game = Game({}, {}, number)
            game, rows = _tagged(game, found, number)
            found = _TAG.match(stripped, found.end())
        if stripped and not stripped.startswith("[") and rows is not None:
            if len(stripped) > _LONGEST_VALUE:
                raise RefusedError(f"line {number}: a row of a table has more than {_LONGEST_VALUE:,} characters")
            count += 1
            if count > _MOST_ROWS:
                raise RefusedError(f"this has tables of more than {_MOST_ROWS:,} rows")
            rows.append((number, [_ESCAPED.sub(r"\1", quoted) or plain for quoted, plain in _CELL.findall(stripped)]))
    if game.tags:
        yield game


def _has_result(game: Game) -> bool:
    """Return whether an empty line ends a game: one that is more than a head for those behind it."""
    return "Board" in game.tags or any(result in game.tags for result in _RESULTS)


def _begins(game: Game, tag: re.Match[str]) -> bool:
    """Return whether a tag begins the next game."""
    name = tag[1].capitalize()
    return name in ("Board", "Event") and "Board" in game.tags and name in game.tags


def _tagged(game: Game, tag: re.Match[str], number: int) -> tuple[Game, list[tuple[int, list[str]]] | None]:
    """Return a game with one tag more, and the rows that follow it if it is a table; of two tags the first counts."""
    name = tag[1].capitalize()
    if not game.tags:
        game = game._replace(line=number)
    if name in game.tags:
        return game, None
    if len(tag[2]) > _LONGEST_VALUE:
        raise RefusedError(f"line {number}: the tag {tag[1]} has more than {_LONGEST_VALUE:,} characters")
    if len(game.tags) == _MOST_TAGS:
        raise RefusedError(f"line {number}: a game with more than {_MOST_TAGS} tags")
    game.tags[name] = _ESCAPED.sub(r"\1", tag[2])
    if name == "Table" or not name.endswith("table"):
        return game, None
    table = Table(game.tags[name], [])
    game.tables[name] = table
    return game, table.rows
