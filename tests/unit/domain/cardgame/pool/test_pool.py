"""A pool of some other game's cards: reading a set, finding cards, and what is wrong with a set."""

from __future__ import annotations

from importlib.resources import files

import pytest

from domain.cardgame.pool.card_fields import InvalidCard
from domain.cardgame.pool.pool import CardNotFound, Pool, fold_title, read_set
from domain.cardgame.pool.printed_card import CardSet
from tests.deck_lists import with_another_heron
from tests.examples.kites.pool import Printed, first_wind, read_card

FIRST_WIND = files("tests.examples.kites").joinpath("cards.toml").read_text(encoding="utf-8")
KITE = {"id": "plum", "name": "Plum", "type": "kite", "cost": 1, "lift": 3}
SECOND = CardSet(id="second", name="Second Wind", code="02")


def read_kites(text: str) -> Pool[Printed]:
    return read_set(text, "kites", read_card)


def test_a_set_is_read_into_a_pool_of_the_games_own_struct() -> None:
    pool = first_wind()
    assert len(pool.cards) == 12
    assert pool.card("first/heron").lift == 2
    assert sorted(pool.by_code) == [f"010{number:02}" for number in range(1, 13)]


@pytest.mark.parametrize("name", ["first/wren", "01006", "wren", " WREN!", "“Wren”"])
def test_a_card_is_found_by_key_code_id_and_title(name: str) -> None:
    assert first_wind().card(name).key == "first/wren"


@pytest.mark.parametrize(("written", "said"), [("Žluťoučký kůň", "zlutoucky kun"), ("Yōjimbō", "YO\u0304JIMBO\u0304")])
def test_a_title_is_found_without_its_accents(written: str, said: str) -> None:
    pool = first_wind().with_cards([read_card({**KITE, "name": written}, "second")], SECOND)
    assert pool.card(written) is pool.card(said)


@pytest.mark.parametrize("apostrophe", ["'", "’", "‘", "ʼ", "`", "´"])
def test_every_apostrophe_serves(apostrophe: str) -> None:
    assert first_wind().card(f"the king{apostrophe}s  kite").id == "the-kings-kite"


def test_a_title_is_folded_without_case_quotation_marks_and_repeated_spaces() -> None:
    assert fold_title(" “Old”  Marta!") == "old marta"


def test_an_id_of_two_sets_is_ambiguous() -> None:
    with pytest.raises(CardNotFound, match="'heron' is ambiguous: first/heron, second/heron") as caught:
        with_another_heron().card("heron")
    assert caught.value.candidates == ("first/heron", "second/heron")


def test_a_name_that_no_card_bears_is_not_found() -> None:
    with pytest.raises(CardNotFound, match="no card 'Cherry'"):
        first_wind().card("Cherry")


def test_a_key_is_taken_once() -> None:
    pool = first_wind().with_cards([read_card(KITE, "second", "02")], SECOND)
    assert len(pool.cards) == 13
    with pytest.raises(InvalidCard, match="second/plum: the pool has this card already"):
        pool.with_cards([read_card(KITE, "second", "02")], SECOND)


def test_the_id_of_a_pool_is_stable_and_follows_the_printed_values() -> None:
    pool = first_wind()
    assert pool.id.startswith("first@")
    assert pool.id == read_kites(FIRST_WIND).id
    assert pool.id != read_kites(FIRST_WIND.replace("lift = 4", "lift = 5")).id
    assert pool.with_cards([], SECOND).id == pool.id.replace("first@", "first+second@")


def test_words_for_display_do_not_change_the_id_of_a_pool() -> None:
    named = 'id = "wren"\n'
    noted = FIRST_WIND.replace(named, f'{named}ability = [{{ kind = "action", effect = "grow" }}]\n')
    assert read_kites(noted).card("wren").ability_notes[0].words == "grow"
    assert read_kites(noted).id == first_wind().id


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('[set]\ngame = "kites"', "[[", "set: not TOML"),
        ('game = "kites"\n', "", "set.game: missing"),
        ('"kites"', '"kitse"', "set.game: 'kitse' is none of kites; did you mean kites?"),
        ('name = "First Wind"', "nmae = 1", "set.nmae: unknown field; did you mean name?"),
        ('code = "01"', 'code = "1"', "set.code: expected two digits, as `01`"),
        ("cards = 12", "cards = 11", "set.cards: says 11, there are 12"),
        ("copies = 30", "copies = 9", "set.copies: says 9, the quantities of the cards make 30"),
        ('id = "wren"', 'id = "heron"', "heron.id: occurs 2 times in set first"),
        ("number = 6", "number = 5", "set: code 01005 is borne by 2 cards"),
        ("lift = 4", 'lift = "4"', "the-kings-kite.lift: expected a whole number or nothing, got a text"),
        ('id = "wren"\n', "", "card[5].id: missing"),
    ],
)
def test_a_fault_of_a_set_names_the_card_and_the_field(old: str, new: str, message: str) -> None:
    assert old in FIRST_WIND
    with pytest.raises(InvalidCard) as caught:
        read_kites(FIRST_WIND.replace(old, new, 1) if old != '"kites"' else FIRST_WIND.replace(old, new))
    assert str(caught.value).startswith(message)


def test_the_cards_of_a_set_are_a_list() -> None:
    with pytest.raises(InvalidCard, match="card: expected a list"):
        read_kites('card = 3\n[set]\ngame = "kites"\nid = "a"\nname = "A"')
