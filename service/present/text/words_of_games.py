"""Access to each game's own sentences, headings and words.

A type of fact belongs to one game, so the sentence of a fact is found without knowing the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from domain.games import AnyRules
from service.games import PRESENTATIONS, presentation_of
from service.games.presentation import ChangeWords
from service.present.text.names import CardTitles

T = TypeVar("T")


def merge_words(listed: Iterable[Mapping[str, T]]) -> dict[str, T]:
    """The words of all games together; of a name that several games have, those of the last."""
    return {name: said for words in listed for name, said in words.items()}


STORIES = {kind: teller for each in PRESENTATIONS.values() for kind, teller in each.story.items()}
"""What story and log say of the games' facts."""

LOGS = {kind: teller for each in PRESENTATIONS.values() for kind, teller in each.log.items()}
"""What only the log says."""

HEADINGS = {kind: heading for each in PRESENTATIONS.values() for kind, heading in each.headings.items()}
"""What heads a part of a story."""

OPENINGS = {kind: opening for each in PRESENTATIONS.values() for kind, opening in each.openings.items()}
"""The round and the phase in which a fact opens a match that does not begin with its set-up."""


ALL_CHANGES = tuple(each.changes for each in reversed(PRESENTATIONS.values()))
CHANGE_WORDS = ChangeWords(
    piles=merge_words(each.piles for each in ALL_CHANGES),
    ordered=merge_words(each.ordered for each in ALL_CHANGES),
    counters=merge_words(each.counters for each in ALL_CHANGES),
    card_marks=merge_words(each.card_marks for each in ALL_CHANGES),
    marks=merge_words(each.marks for each in ALL_CHANGES),
    markers=merge_words(each.markers for each in ALL_CHANGES),
)
"""The words of all games for changes by hand, where it is not known of which game a change is.

Of a name that several games have, they are those of the game that was registered first.
"""

ANSWERS: dict[str, Mapping[str, Mapping[Any, str]]] = {
    "give_consent": {"consent": {True: "give consent", False: "refuse consent"}},
    **merge_words(each.answers for each in PRESENTATIONS.values()),
}
"""The titles of commands by what they answer: by type, field and value."""

TITLES = merge_words(each.titles for each in PRESENTATIONS.values())
"""The titles of commands whose names say too little, by type."""

ENDINGS = {
    "conceded": "{winner} wins by concession",
    "agreed-draw": "the match is a draw by agreement",
    "ruled-loss": "{winner} wins by a judge's ruling",
    "ruled-draw": "the match is a draw by a judge's ruling",
    **merge_words(each.endings for each in PRESENTATIONS.values()),
}
"""The sentences for the ways in which a match ends, those of all games beside those of every game."""


def names_for(rules: AnyRules, handles: bool = False) -> CardTitles:
    """A new `CardTitles` without titles, for the cards and the words of a game."""
    return CardTitles(rules.pool.cards, handles, word_of(rules.name), rules.name)


def change_words_of(names: CardTitles) -> ChangeWords:
    """The words for changes by hand of the game that names are of; those of all games where it is not known."""
    return PRESENTATIONS[names.game].changes if names.game in PRESENTATIONS else CHANGE_WORDS


def word_of(game: str) -> Callable[[str], str]:
    """The function that turns the game's own words into plain words."""
    return presentation_of(game).label


def game_title(game: str) -> str:
    """The title of a game; its id where no title is registered."""
    return presentation_of(game).title
