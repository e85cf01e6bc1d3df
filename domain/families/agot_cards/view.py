"""What everybody sees of a table of both games beside areas: the challenge, the faction card, cards in play."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from domain.cardgame import view
from domain.cardgame.in_play import active_constants, characteristics
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.state import AgotCard, AgotTable, Challenge
from domain.kernel.ids import Handle, Seat
from domain.kernel.state.fields import field_state


def seen_challenge(challenge: Challenge) -> dict[str, Any]:
    return {
        "kind": challenge.kind,
        "attacker": challenge.attacker,
        "defender": challenge.defender,
        "attackers": challenge.attackers,
        "defenders": challenge.defenders,
        "bypassed": challenge.bypassed,
        "winner": challenge.winner,
        "loser": challenge.loser,
        "margin": challenge.margin,
        "unopposed": challenge.unopposed,
    }


def seen_faction(table: AgotTable, seat: Seat) -> dict[str, Any]:
    """The faction card of a player, which is always there."""
    card = table.cards[table.players[seat].faction]
    return {"card": card.handle, "key": card.key, "kneeling": card.kneeling, "power": card.power} | field_state(card)


SEEN_CHANGES = ("strength", "icon", "lose-icon", "keyword", "blank")
"""The kinds of constant abilities and lasting effects that change what is seen of a character."""


def values_in_play(table: AgotTable, card: AgotCard) -> dict[str, Any]:
    """The computed values of a character."""
    keywords = characteristics.keywords(table, card)
    seen: dict[str, Any] = {
        "strength": numbers_in_play.strength(table, card.handle).value,
        "icons": numbers_in_play.icons(table, card),
        "keywords": sorted({each.name for each in keywords}),
    }
    if active_constants.is_blank(table, card):
        seen["blank"] = True
    return seen


def printed_values(table: AgotTable, card: AgotCard) -> dict[str, Any]:
    """The same of a character that nothing changes: found once for each card of the pool."""
    by_key: dict[str, dict[str, Any]] = table.registry.values_seen
    seen = by_key.get(card.key)
    if seen is None:
        seen = by_key[card.key] = values_in_play(table, card)
    return seen


def changed_characters(table: AgotTable) -> Collection[Handle]:
    """The characters in play that may be seen otherwise than printed."""
    return active_constants.changed_cards(table, SEEN_CHANGES)


def seen_card(table: AgotTable, card: AgotCard, changed: Collection[Handle] | None = None) -> dict[str, Any]:
    """A card in play: its identity, its state, and its computed values; `changed` are the `changed_characters`."""
    seen = view.seen_identity(table, card)
    if card.type == "character":
        as_printed = changed is not None and card.handle not in changed
        seen |= printed_values(table, card) if as_printed else values_in_play(table, card)
    if state := field_state(card):
        seen |= state
    if card.tokens:
        seen["tokens"] = card.tokens
    if card.host:
        seen["host"] = card.host
        seen["duplicate"] = card.duplicate
    if card.owner != card.controller:
        seen["owner"] = card.owner
    return seen
