"""Delayed effects: they resolve at their moment, before reactions, in the order that a player chooses."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.cardgame.facts.cards import DelayedEnded
from domain.cardgame.table import CardGame, CardGameTable, rules_of_table
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Seat
from domain.kernel.occurring.abilities import AbilityUnderWay, begin_resolution
from domain.kernel.occurring.conditions import Condition, DelayedEffect, EffectObject
from domain.kernel.occurring.occurrence import OrderMandatory
from domain.kernel.spaces.commands import Commands, Form


class DueEffect(Struct, frozen=True, array_like=True):
    """A delayed effect and the condition for which it waited."""

    delayed: int
    about: Condition


def due_now(table: CardGameTable, conditions: tuple[Condition, ...]) -> tuple[DueEffect, ...]:
    """The delayed effects that wait for one of these conditions."""
    due = []
    for delayed in table.delayed.values():
        about = next((each for each in conditions if is_awaited(table, delayed, each)), None)
        if about is not None:
            due.append(DueEffect(delayed.id, about))
    return tuple(due)


def is_awaited(table: CardGameTable, delayed: DelayedEffect, condition: Condition) -> bool:
    if delayed.about:
        return condition.id == delayed.about
    context = context_of_delayed(table, delayed, condition)
    part: Any = context.ability.parts
    for place in delayed.path[:-1]:
        part = part[place].parts
    return bool(part[delayed.path[-1]].when.fits(context, condition))


def context_of_delayed(table: CardGameTable, delayed: DelayedEffect, about: Condition) -> AbilityUnderWay:
    effect = EffectObject(0, delayed.key, delayed.ability, delayed.you, delayed.me, about, chosen=delayed.chosen)
    return rules_of_table(table).ability_context(table, effect)


def who_orders(table: CardGameTable, frame: DelayedEffects) -> tuple[Seat, ...]:
    return (rules_of_table(table).ordering_seat(table),) if frame.due else ()


def order_space(rules: object, table: CardGameTable, frame: DelayedEffects, seat: Seat) -> Commands:
    cited = ("slot.resolutions-ordered",)
    listed: list[dict[str, str | int | bool]] = [
        {"card": table.delayed[each.delayed].me, "ability": each.delayed, "condition": 0} for each in frame.due
    ]
    return Commands(tuple(Form("order_mandatory", fixed, {}, cited) for fixed in listed))


def resolve_delayed_effect(game: CardGame, frame: DelayedEffects, seat: Seat, command: OrderMandatory) -> None:
    """Resolve a delayed effect, which is not a new triggered ability."""
    now = next(each for each in frame.due if each.delayed == command.ability)
    game.set(due=tuple(each for each in frame.due if each is not now), at="/next")
    delayed = game.table.delayed[now.delayed]
    game.emit(DelayedEnded(delayed.id))
    effect = EffectObject(
        0,
        delayed.key,
        delayed.ability,
        delayed.you,
        delayed.me,
        now.about,
        chosen=delayed.chosen,
        x=delayed.x,
        path=delayed.path,
    )
    begin_resolution(game, effect)


class DelayedEffects(Procedure, frozen=True, tag="cards.delayed_effects"):
    """The delayed effects whose moment has come, resolved one by one."""

    due: tuple[DueEffect, ...]
    steps = (
        Decision(
            "/next",
            "order-delayed",
            title="the first player chooses the next delayed effect",
            seats=who_orders,
            options=order_space,
            accepts=(OrderMandatory,),
            on_answer=resolve_delayed_effect,
            rule="slot.resolutions-ordered",
            public=True,
        ),
    )


def end_replacements(game: CardGame) -> None:
    """End the effects that wait to replace a condition when it is averted or does not occur."""
    table = game.table
    if not table.delayed:
        return
    for delayed in [each for each in table.delayed.values() if each.about]:
        imminent = any(each.condition(delayed.about) for each in table.occurrences.values())
        if not imminent and not is_due(table, delayed):
            game.emit(DelayedEnded(delayed.id))


def end_unused(game: CardGame, period: str, *ends: Condition) -> None:
    """End the delayed effects whose moment could only come in this period, but for those that wait for its end.

    `ends` are the conditions with which the period is about to end.
    """
    table = game.table
    for each in [each for each in table.delayed.values() if each.until == period]:
        if not any(is_awaited(table, each, end) for end in ends):
            game.emit(DelayedEnded(each.id))


def is_due(table: CardGameTable, delayed: DelayedEffect) -> bool:
    """Whether the effect's moment has come and it still applies."""
    frames = (frame for frame in table.stack if isinstance(frame, DelayedEffects))
    return any(each.delayed == delayed.id for frame in frames for each in frame.due)


def begin_delayed(game: CardGame, conditions: tuple[Condition, ...]) -> None:
    """Push the delayed effects whose moment has come with these conditions."""
    due = due_now(game.table, conditions)
    if due:
        game.push(DelayedEffects(due=due))
