"""The view of a card table for a viewer: what every card game shows, with the places for what is a game's own.

Hidden cards are counted and not named, and their handles are left out. A view consists of plain JSON values. Read
`common_view`, then `complete_views`, which adds for each viewer what it sees of hidden areas; `plain_views` is both.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import lru_cache
from typing import Any

from domain.cardgame.table import CardGameTable, CardState, rules_of_table
from domain.kernel.cards.who_sees_cards import may_see
from domain.kernel.flow.waits import seen_waiting
from domain.kernel.ids import OFFICIALS, PUBLIC, Handle, Seat, Viewer, ZoneKey, zone, zone_kind
from domain.kernel.state.fields import CountField, FieldValue, described_fields, field_state


def common_view(table: CardGameTable, own: dict[str, Any], players: dict[Seat, dict[str, Any]]) -> dict[str, Any]:
    """The part of the view that is the same for every viewer: `own` of the game, `players` by seat."""
    return {
        "game": rules_of_table(table).name,
        "viewer": "",
        "round": table.round,
        "phase": table.phase,
        "policy": table.policy,
        "first_player": table.first_player,
        "active_player": table.active_player,
        **own,
        "players": players,
        "lasting": [
            {"source": each.source, "what": each.what, "name": each.name, "amount": each.amount, "until": each.until}
            for each in table.effects_at_work()
        ],
        "waiting": seen_waiting(table),
        "standing_orders": [
            {"seat": each.seat, "until": each.until, "windows": each.windows, "unless": each.unless}
            for each in table.orders.values()
        ],
        "draw_offered_by": list(table.offers),
        "over": {"winner": table.over.winner, "how": table.over.how, "rule": table.over.rule} if table.over else None,
    }


def complete_views(
    common: dict[str, Any], viewers: Iterable[Viewer], see_hidden: Callable[[Seat, Viewer], dict[str, Any]]
) -> dict[Viewer, dict[str, Any]]:
    """The view of each viewer: the common part, and what it sees of the hidden areas of each player."""
    found = {}
    for viewer in viewers:
        players = {seat: seen | see_hidden(seat, viewer) for seat, seen in common["players"].items()}
        found[viewer] = common | {"viewer": viewer, "players": players}
    return found


def hidden_kinds(table: CardGameTable, kinds: Iterable[str]) -> tuple[str, ...]:
    """The kinds of areas, of these, in which cards can lie that not everybody sees."""
    zones = table.zone_kinds
    return tuple(kind for kind in kinds if any(zones[kind].sight(facedown) != "all" for facedown in (False, True)))


@lru_cache(4096)
def areas_with_sight(
    kind: type[CardGameTable], seat: Seat, kinds: tuple[str, ...], viewer: Viewer
) -> tuple[tuple[str, ZoneKey, bool | None], ...]:
    """The areas of a player on a type of table, each with its kind and whether a viewer sees which cards lie there.

    It is None where cards have faces: there it depends on each card.
    """
    areas = ((each, zone(seat, each), kind.zone_kinds[each]) for each in kinds)
    return tuple(
        (each, area, None if said.facedown else may_see(said.sees, viewer, area)) for each, area, said in areas
    )


def seen_areas(
    table: CardGameTable, seat: Seat, kinds: tuple[str, ...], viewer: Viewer = PUBLIC
) -> dict[str, dict[str, Any]]:
    """The areas of a player as a viewer sees them: the number of cards, and the cards if it sees them, topmost first.

    For a hidden area, `shown` are the cards that current effects show to the viewer. Where cards have faces all are
    listed, and those that the viewer does not see are told by their faces alone.
    """
    laid = table.zones
    seen: dict[str, dict[str, Any]] = {}
    for kind, area, in_sight in areas_with_sight(type(table), seat, kinds, viewer):
        handles = laid.get(area)
        if not handles:
            seen[kind] = {"count": 0}
        elif in_sight:
            seen[kind] = {"count": len(handles), "cards": seen_cards(table, handles)}
        elif in_sight is None:
            seen[kind] = {"count": len(handles), "cards": seen_by_face(table, handles, viewer)}
        elif shown := table.shows_cards and shown_cards(table, handles, viewer):
            seen[kind] = {"count": len(handles), "shown": seen_cards(table, shown)}
        else:
            seen[kind] = {"count": len(handles)}
    return seen


def seen_by_face(table: CardGameTable, handles: list[Handle], viewer: Viewer) -> list[dict[str, Any]]:
    """The cards of an area in which they have faces as a viewer sees them, topmost first."""
    shown = shown_cards(table, handles, viewer) if table.shows_cards else ()
    return [seen_lying(table, card, viewer, shown) for card in handles]


def seen_lying(table: CardGameTable, handle: Handle, viewer: Viewer, shown: Container[Handle] = ()) -> dict[str, Any]:
    """A card where it lies: its identity if a viewer sees it or it is shown, and whether it lies facedown."""
    card = table.cards[handle]
    in_sight = handle in shown or table.sees_card(viewer, card)
    seen: dict[str, Any] = seen_identity(table, card) if in_sight else {}
    return seen | {"facedown": True} if card.facedown else seen


def shown_cards(table: CardGameTable, handles: list[Handle], viewer: Viewer) -> list[Handle]:
    """Those of these cards that current effects show to a viewer."""
    shown = table.shown_to(viewer)
    return [card for card in handles if card in shown]


def seen_hidden_areas(
    table: CardGameTable, seat: Seat, kinds: tuple[str, ...], viewer: Viewer
) -> dict[str, dict[str, Any]]:
    """The hidden areas of a player as a viewer sees them; empty where it sees no more than the public does."""
    return {} if sees_as_public(table, seat, viewer) else seen_areas(table, seat, kinds, viewer)


def sees_as_public(table: CardGameTable, seat: Seat, viewer: Viewer) -> bool:
    """Whether a viewer sees of a player no more than the public, as far as that is clear at once."""
    return viewer != seat and viewer not in OFFICIALS and not table.shows_cards


def seen_cards(table: CardGameTable, handles: Iterable[Handle]) -> list[dict[str, Any]]:
    """The identities of these cards, in this order."""
    cards, uncoded = table.cards, table.registry.uncoded
    seen: list[dict[str, Any]] = [{"card": card, "key": cards[card].key} for card in handles]
    if uncoded:
        for each in seen:
            if each["key"] in uncoded:
                each["by_hand"] = True
    return seen


def seen_identity(table: CardGameTable, card: CardState) -> dict[str, Any]:
    """Which card it is; with the note that it is resolved by hand, if its text is not coded."""
    key = card.key
    if key in table.registry.uncoded:
        return {"card": card.handle, "key": key, "by_hand": True}
    return {"card": card.handle, "key": key}


def seen_in_play(
    table: CardGameTable, card: CardState, viewer: Viewer = PUBLIC, shown: Container[Handle] = ()
) -> dict[str, Any]:
    """A card in play: its identity and what it gained where a viewer sees it, its tokens, and the card that it is on.

    That one is named where the viewer sees it.
    """
    public = table.sees_card(PUBLIC, card)
    in_sight = public or card.handle in shown or table.sees_card(viewer, card)
    seen: dict[str, Any] = seen_identity(table, card) if in_sight else {}
    if in_sight and card.gained:
        seen["gained"] = [{"ability": each.number, "key": each.key, "place": each.place} for each in card.gained]
    if not public:
        seen["facedown"] = True
    if card.tokens:
        seen["tokens"] = card.tokens
    if card.host and (card.host in shown or table.sees_card(viewer, table.cards[card.host])):
        seen["host"] = card.host
    return seen


def seen_with_fields(
    table: CardGameTable, card: CardState, viewer: Viewer = PUBLIC, shown: Container[Handle] = ()
) -> dict[str, Any]:
    """A card in play with its described fields that are not at their default, and its zone where there are several."""
    area = {"area": zone_kind(card.zone)} if len(table.section_kinds) > 1 else {}
    return seen_in_play(table, card, viewer, shown) | area | field_state(card)


def seen_play_area(table: CardGameTable, seat: Seat, viewer: Viewer = PUBLIC) -> list[dict[str, Any]]:
    """The cards in a player's play area as a viewer sees them."""
    lying = table.play_area(seat)
    shown = shown_cards(table, lying, viewer) if table.shows_cards else ()
    return [seen_with_fields(table, table.cards[card], viewer, shown) for card in lying]


def has_unseen_in_play(table: CardGameTable, seat: Seat) -> bool:
    """Whether a card lies in a player's play area that not everybody sees."""
    return any(table.sight(table.cards[card]) != "all" for card in table.play_area(seat))


def seen_player_fields(table: CardGameTable, seat: Seat) -> dict[str, FieldValue]:
    """The described fields of a player: every count, and the marks that the player has."""
    player = table.players[seat]
    fields = ((each, getattr(player, each.name)) for each in described_fields(table.new_player))
    return {each.name: value for each, value in fields if value or isinstance(each.said, CountField)}


def plain_views(table: CardGameTable, viewers: Iterable[Viewer], own: dict[str, Any]) -> dict[Viewer, dict[str, Any]]:
    """The table as each viewer may see it, for a game that shows of its cards and areas no more than every game."""
    kinds = tuple(kind for kind in table.zone_kinds if kind not in table.play_kinds)
    hidden = hidden_kinds(table, kinds)
    players: dict[Seat, dict[str, Any]] = {
        seat: {
            "eliminated": seat in table.eliminated,
            **seen_player_fields(table, seat),
            "in_play": seen_play_area(table, seat),
            **seen_areas(table, seat, kinds),
        }
        for seat in table.seats
    }
    unseen = [seat for seat in table.seats if has_unseen_in_play(table, seat)]

    def see_hidden(seat: Seat, viewer: Viewer) -> dict[str, Any]:
        if sees_as_public(table, seat, viewer):
            return {}
        in_play = {"in_play": seen_play_area(table, seat, viewer)} if seat in unseen else {}
        return seen_areas(table, seat, hidden, viewer) | in_play

    return complete_views(common_view(table, own, players), viewers, see_hidden)
