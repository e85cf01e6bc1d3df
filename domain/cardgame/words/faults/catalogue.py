"""The checks of abilities that every card game makes, in the order in which their faults are told.

A game puts its own checks between these lists. Each check finds what cannot be together or has no effect.
"""

from __future__ import annotations

from domain.cardgame.words.faults import changes, choice_names, inert, moments, parts, repetitions
from domain.cardgame.words.faults.placed_ability import WordCheck

BASIC_CHECKS: tuple[WordCheck, ...] = (
    moments.check_kinds,
    moments.check_later_kinds,
    moments.check_when,
    moments.check_fields_of_timing,
    choice_names.check_picks,
    parts.check_entered,
    parts.check_then,
    parts.check_relations,
    parts.check_choices,
    parts.check_options,
    moments.check_interrupting,
    parts.check_marks,
    changes.check_amounts,
    changes.check_changes,
    parts.check_host,
    parts.check_x,
    parts.check_costs,
    parts.check_tokens,
)
INERT_CHECKS: tuple[WordCheck, ...] = (
    inert.check_event,
    inert.check_staying,
    inert.check_phase,
    inert.check_put_into_play,
    inert.check_types,
    inert.check_described,
    inert.check_areas,
    inert.check_results,
    inert.check_contradictions,
    inert.check_number_of_payers,
)
LAST_CHECKS: tuple[WordCheck, ...] = (
    repetitions.check_once,
    repetitions.check_moment,
    repetitions.check_choosers,
    repetitions.check_options_used,
    repetitions.check_payers,
    choice_names.check_chosen_before,
    choice_names.check_used,
)
