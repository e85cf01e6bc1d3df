"""Judges' questions about this game: numbers, limits, marks in a timeline, and why a window offers nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.cardgame import questions
from domain.cardgame.in_play import characteristics
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.facts.own_facts import own_facts_among
from domain.families.agot_cards.questions import (
    OF_CHALLENGES,
    OF_PLOTS,
    challenge_allowances,
    challenge_numbers,
    hand_costs,
    marks_of,
    seat_numbers,
)
from domain.games.agot_lcg.facts import FACTS
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.facts import Fact
from domain.kernel.game import UnaskedQuestion
from domain.kernel.ids import Seat, Viewer
from domain.kernel.numbers import RuleNumber
from domain.kernel.refusals import Refusal

limits = questions.limits
reasons = questions.reasons
marks: dict[type[Fact], str] = marks_of(own_facts_among(FACTS))
ALLOWED = (("draw", 2), ("limited", 1))
PLOT_VALUES = (*OF_PLOTS, "reserve")
number_names = (
    "strength",
    *PLOT_VALUES,
    "dominance",
    *(what for what, _ in ALLOWED),
    "challenges",
    "cost",
    *OF_CHALLENGES,
)


# choices that do nothing although another choice does something; passes in windows belong to the kernel
declines: dict[str, tuple[str, Any]] = {
    "decline_challenge": ("type", "decline_challenge"),
    "declare_defenders": ("defenders", []),
    "use_keyword": ("characters", []),
    "use_intimidate": ("target", ""),
}


def why_unasked(table: AgotTable, question: UnaskedQuestion, seat: Seat) -> Refusal | None:
    """Why a seat was not asked for a challenge: no standing character may attack, or no type is left."""
    if question.question != "challenge" or seat != table.active_player:
        return None
    characters = {card: table.cards[card].kneeling for card in table.characters(seat)}
    return Refusal("agot_lcg.step.4-2-at-least-one-attacker", {"characters": characters})


def numbers(table: AgotTable, viewer: Viewer) -> Iterator[RuleNumber]:
    """Every number that the rules compute now for things that the viewer sees."""
    for card in table.all_characters():
        yield RuleNumber("strength", card, numbers_in_play.strength(table, card))
    for seat in table.remaining_seats():
        yield from seat_numbers(table, seat, PLOT_VALUES)
        for what, base in ALLOWED:
            yield RuleNumber(what, seat, characteristics.allowance(table, seat, what, base=base))
        yield from challenge_allowances(table, seat)
        yield from hand_costs(table, seat, viewer)
    yield from challenge_numbers(table)
