"""Who tells what is a game's own: its facts, its headings, its table; one teller for each game.

A type of fact belongs to one game, so that whoever has a fact need not know which game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from domain.games import AnyRules
from domain.kernel.facts import Fact
from service.present.text import agot_board, agot_lcg
from service.present.text.names import CardTitles, in_words
from service.present.text.sentences import Sentences


class GameTeller(Protocol):
    """A module that tells of one game."""

    TOLD: Sentences
    LOGGED: Sentences
    HEADINGS: dict[type[Fact], Callable[[Any], str]]
    WORD: Callable[[str], str]

    def table_lines(self, view: dict[str, Any], names: CardTitles) -> Iterator[str]:
        """The lines of a view."""


TELLERS: dict[str, GameTeller] = {"agot_lcg": agot_lcg, "agot_board": agot_board}

TOLD = {kind: teller for each in TELLERS.values() for kind, teller in each.TOLD.items()}
"""What story and log say of the games' facts."""

LOGGED = {kind: teller for each in TELLERS.values() for kind, teller in each.LOGGED.items()}
"""What only the log says."""

HEADINGS = {kind: heading for each in TELLERS.values() for kind, heading in each.HEADINGS.items()}
"""What heads a part of a story."""


def names_for(rules: AnyRules, handles: bool = False) -> CardTitles:
    """No titles yet, of the cards and in the words of a game."""
    return CardTitles(rules.pool.cards, handles, word_of(rules.name))


def word_of(game: str) -> Callable[[str], str]:
    """What a game's own words mean for people."""
    return TELLERS[game].WORD


TITLES = {
    "agot_lcg": "A Game of Thrones: The Card Game",
    "agot_board": "A Game of Thrones: The Board Game",
}


def game_title(game: str) -> str:
    """The title of a game; one that has none here by its id."""
    return TITLES.get(game, in_words(game).capitalize())
