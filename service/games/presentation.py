"""What the service must know of a game to show it to people, and to play it for a demonstration.

A game is registered once, in `service.games`: its words, its pictures or its card table, its demonstration. Read
`Presentation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Protocol

from msgspec import Struct

from domain.kernel.corrections.changes import SetMark, SetMarker
from domain.kernel.facts import Fact
from service.games.demonstration import Demonstration
from service.games.plain_table import plain_lines
from service.present.table_layout import TableLayout
from service.present.text.names import CardTitles
from service.present.text.sentences import Sentences

LayOut = Callable[[dict[str, Any], Any], TableLayout]


class Drawing(Protocol):
    """Draws a view as an SVG document; `link` makes the addresses to which the names of places lead."""

    def __call__(self, view: dict[str, Any], link: Callable[[str], str] | None = None) -> str: ...


class SpeedTargets(Struct, frozen=True):
    """What the benchmark of a game is held against; an empty text where nothing is aimed at.

    Commands per second without and with views, the p99 of a command and the time of a view with options in ms.
    """

    commands: str = ""
    slowest: str = ""
    viewed: str = ""
    view_with_options: str = ""


class ChangeWords(Struct, frozen=True, kw_only=True):
    """The words of a game for changes by hand, where the names of the engine do not say enough.

    `piles` are areas by their kind; `ordered` says of a kind whether it matters where a card lies there. `counters` are
    counters of the table. `card_marks` are two sentences each: that a card has a mark, and that it has not; `{}` stands
    for the card. `marks` are the sentences for marks of other things, `markers` those for what lies in an area. Games
    that use the same name give it the same words.
    """

    piles: Mapping[str, str] = {}
    ordered: Mapping[str, bool] = {}
    counters: Mapping[str, str] = {}
    card_marks: Mapping[str, tuple[str, str]] = {}
    marks: Mapping[str, Callable[[SetMark, CardTitles], str]] = {}
    markers: Mapping[str, Callable[[SetMarker, CardTitles], str]] = {}


def no_oddities(table: Any) -> Iterator[str]:
    """Nothing: the game calls nothing unusual that a judge may lay."""
    return iter(())


def no_places(view: dict[str, Any], seat: str, names: CardTitles) -> Mapping[str, str]:
    """Nothing: no place of the game is chosen as cards are."""
    return {}


class Presentation(Struct, frozen=True, kw_only=True):
    """A game as people are shown it; all but its title has a default, by which it is shown plainly.

    `story` has a sentence for each fact that log and story tell, `log` for those that only the log does, `headings` for
    those that head a part of a story, `openings` for those that open a match in a round: its title and the phase's.
    `label` gives a word of the game for people, `table_lines` the lines of a view. A board is drawn by `drawing`; a
    card table is laid out by `layout`, from a view and the printed cards. `targets` are those of the benchmark,
    `changes` the words for changes by hand. `endings` are the sentences for the ways in which a match of the game ends;
    `{winner}` stands for who has won. `deck_origin` says in which form players have their decks. `answers` are titles
    of commands whose type does not say what they answer (whether something is used): by type, field and value;
    `titles` those of commands whose type says too little. `numbers` are titles of numbers that the rules compute,
    `oddities` what is unusual on a table that may be laid. `places` are the places that a seat can choose as it chooses
    cards, by their words, each with what a view shows there.
    """

    title: str
    story: Sentences = {}
    log: Sentences = {}
    headings: Mapping[type[Fact], Callable[[Any], str]] = {}
    label: Callable[[str], str] = str
    table_lines: Callable[[dict[str, Any], CardTitles], Iterator[str]] = plain_lines
    demo: Demonstration = Demonstration()
    openings: Mapping[type[Fact], Callable[[Any], tuple[str, str]]] = {}
    drawing: Drawing | None = None
    layout: LayOut | None = None
    targets: SpeedTargets = SpeedTargets()
    changes: ChangeWords = ChangeWords()
    endings: Mapping[str, str] = {}
    deck_origin: str = ""
    numbers: Mapping[str, str] = {}
    oddities: Callable[[Any], Iterator[str]] = no_oddities
    places: Callable[[dict[str, Any], str, CardTitles], Mapping[str, str]] = no_places
    answers: Mapping[str, Mapping[str, Mapping[Any, str]]] = {}
    titles: Mapping[str, str] = {}
