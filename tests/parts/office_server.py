"""One LibreOffice, driven by requests on standard input: `/usr/bin/python3 office_server.py PROFILE`.

A program of its own, since only the system's Python has the module `uno`. A request is a line of JSON with the name
of a method below under "do" and its arguments; the reply is a line with its "result", or with the "error" in words.
The first line, before any request, says that LibreOffice is ready.

Both processes are one process group, which is gone soon after standard input closes, whatever LibreOffice is doing.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import uuid
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

sys.path.append(str(Path(__file__).parent.parent.parent))
from xlvp.libreoffice import manager

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeAlias

    Cell: TypeAlias = float | str | bool | None

START_SECONDS = 60
END_SECONDS = 10

FILTERS = {
    ".csv": "Text - txt - csv (StarCalc)",
    ".ods": "calc8",
    ".pdf": "calc_pdf_Export",
    ".xlsm": "Calc MS Excel 2007 VBA XML",
    ".xlsx": "Calc MS Excel 2007 XML",
}
"""LibreOffice's names for the formats to save in."""

NEVER_EXECUTE, ALWAYS_EXECUTE_NO_WARN = 0, 4
"""From com.sun.star.document.MacroExecMode."""

NUMBER = 1
"""From com.sun.star.sheet.FormulaResult."""

LOGICAL = 1024
"""From com.sun.star.util.NumberFormat."""


class Server:
    """A LibreOffice and the documents open in it."""

    def __init__(self, profile: Path) -> None:
        import uno  # type: ignore[import-not-found]  # here: whoever collects tests imports this file without it

        self._uno = uno
        self._profile = profile
        self._documents: dict[str, Any] = {}
        connection = f"pipe,name=xlvp{uuid.uuid4().hex};urp"
        began = time.perf_counter()
        self._process = start(profile, connection)
        self._context = self._connect(f"uno:{connection};StarOffice.ComponentContext")
        self._start_seconds = time.perf_counter() - began
        self._desktop = self._service("com.sun.star.frame.Desktop")

    def start_seconds(self) -> float:
        """Return how long LibreOffice took to start."""
        return self._start_seconds

    def is_there(self) -> bool:
        """Return whether LibreOffice has not ended by itself."""
        try:
            self._desktop.getFrames().getCount()
        except self._uno.getClass("com.sun.star.lang.DisposedException"):
            return False
        return True

    def version(self) -> str:
        """Return LibreOffice's version."""
        where = self._properties(nodepath="/org.openoffice.Setup/Product")
        provider = self._service("com.sun.star.configuration.ConfigurationProvider")
        product = provider.createInstanceWithArguments("com.sun.star.configuration.ConfigurationAccess", where)
        version: str = product.ooSetupVersion
        return version

    def install(self, path: str) -> None:
        """Put an extension into this LibreOffice; its functions are there for formulas that are typed from now on."""
        manager.install(self._context, path)

    def functions(self) -> dict[str, dict[str, Any]]:
        """Return what the function wizard shows of every function."""
        descriptions = self._service("com.sun.star.sheet.FunctionDescriptions")
        found = {}
        for number in range(descriptions.getCount()):
            properties = {entry.Name: entry.Value for entry in descriptions.getByIndex(number)}
            arguments = [[a.Name, a.Description, a.IsOptional] for a in properties["Arguments"] or ()]
            found[properties["Name"]] = {
                "category": properties["Category"],
                "description": properties["Description"],
                "arguments": arguments,
            }
        return found

    def function_names(self) -> list[str]:
        """Return what every function is called, one by one."""
        descriptions = self._service("com.sun.star.sheet.FunctionDescriptions")
        every = (descriptions.getByIndex(number) for number in range(descriptions.getCount()))
        return [entry.Value for properties in every for entry in properties if entry.Name == "Name"]

    def open(self, path: str | None, macros: bool) -> str:
        """Open a copy of a file, which no lock and no change can touch, or an empty spreadsheet."""
        url = "private:factory/scalc"
        if path is not None:
            url = Path(shutil.copy(path, tempfile.mkdtemp(dir=self._profile))).as_uri()
        mode = ALWAYS_EXECUTE_NO_WARN if macros else NEVER_EXECUTE
        options = self._properties(Hidden=True, MacroExecutionMode=mode)
        document = self._desktop.loadComponentFromURL(url, "_blank", 0, options)
        if document is None:
            raise ValueError(f"LibreOffice cannot load {path}")
        document.calculateAll()
        key = uuid.uuid4().hex
        self._documents[key] = document
        return key

    def cells(self, document: str, ref: str) -> list[list[Cell]]:
        """Return what the cells show, row by row: an error as its text, an empty cell as None."""
        return [[shown(cell) for cell in row] for row in self._rows(document, ref)]

    def values(self, document: str, ref: str) -> Any:
        """Return what the cells hold, all at once: an error is None, an empty cell and an empty text are alike."""
        return self._range(document, ref).getDataArray()

    def set(self, document: str, ref: str, rows: list[list[Cell]]) -> None:
        """Put values into cells: a text as it is, even if it looks like a number or a formula."""
        if not any(isinstance(value, bool) for row in rows for value in row):
            data = tuple(tuple("" if value is None else value for value in row) for row in rows)
            self._range(document, ref).setDataArray(data)
            return
        for cells, values in zip(self._rows(document, ref), rows, strict=True):
            for cell, value in zip(cells, values, strict=True):
                if value is None:
                    cell.setFormula("")
                elif isinstance(value, str):
                    cell.setString(value)
                else:
                    cell.setValue(value)
                    if isinstance(value, bool):
                        cell.NumberFormat = self._boolean(document)

    def formula(self, document: str, ref: str, text: str) -> None:
        """Type a formula into every cell."""
        for row in self._rows(document, ref):
            for cell in row:
                cell.setFormula(text)

    def array_formula(self, document: str, ref: str, text: str) -> None:
        """Enter a formula for the range as a whole."""
        self._range(document, ref).setArrayFormula(text)

    def recalculate(self, document: str) -> float:
        """Work out every formula again, from now on only when asked, and return the seconds that it took."""
        self._documents[document].enableAutomaticCalculation(False)
        start = time.perf_counter()
        self._documents[document].calculateAll()
        return time.perf_counter() - start

    def fill(self, document: str, ref: str, rows: list[list[str]]) -> None:
        """Type numbers, texts and formulas into a large range at once."""
        self._range(document, ref).setFormulaArray(tuple(map(tuple, rows)))

    def enter_again(self, document: str) -> None:
        """Do what Find & Replace does with `=` for `=` in formulas."""
        sheet = self._documents[document].Sheets.getByIndex(0)
        descriptor = sheet.createReplaceDescriptor()
        descriptor.SearchString = descriptor.ReplaceString = "="
        sheet.replaceAll(descriptor)

    def formula_text(self, document: str, ref: str) -> str:
        """Return the formula of a cell as the user sees it."""
        text: str = self._range(document, ref).FormulaLocal
        return text

    def save(self, document: str, path: str) -> None:
        """Write the document to a file, in the format that its suffix says."""
        options = self._properties(FilterName=FILTERS[Path(path).suffix], Overwrite=True)
        self._documents[document].storeToURL(Path(path).as_uri(), options)

    def close(self, document: str) -> None:
        """Forget a document."""
        self._documents.pop(document).close(True)

    def quit(self) -> None:
        """End LibreOffice as its menu does."""
        try:
            self._desktop.terminate()
        except self._uno.getClass("com.sun.star.lang.DisposedException"):
            pass  # it answers by ending
        self._process.wait()

    def _connect(self, url: str) -> Any:
        here = self._uno.getComponentContext()
        resolver = here.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", here)
        not_yet = self._uno.getClass("com.sun.star.connection.NoConnectException")
        end = time.monotonic() + START_SECONDS
        while self._process.poll() is None and time.monotonic() < end:
            try:
                return resolver.resolve(url)
            except not_yet:
                time.sleep(0.05)
        raise RuntimeError(f"LibreOffice does not start: exit code {self._process.poll()}")

    def _service(self, name: str) -> Any:
        return self._context.ServiceManager.createInstanceWithContext(name, self._context)

    def _properties(self, **values: Any) -> tuple[Any, ...]:
        return tuple(
            self._uno.createUnoStruct("com.sun.star.beans.PropertyValue", name, 0, value, 0)
            for name, value in values.items()
        )

    def _boolean(self, document: str) -> int:
        locale = self._uno.createUnoStruct("com.sun.star.lang.Locale")
        number: int = self._documents[document].NumberFormats.getStandardFormat(LOGICAL, locale)
        return number

    def _range(self, document: str, ref: str) -> Any:
        sheets = self._documents[document].Sheets
        sheet, _, cells = ref.rpartition("!")
        return (sheets.getByName(sheet) if sheet else sheets.getByIndex(0)).getCellRangeByName(cells)

    def _rows(self, document: str, ref: str) -> Iterator[list[Any]]:
        found = self._range(document, ref)
        width, height = found.Columns.Count, found.Rows.Count
        for row in range(height):
            yield [found.getCellByPosition(column, row) for column in range(width)]


def start(profile: Path, connection: str) -> subprocess.Popen[bytes]:
    """Start LibreOffice with a profile of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"HOME": str(profile), "SAL_USE_VCLPLUGIN": "svp", "LC_ALL": "C.UTF-8"}
    # The Python in LibreOffice takes its library from the first python3 on the path, and fails with another's.
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    options = ["--headless", "--nologo", "--nodefault", "--norestore", "--nolockcheck", "--nofirststartwizard"]
    soffice = shutil.which("soffice") or "soffice"
    return subprocess.Popen(
        [soffice, *options, f"-env:UserInstallation={profile.as_uri()}", f"--accept={connection}"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=sys.stderr,  # standard output is for the replies
    )


def shown(cell: Any) -> Cell:
    """Return what a cell shows; to LibreOffice TRUE and FALSE are numbers that look different."""
    kind = cell.Type.value
    if kind == "EMPTY":
        return None
    number: float = cell.getValue()  # first, since a formula finds its look, such as TRUE, when it is worked out
    text: str = cell.getString()
    if kind == "VALUE" or (kind == "FORMULA" and cell.FormulaResultType2 == NUMBER):
        return {"TRUE": True, "FALSE": False}.get(text, number)
    return text


def serve(profile: Path) -> None:
    """Start LibreOffice and do what is asked until standard input closes."""
    requests: SimpleQueue[str | None] = SimpleQueue()
    threading.Thread(target=read, args=[requests], daemon=True).start()
    server = Server(profile)
    reply(result=None)
    while (line := requests.get()) is not None:
        request = json.loads(line)
        try:
            reply(result=getattr(server, request.pop("do"))(**request))
        except Exception as error:
            reply(error=f"{type(error).__name__}: {error}")
    server.quit()


def read(requests: SimpleQueue[str | None]) -> None:
    """Pass the requests on; when there can be no more, leave some time to end in order."""
    for line in sys.stdin:
        requests.put(line)
    requests.put(None)
    time.sleep(END_SECONDS)
    end_all()


def reply(**content: Any) -> None:
    """Write a line of JSON."""
    print(json.dumps(content), flush=True)


def end_all() -> None:
    """Kill LibreOffice and this program."""
    os.killpg(os.getpgrp(), signal.SIGKILL)


if __name__ == "__main__":
    if os.getpgrp() != os.getpid():
        os.setsid()
    try:
        serve(Path(sys.argv[1]).resolve())
    except Exception:
        traceback.print_exc()
        end_all()
