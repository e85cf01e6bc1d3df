"""What the kernel asks of a game: the seam between them, one protocol.

A game is handed to the kernel as one value that satisfies `Rules`. The first half is asked by the flow and the windows,
the second by occurrences and abilities; a game without abilities that trigger (the board game) leaves that half out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from domain.kernel.checks import Check
from domain.kernel.command_moments import CommandMoment
from domain.kernel.corrections.changes import AnyChange, ChangeFault
from domain.kernel.corrections.stack_repair import FrameVerdict
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.windows import Window
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat, Viewer
from domain.kernel.occurring.conditions import Condition, ConditionGroup, EffectObject
from domain.kernel.refusals import Refusal


class Rules(Protocol):
    """The rules of one game with one card pool."""

    name: ClassVar[str]
    periods: ClassVar[tuple[str, ...]]
    condition_kinds: ClassVar[tuple[str, ...]]
    commands: ClassVar[tuple[type, ...]]
    always: ClassVar[tuple[type, ...]]
    window_commands: ClassVar[tuple[type, ...]]
    checks: ClassVar[dict[type, tuple[Check, ...]]]
    moments: ClassVar[dict[type, CommandMoment]]
    frames: ClassVar[tuple[type[Procedure], ...]]

    def command(self, answer: Any) -> Any:
        """Decode a command from JSON values, strictly."""

    def command_text(self, command: Any) -> str:
        """A command as JSON text."""

    def command_from_text(self, text: str) -> Any:
        """Decode a command from the JSON text that `command_text` gave."""

    def always_refusal(self, table: Any, seat: Seat, command: Any) -> Refusal | None:
        """Why a command that answers no wait may not be given."""

    def do_always(self, game: Game[Any], seat: Seat, command: Any) -> None:
        """Carry out a command that answers no wait."""

    def view(self, table: Any, viewer: Viewer, *, judging: bool) -> dict[str, Any]:
        """The table as a viewer may see it, as JSON values."""

    def describe(self, table: Any, condition: Condition) -> str:
        """A condition in public words."""

    def step_of(self, frame: Procedure) -> str:
        """The last numbered step that a frame has begun; nothing if its procedure has none."""

    def leader(self, table: Any) -> Seat:
        """Who has the first opportunity and orders mandatory things."""

    def next_seat(self, table: Any, seat: Seat) -> Seat:
        """The next seat still in the game, clockwise."""

    def state_checks(self, game: Game[Any]) -> bool:
        """The checks that follow every happening; True if they moved the game on."""

    def command_context(self, table: Any, seat: Seat, command: Any) -> Any:
        """What the checks of a command look at."""

    def window_space(self, table: Any, window: Window, seat: Seat) -> Any:
        """What a seat may do in a window."""

    def begin(self, game: Game[Any], window: Window, seat: Seat, command: Any) -> None:
        """Begin what a seat does in a window."""

    def can_act(self, table: Any, window: Window, seat: Seat) -> bool:
        """Whether a seat can do anything but pass."""

    def could_act(self, table: Any, window: Window, seat: Seat) -> bool:
        """Whether a seat could do anything but pass, by public knowledge."""

    def is_void(self, table: Any, window: Window) -> bool:
        """Whether what the window is about has gone."""

    def about(self, table: Any, window: Window) -> tuple[str, ...]:
        """What the window is about, in public words."""

    def within(self, table: Any) -> str:
        """Inside what the window opens, in public words of this moment."""

    def step(self, table: Any) -> str:
        """The step of the timing chart that is under way."""

    def concerns(self, table: Any, window: Window, seat: Seat, kind: str) -> bool:
        """Whether the window is about a condition of this kind that concerns the seat or a card of its."""

    def concede(self, game: Game[Any], seat: Seat) -> None:
        """A seat gives up."""

    def is_unimplemented(self, key: str) -> bool:
        """Whether a card has text that no declaration covers."""

    def change_words(self, table: Any, change: AnyChange) -> Mapping[str, tuple[str, ...]]:
        """The closed lists of the words that a change by hand can say, by its fields."""

    def change_fault(self, table: Any, change: AnyChange) -> ChangeFault | None:
        """What is wrong with a change by hand whose words are of their lists, if anything is."""

    def carry_out(self, game: Game[Any], change: AnyChange) -> None:
        """Make a change by hand; nothing hears it."""

    def table_fault(self, table: Any) -> ChangeFault | None:
        """What the components or uniqueness do not allow of the table as a whole."""

    def fits(self, table: Any, frame: Procedure) -> FrameVerdict:
        """What becomes of a frame after a correction."""

    def close_frame(self, game: Game[Any], frame: Procedure) -> None:
        """End what a frame keeps on the table, as it is taken off the stack."""

    def abandonable(self, frame: Procedure) -> bool:
        """Whether a judge may have this step given up."""

    def mend_open_question(self, game: Game[Any]) -> None:
        """Mend what does not fit any more, as an open question comes to the top of the stack again."""

    def frame_after_abandon(self, frame: Procedure) -> Procedure | None:
        """What goes on of a frame whose step is given up; nothing where the whole frame ends."""

    def late_refusal(self, table: Any, card: Handle, ability: int, condition: Condition | None) -> Refusal | None:
        """Why a mandatory ability cannot be resolved late, if it cannot."""

    def may_interrupt(self, table: Any, conditions: tuple[Condition, ...], timings: tuple[str, ...]) -> bool:
        """Whether anything could be used before these conditions under the match's window policy."""

    def may_react(self, table: Any, conditions: tuple[Condition, ...]) -> bool:
        """Whether anything could be used after these conditions under the match's window policy."""

    def may_use(self, table: Any, conditions: tuple[Condition, ...], timing: str) -> bool:
        """Whether a window of this kind is considered at all for these conditions."""

    def execute_conditions(self, game: Game[Any], conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
        """Carry out what occurs, as one happening; returns all conditions that occurred by it."""

    def forced_abilities(self, table: Any, happening: ConditionGroup, timing: str) -> list[Any]:
        """The mandatory abilities of a timing that apply to a happening and were not used on it."""

    def ordering_space(self, listed: tuple[Any, ...]) -> Any:
        """The choice among mandatory abilities."""

    def begin_forced(self, game: Game[Any], frame: Any, command: Any) -> None:
        """Begin one mandatory ability."""

    def is_secret(self, table: Any, picks: tuple[str, ...]) -> bool:
        """Whether some of what was chosen is hidden from somebody."""

    def ability_context(self, table: Any, effect: EffectObject) -> Any:
        """An ability under way, for its words."""

    def report(
        self,
        game: Game[Any],
        effect: int,
        asked: int,
        meant: tuple[Condition, ...],
        occurred: tuple[Condition, ...],
    ) -> None:
        """Tell an ability what became of its part or its payment: of so many conditions, as they were meant."""

    def resolve_delayed(self, game: Game[Any], conditions: tuple[Condition, ...]) -> None:
        """Push the delayed effects that waited for one of these conditions."""

    def pay_for_event(self, game: Game[Any], case: Any) -> None:
        """Pay what an event costs beside the costs that its text names."""

    def begin_ability(
        self, game: Game[Any], card: Handle, index: int, about: Condition | None = None, happening: int = 0
    ) -> None:
        """Announce an ability of a card and push its initiation."""

    def part_done(self, game: Game[Any], case: Any, complete: bool) -> None:
        """Report a part of an effect that had no happening of its own."""

    def keep(self, game: Game[Any], case: Any, name: str, cards: tuple[Handle, ...], least: int = 1) -> None:
        """Keep cards, of which there were to be so many, under a name for the parts of an effect that follow."""

    def hold_payment(self, game: Game[Any]) -> None:
        """Push what holds the reactions to a payment."""

    def record_initiation(self, game: Game[Any], case: Any) -> None:
        """Record what the initiation itself makes true (an event was played)."""

    def put_away(self, game: Game[Any], case: Any) -> None:
        """Put away the card of an ability that has resolved, where the rules say so."""
