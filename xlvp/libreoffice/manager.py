"""A LibreOffice of our own, for as long as it takes to ask it: `python manager.py SOFFICE ACTION [ARGUMENT]`.

A program of its own, since the module `uno` is in LibreOffice's Python alone. It prints one line of JSON: the
"result", or {"running": true} where the user's LibreOffice is open, or the "error" in words. `unopkg`, which comes
with LibreOffice, is no way: it breaks down while LibreOffice runs, lacks a part in Debian's smaller packages, and
refuses root.

This may run in Python 3.8.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import uuid
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

START_SECONDS = 120  # the first start makes the user's profile
END_SECONDS = 30
_TOKEN = "XLVP_RUN"  # noqa: S105  (no secret: it tells our LibreOffice from the user's)


class RunningError(Exception):
    """The user's LibreOffice is open."""


def install(context: Any, path: str) -> None:
    """Put an extension into LibreOffice, over another version of it."""
    manager = _manager(context)
    manager.addExtension(Path(path).as_uri(), (), "user", manager.createAbortChannel(), _consent())


def remove(context: Any, identifier: str) -> bool:
    """Remove an extension from LibreOffice and return whether it was there."""
    if _deployed(context, identifier) is None:
        return False
    manager = _manager(context)
    manager.removeExtension(identifier, "", "user", manager.createAbortChannel(), _consent())
    return True


def folder(context: Any, identifier: str) -> str | None:
    """Return where LibreOffice keeps the files of an extension, if it has it."""
    import uno  # type: ignore[import-not-found]

    extension = _deployed(context, identifier)
    if extension is None:
        return None
    url = _expander(context).expandMacros(extension.getURL().replace("vnd.sun.star.expand:", "", 1))
    path: str = uno.fileUrlToSystemPath(url)
    return path


def calculate(context: Any, formula: str) -> str:
    """Return what a cell with the formula shows."""
    import uno

    desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
    hidden = uno.createUnoStruct("com.sun.star.beans.PropertyValue", "Hidden", 0, True, 0)
    document = desktop.loadComponentFromURL("private:factory/scalc", "_blank", 0, (hidden,))
    try:
        cell = document.Sheets.getByIndex(0).getCellByPosition(0, 0)
        cell.setFormula(formula)
        shown: str = cell.getString()
        return shown
    finally:
        document.close(True)


ACTIONS = {action.__name__: action for action in (install, remove, folder, calculate)}


@contextmanager
def started(soffice: str) -> Iterator[Any]:
    """Give the context of a LibreOffice with the user's profile, and end it."""
    import uno

    token, name = uuid.uuid4().hex, f"xlvp{uuid.uuid4().hex}"
    options = ["--headless", "--nologo", "--nodefault", "--norestore", "--nofirststartwizard"]
    process = subprocess.Popen(  # noqa: S603
        [soffice, *options, f"-env:{_TOKEN}={token}", f"--accept=pipe,name={name};urp"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        context = _connected(process, f"uno:pipe,name={name};urp;StarOffice.ComponentContext")
        # A second LibreOffice hands what it was asked to the first, and ends: then we have reached the user's.
        if _expander(context).expandMacros(f"${{{_TOKEN}}}") != token:
            raise RunningError
        try:
            yield context
        finally:
            desktop = context.ServiceManager.createInstanceWithContext("com.sun.star.frame.Desktop", context)
            with suppress(uno.getClass("com.sun.star.lang.DisposedException")):  # it may answer by ending
                desktop.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(END_SECONDS)
    finally:
        _end(process)


def _connected(process: subprocess.Popen[bytes], url: str) -> Any:
    import uno

    here = uno.getComponentContext()
    resolver = here.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", here)
    not_yet = uno.getClass("com.sun.star.connection.NoConnectException")
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        with suppress(not_yet):
            return resolver.resolve(url)
        if process.poll() is not None:
            if process.returncode == 0:
                raise RunningError
            raise OSError(f"LibreOffice ends with code {process.returncode}")
        time.sleep(0.05)
    raise OSError(f"LibreOffice does not start within {START_SECONDS} seconds")


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process and what it has started, if it still runs."""
    if process.poll() is not None:
        return
    if sys.platform == "win32":
        command = ["taskkill", "/T", "/F", "/PID", str(process.pid)]
        subprocess.run(command, capture_output=True, check=False, timeout=END_SECONDS)  # noqa: S603
    else:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(END_SECONDS)


def _manager(context: Any) -> Any:
    return context.getByName("/singletons/com.sun.star.deployment.ExtensionManager")


def _expander(context: Any) -> Any:
    return context.getByName("/singletons/com.sun.star.util.theMacroExpander")


def _deployed(context: Any, identifier: str) -> Any:
    import uno

    with suppress(uno.getClass("com.sun.star.lang.IllegalArgumentException")):  # there is none
        return _manager(context).getDeployedExtension("user", identifier, "", _consent())
    return None


def _consent() -> Any:
    """Return an object that answers every question of LibreOffice with yes."""
    import uno
    import unohelper  # type: ignore[import-not-found]

    interfaces = [
        uno.getClass(name) for name in ("com.sun.star.ucb.XCommandEnvironment", "com.sun.star.task.XInteractionHandler")
    ]
    approve = uno.getTypeByName("com.sun.star.task.XInteractionApprove")

    def handle(_: Any, request: Any) -> None:
        for continuation in request.getContinuations():
            approval = continuation.queryInterface(approve)
            if approval is not None:
                approval.select()
                return

    methods = {"getInteractionHandler": lambda self: self, "getProgressHandler": lambda _: None, "handle": handle}
    return type("Consent", (unohelper.Base, *interfaces), methods)()


def main(soffice: str, action: str, *arguments: str) -> None:
    """Do what is asked and print the answer."""
    try:
        with started(soffice) as context:
            answer = {"result": ACTIONS[action](context, *arguments)}
    except RunningError:
        answer = {"running": True}
    except Exception as error:  # whatever LibreOffice throws
        answer = {"error": (str(error).strip() or type(error).__name__).splitlines()[0]}
    print(json.dumps(answer))


if __name__ == "__main__":
    main(*sys.argv[1:])
