"""The kinds of condition that abilities can answer: the timings and the details of each.

The list is complete: an ability that asks for another kind or detail is a fault.
"""

from __future__ import annotations

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
from domain.games.l5r.occurring import FROM_HAND, FROM_PROVINCE
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import AS_ATTACHMENT, CONFLICTS, LEAVING, PHASES

CONFLICT_PHASE = ("conflict",)
TYPES_THAT_ACT = ("character", "attachment", "event", "holding", "province", "stronghold", "role")
AREAS = (*FROM_HAND, *FROM_PROVINCE, "discard", "dynasty_discard", "deck")

KINDS: dict[str, ConditionKind] = {
    "round_began": ConditionKind(in_contest=False, phases=("dynasty",)),
    "phase_began": ConditionKind(names=PHASES, in_contest=False),
    "phase_ended": ConditionKind(names=PHASES, in_contest=False),
    "round_ended": ConditionKind(in_contest=False, phases=("regroup",)),
    "fate_collected": ConditionKind(seat="who collects it", in_contest=False, phases=("dynasty",)),
    "token_passed": ConditionKind(seat="who gets the token", in_contest=False, phases=("regroup",)),
    "card_revealed": ConditionKind(("card",), "whose province it is in", names=("character", "holding")),
    "province_revealed": ConditionKind(CARD, "whose province it is"),
    "bid_revealed": ConditionKind(("n",), "who bid"),
    "conflict_passed": ConditionKind(seat="who passed", in_contest=False, phases=CONFLICT_PHASE),
    "conflict_declared": ConditionKind(
        seat="the attacking player", other="the defending player", names=CONFLICTS, hows=ELEMENTS, phases=CONFLICT_PHASE
    ),
    "ring_chosen": ConditionKind(("n",), "the attacking player", names=ELEMENTS, phases=CONFLICT_PHASE),
    "attacker_declared": ConditionKind(("card",), CONTROLLER, names=CONFLICTS, phases=CONFLICT_PHASE),
    "defender_declared": ConditionKind(("card",), CONTROLLER, names=CONFLICTS, phases=CONFLICT_PHASE),
    "evaded": ConditionKind(CARD, CONTROLLER, phases=CONFLICT_PHASE),
    "moved_to_conflict": ConditionKind(CARD, CONTROLLER, names=CONFLICTS, phases=CONFLICT_PHASE),
    "moved_home": ConditionKind(CARD, CONTROLLER, hows=("effect", "cannot-participate"), phases=CONFLICT_PHASE),
    "returned_home": ConditionKind(CARD, CONTROLLER, phases=CONFLICT_PHASE),
    "conflict_won": ConditionKind(
        ("n",), "the winner", "the loser", CONFLICTS, ("attacker", "defender"), phases=CONFLICT_PHASE
    ),
    "conflict_lost": ConditionKind(
        ("n",), "the loser", "the winner", CONFLICTS, ("attacker", "defender"), phases=CONFLICT_PHASE
    ),
    "province_broken": ConditionKind(CARD, "whose province it is"),
    "ring_resolved": ConditionKind(seat="who resolves it", names=ELEMENTS),
    "ring_claimed": ConditionKind(seat="who claims it", names=ELEMENTS, hows=CONFLICTS, phases=CONFLICT_PHASE),
    "conflict_ended": ConditionKind(
        ("n",), "the attacking player", "the defending player", CONFLICTS, phases=CONFLICT_PHASE
    ),
    "favor_claimed": ConditionKind(seat="who claims it", names=CONFLICTS),
    "duel_began": ConditionKind(("card",), "whose ability it is", names=CONFLICTS),
    "duel_won": ConditionKind(("card",), CONTROLLER, "who lost it", CONFLICTS),
    "duel_lost": ConditionKind(("card",), CONTROLLER, "who won it", CONFLICTS),
    "duel_ended": ConditionKind(seat="whose ability it is", names=CONFLICTS),
    "entered_play": ConditionKind(
        ("card",), "who comes to control it", names=AREAS, hows=("played", "put", AS_ATTACHMENT)
    ),
    "attached": ConditionKind(CARD, CONTROLLER),
    "holding_placed": ConditionKind(CARD, "whose province it is in"),
    "effect_initiated": ConditionKind(("card",), "who initiates it", names=TYPES_THAT_ACT, timings=CANCEL + AFTER),
    "bowed": ConditionKind(CARD, CONTROLLER, "who bowed it", hows=("effect", "cost", "return-home", *ELEMENTS)),
    "readied": ConditionKind(CARD, CONTROLLER, "who readied it", hows=("effect", *ELEMENTS)),
    "honored": ConditionKind(CARD, CONTROLLER),
    "dishonored": ConditionKind(CARD, CONTROLLER),
    "status_discarded": ConditionKind(CARD, CONTROLLER),
    "fate_placed": ConditionKind((*CARD, "n"), CONTROLLER),
    "fate_removed": ConditionKind((*CARD, "n"), CONTROLLER),
    "fate_returned": ConditionKind((*CARD, "n"), CONTROLLER, "who gets it"),
    "fate_moved": ConditionKind((*CARD, "n"), CONTROLLER),
    "honor_gained": ConditionKind(("source", "n"), "who gains it"),
    "honor_lost": ConditionKind(("source", "n"), "who loses it", hows=("unopposed", "deck-out", "effect", "cost")),
    "honor_given": ConditionKind(("source", "n"), "who gives it", "who takes it", hows=("bid", "effect")),
    "fate_gained": ConditionKind(("source", "n"), "who gains it"),
    "fate_given": ConditionKind(("source", "n"), "who gives it", "who takes it"),
    "card_discarded": ConditionKind(CARD, OWNER, names=("hand", "deck", "row")),
    "discarded": ConditionKind(CARD, CONTROLLER, hows=("illegal", "by-text")),
    **CARD_KINDS,
    "put_on_deck": ConditionKind(CARD, CONTROLLER),
    "put_under_deck": ConditionKind(CARD, CONTROLLER),
    "left_play": ConditionKind(CARD, CONTROLLER, names=tuple(LEAVING), timings=AFTER),
    LEAVES_PLAY: ConditionKind(CARD, CONTROLLER, timings=BEFORE),
}
