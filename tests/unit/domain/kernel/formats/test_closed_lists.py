"""A refused command that names what there is not is answered with the field and with what may have been meant."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Refused, decide_unconditionally, open_match
from domain.match.events import OpenMatch
from service.demo.decks import demo_seats

WHEN = "2026-01-01T00:00:00.000000Z"
MARCH: dict[str, Any] = {"type": "resolve_march", "area": "winterfell"}


def refusal_of(command: dict[str, Any]) -> Refusal:
    """Why a command of Stark is refused while orders are assigned."""
    opening = OpenMatch("agot_board", demo_seats("agot_board", 3), "public")
    match = open_match("m-1", opening, key="o", actor="o", at=WHEN, action_id="a1", seed=bytes(32)).match
    given = match.rules.command(command)
    with pytest.raises(Refused) as caught:
        decide_unconditionally(match, "stark", given, key="k", actor="stark", at=WHEN, action_id="a2")
    return caught.value.refusal


@pytest.mark.parametrize(
    ("command", "field", "meant"),
    [
        ({"type": "assign_orders", "orders": {"winterfel": "raid"}}, "orders.winterfel", "winterfell"),
        ({"type": "assign_orders", "orders": {"winterfell": "riad"}}, "orders.winterfell", "raid"),
        ({**MARCH, "area": "winterfel", "march": {"moves": {}}}, "area", "winterfell"),
        ({**MARCH, "march": {"moves": {"karhld": {"knight": 1}}}}, "march.moves.karhld", "karhold"),
        ({**MARCH, "march": {"moves": {"karhold": {"kngiht": 1}}}}, "march.moves.karhold.kngiht", "knight"),
        ({"type": "choose_house_card", "card": "edard-stark"}, "card", "eddard-stark"),
        ({"type": "raven_replace", "area": "karhold", "token": "suport"}, "token", "support"),
    ],
)
def test_a_word_that_is_none_of_the_games_is_named_with_what_was_meant(
    command: dict[str, Any], field: str, meant: str
) -> None:
    assert refusal_of(command).because.items() >= {"field": field, "meant": meant}.items()


def test_a_command_that_names_what_there_is_says_nothing_of_words() -> None:
    assert "meant" not in refusal_of({**MARCH, "march": {"moves": {"karhold": {"knight": 1}}}}).because


@pytest.mark.parametrize(
    ("seats", "options", "said"),
    [
        (["strak", "lannister", "baratheon"], "", {"meant": "stark"}),
        (
            ["stark", "", ""],
            '{"houses": "drawn"}',
            {"problem": "the Houses are drawn: name players alone, or leave out the option `houses`"},
        ),
        (
            ["stark", "lannister", "baratheon"],
            '{"tides_of_battle": 3}',
            {"error": "tides_of_battle: expected true or false, got a whole number"},
        ),
        (
            ["stark", "lannister", "baratheon"],
            '{"house": "drawn"}',
            {"error": "house: unknown field; did you mean houses?"},
        ),
    ],
)
def test_what_a_match_of_houses_cannot_be_opened_with_is_refused_in_plain_words(
    seats: list[str], options: str, said: dict[str, Any]
) -> None:
    game = GAMES["agot_board"]
    refused = game.seats(game.rules, tuple(f'{{"name": "{each}"}}' if each else "{}" for each in seats), options)
    assert isinstance(refused, Refusal)
    assert refused.because.items() >= said.items()
