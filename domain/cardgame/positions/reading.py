"""Positions: a table at a waiting point, as plain data (YAML or JSON), read strictly.

Read `Position`, then `PositionReader`, of which a game has one; cards.py reads the cards, building.py builds the table,
writing.py writes one. Names replace handles until the table is built. `api_docs/positions.md` describes the form of a
game.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import msgspec
from msgspec import Struct

from domain.cardgame.abilities.registry import Registry
from domain.cardgame.contest import Contest
from domain.cardgame.positions.cards import CardEntry, CardListing, LaidCard
from domain.cardgame.positions.contests import AnyNames, ContestSection
from domain.cardgame.positions.effects import EffectWords, effects_from, words_of_rules
from domain.cardgame.positions.named_cards import PositionNames, seat_in, seats_in
from domain.cardgame.positions.turns import turn_in_window, turns_had
from domain.cardgame.positions.waiting_points import WaitingPoint, WaitingPoints
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import CardGameTable, LastingEffect
from domain.kernel.citing import Cites, rule_of
from domain.kernel.formats.reading import DocumentNode, Unreadable, position_refusal
from domain.kernel.formats.seat_names import seat_names_refusal
from domain.kernel.formats.text_forms import CounterKey
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.occurring.conditions import DelayedEffect
from domain.kernel.refusals import Refusal
from domain.kernel.state.fields import FieldValue, read_fields_of

Fields = Mapping[str, DocumentNode]
Players = Mapping[Seat, Fields]

MATCH_OF = 2
"""With fewer players left a match is over."""
OF_PLAYERS_LEFT = ("first_player", "priority", "passed", "done")
"""The keys of a position with seats that are still in the game."""


class Position(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A table at a waiting point; the seats in `passed` have passed in a row, those in `done` have had their turn.

    `players` are the described fields of each seat's player.
    """

    at: str
    point: WaitingPoint
    round: int
    phase: str
    seats: tuple[Seat, ...]
    eliminated: tuple[Seat, ...] = ()
    first_player: Seat
    active_player: Seat = NO_SEAT
    priority: Seat = NO_SEAT
    passed: tuple[Seat, ...] = ()
    done: tuple[Seat, ...] | None = None
    players: tuple[dict[str, FieldValue], ...]
    cards: tuple[LaidCard, ...]
    usage: tuple[tuple[CounterKey, int], ...] = ()
    contest: Contest | None = None
    lasting: tuple[LastingEffect, ...] = ()
    delayed: tuple[DelayedEffect, ...] = ()

    @property
    def remaining(self) -> tuple[Seat, ...]:
        """The seats that are still in the game."""
        return seats_left(self.seats, self.eliminated)


def seats_left(seats: tuple[Seat, ...], eliminated: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """These seats but for those that are eliminated."""
    return tuple(seat for seat in seats if seat not in eliminated)


class SaidSoFar(NamedTuple):
    """What a game's own part of a position may depend on: the keys of the document, and what they have said so far."""

    fields: Fields
    at: str
    seats: tuple[Seat, ...]
    first_player: Seat
    contest: Contest | None
    cites: Cites


class PositionReader(ABC):
    """Reads the positions of a game: its waiting points, its cards, its effects and its contests.

    `seat_counts` players sit at a table, by `players_rule`. In the phases of `in_turn` one player after the other has a
    turn. A game with more in its positions has `own_keys`, and a type of position under `Position`.
    """

    table: ClassVar[type[CardGameTable]]
    points: ClassVar[WaitingPoints]
    listing: ClassVar[type[CardListing[Any]]] = CardListing
    effect_words: ClassVar[EffectWords | None] = None
    contests: ClassVar[ContestSection | None] = None
    position: ClassVar[type[Position]] = Position
    seat_counts: ClassVar[tuple[int, ...]]
    players_rule: ClassVar[str]
    in_turn: ClassVar[tuple[str, ...]] = ()
    own_keys: ClassVar[tuple[str, ...]] = ()

    @cached_property
    def keys(self) -> dict[str, tuple[str, ...]]:
        """The keys of a position, each with those of its section."""
        contest = {self.contests.key: self.contests.keys} if self.contests else {}
        # of two players nobody is eliminated while a match goes on
        eliminated = ("eliminated",) if max(self.seat_counts) > MATCH_OF else ()
        before = ("round", "phase", "at", "first_player", *eliminated, *self.own_keys, "priority", "passed", "done")
        players = {"players": self.listing.keys_of_players(self.table)}
        none: tuple[str, ...] = ()
        return dict.fromkeys(before, none) | contest | players | dict.fromkeys(("limits", "lasting", "delayed"), none)

    def position_from_text(self, rules: CardGameRules[Any], text: str) -> Position | Refusal:
        """A position from its JSON text, or the refusal that names the invalid place in it."""
        try:
            laid = msgspec.json.decode(text)
            # before anything is read: a seat's name is part of every place that an error names
            named = laid.get("players") if isinstance(laid, dict) else None
            refusal = seat_names_refusal(named) if isinstance(named, dict) else None
            return refusal or self.read(rules.registry, DocumentNode("position", laid))
        except (Unreadable, msgspec.DecodeError) as error:
            return position_refusal(error)

    def read(self, registry: Registry[Any], document: DocumentNode) -> Position:
        """The position that a document describes. Raises Unreadable, which names the place."""
        fields = document.mapping(self.keys)
        at, phase = self.points.read_point(document, fields)
        players = self.read_players(registry, document, fields)
        seats = tuple(players)
        eliminated = self.read_eliminated(fields, seats)
        remaining = seats_left(seats, eliminated)
        first = seat_in(fields.get("first_player"), seats) or remaining[0]
        round = self.points.read_round(fields.get("round"), phase)
        listing = self.listing(self.table, registry, seats, self.points, (at, round))
        for seat, player in players.items():
            listing.read_player(seat, player)
            self.check_player(fields["players"].child(seat, None), player, at)
            if seat in eliminated:
                self.check_eliminated(fields["players"].child(seat, None), player)
        cards = listing.name_cards()
        names: AnyNames = PositionNames({each.handle: each for each in cards}, seats, registry, eliminated)
        point = self.points[at]
        contest = self.contests.read(document, fields, at, point.contest, names) if self.contests else None
        words = self.effect_words or words_of_rules(registry.rules)
        priority, passed = turn_in_window(fields, at, point, remaining, registry.rules.cites)
        position = self.position(
            **self.own_fields(SaidSoFar(fields, at, seats, first, contest, registry.rules.cites)),
            at=at,
            point=point,
            round=round,
            phase=phase,
            seats=seats,
            eliminated=eliminated,
            first_player=first,
            priority=priority,
            passed=passed,
            done=turns_had(fields, phase, self.in_turn, seats),
            players=tuple(read_fields_of(self.table.new_player, player) for player in players.values()),
            cards=cards,
            usage=self.read_usage(fields, players, contest, names, (at, round)),
            contest=contest,
            lasting=effects_from(fields.get("lasting"), LastingEffect, names, words),
            delayed=effects_from(fields.get("delayed"), DelayedEffect, names, words),
        )
        self.check_on_table(registry.rules, position, listing.entries)
        return position

    def read_players(self, registry: Registry[Any], document: DocumentNode, fields: Fields) -> Players:
        """The sections of the players by seat. Raises Unreadable."""
        if "players" not in fields:
            raise document.wrong("players: missing")
        players, keys = fields["players"].mapping(), self.keys["players"]
        if len(players) not in self.seat_counts:
            rule = rule_of(registry.rules.cites, self.players_rule)
            raise fields["players"].wrong(f"{len(players)} players ({rule})")
        return {Seat(seat): {} if each.value is None else each.mapping(keys) for seat, each in players.items()}

    def read_eliminated(self, fields: Fields, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """The seats that are eliminated, in the order in which they were.

        Raises Unreadable for fewer than two seats that are left, and at the place of what an eliminated seat has not.
        """
        eliminated = seats_in(fields.get("eliminated"), seats) or ()
        if len(set(eliminated)) < len(eliminated):
            raise fields["eliminated"].wrong("a seat is there twice")
        if eliminated and len(seats) - len(eliminated) < MATCH_OF:
            raise fields["eliminated"].wrong(f"the match is over with fewer than {MATCH_OF} players left")
        for name in OF_PLAYERS_LEFT if eliminated else ():
            field = fields.get(name)
            for each in () if field is None else field.items() if isinstance(field.value, list) else (field,):
                if each.text(seats) in eliminated:
                    raise each.wrong(f"{each.value} is eliminated")
        return eliminated

    def read_usage(
        self, fields: Fields, players: Players, contest: Contest | None, names: AnyNames, time: tuple[str, int]
    ) -> tuple[tuple[str, int], ...]:
        """All counters that are not 0, at a waiting point and round. Raises Unreadable."""
        counted = self.own_counters(players, contest, time)
        listed = fields["limits"].mapping() if "limits" in fields else {}
        there = names.counters() if listed else frozenset()
        for key, times in listed.items():
            if key not in there and not self.is_of_gained(key, names):
                raise times.unknown_word("no player and no ability of a card here has this counter", key, there)
            self.check_counter(times, key, time)
            counted[key] = times.number()
        return tuple((key, times) for key, times in counted.items() if times)

    def check_on_table(self, rules: Any, position: Any, entries: Sequence[CardEntry[Any]]) -> None:
        """Raises Unreadable for a card, given in the order of the position, that cannot lie where it lies there."""
        return None

    # what a game says of its positions

    def check_player(self, at: DocumentNode, player: Fields, point: str) -> None:
        """Raises Unreadable for the section of a player that lacks what is needed at a waiting point."""
        return None

    def check_eliminated(self, at: DocumentNode, player: Fields) -> None:
        """Raises Unreadable for the section of an eliminated player with what the rules leave no such player."""
        return None

    def own_fields(self, said: SaidSoFar) -> dict[str, Any]:
        """The fields of the game's own type of position. Raises Unreadable."""
        return {}

    def own_counters(self, players: Players, contest: Contest | None, time: tuple[str, int]) -> dict[str, int]:
        """The counters that a position says in words of its own. Raises Unreadable."""
        return {}

    def is_of_gained(self, key: str, names: AnyNames) -> bool:
        """Whether a counter is that of an ability that a card of the position gains."""
        return False

    def check_counter(self, times: DocumentNode, key: str, time: tuple[str, int]) -> None:
        """Raises Unreadable for a counter that cannot be there at a waiting point and round."""
        return None
