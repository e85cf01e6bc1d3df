"""The kinds of condition that abilities of both games can answer: the timings and the details of each."""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.words.condition_kinds import (
    AFTER,
    BEFORE,
    CANCEL,
    CARD,
    CARD_KINDS,
    CONTROLLER,
    OWNER,
    ConditionKind,
)
from domain.cardgame.words.triggers import LEAVES_PLAY
from domain.families.agot_cards.state import CHALLENGES, LEAVING

AGOT_KINDS: Mapping[str, ConditionKind] = {
    "round_began": ConditionKind(in_contest=False, phases=("plot",)),
    "phase_began": ConditionKind(in_contest=False),
    "phase_ended": ConditionKind(in_contest=False),
    "round_ended": ConditionKind(in_contest=False),
    "plot_revealed": ConditionKind(CARD, CONTROLLER),
    "initiative_won": ConditionKind(seat="who won it", in_contest=False, phases=("plot",)),
    "first_player_chosen": ConditionKind(seat="who was chosen", in_contest=False, phases=("plot",)),
    "income_collected": ConditionKind(seat="who collects it", in_contest=False, phases=("marshalling",)),
    "gold_gained": ConditionKind(("source", "n"), "who gains it"),
    "marshalled": ConditionKind(("card",), "who marshals it", in_contest=False, phases=("marshalling",)),
    "duplicate_marshalled": ConditionKind(("card",), "who marshals it", in_contest=False, phases=("marshalling",)),
    "entered_play": ConditionKind(("card",), "who comes to control it", hows=("marshalled", "put")),
    "duplicate_entered": ConditionKind(("card",), "who comes to control it", hows=("marshalled", "put")),
    "effect_initiated": ConditionKind(("card",), "who initiates it", timings=CANCEL + AFTER),
    "challenge_initiated": ConditionKind(
        seat="the attacking player", other="the defending player", names=CHALLENGES, phases=("challenges",)
    ),
    "attacker_declared": ConditionKind(("card",), CONTROLLER, names=CHALLENGES, phases=("challenges",)),
    "defender_declared": ConditionKind(("card",), CONTROLLER, names=CHALLENGES, phases=("challenges",)),
    "bypassed": ConditionKind(CARD, CONTROLLER, phases=("challenges",)),
    "challenge_won": ConditionKind(
        ("n",), "the winner", "the loser", CHALLENGES, ("attacker", "defender"), phases=("challenges",)
    ),
    "challenge_lost": ConditionKind(
        ("n",), "the loser", "the winner", CHALLENGES, ("attacker", "defender"), phases=("challenges",)
    ),
    "claim_applied": ConditionKind(seat="the loser", other="the winner", names=CHALLENGES, phases=("challenges",)),
    "challenge_ended": ConditionKind(names=CHALLENGES, phases=("challenges",)),
    "dominance_won": ConditionKind(seat="who won it", in_contest=False, phases=("dominance",)),
    "knelt": ConditionKind(CARD, CONTROLLER, hows=("attack", "defend", "effect")),
    "stood": ConditionKind(CARD, CONTROLLER),
    "power_gained": ConditionKind((*CARD, "n"), CONTROLLER, hows=("unopposed", "dominance", "renown")),
    "power_moved": ConditionKind((*CARD, "n"), "who loses it", "who gains it"),
    "power_lost": ConditionKind((*CARD, "n"), CONTROLLER),
    "card_discarded": ConditionKind(CARD, OWNER, names=("hand", "deck"), hows=("ordered",)),
    "killed": ConditionKind(CARD, CONTROLLER, hows=("effect", "claim", "persistent")),
    "discarded": ConditionKind(CARD, CONTROLLER, hows=("illegal",)),
    **CARD_KINDS,
    "left_play": ConditionKind(
        CARD,
        CONTROLLER,
        names=tuple(LEAVING),
        hows=("effect", "claim", "persistent", "illegal", "with-host"),
        timings=AFTER,
    ),
    LEAVES_PLAY: ConditionKind(CARD, CONTROLLER, hows=("effect", "claim", "persistent", "illegal"), timings=BEFORE),
}
"""In the order in which they are listed for readers; a game puts its own details in place of some."""
