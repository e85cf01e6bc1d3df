"""Fixtures of all tests, and hypothesis without deadlines: how long an example takes depends on the machine."""

from hypothesis import settings

pytest_plugins = ["tests.addresses", "tests.postgres", "tests.samples"]

settings.register_profile("praetor", deadline=None)
settings.load_profile("praetor")
