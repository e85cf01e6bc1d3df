"""What a game brings to the tests: how its matches begin, who plays, what is secret, what is conserved.

The properties in `tests/properties/` are written once. Each says what it needs of a game; a game says in `left_out`
which of them have no place in it, and why. Read `Start`, then `PlayTests`; the other protocols are a topic each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from domain.kernel.corrections.changes import AnyChange
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle, Seat, ZoneKey
from domain.match.aggregate import Match, NewVersion
from domain.match.events import OpenMatch
from tests.builders import Dice, Player
from tests.games.common_changes import ChangeDraw
from tests.properties.twins import Pair

PROPERTIES = frozenset(
    {
        "play",
        "resume",
        "offers",
        "wrong commands",
        "ledger",
        "policies",
        "conservation",
        "noninterference",
        "handles",
        "positions",
        "views",
        "hidden information",
        "rewinds",
        "corrections",
        "forgotten abilities",
        "opportunities",
        "alike cards",
    }
)
"""What a game can leave out, with the reason."""


class Start(NamedTuple):
    """How a match begins: what was agreed on, which only its game can read, and the seed."""

    agreed: Any
    seed: int

    def __str__(self) -> str:
        return f"{self.agreed} {self.seed}"


class WrongCommand(NamedTuple):
    """A command that is refused by a rule, at a match made for it."""

    made: Callable[[], Match]
    seat: str
    command: Callable[[Match], dict[str, Any]]
    rule: str


class Beginning(NamedTuple):
    """Where pairs begin that differ in what one seat must not see: a match of each seed, and how far it is played.

    Of a sample so many actions are compared at least; `reveals`: some pairs are played to where the secret is told;
    `changes_hidden`: cards lie in play that not everybody sees and that a judge can change.
    """

    begin: Callable[[int], Match]
    most: int
    sample: int
    least: int
    reveals: bool = False
    changes_hidden: bool = False


class Leak(NamedTuple):
    """What must be found: pairs of these seeds, played with something that tells a secret."""

    beginning: Beginning
    seeds: Iterable[int]
    patch: tuple[Any, str, Any] | None = None


class WrittenPositions(NamedTuple):
    """Matches that are written as positions: every so many versions, and so often at each moment, up to a version.

    In each group all of these moments are written. By the rules of `no_words` a table may be no position.
    """

    groups: Mapping[str, tuple[Start, ...]]
    moments: frozenset[str]
    every: int
    within: int
    cap: int
    no_words: frozenset[str] = frozenset({"position.nested"})


class Forgotten(NamedTuple):
    """A mandatory ability that was forgotten, as a correction of the opening shows.

    The changes that show it, the card whose first ability it is, once they are made, what is looked at, and its values
    before and after the ability resolves.
    """

    position: str
    changes: Callable[[Any], tuple[AnyChange, ...]]
    card: Callable[[Any], Handle]
    seen: Callable[[Any], Any]
    before: Any
    after: Any


class Alike(NamedTuple):
    """Cards of a seat that are alike, in a zone of a position, and the command that means one of them by its `card`."""

    position: str
    seat: Seat
    zone: ZoneKey
    command: Callable[[Handle], Any]


class PlayTests(Protocol):
    """What random play needs of a game: the least that one brings."""

    name: str
    """As in `GAMES`."""

    book: str
    """The package in which its rules are written."""

    left_out: Mapping[str, str]
    """The properties that are not tested of this game, each with the reason."""

    never_given: Mapping[str, str] = {}
    """The types of commands, by their tags, that no scenario gives, each with the reason."""

    samples: Mapping[str, tuple[Start, ...]]
    """The matches of each property in `make test`."""

    groups: Mapping[str, tuple[Any, ...]]
    """What can be agreed on, in groups that are looked at apart."""

    probed: int
    """Every so many versions all that is offered is tried."""

    proved: int
    """The same in the proof."""

    words: tuple[str, ...]
    """Words that stand in the fields of commands and name nothing on the table."""

    wrong: Mapping[str, WrongCommand]
    """Wrong commands that random play seldom comes to, by what they show."""

    def opening(self, start: Start) -> OpenMatch:
        """How the match that begins so is opened."""

    def player(self, seed: int, purpose: str) -> Player:
        """The random legal player of a seed."""

    def names(self, match: Match) -> list[str]:
        """What the fields of commands name."""

    def state(self, table: Any) -> Any:
        """What the table holds, but for the numbers of objects and for how play goes on."""


class CountedTests(Protocol):
    """What is conserved in a game."""

    silenced: tuple[type[Fact], ...]
    """Facts that would be found, if they did not do what they say."""

    def counted(self, table: Any) -> Any:
        """All that is counted on a table."""

    def expected(self, table: Any, fact: Fact, before: Any) -> Any:
        """What is counted after a fact, by what the fact says; `table` and `before` are as they were."""

    def check_counts(self, table: Any, fact: Fact) -> None:
        """What must be so after a fact, beside that."""

    def check_version(self, match: Match) -> None:
        """What must be so after every action."""


class CountedPlay(PlayTests, CountedTests, Protocol):
    """What the conservation of what there is needs."""


class SecretTests(Protocol):
    """What is secret in a game."""

    beginnings: Mapping[str, Beginning]
    leaks: Mapping[str, Leak]

    change_leaks: Mapping[str, Leak] = {}
    """Leaks that only changes by hand of hidden cards tell."""

    def twin_of(self, match: Match, viewer: str, dice: Dice) -> Match:
        """The same match but for what the viewer must not see."""

    def pair(self, match: Match, viewer: str, dice: Dice) -> Pair:
        """The match and a twin of it."""

    def openings(self) -> Iterable[NewVersion]:
        """Openings that differ in what the public is not told."""


class PositionTests(Protocol):
    """How a game writes its table as a position."""

    positions: WrittenPositions

    def seen(self, match: Match) -> Any:
        """All that lies there, without what a position does not keep: the order of hands, the names of handles."""


class PositionPlay(PlayTests, PositionTests, Protocol):
    """What the properties of written positions need."""


class ViewTests(Protocol):
    """Where views show the described fields of things."""

    described: Mapping[str, type[Struct]]
    """The types of the things, by where they stand in a view: `players.*` are all the values under `players`."""


class ViewedPlay(PlayTests, ViewTests, Protocol):
    """What the properties of views need."""


class ChangeTests(Protocol):
    """What may be changed by hand."""

    draws: tuple[ChangeDraw, ...]
    """Changes at random, lawful or not."""

    change_kinds: tuple[str, ...]
    """Every kind of change of the closed list that is possible, told apart by what it changes."""

    whole_steps: tuple[str, ...]
    """Steps that are told apart where they are given up."""

    def said_of_change(self, table: Any, change: AnyChange) -> str | None:
        """What tells a change apart from others of its name; None where its own fields do."""

    def amounts(self, table: Any) -> dict[tuple[str, ...], Any]:
        """The amounts that change only by what is named."""

    def check_given_up(self, table: Any, frame: str) -> None:
        """What must be so once a step was given up."""


class ChangedPlay(PlayTests, ChangeTests, Protocol):
    """What play that is corrected needs."""


class LateTests(Protocol):
    """Abilities late and cards that are gone; None where the game leaves those out."""

    forgotten: Forgotten | None
    alike: Alike | None

    def missing_changes(self, table: Any, seat: Seat, dice: Dice) -> tuple[AnyChange, ...]:
        """Changes after which a mandatory ability of a seat may have been missed; none where there is no way."""


class JudgedTests(Protocol):
    """Matches that are judged while they are played."""

    judged_steps: int
    """So many steps of play and judging are a match of `make test`."""

    judged_proved: int
    """The same in the proof."""

    judged_often: tuple[str, ...]
    """What judges and seats do of this game alone, by its command."""

    judged_cases: tuple[int, ...]
    """Seeds whose cases come to each of their states, and to a ruling that is amended after an answer."""

    def judged_opening(self, seed: int) -> OpenMatch:
        """How a match is opened, with the variety that the game offers."""


class ProofTests(Protocol):
    """The whole matches that the proof plays: parts that a worker plays each."""

    parts: Mapping[str, tuple[Start, ...]]


class GameTests(
    CountedPlay, SecretTests, PositionTests, ViewTests, ChangeTests, LateTests, JudgedTests, ProofTests, Protocol
):
    """All that a game of the service brings."""
