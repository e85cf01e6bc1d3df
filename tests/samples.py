"""Fair samples: `make test` looks at a few of many, spread evenly; `make proof` runs the same test over them all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeVar

import pytest

T = TypeVar("T")


class Spread(Protocol):
    """Chooses which of many cases a test looks at."""

    def __call__(self, cases: Iterable[T], number: int) -> Sequence[T]: ...


def sample(cases: Iterable[T], number: int) -> Sequence[T]:
    """At most `number` of the cases, evenly spread from the first on."""
    found = list(cases)
    return [found[place * len(found) // number] for place in range(number)] if len(found) > number else found


def everything(cases: Iterable[T], number: int) -> Sequence[T]:
    """All cases, however many."""
    return list(cases)


@pytest.fixture(params=[sample, pytest.param(everything, marks=pytest.mark.proof)], ids=lambda choice: choice.__name__)
def spread(request: pytest.FixtureRequest) -> Spread:
    """A sample under `make test`, everything under `make proof`."""
    chosen: Spread = request.param
    return chosen
