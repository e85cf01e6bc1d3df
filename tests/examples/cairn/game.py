"""Cairn as the kernel sees it (`CairnRules`), and as the match sees it (the functions at the end)."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from msgspec import Struct

from domain.kernel.catalogue import COMMON_FACTS, COMMON_FRAMES, union_of
from domain.kernel.checks import Check
from domain.kernel.command_moments import CommandMoment
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import ENDINGS, MatchOver, always_refusal, do_always
from domain.kernel.flow.frames import Procedure, step_begun
from domain.kernel.flow.waits import seen_waiting
from domain.kernel.flow.windows import Pass, PriorityPassed, Window, WindowClosed, WindowOpened
from domain.kernel.game import Game
from domain.kernel.ids import Seat, Viewer
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.table import MatchOutcome
from tests.examples.cairn.table import FACTS, CairnTable, HeapBuilt, StoneTossed, TakeStones, TossStone
from tests.examples.cairn.turns import CHECKS, Request, Turns, is_lawful


class Pool(Struct, frozen=True):
    """The components; an action stores the id of those it was decided with."""

    id: str = "stones"


class CairnRules:
    """The rules of Cairn."""

    name: ClassVar[str] = "cairn"
    periods: ClassVar[tuple[str, ...]] = ()
    condition_kinds: ClassVar[tuple[str, ...]] = ()
    always: ClassVar[tuple[type, ...]] = ENDINGS
    window_commands: ClassVar[tuple[type, ...]] = (TossStone,)
    commands: ClassVar[tuple[type, ...]] = (TakeStones, TossStone, Pass, *ENDINGS)
    checks: ClassVar[dict[type, tuple[Check, ...]]] = CHECKS
    moments: ClassVar[dict[type, CommandMoment]] = {
        TakeStones: CommandMoment("cairn.take.one-to-three", "at the beginning of one's own turn"),
        TossStone: CommandMoment("cairn.toss.window", "after stones were taken, while the heap is not empty"),
    }
    facts: ClassVar[tuple[type[Fact], ...]] = (*COMMON_FACTS, WindowOpened, PriorityPassed, WindowClosed, *FACTS)
    frames: ClassVar[tuple[type[Procedure], ...]] = (*COMMON_FRAMES, Window, Turns)
    pool = Pool()

    def __init__(self) -> None:
        self.decoder = msgspec.json.Decoder(union_of(self.commands))

    def blank(self) -> CairnTable:
        return CairnTable()

    def open(self, game: Game[CairnTable], brought: Brought, policy: str) -> None:
        """Build the heap, and begin the first turn."""
        game.emit(HeapBuilt(names(brought), policy, brought.options.stones))
        game.push(Turns())

    # commands

    def command(self, answer: object) -> Any:
        return self.decoder.decode(msgspec.json.encode(answer))

    def command_from_text(self, text: str) -> Any:
        return self.decoder.decode(text)

    def command_text(self, command: object) -> str:
        return msgspec.json.encode(command).decode()

    def command_context(self, table: CairnTable, seat: Seat, command: object) -> Request:
        return Request(table, seat, command)

    def always_refusal(self, table: CairnTable, seat: Seat, command: object) -> Refusal | None:
        return always_refusal(self, table, seat, command)

    def do_always(self, game: Game[CairnTable], seat: Seat, command: object) -> None:
        do_always(game, seat, command)

    def concede(self, game: Game[CairnTable], seat: Seat) -> None:
        game.emit(MatchOver(MatchOutcome(game.table.other(seat), "conceded", "match.concede")))

    def state_checks(self, game: Game[CairnTable]) -> bool:
        """Nothing follows from the table alone."""
        return False

    # the window

    def leader(self, table: CairnTable) -> Seat:
        return table.other(table.turn)

    def next_seat(self, table: CairnTable, seat: Seat) -> Seat:
        return table.other(seat)

    def window_space(self, table: CairnTable, window: Window, seat: Seat) -> Commands:
        toss = (Form("toss_stone", rules=("cairn.toss.once",)),) if self.can_act(table, window, seat) else ()
        return Commands((*toss, Form("pass")))

    def can_act(self, table: CairnTable, window: Window, seat: Seat) -> bool:
        return is_lawful(table, seat, TossStone())

    could_act = can_act  # all is public

    def begin(self, game: Game[CairnTable], window: Window, seat: Seat, command: TossStone) -> None:
        game.emit(StoneTossed(seat))

    def is_void(self, table: CairnTable, window: Window) -> bool:
        return table.stones == 0

    def about(self, table: CairnTable, window: Window) -> tuple[str, ...]:
        return (f"{table.last} stones taken",)

    # what is going on, for those who look

    def within(self, table: CairnTable) -> str:
        return f"the turn of {table.turn}"

    def step(self, table: CairnTable) -> str:
        return next((label for frame in reversed(table.stack) if (label := self.step_of(frame))), "")

    def step_of(self, frame: Procedure) -> str:
        return step_begun(frame)

    def view(self, table: CairnTable, viewer: Viewer, *, judging: bool) -> dict[str, Any]:
        """The table; nothing is hidden from anybody."""
        return {
            "stones": table.stones,
            "last": table.last,
            "turn": table.turn,
            "spare": table.spare,
            "waiting": seen_waiting(table),
        }


# --- what the match asks: the rules, and who plays with which options


class Player(Struct, frozen=True, forbid_unknown_fields=True):
    name: Seat


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    stones: int = 12


class Brought(Struct, frozen=True):
    players: tuple[Player, ...]
    options: Options


rules = CairnRules()


def with_cards(cards: str) -> CairnRules:
    """The rules; there are no cards."""
    return rules


def seats(rules: CairnRules, texts: tuple[str, ...], options: str) -> Brought | Refusal:
    """Who plays with which options, from their JSON texts; or why not."""
    try:
        players = tuple(msgspec.json.decode(text, type=Player) for text in texts)
        agreed = msgspec.json.decode(options or "{}", type=Options)
    except msgspec.ValidationError as error:
        return Refusal("match.seat", {"error": str(error)})
    if len(players) != 2 or agreed.stones < 1:
        return Refusal("cairn.setup.two-players", {"players": len(players), "stones": agreed.stones})
    return Brought(players, agreed)


def names(brought: Brought) -> tuple[Seat, ...]:
    return tuple(each.name for each in brought.players)
