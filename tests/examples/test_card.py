"""The worked example of adding-a-card.md: one card in both forms, played in scenarios that fail without each word."""

from __future__ import annotations

import copy
import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from domain.cardgame.abilities.registry import Declared, declares_in
from domain.games.agot_lcg.abilities import registry
from domain.games.agot_lcg.pool.pack import PACKS
from domain.games.agot_lcg.pool.pool import core_pool, pool_from_toml
from domain.games.agot_lcg.words.data_form import DATA_FORM
from domain.kernel.formats.reading import DocumentNode, Unreadable
from service.files.documents import documents
from service.files.scenarios import run_files
from tests.examples.quotes import GUIDES

FOLDER = Path(__file__).parent / "card"
PACK: Any = next(documents(FOLDER / "pack.yaml")).value.value
SCENARIOS = FOLDER / "stubborn_sentry.yaml"
CASES: list[Any] = [each.value.value for each in documents(SCENARIOS)]
MODULE = "tests.examples.card.declarations"
GUIDE = (GUIDES / "adding-a-card.md").read_text(encoding="utf-8")
KEY = "example/stubborn-sentry"


def test_the_scenarios_hold_and_play_the_card_of_the_pack() -> None:
    report = run_files([SCENARIOS])
    assert report.has_passed, report.lines()
    assert len(report.results) == 5
    assert [each["cards"] for each in CASES] == [PACK] * 5


def test_the_declaration_in_a_module_is_the_ability_of_the_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    declared: Declared = {}
    monkeypatch.setattr(registry, "card", declares_in(declared))
    monkeypatch.delitem(sys.modules, MODULE, raising=False)
    importlib.import_module(MODULE)
    assert list(declared) == [KEY]
    assert declared[KEY] == DATA_FORM.read_abilities(PACK[0]["abilities"], "abilities")


def test_the_printed_values_of_the_set_are_those_of_the_pack() -> None:
    (of_set,) = pool_from_toml((FOLDER / "example.toml").read_text(encoding="utf-8")).cards.values()
    of_pack = PACKS.with_own_cards(core_pool(), registry.DECLARED, DocumentNode("cards", PACK))[0].cards[
        "own/stubborn-sentry"
    ]
    own = {name: getattr(of_pack, name) for name in ("key", "set")}
    assert of_set.key == KEY
    assert structs.replace(of_set, ability_notes=(), **own) == structs.replace(of_pack, ability_notes=())


def without(*path: str) -> Any:
    """The pack with one word of the ability gone."""
    cards = copy.deepcopy(PACK)
    *outer, name = path
    word = cards[0]["abilities"][0]["reaction"]
    for each in outer:
        word = word[each]
    del word[name]
    return cards


# the words that narrow the ability, each with the scenario that fails without it
NARROWING = [
    (("when", "seat"), "The Stubborn Sentry does not stand after its opponent lost as the defender"),
    (("when", "how"), "The Stubborn Sentry does not stand after it lost as an attacker"),
    (("when", "requires"), "The Stubborn Sentry does not stand where it did not defend"),
    (("limits",), "The Stubborn Sentry stands once per round"),
]


@pytest.mark.parametrize(("path", "title"), NARROWING)
def test_without_a_word_of_the_ability_its_scenario_fails(tmp_path: Path, path: tuple[str, ...], title: str) -> None:
    (case,) = [each for each in CASES if each["title"] == title]
    file = tmp_path / "changed.yaml"
    file.write_text(json.dumps({**case, "cards": without(*path)}), encoding="utf-8")
    assert run_files([file]).sums == {"passed": 0, "failed": 1, "later": 0, "error": 0}


def test_each_word_that_narrows_the_ability_is_taken_away_by_a_test() -> None:
    (ability,) = PACK[0]["abilities"]
    words = {("when", name) for name in ability["reaction"]["when"]} | {(name,) for name in ability["reaction"]}
    # what it answers, and what it does, is the first scenario's
    assert words - {path for path, _ in NARROWING} == {("when",), ("when", "kinds"), ("parts",)}


def test_without_the_ability_the_first_scenario_fails(tmp_path: Path) -> None:
    cards = copy.deepcopy(PACK)
    del cards[0]["abilities"]
    file = tmp_path / "changed.yaml"
    file.write_text(json.dumps({**CASES[0], "cards": cards}), encoding="utf-8")
    assert run_files([file]).sums == {"passed": 0, "failed": 1, "later": 0, "error": 0}


def test_a_misspelt_word_is_an_error_at_the_place_that_the_guide_names() -> None:
    cards = copy.deepcopy(PACK)
    cards[0]["abilities"][0]["reaction"]["when"]["kinds"] = ["challenge_lots"]
    with pytest.raises(Unreadable) as caught:
        PACKS.with_own_cards(core_pool(), registry.DECLARED, DocumentNode("cards", cards))
    assert f"`{caught.value.place}`" in GUIDE
    assert caught.value.meant == "challenge_lost"
