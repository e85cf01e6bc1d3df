"""The keys of a scenario's expectations that both AGoT card games have, and the default fields of their commands."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

from domain.cardgame.pool.keyword_lines import KeywordList
from domain.cardgame.positions.expectations import CardGameProbe, ExpectedKey, Keys, field_key
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.state import CHALLENGES, AgotTable
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.scenarios.expected_words import one_of_list, one_or_more, or_none

T = TypeVar("T", bound=AgotTable)


def plot_key(what: str) -> ExpectedKey:
    """The key of a number of the revealed plot."""
    return ExpectedKey(lambda table, names, seat: numbers_in_play.plot_value(table, seat, what).value, int)


PLAYER: Keys = {
    "power": ExpectedKey(lambda table, names, seat: table.power(seat), int),
    "faction_power": ExpectedKey(lambda table, names, seat: table.cards[table.players[seat].faction].power, int),
    "income": plot_key("income"),
    "initiative": plot_key("initiative"),
    "reserve": plot_key("reserve"),
    "plot": ExpectedKey(
        lambda table, names, seat: "".join(names.names_of(table.zone(zone(seat, "plot")))) or "none", or_none(Handle)
    ),
}

CARD: Keys = {
    "strength": ExpectedKey(lambda table, names, card: numbers_in_play.strength(table, card.handle).value, int),
    "duplicates": ExpectedKey(lambda table, names, card: len(table.duplicates(card.handle)), int),
    "icons": ExpectedKey(
        lambda table, names, card: frozenset(numbers_in_play.icons(table, card)),
        one_or_more(one_of_list("icon", CHALLENGES)),
    ),
}

CHALLENGE: Keys = {
    "unopposed": field_key("unopposed", bool),
    "claim": ExpectedKey(lambda table, names, now: numbers_in_play.claim(table).value, int),
}


class AgotCardProbe(CardGameProbe[T]):
    """The keys of one of the two games for the scenario runner."""

    def __init__(self, table: type[T], phases: tuple[str, ...], windows: Iterable[str], keywords: KeywordList) -> None:
        super().__init__(
            table,
            phases,
            windows=tuple(windows),
            endings=("power", "empty-deck"),
            piles=("discard", "dead", "used", "removed"),
            contest="challenge",
            contest_kinds=CHALLENGES,
            keywords=keywords,
            player_keys=PLAYER,
            card_keys=CARD,
            contest_keys=CHALLENGE,
        )

    def default(self, table: T, seat: Seat, tag: str, given: dict[str, Any], field: str) -> Any:
        """The default of a field: the only opponent, nobody bypassed, and what every card game leaves out."""
        match field:
            case "against":
                opponents = table.opponents(seat)
                return opponents[0] if len(opponents) == 1 else None
            case "stealth":
                return {}
        return super().default(table, seat, tag, given, field)
