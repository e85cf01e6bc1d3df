"""The view of the table for a viewer: provinces with their cards, areas, rings, the favor, the conflict, a duel.

Hidden cards are counted and not named, and their handles are left out. The view consists of plain JSON values.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.cardgame import view
from domain.cardgame.in_play import active_constants, characteristics
from domain.games.l5r.chart.duel import DuelFrame, duel_value, is_bid_revealed
from domain.games.l5r.numbers_in_play import glory, has_dash, province_strength, side_skill, skill
from domain.games.l5r.state import CONFLICTS, SLOT_NAMES, ZONES, L5rCard, L5rTable, current_conflict
from domain.kernel.citing import enforces
from domain.kernel.ids import PUBLIC, Handle, Seat, Viewer
from domain.kernel.state.fields import field_state

AREAS = tuple(kind for kind in ZONES if kind not in ("play", "province", "row", "holding"))
HIDDEN_AREAS = tuple(area for area in AREAS if ZONES[area].sees != "all")


def views(table: L5rTable, viewers: Iterable[Viewer]) -> dict[Viewer, dict[str, Any]]:
    """The table as each of these viewers (a seat, public, judge...) may see it. The views share their common parts."""
    with active_constants.remember_touches():
        common = view.common_view(table, own_view(table), {seat: seen_player(table, seat) for seat in table.seats})
        public = common["players"]
        return view.complete_views(common, viewers, lambda seat, viewer: seen_hidden(table, seat, viewer, public[seat]))


def own_view(table: L5rTable) -> dict[str, Any]:
    """What everybody sees of what only this game has: rings, the Imperial Favor, the conflict, a duel."""
    return {
        "rings": {element: seen_ring(table, element) for element in table.rings},
        "favor": msgspec.to_builtins(table.favor),
        "conflict": seen_conflict(table) if table.contest is not None else None,
        "duel": seen_duel(table),
    }


def seen_ring(table: L5rTable, element: Any) -> dict[str, Any]:
    ring = table.rings[element]
    return {"fate": ring.fate, "side": ring.side, "contested": ring.contested, "claimed_by": ring.claimed_by}


@enforces("l5r.conflict.3-2-2-announce-totals")
def seen_conflict(table: L5rTable) -> dict[str, Any] | None:
    """The conflict with the present totals of both sides; those that were compared, once they are."""
    now = table.contest
    if now is None:
        return None
    attack, defense = (seen_total(table, seat) for seat in (now.attacker, now.defender))
    return {
        "kind": now.kind,
        "ring": now.ring,
        "province": SLOT_NAMES.get(now.slot, ""),
        "attacker": now.attacker,
        "defender": now.defender,
        "attackers": now.attackers,
        "defenders": now.defenders,
        "evaded": now.evaded,
        "attack": attack["value"],
        "attack_from": attack["from"],
        "defense": defense["value"],
        "defense_from": defense["from"],
        "decided": now.decided,
        "winner": now.winner,
        "loser": now.loser,
        "margin": now.margin,
    }


def seen_duel(table: L5rTable) -> dict[str, Any] | None:
    """The duel that is fought: its type, and both characters with what they count at present."""
    frame = next((each for each in reversed(table.stack) if isinstance(each, DuelFrame)), None)
    if frame is None:
        return None
    duelists = [seen_duelist(table, frame, card) for card in (frame.challenger, frame.challengee)]
    return {"kind": frame.kind, "duelists": duelists}


def seen_duelist(table: L5rTable, frame: DuelFrame, card: Handle) -> dict[str, Any]:
    """A duelist, its controller and its skill, with the bid from when that is revealed; nothing of one out of play."""
    if not table.is_in_play(card):
        return {}
    found = table.cards[card]
    value = duel_value(table, frame.kind, card) if is_bid_revealed(frame) else skill(table, found, frame.kind)
    lines = (line for line in value.trace if line.amount)
    return {
        "card": card,
        "key": found.key,
        "seat": found.controller,
        "value": value.value,
        "from": [{"source": line.source, "amount": line.amount} for line in lines],
    }


def seen_total(table: L5rTable, seat: Seat) -> dict[str, Any]:
    """The total of a player's side with where it comes from; once totals were compared, the one that was, alone."""
    now = current_conflict(table)
    if now.decided:
        return {"value": now.attack if seat == now.attacker else now.defense, "from": []}
    total = side_skill(table, seat)
    lines = (line for line in total.trace if line.how != "base")
    return {"value": total.value, "from": [{"source": line.source, "amount": line.amount} for line in lines]}


@enforces("l5r.honor.open-information", "l5r.fate.open-information", "l5r.zone.discard-open")
def seen_player(table: L5rTable, seat: Seat) -> dict[str, Any]:
    """What everybody sees of one player: pools, cards in play, provinces, open areas; the places of hidden ones."""
    return {
        "eliminated": seat in table.eliminated,
        **view.seen_player_fields(table, seat),
        "in_play": [seen_card(table, table.cards[card]) for card in table.characters_and_attachments(seat)],
        "provinces": [seen_in_place(table, card, PUBLIC) for card in table.province_cards(seat)],
        "dynasty": [seen_in_place(table, card, PUBLIC) for card in table.dynasty_cards(seat)],
        **view.seen_areas(table, seat, AREAS),
        "stronghold": seen_stronghold(table, seat),
    }


def seen_stronghold(table: L5rTable, seat: Seat) -> dict[str, Any]:
    """The area of a player's stronghold, with the state of the card in it."""
    stronghold = table.stronghold(seat)
    if stronghold is None:
        return {"count": 0}
    return {"count": 1, "cards": [view.seen_in_play(table, stronghold) | field_state(stronghold)]}


@enforces("l5r.province.peek-own", "l5r.province.no-peek-dynasty")
def seen_hidden(table: L5rTable, seat: Seat, viewer: Viewer, public: dict[str, Any]) -> dict[str, Any]:
    """What a viewer sees of a player's hidden areas; empty where it sees no more than the public does.

    `public` is what the public sees of the player, from left to right, of which the cards seen by all are taken over.
    """
    seen = view.seen_hidden_areas(table, seat, HIDDEN_AREAS, viewer)
    if not seen:
        return seen
    laid = {"provinces": table.province_cards(seat), "dynasty": table.dynasty_cards(seat)}
    return seen | {name: seen_in_places(table, cards, viewer, public[name]) for name, cards in laid.items()}


def seen_in_places(
    table: L5rTable, cards: list[L5rCard], viewer: Viewer, public: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Returns cards in provinces as a viewer sees them: as the public does, but for those that it sees besides."""
    pairs = zip(cards, public, strict=True)
    return [
        seen if "card" in seen or not table.sees_card(viewer, card) else seen_in_place(table, card, viewer)
        for card, seen in pairs
    ]


def seen_in_place(table: L5rTable, card: L5rCard, viewer: Viewer) -> dict[str, Any]:
    """A province, or a card on one, with its place."""
    return {"place": SLOT_NAMES.get(card.slot, ""), **seen_face(table, card, viewer)}


def seen_face(table: L5rTable, card: L5rCard, viewer: Viewer) -> dict[str, Any]:
    """A card in a province: its identity where the viewer sees it, its face, its state; the strength of a province."""
    seen = view.seen_lying(table, card.handle, viewer)
    if card.type == "province":
        seen["strength"] = province_strength(table, card).value
    state = field_state(card)
    state.pop("slot", None)  # the place tells it
    return seen | state


def seen_card(table: L5rTable, card: L5rCard) -> dict[str, Any]:
    """A character or an attachment in play: its identity, its computed values, its state."""
    seen = view.seen_in_play(table, card)
    if card.type == "character":
        for kind in CONFLICTS:
            seen[kind] = None if has_dash(card, kind) else skill(table, card, kind).value
        seen["glory"] = glory(table, card).value
        seen["keywords"] = sorted({each.name for each in characteristics.keywords(table, card)})
    if card.owner != card.controller:
        seen["owner"] = card.owner
    return seen | field_state(card)
