"""What constant abilities of both games change and read, so that none depends on itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec import Struct

from domain.cardgame.in_play.constant_dependencies import BLANKS, ConstantDependencies, ValueRead
from domain.cardgame.words.constants import Constant
from domain.families.agot_cards.words.requirements import Unopposed
from domain.families.agot_cards.words.select import Cards


class AgotDependencies(ConstantDependencies):
    """Which constant abilities depend on which: by icons, keywords and strengths too."""

    printed_values: ClassVar[tuple[str, ...]] = ("type", "faction", "title", "unique", "loyal")

    def value_changed(self, constant: Constant) -> str:
        """What a constant changes; a lost icon is one that changes, and a side has one strength in any challenge."""
        if constant.what in ("claim", "side-strength"):
            return constant.what
        return f"icon {constant.name}" if constant.what == "lose-icon" else super().value_changed(constant)

    def reads_of_word(self, place: str, word: Struct, card: Any) -> Iterator[ValueRead]:
        """Yield the values that a word on the given card reads; a printed keyword can change as a trait can."""
        yield from super().reads_of_word(place, word, card)
        if isinstance(word, Unopposed):
            for value in ("strength", "side-strength", "card-does-not count-strength"):
                yield ValueRead(place, value, {})
        if not isinstance(word, Cards):
            return
        scope = self.scope_of(word, card)
        for name in ("icon", "without_icon"):
            if icon := getattr(word, name):
                yield ValueRead(f"{place}.{name}", f"icon {icon}", scope)
        if word.keyword:
            yield ValueRead(f"{place}.keyword", f"keyword {word.keyword}", scope)
            yield from (ValueRead(f"{place}.keyword", blank, scope) for blank in BLANKS)
        if word.strength_at_most is not None:
            yield ValueRead(f"{place}.strength_at_most", "strength", scope)
