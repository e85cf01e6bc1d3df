"""The kinds of condition that abilities can answer: the timings and the details of each.

The list is complete: an ability that asks for another kind or detail is refused when it is read.
"""

from __future__ import annotations

from domain.cardgame.words.condition_kinds import AFTER, CANCEL, CARD, CONTROLLER, ConditionKind
from domain.families.agot_cards.abilities.condition_kinds import AGOT_KINDS
from domain.games.agot_lcg.state import AS_ATTACHMENT, PHASES

TYPES_THAT_ACT = ("character", "location", "attachment", "event", "plot", "agenda")
OCCASIONS: dict[str, ConditionKind] = {
    **AGOT_KINDS,
    "phase_began": ConditionKind(names=PHASES, in_contest=False),
    "phase_ended": ConditionKind(names=PHASES, in_contest=False),
    "round_ended": ConditionKind(in_contest=False, phases=("taxation",)),
    "entered_play": ConditionKind(
        ("card",), "who comes to control it", hows=("marshalled", "put", "ambush", AS_ATTACHMENT)
    ),
    "duplicate_entered": ConditionKind(
        ("card",), "who comes to control it", hows=("marshalled", "put", "ambush", "facedown")
    ),
    "effect_initiated": ConditionKind(("card",), "who initiates it", names=TYPES_THAT_ACT, timings=CANCEL + AFTER),
    "knelt": ConditionKind(CARD, CONTROLLER, hows=("attack", "defend", "effect", "intimidate")),
}
KINDS = tuple(OCCASIONS)
