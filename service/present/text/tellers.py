"""Access to each game's own sentences, headings and words.

A type of fact belongs to one game, so the sentence of a fact is found without knowing the game.
"""

from __future__ import annotations

from collections.abc import Callable

from domain.games import AnyRules
from service.games import PRESENTATIONS
from service.present.text.names import CardTitles, in_words

STORIES = {kind: teller for each in PRESENTATIONS.values() for kind, teller in each.story.items()}
"""What story and log say of the games' facts."""

LOGS = {kind: teller for each in PRESENTATIONS.values() for kind, teller in each.log.items()}
"""What only the log says."""

HEADINGS = {kind: heading for each in PRESENTATIONS.values() for kind, heading in each.headings.items()}
"""What heads a part of a story."""

OPENINGS = {kind: opening for each in PRESENTATIONS.values() for kind, opening in each.openings.items()}
"""The round and the phase in which a fact opens a match that does not begin with its set-up."""


def names_for(rules: AnyRules, handles: bool = False) -> CardTitles:
    """A new `CardTitles` without titles, for the cards and the words of a game."""
    return CardTitles(rules.pool.cards, handles, word_of(rules.name))


def word_of(game: str) -> Callable[[str], str]:
    """The function that turns the game's own words into plain words."""
    return PRESENTATIONS[game].label


def game_title(game: str) -> str:
    """The title of a game; its id where no title is registered."""
    return PRESENTATIONS[game].title if game in PRESENTATIONS else in_words(game).capitalize()
