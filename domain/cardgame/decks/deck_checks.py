"""The checks of deck building that games have in common. A game hands in the cards, the sizes and the rules.

Read `DeckSize` and `CopyLimit` for what a game declares, then the checks, each of which yields refusals: unknown cards,
cards out of place, wrong numbers, too many copies. A game calls a check where it cites the rules that the check carries
out for it, so that its own book names them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

from msgspec import Struct

from domain.cardgame.decks.deck_lists import UNKNOWN, DeckCard, DeckCardT
from domain.cardgame.pool.pool import Pool, fold_title
from domain.kernel.refusals import Refusal

# by section the keys of the cards in it, each once for every copy
Sections: TypeAlias = Mapping[str, Sequence[str]]


class DeckSize(Struct, frozen=True):
    """How many cards a deck holds, the rule that demands it, and how a refusal calls the deck and its cards."""

    rule: str
    deck: str
    least: int = 0
    most: int | None = None
    cards: str = "cards"


class CopyLimit(Struct, frozen=True):
    """How many copies of a title a deck holds: the usual number, and the rules that too many copies break.

    A card's own limit below the usual number breaks `lower`, one above it `higher`.
    """

    usual: int
    rule: str
    lower: str
    higher: str

    def rule_of(self, limit: int) -> str:
        """The rule that gives a title this limit."""
        if limit == self.usual:
            return self.rule
        return self.lower if limit < self.usual else self.higher


def cards_of_section(sections: Sections, pool: Pool[DeckCardT], deck: str) -> tuple[DeckCardT, ...]:
    """The cards of a section that the pool knows and that belong there."""
    found = (pool.cards.get(key) for key in sections[deck])
    return tuple(card for card in found if card and card.deck == deck)


def unknown_cards(sections: Sections, pool: Pool[DeckCardT]) -> Iterator[Refusal]:
    """The refusals of cards that the pool does not have."""
    for key, copies in Counter(chain.from_iterable(sections.values())).items():
        if key not in pool.cards:
            yield deck_fault(UNKNOWN, f"The pool has no card {key}.", card=key, copies=copies)


def words_of_type(card: DeckCard) -> str:
    """What a card is, where cards of a type have one section."""
    return f"{card.title} is of type {card.type}."


def words_of_deck(card: DeckCard) -> str:
    """Where a card belongs, where cards of one type are in several decks."""
    return f"{card.title} belongs to the {card.deck} deck."


def cards_out_of_place(
    sections: Sections,
    pool: Pool[DeckCardT],
    rules: Mapping[str, str],
    words: Callable[[DeckCard], str] = words_of_type,
) -> Iterator[Refusal]:
    """The refusals of cards that belong in another section; `rules` has by section the rule that they break."""
    for deck, rule in rules.items():
        for key, copies in Counter(sections[deck]).items():
            card = pool.cards.get(key)
            if card and card.deck != deck:
                yield deck_fault(rule, words(card), deck=deck, card=card.key, type=card.type, copies=copies)


def wrong_size(has: int, size: DeckSize) -> Iterator[Refusal]:
    """The refusal of a deck with fewer cards than it needs, or with more than it may hold."""
    text = f"The {size.deck} holds {has} {size.cards}."
    if has < size.least or size.least == size.most != has:
        yield deck_fault(size.rule, text, has=has, needs=size.least)
    elif size.most is not None and has > size.most:
        yield deck_fault(size.rule, text, has=has, limit=size.most)


def too_many_copies(cards: Sequence[DeckCardT], limits: CopyLimit) -> Iterator[Refusal]:
    """The refusals of titles with more copies than the lowest limit of their cards."""
    for copies in group_by_title(cards):
        limit = min(card.deck_limit for card in copies)
        if len(copies) > limit:
            title = copies[0].title
            text = f"{len(copies)} copies of {title}, {limit} allowed."
            yield deck_fault(limits.rule_of(limit), text, title=title, copies=len(copies), limit=limit)


def group_by_title(cards: Sequence[DeckCardT]) -> list[list[DeckCardT]]:
    """The cards of each title, of whichever set, in the order in which the titles come first."""
    titles: dict[str, list[DeckCardT]] = {}
    for card in cards:
        titles.setdefault(fold_title(card.title), []).append(card)
    return list(titles.values())


def deck_fault(rule: str, text: str, **because: object) -> Refusal:
    """The refusal of a deck by one rule of deck building."""
    return Refusal(rule, because, text)
