"""The names that seats may have."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.ids import RESERVED_NAMES
from domain.kernel.refusals import Refusal


def seat_names_refusal(names: Iterable[str]) -> Refusal | None:
    """Why the seat names are refused: they are `[a-z0-9-]{1,32}`, different, and no viewer's name."""
    names = tuple(names)
    for name in names:
        plain = name.replace("-", "a")
        lawful = 1 <= len(name) <= 32 and plain.isascii() and plain.isalnum() and plain == plain.lower()
        if not lawful or name in RESERVED_NAMES:
            problem = f"“{name}” is no name of a seat: it has small letters, digits and hyphens, 32 at most"
            if name in RESERVED_NAMES:
                problem = f"“{name}” stands for a viewer, and names no seat"
            return Refusal("match.seat-name", {"seat": name, "problem": problem})
    if len(set(names)) < len(names):
        return Refusal("match.seat-name", {"seats": list(names)})
    return None
