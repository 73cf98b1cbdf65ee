"""How the tests run: hypothesis without time limits, since a busy machine is not a defect; real applications."""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

pytest_plugins = ["tests.parts.office", "tests.parts.calc", "tests.parts.windows", "tests.parts.pages"]
collect_ignore = ["parts"]  # no tests there, and some of it runs in other Pythons

APPLICATIONS = {"office", "calc", "each_calc", "windows", "built"}
"""The fixtures from which all others have the applications."""

settings.register_profile("xlvp", deadline=None)
settings.load_profile("xlvp")


@pytest.hookimpl(tryfirst=True)  # pytest-xdist looks at the groups in this hook
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a file in one process, which shares what they set up; and all of Wine, which is there once.

    What asks for a real application is slow.
    """
    for item in items:
        asked = set(getattr(item, "fixturenames", ()))
        if asked & APPLICATIONS:
            item.add_marker(pytest.mark.slow)
        if item.get_closest_marker("xdist_group"):
            continue
        group = "windows" if "windows" in asked else item.nodeid.partition("::")[0]
        item.add_marker(pytest.mark.xdist_group(group))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """Refuse to go on where pytest-xdist has not seen the groups: one application would run in every process.

    The thousands of tests stay to the end: Python need not look among them for what can be freed, again and again.
    """
    gc.freeze()
    if hasattr(session.config, "workerinput") and not all("@" in item.nodeid for item in session.items):
        raise pytest.UsageError("this pytest-xdist does not group tests with this pytest; see pyproject.toml")
