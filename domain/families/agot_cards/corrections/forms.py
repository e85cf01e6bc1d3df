"""The changes that can be made by hand at the tables of both games, as forms with the choices for each field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from domain.cardgame.corrections.card_forms import CardForms, FormWords
from domain.cardgame.corrections.change_lists import token_kinds
from domain.cardgame.corrections.field_forms import forms_of_cards, forms_of_players, markable
from domain.cardgame.table import CardState
from domain.families.agot_cards.abilities.limit_counters import USAGE, usage_keys
from domain.families.agot_cards.corrections.changes import AREAS, PILES, PLOT_AREAS
from domain.families.agot_cards.corrections.words import BYPASSED, SIDES, counted_words, effect_words
from domain.families.agot_cards.state import AgotCard, AgotTable
from domain.kernel.corrections import changes as c
from domain.kernel.corrections.forms import (
    ChangeField,
    ChangeForm,
    Value,
    ZoneNaming,
    plain_values,
    show_form,
    shuffle_form,
    step_forms,
    switch_field,
    visible_cards,
)
from domain.kernel.ids import Viewer, ZoneKey, zone_kind, zone_owner
from domain.kernel.rules import Rules

T = TypeVar("T", bound=AgotTable)


def find_forms(rules: Rules[T], table: T, viewer: Viewer, words: FormWords) -> tuple[ChangeForm, ...]:
    """Every kind of change at this table, with the things that a viewer can name in it."""
    forms = CardForms(table, viewer, words)
    found = (*of_places(table, forms), *of_cards(table, forms), *of_players(table, forms), *forms.effects())
    named = words.zone
    return (*found, shuffle_form(table, named), show_form(table, viewer, named, words.note), *step_forms(rules, table))


ZONE_WORDS = {
    "play": "side in play",
    "deck": "draw deck",
    "discard": "discard pile",
    "dead": "dead pile",
    "plots": "plot deck",
    "plot": "revealed plot",
    "used": "used plots",
    "setup": "set-up cards",
    "removed": "cards out of the game",
}


def zone_naming(words: Mapping[str, str]) -> ZoneNaming:
    """The naming of areas by the words for their kinds: `alice.dead` becomes "alice's dead pile"."""

    def name_zone(key: ZoneKey) -> str:
        kind = zone_kind(key)
        return f"{zone_owner(key)}'s {words.get(kind, kind)}"

    return name_zone


def note_on(card: CardState) -> str:
    """What tells a card from others of its name: that it is a duplicate, and whose it is in the area of another."""
    is_duplicate = isinstance(card, AgotCard) and card.duplicate
    is_away = zone_owner(card.zone) not in ("", card.owner)
    return "; ".join([*(["duplicate"] if is_duplicate else []), *([f"{card.owner}'s"] if is_away else [])])


def form_words(zones: Mapping[str, str]) -> FormWords:
    """What forms call things in a game whose areas have these words."""
    return FormWords(
        zone=zone_naming(zones),
        note=note_on,
        effect=effect_words,
        limit=counted_words,
        name_label="Which (icon, keyword, trait)",
    )


def of_places(table: AgotTable, forms: CardForms) -> Iterator[ChangeForm]:
    yield forms.move(AREAS, PILES)
    plot = ChangeField("card", "Plot", values=visible_cards(table, forms.viewer, forms.words.zone, PLOT_AREAS))
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
