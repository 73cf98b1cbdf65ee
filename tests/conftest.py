"""How the tests run: hypothesis without time limits, since a busy machine is not a defect; real applications."""

from hypothesis import settings

pytest_plugins = ["tests.parts.office", "tests.parts.calc", "tests.parts.windows"]
collect_ignore = ["parts"]  # no tests there, and some of it runs in other Pythons

settings.register_profile("xlvp", deadline=None)
settings.load_profile("xlvp")
