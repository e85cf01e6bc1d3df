"""The checks of deck building, with the sizes, limits and rules of a game that hands them in."""

from __future__ import annotations

import pytest

from domain.cardgame.decks.deck_checks import CopyLimit, DeckSize, group_by_title, too_many_copies, wrong_size
from domain.cardgame.pool.pool import Pool
from domain.cardgame.pool.printed_card import CardSet
from domain.kernel.refusals import Refusal
from tests.orchard import Orchard, OrchardCard, first_harvest, orchard_faults, read_card

HOME = CardSet(id="home", name="Home")


def keys(*ids: str) -> tuple[str, ...]:
    return tuple(f"first/{id}" for id in ids)


APPLES = keys("apple", "apple", "apple")
GROVE = (*APPLES, *keys("yew", "yew"))


def faults(*grove: str, keeper: str = "first/old-marta", pool: Pool[OrchardCard] | None = None) -> list[Refusal]:
    return list(orchard_faults(Orchard(keeper, grove), pool or first_harvest()))


def with_tree(**fields: object) -> Pool[OrchardCard]:
    tree = {"id": "plum", "name": "Plum", "type": "tree", "fruit": 1, **fields}
    return first_harvest().with_cards([read_card(tree, "home")], HOME)


def test_a_deck_within_all_rules_has_no_fault() -> None:
    assert faults(*GROVE) == []


def test_a_card_that_the_pool_lacks_is_named_with_its_copies() -> None:
    assert faults(*GROVE, "first/oak", "first/oak") == [
        Refusal("deck.unknown-card", {"card": "first/oak", "copies": 2}, "The pool has no card first/oak.")
    ]


def test_an_empty_key_is_a_card_that_the_pool_lacks() -> None:
    assert [(each.rule, each.because) for each in faults(*GROVE, "")] == [
        ("deck.unknown-card", {"card": "", "copies": 1})
    ]


def test_a_card_out_of_place_breaks_the_rule_of_its_section() -> None:
    because = {"deck": "grove", "card": "first/young-tom", "type": "keeper", "copies": 2}
    assert faults(*GROVE, *keys("young-tom", "young-tom")) == [
        Refusal("orchard.only-trees", because, "Young Tom is of type keeper.")
    ]
    assert [each.rule for each in faults(*GROVE, keeper="first/yew")] == ["orchard.one-keeper"]


def test_a_card_out_of_place_and_an_unknown_one_do_not_count() -> None:
    grove = (*GROVE[1:], "first/oak", *keys("young-tom"))
    assert [each.rule for each in faults(*grove)] == [
        "deck.unknown-card",
        "orchard.only-trees",
        "orchard.grove-five-to-eight",
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
    size = DeckSize("some.size", "grove", least, most, cards="trees")
    expected = [] if because is None else [Refusal("some.size", because, f"The grove holds {has} trees.")]
    assert list(wrong_size(has, size)) == expected


def test_a_copy_over_the_usual_limit_breaks_the_usual_rule() -> None:
    because = {"title": "Apple", "copies": 4, "limit": 3}
    assert faults(*GROVE, *keys("apple")) == [Refusal("orchard.three-copies", because, "4 copies of Apple, 3 allowed.")]


@pytest.mark.parametrize(("limit", "rule"), [(1, "orchard.rare"), (3, "orchard.three-copies"), (4, "orchard.common")])
def test_a_copy_over_the_cards_own_limit_breaks_the_rule_of_that_limit(limit: int, rule: str) -> None:
    pool, copies = with_tree(deck_limit=limit), ("home/plum",) * limit
    assert faults(*keys("apple", "apple", "yew", "yew"), *copies, pool=pool) == []
    assert [each.rule for each in faults(*keys("apple", "yew", "yew"), *copies, "home/plum", pool=pool)] == [rule]


def test_copies_are_counted_by_title_over_sets_and_the_lowest_limit_holds() -> None:
    pool = with_tree(name="APPLE!", deck_limit=2)
    assert [each.because for each in faults(*GROVE, "home/plum", pool=pool)] == [
        {"title": "Apple", "copies": 4, "limit": 2}
    ]


def test_titles_come_in_the_order_of_their_first_cards() -> None:
    pool = first_harvest()
    cards = [pool.card(name) for name in ("yew", "apple", "yew")]
    assert [[card.id for card in each] for each in group_by_title(cards)] == [["yew", "yew"], ["apple"]]


def test_no_card_has_no_fault() -> None:
    assert list(too_many_copies((), CopyLimit(3, "a", "b", "c"))) == []
