"""One job of the page done in a folder: the way in for the page's worker.

A request is JSON: the `job`, the `values` of its fields by their names, and the `files`, each with the `field` it was
chosen in (none for the workbook that the job is about), its `name`, and the `path` where the worker has put it. The
answer is JSON too: `blocks` to show or why it was `refused`, the `field` that a refusal is about, and the names of the
`files` that were made.
"""

from __future__ import annotations

import json
import os
import shutil
import traceback
from contextlib import chdir
from typing import TYPE_CHECKING, Any

from xlvp.cli.options import Takes
from xlvp.csvfiles import quoted_line
from xlvp.files import printable
from xlvp.page.answers import Answer
from xlvp.page.jobs import JOBS
from xlvp.page.words import field_in, of_the_page

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from xlvp.cli.options import Option
    from xlvp.page.jobs import Job

_TYPED_NAMES = "{field} as typed.csv"
_TOO_LARGE = "this is too large for the memory of the browser; use xlvp on the command line for it"
_DEFECT = "xlvp has failed here, which is a defect of xlvp. Please report it with these lines: "


def do(request: str, folder: str) -> str:
    """Do a job in a folder, which is emptied before, and return the answer."""
    asked = json.loads(request)
    job = JOBS[asked["job"]]
    empty(folder)
    with chdir(folder):
        files = _placed(asked["files"])
        before = set(os.listdir())
        field = ""
        try:
            answer, field = _answer(job, asked["values"], files)
        except MemoryError:
            answer = Answer(refused=_TOO_LARGE)
        except Exception:
            answer = Answer(refused=_DEFECT + traceback.format_exc().strip().replace("\n", " | "))
        made = [] if answer.refused else sorted(set(os.listdir()) - before - _typed(job).keys())
    return json.dumps({**answer._asdict(), "field": field, "files": made})


def empty(folder: str) -> None:
    """Make a folder, or empty it."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)


def _answer(job: Job, values: Mapping[str, Any], files: Mapping[str, Sequence[str]]) -> tuple[Answer, str]:
    """Return the answer to a job in words of the page, and the name of the field that a refusal is about."""
    (book,) = files.get("", ("",))
    for option in job.fields:
        if not option.flag.startswith("-") and option.nargs not in ("?", "*") and not values.get(option.name):
            return Answer(refused=f"{option.called}: something is needed here"), option.name
    answer = job.show(_argv(job, values, files, book), book)
    typed = _typed(job)

    def told(text: str) -> str:
        text = of_the_page(text, job.options).removeprefix(f"{printable(book)}: ")
        for name, option in typed.items():
            text = text.replace(name, option.called)
        return text

    blocks = [
        block | {"lines": list(map(told, block["lines"]))} if block["type"] in ("lines", "notes") else block
        for block in answer.blocks
    ]
    field = next((option.name for name, option in typed.items() if name in answer.refused), "")
    return answer._replace(blocks=blocks, refused=told(answer.refused)), field or field_in(answer.refused, job.fields)


def _placed(files: Sequence[Mapping[str, str]]) -> dict[str, list[str]]:
    """Move the files that were chosen into this folder; return their names, by the field they were chosen in."""
    placed: dict[str, list[str]] = {}
    for file in files:
        given = file["name"].encode("utf-8", "replace").decode().replace("/", "_").replace("\0", "_")
        stem, ending = os.path.splitext(given if given.strip(".") else f"file{given}")
        name, number = f"{stem}{ending}", 1
        while os.path.lexists(name):
            number += 1
            name = f"{stem} ({number}){ending}"
        os.rename(file["path"], name)
        placed.setdefault(file["field"], []).append(name)
    return placed


def _argv(job: Job, values: Mapping[str, Any], files: Mapping[str, Sequence[str]], book: str) -> list[str]:
    """Return what would be typed on the command line."""
    stem = os.path.splitext(book)[0]
    kind = values.get("kind") or "match"
    given = [each.format(kind=kind, stem=stem) for each in job.given]
    options = [each for each in given if each.startswith("-")]
    places = [each for each in given if not each.startswith("-")]
    for option in job.fields:
        texts = list(_texts(option, values.get(option.name), files.get(option.name, ())))
        if not option.flag.startswith("-"):
            places += texts
        elif option.takes is Takes.FLAG:
            options += [option.flag] if values.get(option.name) else []
        elif option.nargs:
            options += [option.flag, *map(_no_option, texts)] if texts else []
        else:
            options += [f"{option.flag}={text}" for text in texts]
    if book and job.books:
        if job.books.flag:
            options.append(f"{job.books.flag}={book}")
        else:
            places.append(book)
    return [job.command, *options, *(["--", *places] if places else [])]


def _texts(option: Option, value: Any, files: Sequence[str]) -> Iterator[str]:
    """Yield what was given in a field, as it would be typed on the command line."""
    if files:
        yield from files
    elif option.takes is Takes.TEAMS and value and not value.strip().isdecimal():
        name = _typed_name(option)
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.writelines(quoted_line(line.partition("\t")[0].strip()) for line in value.splitlines())
        yield name
    elif option.takes is Takes.FUNCTIONS and value:
        yield ",".join(value)
    elif option.nargs in ("+", "*") and value:
        yield from value.replace(";", " ").split()
    elif value and value is not True:
        yield value.strip()


def _typed(job: Job) -> dict[str, Option]:
    """Return the fields whose names are put into a file as they are typed, by that file."""
    return {_typed_name(option): option for option in job.fields if option.takes is Takes.TEAMS}


def _typed_name(option: Option) -> str:
    """Return the file that holds the names typed in a field."""
    return _TYPED_NAMES.format(field=option.name)


def _no_option(name: str) -> str:
    """Return the name of a file so that it is not taken for an option."""
    return f"./{name}" if name.startswith("-") else name
