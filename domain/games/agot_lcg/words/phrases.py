"""Phrases that several cards share."""

from __future__ import annotations

from domain.cardgame.table import CardMatch
from domain.cardgame.words.parts.hidden import LookAtDeck, ShuffleDeck, TakeIntoHand
from domain.cardgame.words.parts.time import Until
from domain.families.agot_cards.words.choices import ChooseCards
from domain.families.agot_cards.words.select import Cards
from domain.kernel.occurring.abilities import Part


def next_marshalled(match: CardMatch, less: int = 1) -> Until:
    """The lasting effect by which the next such card that you marshal this phase costs `less` less."""
    return Until(what="cost", name="marshal", amount=-less, until="phase", once=True, match=match)


def search(n: int, *types: str) -> tuple[Part, ...]:
    """The parts that search the top `n` cards of your deck.

    You may choose a card of one of these types, reveal it and take it into your hand; then the deck is shuffled.
    """
    among = Cards(type=types, picked="looked", where=("deck",), controller="you")
    found = Cards(picked="found", where=("deck",), controller="you")
    return (
        LookAtDeck(n=n),
        ChooseCards(cards=among, name="found", least=0),
        TakeIntoHand(on=found, reveal=True),
        ShuffleDeck(),
    )
