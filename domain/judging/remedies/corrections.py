"""Corrections: changes of the closed list, made together, with the stack mended after them.

Read `correct_table`. Each change is checked like a command, then the table as a whole; nothing hears them. Then every
frame of the stack is asked whether it still fits (kernel `stack_repair`), the open wait is held, and play runs on. What
follows stands behind `cut`, apart from what was ruled.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import structs

from domain.judging.inquiry.knowledge import knowledge_from, known_to_somebody
from domain.judging.remedies.interventions import RulingEnvelope, check_running, game_of_judge, intervention
from domain.kernel.cards.card_table import CardTable
from domain.kernel.cards.moving_cards import shuffle_among
from domain.kernel.corrections.changes import (
    SAME,
    STRANDS,
    AbandonStep,
    AnyChange,
    AskAgain,
    ChangeFault,
    Corrected,
    ShuffleUnknown,
    change_name,
    change_refusal,
)
from domain.kernel.corrections.stack_repair import ask_anew, frame_tag, give_up, mend
from domain.kernel.corrections.words import normalize_change
from domain.kernel.flow.frames import Wait, find_open_wait, run_flow
from domain.kernel.flow.priority_windows import Window
from domain.kernel.game import Game
from domain.kernel.ids import ZoneKey
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, NewVersion, Refused
from domain.match.envelope import Stamp
from domain.match.events import StoredEvent
from domain.match.judge_orders import CorrectTable

Events = Mapping[int, StoredEvent]


def correct_table(
    match: Match, command: CorrectTable, events: Events, ruled: RulingEnvelope, stamp: Stamp
) -> NewVersion:
    """The version with the correction of the newest one; `events` are all of the match by version. Raises Refused."""
    check_running(match)
    if not command.changes:
        raise Refused(Refusal(f"judging.correct.{SAME}", {"changes": 0}))
    game = game_of_judge(match, match.table)
    hold_wait(game)
    for change in command.changes:
        apply_change(game, change, events)
    raise_fault(match.rules.table_fault(game.table), "table")
    mend(game)
    cut = len(game.facts)
    run_flow(game)
    check_outcome_lawful(game, command.ends)
    facts, flow = game.conclude()
    return intervention(match, "corrected", ruled, stamp, game.table, facts, flow, cmd=command, cut=cut)


def hold_wait(game: Game[CardTable]) -> None:
    """Keep the open wait on the stack, so that nothing passes or answers it; it gets a new id."""
    stack = game.table.stack
    stack[-1] = structs.replace(stack[-1])


def apply_change(game: Game[CardTable], change: AnyChange, events: Events) -> None:
    """Make one change. Raises Refused."""
    read = normalize_change(game.rules, game.table, change)
    if isinstance(read, ChangeFault):
        raise Refused(fault_refusal(read, change_name(change)))
    change = read
    if isinstance(change, AbandonStep):
        abandon(game, change)
        return
    if isinstance(change, AskAgain):
        ask_again(game, change)
        return
    raise_fault(game.rules.change_fault(game.table, change), change_name(change))
    game.emit(Corrected(change))
    if isinstance(change, ShuffleUnknown):
        shuffle_unknown(game, change.zone, events)
    else:
        game.rules.carry_out(game, change)


def raise_fault(fault: ChangeFault | None, change: str) -> None:
    if fault is not None:
        raise Refused(fault_refusal(fault, change))


def fault_refusal(fault: ChangeFault, change: str) -> Refusal:
    """The refusal of a change with a fault, by the rule that says why."""
    return change_refusal(fault, change, f"judging.correct.{fault.why}")


def shuffle_unknown(game: Game[CardTable], zone: ZoneKey, events: Events) -> None:
    """Shuffle the cards whose places no seat lawfully knows; the others stay. Raises Refused if nothing is shuffled.

    Who saw an earlier change of the same correction knows what it saw.
    """
    keeping = known_to_somebody(knowledge_from(sorted(events.items()), tuple(game.facts)))
    keep = [card for card in game.table.zone(zone) if card in keeping]
    if len(game.table.zone(zone)) - len(keep) < 2:
        raise_fault(ChangeFault("zone", SAME), "shuffle_unknown")
    shuffle_among(game, zone, keep)


def ask_again(game: Game[CardTable], change: AskAgain) -> None:
    """Ask the open question again, but not a window, which its holder still has."""
    found = find_open_wait(game.table.stack)
    if found is None or isinstance(found[1], Window):
        none = "nobody has one that is asked anew; who may use a window still may"
        raise_fault(ChangeFault("wait", SAME, none), change_name(change))
        return
    game.emit(Corrected(change))
    ask_anew(game, found[0])


def abandon(game: Game[CardTable], change: AbandonStep) -> None:
    """End the innermost step of this kind, with all that stands above it."""
    stack = game.table.stack
    places = [place for place, frame in enumerate(stack) if frame_tag(frame) == change.frame]
    if not game.rules.abandonable(stack[places[-1]]):
        raise_fault(ChangeFault("frame", STRANDS), "abandon_step")
    game.emit(Corrected(change))
    give_up(game, places[-1])


def check_outcome_lawful(game: Game[CardTable], ends: bool) -> None:
    """Raises Refused where the match would end unnamed, or somebody who is awaited has no answer."""
    over = game.table.over
    if over is not None and not ends:
        because: dict[str, object] = {"winner": over.winner, "how": over.how, "rule": over.rule}
        raise Refused(Refusal("judging.correct.effects-of-game", because))
    found = find_open_wait(game.table.stack)
    if over is None and found is not None:
        check_answerable(game, found[0])


def check_answerable(game: Game[CardTable], wait: Wait) -> None:
    """Raises Refused where somebody who is awaited has no legal answer, and names what could be abandoned."""
    table, frame = game.table, game.table.stack[-2]
    _, _, step = find_open_wait(table.stack) or (None, None, None)
    assert step is not None
    for seat in wait.seats:
        if step.options(game.rules, table, frame, seat).is_empty():
            named = (frame_tag(each) for each in reversed(table.stack) if game.rules.abandonable(each))
            because: dict[str, object] = {
                "seat": seat,
                "question": wait.question,
                "frame": frame_tag(frame),
                "abandon": next(named, ""),
            }
            raise Refused(Refusal(f"judging.correct.{STRANDS}", because))
