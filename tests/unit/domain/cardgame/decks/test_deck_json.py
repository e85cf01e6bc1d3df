"""Decks read from JSON: copies by card, and faults at the line of what is wrong."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.cardgame.decks.deck_json import line_of
from domain.cardgame.decks.deck_lists import ImportedDeck, LineFault
from tests.deck_lists import read_json_deck, with_another_heron
from tests.examples.kites.pool import Deck, first_wind
from tests.imported_decks import check_deck_or_faults, documents


def read(text: str) -> ImportedDeck[Deck]:
    return read_json_deck(text, first_wind())


def as_json(**changed: object) -> str:
    return json.dumps({"flyer": "Marta", "cards": {"heron": 2, "wren": 1}, **changed}, indent=1)


def test_copies_are_read_by_the_name_that_the_document_has() -> None:
    assert read(as_json()).deck == Deck("first/old-marta", ("first/heron", "first/heron", "first/wren"))


def test_an_empty_mapping_may_be_an_empty_list() -> None:
    assert read(as_json(cards=[])).deck == Deck("first/old-marta", ())


def test_a_name_without_a_card_is_reported_at_its_line() -> None:
    assert read(as_json(cards={"heron": 1, "cherry": 2})).faults == (LineFault(5, "cherry", "deck.unknown-card"),)
    meant = ("Cross Wind (First Wind)",)
    assert read(as_json(cards={"cros-wind": 1})).faults == (LineFault(4, "cros-wind", "deck.unknown-card", meant),)
    assert read(as_json(flyer="Eve")).faults == (LineFault(1, "Eve", "deck.unknown-card"),)


def test_a_name_of_two_cards_is_ambiguous() -> None:
    (fault,) = read_json_deck(as_json(), with_another_heron()).faults
    assert (fault.line, fault.text, fault.rule, len(fault.candidates)) == (4, "heron", "deck.ambiguous-card", 2)


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("{", 1, "not JSON: Expecting property name"),
        ('{"flyer": "Marta", "cards":\n{"wren": 1, "wren": 1}}', 2, "the name 'wren' stands twice in one object"),
        ("{}", 1, "deck.flyer: missing"),
        (as_json(cards={"wren": "two"}), 4, "deck.cards[wren]: expected a number of copies from 0 to 99, found "),
        (as_json(cards={"wren": -1}), 4, "deck.cards[wren]: expected a number of copies from 0 to 99, found "),
        (as_json(cards={"wren": 100}), 4, "deck.cards[wren]: expected a number of copies from 0 to 99, found "),
        (as_json(flyer=3), 1, "deck.flyer: expected a text, got a whole number"),
        ('{"cards":' * 100_000, 1, "not JSON"),
    ],
)
def test_json_of_another_shape_is_refused_with_the_field(text: str, line: int, said: str) -> None:
    imported = read(text)
    (fault,) = imported.faults
    assert (imported.deck, fault.line, fault.rule) == (None, line, "deck.unreadable-line")
    assert said in fault.text


def test_a_text_that_stands_nowhere_is_of_the_first_line() -> None:
    assert [line_of("b", '"a"\n\n"b"'), line_of("c", '"a"\n"b"')] == [3, 1]


@settings(max_examples=60, deadline=None)
@given(documents("flyer", "cards"))
def test_no_document_makes_the_reading_raise(document: dict[str, object]) -> None:
    check_deck_or_faults(read(json.dumps(document)))


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_no_text_makes_the_reading_raise(text: str) -> None:
    check_deck_or_faults(read("{" + text))


def test_a_lone_surrogate_does_not_make_the_reading_raise() -> None:
    assert read('{"flyer": "\ud800"').deck is None
