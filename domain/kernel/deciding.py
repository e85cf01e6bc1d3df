"""Deciding: a command and a table give either a refusal, or the facts of an action and the table after it.

`decide_command` never changes the table that it is given. All checks run before the first fact. After it a command can
be refused for one reason only: the game would never stop. `seat_options`, `refusal_of` and `explain_checks_of` look at
the same wait, the same checks and the same space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

import msgspec
from msgspec import Struct, structs

from domain.kernel import checks
from domain.kernel.citing import rule_of, with_rule_of, with_rules_of
from domain.kernel.command_moments import OpenWait, accepted_commands, command_tag, misplaced_refusal
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import DrawOffersLapsed
from domain.kernel.flow.frames import ALREADY, END, Decision, Flow, Procedure, Wait, advance, find_open_wait, run_flow
from domain.kernel.flow.priority_windows import Window
from domain.kernel.flow.waits import Sealed
from domain.kernel.game import Game, Probe, ignore_windows
from domain.kernel.ids import Seat
from domain.kernel.occurring.occurrence import Aftermath
from domain.kernel.refusals import Json, Refusal, Refused
from domain.kernel.table import Table, TableT

if TYPE_CHECKING:
    from domain.kernel.rules import Rules
    from domain.kernel.spaces.commands import Commands


class DecidedAction(Struct, Generic[TableT], frozen=True):
    """What a command caused: the facts of the action, what it did to the stack, and the table after it."""

    facts: tuple[Fact, ...]
    flow: Flow
    table: TableT


def decide_command(
    rules: Rules[TableT],
    table: TableT,
    seed: bytes,
    seat: Seat,
    command: Command,
    version: int,
    probe: Probe = ignore_windows,
) -> DecidedAction[TableT] | Refusal:
    """The facts that a command causes with the table after them, or why it is refused.

    `version` is the version that the action will have.
    """
    refusal = refusal_of(rules, table, seat, command)
    if refusal is not None:
        return refusal
    game = Game(rules, table.branch(), seed, version, probe)
    apply_command(game, seat, command)
    try:
        run_flow(game)
    except Refused as endless:
        return endless.refusal
    facts, flow = game.conclude()
    return DecidedAction(facts, flow, game.table)


def carry_out_command(
    rules: Rules[TableT], table: TableT, seed: bytes, seat: Seat, command: Command, version: int
) -> Game[TableT]:
    """The game right after a command that passed every check: its effects are done, the timing chart has not gone on.

    A command that answers an ability is done when the ability is.
    """
    game = Game(rules, table.branch(), seed, version)
    asker = count_frames_beneath(table.stack)
    apply_command(game, seat, command)
    while game.table.over is None:
        if game.unsettled and game.settle_state():
            continue
        if goes_on(game.table.stack, asker) or not advance(game):
            break
    return game


def count_frames_beneath(stack: list[Procedure]) -> int:
    """The number of frames under what a command carries out: all but the wait, or those under an ability that asked."""
    for place in reversed(range(len(stack) - 1)):
        frame = stack[place]
        if frame.is_deed:
            holder = stack[place - 1]
            return place - 1 if isinstance(holder, Aftermath) and not holder.at else place
        if isinstance(frame, Window) or any(each.chart for each in frame.steps):
            break
    return len(stack) - 1


def goes_on(stack: list[Procedure], asker: int) -> bool:
    """Whether the next step belongs no longer to the command, but to the frame that asked or to the timing chart."""
    top = stack[-1]
    return len(stack) <= asker or (top.at != END and any(each.chart for each in top.steps))


def apply_command(game: Game[Table], seat: Seat, command: Command) -> None:
    """Apply a command that passed every check.

    An answer takes the open wait off the stack and goes to the step that asked; a secret one is kept until all are in;
    a command that always can be given answers no wait.
    """
    if type(command) in game.rules.always:
        game.rules.do_always(game, seat, command)
        return
    if game.table.offers and seat not in game.table.offers:
        game.emit(DrawOffersLapsed(seat))
    wait, frame, decision = open_wait(game.table)
    if wait.sealed:
        apply_sealed_command(game, wait, frame, decision, seat, command)
        return
    game.table.stack.pop()
    decision.on_answer(game, frame, seat, command)


def apply_sealed_command(
    game: Game[Table], wait: Wait, frame: Procedure, decision: Decision, seat: Seat, command: Command
) -> None:
    """Keep a secret answer; after the last one open all, in the order in which the seats were asked."""
    game.emit(Sealed(seat, game.rules.command_text(command)))
    if all(each in game.table.sealed for each in wait.seats):
        game.table.stack.pop()
        decision.open(game, frame)


def open_wait(table: Table) -> OpenWait:
    """The open wait, the frame that asked, and the step that asked. Raises LookupError where nobody is awaited."""
    found = find_open_wait(table.stack)
    if found is None:
        raise LookupError("nobody is awaited")
    return found


def awaited_refusal(
    rules: Rules[TableT], table: TableT, opened: OpenWait, seat: Seat, command: Command
) -> Refusal | None:
    """Why the open wait does not take the command: another seat or another type is awaited, or the seat has answered.

    The refusal cites the rule that says when the command belongs.
    """
    wait, frame, decision = opened
    if seat not in wait.seats or type(command) not in accepted_commands(rules, decision, frame):
        return misplaced_refusal(rules, table, opened, seat, command)
    if wait.sealed and seat in table.sealed:
        choice = {} if decision.second_answer == ALREADY else {"choice": ALREADY}
        return Refusal(decision.second_answer, {"seat": seat, "question": wait.question, **choice})
    return None


def refusal_of(rules: Rules[TableT], table: TableT, seat: Seat, command: Command) -> Refusal | None:
    """Why a command is refused, if it is: by the match, the wait, the checks of its type, or the space.

    It cites a rule of the game also where shared code names a slot.
    """
    refusal = first_refusal_of(rules, table, seat, command)
    return with_rule_of(rules.cites, refusal) if refusal is not None else None


def first_refusal_of(rules: Rules[TableT], table: TableT, seat: Seat, command: Command) -> Refusal | None:
    if table.over is not None:
        return Refusal("match.over", {"winner": table.over.winner, "how": table.over.how})
    if seat not in table.seats:
        return Refusal("match.no-such-seat", {"seat": seat, "seats": list(table.seats)})
    if type(command) in rules.always:
        return rules.always_refusal(table, seat, command)
    opened = open_wait(table)
    refusal = awaited_refusal(rules, table, opened, seat, command)
    if refusal is not None:
        return refusal
    listed = rules.checks.get(type(command))
    refusal = checks.first_failed_check(listed, rules.command_context(table, seat, command)) if listed else None
    return refusal or space_refusal(rules, table, opened, seat, command)


def space_refusal(
    rules: Rules[TableT], table: TableT, opened: OpenWait, seat: Seat, command: Command
) -> Refusal | None:
    """Why the answer does not lie in the space of the open wait; None where the checks say all.

    If the form of the command cites a rule, the refusal cites it and names the structural one beside it.
    """
    _, frame, decision = opened
    if decision.checked:
        return None
    if decision.refuses is not None and (refused := decision.refuses(rules, table, frame, seat, command)):
        return refused
    space = decision.options(rules, table, frame, seat)
    found = space.check(as_json(command))
    if found is None:
        return None
    cited = [rule for form in space.forms if form.type == command_tag(type(command)) for rule in form.rules]
    return Refusal(cited[0], {"choice": found.rule, **found.because}) if cited and is_generic(found) else found


def is_generic(refusal: Refusal) -> bool:
    """Whether a refusal cites no rule of the game."""
    return refusal.rule.startswith("choice.")


def as_json(command: Command) -> Json:
    """The command as the JSON values that a client would send."""
    return msgspec.json.decode(msgspec.json.encode(command))


def seat_options(rules: Rules[TableT], table: TableT, seat: Seat) -> Commands | None:
    """The space of answers of a seat to the open wait, which cites rules of the game; None if it is not awaited."""
    if table.over is not None:
        return None
    wait, frame, decision = open_wait(table)
    if seat not in wait.seats or (wait.sealed and seat in table.sealed):
        return None
    return with_rules_of(rules.cites, decision.options(rules, table, frame, seat))


def awaited_options(rules: Rules[TableT], table: TableT, seat: Seat) -> Commands:
    """What a seat may answer to the open wait; raises LookupError if it is not awaited."""
    space = seat_options(rules, table, seat)
    if space is None:
        raise LookupError(f"{seat} is not awaited")
    return space


def explain_checks_of(rules: Rules[TableT], table: TableT, seat: Seat, command: Command) -> list[checks.CheckOutcome]:
    """Every check of a command with its outcome; the verdict is that of `decide_command`."""
    refusal = refusal_of(rules, table, seat, command)
    if table.over is not None or type(command) in rules.always:
        return [check_outcome(refusal)]
    opened = open_wait(table)
    waiting = awaited_refusal(rules, table, opened, seat, command) if seat in table.seats else refusal
    if waiting is not None:
        return [check_outcome(refusal)]
    context = rules.command_context(table, seat, command)
    explained = checks.explain_checks(rules.checks.get(type(command), ()), context)
    outcomes = [
        check_outcome(None),
        *(structs.replace(each, rule=rule_of(rules.cites, each.rule)) for each in explained),
    ]
    if all(each.ok for each in outcomes):
        outcomes.append(check_outcome(refusal, "in_its_space", "choice.not-among-options"))
    return outcomes


def check_outcome(
    refusal: Refusal | None, name: str = "may_answer_now", rule: str = "match.not-awaited"
) -> checks.CheckOutcome:
    if refusal is None:
        return checks.CheckOutcome(name, rule, ok=True)
    return checks.CheckOutcome(name, refusal.rule, because=refusal.because)
