"""The board game as the kernel sees it: one value that implements the kernel's `Rules`.

It has no windows of priority and no triggered abilities, so it leaves those protocols out.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from domain.games.agot_board import state_checks, under_way, view
from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart import planning_phase
from domain.games.agot_board.chart.action import MARCH_FRAMES
from domain.games.agot_board.chart.action.consolidate_power import ResolveConsolidates
from domain.games.agot_board.chart.action.raid import ResolveRaids
from domain.games.agot_board.chart.combat import COMBAT_FRAMES
from domain.games.agot_board.chart.rounds import ActionPhase, Round
from domain.games.agot_board.chart.westeros import WESTEROS_FRAMES
from domain.games.agot_board.chart.westeros.westeros_card_choices import options_described
from domain.games.agot_board.checks import command_moments, lists
from domain.games.agot_board.checks.command_context import CommandContext
from domain.games.agot_board.commands import GAME_COMMANDS, ChooseCardOption, UseCardText
from domain.games.agot_board.corrections import changes, stack_repair, words
from domain.games.agot_board.facts import FACTS
from domain.games.agot_board.facts.board import HouseRetired
from domain.games.agot_board.pool import box_pool
from domain.games.agot_board.setup import SeatsAndOptions, set_up
from domain.games.agot_board.state import BoardTable, NoAbilities
from domain.games.agot_board.words import choices_described
from domain.kernel.catalogue import COMMON_FACTS, COMMON_FRAMES
from domain.kernel.checks import Check
from domain.kernel.command_moments import CommandMoment
from domain.kernel.commands import Command
from domain.kernel.corrections.changes import AnyChange, ChangeFault
from domain.kernel.corrections.stack_repair import FrameVerdict
from domain.kernel.corrections.words import Lists
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import ENDINGS, MatchOver
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import withdraw_seats
from domain.kernel.ids import Handle, Seat, Viewer
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal
from domain.kernel.rules import Rules, WithoutAbilities, WithoutWindows
from domain.kernel.state.readings import Readings, read_readings
from domain.kernel.table import MatchOutcome

FRAMES: tuple[type[Procedure], ...] = (
    *COMMON_FRAMES,
    Round,
    planning_phase.Planning,
    ActionPhase,
    ResolveRaids,
    ResolveConsolidates,
    *WESTEROS_FRAMES,
    *MARCH_FRAMES,
    *COMBAT_FRAMES,
)


class AgotBoard(WithoutWindows[BoardTable], WithoutAbilities[BoardTable], Rules[BoardTable]):
    """The rules of the board game."""

    name: ClassVar[str] = "agot_board"
    seated_in: ClassVar[str] = "houses"
    always: ClassVar[tuple[type[Command], ...]] = ENDINGS
    commands: ClassVar[tuple[type[Command], ...]] = (*GAME_COMMANDS, *ENDINGS)
    checks: ClassVar[dict[type, tuple[Check, ...]]] = lists.CHECKS
    moments: ClassVar[dict[type, CommandMoment]] = command_moments.MOMENTS
    notes: ClassVar[dict[type[Command], tuple[str, ...]]] = {
        UseCardText: choices_described(),
        ChooseCardOption: options_described(),
    }
    facts: ClassVar[tuple[type[Fact], ...]] = (*COMMON_FACTS, *FACTS)
    frames: ClassVar[tuple[type[Procedure], ...]] = FRAMES
    readings: ClassVar[Readings] = read_readings("domain.games.agot_board")

    def __init__(self) -> None:
        self.pool = box_pool()
        self.registry = NoAbilities(self)

    def blank(self) -> BoardTable:
        """An empty table."""
        return BoardTable(registry=self.registry)

    def open(self, game: BoardGame, brought: Any, policy: str) -> None:
        """Set up the start of the game, or a position."""
        if isinstance(brought, SeatsAndOptions):
            set_up(game, brought, policy)
        else:
            brought.lay(game, policy)

    # commands

    def always_refusal(self, table: BoardTable, seat: Seat, command: Command) -> Refusal | None:
        if seat in table.retired:
            return Refusal("match.concede", {"seat": seat})
        return super().always_refusal(table, seat, command)

    def command_context(self, table: BoardTable, seat: Seat, command: Command) -> CommandContext:
        return CommandContext(table, seat, command)

    # rounds and concession

    def next_seat(self, table: BoardTable, seat: Seat) -> Seat:
        order = table.turn_order()
        return order[(order.index(seat) + 1) % len(order)]

    def concede(self, game: BoardGame, seat: Seat) -> None:
        """Retire a House: it is asked nothing any more and its pieces stay. The last House left wins."""
        game.emit(HouseRetired(seat))
        left = game.table.remaining_seats()
        if len(left) == 1:
            game.emit(MatchOver(MatchOutcome(left[0], "conceded", "match.concede")))
        else:
            withdraw_seats(game, (seat,))

    def state_checks(self, game: BoardGame) -> bool:
        return state_checks.run_state_checks(game)

    # the state in public words

    def within(self, table: BoardTable) -> str:
        """The round and phase, and what is being carried out."""
        return under_way.describe_what_is_under_way(table)

    def views(self, table: BoardTable, viewers: Iterable[Viewer], *, judging: bool) -> dict[Viewer, dict[str, Any]]:
        return view.views(table, viewers, judging=judging)

    # judges' remedies

    def change_words(self, table: BoardTable, change: AnyChange) -> Lists:
        return words.change_words(table, change)

    def change_fault(self, table: BoardTable, change: AnyChange) -> ChangeFault | None:
        return changes.change_fault(table, change)

    def carry_out(self, game: BoardGame, change: AnyChange) -> None:
        changes.carry_out(game, change)

    def table_fault(self, table: BoardTable) -> ChangeFault | None:
        return changes.table_fault(table)

    def fits(self, table: BoardTable, frame: Procedure) -> FrameVerdict:
        return stack_repair.FITS_BY_FRAME[type(frame)](table, frame)

    def close_frame(self, game: BoardGame, frame: Procedure) -> None:
        stack_repair.close_frame(game, frame)

    def abandonable(self, frame: Procedure) -> bool:
        return stack_repair.abandonable(frame)

    def frame_after_abandon(self, frame: Procedure) -> Procedure | None:
        return stack_repair.given_up(frame)

    def late_refusal(self, table: BoardTable, card: Handle, ability: int, condition: Condition | None) -> Refusal:
        """The refusal of a late text: each belongs to its step, so a missed one needs a correction or a rewind."""
        return Refusal("judging.missed.needs-its-moment", {"card": card, "ability": ability})
