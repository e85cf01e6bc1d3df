"""The cards of a position: hands of House cards, decks with their known cards, and piles of revealed cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from domain.games.agot_board.components import BOX, CARDS_OF, HOUSE_CARDS
from domain.games.agot_board.setup import westeros_cards
from domain.games.agot_board.state import TIDES_DECK, TIDES_DISCARD, WILDLING_DECK, westeros_deck, westeros_revealed
from domain.kernel.formats.reading import DocumentNode, meant_by
from domain.kernel.ids import Seat

WESTEROS_PILES = {f"westeros-{n}": n for n in (1, 2, 3)}
DECK_ZONES = {
    **{name: westeros_deck(n) for name, n in WESTEROS_PILES.items()},
    "wildling": WILDLING_DECK,
    "tides": TIDES_DECK,
}
REVEALED_ZONES = {**{name: westeros_revealed(n) for name, n in WESTEROS_PILES.items()}, "tides": TIDES_DISCARD}

# the rule that lists the cards of a deck
CONTENTS = {
    **dict.fromkeys(WESTEROS_PILES, "agot_board.data.westeros-decks"),
    "wildling": "agot_board.data.wildling-deck",
    "tides": "agot_board.data.tides-deck",
}

# the card that moves a House on the tracks after orders were placed, and its owner
LOWERING = "doran-martell"
LOWERS = HOUSE_CARDS[LOWERING].house


class Pile(Struct, frozen=True):
    """A deck by card keys: the known top cards, the others, and the revealed ones, newest last."""

    name: str
    top: tuple[str, ...]
    others: tuple[str, ...]
    revealed: tuple[str, ...]


def may_be_lowered(hands: Mapping[Seat, tuple[str, ...]]) -> bool:
    """Whether a House may have been moved on the tracks in this round: the card was played, or is back in hand.

    It returns when the last card of a hand is played, which is then in the discard pile.
    """
    hand = hands.get(LOWERS)
    return hand is not None and (LOWERING not in hand or len(hand) < len(CARDS_OF[LOWERS]))


def hands_of(field: DocumentNode | None, houses: tuple[Seat, ...]) -> dict[Seat, tuple[str, ...]]:
    """The House cards in hand; a House that is not named has all seven."""
    said = field.mapping(houses) if field is not None else {}
    return {house: hand_in(said[house], house) if house in said else CARDS_OF[house] for house in houses}


def hand_in(field: DocumentNode, house: Seat) -> tuple[str, ...]:
    for each in field.items():
        other = HOUSE_CARDS.get(each.text())
        if other is not None and other.house != house:
            raise each.wrong(f"{other.id} is a card of {other.house} (agot_board.card.seven-cards)")
    hand = field.texts(CARDS_OF[house])
    if len(set(hand)) != len(hand):
        raise field.wrong("a House has each of its cards once (agot_board.card.seven-cards)")
    if not hand:
        raise field.wrong("a House that has played its last card takes the others back (agot_board.card.recover-six)")
    return hand


def cards_of(name: str) -> list[str]:
    """The keys of all cards of a deck."""
    if name in WESTEROS_PILES:
        return westeros_cards(WESTEROS_PILES[name])
    if name == "wildling":
        return [each.id for each in BOX.wildling_card]
    return [each.id for each in BOX.tides_of_battle_card for _ in range(each.count)]


def piles_of(decks: DocumentNode | None, revealed: DocumentNode | None, tides: bool) -> tuple[Pile, ...]:
    """All decks in use, as the position describes them. Raises Unreadable."""
    names = tuple(name for name in DECK_ZONES if tides or name != "tides")
    for field in (decks, revealed):
        if not tides and field is not None and "tides" in (named := field.mapping()):
            raise named["tides"].wrong("this match has no such deck (agot_board.tides.optional)")
    tops = decks.mapping(names) if decks is not None else {}
    shown = revealed.mapping(tuple(name for name in names if name in REVEALED_ZONES)) if revealed is not None else {}
    return tuple(pile_of(name, tops.get(name), shown.get(name)) for name in names)


def pile_of(name: str, top: DocumentNode | None, revealed: DocumentNode | None) -> Pile:
    """A deck: its cards that are neither top cards nor revealed lie below in unknown order."""
    left = Counter(cards_of(name))
    shown = take_cards(revealed, name, left)
    on_top = take_cards(top, name, left)
    return Pile(name, on_top, tuple(left.elements()), shown)


def take_cards(field: DocumentNode | None, name: str, left: Counter[str]) -> tuple[str, ...]:
    """The cards that a list names, taken from the deck's remaining cards. Raises Unreadable."""
    keys = []
    for each in field.items() if field is not None else ():
        key = key_of(name, each.text())
        if not left[key]:
            there = sorted(position_key(card) for card in left if left[card])
            missing = f"the deck has no {'further ' if key in left else ''}{each.value} ({CONTENTS[name]})"
            missing += f"; left are {', '.join(there)}"
            raise each.wrong(missing, "" if key in left else meant_by(each.value, there))
        left[key] -= 1
        keys.append(key)
    return tuple(keys)


def key_of(name: str, id: str) -> str:
    """A card's key; the id of a Westeros card is unique in its deck only."""
    return f"{WESTEROS_PILES[name]}/{id}" if name in WESTEROS_PILES else id


def position_key(key: str) -> str:
    """A key as a position writes it."""
    return key.partition("/")[2] or key
