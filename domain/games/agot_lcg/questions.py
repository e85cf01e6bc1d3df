"""Judges' questions about this game: numbers, limits, marks in a timeline, and why a window offers nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.cardgame import questions
from domain.cardgame.facts.cards import CardsDiscarded, CardsSacrificed
from domain.cardgame.facts.course import PhaseBegan, RoundBegan
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.costs import card_cost
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.facts.cards import CharactersKilled, PowerPlaced
from domain.games.agot_lcg.state import CHALLENGES, AgotTable
from domain.kernel.facts import Fact
from domain.kernel.game import UnaskedQuestion
from domain.kernel.ids import Seat, Viewer, zone
from domain.kernel.numbers import RuleNumber
from domain.kernel.refusals import Refusal

limits = questions.limits
reasons = questions.reasons
marks: dict[type[Fact], str] = {
    RoundBegan: "round",
    PhaseBegan: "phase",
    PowerPlaced: "power",
    CharactersKilled: "loss",
    CardsSacrificed: "loss",
    CardsDiscarded: "loss",
}
ALLOWED = (("draw", 2), ("limited", 1))
OF_PLOTS = ("income", "initiative", "reserve")
OF_CHALLENGES = ("claim", "attack", "defense")
number_names = (
    "strength",
    *OF_PLOTS,
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
        for what in OF_PLOTS:
            yield RuleNumber(what, seat, numbers_in_play.plot_value(table, seat, what))
        yield RuleNumber("dominance", seat, numbers_in_play.dominance(table, seat))
        for what, base in ALLOWED:
            yield RuleNumber(what, seat, characteristics.allowance(table, seat, what, base=base))
        for kind in CHALLENGES:
            yield RuleNumber("challenges", f"{seat}.{kind}", characteristics.allowance(table, seat, "challenges", kind))
        yield from costs(table, seat, viewer)
    yield from challenge_numbers(table)


def challenge_numbers(table: AgotTable) -> Iterator[RuleNumber]:
    now = table.challenge
    if now is None:
        return
    yield RuleNumber("claim", now.attacker, numbers_in_play.claim(table))
    yield RuleNumber("attack", now.attacker, numbers_in_play.side_strength(table, now.attacker, now.attackers))
    yield RuleNumber("defense", now.defender, numbers_in_play.side_strength(table, now.defender, now.defenders))


def costs(table: AgotTable, seat: Seat, viewer: Viewer) -> Iterator[RuleNumber]:
    """The costs of the cards in a hand, for a viewer who sees it."""
    hand = zone(seat, "hand")
    for handle in table.zone(hand) if table.sees(viewer, hand) else ():
        printed = table.cards[handle].printed
        deed = "play" if printed.type == "event" else "marshal"
        yield RuleNumber("cost", handle, card_cost(table, seat, printed, deed))
