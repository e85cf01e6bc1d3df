"""Fixtures of all tests, and hypothesis without deadlines: how long an example takes depends on the machine."""

import gc
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["tests.addresses", "tests.postgres", "tests.samples"]

settings.register_profile("praetor", deadline=None)
settings.load_profile("praetor")

TESTS = Path(__file__).parent

# begun last, each of them would keep one worker busy for a minute while the others have nothing left
LONG = (
    "api/test_schemathesis.py",
    "unit/service/tools/test_rule_coverage.py",
    "unit/domain/kernel/corrections/test_forms.py",
    "api/test_cli_events.py",
    "integration/projections/test_processes.py",
    "integration/store/test_processes.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that have the longest tests."""
    items.sort(key=lambda item: item.path.relative_to(TESTS).as_posix() not in LONG)


def pytest_collection_finish() -> None:
    """Let the collector of garbage leave alone what was imported and collected, which stays to the end."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
