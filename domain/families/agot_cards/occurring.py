"""Conditions of the family: how they are made, how they are carried out, what a card leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import structs

from domain.cardgame.facts.course import Counted
from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.conditions import leaving_condition
from domain.cardgame.occurring.execution import Executors
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.facts.cards import CardsKnelt, CardsStood, GoldGained, GoldSpent, PowerPlaced
from domain.families.agot_cards.facts.challenges import LeftChallenge
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.state import AgotCard, AgotGame, AgotTable
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.numbers import TracedNumber
from domain.kernel.occurring.conditions import CardSnapshot, Condition

ENTERING = ("entered_play", "duplicate_entered")

executes = Executors[AgotTable]()
"""Collects what carries out conditions; `catalogue` lists them."""


def take_snapshot(table: AgotTable, handle: Handle) -> CardSnapshot:
    """The state of a card in play, for abilities that refer to it after it has left."""
    card = table.cards[handle]
    seen = characteristics.take_snapshot(table, card)
    side = table.challenge.side(handle) if table.challenge else ""
    marks = [f"icon:{icon}" for icon in numbers_in_play.icons(table, card)] + ([side] if side else [])
    numbers = (("strength", numbers_in_play.strength(table, handle).value),) if card.type == "character" else ()
    return structs.replace(seen, marks=(*seen.marks, *marks), numbers=numbers)


def kill_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    return leaving_condition("killed", table, card, source, how)


def kneel_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    return Condition(0, "knelt", card=card, seat=table.cards[card].controller, source=source, how=how)


def stand_condition(table: AgotTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "stood", card=card, seat=table.cards[card].controller, source=source)


def gain_power_condition(table: AgotTable, card: Handle, n: int, source: Handle = NO_CARD, how: str = "") -> Condition:
    return Condition(0, "power_gained", card=card, seat=table.cards[card].controller, n=n, source=source, how=how)


def lose_power_condition(table: AgotTable, card: Handle, n: int, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "power_lost", card=card, seat=table.cards[card].controller, n=n, source=source)


def leave_challenge(game: AgotGame, cards: tuple[Handle, ...]) -> None:
    """Take cards out of the challenge, as they leave play or change control."""
    leaving = tuple(card for card in cards if game.table.is_participating(card))
    if leaving:
        game.emit(own_fact(game.table, LeftChallenge)(leaving))


def able_cards(
    table: AgotTable, conditions: Sequence[Condition], is_able: Callable[[AgotTable, AgotCard], bool]
) -> list[Condition]:
    """Those of the conditions whose cards are in play and able to undergo them."""
    return [each for each in conditions if table.is_in_play(each.card) and is_able(table, table.cards[each.card])]


@executes("knelt")
def kneel(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = able_cards(game.table, conditions, numbers_in_play.can_kneel)
    if able:
        game.emit(own_fact(game.table, CardsKnelt)(tuple(each.card for each in able)))
    return able


@executes("stood")
def stand(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = able_cards(game.table, conditions, numbers_in_play.may_stand)
    if able:
        game.emit(own_fact(game.table, CardsStood)(tuple(each.card for each in able)))
        count_stood(game, able)
    return able


def count_stood(game: AgotGame, conditions: Sequence[Condition]) -> None:
    """Count the characters that each player stands in the standing phase, by the framework or by a card."""
    cards = game.table.cards
    if game.table.phase != "standing":
        return
    stood = [each for each in conditions if cards[each.card].type == "character"]
    players = [cards[each.source].controller if each.source in cards else each.seat for each in stood]
    if players:
        game.emit(Counted(tuple(f"phase:stood:{seat}" for seat in players)))


@executes("power_gained")
def gain_power(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = [each for each in conditions if game.table.is_in_play(each.card) and each.n > 0]
    if able:
        game.emit(
            own_fact(game.table, PowerPlaced)(tuple((each.card, each.n) for each in able), able[0].how or "gained")
        )
    return able


def power_taken(table: AgotTable, condition: Condition) -> int:
    """The power that a card can lose by a condition: no more than it has, none out of play."""
    return min(condition.n, table.cards[condition.card].power) if table.is_in_play(condition.card) else 0


@executes("power_moved")
def move_power(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    """Move power between cards, which does not count as gaining it. Returns the conditions that occurred."""
    able = []
    for each in conditions:
        if n := power_taken(game.table, each):
            game.emit(own_fact(game.table, PowerPlaced)(((each.card, -n), (each.cards[0], n)), "moved"))
            able.append(structs.replace(each, n=n))
    return able


@executes("power_lost")
def lose_power(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = []
    for each in conditions:
        if n := power_taken(game.table, each):
            game.emit(own_fact(game.table, PowerPlaced)(((each.card, -n),), "discarded"))
            able.append(structs.replace(each, n=n))
    return able


@executes("gold_gained")
def gain_gold(game: AgotGame, conditions: Sequence[Condition]) -> list[Condition]:
    able = [each for each in conditions if each.n > 0]
    for each in able:
        game.emit(own_fact(game.table, GoldGained)(each.seat, each.n, each.how or "gained"))
    return able


def pay_gold(game: AgotGame, seat: Seat, cost: TracedNumber, deed: str) -> None:
    """Return gold to the treasury for a card."""
    game.emit(own_fact(game.table, GoldSpent)(seat, cost.value, deed, cost))
