"""Fixtures of all tests, files in memory, hypothesis without deadlines: how long an example takes is the machine's."""

import gc
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# Nothing that is imported and collected becomes garbage: to look for it took a fifth of the time.
gc.disable()

pytest_plugins = ["tests.addresses", "tests.postgres", "tests.samples"]

settings.register_profile("praetor", deadline=None)
settings.load_profile("praetor")

TESTS = Path(__file__).parent

# A test writes some megabytes and reads them back: on a disk that takes longer than the test, most of it in the kernel.
MEMORY = Path("/dev/shm")
ROOM = 2 << 30

# begun last, each of them would keep one worker busy for a minute while the others have nothing left
LONG = {
    TESTS / each
    for each in (
        "api/test_schemathesis.py",
        "unit/service/tools/test_rule_coverage.py",
        "unit/domain/kernel/corrections/test_forms.py",
        "api/test_cli_events.py",
        "integration/projections/test_processes.py",
        "integration/store/test_processes.py",
    )
}


def has_room(folder: Path) -> bool:
    """Whether the files and databases of a run find room in a folder, and may be run there."""
    if not os.access(folder, os.W_OK):
        return False
    filesystem = os.statvfs(folder)
    return filesystem.f_bavail * filesystem.f_frsize >= ROOM and not filesystem.f_flag & os.ST_NOEXEC


if "TMPDIR" not in os.environ and has_room(MEMORY):
    # for the processes that the tests start, and for this one, which has looked where already
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that have the longest tests."""
    items.sort(key=lambda item: item.path not in LONG)


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop() -> None:
    """Collect garbage from here on, but leave alone what was imported and collected, which stays to the end."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    gc.enable()


def pytest_unconfigure() -> None:
    """End without a last look at everything."""
    gc.freeze()
