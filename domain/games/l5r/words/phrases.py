"""Phrases that several cards share."""

from __future__ import annotations

from domain.cardgame.words.parts.hidden import LookAtDeck, ShuffleDeck
from domain.cardgame.words.select import CardFilter
from domain.games.l5r.words.choices import Choose
from domain.games.l5r.words.parts.hidden import TakeFound
from domain.games.l5r.words.parts.time import Until
from domain.games.l5r.words.requirements import Exceeds
from domain.games.l5r.words.select import TARGET, Cards, Honor
from domain.kernel.citing import enforces
from domain.kernel.occurring.abilities import Part

MORE_HONORABLE = Exceeds(Honor("you"), Honor("opponent"))
LESS_HONORABLE = Exceeds(Honor("opponent"), Honor("you"))


def plus(military: int, political: int, on: CardFilter = TARGET, until: str = "conflict") -> tuple[Until, ...]:
    """The lasting effects by which cards get so much military and political skill."""
    skills = (("military", military), ("political", political))
    return tuple(Until(what=what, until=until, amount=n, on=on) for what, n in skills if n)


@enforces("l5r.term.search-may-fail")
def search(n: int, cards: Cards | None = None) -> tuple[Part, ...]:
    """The parts that search the top `n` cards of your conflict deck for one to take into hand, then shuffle the deck.

    If only such `cards` may be taken, the one that is taken is revealed.
    """
    among = Cards(picked="looked", where=("deck",), controller="you", type=cards.type if cards else ())
    found = Cards(picked="found", where=("deck",), controller="you")
    return (
        LookAtDeck(n=n),
        Choose(cards=among, name="found", least=0),
        TakeFound(on=found, reveal=cards is not None),
        ShuffleDeck(),
    )
