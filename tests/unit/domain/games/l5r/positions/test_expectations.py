"""The guides of positions and scenarios name every key of this game."""

from __future__ import annotations

import re
from pathlib import Path

from domain.games.l5r.positions.cards import L5rListing
from domain.games.l5r.positions.expectations import RING, GameProbe
from domain.games.l5r.positions.game_positions import POSITIONS
from domain.games.l5r.positions.waiting_points import WINDOWS
from domain.games.l5r.state import ZONES, L5rTable
from domain.games.l5r.words.provinces import ChooseProvince

GUIDES = Path(__file__).parents[6] / "api_docs"
NAMED, FENCED = re.compile(r"`([^`]+)`"), re.compile(r"```.*?```", re.DOTALL)
# no card of the pool has tokens of its own, and the place of a card in a province is said by `province`
UNSAID = {"tokens", "slot"}


def named_in(text: str) -> set[str]:
    """What stands in backquotes outside of examples, each with the last word behind a dot too."""
    found = set(NAMED.findall(FENCED.sub("", text)))
    return found | {each.rpartition(".")[2] for each in found}


def test_the_guide_of_positions_names_every_key() -> None:
    named = named_in((GUIDES / "positions_l5r.md").read_text(encoding="utf-8"))
    shared = {"limits", "lasting", "delayed"}  # said in the guide that this one goes on from
    keys = {*POSITIONS.keys, *(each for section in POSITIONS.keys.values() for each in section)} - shared - {"players"}
    cards = set(L5rListing.keys_of_cards(L5rTable)) - UNSAID
    assert [each for each in sorted(keys | cards | set(WINDOWS) | {"dynasty"}) if each not in named] == []


def test_the_guide_of_scenarios_names_every_key_and_area() -> None:
    text = (GUIDES / "scenarios.md").read_text(encoding="utf-8")
    named = named_in(text.partition("`l5r` adds")[2].partition("`agot_board` adds")[0])
    probe = GameProbe()
    known = {*probe.of_table, *probe.of_players, *probe.of_cards, *probe.of_contests, *RING, "holder", "side", *ZONES}
    assert sorted(known - UNSAID - named) == []


def test_every_place_of_a_province_that_can_be_chosen_is_a_word_of_scenarios_and_of_their_guide() -> None:
    text = (GUIDES / "scenarios.md").read_text(encoding="utf-8")
    assert set(ChooseProvince.every_name) <= set(GameProbe.places)
    ends = {"1", "4", "stronghold", "their-1", "their-4", "their-stronghold"}
    assert ends <= {each.strip('"') for each in named_in(text)} & set(ChooseProvince.every_name)
