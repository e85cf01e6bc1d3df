"""How conditions are carried out: each kind by a function, cards that leave play together, all as one occurrence.

A game's functions are collected by a decorator of its own, `executes = Executors[ItsTable]()`; its rules name them
beside those of this floor (`CARD_EXECUTORS`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from msgspec import structs

from domain.cardgame.occurring.leaving_play import WITH_HOST, can_leave, leave_play
from domain.cardgame.table import CardGame, CardGameTable, rules_of_table
from domain.kernel.game import Game
from domain.kernel.occurring.abilities import PartResolved, find_resolving_effect
from domain.kernel.occurring.conditions import Condition

T = TypeVar("T", bound=CardGameTable)
Executor: TypeAlias = Callable[[Game[T], list[Condition]], list[Condition]]
"""Carries out conditions of one kind that happen together; returns those that occurred."""


class Executors(Generic[T]):
    """The functions that carry out conditions, by kind; called with kinds, it is the decorator that adds one."""

    def __init__(self) -> None:
        self.by_kind: dict[str, Executor[T]] = {}

    def __call__(self, *kinds: str) -> Callable[[Executor[T]], Executor[T]]:
        def add(function: Executor[T]) -> Executor[T]:
            self.by_kind.update(dict.fromkeys(kinds, function))
            return function

        return add


executes: Executors[CardGameTable] = Executors()
"""Collects the functions of this floor; `domain.cardgame.catalogue` lists them."""


def execute_conditions(game: CardGame, conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Carry out conditions as one occurrence. Returns those that occurred; impossible ones do not."""
    rules = rules_of_table(game.table)
    occurred = list(conditions)
    if len(occurred) == 1 and occurred[0].kind not in rules.leaving:  # it is so mostly
        carry_out = rules.executors.get(occurred[0].kind)
        return with_new_handles(rules.entering, conditions, carry_out(game, occurred) if carry_out else occurred)
    occurred = []
    for kind in dict.fromkeys(each.kind for each in conditions if each.kind not in rules.leaving):
        of_kind = [each for each in conditions if each.kind == kind]
        occurred += rules.executors[kind](game, of_kind) if kind in rules.executors else of_kind
    # what a cost does to a card that is sacrificed for it too happens before the card leaves play
    leavers = [
        each for each in conditions if each.kind in rules.leaving and can_leave(game.table, each.card, each.kind)
    ]
    if leavers:
        occurred += leave_play(game, leavers)
    return with_new_handles(rules.entering, conditions, occurred)


def without_immune(table: CardGameTable, conditions: tuple[Condition, ...], effect: int) -> tuple[Condition, ...]:
    """The conditions without those by which an effect would change a card that has become immune to it meanwhile."""
    rules = rules_of_table(table)
    resolving = find_resolving_effect(table, effect) if effect and rules.has_immune_cards(table) else None
    if resolving is None:
        return conditions
    return tuple(
        each
        for each in conditions
        if not (table.is_in_play(each.card) and rules.is_immune(table, each.card, resolving))
    )


def with_new_handles(
    entering: tuple[str, ...], conditions: tuple[Condition, ...], occurred: list[Condition]
) -> tuple[Condition, ...]:
    """The conditions that occurred, with the new handles of cards that entered play."""
    entered = [each for each in occurred if each.kind in entering]
    if not entered:
        return tuple(occurred)
    was = {each.id: each.card for each in conditions}
    new = {was[each.id]: each.card for each in entered}
    return tuple(structs.replace(each, card=new.get(each.card, each.card)) for each in occurred)


def report_result(
    game: CardGame,
    effect: int,
    wanted: int,
    meant: tuple[Condition, ...],
    occurred: tuple[Condition, ...],
) -> None:
    """Report a payment or part: it is complete if everything it meant occurred, in full and not replaced."""
    if effect not in game.table.effects:
        return
    amounts = {each.id: each.n for each in meant}
    counted = [each for each in occurred if each.kind != "left_play" and each.how != WITH_HOST]
    happened = {each.id for each in counted if each.n >= amounts.get(each.id, 0)}
    complete = len(happened) >= wanted and not any(each.instead for each in occurred)
    looked_back_at = ("card_discarded", *rules_of_table(game.table).entering)
    done = tuple(each for each in occurred if each.kind in looked_back_at)
    game.emit(PartResolved(effect, complete, done))
