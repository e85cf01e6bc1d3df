"""Names of cards as players write them."""

from __future__ import annotations

import pytest

from domain.cardgame.pool.card_names import LONGEST_TITLE, cards_meant, close_titles, title_and_set
from tests.orchard import first_harvest, with_another_apple


@pytest.mark.parametrize(
    "name",
    [
        "The King's Fig",
        "THE KING´S FIG (First Harvest)",
        "the king`s fig (first)",
        "the king's fig (01)",
        "whatever | #01005 First Harvest",
        "the-kings-fig",
        "01005",
    ],
)
def test_a_card_is_meant_by_each_of_its_names(name: str) -> None:
    assert [card.key for card in cards_meant(name, first_harvest())] == ["first/the-kings-fig"]


@pytest.mark.parametrize("name", ["The King's Fig (Second Harvest)", "x | #01099", "(First Harvest)", ""])
def test_no_card_is_meant_by_another_set_or_code(name: str) -> None:
    assert cards_meant(name, first_harvest()) == ()


def test_the_set_or_the_type_tells_two_cards_of_a_title_apart() -> None:
    pool = with_another_apple()
    assert len(cards_meant("Apple", pool)) == 2
    assert [card.key for card in cards_meant("Apple (Second Harvest)", pool)] == ["second/apple"]
    assert [card.key for card in cards_meant("Apple", pool, "tree")] == ["first/apple"]


@pytest.mark.parametrize(
    ("name", "titles"),
    [
        ("Aple", ("Apple (First Harvest)",)),
        ("winter paer (First Harvest)", ("Winter Pear (First Harvest)",)),
        ("Marta", ("Old Marta (First Harvest)",)),
        ("cherry", ()),
        ("", ()),
        ("a" * (LONGEST_TITLE + 1), ()),
    ],
)
def test_a_misspelt_name_and_a_first_name_alone_bring_titles(name: str, titles: tuple[str, ...]) -> None:
    assert close_titles(name, first_harvest()) == titles


def test_the_titles_of_each_set_are_brought() -> None:
    assert close_titles("appel", with_another_apple()) == ("Apple (First Harvest)", "apple! (Second Harvest)")


def test_the_set_stands_behind_the_title() -> None:
    pool = first_harvest()
    assert title_and_set(pool.card("yew"), pool) == "Yew (First Harvest)"
