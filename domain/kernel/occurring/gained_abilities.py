"""Abilities that a card has gained: numbered on the card, indexed beside its own, and gone when it gets a new handle.

The index of listeners, the commands of players and the record of what was used on a condition name an ability of a card
by a number. The numbers of its own abilities count from 0, in the order of its text; a gained ability has a number that
no other ability of the match ever gets. The table keeps where its text stands (`texts`), also when the card has left
play while the ability resolves. Read `gain_ability`, then `text_place`, which says where the text of an ability stands.

A game that lets cards gain abilities lists the two facts, `GAINING_FACTS`, among its own. No word of all card games
lets one gain it: the game writes such a word, and says when it is lost before its card leaves play. A position with
such a card is not written. A price for the first card in a period, and the list of limits that a judge may set before
they are used, know abilities in the text of cards alone.
"""

from __future__ import annotations

from domain.kernel.cards.card_table import CardTable
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import Handle
from domain.kernel.table import Card, GainedAbility

# no card has so many abilities of its own
FIRST_GAINED = 1000


class AbilityGained(Fact, frozen=True, tag="kernel.ability_gained"):
    """A card gained an ability: the one with the number `ability` in the text of the card `key`."""

    card: Handle
    number: int
    key: str
    ability: int

    def apply(self, table: CardTable) -> None:
        table.texts = {**table.texts, self.number: (self.key, self.ability)}
        with table.reindexing(self.card) as card:
            card.gained = (*card.gained, GainedAbility(self.number, self.key, self.ability))


class AbilityLost(Fact, frozen=True, tag="kernel.ability_lost"):
    """A card lost an ability that it had gained."""

    card: Handle
    number: int

    def apply(self, table: CardTable) -> None:
        with table.reindexing(self.card) as card:
            card.gained = tuple(each for each in card.gained if each.number != self.number)


GAINING_FACTS: tuple[type[Fact], ...] = (AbilityGained, AbilityLost)


def gain_ability(game: Game[CardTable], card: Handle, key: str, place: int) -> int:
    """Let a card gain the ability at a place in the text of the card `key`. Returns its number."""
    number = FIRST_GAINED + game.table.next_serial()
    game.emit(AbilityGained(card, number, key, place))
    return number


def lose_ability(game: Game[CardTable], card: Handle, number: int) -> None:
    """Let a card lose an ability that it gained."""
    game.emit(AbilityLost(card, number))


def text_place(card: Card, number: int) -> tuple[str, int]:
    """The card in whose text an ability of a card stands, with its place there. Raises LookupError for one lost."""
    if number < FIRST_GAINED:
        return card.key, number
    found = next((each for each in card.gained if each.number == number), None)
    if found is None:
        raise LookupError(f"{card.handle} has no ability {number}")
    return found.key, found.place
