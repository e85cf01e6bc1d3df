"""Positions without what nobody sees of them: the order of decks, and which facedown dynasty card lies where."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.games.l5r.positions.cards import DYNASTY
from domain.kernel.redaction import sort_decks
from domain.kernel.refusals import Json


def hide_order(position: Json) -> Json:
    """A copy of a position (plain data) with decks sorted, and the facedown dynasty cards of each player dealt sorted.

    What is no position is returned as it is.
    """
    found = sort_decks(position)
    players = found.get("players") if isinstance(found, dict) else None
    if not isinstance(found, dict) or not isinstance(players, dict):
        return found
    return {**found, "players": {seat: deal_sorted(player) for seat, player in players.items()}}


def deal_sorted(player: Any) -> Any:
    """A player's section with the facedown dynasty cards in the provinces sorted."""
    if not isinstance(player, dict) or not isinstance(player.get("provinces"), list):
        return player
    hidden = sorted((card for each in player["provinces"] for card in facedown_on(each)), key=msgspec.json.encode)
    return {**player, "provinces": [with_cards(province, hidden) for province in player["provinces"]]}


def facedown_on(province: Any) -> list[Any]:
    """The facedown dynasty cards that a province lists."""
    listed = province.get(DYNASTY) if isinstance(province, dict) else None
    return [card for card in listed if is_facedown(card)] if isinstance(listed, list) else []


def is_facedown(card: Any) -> bool:
    return isinstance(card, dict) and card.get("facedown") is True


def with_cards(province: Any, cards: list[Any]) -> Any:
    """A province with the next of these cards, which are taken from the list, for each facedown one on it."""
    if not facedown_on(province):
        return province
    return {**province, DYNASTY: [cards.pop(0) if is_facedown(card) else card for card in province[DYNASTY]]}
