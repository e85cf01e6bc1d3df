"""Fields of a card: which types have them, and notes of abilities."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cardgame.pool.card_fields import (
    AbilityFields,
    CardFields,
    InvalidCard,
    join_plurals,
    note_of,
    printed_values,
)
from tests.examples.kites.pool import read_card

KITE: dict[str, Any] = {"id": "plum", "name": "Plum", "type": "kite", "cost": 1, "lift": 3}


@pytest.mark.parametrize(
    ("fields", "message", "meant"),
    [
        ({"type": "flyer"}, "cards[2].lift: a card of type flyer has none, only kites do", ""),
        ({"lift": None}, "cards[2].lift: missing, every kite has one", ""),
        ({"type": "kitee"}, "cards[2].type: 'kitee' is none of flyer, gust, kite, tail", "kite"),
        ({"litf": 3}, "cards[2].litf: unknown field", "lift"),
        ({"lift": -1}, "cards[2].lift: expected a whole number of at least 0", ""),
        ({"deck_limit": 0}, "cards[2].deck_limit: expected a whole number of at least 1", ""),
        ({"id": "Plum Kite"}, "cards[2].id: expected small letters and digits", ""),
        ({"number": "B7"}, "cards[2].number: expected a number with the letter of a side, as `214A`", ""),
        ({"name": ""}, "cards[2].name: expected a text with at least 1 character", ""),
        ({"ability": [{"knid": "action"}]}, "cards[2].ability[0].knid: unknown field", "kind"),
    ],
)
def test_a_fault_names_the_card_and_the_field_and_what_was_meant(
    fields: dict[str, Any], message: str, meant: str
) -> None:
    with pytest.raises(InvalidCard) as caught:
        read_card({**KITE, **fields}, "home", where="cards[2]")
    assert caught.value.message.startswith(message)
    assert caught.value.meant == meant
    assert str(caught.value).endswith(f"did you mean {meant}?" if meant else caught.value.message)


def test_the_data_form_of_abilities_is_left_to_others() -> None:
    assert read_card({**KITE, "abilities": [{"anything": 1}]}, "home") == read_card(KITE, "home")


def test_what_is_printed_on_the_cards_of_every_game_comes_from_the_fields() -> None:
    fields = CardFields(id="plum", name="Plum", type="kite", number=7, traits=("Stone",), quantity=2)
    values = printed_values(fields, "home", "04")
    assert (values["key"], values["code"], values["title"], values["type"]) == ("home/plum", "04007", "Plum", "kite")
    assert (values["id"], values["set"], values["quantity"], values["traits"]) == ("plum", "home", 2, ("Stone",))
    assert printed_values(fields, "home", "")["code"] == ""


@pytest.mark.parametrize(("number", "code"), [(7, "04007"), (214, "04214"), ("7B", "04007B"), ("214A", "04214A")])
def test_a_code_has_the_number_in_the_set_and_the_letter_of_a_side(number: int | str, code: str) -> None:
    assert read_card({**KITE, "number": number}, "home", "04").code == code


def test_types_are_listed_in_the_plural() -> None:
    assert [join_plurals(("kite",)), join_plurals(("a", "b", "c"))] == ["kites", "as, bs and cs"]


def test_an_ability_is_noted_in_the_order_in_which_it_is_used() -> None:
    fields = AbilityFields("action", "harvest", "after rain", "once per round", "kneel", "a kite", "take 1 lift")
    assert note_of(fields) == (
        "action",
        "harvest; after rain; kneel; choose a kite; take 1 lift; once per round",
    )
    assert note_of(AbilityFields("action", target="each player chooses a kite")).words == "each player chooses a kite"


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=5))
def test_no_value_in_any_field_breaks_the_reading_of_a_card(value: object) -> None:
    for field in ("id", "lift", "keywords", "traits", "ability", "quantity"):
        with suppress(InvalidCard):
            read_card({**KITE, field: value}, "home")
