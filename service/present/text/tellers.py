"""Who tells what is a game's own: its facts, its headings, its words.

A type of fact belongs to one game, so that whoever has a fact need not know which game is played.
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
    """No titles yet, of the cards and in the words of a game."""
    return CardTitles(rules.pool.cards, handles, word_of(rules.name))


def word_of(game: str) -> Callable[[str], str]:
    """What a game's own words mean for people."""
    return PRESENTATIONS[game].label


def game_title(game: str) -> str:
    """The title of a game; one that has none here by its id."""
    return PRESENTATIONS[game].title if game in PRESENTATIONS else in_words(game).capitalize()
