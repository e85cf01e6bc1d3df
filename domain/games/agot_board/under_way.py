"""What is under way at a table, in public words: which combat, bidding or port an open question is about."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_board.chart.action.ports import port_asked_about
from domain.games.agot_board.components import AREAS, WILDLING_CARDS
from domain.games.agot_board.state import Bidding, BoardTable, Combat, NeutralCall, WildlingAttack
from domain.kernel.command_moments import is_awaited, question_of


def describe_what_is_under_way(table: BoardTable) -> str:
    """The round and phase, then what is being carried out, from the outside in."""
    return ", ".join([f"round {table.round}", table.phase, *matters(table)])


def matters(table: BoardTable) -> Iterator[str]:
    """Whatever is begun and not ended, each in a few words."""
    if table.neutral_call is not None and table.neutral_call.target:
        yield call_words(table.neutral_call)
    if table.attack is not None:
        yield attack_words(table, table.attack)
    elif table.bidding is not None:
        yield bidding_words(table.bidding)
    if table.combat is not None:
        yield from combat_words(table, table.combat)
    if port := port_asked_about(table):
        yield f"Ships in {AREAS[port].name}"


def call_words(call: NeutralCall) -> str:
    return f"march from {AREAS[call.area].name} against the Neutral Force of {AREAS[call.target].name}"


def bidding_words(bidding: Bidding) -> str:
    return f"bids for the {bidding.purpose.replace('_', ' ')} track"


def attack_words(table: BoardTable, attack: WildlingAttack) -> str:
    """A Wildling attack: its card once that is revealed, before it the bidder that counts by the outcome."""
    second = " again" if attack.second else ""
    if attack.card:
        return f"the Wildlings attack{second}: {WILDLING_CARDS[attack.card].name}"
    if table.bidding is None or not table.bidding.bids:
        return f"the Wildlings attack{second}"
    counts = "are defeated, the highest" if attack.victory else "win, the lowest"
    return f"the Wildlings attack{second} and {counts} bidder counts"


def combat_words(table: BoardTable, combat: Combat) -> Iterator[str]:
    """A combat; the support that is offered; while units are lost for want of supply or room, where that is."""
    yield f"combat in {AREAS[combat.area].name}: {combat.attacker.house} against {combat.defender.house}"
    if combat.offered:
        yield f"support from {AREAS[combat.offered].name} to the {combat.support[combat.offered]}"
    if question_of(table) == "retreat-losses":
        stay = is_awaited(table, combat.winner)  # attackers that won and were kept out
        yield f"retreat to {AREAS[combat.origin if stay else combat.retreat].name}"
