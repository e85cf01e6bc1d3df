"""The conflict that is under way in a position: its ring, the attacked province, and whom covert has evaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from domain.cardgame.contest import Contest
from domain.cardgame.positions.contests import AnyNames, ContestSection, is_held
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import CONFLICTS, SLOT_NAMES, SLOTS, Conflict
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Handle

DEFENDING = "l5r.conflict.defending-player"
EVADED = "l5r.keyword.covert-evaded"


class ConflictSection(ContestSection):
    """The section of a conflict."""

    contest: ClassVar[type[Contest]] = Conflict
    own_keys: ClassVar[tuple[str, ...]] = ("ring", "province", "evaded")
    sides: ClassVar[tuple[str, ...]] = ("attackers", "defenders", "evaded")

    def __init__(self) -> None:
        super().__init__("contest", CONFLICTS, "character", DEFENDING)

    def own_fields(
        self, contest: Mapping[str, DocumentNode], attackers: tuple[Handle, ...], names: AnyNames
    ) -> dict[str, Any]:
        for key in ("ring", "province"):
            if key not in contest:
                raise contest["kind"].wrong(f"{key}: missing beside it")
        province = contest["province"]
        # without quotation marks YAML reads the number of a province as a number
        name = str(province.value) if type(province.value) is int else province.value
        return {
            "ring": contest["ring"].text(ELEMENTS),
            "slot": SLOTS[DocumentNode(province.place, name).text(tuple(SLOTS))],
            "evaded": self.read_evaded(contest.get("evaded"), attackers, names),
        }

    def read_evaded(
        self, field: DocumentNode | None, attackers: tuple[Handle, ...], names: AnyNames
    ) -> tuple[Handle, ...]:
        """The characters in play that covert has evaded, no attackers. Raises Unreadable."""
        cards = names.read_cards(field)
        for number, card in enumerate(cards):
            laid = names.cards[card]
            held = any(is_held(names, card, seat) for seat in names.seats)
            is_character = names.registry.pool.cards[laid.key].type == self.participant
            if field is not None and (not held or not is_character or card in (*attackers, *cards[:number])):
                raise field.wrong(f"{card} is no character in play that was evaded once ({EVADED})")
        return cards

    def write(self, now: Contest, names: Mapping[Handle, str]) -> dict[str, Any]:
        assert isinstance(now, Conflict)
        return {**super().write(now, names), "ring": now.ring, "province": SLOT_NAMES[now.slot]}
