"""How hypothesis runs here: no time limits, since a busy machine is not a defect."""

from hypothesis import settings

settings.register_profile("xlvp", deadline=None)
settings.load_profile("xlvp")
