"""Decks written as text: sections of lines, and the packs that the copies require."""

from __future__ import annotations

from domain.cardgame.decks.deck_writing import packs_of, section_lines
from domain.cardgame.pool.printed_card import CardSet
from tests.orchard import first_harvest, read_card, read_list


def test_a_section_has_its_cards_by_title() -> None:
    pool = first_harvest()
    copies = {pool.card("yew"): 1, pool.card("apple"): 3}
    assert section_lines("Tree", copies, pool) == [
        "Trees",
        "",
        "3x Apple (First Harvest)",
        "1x Yew (First Harvest)",
        "",
    ]
    assert section_lines("Tree", {pool.card("yew"): 2}, pool)[0] == "Tree"
    assert section_lines("Tree", {}, pool) == []


def test_the_packs_are_counted_in_boxes() -> None:
    plum = read_card({"id": "plum", "name": "Plum", "type": "tree", "fruit": 1}, "home")
    pool = first_harvest().with_cards([plum], CardSet(id="home", name="Home"))
    assert packs_of({pool.card("apple"): 3}, pool) == "First Harvest"
    assert packs_of({pool.card("apple"): 3, pool.card("yew"): 2}, pool) == "First Harvest (2)"
    assert packs_of({pool.card("apple"): 4, plum: 1}, pool) == "From First Harvest (2) to Home"
    assert packs_of({}, pool) == ""


def test_what_is_written_is_read_back() -> None:
    pool = first_harvest()
    lines = ["Marta", *section_lines("Tree", {pool.card("yew"): 1, pool.card("apple"): 3}, pool)]
    deck = read_list("\n".join(lines), pool).deck
    assert deck
    assert deck.grove == ("first/apple", "first/apple", "first/apple", "first/yew")
