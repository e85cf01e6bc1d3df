"""Decks written as text: sections of lines, and the packs that the copies require."""

from __future__ import annotations

from domain.cardgame.decks.deck_writing import packs_of, section_lines
from domain.cardgame.pool.printed_card import CardSet
from tests.deck_lists import read_list
from tests.examples.kites.pool import first_wind, read_card


def test_a_section_has_its_cards_by_title() -> None:
    pool = first_wind()
    copies = {pool.card("wren"): 1, pool.card("heron"): 3}
    assert section_lines("Kite", copies, pool) == [
        "Kites",
        "",
        "3x Heron (First Wind)",
        "1x Wren (First Wind)",
        "",
    ]
    assert section_lines("Kite", {pool.card("wren"): 2}, pool)[0] == "Kite"
    assert section_lines("Kite", {}, pool) == []


def test_the_packs_are_counted_in_boxes() -> None:
    plum = read_card({"id": "plum", "name": "Plum", "type": "kite", "cost": 1, "lift": 1}, "home")
    pool = first_wind().with_cards([plum], CardSet(id="home", name="Home"))
    assert packs_of({pool.card("heron"): 3}, pool) == "First Wind"
    assert packs_of({pool.card("heron"): 3, pool.card("the-kings-kite"): 2}, pool) == "First Wind (2)"
    assert packs_of({pool.card("heron"): 4, plum: 1}, pool) == "From First Wind (2) to Home"
    assert packs_of({}, pool) == ""


def test_what_is_written_is_read_back() -> None:
    pool = first_wind()
    lines = ["Marta", *section_lines("Kite", {pool.card("wren"): 1, pool.card("heron"): 3}, pool)]
    deck = read_list("\n".join(lines), pool).deck
    assert deck
    assert deck.bag == ("first/heron", "first/heron", "first/heron", "first/wren")
