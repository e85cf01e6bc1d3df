"""The positions of a card game: read, built and written.

A game has one value of a type under `CardGamePositions`, whose methods are members of its definition.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from domain.cardgame.positions.building import PositionBuilder, PositionLaid
from domain.cardgame.positions.point_faults import check_points
from domain.cardgame.positions.reading import Position, seats_left
from domain.cardgame.positions.writing import TableWriter
from domain.cardgame.rules import CardGameRules
from domain.cardgame.turns import CountedTurns, Turns
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure, Wait
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import Handle
from domain.kernel.refusals import NoPosition, Refusal


class CardGamePositions(PositionBuilder):
    """What a game says of its positions.

    A position can be written while the open wait belongs to the framework: a window of the chart or a question of a
    step, asked by one of these `stacks` of frames. The state of a nested sequence is only in the record. Standing
    orders and draw offers belong to the match and not to the table.
    """

    writer: ClassVar[type[TableWriter[Any]]] = TableWriter
    stacks: ClassVar[Iterable[tuple[type[Procedure], ...]]]
    unwritten: ClassVar[tuple[str, ...]] = ()
    """The questions of these frames at which no position is written all the same, since it would not say enough."""
    gains_anew: ClassVar[bool] = False
    """Whether the game gives cards again what they had gained once a position is laid, so that it need not be said."""

    def __init__(self) -> None:
        """Raises WrongPoints where the waiting points are not those of the chart."""
        check_points(type(self).__name__, self.points, self.stacks, self.unwritten)

    def position_of(self, table: Any) -> dict[str, Any]:
        """The position at this wait, as plain data.

        Raises NoPosition in a nested sequence, after the end, if a card has gained an ability for good, or if one lies
        out of play where another player's cards do.
        """
        at, frames = self.point_now(table)
        gained = [card.handle for card in table.cards.values() if card.gained]
        if gained and not self.gains_anew:
            raise NoPosition(Refusal("position.gained", {"cards": gained, "see": "record"}))
        writer = self.writer(table)
        if foreign := writer.foreign_cards():
            raise NoPosition(Refusal("position.foreign", {"cards": foreign, "see": "record"}))
        position: dict[str, Any] = {
            "round": table.round,
            "phase": table.phase,
            "at": at,
            "first_player": table.first_player,
        }
        position |= {"eliminated": list(table.eliminated)} if table.eliminated else {}
        position |= {name: value for name in self.own_keys if (value := getattr(table, name))}
        position |= writer.turn_in_window(frames[-1])
        position |= self.turns_done(table, at, frames)
        if self.contests and (now := getattr(table, self.contests.key)) is not None:
            position[self.contests.key] = self.contests.write(now, writer.names)
        position["players"] = {seat: writer.player(seat) for seat in table.seats}
        return position | writer.limits(writer.worded_counters()) | writer.effects()

    def position_names(self, table: Any) -> dict[Handle, str]:
        """The names of all cards, in the order of a position, with counted cards last."""
        return self.writer(table).names

    def point_now(self, table: Any) -> tuple[str, list[Procedure]]:
        """The key of the waiting point, and the frames of the framework. Raises NoPosition."""
        wait = table.stack[-1] if table.stack else None
        if not isinstance(wait, Wait):
            raise NoPosition(Refusal("match.over", {"over": True}))
        frames = self.frames_of(table)
        at = "" if table.sealed else self.key_of(frames, wait)
        if not at:
            raise NoPosition(Refusal("position.nested", {"wait": wait.question, "see": "record"}))
        return at, frames

    def frames_of(self, table: Any) -> list[Procedure]:
        """The frames under the open wait, without those that are over when it has been answered."""
        return list(table.stack[:-1])

    def key_of(self, frames: list[Procedure], wait: Wait) -> str:
        """The key of a wait of the framework; empty for a nested one."""
        window = frames[-1].name if isinstance(frames[-1], Window) else ""
        if tuple(type(each) for each in (frames[:-1] if window else frames)) not in self.stacks:
            return ""
        if window:
            return window if window in self.points.by_key else ""
        return self.points.key_of_step(wait.asked_by)

    def turns_done(self, table: Any, at: str, frames: list[Procedure]) -> dict[str, Any]:
        """The seats that have had their turn, by the innermost frame of the framework that has turns."""
        had = next((each.had_turn(table) for each in reversed(frames) if isinstance(each, Turns | CountedTurns)), ())
        done = seats_left(had, table.eliminated)
        return {"done": list(done)} if done else {}

    def named_cards(self, rules: CardGameRules[Any], text: str, facts: tuple[Fact, ...]) -> list[tuple[str, Handle]]:
        """The names that a position gives to cards, with the handles under which the first action laid them."""
        named = self.position_from_text(rules, text)
        laid = next(fact for fact in facts if isinstance(fact, PositionLaid))
        assert isinstance(named, Position)
        return [(each.handle, there.handle) for each, there in zip(named.cards, laid.cards, strict=True)]
