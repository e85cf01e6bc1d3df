"""The forms of all changes by hand at the table of a game that has no more of them than every card game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from domain.cardgame.corrections.card_forms import CardForms, FormWords
from domain.cardgame.corrections.change_lists import token_kinds
from domain.cardgame.corrections.field_forms import forms_of_cards, forms_of_players, markable
from domain.cardgame.corrections.move_changes import groups_by_hand
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import CardGameTable
from domain.kernel.corrections.forms import ChangeForm, show_form, shuffle_form, step_forms
from domain.kernel.ids import Viewer

PLAIN = FormWords()


def forms_of_table(
    rules: CardGameRules[Any],
    table: CardGameTable,
    viewer: Viewer,
    words: FormWords = PLAIN,
    counted: Iterable[str] = (),
) -> tuple[ChangeForm, ...]:
    """Every kind of change at this table, with the things that a viewer can name in it.

    `words` are what the game calls things, `counted` the counters of limits that it has beside those of its abilities.
    """
    forms = CardForms(table, viewer, words)
    kinds = tuple(kind for group in groups_by_hand(rules) for kind in group)
    pile = rules.leaving["discarded"]
    # in these it matters where a card lies
    ordered = (*rules.decks, pile, *(own[pile] for own in rules.own_areas.values() if pile in own))
    piles = tuple(kind for kind in kinds if kind in ordered)
    return (
        forms.move(kinds, piles),
        forms.move_top(tuple(kind for kind in kinds if kind not in table.play_kinds), rules.decks),
        forms.attach(),
        forms.control(),
        *forms_of_cards(table, forms.in_play(markable(table)), token_kinds(table)),
        *forms_of_players(table),
        forms.limits(counted),
        *forms.effects(),
        shuffle_form(table, words.zone),
        show_form(table, viewer, words.zone, words.note),
        *step_forms(rules, table),
    )
