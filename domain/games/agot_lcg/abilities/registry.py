"""The abilities of this game's cards, and the save that a duplicate has by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from domain.cardgame.abilities.registry import Declared, Registry, ability_keys, declares_in
from domain.cardgame.table import CardState
from domain.cardgame.words.costs import DiscardCost
from domain.cardgame.words.parts.interrupting import Save
from domain.families.agot_cards.words.triggers import When
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import AgotCard
from domain.kernel.citing import enforces
from domain.kernel.occurring.abilities import Ability

DUPLICATE = -1
"""The number of a duplicate's own save, which is printed on no card."""
DUPLICATE_SAVE = Ability(
    timing="would-interrupt",
    when=When(("killed", "discarded", "returned_to_hand", "removed", "shuffled_away"), host=True),
    costs=(DiscardCost(),),
    parts=(Save(),),
    uncancelable=True,
    note="discard the duplicate to save the card over it",
)

DECLARED: Declared = {}
card = declares_in(DECLARED)


class AgotRegistry(Registry[Printed]):
    """The abilities of one pool, by card and by what they listen to."""

    active_zones: ClassVar[tuple[str, ...]] = ("play", "plot", "faction", "agenda")
    by_rule: ClassVar[Mapping[int, Ability]] = {DUPLICATE: DUPLICATE_SAVE}

    def has_text(self, card: Printed) -> bool:
        return card.type != "title" and super().has_text(card)

    @enforces(
        "agot_lcg.abilities.work-only-from-play",
        "agot_lcg.abilities.events-agendas-from-out-of-play",
        "agot_lcg.agenda.not-in-play-but-active",
        "agot_lcg.plots.revealed-is-in-play",
        "agot_lcg.dead-pile.out-of-play-area",
        "agot_lcg.discard-pile.out-of-play-area",
        "agot_lcg.removed.set-aside",
        "agot_lcg.duplicates.no-characteristics",
    )
    def place(self, card: CardState) -> str:
        """How a card counts for the index: active, a duplicate, or an event in hand; else empty."""
        return "duplicate" if isinstance(card, AgotCard) and card.duplicate else super().place(card)

    def find_keys(self, key: str, place: str) -> Iterator[tuple[str, int]]:
        if place == "duplicate":
            yield from ((each, DUPLICATE) for each in ability_keys(DUPLICATE_SAVE))
            return
        yield from super().find_keys(key, place)
