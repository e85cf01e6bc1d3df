"""What is otherwise than a match was played by: cards of the pool, or how rules are read.

Nothing changed at all is a change too: then today's engine stands against the one that wrote the record.
"""

from __future__ import annotations

from functools import cache, partial

import msgspec
from msgspec import Struct

from domain.games import GAMES, rules_with_cards
from domain.kernel.refusals import Refusal
from domain.kernel.state.readings import reading_refusal
from domain.match.opening import RulesWithCards


@cache
def changed_ids(cards: str) -> frozenset[str]:
    """The ids of the cards that a JSON text changes."""
    listed = msgspec.json.decode(cards) if cards else ()
    return frozenset(each["id"] for each in listed)


class RuleChange(Struct, frozen=True, omit_defaults=True):
    """Other rules for the matches of a game; `cards` is a JSON text, of each changed card its id and what is otherwise.

    `readings` says how rules are read, by their ids.

    Without a `game` nothing is changed, and matches of all games are decided again by today's engine.
    """

    game: str = ""
    cards: str = ""
    readings: dict[str, str] = {}

    @property
    def is_empty(self) -> bool:
        """Whether today's engine alone is what may decide otherwise."""
        return not self.cards and not self.readings

    @property
    def sole_reading(self) -> str:
        """The rule that is read otherwise, where nothing else is; empty for more."""
        return next(iter(self.readings)) if len(self.readings) == 1 and not self.cards else ""

    def refusal(self) -> Refusal | None:
        """The refusal of a reading that its game has not, or None."""
        return reading_refusal(GAMES[self.game].rules, self.readings) if self.readings else None

    def concerns(self, game: str) -> bool:
        """Whether matches of a game are decided otherwise."""
        return not self.game or game == self.game

    def changes(self, card: str) -> bool:
        """Whether the card of a key is otherwise."""
        return card.rpartition("/")[2] in changed_ids(self.cards)

    def with_cards(self, game: str) -> RulesWithCards:
        """What gives the rules of a game with a card pack, as they are under this change; it raises Unreadable."""
        return partial(rules_with_cards, game, changed=self.cards)
