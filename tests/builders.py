"""Builders for tests: matches of any game, and the random legal player. What a game brings is in `tests/games/`.

Read in this order: `Dice`, `opened`, then `Player` (who draws one legal answer at a time) and `played`, which yields
every action of a match beside the match before it.
"""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import yaml

from domain.games import DEFAULT, GAMES
from domain.kernel.deciding import refusal_of, seat_options
from domain.kernel.flow.endings import DeclineDraw, OfferDraw
from domain.kernel.flow.priority_windows import POLICIES as POLICIES
from domain.kernel.flow.standing_orders import GiveStandingOrder, WithdrawStandingOrder
from domain.kernel.ids import Seat
from domain.match import aggregate as matches
from domain.match.aggregate import Match, NewVersion
from domain.match.events import OpenMatch
from service.demo.decks import demo_seats

SEATS = ("alice", "bob")
# Far beyond the longest match seen (some 400 versions under public, 5,000 under open, which asks at every window).
ENDLESS = 20_000


def options_of(rules: Any, table: Any, seat: Seat) -> Any:
    """What a seat that is awaited may answer."""
    space = seat_options(rules, table, seat)
    assert space is not None
    return space


class Dice:
    """A chooser with a seed; `copied` goes on as this one would."""

    def __init__(self, seed: int | str) -> None:
        self.random = random.Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def pick(self, things: Any) -> Any:
        return things[self.below(len(things))]

    def chance(self, percent: int) -> bool:
        return self.below(100) < percent

    def copied(self) -> "Dice":
        return copy.deepcopy(self)


def begun(opening: OpenMatch, seed: int = 1) -> NewVersion:
    """The match that an opening opens, its seed drawn from a small number; raises Refused."""
    secret = random.Random(seed).randbytes(32)
    return matches.open_match("m-1", opening, key="k0", actor="organizer", at="", action_id="a0", seed=secret)


def opened(
    seed: int, policy: str = "public", decks: tuple[Any, ...] = (), game: str = DEFAULT, seats: int = 0
) -> NewVersion:
    """A match of decks for two seats, or with the demonstration's seats, by default as many as is usual."""
    return begun(
        OpenMatch(game, seat_texts(decks) or demo_seats(game, seats or GAMES[game].default_seats), policy), seed
    )


def seat_texts(decks: tuple[Any, ...]) -> tuple[str, ...]:
    """Seats with these decks, as a match is opened with them."""
    return tuple(
        msgspec.json.encode({"name": seat, "deck": deck}).decode() for seat, deck in zip(SEATS, decks, strict=False)
    )


def opened_from(table: str, cards: str = "", policy: str = "public", game: str = DEFAULT) -> Match:
    """A match opened from a position, and with cards of its own, both as YAML."""
    own = json.dumps(yaml.safe_load(cards)) if cards else ""
    return begun(OpenMatch(game, (), policy, cards=own, position=json.dumps(yaml.safe_load(table)))).match


def acted(match: Match, seat: str, command: Any) -> NewVersion:
    """The next version; raises Refused."""
    return matches.decide(
        match,
        seat,
        command,
        wait=match.wait,
        key=f"k{match.version}",
        actor=seat,
        at="",
        action_id=f"a{match.version}",
    )


def awaited(match: Match) -> tuple[str, ...]:
    """Who may answer now."""
    waiting = match.table.waiting
    return waiting.seats if waiting is not None else ()


class Draw(NamedTuple):
    """What a player does: the seat, and its command."""

    seat: str
    command: Any


class Player:
    """Plays any seat: draws one legal answer of somebody who is awaited."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def draws(self, match: Match) -> Draw:
        seat = self.dice.pick(awaited(match))
        answer = options_of(match.rules, match.table, seat).sample(self.dice)
        return Draw(seat, match.rules.command(answer))


class Talkative(Player):
    """Now and then gives or withdraws a standing order, or offers or declines a draw, awaited or not."""

    def draws(self, match: Match) -> Draw:
        if self.dice.chance(4):
            seat, command = self.dice.pick(match.table.seats), self.says(match)
            if refusal_of(match.rules, match.table, seat, command) is None:
                return Draw(seat, command)
        return super().draws(match)

    def says(self, match: Match) -> Any:
        until = self.dice.pick(match.rules.periods)
        windows = tuple(kind for kind in match.rules.window_kinds if self.dice.chance(40))
        unless = ("killed",) if self.dice.chance(50) else ()
        order = GiveStandingOrder(until, windows, unless)
        said = (order, WithdrawStandingOrder(), OfferDraw(), DeclineDraw())
        return self.dice.pick([each for each in said if isinstance(each, match.rules.always)])


class Played(NamedTuple):
    """One action of a match: the match before, who did what, and the version that followed."""

    before: Match
    seat: str
    command: Any
    following: NewVersion


def played(start: Match, player: Player, cap: int) -> Iterator[Played]:
    """Play until the match is over or has reached version `cap`."""
    match = start
    while match.table.over is None and match.version < cap:
        seat, command = player.draws(match)
        following = acted(match, seat, command)
        yield Played(match, seat, command, following)
        match = following.match
