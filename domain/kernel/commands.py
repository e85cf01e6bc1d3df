"""What a seat may say: the base of all commands, of the kernel and of every game."""

from __future__ import annotations

from msgspec import Struct


class Command(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A command of a seat; its type is told by its tag, and a field that it does not have is refused."""
