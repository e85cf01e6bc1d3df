"""The checks of deck building, with the sizes, limits and rules of a game that hands them in."""

from __future__ import annotations

import pytest

from domain.cardgame.decks.deck_checks import (
    CopyLimit,
    DeckSize,
    cards_of_section,
    cards_out_of_place,
    group_by_title,
    too_many_copies,
    unknown_cards,
    words_of_deck,
    wrong_size,
)
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import CardSet
from domain.kernel.refusals import Refusal
from tests.examples.kites.pool import Printed, first_wind, read_card

HOME = CardSet(id="home", name="Home")


def keys(*ids: str) -> tuple[str, ...]:
    return tuple(f"first/{id}" for id in ids)


HERONS = keys("heron", "heron", "heron")
BAG = (*HERONS, *keys("wren", "wren"))


def faults(*bag: str, flyer: str = "first/old-marta", pool: Pool[Printed] | None = None) -> list[Refusal]:
    sections, pool = {"flyer": (flyer,), "bag": bag}, pool or first_wind()
    cards = cards_of_section(sections, pool, "bag")
    return [
        *unknown_cards(sections, pool),
        *cards_out_of_place(sections, pool, {"flyer": "some.one-flyer", "bag": "some.bag"}),
        *wrong_size(len(cards), DeckSize("some.size", "bag", least=5, most=8)),
        *too_many_copies(cards, CopyLimit(3, "some.three-copies", lower="some.rare", higher="some.common")),
    ]


def with_kite(**fields: object) -> Pool[Printed]:
    kite = {"id": "plum", "name": "Plum", "type": "kite", "cost": 1, "lift": 1, **fields}
    return first_wind().with_cards([read_card(kite, "home")], HOME)


def test_a_deck_within_all_rules_has_no_fault() -> None:
    assert faults(*BAG) == []


def test_a_card_that_the_pool_lacks_is_named_with_its_copies() -> None:
    assert faults(*BAG, "first/oak", "first/oak") == [
        Refusal("deck.unknown-card", {"card": "first/oak", "copies": 2}, "The pool has no card first/oak.")
    ]


def test_an_empty_key_is_a_card_that_the_pool_lacks() -> None:
    assert [(each.rule, each.because) for each in faults(*BAG, "")] == [
        ("deck.unknown-card", {"card": "", "copies": 1})
    ]


def test_a_card_out_of_place_breaks_the_rule_of_its_section() -> None:
    because = {"deck": "bag", "card": "first/young-tom", "type": "flyer", "copies": 2}
    assert faults(*BAG, *keys("young-tom", "young-tom")) == [
        Refusal("some.bag", because, "Young Tom is of type flyer.")
    ]
    assert [each.rule for each in faults(*BAG, flyer="first/wren")] == ["some.one-flyer"]


def test_a_game_with_several_decks_says_in_which_a_card_belongs() -> None:
    sections = {"bag": keys("young-tom")}
    (fault,) = cards_out_of_place(sections, first_wind(), {"bag": "some.bag"}, words_of_deck)
    assert fault.text == "Young Tom belongs to the flyer deck."


def test_a_card_out_of_place_and_an_unknown_one_do_not_count() -> None:
    bag = (*BAG[1:], "first/oak", *keys("young-tom"))
    assert [each.rule for each in faults(*bag)] == [
        "deck.unknown-card",
        "some.bag",
        "some.size",
    ]


@pytest.mark.parametrize(
    ("has", "least", "most", "because"),
    [
        (4, 5, 8, {"has": 4, "needs": 5}),
        (5, 5, 8, None),
        (8, 5, 8, None),
        (9, 5, 8, {"has": 9, "limit": 8}),
        (6, 7, 7, {"has": 6, "needs": 7}),
        (7, 7, 7, None),
        (8, 7, 7, {"has": 8, "needs": 7}),
        (900, 60, None, None),
    ],
)
def test_a_deck_holds_at_least_and_at_most_so_many_cards(
    has: int, least: int, most: int | None, because: dict[str, object] | None
) -> None:
    size = DeckSize("some.size", "bag", least, most, cards="kites")
    expected = [] if because is None else [Refusal("some.size", because, f"The bag holds {has} kites.")]
    assert list(wrong_size(has, size)) == expected


def test_a_copy_over_the_usual_limit_breaks_the_usual_rule() -> None:
    because = {"title": "Heron", "copies": 4, "limit": 3}
    assert faults(*BAG, *keys("heron")) == [Refusal("some.three-copies", because, "4 copies of Heron, 3 allowed.")]


@pytest.mark.parametrize(("limit", "rule"), [(1, "some.rare"), (3, "some.three-copies"), (4, "some.common")])
def test_a_copy_over_the_cards_own_limit_breaks_the_rule_of_that_limit(limit: int, rule: str) -> None:
    pool, copies = with_kite(deck_limit=limit), ("home/plum",) * limit
    assert faults(*keys("heron", "heron", "wren", "wren"), *copies, pool=pool) == []
    assert [each.rule for each in faults(*keys("heron", "wren", "wren"), *copies, "home/plum", pool=pool)] == [rule]


def test_copies_are_counted_by_title_over_sets_and_the_lowest_limit_holds() -> None:
    pool = with_kite(name="HERON!", deck_limit=2)
    assert [each.because for each in faults(*BAG, "home/plum", pool=pool)] == [
        {"title": "Heron", "copies": 4, "limit": 2}
    ]


def test_titles_come_in_the_order_of_their_first_cards() -> None:
    pool = first_wind()
    cards = [pool.card(name) for name in ("wren", "heron", "wren")]
    assert [[card.id for card in each] for each in group_by_title(cards)] == [["wren", "wren"], ["heron"]]


def test_no_card_has_no_fault() -> None:
    assert list(too_many_copies((), CopyLimit(3, "a", "b", "c"))) == []
