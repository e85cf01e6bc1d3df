"""How long a test waits for something that must come: far longer than it takes, also on a busy machine.

A test never asserts how fast something was. What must not be waited for is given a wait longer than PATIENCE, so that
a test that comes to its end has seen that nobody waited.
"""

from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

Held = TypeVar("Held")

# seconds
PATIENCE = 120.0


def until(holds: Callable[[], Held]) -> Held:
    """Wait until something holds, and give it; raises AssertionError where it has not come about within PATIENCE."""
    deadline = monotonic() + PATIENCE
    while not (held := holds()):
        assert monotonic() < deadline, "it did not come about"
        sleep(0.02)
    return held
