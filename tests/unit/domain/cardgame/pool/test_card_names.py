"""Names of cards as players write them."""

from __future__ import annotations

import pytest

from domain.cardgame.pool.card_names import LONGEST_TITLE, cards_meant, close_titles, title_and_set
from tests.deck_lists import with_another_heron
from tests.examples.kites.pool import first_wind


@pytest.mark.parametrize(
    "name",
    [
        "The King's Kite",
        "THE KING´S KITE (First Wind)",
        "the king`s kite (first)",
        "the king's kite (01)",
        "whatever | #01005 First Wind",
        "the-kings-kite",
        "01005",
    ],
)
def test_a_card_is_meant_by_each_of_its_names(name: str) -> None:
    assert [card.key for card in cards_meant(name, first_wind())] == ["first/the-kings-kite"]


@pytest.mark.parametrize("name", ["The King's Kite (Second Wind)", "x | #01099", "(First Wind)", ""])
def test_no_card_is_meant_by_another_set_or_code(name: str) -> None:
    assert cards_meant(name, first_wind()) == ()


def test_the_set_or_the_type_tells_two_cards_of_a_title_apart() -> None:
    pool = with_another_heron()
    assert len(cards_meant("Heron", pool)) == 2
    assert [card.key for card in cards_meant("Heron (Second Wind)", pool)] == ["second/heron"]
    assert [card.key for card in cards_meant("Heron", pool, "kite")] == ["first/heron"]


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("Hron", ("Heron (First Wind)",)),
        ("paper swalow (First Wind)", ("Paper Swallow (First Wind)",)),
        ("Marta", ("Old Marta (First Wind)",)),
        ("cherry", ()),
        ("", ()),
        ("a" * (LONGEST_TITLE + 1), ()),
    ],
)
def test_a_misspelt_name_and_a_first_name_alone_bring_titles(name: str, titles: tuple[str, ...]) -> None:
    assert close_titles(name, first_wind()) == titles


def test_the_titles_of_each_set_are_brought() -> None:
    assert close_titles("heorn", with_another_heron()) == ("Heron (First Wind)", "heron! (Second Wind)")


def test_the_set_stands_behind_the_title() -> None:
    pool = first_wind()
    assert title_and_set(pool.card("wren"), pool) == "Wren (First Wind)"
