"""Python asked for a result the way the add-in asks it: through xlwings' DLL, which starts Python as a COM server.

What the Visual Basic of `xlvp.excel.loader` does is done here step by step: into Python's own folder, the DLL by its
full path, the same line, back to the folder from before. The DLL keeps the server for further calls, and ends it when
told to.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from xlvp.excel.places import Places, dll_name

if TYPE_CHECKING:
    from collections.abc import Iterator

_BITS = 8 * struct.calcsize("P")
_START, _END = 1, -1
_OUR_START = 0  # the add-in counts its starts from 1, so that this line is none of its lines


class _Variant(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_ushort),
        ("reserved", ctypes.c_ushort * 3),
        ("value", ctypes.c_void_p),
        ("second", ctypes.c_void_p),
    )


@contextmanager
def server(places: Places) -> Iterator[Any]:
    """Give the COM object that the add-in calls, from a Python of its own that ends afterwards."""
    if sys.platform != "win32":
        raise OSError("xlwings' DLL works on Windows only")
    import pythoncom  # type: ignore[import-untyped]
    from win32com.client.dynamic import Dispatch  # type: ignore[import-untyped]

    with started(places) as address:
        yield Dispatch(pythoncom.ObjectFromAddress(address, pythoncom.IID_IDispatch))


@contextmanager
def started(places: Places) -> Iterator[int]:
    """Have the DLL start Python, give the address of the COM object, and have the DLL end Python."""
    if sys.platform != "win32":
        raise OSError("xlwings' DLL works on Windows only")
    line = places.start_line(_OUR_START).encode("ascii")
    result = _Variant()
    before = os.getcwd()
    os.chdir(places.folder)
    try:
        activate = ctypes.WinDLL(f"{places.dlls}\\{dll_name(_BITS)}").XLPyDLLActivateAuto
        activate.argtypes = [ctypes.POINTER(_Variant), ctypes.c_char_p, ctypes.c_int]
        activate.restype = ctypes.c_long
        code = activate(ctypes.byref(result), line, _START)
    finally:
        os.chdir(before)
    if code != 0:
        raise OSError(ctypes.wstring_at(result.value) if result.value else "xlwings' DLL could not start Python")
    try:
        yield result.value
    finally:
        activate(ctypes.byref(result), line, _END)
