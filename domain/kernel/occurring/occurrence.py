"""Occurrences and their aftermath: the sequence around everything that abilities can trigger on.

Imminent - would-interrupts (forced, then optional) - forced interrupts - interrupts - it occurs, as far as it was not
averted or replaced - delayed effects. Forced reactions and reactions are a frame of their own, the `Aftermath`, pushed
under the step of the chart or the ability whose conditions it holds. Read `begin_occurrence`, then `Occurrence`, then
`Aftermath`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from msgspec import structs

from domain.kernel.citing import SLOT
from domain.kernel.commands import Command
from domain.kernel.flow.frames import Decision, Procedure, end_frame, step
from domain.kernel.flow.priority_windows import Window, open_for_all
from domain.kernel.game import Game, ignore_windows
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import (
    AbilityTable,
    AftermathEnded,
    Condition,
    ConditionsImminent,
    ConditionsOccurred,
    OccurrenceEnded,
    tell_condition,
)
from domain.kernel.refusals import Refusal

if TYPE_CHECKING:
    from domain.kernel.rules import Rules
    from domain.kernel.spaces.commands import Commands

T = TypeVar("T", bound=AbilityTable)
FrameT = TypeVar("FrameT", bound=Procedure)

WOULD, CANCEL, INTERRUPT, REACTION = "would-interrupt", "cancel", "interrupt", "reaction"
FORCED_WOULD, FORCED_INTERRUPT, FORCED_REACTION = "forced-would-interrupt", "forced-interrupt", "forced-reaction"

ORDERED = f"{SLOT}resolutions-ordered"
"""The rule that says who orders mandatory abilities that would resolve at once."""

BEFORE = (FORCED_WOULD, WOULD, FORCED_INTERRUPT, INTERRUPT)
AFTER = (FORCED_REACTION, REACTION)


class OrderMandatory(Command, frozen=True, tag="order_mandatory"):
    """Choose which of several mandatory abilities is next."""

    card: Handle
    ability: int = 0
    condition: int = 0


def begin_occurrence(
    game: Game[AbilityTable],
    *conditions: Condition,
    sure: bool = False,
    effect: int = 0,
    cancels_only: bool = False,
    wanted: int = -1,
) -> None:
    """Let conditions happen together; the last statement of a step.

    `effect` names the ability that asks with this part for `wanted` conditions; what became of them is reported to it.
    Where nobody can listen under the window policy, they happen at once.
    """
    intended = len(conditions) if wanted < 0 else wanted
    numbered = tuple([structs.replace(each, id=game.table.next_serial()) for each in conditions])
    timings = (CANCEL,) if cancels_only else BEFORE
    if not game.rules.may_interrupt(game.table, numbered, timings):
        report_elided_windows(game, numbered, INTERRUPT)
        resolve_conditions(game, numbered, effect, intended)
        return
    occurrence = game.table.next_serial()
    game.emit(ConditionsImminent(numbered, occurrence, sure, cancels_only, effect, intended))
    game.push(Occurrence(id=occurrence))


def resolve_conditions(game: Game[AbilityTable], conditions: tuple[Condition, ...], effect: int, wanted: int) -> None:
    """Let the conditions occur: the innermost aftermath holds their reactions, delayed effects come at once."""
    occurred = game.rules.execute_conditions(game, conditions, effect)
    if effect:
        game.rules.report(game, effect, wanted, conditions, occurred)
    if game.rules.may_react(game.table, occurred):
        game.emit(ConditionsOccurred(occurred, collecting_aftermath(game).id))
    else:
        report_elided_windows(game, occurred, REACTION)
    game.rules.resolve_delayed(game, occurred)


def report_elided_windows(game: Game[AbilityTable], conditions: tuple[Condition, ...], kind: str) -> None:
    """Tell a probe of the windows that never arise, since nothing listens to the conditions."""
    if game.probe is ignore_windows:
        return
    first = game.rules.first_seat(game.table, kind, 0)
    for each in conditions:
        window = Window(kind=kind, name=f"{kind}:{each.kind}", during="", first=first, turn=first)
        game.probe("elided", window, first, game.table)


def collecting_aftermath(game: Game[AbilityTable]) -> Aftermath:
    """The innermost aftermath that still collects."""
    for frame in reversed(game.table.stack):
        if isinstance(frame, Aftermath) and not frame.at:
            return frame
    raise AssertionError("something happened that no aftermath holds")


def collects_reactions(game: Game[AbilityTable]) -> bool:
    return any(isinstance(frame, Aftermath) and not frame.at for frame in game.table.stack)


def collect_reactions(game: Game[AbilityTable], during: str) -> None:
    """Collect conditions that occur above this frame, for one forced-reaction step and one reaction window after it."""
    game.push(Aftermath(id=game.table.next_serial(), during=during))


def forced_abilities(rules: Rules[T], table: T, frame: Occurrence | Aftermath, kind: str) -> tuple[OrderMandatory, ...]:
    happening = table.condition_group(frame.id)
    if happening is None or happening.cancels_only:
        return ()
    return tuple(rules.forced_abilities(table, happening, kind))


def begin_forced(game: Game[AbilityTable], frame: Occurrence | Aftermath, command: OrderMandatory) -> None:
    """Begin one mandatory ability."""
    happening = game.table.condition_group(frame.id)
    condition = happening.condition(command.condition) if happening is not None else None
    game.rules.begin_ability(game, command.card, command.ability, condition, frame.id)


def ask_order(
    label: str, kind: str, title: str, unasked: Callable[[Game[AbilityTable], FrameT], None] | None = None
) -> Decision:
    """The step that resolves the forced abilities of a kind one by one, in the order that one seat chooses."""

    def who(table: T, frame: Occurrence | Aftermath) -> tuple[Seat, ...]:
        happening = table.condition_group(frame.id)
        if happening is None or happening.cancels_only:
            return ()
        rules: Rules[T] = table.registry.rules
        return (rules.ordering_seat(table),) if rules.forced_abilities(table, happening, kind) else ()

    def space(rules: Rules[T], table: T, frame: Occurrence | Aftermath, seat: Seat) -> Commands:
        return rules.ordering_space(forced_abilities(rules, table, frame, kind))

    def refuses(
        rules: Rules[T], table: T, frame: Occurrence | Aftermath, seat: Seat, command: OrderMandatory
    ) -> Refusal | None:
        listed, happening = forced_abilities(rules, table, frame, kind), table.condition_group(frame.id)
        if command in listed or happening is None:
            return None

        def keyword(index: int) -> dict[str, str]:
            return {"keyword": word} if (word := rules.keyword_of(index)) else {}

        found = ((each, happening.condition(each.condition)) for each in listed)
        one_of = [
            {"card": each.card, "ability": each.ability, **keyword(each.ability), **tell_condition(about, seat)}
            for each, about in found
            if about is not None
        ]
        return Refusal(ORDERED, {"card": command.card, "one_of": one_of})

    def use(game: Game[AbilityTable], frame: Occurrence | Aftermath, seat: Seat, command: OrderMandatory) -> None:
        game.goto(label)
        begin_forced(game, frame, command)

    return Decision(
        label,
        f"order-{kind}",
        title=title,
        seats=who,
        options=space,
        accepts=(OrderMandatory,),
        on_answer=use,
        refuses=refuses,
        rule="choice.order-mandatory",
        public=True,
        unasked=unasked,
    )


def would_window(game: Game[AbilityTable], frame: Occurrence) -> None:
    open_unless_cancels_only(game, frame, WOULD)


def interrupt_window(game: Game[AbilityTable], frame: Occurrence) -> None:
    open_unless_cancels_only(game, frame, INTERRUPT)


def cancel_window(game: Game[AbilityTable], frame: Occurrence) -> None:
    if game.table.occurrences[frame.id].cancels_only:
        open_condition_window(game, frame, CANCEL)


def open_unless_cancels_only(game: Game[AbilityTable], frame: Occurrence, kind: str) -> None:
    if not game.table.occurrences[frame.id].cancels_only:
        open_condition_window(game, frame, kind)


def open_condition_window(game: Game[AbilityTable], frame: Occurrence | Aftermath, kind: str) -> None:
    happening = game.table.condition_group(frame.id)
    if happening is None or not happening.conditions:
        return
    if not game.rules.may_use(game.table, happening.conditions, kind):
        return report_elided_windows(game, happening.conditions, kind)
    open_for_all(game, kind, f"{kind}:{happening.conditions[0].kind}", game.rules.step(game.table), frame.id)


def resolve_imminent(game: Game[AbilityTable], frame: Occurrence) -> None:
    """Step 5: the conditions that are still imminent occur."""
    happening = game.table.occurrences[frame.id]
    game.emit(OccurrenceEnded(frame.id))
    game.leave()
    if happening.conditions:
        resolve_conditions(game, happening.conditions, happening.effect, happening.asked)
    elif happening.effect:
        game.rules.report(game, happening.effect, happening.asked, (), ())


def pass_over_others(game: Game[AbilityTable], frame: Occurrence) -> None:
    """Go on to the happening of what only effects that cancel answer; the steps between would do nothing."""
    if game.table.occurrences[frame.id].cancels_only:
        game.goto("/occur")


class Occurrence(Procedure, frozen=True, tag="occurrence"):
    """The sequence before and of a happening (steps 1 to 5)."""

    id: int
    steps = (
        step("/cancel", cancel_window, "a window for what cancels the effect"),
        ask_order("/forced-would", FORCED_WOULD, "forced interrupts to what would occur are ordered", pass_over_others),
        step("/would", would_window, "a window for interrupts to what would occur"),
        ask_order("/forced", FORCED_INTERRUPT, "forced interrupts are ordered"),
        step("/interrupts", interrupt_window, "a window for interrupts"),
        step("/occur", resolve_imminent, "the conditions occur"),
    )


def reaction_window(game: Game[AbilityTable], frame: Aftermath) -> None:
    open_condition_window(game, frame, REACTION)


def end_aftermath(game: Game[AbilityTable], frame: Aftermath) -> None:
    if frame.id in game.table.aftermaths:
        game.emit(AftermathEnded(frame.id))
    game.rules.aftermath_ended(game, frame)


def end_empty_aftermath(game: Game[AbilityTable], frame: Aftermath) -> None:
    """End an aftermath to which nothing came that could be reacted to; the steps that are left would do no more."""
    if frame.id not in game.table.aftermaths:
        end_frame(game)
        game.rules.aftermath_ended(game, frame)


class Aftermath(Procedure, frozen=True, tag="aftermath"):
    """Forced reactions and reactions to all that occurred while this frame collected (steps 6 and 7)."""

    id: int
    during: str = ""
    steps = (
        ask_order("/forced", FORCED_REACTION, "forced reactions are ordered", end_empty_aftermath),
        step("/reactions", reaction_window, "a window for reactions"),
        step("/end", end_aftermath, "all that followed from the conditions is done"),
    )
