"""The extension `xlvp.oxt`: a zip file, made from the catalogue and this package's own files.

In it are the functions' types as plain text (LibreOffice reads an .idl file as a type library, so that no SDK is
needed), their help, the component that LibreOffice loads, and the package as far as the functions need it. The same
version gives the same bytes.
"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from xlvp import __version__
from xlvp.catalogue import FUNCTIONS
from xlvp.libreoffice.calc import CELLS, IDENTIFIER, INTERFACE, SERVICE, argument_type, method
from xlvp.zipped import zipped

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from xlvp.catalogue import Argument, Function

FILE_NAME = "xlvp.oxt"

BUNDLED_NAME = f"xlvp_{re.sub(r'[^0-9a-z]', '_', __version__)}"
"""What the package is called in the extension.

LibreOffice searches the extension's folder after all others, so that an installed `xlvp` would win; and a running
LibreOffice keeps the modules of the version before.
"""

_BUNDLED = ("__init__.py", "catalogue.py", "cells.py", "rules", "libreoffice/__init__.py", "libreoffice/calc.py")
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def extension() -> bytes:
    """Return the extension as a file."""
    return zipped(extension_parts())


def extension_parts() -> dict[str, bytes]:
    """Return what is in the file."""
    texts = {
        "META-INF/manifest.xml": _manifest(),
        "description.xml": _description(),
        "description.txt": "Bridge team scoring: IMPS, WBFVP, ACBLVP and more, by the official rules.\n",
        "xlvp.idl": interface(),
        "CalcAddIns.xcu": function_help(),
        "component.py": _renamed(files("xlvp").joinpath("libreoffice/component.py")),
        **_package(),
    }
    return {name: text.encode() for name, text in texts.items()}


def interface() -> str:
    """Return the functions' types, in UNO's interface description language."""
    modules, _, name = INTERFACE.rpartition(".")
    opened = " ".join(f"module {module} {{" for module in modules.split("."))
    methods = "".join(f"    {_signature(function)};\n" for function in FUNCTIONS)
    closed = " ".join("};" for _ in modules.split("."))
    return f"{opened}\n  interface {name} : com::sun::star::uno::XInterface {{\n{methods}  }};\n{closed}\n"


def function_help() -> str:
    """Return the names and the help for the function wizard; of Calc's fixed categories, the one for add-ins."""
    return (
        f'{_HEAD}<oor:component-data xmlns:oor="http://openoffice.org/2001/registry" oor:name="CalcAddIns"'
        ' oor:package="org.openoffice.Office">\n<node oor:name="AddInInfo">'
        f'<node oor:name="{SERVICE}" oor:op="replace"><node oor:name="AddInFunctions">\n'
        f"{''.join(map(_help_on, FUNCTIONS))}</node></node></node></oor:component-data>\n"
    )


def _signature(function: Function) -> str:
    arguments = ", ".join(f"[in] {argument_type(argument)} {argument.name}" for argument in function.arguments)
    return f"{CELLS} {method(function)}({arguments})"


def _help_on(function: Function) -> str:
    return (
        f'<node oor:name="{method(function)}" oor:op="replace">'
        f"{_text('DisplayName', function.name)}{_text('Description', function.summary)}"
        '<prop oor:name="Category"><value>Add-In</value></prop>'
        f"{_text('CompatibilityName', function.name)}"
        f'<node oor:name="Parameters">{"".join(map(_help_on_argument, function.arguments))}</node></node>\n'
    )


def _help_on_argument(argument: Argument) -> str:
    return (
        f'<node oor:name="{argument.name}" oor:op="replace">'
        f"{_text('DisplayName', argument.name)}{_text('Description', argument.help)}</node>"
    )


def _text(name: str, value: str) -> str:
    return f'<prop oor:name="{name}"><value xml:lang="en">{escape(value)}</value></prop>'


def _manifest() -> str:
    entries = {
        "xlvp.idl": "application/vnd.sun.star.uno-typelibrary;type=RDB",  # first: the component needs it
        "CalcAddIns.xcu": "application/vnd.sun.star.configuration-data",
        "component.py": "application/vnd.sun.star.uno-component;type=Python",
    }
    lines = "".join(
        f'<manifest:file-entry manifest:full-path="{path}" manifest:media-type="{kind}"/>\n'
        for path, kind in entries.items()
    )
    namespace = "http://openoffice.org/2001/manifest"
    return f'{_HEAD}<manifest:manifest xmlns:manifest="{namespace}">\n{lines}</manifest:manifest>\n'


def _description() -> str:
    return (
        f'{_HEAD}<description xmlns="http://openoffice.org/extensions/description/2006"'
        ' xmlns:xlink="http://www.w3.org/1999/xlink">\n'
        f'<identifier value="{IDENTIFIER}"/>\n<version value="{__version__}"/>\n'
        '<display-name><name lang="en">xlvp: bridge team scoring</name></display-name>\n'
        '<extension-description><src lang="en" xlink:href="description.txt"/></extension-description>\n'
        "</description>\n"
    )


def _package() -> dict[str, str]:
    """Return the bundled part of this package, under its other name."""
    found: dict[str, str] = {}
    for path in _BUNDLED:
        place = files("xlvp").joinpath(path)
        inside = {f"{path}/{file.name}": file for file in place.iterdir()} if place.is_dir() else {path: place}
        found |= {name: _renamed(file) for name, file in inside.items() if name.endswith(".py")}
    return {f"pythonpath/{BUNDLED_NAME}/{name}": found[name] for name in sorted(found)}


def _renamed(file: Traversable) -> str:
    """Return a module with its imports of this package turned to the bundled one."""
    text = file.read_text("utf-8").replace("\r\n", "\n")
    return re.sub(r"^(\s*(?:from|import) )xlvp\b", rf"\g<1>{BUNDLED_NAME}", text, flags=re.MULTILINE)
