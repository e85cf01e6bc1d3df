"""What scenarios of this game can look at, and the default fields of its commands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from domain.cardgame.positions.expectations import CardGameProbe, ExpectedKey, Keys, field_key, side_key, size_key
from domain.games.l5r.commands import HOME
from domain.games.l5r.numbers_in_play import (
    bid_value,
    fate_value,
    glory,
    glory_count,
    has_dash,
    province_strength,
    side_skill,
    skill,
)
from domain.games.l5r.pool.card_fields import KEYWORDS
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.positions.waiting_points import WINDOWS
from domain.games.l5r.state import CONFLICTS, PHASES, SIDES, SLOT_NAMES, SLOTS, Conflict, L5rTable
from domain.games.l5r.state_checks import VICTORIES
from domain.games.l5r.words.provinces import PLACES
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Seat
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.expectations import NoSuchKey
from domain.kernel.scenarios.expected_words import one_of_list, one_or_more, or_none

PILES = ("discard", "dynasty_discard", "removed")
DASH = "-"


def skill_key(kind: str) -> ExpectedKey:
    """The key of a skill of a character."""
    return ExpectedKey(
        lambda table, names, card: DASH if has_dash(card, kind) else skill(table, card, kind).value, object
    )


PLAYER: Keys = {
    "dynasty_deck": size_key("dynasty_deck"),
    "bid": ExpectedKey(lambda table, names, seat: bid_value(table, seat).value, int),
    "fate_value": ExpectedKey(lambda table, names, seat: fate_value(table, seat).value, int),
    "glory_count": ExpectedKey(lambda table, names, seat: glory_count(table, seat).value, int),
    "rings": ExpectedKey(
        lambda table, names, seat: frozenset(table.claimed_rings(seat)), one_or_more(one_of_list("ring", ELEMENTS))
    ),
    "broken": ExpectedKey(
        lambda table, names, seat: frozenset(
            SLOT_NAMES[each.slot] for each in table.province_cards(seat) if each.broken
        ),
        one_or_more(one_of_list("province", SLOTS)),
    ),
}

CARD: Keys = {
    **{kind: skill_key(kind) for kind in CONFLICTS},
    "glory": ExpectedKey(lambda table, names, card: glory(table, card).value, int),
    "strength": ExpectedKey(lambda table, names, card: province_strength(table, card).value, int),
    "facedown": ExpectedKey(lambda table, names, card: card.facedown, bool, True),
    "province": ExpectedKey(
        lambda table, names, card: SLOT_NAMES.get(card.slot, "none"), or_none(one_of_list("province", SLOTS)), True
    ),
}

CONFLICT: Keys = {
    "ring": field_key("ring", one_of_list("ring", ELEMENTS)),
    "province": ExpectedKey(lambda table, names, now: SLOT_NAMES[now.slot], one_of_list("province", SLOTS)),
    "evaded": side_key("evaded"),
    "attack": ExpectedKey(lambda table, names, now: total(table, now, now.attacker, now.attack), int),
    "defense": ExpectedKey(lambda table, names, now: total(table, now, now.defender, now.defense), int),
}

RING: Mapping[str, tuple[str, object]] = {
    "fate": ("fate", int),
    "contested": ("contested", bool),
    "claimed_by": ("claimed_by", or_none(Seat)),
}


def total(table: L5rTable, now: Conflict, seat: Seat, compared: int) -> int:
    """The total of a side: as it was compared, or before that as it is now."""
    return compared if now.decided else side_skill(table, seat).value


class GameProbe(CardGameProbe[L5rTable]):
    """The keys of this game for the scenario runner: also `rings.air.fate`, `favor.holder`, `favor.side`."""

    places: ClassVar[tuple[str, ...]] = PLACES

    def __init__(self) -> None:
        super().__init__(
            L5rTable,
            PHASES,
            windows=WINDOWS,
            endings=tuple(VICTORIES.values()),
            piles=PILES,
            contest="contest",
            contest_kinds=CONFLICTS,
            keywords=KEYWORDS,
            player_keys=PLAYER,
            card_keys=CARD,
            contest_keys=CONFLICT,
        )

    def type_of(self, table: L5rTable, names: CardNames, path: tuple[str, ...]) -> object:
        match path:
            case ("rings", _, name):
                return RING[name][1]
            case ("favor", "holder"):
                return or_none(Seat)
            case ("favor", "side"):
                return or_none(one_of_list("side", SIDES))
        return super().type_of(table, names, path)

    def keys(self, table: L5rTable, names: CardNames) -> Iterator[str]:
        yield from super().keys(table, names)
        yield from (f"rings.{element}.{name}" for element in ELEMENTS for name in RING)
        yield from ("favor.holder", "favor.side")

    def see(self, table: L5rTable, names: CardNames, key: DocumentNode, path: tuple[str, ...]) -> object:
        match path:
            case ("rings", element, name) if name in RING:
                found = next((ring for each, ring in table.rings.items() if each == element), None)
                if found is None:
                    raise NoSuchKey(path)
                value = getattr(found, RING[name][0])
                return "none" if value == "" else value
            case ("favor", ("holder" | "side") as name):
                return "none" if table.favor is None else getattr(table.favor, name)
        return super().see(table, names, key, path)

    def default(self, table: L5rTable, seat: Seat, tag: str, given: dict[str, Any], field: str) -> Any:
        """The default of a field: nobody evaded, no additional fate, home, and what every card game leaves out."""
        if (tag, field) in LEFT_OUT:
            return LEFT_OUT[tag, field]
        return super().default(table, seat, tag, given, field)


LEFT_OUT: Mapping[tuple[str, str], Any] = {
    ("declare_conflict", "covert"): {},
    ("play_character", "fate"): 0,
    ("play_character", "to"): HOME,
}
"""What fields mean that are left out, by the command."""
