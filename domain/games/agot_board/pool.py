"""The cards of the box by key, with the titles that the service shows."""

from __future__ import annotations

from msgspec import Struct

from domain.games.agot_board.components import HOUSE_CARDS, TIDES_CARDS, WESTEROS_CARDS, WILDLING_CARDS


class TitledCard(Struct, frozen=True):
    """A card: its key, title, kind and text."""

    key: str
    title: str
    type: str
    text: str = ""


class Pool(Struct, frozen=True):
    """All cards of one box."""

    id: str
    cards: dict[str, TitledCard]


def box_pool() -> Pool:
    cards = [
        *(TitledCard(each.id, each.name, "house", each.ability) for each in HOUSE_CARDS.values()),
        *(TitledCard(each.key, each.name, "westeros", each.effect) for each in WESTEROS_CARDS.values()),
        *(TitledCard(each.id, each.name, "wildling") for each in WILDLING_CARDS.values()),
        *(TitledCard(each.id, each.id.replace("-", " "), "tides") for each in TIDES_CARDS.values()),
    ]
    return Pool("base", {each.key: each for each in cards})
