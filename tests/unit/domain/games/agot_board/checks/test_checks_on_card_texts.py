"""What a House is told about the object of its card's text: in the guide, and where it names a wrong one."""

from __future__ import annotations

import json

import pytest

from domain.games.agot_board.commands import ChooseHouseCard, UseCardText
from domain.games.agot_board.words import RESOLVED, choices_described
from domain.kernel.deciding import refusal_of
from domain.kernel.ids import Seat
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from tests.builders import acted, begun

FIGHT = {
    "players": 6,
    "at": "4.3",
    "power": {"greyjoy": 5},
    "areas": {
        "moat-cailin": "stark 2 footman routed footman, order defense-plus-1",
        "greywater-watch": "stark footman, order consolidate-power",
        "white-harbor": "stark footman, order consolidate-power",
        "seagard": "greyjoy 3 knight, order march-0",
    },
    "combat": {"origin": "seagard", "area": "moat-cailin", "units": "greyjoy 3 knight"},
}


def asked(house: str, card: str, other: str) -> Match:
    """A match in which a House attacks Moat Cailin with a card whose text asks something."""
    position = json.loads(json.dumps(FIGHT).replace("greyjoy", house))
    match = begun(OpenMatch("agot_board", (), position=json.dumps(position))).match
    match = acted(match, house, ChooseHouseCard(card)).match
    return acted(match, "stark", ChooseHouseCard(other)).match


def test_every_text_with_a_choice_says_what_its_object_is() -> None:
    asking = {card for card, text in RESOLVED.items() if not text.is_automatic}
    assert asking == {card for card, text in RESOLVED.items() if text.asks}
    assert [line.split("`")[1] for line in choices_described()] == sorted(asking)


@pytest.mark.parametrize(
    ("house", "card", "given", "allowed", "asks_for"),
    [
        ("tyrell", "mace-tyrell", UseCardText(True, "footman"), ["standing", "routed"], "which Footman"),
        (
            "martell",
            "doran-martell",
            UseCardText(True, "throne"),
            ["iron_throne", "fiefdoms", "kings_court"],
            "a track",
        ),
        ("greyjoy", "aeron-damphair", UseCardText(True, "asha-greyjoy"), [], "chooses the replacement"),
        ("greyjoy", "aeron-damphair", UseCardText(False, "asha-greyjoy"), [], "where it is declined"),
        ("tyrell", "queen-of-thorns", UseCardText(True, "pyke"), ["white-harbor", "greywater-watch"], "of an order"),
    ],
)
def test_a_wrong_object_is_refused_with_those_that_are_allowed(
    house: str, card: str, given: UseCardText, allowed: list[str], asks_for: str
) -> None:
    match = asked(house, card, "catelyn-stark")
    refusal = refusal_of(match.rules, match.table, Seat(house), given)
    assert refusal is not None
    assert refusal.rule == f"agot_board.house-card.{card}"
    assert sorted(refusal.because["allowed"]) == sorted(allowed)  # type: ignore[call-overload]
    assert asks_for in str(refusal.because["asks_for"])
