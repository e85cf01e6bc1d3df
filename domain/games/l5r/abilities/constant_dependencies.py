"""What constant abilities of this game change and read, so that none depends on itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec import Struct

from domain.cardgame.in_play.constant_dependencies import BLANKS, ConstantDependencies, Scope, ValueRead
from domain.games.l5r.state import CONFLICTS
from domain.games.l5r.words.requirements import Unopposed
from domain.games.l5r.words.select import Cards, Glory, SideSkill, Skill


class L5rDependencies(ConstantDependencies):
    """Which constant abilities depend on which: by keywords, skills and glory too."""

    printed_values: ClassVar[tuple[str, ...]] = ("type", "clan", "title", "unique")

    def reads_of_word(self, place: str, word: Struct, card: Any) -> Iterator[ValueRead]:
        """Yield the values that a word on the given card reads; skill is read with glory, which status adds to it."""
        yield from super().reads_of_word(place, word, card)
        if isinstance(word, SideSkill | Unopposed):
            for kind in CONFLICTS:
                yield from skill_reads(place, kind, {})
        if isinstance(word, Skill):
            yield from skill_reads(place, word.kind, self.scope_of(word.of, card))
        if isinstance(word, Glory):
            yield ValueRead(place, "glory", self.scope_of(word.of, card))
        if isinstance(word, Cards):
            yield from self.reads_of_cards(place, word, self.scope_of(word, card))

    def reads_of_cards(self, place: str, word: Cards, scope: Scope) -> Iterator[ValueRead]:
        """The values that a description of cards reads; a printed keyword can change, since the card may be blank."""
        if word.keyword:
            for value in (f"keyword {word.keyword}", *BLANKS):
                yield ValueRead(f"{place}.keyword", value, scope)
        for kind, most in zip(CONFLICTS, word.skills, strict=True):
            if most is not None:
                yield from skill_reads(f"{place}.{kind}_at_most", kind, scope)
        if word.glory_at_most is not None:
            yield ValueRead(f"{place}.glory_at_most", "glory", scope)


def skill_reads(place: str, kind: str, scope: Scope) -> Iterator[ValueRead]:
    """What the skill of cards is read from."""
    yield from (ValueRead(place, value, scope) for value in (kind, f"base-{kind}", "glory"))


DEPENDENCIES = L5rDependencies()
