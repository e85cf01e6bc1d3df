"""What a game gives to demonstrations: its seats, a dispute that is searched for, an excerpt of a whole match.

`service.demo` plays the matches and prints the lines. It reads the registry of games, so a game's module cannot import
it: a game gives values and functions of a match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.facts import Fact
from domain.kernel.ids import Seat
from domain.match.aggregate import Match
from service.present.text.names import CardTitles

Versions = dict[int, Match]


class DemoDecks(Struct, frozen=True, kw_only=True):
    """The deck files that seats bring in turn, in `service/demo`, and what the tour says of them.

    `title` heads the chapter. `lines` yields its lines from the texts of the files.
    """

    files: tuple[str, ...]
    title: str
    lines: Callable[[Sequence[str]], Iterator[str]]


class DemoDispute(Struct, frozen=True, kw_only=True):
    """A question of a player at the table, and the commands by which the rules answer it.

    `attempts` yields the commands to try at a version of a match, each with its seat; the first that is refused is
    shown, one that is refused by a rule with `preferred` in its id before any other. `attempt_words` says what was
    tried. `span` returns the first and the last version of the part of the match to which a version belongs, and
    `span_name` is the word for such a part.
    """

    question: str
    attempts: Callable[[Match], Iterator[tuple[Seat, Any]]]
    attempt_words: Callable[[Any, CardTitles], str]
    preferred: str
    span: Callable[[Versions, int], tuple[int, int]]
    span_name: str


class DemoExcerpt(Struct, frozen=True, kw_only=True):
    """A part of a match that random players have played to its end: the tour tells it in words.

    `title` heads the chapter and `introduction` the excerpt; `picture` says what a picture of its first version shows.
    `span` returns the first and the last version of the excerpt, from the facts of each version, oldest first.
    """

    title: str
    seats: int
    introduction: str
    picture: str
    span: Callable[[Iterable[tuple[int, tuple[Fact, ...]]]], tuple[int, int]]


def rounds_played(table: Any) -> str:
    """The number of the last round, as the length of a match: `10 rounds`."""
    return f"{table.round} rounds"


def no_length(table: Any) -> str:
    """An empty text: the game has no rounds or turns to count."""
    return ""


class Demonstration(Struct, frozen=True, kw_only=True):
    """What demonstrations show of a game.

    Seats bring `decks`, or have the `names` for their number. The tour shows the first game that has a `dispute`, then
    the excerpt of every game that has one. `length` says how long a match was that came to this table: `10 rounds`.
    """

    decks: DemoDecks | None = None
    names: Mapping[int, tuple[str, ...]] = {}
    dispute: DemoDispute | None = None
    excerpt: DemoExcerpt | None = None
    length: Callable[[Any], str] = no_length
