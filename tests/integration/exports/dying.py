"""A process that dies while it exports: what it puts in place or takes away is counted, and one step is its last."""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest

STEPS = ("replace", "fsync", "link", "unlink")


class Died(Exception):
    """What a process feels of its end in these tests."""


def count_steps(monkeypatch: pytest.MonkeyPatch, steps: list[int]) -> dict[str, int]:
    """Count what is put in place or taken away; at the step `until` the process dies."""
    limit = {"until": sys.maxsize}

    def counted(name: str, really: Any) -> None:
        def step(*args: Any, **more: Any) -> Any:
            if len(steps) == limit["until"]:
                raise Died
            steps.append(1)
            return really(*args, **more)

        monkeypatch.setattr(os, name, step)

    for name in STEPS:
        counted(name, getattr(os, name))
    return limit
