"""What a question is about where its name and options leave that open: the words that every reader of it is told."""

import json
from typing import Any

import pytest
import yaml

from domain.games.agot_board.view import views
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.ids import PUBLIC, Viewer
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from tests.builders import acted, begun

ATTACK = """
players: 3
at: "1"
wildling: 4
decks:
  westeros-1: [last-days-of-summer]
  westeros-2: [last-days-of-summer]
  westeros-3: [wildlings-attack]
  wildling: [mammoth-riders]
"""
CLASH = """
players: 3
at: "1"
decks: {westeros-1: [last-days-of-summer], westeros-2: [clash-of-kings], westeros-3: [sea-of-storms]}
"""
NEUTRAL = """
players: 5
at: "3.2"
areas:
  yronwood: tyrell knight footman, order march-plus-1
  sea-of-dorne: tyrell ship, order support
  winterfell: stark footman, order march-0
tracks: {iron_throne: [tyrell, stark, baratheon, lannister, greyjoy]}
"""
OFFERED = """
players: 6
at: "4.1"
areas:
  yronwood: martell footman, order march-0
  starfall: tyrell footman, order defense-plus-1
  salt-shore: martell footman, order defense-plus-1
  three-towers: baratheon footman, order support
  west-summer-sea: baratheon ship, order support
combat:
  origin: yronwood
  area: starfall
  units: martell footman
"""
RETREAT = """
players: 6
at: "3.2"
turn: lannister
blade: used
supply: {stark: 1}
areas:
  winterfell: lannister 3 knight, order march-0
  karhold: stark knight 2 footman
  castle-black: stark 2 footman
  white-harbor: stark 2 footman
  highgarden: tyrell footman, order march-0
"""
KEPT_OUT = """
players: 6
at: "3.2"
turn: baratheon
blade: used
supply: {baratheon: 0}
areas:
  the-boneway: baratheon 2 knight 2 footman, order march-0
  kingswood: baratheon footman
  yronwood: martell footman
  highgarden: tyrell footman, order march-0
"""
PORTS = """
players: 6
at: "3.2"
turn: tyrell
supply: {tyrell: 3}
areas:
  highgarden: tyrell 2 footman, order march-0
  redwyne-straights: tyrell ship, order support
  west-summer-sea: tyrell 2 ship, order support
  oldtown: martell token
  port-of-oldtown: martell ship, order support
  east-summer-sea: tyrell ship, order defense-plus-1
  storms-end: baratheon token
  port-of-storms-end: baratheon ship, order support
  karhold: stark footman, order march-minus-1
"""
Deed = tuple[str, dict[str, Any]]


def bid(house: str, power: int) -> Deed:
    return house, {"type": "bid", "power": power}


def march(house: str, area: str, **moves: dict[str, int]) -> Deed:
    to = {name.replace("_", "-"): units for name, units in moves.items()}
    return house, {"type": "resolve_march", "area": area, "march": {"moves": to, "token": False}}


def card(house: str, named: str) -> Deed:
    return house, {"type": "choose_house_card", "card": named}


def captured(ships: int) -> Deed:
    return "tyrell", {"type": "capture_ships", "ships": ships}


BOTH = march("tyrell", "highgarden", oldtown={"footman": 1}, storms_end={"footman": 1})
BIDS = [bid("baratheon", 5), bid("lannister", 5), bid("stark", 0)]
FEW = [bid("baratheon", 1), bid("lannister", 0), bid("stark", 0)]
LAID = [march("lannister", "winterfell", karhold={"knight": 3}), card("lannister", "tywin-lannister")]
TURNED_BACK = [
    march("baratheon", "the-boneway", kingswood={"footman": 1}, yronwood={"knight": 1, "footman": 1}),
    card("martell", "arianne-martell"),
    card("baratheon", "stannis-baratheon"),
    ("martell", {"type": "choose_retreat_area", "area": "sunspear"}),
]
CASES: list[tuple[str, list[Deed], str, str]] = [
    (ATTACK, [], "bid", "the Wildlings attack"),
    (ATTACK, BIDS, "tied-bidder", "the Wildlings attack and are defeated, the highest bidder counts"),
    (ATTACK, FEW, "tied-bidder", "the Wildlings attack and win, the lowest bidder counts"),
    (CLASH, [], "bid", "bids for the iron throne track"),
    (CLASH, [bid("baratheon", 2), bid("lannister", 1), bid("stark", 0)], "bid", "bids for the fiefdoms track"),
    (CLASH, BIDS, "order-ties", "bids for the iron throne track"),
    (
        NEUTRAL,
        [march("tyrell", "yronwood", sunspear={"knight": 1, "footman": 1})],
        "neutral-support",
        "march from Yronwood against the Neutral Force of Sunspear",
    ),
    (
        OFFERED,
        [("baratheon", {"type": "declare_support", "area": "west-summer-sea", "side": "attacker"})],
        "offered-support",
        "combat in Starfall: martell against tyrell, support from West Summer Sea to the attacker",
    ),
    (RETREAT, [*LAID, card("stark", "catelyn-stark")], "retreat-losses", "retreat to Castle Black"),
    (KEPT_OUT, TURNED_BACK, "retreat-losses", "retreat to The Boneway"),
    (PORTS, [BOTH], "capture-ships", "Ships in Port of Oldtown"),
    (PORTS, [BOTH, captured(1)], "capture-ships", "Ships in Port of Storm's End"),
]


def played(position: str, deeds: list[Deed]) -> Match:
    match = begun(OpenMatch("agot_board", (), position=json.dumps(yaml.safe_load(position)))).match
    for seat, said in deeds:
        match = acted(match, seat, match.rules.command(said)).match
    return match


@pytest.mark.parametrize(("position", "deeds", "question", "words"), CASES)
def test_a_question_says_what_it_is_about(position: str, deeds: list[Deed], question: str, words: str) -> None:
    match = played(position, deeds)
    for viewer in (PUBLIC, *map(Viewer, match.table.seats)):
        told = describe_open_window(match.rules, match.table, viewer)
        assert told["name"] == question
        assert words in str(told["within"])


def test_the_board_shows_the_port_that_is_asked_about_until_it_is_settled() -> None:
    ports = [
        views(played(PORTS, deeds).table, [PUBLIC], judging=False)[PUBLIC]["captured_port"]
        for deeds in ([], [BOTH], [BOTH, captured(0)], [BOTH, captured(0), captured(1)])
    ]
    assert ports == [None, "port-of-oldtown", "port-of-storms-end", None]
