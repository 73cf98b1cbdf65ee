"""Runs in Wine: calls the functions through xlwings' DLL and COM, as the add-in does. A line of JSON is a call.

With the argument `host` it plays Excel instead: a process in somebody's folder, which makes the calls to Windows and to
the DLL that the add-in's Visual Basic was seen to make.

The values are those that Excel gives to Visual Basic: VARIANTs of the same kinds, ranges as two-dimensional arrays
of VARIANTs that count from 1. pywin32 cannot send an error, so COM's own functions are called here.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import threading
import time
from ctypes import POINTER, byref, c_int64, c_long, c_uint, c_ushort, c_void_p, c_wchar_p
from typing import TYPE_CHECKING, Any

from xlvp.cells import ERRORS
from xlvp.excel.client import started
from xlvp.excel.places import here

if TYPE_CHECKING:
    from collections.abc import Callable

assert sys.platform == "win32"

TIME_LIMIT = 1800
"""Seconds after which the program ends whatever happens."""

EMPTY, LONG, DOUBLE, BSTR, DISPATCH, ERROR, BOOL, VARIANT, ARRAY = 0, 3, 5, 8, 9, 10, 11, 12, 0x2000
METHOD = 1
END_AND_WAIT = 0x100001

ole = ctypes.OleDLL("ole32")
automation = ctypes.OleDLL("oleaut32")
plain = ctypes.WinDLL("oleaut32")
plain.SysAllocString.restype = plain.SafeArrayCreate.restype = c_void_p


class Variant(ctypes.Structure):
    """A VARIANT, whose value is seen as a number; `second` is the other half of its room."""

    _fields_ = (("kind", c_ushort), ("reserved", c_ushort * 3), ("value", c_int64), ("second", c_int64))


class Bound(ctypes.Structure):
    """A SAFEARRAYBOUND: the size of one dimension and where it begins to count."""

    _fields_ = (("size", c_uint), ("first", c_long))


class Arguments(ctypes.Structure):
    """The DISPPARAMS of a call: the arguments from last to first."""

    _fields_ = (("values", POINTER(Variant)), ("names", c_void_p), ("count", c_uint), ("named", c_uint))


class Failure(ctypes.Structure):
    """An EXCEPINFO: what went wrong in a call."""

    _fields_ = (
        ("code", c_ushort),
        ("reserved", c_ushort),
        ("source", c_void_p),
        ("description", c_void_p),
        ("help", c_void_p),
        ("context", c_uint),
        ("pointers", c_void_p * 2),
        ("result", c_long),
    )


def variant(cell: Any) -> Variant:
    """Return a cell, or a range as a list of rows, as Excel gives it to Visual Basic."""
    if isinstance(cell, list):
        return array((len(cell), len(cell[0])), {(r, c): x for r, row in enumerate(cell) for c, x in enumerate(row)})
    if cell is None:
        return Variant(EMPTY)
    if isinstance(cell, bool):
        return Variant(BOOL, value=0xFFFF if cell else 0)
    if isinstance(cell, str) and cell in ERRORS:
        return Variant(ERROR, value=0x800A0000 + ERRORS[cell])
    if isinstance(cell, str):
        return Variant(BSTR, value=plain.SysAllocString(c_wchar_p(cell)))
    return Variant(DOUBLE, value=c_int64.from_buffer_copy(ctypes.c_double(cell)).value)


def array(sizes: tuple[int, ...], cells: dict[tuple[int, ...], Any], first: int = 1) -> Variant:
    """Return an array of VARIANTs; one of a single dimension is what Visual Basic's `Array` makes."""
    bounds = (Bound * len(sizes))(*(Bound(size, first) for size in sizes))
    made = plain.SafeArrayCreate(VARIANT, len(sizes), bounds)
    for place, cell in cells.items():
        index = (c_long * len(sizes))(*(number + first for number in place))
        automation.SafeArrayPutElement(c_void_p(made), index, byref(variant(cell)))
    return Variant(ARRAY | VARIANT, value=made)


def cell(found: Variant) -> Any:
    """Return what a VARIANT holds: a list for an array of one dimension, rows for one of two."""
    if found.kind == ARRAY | VARIANT:
        return elements(c_void_p(found.value))
    if found.kind == DOUBLE:
        return ctypes.c_double.from_buffer_copy(c_int64(found.value)).value
    if found.kind == LONG:
        return c_long(found.value & 0xFFFFFFFF).value
    if found.kind == BSTR:
        return ctypes.wstring_at(found.value)
    raise TypeError(f"the functions give numbers and texts, not a VARIANT of the kind {found.kind}")


def elements(found: c_void_p) -> list[Any]:
    """Return the elements of an array, in lists of lists if it has two dimensions."""
    dimensions = plain.SafeArrayGetDim(found)
    ranges = []
    for dimension in range(1, dimensions + 1):
        low, high = c_long(), c_long()
        automation.SafeArrayGetLBound(found, dimension, byref(low))
        automation.SafeArrayGetUBound(found, dimension, byref(high))
        ranges.append(range(low.value, high.value + 1))

    def element(*place: int) -> Any:
        one = Variant()
        automation.SafeArrayGetElement(found, (c_long * dimensions)(*place), byref(one))
        return cell(one)

    if dimensions == 1:
        return [element(number) for number in ranges[0]]
    return [[element(row, column) for column in ranges[1]] for row in ranges[0]]


class Server:
    """The COM object of xlwings' Python, called through IDispatch."""

    def __init__(self, address: int) -> None:
        self.address = c_void_p(address)
        table = ctypes.cast(ctypes.cast(self.address, POINTER(c_void_p))[0], POINTER(c_void_p))
        kind = ctypes.WINFUNCTYPE
        names_of = kind(c_long, c_void_p, c_void_p, POINTER(c_wchar_p), c_uint, c_uint, POINTER(c_long))(table[5])
        self.invoke = kind(
            c_long, c_void_p, c_long, c_void_p, c_uint, c_ushort, c_void_p, POINTER(Variant), c_void_p, c_void_p
        )(table[6])
        self.no_guid = (ctypes.c_ubyte * 16)()
        self.member = c_long()
        names_of(self.address, self.no_guid, byref(c_wchar_p("CallUDF")), 1, 0, byref(self.member))

    def prepared(self, name: str, cells: list[Any]) -> Any:
        """Return a function that has CallUDF work this out, with its arguments ready."""
        packed = array((len(cells),), {(place,): given for place, given in enumerate(cells)}, first=0)
        values = (Variant * 3)(packed, variant(name), variant("xlvp.udfs"))
        arguments = Arguments(values, None, 3, 0)

        def call() -> Any:
            found, failure, bad = Variant(), Failure(), c_uint()
            if self.invoke(
                *(self.address, self.member, self.no_guid, 0, METHOD),
                *(byref(arguments), byref(found), byref(failure), byref(bad)),
            ):
                raise OSError(ctypes.wstring_at(failure.description) if failure.description else "CallUDF failed")
            return cell(found)

        return call


class Host:
    """A process that makes the calls of the add-in's loader, under their names in Windows."""

    def __init__(self) -> None:
        self.kernel = ctypes.WinDLL("kernel32")
        self.kernel.LoadLibraryW.restype = self.kernel.GetModuleHandleW.restype = c_void_p
        self.server: Variant

    def play(self, calls: list[list[Any]]) -> list[Any]:
        """Make the calls, and return what each gives."""
        return [getattr(self, name)(*given) for name, *given in calls]

    def SetCurrentDirectoryW(self, path: str) -> bool:  # noqa: N802
        return bool(self.kernel.SetCurrentDirectoryW(path))

    def LoadLibraryW(self, path: str) -> bool:  # noqa: N802
        return bool(self.kernel.LoadLibraryW(path))

    def XLPyDLLActivateAuto(self, dll: str, line: str, mode: int) -> Any:  # noqa: N802
        """Return the refusal of the DLL, or whether there is a server; a Declare finds the DLL by its bare name."""
        if not self.kernel.GetModuleHandleW(dll):
            return f"{dll} would be searched for"
        activate = ctypes.WinDLL(dll).XLPyDLLActivateAuto
        activate.argtypes = [POINTER(Variant), ctypes.c_char_p, ctypes.c_int]
        found = Variant()
        if activate(byref(found), line.encode("mbcs"), mode):
            return ctypes.wstring_at(found.value)
        if mode == 1:
            self.server = found
        return found.kind == DISPATCH and found.value != 0

    def call(self, name: str, cells: list[Any]) -> Any:
        """Return what a function gives."""
        return Server(self.server.value).prepared(name, cells)()

    def python(self, expression: str) -> str:
        """Return the text of what an expression is in the Python that was started."""
        import pythoncom  # type: ignore[import-untyped]
        from win32com.client.dynamic import Dispatch  # type: ignore[import-untyped]

        server = Dispatch(pythoncom.ObjectFromAddress(self.server.value, pythoncom.IID_IDispatch))
        text: str = server.Str(server.Eval(expression))
        return text

    def end(self, process: int) -> bool:
        """End a process as the Task Manager does."""
        self.kernel.OpenProcess.restype = c_void_p
        opened = c_void_p(self.kernel.OpenProcess(END_AND_WAIT, False, process))
        return bool(self.kernel.TerminateProcess(opened, 1)) and self.kernel.WaitForSingleObject(opened, 5000) == 0

    def environment(self, **variables: str) -> None:
        """Give the process a user's folders; Wine takes them from nowhere else."""
        os.environ.update(variables)


def answer(server: Server, do: str, name: str, cells: list[Any], times: int = 1) -> Any:
    """Return the result of a call, or the seconds that many take."""
    if do == "call":
        return server.prepared(name, cells)()
    call = server.prepared(name, cells)
    start = time.perf_counter()
    for _ in range(times):
        call()
    return time.perf_counter() - start


def reply(**content: Any) -> None:
    print(json.dumps(content), flush=True)


def main() -> None:
    """Answer requests until there are no more."""
    limit = threading.Timer(TIME_LIMIT, ctypes.WinDLL("kernel32").ExitProcess, [1])
    limit.daemon = True
    limit.start()
    ole.CoInitialize(None)
    if sys.argv[1:] == ["host"]:
        host = Host()
        serve(lambda do, **given: getattr(host, do)(**given))
        return
    with started(here()) as address:
        server = Server(address)
        serve(lambda **given: answer(server, **given))


def serve(respond: Callable[..., Any]) -> None:
    """Answer each line of the input."""
    reply(result=None)
    for line in sys.stdin:
        try:
            reply(result=respond(**json.loads(line)))
        except (OSError, TypeError) as error:
            reply(error=str(error))


main()
