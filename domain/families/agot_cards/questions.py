"""What judges ask of both games: the numbers of their rules, and the facts that a timeline marks."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.facts.cards import CardsDiscarded, CardsSacrificed
from domain.cardgame.facts.course import PhaseBegan, RoundBegan
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.costs import card_cost
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.facts.cards import CharactersKilled, PowerPlaced
from domain.families.agot_cards.facts.own_facts import OwnFacts
from domain.families.agot_cards.state import CHALLENGES, AgotTable
from domain.kernel.facts import Fact
from domain.kernel.ids import Seat, Viewer, zone
from domain.kernel.numbers import RuleNumber

# of plots, of a player
OF_PLOTS = ("income", "initiative")
OF_CHALLENGES = ("claim", "attack", "defense")


def marks_of(own_facts: OwnFacts) -> dict[type[Fact], str]:
    """The facts of a game that a timeline marks; it has rounds, phases, power and losses from them."""
    return {
        RoundBegan: "round",
        PhaseBegan: "phase",
        own_facts[PowerPlaced]: "power",
        own_facts[CharactersKilled]: "loss",
        CardsSacrificed: "loss",
        CardsDiscarded: "loss",
    }


def seat_numbers(table: AgotTable, seat: Seat, of_plots: tuple[str, ...]) -> Iterator[RuleNumber]:
    """The numbers of a player's plot and dominance."""
    for what in of_plots:
        yield RuleNumber(what, seat, numbers_in_play.plot_value(table, seat, what))
    yield RuleNumber("dominance", seat, numbers_in_play.dominance(table, seat))


def challenge_allowances(table: AgotTable, seat: Seat) -> Iterator[RuleNumber]:
    """How many challenges of each type a player may initiate in a phase."""
    for kind in CHALLENGES:
        yield RuleNumber("challenges", f"{seat}.{kind}", characteristics.allowance(table, seat, "challenges", kind))


def challenge_numbers(table: AgotTable) -> Iterator[RuleNumber]:
    now = table.challenge
    if now is None:
        return
    yield RuleNumber("claim", now.attacker, numbers_in_play.claim(table))
    yield RuleNumber("attack", now.attacker, numbers_in_play.side_strength(table, now.attacker, now.attackers))
    yield RuleNumber("defense", now.defender, numbers_in_play.side_strength(table, now.defender, now.defenders))


def hand_costs(table: AgotTable, seat: Seat, viewer: Viewer) -> Iterator[RuleNumber]:
    """The costs of the cards in a hand, for a viewer who sees it."""
    hand = zone(seat, "hand")
    for handle in table.zone(hand) if table.sees(viewer, hand) else ():
        printed = table.cards[handle].printed
        deed = "play" if printed.type == "event" else "marshal"
        yield RuleNumber("cost", handle, card_cost(table, seat, printed, deed))
