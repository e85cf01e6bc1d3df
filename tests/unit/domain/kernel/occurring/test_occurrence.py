"""The hooks of the sequences around occurrences and abilities, in a game of one ability."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from domain.kernel.flow.frames import advance
from domain.kernel.flow.priority_windows import Window
from domain.kernel.game import Game
from domain.kernel.occurring.abilities import (
    Ability,
    AbilityAnnounced,
    EffectCanceled,
    EffectEnded,
    Initiation,
    Part,
    PartResolved,
    begin_resolution,
    initiate,
)
from domain.kernel.occurring.conditions import AftermathEnded, Condition, ConditionsOccurred, EffectObject
from domain.kernel.occurring.occurrence import Aftermath, Occurrence
from tests.examples.pebbles import ALICE, SEATS, Afternoon, PebbleRules, PebbleTable, facts_of


class Splash(Part, frozen=True, tag="splash"):
    """A part that is done at once; the parts under it resolve before what follows it."""

    name: str
    parts: tuple[Part, ...] = ()

    def put_off(self, following: tuple[Part, ...]) -> tuple[Part, ...]:
        return self.parts

    def perform(self, game: Game[Any], context: Any) -> None:
        game.emit(PartResolved(context.effect.id, True, (Condition(0, self.name),)))
        if self.parts:
            place = context.parts.index(self)
            begin_resolution(game, EffectObject(0, "pebble", 0, ALICE, path=(*context.effect.path, place)))


RIPPLES = Ability(
    timing="action", parts=(Splash(name="one", parts=(Splash(name="two"), Splash(name="three"))), Splash(name="four"))
)


class Case(NamedTuple):
    """The ability under way."""

    ability: Ability
    effect: EffectObject

    @property
    def parts(self) -> tuple[Part, ...]:
        parts: tuple[Part, ...] = self.ability.parts
        for place in self.effect.path:
            parts = parts[place].put_off(parts[place + 1 :])
        return parts

    def limit_keys(self) -> tuple[str, ...]:
        return ()

    def initiation(self) -> tuple[Condition, ...]:
        return (Condition(0, "effect_initiated"),)


class RippleRules(PebbleRules):
    """One ability, to which anybody could answer; the game cancels it if it is told to."""

    cancels = False
    next_frame: Afternoon | None = None

    def ability_context(self, table: PebbleTable, effect: EffectObject) -> Case:
        return Case(RIPPLES, effect)

    def may_interrupt(self, table: PebbleTable, conditions: tuple[Condition, ...], timings: tuple[str, ...]) -> bool:
        return True

    def record_initiation(self, game: Game[PebbleTable], context: Any) -> None:
        if self.cancels:
            game.emit(EffectCanceled(context.effect.id))

    def aftermath_ended(self, game: Game[PebbleTable], aftermath: Aftermath) -> None:
        if self.next_frame is not None:
            game.push(self.next_frame)


RippleRules.__abstractmethods__ = frozenset()


class Registry(NamedTuple):
    """Where the kernel finds the rules of a table."""

    rules: RippleRules


def ripples(*, cancels: bool = False, next_frame: Afternoon | None = None) -> Game[PebbleTable]:
    """A game with the afternoon at the bottom of its stack."""
    rules = RippleRules()  # type: ignore[abstract]
    rules.cancels, rules.next_frame = cancels, next_frame
    game = Game(rules, PebbleTable(seats=SEATS, registry=Registry(rules)), bytes(32), 1)
    game.push(Afternoon())
    return game


@pytest.mark.parametrize("cancels", [False, True])
def test_what_the_game_has_canceled_nobody_is_asked_to_cancel(cancels: bool) -> None:
    game = ripples(cancels=cancels)
    game.emit(AbilityAnnounced(EffectObject(1, "pebble", 0, ALICE)))
    game.push(Initiation(effect=1))
    initiate(game, Initiation(effect=1))
    assert isinstance(game.table.stack[-1], Initiation if cancels else Occurrence)


def test_the_parts_of_a_part_resolve_before_what_follows_it() -> None:
    game = ripples()
    begin_resolution(game, EffectObject(0, "pebble", 0, ALICE))
    while not isinstance(game.table.stack[-1], Afternoon):
        advance(game)
    assert [each.done[0].kind for each in facts_of(game, PartResolved)] == ["one", "two", "three", "four"]
    assert [each.effect for each in facts_of(game, EffectEnded)] == [2, 1]
    assert not game.table.effects


@pytest.mark.parametrize("occurred", [False, True])
def test_what_follows_an_aftermath_begins_when_its_reactions_are_over(occurred: bool) -> None:
    game = ripples(next_frame=Afternoon(final=True))
    game.push(Aftermath(id=9))
    if occurred:
        game.emit(ConditionsOccurred((Condition(1, "dropped"),), 9))
    while game.table.stack[-1] != Afternoon(final=True):
        assert not isinstance(game.table.stack[-1], Window)
        advance(game)
    assert len(facts_of(game, AftermathEnded)) == occurred
