"""A pool of some other game's cards: reading a set, finding cards, and what is wrong with a set."""

from __future__ import annotations

import pytest

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.pool import CardNotFound, fold_title
from domain.cardgame.pool.printed_card import CardSet
from tests.orchard import FIRST_HARVEST, first_harvest, read_card, read_orchard, with_another_apple

TREE = {"id": "plum", "name": "Plum", "type": "tree", "fruit": 3}
SECOND = CardSet(id="second", name="Second Harvest", code="02")


def test_a_set_is_read_into_a_pool_of_the_games_own_struct() -> None:
    pool = first_harvest()
    assert len(pool.cards) == 6
    assert pool.card("first/apple").fruit == 2
    assert sorted(pool.by_code) == ["01001", "01002", "01003", "01004", "01005", "01006"]


@pytest.mark.parametrize("name", ["first/yew", "01006", "yew", " YEW!", "“Yew”"])
def test_a_card_is_found_by_key_code_id_and_title(name: str) -> None:
    assert first_harvest().card(name).key == "first/yew"


@pytest.mark.parametrize(("written", "said"), [("Žluťoučký kůň", "zlutoucky kun"), ("Yōjimbō", "YO\u0304JIMBO\u0304")])
def test_a_title_is_found_without_its_accents(written: str, said: str) -> None:
    pool = first_harvest().with_cards([read_card({**TREE, "name": written}, "second")], SECOND)
    assert pool.card(written) is pool.card(said)


@pytest.mark.parametrize("apostrophe", ["'", "’", "‘", "ʼ", "`", "´"])
def test_every_apostrophe_serves(apostrophe: str) -> None:
    assert first_harvest().card(f"the king{apostrophe}s  fig").id == "the-kings-fig"


def test_a_title_is_folded_without_case_quotation_marks_and_repeated_spaces() -> None:
    assert fold_title(" “Old”  Marta!") == "old marta"


def test_an_id_of_two_sets_is_ambiguous() -> None:
    with pytest.raises(CardNotFound, match="'apple' is ambiguous: first/apple, second/apple") as caught:
        with_another_apple().card("apple")
    assert caught.value.candidates == ("first/apple", "second/apple")


def test_a_name_that_no_card_bears_is_not_found() -> None:
    with pytest.raises(CardNotFound, match="no card 'Cherry'"):
        first_harvest().card("Cherry")


def test_a_key_is_taken_once() -> None:
    pool = first_harvest().with_cards([read_card(TREE, "second", "02")], SECOND)
    assert len(pool.cards) == 7
    with pytest.raises(InvalidCard, match="second/plum: the pool has this card already"):
        pool.with_cards([read_card(TREE, "second", "02")], SECOND)


def test_the_id_of_a_pool_is_stable_and_follows_the_printed_values() -> None:
    pool = first_harvest()
    assert pool.id.startswith("first@")
    assert pool.id == read_orchard(FIRST_HARVEST).id
    assert pool.id != read_orchard(FIRST_HARVEST.replace("fruit = 4", "fruit = 5")).id
    assert pool.with_cards([], SECOND).id == pool.id.replace("first@", "first+second@")


def test_words_for_display_do_not_change_the_id_of_a_pool() -> None:
    noted = f'{FIRST_HARVEST}[[card.ability]]\nkind = "action"\neffect = "grow"\n'
    assert read_orchard(noted).card("yew").ability_notes[0].words == "grow"
    assert read_orchard(noted).id == first_harvest().id


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[set]\ngame = "orchard"', "[[", "set: not TOML"),
        ('game = "orchard"\n', "", "set.game: missing"),
        ('"orchard"', '"orchrad"', "set.game: 'orchrad' is none of orchard; did you mean orchard?"),
        ('name = "First Harvest"', "nmae = 1", "set.nmae: unknown field; did you mean name?"),
        ('code = "01"', 'code = "1"', "set.code: expected two digits, as `01`"),
        ("cards = 6", "cards = 7", "set.cards: says 7, there are 6"),
        ("copies = 10", "copies = 9", "set.copies: says 9, the quantities of the cards make 10"),
        ('id = "yew"', 'id = "apple"', "apple.id: occurs 2 times in set first"),
        ("number = 6", "number = 5", "set: code 01005 is borne by 2 cards"),
        ("fruit = 4", 'fruit = "4"', "the-kings-fig.fruit: expected a whole number or nothing, got a text"),
        ('id = "yew"\n', "", "card[5].id: missing"),
    ],
)
def test_a_fault_of_a_set_names_the_card_and_the_field(old: str, new: str, message: str) -> None:
    assert old in FIRST_HARVEST
    with pytest.raises(InvalidCard) as caught:
        read_orchard(FIRST_HARVEST.replace(old, new, 1) if old != '"orchard"' else FIRST_HARVEST.replace(old, new))
    assert str(caught.value).startswith(message)


def test_the_cards_of_a_set_are_a_list() -> None:
    with pytest.raises(InvalidCard, match="card: expected a list"):
        read_orchard('card = 3\n[set]\ngame = "orchard"\nid = "a"\nname = "A"')
