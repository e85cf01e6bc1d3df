"""A command whose parts hold others is composed of what a judge writes, and of what the console writes itself."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from werkzeug.datastructures import MultiDict

from domain.games.agot_board.commands import AssignOrders, ResolveMarch
from domain.games.agot_board.facts.westeros import CardOptionChosen
from domain.kernel.formats.closed_lists import ClosedList
from domain.kernel.ids import Seat, Viewer
from domain.match.aggregate import Match, open_match
from domain.match.events import OpenMatch
from service.console.forms.named_command import FEW, TYPED, compose_command, few_words, others_first
from service.console.words import command_sentence
from service.demo.decks import demo_seats
from service.present.text.facts import sentence
from service.present.text.words_of_games import names_for
from service.web.problems import Problem
from service.web.request_parts import command_named

WHEN = "2026-01-01T00:00:00.000000Z"
MOVES = {"kingswood": {"knight": 1, "footman": 2}}


@pytest.fixture(scope="module")
def match() -> Match:
    opening = OpenMatch("agot_board", demo_seats("agot_board", 3), "public")
    return open_match("m-1", opening, key="o", actor="o", at=WHEN, action_id="a1", seed=bytes(32)).match


def meant(match: Match, kind: type, **typed: str) -> Any:
    text = compose_command(kind, MultiDict({f"{TYPED}{name}": each for name, each in typed.items()}))
    return command_named(match, Viewer(Seat("stark")), text)


@pytest.mark.parametrize(
    ("written", "moves", "token"),
    [
        ("Kingswood: 1 knight, 2 footmen", MOVES, False),
        ("Kingswood: 1 knight, 2 footmen; token", MOVES, True),
        ("Kingswood: 1 knight, 2 footmen; token no", MOVES, False),
        ("Kingswood: 1 knight, 2 footmen; no token", MOVES, False),
        ("1 knight, 2 Footmen to Kingswood, token", MOVES, True),
        ("moves: kingswood: knight 1, footman: 2; token: yes", MOVES, True),
        ("knight to Kingswood", {"kingswood": {"knight": 1}}, False),
        ("Kingswood: two Knights, one Footman", {"kingswood": {"knight": 2, "footman": 1}}, False),
        ("three footmen to Kingswood", {"kingswood": {"footman": 3}}, False),
        ("Kingswood: knight: Two", {"kingswood": {"knight": 2}}, False),
        ("Kingswood: 2x Knights, 3 x footmen", {"kingswood": {"knight": 2, "footman": 3}}, False),
        ("Kingswood: \N{MINUS SIGN}2 Knights, -1 footman", {"kingswood": {"knight": -2, "footman": -1}}, False),
        (
            "Kingswood: knight, The Reach: 2 siege engines",
            {"kingswood": {"knight": 1}, "the-reach": {"siege-engine": 2}},
            False,
        ),
        (
            "1 ship to Bay of Ice; 1 knight to king's landing",
            {"bay-of-ice": {"ship": 1}, "kings-landing": {"knight": 1}},
            False,
        ),
        ('{"moves": {"Kingswood": {"Knight": 1, "Footman": 2}}, "token": true}', MOVES, True),
        ("none", {}, False),
        ("token", {}, True),
    ],
)
def test_a_march_is_written_by_names(match: Match, written: str, moves: dict[str, Any], token: bool) -> None:
    march = meant(match, ResolveMarch, area="Storm's End", march=written).march
    assert (march.moves, march.token) == (moves, token)


@pytest.mark.parametrize("moves", [MOVES, {}, {"kingswood": {"knight": 1}, "the-reach": {"footman": 1}}])
def test_what_the_console_says_of_a_march_is_understood(match: Match, moves: dict[str, Any]) -> None:
    command = {"type": "resolve_march", "area": "winterfell", "march": {"moves": moves, "token": True}}
    said = command_sentence({"type": "", "march": command["march"]}, names_for(match.rules))
    written = said.partition("march: ")[2].removesuffix(")")
    assert meant(match, ResolveMarch, area="Winterfell", march=written) == match.rules.command(command)


@pytest.mark.parametrize(
    ("option", "said"), [("no-march-plus-1", "no March +1*"), ("no-defense", "no Defense"), ("nothing", "nothing")]
)
def test_a_choice_that_forbids_an_order_is_said_by_its_title(match: Match, option: str, said: str) -> None:
    names = names_for(match.rules)
    command = {"type": "choose_card_option", "option": option}
    assert command_sentence(command, names) == f"choose card option (option: {said})"
    assert sentence(
        CardOptionChosen(house=Seat("stark"), card="westeros-3/put-to-the-sword", option=option), names
    ).endswith(f": {said}")


@pytest.mark.parametrize("written", ["Kingswod: 1 knight", "1 knihgt to Kingswood"])
def test_a_march_that_names_nothing_is_refused_by_the_name(match: Match, written: str) -> None:
    with pytest.raises(Problem):
        meant(match, ResolveMarch, area="Winterfell", march=written)


@pytest.mark.parametrize("written", ["two Knights", "1 knight; token", ", 2 footmen"])
def test_units_that_march_nowhere_are_half_of_a_pair(match: Match, written: str) -> None:
    with pytest.raises(Problem) as caught:
        meant(match, ResolveMarch, area="Winterfell", march=written)
    assert (caught.value.rule, caught.value.because["field"]) == ("command.shape", "march")


@pytest.mark.parametrize(
    ("written", "named", "one"),
    [
        ("knights to Kingswood", "knights", "1 knight"),
        ("1 ship, Footmen to Kingswood", "Footmen", "1 Footman"),
        ("Kingswood: 1 knight, siege engines; token", "siege engines", "1 siege engine"),
    ],
)
def test_several_units_without_a_number_are_asked_for_it(match: Match, written: str, named: str, one: str) -> None:
    with pytest.raises(Problem) as caught:
        meant(match, ResolveMarch, area="Winterfell", march=written)
    because = caught.value.because
    assert (because["field"], because["given"]) == ("march", named)
    assert because["problem"] == f"how many? Write “2 {named}”, or “{one}”"


@pytest.mark.parametrize("written", ["Winterfell", "Winterfell:", ": Raid", "White Harbor: Raid, Winterfell"])
def test_half_of_a_pair_is_no_command(match: Match, written: str) -> None:
    with pytest.raises(Problem) as caught:
        meant(match, AssignOrders, orders=written)
    assert (caught.value.rule, caught.value.because["field"]) == ("command.shape", "orders")


@pytest.mark.parametrize(
    ("written", "token"),
    [
        ("March +1*", "march-plus-1"),
        ("March +1", "march-plus-1"),
        ("march -1", "march-minus-1"),
        ("March +0", "march-0"),
        ("March 0", "march-0"),
        ("Raid", "raid"),
        ("Raid*", "raid-special"),
        ("Support", "support"),
        ("support +1", "support-plus-1"),
        ("Defense +2", "defense-plus-2"),
        ("march-plus-1", "march-plus-1"),
    ],
)
def test_an_order_token_is_called_as_it_is_printed(match: Match, written: str, token: str) -> None:
    assert meant(match, AssignOrders, orders=f"Winterfell: {written}").orders == {"winterfell": token}


def test_a_word_of_several_tokens_asks_which(match: Match) -> None:
    with pytest.raises(Problem) as caught:
        meant(match, AssignOrders, orders="Winterfell: March")
    assert [each["title"] for each in caught.value.because["which"]] == ["March -1", "March +0", "March +1*"]


@pytest.mark.parametrize(("number", "offered"), [(FEW, FEW), (FEW + 1, 0)])
def test_a_list_of_few_words_is_offered_as_a_choice_and_a_longer_one_is_typed(number: int, offered: int) -> None:
    words = tuple(f"word-{n}" for n in range(number))
    assert few_words(Annotated[str, ClosedList("word", words)]) == words[:offered]


def test_the_own_seat_is_the_last_of_those_that_a_command_may_name() -> None:
    seats = (Seat("stark"), Seat("lannister"), Seat("baratheon"))
    assert others_first(seats, "stark") == ["lannister", "baratheon", "stark"]
    assert others_first(seats, "") == ["stark", "lannister", "baratheon"]
