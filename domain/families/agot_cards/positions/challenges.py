"""The challenge that is under way in a position: its sides, and the characters that stealth has bypassed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from domain.cardgame.contest import Contest
from domain.cardgame.positions.contests import AnyNames, ContestSection
from domain.families.agot_cards.state import CHALLENGES, Challenge
from domain.kernel.citing import rule_of
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Handle, zone_kind

BYPASS = "slot.stealth-bypass"


class ChallengeSection(ContestSection):
    """The section of a challenge."""

    contest: ClassVar[type[Contest]] = Challenge
    own_keys: ClassVar[tuple[str, ...]] = ("bypassed",)
    sides: ClassVar[tuple[str, ...]] = ("attackers", "defenders", "bypassed")

    def __init__(self) -> None:
        super().__init__("challenge", CHALLENGES, "character", "slot.challenge-opponent")

    def own_fields(
        self, contest: Mapping[str, DocumentNode], attackers: tuple[Handle, ...], names: AnyNames
    ) -> dict[str, Any]:
        return {"bypassed": self.read_bypassed(contest.get("bypassed"), attackers, names)}

    def read_bypassed(
        self, field: DocumentNode | None, attackers: tuple[Handle, ...], names: AnyNames
    ) -> tuple[Handle, ...]:
        """The characters in play that stealth has bypassed, without attackers. Raises Unreadable."""
        cards, rule = names.read_cards(field), rule_of(names.registry.rules.cites, BYPASS)
        for number, card in enumerate(cards):
            laid = names.cards[card]
            if field is not None and (is_attacking := card in attackers) | (card in cards[:number]):
                raise field.wrong(f"{card} {'attacks' if is_attacking else 'is there twice'} ({rule})")
            printed = names.registry.pool.cards[laid.key]
            is_character = printed.type == "character" and zone_kind(laid.zone) == "play"
            if field is not None and (not is_character or laid.duplicate):
                raise field.wrong(f"{card} is no character in play ({rule})")
        return cards
