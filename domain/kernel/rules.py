"""The seam between the kernel and a game: what the kernel asks, as four protocols of the type of the game's table.

A game is one value of a class under `Rules`; a required method that it lacks fails mypy. Read `FlowRules` (commands,
seats, words), `WindowRules` (priority), `AbilityRules` (what triggers) and `CorrectionRules` (changes by hand). A game
without one of the last three puts `WithoutWindows`, `WithoutAbilities` or `WithoutCorrections` before `Rules` among its
bases.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from domain.kernel import slots as _slots  # noqa: F401 - the kernel cites what it carries out
from domain.kernel.catalogue import union_of
from domain.kernel.checks import Check
from domain.kernel.citing import Cites
from domain.kernel.command_moments import CommandMoment
from domain.kernel.commands import Command
from domain.kernel.corrections.changes import UNFIT, AnyChange, ChangeFault, change_name
from domain.kernel.corrections.stack_repair import FITS, FrameVerdict, close_kernel_frame, mend
from domain.kernel.corrections.words import Lists
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import always_refusal, do_always, settle_offers
from domain.kernel.flow.frames import Procedure, step_begun
from domain.kernel.flow.priority_windows import Pass, Window
from domain.kernel.formats.mismatch import name_entries
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat, Viewer
from domain.kernel.occurring.abilities import AbilityUnderWay
from domain.kernel.occurring.conditions import Condition, ConditionGroup, EffectObject
from domain.kernel.occurring.occurrence import Aftermath, OrderMandatory
from domain.kernel.refusals import Json, JsonObject, Refusal
from domain.kernel.spaces.commands import Commands
from domain.kernel.state.readings import Readings
from domain.kernel.table import Table

T = TypeVar("T", bound=Table, contravariant=True)


class FlowRules(Protocol[T]):
    """What every game says of itself: its commands with their checks, its seats, its frames, its table in words."""

    name: ClassVar[str]
    commands: ClassVar[tuple[type[Command], ...]]
    always: ClassVar[tuple[type[Command], ...]]
    checks: ClassVar[dict[type, tuple[Check, ...]]]
    moments: ClassVar[dict[type, CommandMoment]]
    cites: ClassVar[Cites] = {}
    """The rules of the game's book in the slots that shared code names."""
    readings: ClassVar[Readings] = {}
    """The rules that a match may read otherwise than by default."""
    frames: ClassVar[tuple[type[Procedure], ...]]
    facts: ClassVar[tuple[type[Fact], ...]]

    @cached_property
    def decoder(self) -> msgspec.json.Decoder[Command]:
        """The decoder of all commands, made once: that of a union takes long to build."""
        return msgspec.json.Decoder(union_of(self.commands))

    def command(self, answer: Json) -> Command:
        """The command that JSON values give, decoded strictly. Raises msgspec.ValidationError."""
        try:
            return self.decode_command(answer)
        except msgspec.ValidationError as error:
            raise name_entries(error, answer, self.decode_command) from None

    def decode_command(self, answer: Json) -> Command:
        return self.decoder.decode(msgspec.json.encode(answer))  # converting to a union builds its decoder anew

    def command_text(self, command: Command) -> str:
        """The command as JSON text."""
        return msgspec.json.encode(command).decode()

    def command_from_text(self, text: str) -> Command:
        """The command in a JSON text that `command_text` gave."""
        return self.decoder.decode(text)

    @abstractmethod
    def always_refusal(self, table: T, seat: Seat, command: Command) -> Refusal | None:
        """Why a command that answers no wait is refused, or None."""

    @abstractmethod
    def do_always(self, game: Game[T], seat: Seat, command: Command) -> None:
        """Carry out a command that answers no wait."""

    @abstractmethod
    def command_context(self, table: T, seat: Seat, command: Command) -> object:
        """The context of a command that its checks look at."""

    @abstractmethod
    def views(self, table: T, viewers: Iterable[Viewer], *, judging: bool) -> dict[Viewer, JsonObject]:
        """The table as each of these viewers may see it, as JSON values.

        What all of them see is built once: the views may share it, so they are read and not written.
        """

    def view(self, table: T, viewer: Viewer, *, judging: bool) -> JsonObject:
        """The table as a viewer may see it, as JSON values."""
        return self.views(table, (viewer,), judging=judging)[viewer]

    def step_of(self, frame: Procedure) -> str:
        """The last numbered step that a frame has begun; empty if its procedure has none."""
        return step_begun(frame)

    def step(self, table: T) -> str:
        """The step of the timing chart that is under way: the last numbered one that a frame has begun."""
        for frame in reversed(table.stack):
            if label := self.step_of(frame):
                return label
        return ""

    @abstractmethod
    def within(self, table: T) -> str:
        """The sequence in which the game now is, in public words of this moment."""

    @abstractmethod
    def next_seat(self, table: T, seat: Seat) -> Seat:
        """The next seat still in the game, clockwise."""

    @abstractmethod
    def state_checks(self, game: Game[T]) -> bool:
        """Run the game's checks that follow every happening. Returns True if they moved the game on."""

    @abstractmethod
    def settle_state(self, game: Game[T]) -> bool:
        """Run those of the game and of the kernel. Returns True if they moved the game on."""

    @abstractmethod
    def concede(self, game: Game[T], seat: Seat) -> None:
        """Let a seat give up: the match is over, or the seat leaves the game (`withdraw_seats`)."""


class WindowRules(Protocol[T]):
    """What a game with windows of priority says of them: what a seat may do there, what they are about."""

    window_kinds: ClassVar[tuple[str, ...]] = ()
    periods: ClassVar[tuple[str, ...]] = ()
    condition_kinds: ClassVar[tuple[str, ...]] = ()
    window_commands: ClassVar[tuple[type[Command], ...]] = ()
    passing: ClassVar[tuple[type[Command], ...]] = (Pass,)
    """The commands that count as a pass in a window."""

    @abstractmethod
    def first_seat(self, table: T, kind: str, about: int) -> Seat:
        """The seat that has the first opportunity in a window of a kind about a group of conditions (0: none)."""

    @abstractmethod
    def window_space(self, table: T, window: Window, seat: Seat) -> Commands:
        """The space of what a seat may do in a window."""

    @abstractmethod
    def begin(self, game: Game[T], window: Window, seat: Seat, command: Command) -> None:
        """Begin what a seat does in a window."""

    @abstractmethod
    def can_act(self, table: T, window: Window, seat: Seat) -> bool:
        """Whether a seat can do anything but pass."""

    @abstractmethod
    def could_act(self, table: T, window: Window, seat: Seat) -> bool:
        """Whether a seat could do anything but pass, by public knowledge."""

    def follow_pass(self, game: Game[T], window: Window, seat: Seat, command: Command | None) -> None:
        """Emit what a pass brings with it. `command` is the one that was given, None where no one gave one.

        It follows each pass in a window that has opened, also those by a standing order or by the window policy. It
        pushes no frame.
        """
        return None

    def is_void(self, table: T, window: Window) -> bool:
        """Whether what the window is about has gone."""
        return False

    def about(self, table: T, window: Window) -> tuple[str, ...]:
        """What the window is about, in public words."""
        return ()

    def concerns(self, table: T, window: Window, seat: Seat, kind: str) -> bool:
        """Whether the window is about a condition of this kind that concerns the seat or a card of its."""
        return False


class AbilityRules(Protocol[T]):
    """What a game with abilities that trigger says of conditions, and of abilities under way."""

    @abstractmethod
    def describe(self, table: T, condition: Condition) -> str:
        """A condition in public words."""

    @abstractmethod
    def may_interrupt(self, table: T, conditions: tuple[Condition, ...], timings: tuple[str, ...]) -> bool:
        """Whether anything could be used before these conditions under the match's window policy."""

    @abstractmethod
    def may_react(self, table: T, conditions: tuple[Condition, ...]) -> bool:
        """Whether anything could be used after these conditions under the match's window policy."""

    @abstractmethod
    def may_use(self, table: T, conditions: tuple[Condition, ...], timing: str) -> bool:
        """Whether a window of this kind is considered at all for these conditions."""

    @abstractmethod
    def execute_conditions(
        self, game: Game[T], conditions: tuple[Condition, ...], effect: int
    ) -> tuple[Condition, ...]:
        """Carry out what occurs, as one happening. Returns all conditions that occurred by it.

        `effect` names the ability whose part or payment they are; 0 for none.
        """

    @abstractmethod
    def forced_abilities(self, table: T, happening: ConditionGroup, timing: str) -> list[OrderMandatory]:
        """The mandatory abilities of a timing that apply to a happening and were not used on it."""

    @abstractmethod
    def ordering_space(self, listed: tuple[OrderMandatory, ...]) -> Commands:
        """The space of the choice among mandatory abilities."""

    @abstractmethod
    def keyword_of(self, index: int) -> str:
        """The keyword that gives the ability with this number; empty for one that stands in a text."""

    @abstractmethod
    def begin_ability(
        self, game: Game[T], card: Handle, index: int, about: Condition | None = None, happening: int = 0
    ) -> None:
        """Announce an ability of a card and push its initiation."""

    @abstractmethod
    def ordering_seat(self, table: T) -> Seat:
        """The seat that says which of several simultaneous mandatory abilities is next."""

    @abstractmethod
    def is_secret(self, table: T, picks: tuple[str, ...]) -> bool:
        """Whether part of what was chosen is hidden from somebody."""

    @abstractmethod
    def ability_context(self, table: T, effect: EffectObject) -> AbilityUnderWay:
        """An ability under way, for its words."""

    @abstractmethod
    def report(
        self,
        game: Game[T],
        effect: int,
        wanted: int,
        meant: tuple[Condition, ...],
        occurred: tuple[Condition, ...],
    ) -> None:
        """Tell an ability what became of its part or its payment: of so many conditions, as they were meant."""

    @abstractmethod
    def resolve_delayed(self, game: Game[T], conditions: tuple[Condition, ...]) -> None:
        """Push the delayed effects that waited for one of these conditions."""

    def aftermath_ended(self, game: Game[T], aftermath: Aftermath) -> None:
        """Begin what follows when all reactions to something are over; the last statement may push one frame."""
        return None

    @abstractmethod
    def hold_payment(self, game: Game[T]) -> None:
        """Push the frame that holds the reactions to a payment."""

    # the context is what the game's own `ability_context` gave

    @abstractmethod
    def pay_for_event(self, game: Game[T], context: Any) -> None:
        """Pay the cost of an event, besides the costs that its text names."""

    @abstractmethod
    def record_initiation(self, game: Game[T], context: Any) -> None:
        """Record what the initiation itself makes true (an event was played)."""

    @abstractmethod
    def put_away(self, game: Game[T], context: Any) -> None:
        """Put away the card of an ability that has resolved, where the rules say so."""


class CorrectionRules(Protocol[T]):
    """What a game says of changes by hand, and of its frames when the table has been changed under them."""

    def is_unimplemented(self, key: str) -> bool:
        """Whether a card has text that no declaration covers."""
        return False

    @abstractmethod
    def change_words(self, table: T, change: AnyChange) -> Lists:
        """The closed lists of words in a change by hand, by its fields."""

    @abstractmethod
    def change_fault(self, table: T, change: AnyChange) -> ChangeFault | None:
        """What is wrong with a change by hand, whose words are of their lists; None if nothing is."""

    @abstractmethod
    def carry_out(self, game: Game[T], change: AnyChange) -> None:
        """Make a change by hand; nothing hears it."""

    @abstractmethod
    def fits(self, table: T, frame: Procedure) -> FrameVerdict:
        """The verdict on a frame after a correction."""

    @abstractmethod
    def close_frame(self, game: Game[T], frame: Procedure) -> None:
        """End what a frame keeps on the table, as it is taken off the stack."""

    @abstractmethod
    def abandonable(self, frame: Procedure) -> bool:
        """Whether a judge may have this step abandoned."""

    def mend_open_question(self, game: Game[T]) -> None:
        """Mend what no longer fits when an open question comes to the top of the stack again."""
        mend(game)

    def frame_after_abandon(self, frame: Procedure) -> Procedure | None:
        """The frame that goes on after its step was abandoned; None where the whole frame ends."""
        return None


class Rules(FlowRules[T], WindowRules[T], AbilityRules[T], CorrectionRules[T], Protocol[T]):
    """The rules of one game with one card pool."""

    seated_in: ClassVar[str] = ""
    """The key of a position under which its seats stand, or each with its player; empty where there is none."""

    def always_refusal(self, table: T, seat: Seat, command: Command) -> Refusal | None:
        return always_refusal(self, table, seat, command)

    def do_always(self, game: Game[T], seat: Seat, command: Command) -> None:
        do_always(game, seat, command)

    def settle_state(self, game: Game[T]) -> bool:
        return self.state_checks(game) or settle_offers(game)


class WithoutWindows(WindowRules[T]):
    """The part of a game that has no windows of priority: none is ever opened."""

    def first_seat(self, table: T, kind: str, about: int) -> Seat:
        raise LookupError(f"this game has no window, but {kind}")

    def window_space(self, table: T, window: Window, seat: Seat) -> Commands:
        return Commands(())

    def begin(self, game: Game[T], window: Window, seat: Seat, command: Command) -> None:
        return None

    def can_act(self, table: T, window: Window, seat: Seat) -> bool:
        return False

    def could_act(self, table: T, window: Window, seat: Seat) -> bool:
        return False


class WithoutAbilities(AbilityRules[T]):
    """The part of a game in which nothing triggers: what occurs just occurs, no ability is ever under way."""

    def describe(self, table: T, condition: Condition) -> str:
        return condition.kind

    def may_interrupt(self, table: T, conditions: tuple[Condition, ...], timings: tuple[str, ...]) -> bool:
        return False

    def may_react(self, table: T, conditions: tuple[Condition, ...]) -> bool:
        return False

    def may_use(self, table: T, conditions: tuple[Condition, ...], timing: str) -> bool:
        return False

    def execute_conditions(
        self, game: Game[T], conditions: tuple[Condition, ...], effect: int
    ) -> tuple[Condition, ...]:
        return conditions

    def forced_abilities(self, table: T, happening: ConditionGroup, timing: str) -> list[OrderMandatory]:
        return []

    def ordering_space(self, listed: tuple[OrderMandatory, ...]) -> Commands:
        return Commands(())

    def keyword_of(self, index: int) -> str:
        return ""

    def begin_ability(
        self, game: Game[T], card: Handle, index: int, about: Condition | None = None, happening: int = 0
    ) -> None:
        return None

    def ordering_seat(self, table: T) -> Seat:
        raise LookupError("this game has no mandatory ability")

    def is_secret(self, table: T, picks: tuple[str, ...]) -> bool:
        return False

    def ability_context(self, table: T, effect: EffectObject) -> AbilityUnderWay:
        raise LookupError(f"no ability is under way, but {effect.key}")

    def report(
        self,
        game: Game[T],
        effect: int,
        wanted: int,
        meant: tuple[Condition, ...],
        occurred: tuple[Condition, ...],
    ) -> None:
        return None

    def resolve_delayed(self, game: Game[T], conditions: tuple[Condition, ...]) -> None:
        return None

    def hold_payment(self, game: Game[T]) -> None:
        return None

    def pay_for_event(self, game: Game[T], context: AbilityUnderWay) -> None:
        return None

    def record_initiation(self, game: Game[T], context: AbilityUnderWay) -> None:
        return None

    def put_away(self, game: Game[T], context: AbilityUnderWay) -> None:
        return None


class WithoutCorrections(CorrectionRules[T]):
    """The part of a game whose tables nobody changes by hand: every change is refused, and every frame goes on."""

    def change_words(self, table: T, change: AnyChange) -> Lists:
        return {}

    def change_fault(self, table: T, change: AnyChange) -> ChangeFault | None:
        return ChangeFault(change_name(change), UNFIT)

    def carry_out(self, game: Game[T], change: AnyChange) -> None:
        return None

    def fits(self, table: T, frame: Procedure) -> FrameVerdict:
        return FITS

    def close_frame(self, game: Game[T], frame: Procedure) -> None:
        close_kernel_frame(game, frame)

    def abandonable(self, frame: Procedure) -> bool:
        return False
