"""The changes that can be made by hand at this table, as forms with the choices for each field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.cardgame.tables.change_lists import areas, names_accepted, token_kinds
from domain.cardgame.tables.field_forms import forms_of_cards, forms_of_players, markable
from domain.games.agot_lcg.abilities.counters import USAGE, usage_keys
from domain.games.agot_lcg.corrections.changes import AREAS, PILES, PLOT_AREAS
from domain.games.agot_lcg.corrections.words import (
    BYPASSED,
    FOR_PLAYERS,
    ON_CARDS,
    SIDES,
    UNTILS,
    counted_words,
    effect_words,
)
from domain.games.agot_lcg.state import AgotTable
from domain.games.agot_lcg.words.constants import CHANGES
from domain.kernel.corrections import changes as c
from domain.kernel.corrections.forms import (
    NUMBER,
    SEVERAL,
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
from domain.kernel.ids import Handle, Viewer, ZoneKey, zone_kind, zone_owner
from domain.kernel.rules import Rules


def change_forms(rules: Rules[AgotTable], table: AgotTable, viewer: Viewer) -> tuple[ChangeForm, ...]:
    """Every kind of change at this table, with the things that a viewer can name in it."""
    found = (*of_places(table, viewer), *of_cards(table), *of_players(table), *of_effects(table))
    return (*found, shuffle_form(table, where), show_form(table, viewer, where), *step_forms(rules, table))


def where(key: ZoneKey) -> str:
    """An area in words: `alice.dead` becomes "alice's dead pile"."""
    kind = zone_kind(key)
    return f"{zone_owner(key)}'s {ZONE_WORDS.get(kind, kind)}"


ZONE_WORDS = {
    "play": "side in play",
    "deck": "draw deck",
    "discard": "discard pile",
    "dead": "dead pile",
    "plots": "plot deck",
    "plot": "revealed plot",
    "used": "used plots",
    "faction": "faction card",
    "setup": "set-up cards",
    "removed": "cards out of the game",
}


# --- positions of cards


def of_places(table: AgotTable, viewer: Viewer) -> Iterator[ChangeForm]:
    to = ChangeField("to", "To", values=areas_of(table, AREAS))
    host = ChangeField("host", "Onto", values=in_play(table, table.in_play()), needed=False)
    card = ChangeField("card", "Card", values=visible_cards(table, viewer, where, AREAS))
    yield ChangeForm("move", "Move a card", c.MoveCard, (card, to, place_field(areas(table, PILES)), host))
    plot = ChangeField("card", "Plot", values=visible_cards(table, viewer, where, PLOT_AREAS))
    to_plots = ChangeField("to", "To", values=areas_of(table, PLOT_AREAS))
    yield ChangeForm("plot", "Move a plot card", c.MoveCard, (plot, to_plots))
    anywhere = ChangeField("to", "To", values=areas_of(table, (each for each in AREAS if each != "play")))
    yield move_top_form(table, anywhere, areas(table, PILES), where)
    attachments = (each for each in table.in_play() if table.cards[each].type == "attachment")
    fields = (
        ChangeField("card", "Attachment", values=in_play(table, attachments)),
        ChangeField("host", "Onto", values=in_play(table, table.in_play())),
    )
    yield ChangeForm("attach", "Attach it to another card", c.Attach, fields)
    held = tuple(each for each in table.in_play() if zone_kind(table.cards[each].zone) == "play")
    controlled = ChangeField("card", "Card", values=in_play(table, held))
    yield ChangeForm("control", "Give control of a card", c.SetController, (controlled, seat_field(table, "To")))


def areas_of(table: AgotTable, kinds: Iterable[str]) -> tuple[Value, ...]:
    """The areas of these kinds, for every player."""
    return tuple(Value(key, words=where(key)) for key in areas(table, kinds))


def in_play(table: AgotTable, cards: Iterable[Handle]) -> tuple[Value, ...]:
    """The cards in play as values, grouped by controller."""
    return tuple(
        Value(each, group=where(table.cards[each].zone), note="duplicate" if table.cards[each].duplicate else "")
        for each in cards
    )


# --- tokens of cards and players


def of_cards(table: AgotTable) -> Iterator[ChangeForm]:
    yield from forms_of_cards(table, in_play(table, markable(table)), token_kinds(table))
    fought = table.challenge is not None
    characters = ChangeField("thing", "Character", values=in_play(table, table.all_characters()) if fought else ())
    side = ChangeField("mark", "As", values=(*plain_values(SIDES), Value(BYPASSED, words="bypassed by stealth")))
    part = switch_field("In the challenge", "yes", "no")
    yield ChangeForm("side", "Who takes part in the challenge", c.SetMark, (characters, side, part))


def of_players(table: AgotTable) -> Iterator[ChangeForm]:
    yield from forms_of_players(table)
    counted = (key for seat in table.seats for name in USAGE for key in usage_keys(name, seat))
    keys = dict.fromkeys((*table.usage, *counted))
    fields = (
        ChangeField("key", "Limit", values=tuple(limit(table, each) for each in keys)),
        total_field("Used", "How often in all"),
    )
    yield ChangeForm("limit", "How often a limited thing was done", c.SetLimit, fields)


def limit(table: AgotTable, key: str) -> Value:
    """A counter of limits in words, cards by title."""
    period, _, counter = key.partition(":")
    now = {"": table.usage.get(key, 0)}
    if (said := counted_words(counter)) != counter:
        return Value(key, words=f"{said}, this {period}", now=now)
    named = (table.cards[Handle(each)].printed.title if each in table.cards else each for each in counter.split(":"))
    return Value(key, words=f"{' '.join(named)}, this {period}", now=now)


# --- lasting effects


def of_effects(table: AgotTable) -> Iterator[ChangeForm]:
    until = ChangeField("until", "Until the end of the", values=plain_values(UNTILS))
    more = "How much more, or with a minus how much less"
    amount = ChangeField("amount", "How much", NUMBER, needed=False, signed=True, hint=more)
    cards = ChangeField("on", "On", SEVERAL, in_play(table, table.in_play()))
    fields = (*of_what(table, ON_CARDS), amount, cards, until)
    yield ChangeForm("effect", "Begin an effect on cards", c.AddEffect, fields)
    fields = (*of_what(table, FOR_PLAYERS), amount, seat_field(table, "For"), until)
    yield ChangeForm("effect-player", "Begin an effect for a player", c.AddEffect, fields)
    ends = tuple(
        Value(
            str(each.id),
            words=f"{effect_words(each.what, each.name)} until the end of the {each.until.replace('-', ' ')}",
            group=each.seat,
        )
        for each in table.lasting.values()
    )
    yield ChangeForm("end-effect", "End an effect", c.EndEffect, (ChangeField("effect", "Effect", values=ends),))


def of_what(table: AgotTable, effects: tuple[str, ...]) -> tuple[ChangeField, ChangeField]:
    """The fields of an effect for what it changes, and for the name that goes with it."""
    taken: dict[str, list[str]] = {}
    for what in effects:
        for name in filter(None, names_accepted(table, CHANGES[what])):
            taken.setdefault(name, []).append(what.replace("-", " "))
    names = tuple(Value(name, group=", ".join(by)) for name, by in taken.items())
    which = ChangeField("name", "Which (icon, keyword, trait)", values=names, needed=False)
    return ChangeField("what", "What", values=tuple(Value(each, words=effect_words(each)) for each in effects)), which
