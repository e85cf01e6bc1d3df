"""What everybody sees of a table of both games beside areas: the challenge, the faction card, cards in play."""

from __future__ import annotations

from typing import Any

from domain.cardgame import view
from domain.cardgame.in_play import active_constants, characteristics
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.state import AgotCard, AgotTable, Challenge
from domain.kernel.ids import Seat
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


def seen_card(table: AgotTable, card: AgotCard) -> dict[str, Any]:
    """A card in play: its identity, its state, and its computed values."""
    seen = view.seen_identity(table, card)
    if card.type == "character":
        seen["strength"] = numbers_in_play.strength(table, card.handle).value
        seen["icons"] = numbers_in_play.icons(table, card)
        keywords = characteristics.keywords(table, card)
        seen["keywords"] = sorted({each.name for each in keywords}) if keywords else []
        if active_constants.is_blank(table, card):
            seen["blank"] = True
    seen |= field_state(card)
    if card.tokens:
        seen["tokens"] = card.tokens
    if card.host:
        seen["host"] = card.host
        seen["duplicate"] = card.duplicate
    if card.owner != card.controller:
        seen["owner"] = card.owner
    return seen
