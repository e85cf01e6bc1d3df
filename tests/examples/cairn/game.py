"""Cairn as the kernel sees it (`CairnRules`), and as the match sees it (the functions at the end)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import msgspec
from msgspec import Struct

from domain.kernel.catalogue import COMMON_FACTS, COMMON_FRAMES
from domain.kernel.checks import Check
from domain.kernel.command_moments import CommandMoment
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import ENDINGS, MatchOver
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import Pass, PriorityPassed, Window, WindowClosed, WindowOpened
from domain.kernel.flow.waits import seen_waiting
from domain.kernel.game import Game
from domain.kernel.ids import Seat, Viewer
from domain.kernel.refusals import JsonObject, Refusal
from domain.kernel.rules import Rules, WithoutAbilities, WithoutCorrections
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.table import MatchOutcome
from tests.examples.cairn.table import FACTS, CairnTable, HeapBuilt, StoneTossed, TakeStones, TossStone
from tests.examples.cairn.turns import CHECKS, Request, Turns, is_lawful


class Pool(Struct, frozen=True):
    """The components; an action stores the id of those it was decided with. There are no cards."""

    id: str = "stones"
    cards: ClassVar[dict[str, object]] = {}


class CairnRules(WithoutAbilities[CairnTable], WithoutCorrections[CairnTable], Rules[CairnTable]):
    """The rules of Cairn."""

    name: ClassVar[str] = "cairn"
    always: ClassVar[tuple[type[Command], ...]] = ENDINGS
    window_commands: ClassVar[tuple[type[Command], ...]] = (TossStone,)
    commands: ClassVar[tuple[type[Command], ...]] = (TakeStones, TossStone, Pass, *ENDINGS)
    checks: ClassVar[dict[type, tuple[Check, ...]]] = CHECKS
    moments: ClassVar[dict[type, CommandMoment]] = {
        TakeStones: CommandMoment("cairn.take.one-to-three", "at the beginning of one's own turn"),
        TossStone: CommandMoment("cairn.toss.window", "after stones were taken, while the heap is not empty"),
    }
    facts: ClassVar[tuple[type[Fact], ...]] = (*COMMON_FACTS, WindowOpened, PriorityPassed, WindowClosed, *FACTS)
    frames: ClassVar[tuple[type[Procedure], ...]] = (*COMMON_FRAMES, Window, Turns)
    pool = Pool()

    def blank(self) -> CairnTable:
        return CairnTable()

    def open(self, game: Game[CairnTable], brought: Brought, policy: str) -> None:
        """Build the heap, and begin the first turn."""
        game.emit(HeapBuilt(names(brought), policy, brought.options.stones))
        game.push(Turns())

    # commands

    def command_context(self, table: CairnTable, seat: Seat, command: Command) -> Request:
        return Request(table, seat, command)

    def concede(self, game: Game[CairnTable], seat: Seat) -> None:
        game.emit(MatchOver(MatchOutcome(game.table.other(seat), "conceded", "match.concede")))

    def state_checks(self, game: Game[CairnTable]) -> bool:
        """Nothing follows from the table alone."""
        return False

    # the window

    def first_seat(self, table: CairnTable, kind: str, about: int) -> Seat:
        return table.other(table.turn)

    def next_seat(self, table: CairnTable, seat: Seat) -> Seat:
        return table.other(seat)

    def window_space(self, table: CairnTable, window: Window, seat: Seat) -> Commands:
        toss = (Form("toss_stone", rules=("cairn.toss.once",)),) if self.can_act(table, window, seat) else ()
        return Commands((*toss, Form("pass")))

    def can_act(self, table: CairnTable, window: Window, seat: Seat) -> bool:
        return is_lawful(table, seat, TossStone())

    def could_act(self, table: CairnTable, window: Window, seat: Seat) -> bool:
        return self.can_act(table, window, seat)  # all is public

    def begin(self, game: Game[CairnTable], window: Window, seat: Seat, command: Command) -> None:
        game.emit(StoneTossed(seat))

    def is_void(self, table: CairnTable, window: Window) -> bool:
        return table.stones == 0

    def about(self, table: CairnTable, window: Window) -> tuple[str, ...]:
        return (f"{table.last} stones taken",)

    # what is going on, for those who look

    def within(self, table: CairnTable) -> str:
        return f"the turn of {table.turn}"

    def views(self, table: CairnTable, viewers: Iterable[Viewer], *, judging: bool) -> dict[Viewer, JsonObject]:
        """The table; nothing is hidden from anybody."""
        seen: JsonObject = {
            "stones": table.stones,
            "last": table.last,
            "turn": table.turn,
            "spare": table.spare,
            "waiting": seen_waiting(table),
        }
        return dict.fromkeys(viewers, seen)


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


# --- what the service asks of every game that it serves


read_deck = None


def players(table: CairnTable) -> dict[str, str]:
    """Nobody: the table does not say who sits in which seat."""
    return {}


def by_hand(table: CairnTable) -> dict[str, list[str]]:
    """No cards; every rule is coded."""
    return {}
