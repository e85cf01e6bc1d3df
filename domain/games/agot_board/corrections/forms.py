"""The changes that can be made by hand on this board, as forms with the choices for each field."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from domain.games.agot_board.board.orders import BANS
from domain.games.agot_board.components import AREAS, HOUSES, LIMITS, ORDERS, TRACKS, UNITS
from domain.games.agot_board.corrections.card_changes import TIDES, is_pile
from domain.games.agot_board.corrections.changes import BANNING, LAND, SEA
from domain.games.agot_board.corrections.combat_changes import IN_COMBAT, REFUSE, lends
from domain.games.agot_board.corrections.words import BANNED, PILES, ROUTED, TOKENS
from domain.games.agot_board.state import IMPASSABLE, Area, BoardTable, House
from domain.kernel.corrections import changes as c
from domain.kernel.corrections.forms import (
    NUMBER,
    ORDER,
    ChangeField,
    ChangeForm,
    Value,
    move_top_form,
    place_field,
    plain_values,
    seat_field,
    show_form,
    shuffle_form,
    step_forms,
    switch_field,
    total_field,
    visible_cards,
)
from domain.kernel.ids import NO_SEAT, Seat, Viewer, ZoneKey, zone_kind, zone_owner
from domain.kernel.rules import Rules
from domain.kernel.state.fields import counts_by_hand, mark_fields

TITLES = {"iron_throne": "Iron Throne track", "fiefdoms": "Fiefdoms track", "kings_court": "King's Court track"}
NOBODYS = "nobody's"
AREA_TYPES = ("land", "sea", "port")


def change_forms(rules: Rules[BoardTable], table: BoardTable, viewer: Viewer) -> tuple[ChangeForm, ...]:
    """Every kind of change on this board, with the things that a viewer can name in it."""
    pieces = (
        *of_units(table),
        *of_orders(table),
        *of_bans(table),
        *of_areas(table),
        *of_tracks(table),
    )
    cards = (*of_marks(table), *of_houses(table), *of_combat(table), *of_decks(table, viewer))
    return (
        *pieces,
        *cards,
        shuffle_form(table, pile_words),
        show_form(table, viewer, pile_words),
        *step_forms(rules, table),
    )


def pile_words(key: ZoneKey) -> str:
    """A pile in words: "the revealed Westeros cards I", or "stark's hand of Tides of Battle cards"."""
    owner, said = zone_owner(key), PILES[zone_kind(key)]
    return f"{owner}'s {said}" if owner else f"the {said}"


def areas(table: BoardTable, *types: str) -> tuple[Value, ...]:
    """The areas in use of these types, grouped by the House that has units there."""
    return tuple(Value(id, each.house or NOBODYS) for id, each in table.areas.items() if AREAS[id].type in types)


def with_units(table: BoardTable, value: Value) -> Value:
    """An area with the units that are there, and whose they are; routed ones by themselves."""
    area = table.area(value.id)
    now = {**area.units, **{f"{kind}/{ROUTED}": n for kind, n in area.routed.items()}}
    return structs.replace(value, now=now, note=area.house or "" if now else "")


def of_units(table: BoardTable) -> Iterator[ChangeForm]:
    """The forms for units: land units in land areas, Ships in the others."""
    for ground, title, types in (
        (LAND, "Units in a land area", (LAND,)),
        (SEA, "Ships in a sea or port", (SEA, "port")),
    ):
        kinds = plain_values(kind for kind, unit in UNITS.items() if unit.domain == ground)
        fields = (
            ChangeField("area", "Area", values=tuple(with_units(table, each) for each in areas(table, *types))),
            seat_field(table, "House"),
            ChangeField("kind", "Unit", values=kinds),
            total_field("How many are there"),
            ChangeField("mark", "They", values=(Value(ROUTED, words="lie routed"),), needed=False),
        )
        yield ChangeForm(f"units-{ground}", title, c.SetPieces, fields)


def of_orders(table: BoardTable) -> Iterator[ChangeForm]:
    held = tuple(Value(id, each.house, also={"seat": each.house}) for id, each in table.areas.items() if each.house)
    token = ChangeField("value", "Order token", values=plain_values(ORDERS))
    fields = (ChangeField("area", "Area", values=held), token)
    yield ChangeForm("order", "Put an Order token", c.SetMarker, fields, {"marker": "order"})
    laid = tuple(Value(id, each.order.house) for id, each in table.areas.items() if each.order)
    gone = (ChangeField("area", "Area", values=laid),)
    fixed = {"marker": "order", "seat": NO_SEAT, "value": ""}
    yield ChangeForm("no-order", "Take an Order token off", c.SetMarker, gone, fixed)


def of_bans(table: BoardTable) -> Iterator[ChangeForm]:
    """The forms for bans by Westeros cards, while orders can be banned."""
    banned = ChangeField("thing", "Orders", values=plain_values(BANS) if table.phase in BANNING else ())
    fields = (banned, switch_field("They are", "banned", "not banned"))
    yield ChangeForm("ban", "Orders that a Westeros card forbids", c.SetMark, fields, {"mark": BANNED})


def of_areas(table: BoardTable) -> Iterator[ChangeForm]:
    land = ChangeField("area", "Area", values=areas(table, LAND))
    whose = seat_field(table, "Of the House (or nobody)", needed=False)
    yield ChangeForm("power-token", "Power token in an area", c.SetMarker, (land, whose), {"marker": "power-token"})
    garrisons = tuple(
        Value(house.garrison_area, also={"seat": seat}) for seat, house in HOUSES.items() if seat in table.seats
    )
    area = ChangeField("area", "Area", values=tuple(each for each in garrisons if not table.area(each.id).garrison))
    yield ChangeForm("garrison", "Put a Garrison back", c.SetMarker, (area,), {"marker": "garrison"})
    there = plain_values(id for id, each in table.areas.items() if each.garrison)
    area = ChangeField("area", "Area", values=there)
    yield ChangeForm("no-garrison", "Take a Garrison off", c.SetMarker, (area,), {"marker": "garrison"})
    empty = tuple(
        structs.replace(each, now={"": table.area(each.id).neutral})
        for each in areas(table, LAND)
        if each.group == NOBODYS and table.area(each.id).neutral != IMPASSABLE
    )
    fields = (
        ChangeField("area", "Area", values=empty),
        ChangeField("value", "Strength (0 for none)", NUMBER, hint="The strength afterwards, as the token has it"),
    )
    yield ChangeForm("neutral-force", "Neutral Force token", c.SetMarker, fields, {"marker": "neutral-force"})


def of_tracks(table: BoardTable) -> Iterator[ChangeForm]:
    for track in TRACKS:
        order = ChangeField("order", "Order, first position first", ORDER, plain_values(table.track(track)))
        yield ChangeForm(track, TITLES[track], c.SetTrack, (order,), {"track": track})
    positions = tuple(Value(str(n)) for n in LIMITS.wildling_track_positions)
    wildlings = (ChangeField("n", "Position", values=positions),)
    yield ChangeForm("wildlings", "Wildlings track", c.SetCount, wildlings, {"seat": NO_SEAT, "counter": "wildling"})
    token = ChangeField("thing", "Token", values=tuple(Value(id, words=words) for id, words in TOKENS.items()))
    fields = (token, switch_field("It is", "used", "not used"))
    yield ChangeForm("token", "Turn a Dominance token over", c.SetMark, fields, {"mark": "used"})


def count_now(table: BoardTable, seat: Seat, counter: str) -> int:
    """The present number of a counter of a House."""
    return int(getattr(table.house(seat), counter))


def of_marks(table: BoardTable) -> Iterator[ChangeForm]:
    """The forms for described marks of areas and Houses."""
    kinds = (("an area", Area, areas(table, *AREA_TYPES)), ("a House", House, plain_values(table.seats)))
    for what, kind, values in kinds:
        for name, mark in mark_fields(kind).items():
            switch = switch_field("It is", mark.on, mark.opposite)
            thing = ChangeField("thing", what.partition(" ")[2].capitalize(), values=values)
            yield ChangeForm(name, f"Whether {what} is {mark.on}", c.SetMark, (thing, switch), {"mark": name})


def of_houses(table: BoardTable) -> Iterator[ChangeForm]:
    for counter, count in counts_by_hand(House).items():
        title = f"{count.title[:1].upper()}{count.title[1:]} of a House"
        houses = tuple(Value(seat, now={"": count_now(table, seat, counter)}) for seat in table.seats)
        fields = (ChangeField("seat", "House", values=houses), total_field("How many"))
        yield ChangeForm(counter, title, c.SetCount, fields, {"counter": counter})
    cards = tuple(
        Value(card, f"{seat}, {place}", also={"seat": seat})
        for seat, house in table.houses.items()
        for place, lying in (("hand", house.hand), ("discard pile", house.discard))
        for card in lying
    )
    to = ChangeField("place", "To", values=(Value("hand"), Value("discard", words="discard pile"), Value(IN_COMBAT)))
    yield ChangeForm(
        "house-card", "Move a House card", c.SetPlace, (ChangeField("thing", "House card", values=cards), to)
    )


def of_combat(table: BoardTable) -> Iterator[ChangeForm]:
    """The forms for the side that a Support order supports, and for the texts of cards in the combat."""
    orders = ((id, each.order) for id, each in table.areas.items() if each.order)
    lending = tuple(Value(id, order.house, also={"seat": order.house}) for id, order in orders if lends(table, id))
    sides = (
        Value("attacker", words="the attacker"),
        Value("defender", words="the defender"),
        Value(REFUSE, words="nobody"),
    )
    fields = (
        ChangeField("area", "Support order in", values=lending),
        ChangeField("value", "Lends to (or is not decided)", values=sides, needed=False),
    )
    yield ChangeForm("support", "What a Support order lends to", c.SetMarker, fields, {"marker": "support"})
    now = table.combat
    cards = tuple(Value(each.card, each.house) for each in (now.attacker, now.defender) if each.card) if now else ()
    text = (ChangeField("thing", "House card", values=cards), switch_field("Its text is", "done with", "still to come"))
    yield ChangeForm("text", "Text of a House card that is fought with", c.SetMark, text, {"mark": "used"})


def of_decks(table: BoardTable, viewer: Viewer) -> Iterator[ChangeForm]:
    piles = tuple(key for key in table.zones if is_pile(table, key))
    to = ChangeField("to", "To", values=tuple(Value(key, words=pile_words(key)) for key in piles))
    card = ChangeField("card", "Card", values=visible_cards(table, viewer, pile_words))
    ordered = [key for key in piles if zone_kind(key) not in TIDES]
    yield ChangeForm("move", "Move a card of a deck", c.MoveCard, (card, to, place_field(ordered)))
    yield move_top_form(table, to, ordered, pile_words)
