"""Stack repair: what becomes of each frame of the stack after a correction of the table under it.

Each type of frame implements `fits(table, frame)`; there is no default. Read the three verdicts, then those of the
kernel's own frames, then `mend`, which asks from the bottom of the stack to its top. The open wait stays unless it has
become impossible; then the step that asked is run again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct, structs

from domain.kernel.cards.card_table import CardTable
from domain.kernel.corrections.manual_resolution import ManualResolution
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Decision, Procedure, Wait, chart
from domain.kernel.flow.priority_windows import Window, WindowClosed
from domain.kernel.flow.waits import SealsWithdrawn, StepMended
from domain.kernel.game import Game
from domain.kernel.occurring.conditions import AbilityTable, AftermathEnded, ConditionAverted, OccurrenceEnded
from domain.kernel.occurring.occurrence import Aftermath, Occurrence
from domain.kernel.table import Table

if TYPE_CHECKING:
    from domain.kernel.rules import Rules


class FrameFits(Struct, frozen=True):
    """The frame goes on as it is."""


class FrameMended(Struct, frozen=True):
    """The frame goes on as this one: `what` says why, the facts change what it keeps on the table."""

    frame: Procedure
    what: str
    facts: tuple[Fact, ...] = ()


class FrameEnded(Struct, frozen=True):
    """The frame ends, with all that stands above it; `why`. An open question that ends is asked again if it can be."""

    why: str
    facts: tuple[Fact, ...] = ()


FrameVerdict = FrameFits | FrameMended | FrameEnded
FITS = FrameFits()
FrameCheck = Callable[..., FrameVerdict]  # of the game's table and the type of frame under which it is listed


def goes_on(table: Table, frame: Procedure) -> FrameVerdict:
    """`FITS`: the frame remembers nothing of the table but where it is."""
    return FITS


# --- the open question


def asker(table: Table, wait: Wait) -> tuple[Procedure, Decision]:
    """The frame that asked an open question, and its step."""
    place = next(n for n, each in enumerate(table.stack) if each is wait)
    frame = table.stack[place - 1]
    step, _ = chart(type(frame))[wait.asked_by]
    assert isinstance(step, Decision)
    return frame, step


def wait_fits(table: CardTable, wait: Wait) -> FrameVerdict:
    """The verdict on an open wait: it stays where the same seats are asked the same; sealed answers are withdrawn.

    They are also withdrawn where they still fit: whether one does would tell what it is, already in a preview.
    """
    frame, step = asker(table, wait)
    rules: Rules[CardTable] = table.registry.rules
    if isinstance(frame, Window) and rules.is_void(table, frame):
        return FrameEnded("void")
    seats = tuple(seat for seat in step.seats(table, frame) if table.is_asked(seat))
    answered = tuple(table.sealed) if wait.sealed else ()
    facts = (SealsWithdrawn(answered),) if answered else ()
    if not seats:
        return FrameEnded("nobody to ask", facts)
    if seats == wait.seats and not facts:
        return FITS
    return FrameMended(structs.replace(wait, seats=seats), "answers withdrawn" if facts else "others to ask", facts)


# --- occurrences and what follows them


def occurrence_fits(table: AbilityTable, frame: Occurrence) -> FrameVerdict:
    """`FITS`, or the mended occurrence: what is imminent for a card that is gone will not happen."""
    happening = table.occurrences.get(frame.id)
    if happening is None:
        return FITS
    gone = [each for each in happening.conditions if each.card and each.card not in table.cards]
    facts = tuple(ConditionAverted(frame.id, each.id, "correction") for each in gone)
    return FrameMended(frame, "conditions dropped", facts) if facts else FITS


KERNEL_FITS: dict[type[Procedure], FrameCheck] = {
    Wait: wait_fits,
    Window: goes_on,
    Occurrence: occurrence_fits,
    Aftermath: goes_on,
    ManualResolution: goes_on,
}


def close_kernel_frame(game: Game[Table], frame: Procedure) -> None:
    """End what a frame of the kernel keeps on the table."""
    table = game.table
    if isinstance(frame, Window) and frame.opened:
        game.emit(WindowClosed("correction"))
    elif isinstance(frame, Wait) and frame.sealed and table.sealed:
        game.emit(SealsWithdrawn(tuple(table.sealed)))


def close_ability_frame(game: Game[AbilityTable], frame: Procedure) -> None:
    """What a frame of the kernel keeps on a table with abilities ends with it."""
    if isinstance(frame, Occurrence) and frame.id in game.table.occurrences:
        game.emit(OccurrenceEnded(frame.id))
    elif isinstance(frame, Aftermath) and frame.id in game.table.aftermaths:
        game.emit(AftermathEnded(frame.id))
    else:
        close_kernel_frame(game, frame)


# --- the whole stack


def frame_tag(frame: Procedure) -> str:
    """The name under which a type of frame is written."""
    return str(frame.__struct_config__.tag)


def mend(game: Game[Table]) -> None:
    """Ask every frame, bottom to top, whether it still fits; emit facts about those that were mended or ended."""
    stack, place = game.table.stack, 0
    while place < len(stack):
        frame = stack[place]
        verdict = game.rules.fits(game.table, frame)
        if isinstance(verdict, FrameMended):
            record_mending(game, frame, "mended", verdict.what, verdict.facts)
            stack[place] = verdict.frame
        elif isinstance(verdict, FrameEnded):
            end_frame(game, place, verdict)
            place -= 1
        place += 1


def end_frame(game: Game[Table], place: int, verdict: FrameEnded) -> None:
    """End a frame with all above it; a question that ends alone is asked again."""
    stack, frame = game.table.stack, game.table.stack[place]
    if not isinstance(frame, Wait):
        record_mending(game, frame, "ended", verdict.why, verdict.facts)
        end_frames(game, place)
        return
    record_mending(game, frame, "withdrawn", verdict.why, verdict.facts)
    below = stack[place - 1]
    label = "/turn" if isinstance(below, Window) else frame.asked_by
    stack[place - 1 : place + 1] = [structs.replace(below, at=label)]


def ask_anew(game: Game[Table], wait: Wait) -> None:
    """Withdraw the open question and its secret answers; its step asks it again."""
    answered = tuple(game.table.sealed) if wait.sealed else ()
    facts = (SealsWithdrawn(answered),) if answered else ()
    end_frame(game, len(game.table.stack) - 1, FrameEnded("to be asked again", facts))


def give_up(game: Game[Table], place: int) -> None:
    """End a step with all above it; the game says which frame goes on in its place."""
    frame = game.table.stack[place]
    record_mending(game, frame, "abandoned", "", ())
    left = game.rules.frame_after_abandon(frame)
    end_frames(game, place)
    if left is not None:
        game.push(left)


def end_frames(game: Game[Table], place: int) -> None:
    """End the frames from the top of the stack down to this place, with what they keep on the table."""
    stack = game.table.stack
    while len(stack) > place:
        game.rules.close_frame(game, stack[-1])
        stack.pop()


def record_mending(game: Game[Table], frame: Procedure, how: str, what: str, facts: tuple[Fact, ...]) -> None:
    game.emit(StepMended(frame_tag(frame), how, what))
    for fact in facts:
        game.emit(fact)
