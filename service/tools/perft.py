"""Perft: the number of sequences of legal answers from a position, by depth; a check of a game's move generation.

At each wait the first awaited seat answers; to a sealed question the seats answer one after the other, in seat order.
Every answer of the space counts once. Commands that may be given at any time (conceding, draws) do not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.kernel.deciding import DecidedAction, awaited_options, decide_command
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match

MOST = 1_000_000


class TooMany(ValueError):
    """A single wait allows more answers than can be counted one by one."""


def answers(match: Match) -> Iterator[tuple[Seat, Any]]:
    """Every legal answer to the open wait, of the seat that answers first; raises TooMany."""
    if match.table.waiting is None:
        return
    seat = match.table.waiting.seats[0]
    listed = awaited_options(match.rules, match.table, seat).answers(MOST)
    if listed is None:
        raise TooMany(f"{seat} has more than {MOST} answers to {match.table.waiting.question}")
    for answer in listed:
        yield seat, match.rules.command(answer)


def after(match: Match, seat: Seat, command: Any) -> Match:
    """The match after an answer, not stored. Raises LookupError where the answer is refused."""
    decided = decide_command(match.rules, match.table, match.seed, seat, command, match.version + 1)
    if isinstance(decided, Refusal):
        raise LookupError(f"an answer of the space is refused: {decided.rule} {decided.because}")
    assert isinstance(decided, DecidedAction)
    return Match(match.id, match.seed, match.version + 1, match.head, match.keys, match.rules, decided.table)


def perft(match: Match, depth: int) -> int:
    """The number of sequences of `depth` answers: 1 for depth 0, else 0 for a match that is over."""
    if depth == 0:
        return 1
    if depth == 1:
        return sum(1 for _ in answers(match))
    return sum(perft(after(match, seat, command), depth - 1) for seat, command in answers(match))


def perft_divide(match: Match, depth: int) -> list[tuple[Seat, Any, int]]:
    """The number of sequences for each first answer."""
    return [(seat, command, perft(after(match, seat, command), depth - 1)) for seat, command in answers(match)]
