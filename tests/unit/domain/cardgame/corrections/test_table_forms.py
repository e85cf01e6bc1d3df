"""The forms of changes by hand that every card game has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import ClassVar

import pytest

from domain.cardgame.corrections.table_forms import forms_of_table
from domain.kernel.corrections.forms import ChangeForm
from domain.kernel.ids import JUDGE
from domain.match.events import OpenMatch
from tests.builders import begun
from tests.examples.conftest import kites as kites
from tests.examples.kites.game import KitesRules, rules

POSITION = {
    "at": "launch.action",
    "players": {"alice": {"play": [{"card": "wren", "attachments": ["ribbon-tail"]}], "hand": ["calm"]}, "bob": {}},
}


@pytest.fixture
def forms(kites: str) -> dict[str, ChangeForm]:
    """The forms at a table with two cards in play, by name."""
    match = begun(OpenMatch(kites, (), position=json.dumps(POSITION)), 7).match
    return {each.name: each for each in forms_of_table(rules, match.table, JUDGE)}


def values(form: ChangeForm, field: str) -> list[str]:
    (found,) = (each for each in form.fields if each.name == field)
    return [value.id for value in found.values]


def test_there_is_a_form_for_every_kind_of_change(forms: dict[str, ChangeForm]) -> None:
    assert {"move", "attach", "control", "card-tangled", "tokens", "limit", "effect", "end-effect"} <= forms.keys()


def test_a_form_offers_what_the_game_has(forms: dict[str, ChangeForm]) -> None:
    assert values(forms["tokens"], "kind") == ["cord", "ribbon"]
    assert len(values(forms["card-tangled"], "thing")) == 2
    assert values(forms["effect"], "what") == ["lift"]
    areas = {"alice.deck", "alice.hand", "alice.discard", "alice.play", "alice.removed"}
    assert {each for each in values(forms["move"], "to") if each.startswith("alice")} == areas


class OwnPile(KitesRules):
    """Kites in which the cards of the bag have a discard pile of their own."""

    own_areas: ClassVar[Mapping[str, Mapping[str, str]]] = {"bag": {"discard": "removed"}, "flyer": {"deck": "deck"}}


@pytest.mark.parametrize(("game", "piles"), [(rules, ["deck", "discard"]), (OwnPile(), ["deck", "discard", "removed"])])
def test_it_matters_where_a_card_lies_in_the_pile_of_each_deck(kites: str, game: KitesRules, piles: list[str]) -> None:
    match = begun(OpenMatch(kites, (), position=json.dumps(POSITION)), 7).match
    (form,) = (each for each in forms_of_table(game, match.table, JUDGE) if each.name == "move")
    (place,) = (each for each in form.fields if each.name == "place")
    assert sorted(place.only_with["to"]) == sorted(f"{seat}.{pile}" for seat in ("alice", "bob") for pile in piles)
