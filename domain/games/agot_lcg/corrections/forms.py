"""The changes that can be made by hand at this table, as forms: those of the family, in the words of this game."""

from __future__ import annotations

from domain.families.agot_cards.corrections.forms import ZONE_WORDS, find_forms, form_words
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.corrections.forms import ChangeForm
from domain.kernel.ids import Viewer
from domain.kernel.rules import Rules

WORDS = form_words({**ZONE_WORDS, "faction": "faction card"})


def change_forms(rules: Rules[AgotTable], table: AgotTable, viewer: Viewer) -> tuple[ChangeForm, ...]:
    """Every kind of change at this table, with the things that a viewer can name in it."""
    return find_forms(rules, table, viewer, WORDS)
