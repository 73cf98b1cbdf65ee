"""Python asked for a result the way the add-in asks it: through xlwings' DLL, which starts Python as a COM server.

The DLL keeps the server for further calls, and ends it when told to.
"""

from __future__ import annotations

import ctypes
import struct
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import xlwings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BITS = 8 * struct.calcsize("P")
_START, _END = 1, -1


class _Variant(ctypes.Structure):
    _fields_ = (
        ("kind", ctypes.c_ushort),
        ("reserved", ctypes.c_ushort * 3),
        ("value", ctypes.c_void_p),
        ("second", ctypes.c_void_p),
    )


def dll_name(bits: int = BITS) -> str:
    """Return the name of the DLL for an Excel of so many bits."""
    return f"xlwings{bits}-{xlwings.__version__}.dll"


def dll_folders(interpreter: Path) -> tuple[Path, Path]:
    """Return where the add-in looks for the DLL: beside Python, then one folder up, as in a virtual environment."""
    return interpreter.parent, interpreter.parent.parent


@contextmanager
def server(interpreter: Path) -> Iterator[Any]:
    """Give the COM object that the add-in calls, from a Python of its own that ends afterwards."""
    if sys.platform != "win32":
        raise OSError("xlwings' DLL works on Windows only")
    import pythoncom  # type: ignore[import-untyped]
    from win32com.client.dynamic import Dispatch  # type: ignore[import-untyped]

    with started(interpreter) as address:
        yield Dispatch(pythoncom.ObjectFromAddress(address, pythoncom.IID_IDispatch))


@contextmanager
def started(interpreter: Path) -> Iterator[int]:
    """Have the DLL start Python, give the address of the COM object, and have the DLL end Python."""
    if sys.platform != "win32":
        raise OSError("xlwings' DLL works on Windows only")
    found = [folder / dll_name() for folder in dll_folders(interpreter) if (folder / dll_name()).exists()]
    if not found:
        raise FileNotFoundError(f"no {dll_name()} beside {interpreter} or one folder up")
    activate = ctypes.WinDLL(str(found[0])).XLPyDLLActivateAuto
    activate.argtypes = [ctypes.POINTER(_Variant), ctypes.c_char_p, ctypes.c_int]
    activate.restype = ctypes.c_long
    command = _command(interpreter).encode("mbcs")
    result = _Variant()
    if activate(ctypes.byref(result), command, _START) != 0:
        raise OSError(ctypes.wstring_at(result.value) if result.value else "xlwings' DLL could not start Python")
    try:
        yield result.value
    finally:
        activate(ctypes.byref(result), command, _END)


def _command(interpreter: Path) -> str:
    """Return what xlwings' Visual Basic (`XLPyCommand`) has the DLL run."""
    program = (
        "import sys, os;import xlwings.utils;"
        r"xlwings.utils.prepare_sys_path(\"False;;;;;;\");"
        "import xlwings; xlwings.serve('$(CLSID)')"
    )
    return f'cmd.exe  /K ""{interpreter}" -B -c "{program}""'
