"""The changes that can be made by hand at this table, as forms with the choices for each field."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.corrections.card_forms import CardForms, FormWords
from domain.cardgame.corrections.change_lists import token_kinds
from domain.cardgame.corrections.field_forms import forms_of_cards, forms_of_players, markable
from domain.games.agot_lcg.abilities.counters import USAGE, usage_keys
from domain.games.agot_lcg.corrections.changes import AREAS, PILES, PLOT_AREAS
from domain.games.agot_lcg.corrections.words import BYPASSED, SIDES, counted_words, effect_words
from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.corrections import changes as c
from domain.kernel.corrections.forms import (
    ChangeField,
    ChangeForm,
    Value,
    plain_values,
    show_form,
    shuffle_form,
    step_forms,
    switch_field,
    visible_cards,
)
from domain.kernel.ids import Viewer, ZoneKey, zone_kind, zone_owner
from domain.kernel.rules import Rules


def change_forms(rules: Rules[AgotTable], table: AgotTable, viewer: Viewer) -> tuple[ChangeForm, ...]:
    """Every kind of change at this table, with the things that a viewer can name in it."""
    forms = CardForms(table, viewer, WORDS)
    found = (*of_places(table, forms), *of_cards(table, forms), *of_players(table, forms), *forms.effects())
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


WORDS = FormWords(
    zone=where,
    note=lambda card: "duplicate" if isinstance(card, AgotCard) and card.duplicate else "",
    effect=effect_words,
    limit=counted_words,
    name_label="Which (icon, keyword, trait)",
)


def of_places(table: AgotTable, forms: CardForms) -> Iterator[ChangeForm]:
    yield forms.move(AREAS, PILES)
    plot = ChangeField("card", "Plot", values=visible_cards(table, forms.viewer, where, PLOT_AREAS))
    to_plots = ChangeField("to", "To", values=forms.areas_of(PLOT_AREAS))
    yield ChangeForm("plot", "Move a plot card", c.MoveCard, (plot, to_plots))
    yield forms.move_top(tuple(each for each in AREAS if each != "play"), PILES)
    yield forms.attach()
    yield forms.control()


def of_cards(table: AgotTable, forms: CardForms) -> Iterator[ChangeForm]:
    yield from forms_of_cards(table, forms.in_play(markable(table)), token_kinds(table))
    fought = table.challenge is not None
    characters = ChangeField("thing", "Character", values=forms.in_play(table.all_characters()) if fought else ())
    side = ChangeField("mark", "As", values=(*plain_values(SIDES), Value(BYPASSED, words="bypassed by stealth")))
    part = switch_field("In the challenge", "yes", "no")
    yield ChangeForm("side", "Who takes part in the challenge", c.SetMark, (characters, side, part))


def of_players(table: AgotTable, forms: CardForms) -> Iterator[ChangeForm]:
    yield from forms_of_players(table)
    yield forms.limits(key for seat in table.seats for name in USAGE for key in usage_keys(name, seat))
