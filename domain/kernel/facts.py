"""Facts: the smallest things that happened, and the registry of their tags.

A fact is a result. Folding it (`apply`) runs no rule, asks no card and draws no randomness. `seen_by` gives what a
viewer may read of it - the fact, a poorer copy, or nothing - from the fact alone, so that a stored action is redacted
without folding. A tag, `<game or kernel>.<past_tense>`, is never used again with another meaning.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from msgspec import Struct

from domain.kernel.ids import OFFICIALS, Viewer

if TYPE_CHECKING:
    from domain.kernel.table import Table


class Fact(Struct, frozen=True, omit_defaults=True, tag_field="fact", gc=False):
    """One thing that happened; subclasses declare their fields, their fold and their visibility in one place."""

    neutral: ClassVar[bool] = False  # a neutral fact changes nothing that the rules look at
    seals: ClassVar[bool] = False  # the command that caused it is a secret answer, from judges too
    unseals: ClassVar[bool] = False  # the secret answers given so far are secret no more
    says_who_sees: ClassVar[bool] = False  # of this type alone: `seen_by` hides each card from whoever may not see it

    def apply(self, table: Any) -> None:  # each fact says of which table; facts of all tables are listed together
        """Write what this fact changes to the table."""

    def seen_by(self, viewer: Viewer) -> Self | None:
        """The part of the fact that this viewer may read, or None."""
        return self


class ToOfficials(Fact, frozen=True):
    """A fact that only judges may read."""

    def seen_by(self, viewer: Viewer) -> Self | None:
        return self if viewer in OFFICIALS else None


F = TypeVar("F", bound=type[Fact])


def facts_by_tag(facts: tuple[type[Fact], ...]) -> dict[str, type[Fact]]:
    """The registry of a game's facts by tag. Raises ValueError for a tag that two types claim."""
    registry: dict[str, type[Fact]] = {}
    for fact in facts:
        tag = str(fact.__struct_config__.tag)
        if tag in registry:
            raise ValueError(f"two facts claim the tag {tag}")
        registry[tag] = fact
    return registry


def apply_all(table: Table, facts: tuple[Fact, ...]) -> None:
    """Fold facts, in order, into a table that the caller owns."""
    for fact in facts:
        fact.apply(table)
