"""A pack of own cards: beside the pool, with the plain cards of the game, and faults at their place in the pack."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct, structs

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.own_cards import Declared, OwnCardReader, OwnPack, check_own_names, read_own_cards
from domain.cardgame.words.places import WordFault
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.occurring.abilities import Ability
from tests.examples.kites.pool import Printed, first_wind, read_card

PLUM: dict[str, Any] = {"id": "black-plum", "type": "kite", "cost": 1, "lift": 3}


def read_abilities(data: object, where: str, card: Printed) -> tuple[Ability, ...]:
    """An action for each name in a list. Raises InvalidCard."""
    if not isinstance(data, list):
        raise InvalidCard(f"{where}: expected a list")
    return tuple(Ability(timing=str(each)) for each in data)


def faults_of_card(card: Printed, abilities: tuple[Ability, ...]) -> Iterator[WordFault]:
    """The fault of a flyer who does nothing."""
    if card.type == "flyer" and not abilities:
        yield WordFault(".abilities", "a flyer does something")


STUMP = {"id": "stump", "type": "kite", "cost": 0, "lift": 0}
OWN_CARDS = OwnCardReader(read_card, read_abilities, faults_of_card, (STUMP,))
DECLARED: Declared = {"first/heron": (Ability(timing="rain"),)}


def pack_of(*cards: Any) -> OwnPack[Printed]:
    return read_own_cards(first_wind(), DECLARED, DocumentNode("cards", list(cards)), OWN_CARDS)


def test_own_cards_stand_beside_the_pool_with_their_abilities() -> None:
    pack = pack_of({**PLUM, "abilities": ["sun", "frost"]}, {"id": "eve", "type": "flyer", "abilities": ["sun"]})
    assert pack.pool.card("own/black-plum").title == "Black Plum"
    assert pack.own == {
        "own/black-plum": (Ability(timing="sun"), Ability(timing="frost")),
        "own/eve": (Ability(timing="sun"),),
    }
    assert pack.declared == {**DECLARED, **pack.own}
    assert len(first_wind().cards) == 12


def test_the_plain_cards_of_the_game_stand_in_each_pack() -> None:
    pack = pack_of(PLUM)
    assert pack.places == {"own/black-plum": "cards[0]", "own/stump": "plain[0]"}
    assert pack.pool.card("stump").set == "own"


@pytest.mark.parametrize(
    ("cards", "place", "reason", "meant"),
    [
        ([{**PLUM, "lift": "3"}], "cards[0].lift", "expected a whole number or nothing, got a text", ""),
        ([PLUM, {**PLUM, "litf": 1}], "cards[1].litf", "unknown field; did you mean lift?", "lift"),
        ([PLUM, PLUM], "cards[0].id", "there is a card 'black-plum' already", ""),
        ([{**PLUM, "id": "heron"}], "cards[0].id", "there is a card 'heron' already", ""),
        ([{**PLUM, "id": "stump"}], "cards[0].id", "there is a card 'stump' already", ""),
        ([{**PLUM, "abilities": "sun"}], "cards[0].abilities", "expected a list", ""),
        ([{"id": "eve", "type": "flyer"}], "cards[0].abilities", "a flyer does something", ""),
        (["plum"], "cards[0]", "expected an object of named fields, got a text", ""),
    ],
)
def test_a_fault_stands_at_its_place_in_the_pack(cards: list[Any], place: str, reason: str, meant: str) -> None:
    with pytest.raises(Unreadable) as caught:
        pack_of(*cards)
    assert (caught.value.place, caught.value.reason, caught.value.meant) == (place, reason, meant)


class Neighbour(Struct, frozen=True, tag="neighbour"):
    """A word of abilities that names a card."""

    title: str = ""


class Titles(Struct, frozen=True):
    """The titles of the pool."""

    listed: frozenset[str]

    def unknown_names(self, word: Struct) -> Iterator[tuple[str, str, frozenset[str], str]]:
        title = getattr(word, "title", "")
        if title not in self.listed:
            yield "title", title, self.listed, f"no card is called {title!r}"


def titles_of(pack: OwnPack[Printed]) -> Titles:
    return Titles(frozenset(card.title for card in pack.pool.cards.values()))


@pytest.mark.parametrize(("title", "fault"), [("Black Plum", ""), ("Heron", ""), ("Hron", "Heron"), ("", "")])
def test_a_name_that_no_card_provides_stands_at_its_place(title: str, fault: str) -> None:
    ability = Ability(timing="constant", constants=(Neighbour(title),))
    pack = structs.replace(pack_of(PLUM), own={"own/black-plum": (ability,)})
    if not fault:
        check_own_names(pack, ("title",), titles_of)
        return
    with pytest.raises(Unreadable) as caught:
        check_own_names(pack, ("title",), titles_of)
    assert caught.value.place == "cards[0].abilities[0].constant[0].neighbour.title"
    assert (caught.value.reason, caught.value.meant) == (f"no card is called {title!r}; did you mean Heron?", fault)


def test_a_pack_is_a_list() -> None:
    with pytest.raises(Unreadable, match="cards: expected a list"):
        read_own_cards(first_wind(), {}, DocumentNode("cards", {"id": "plum"}), OWN_CARDS)
