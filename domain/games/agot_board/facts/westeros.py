"""Facts of the westeros part."""

from __future__ import annotations

from domain.kernel.facts import Fact

WESTEROS_FACTS: tuple[type[Fact], ...] = ()
