"""What carries out the conditions of the family, for the rules of its games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.cardgame.catalogue import CARD_EXECUTORS
from domain.cardgame.occurring.execution import Executor
from domain.families.agot_cards import occurring
from domain.families.agot_cards.chart import dominance_phase, marshalling_phase, plot_phase
from domain.families.agot_cards.chart.challenge import claim, defense, ending, initiation, outcome
from domain.families.agot_cards.in_play import entering
from domain.families.agot_cards.occurring import executes

EXECUTING_MODULES = (
    occurring,
    entering,
    plot_phase,
    marshalling_phase,
    dominance_phase,
    initiation,
    defense,
    outcome,
    claim,
    ending,
)
AGOT_EXECUTORS: Mapping[str, Executor[Any]] = {**CARD_EXECUTORS, **executes.by_kind}
"""What the functions of the modules above carry out, with those of every card game."""
