"""What the log says of a question whose name leaves open what it is about."""

from __future__ import annotations

import json
from typing import Any

from domain.games import GAMES
from domain.games.agot_board.facts.corrected import NeutralForceSet
from domain.kernel.ids import PUBLIC, Viewer
from domain.match.aggregate import NewVersion, decode_event
from domain.match.events import OpenMatch
from service.present.text.facts import sentence
from service.present.text.story import log_lines
from service.present.text.words_of_games import names_for
from tests.builders import acted, begun

PORTS = {
    "players": 6,
    "at": "3.2",
    "turn": "tyrell",
    "supply": {"tyrell": 3},
    "areas": {
        "highgarden": "tyrell 2 footman, order march-0",
        "redwyne-straights": "tyrell ship, order support",
        "west-summer-sea": "tyrell 2 ship, order support",
        "oldtown": "martell token",
        "port-of-oldtown": "martell ship, order support",
        "east-summer-sea": "tyrell ship, order defense-plus-1",
        "storms-end": "baratheon token",
        "port-of-storms-end": "baratheon ship, order support",
        "karhold": "stark footman, order march-minus-1",
    },
}
BOTH = {"moves": {"oldtown": {"footman": 1}, "storms-end": {"footman": 1}}, "token": False}
CLASH = {
    "players": 3,
    "at": "1",
    "decks": {"westeros-1": ["last-days-of-summer"], "westeros-2": ["clash-of-kings"], "westeros-3": ["sea-of-storms"]},
}


def logged(position: dict[str, Any], *deeds: tuple[str, dict[str, Any]]) -> list[str]:
    """The lines of the log about waits."""
    made: list[NewVersion] = [begun(OpenMatch("agot_board", (), position=json.dumps(position)))]
    for seat, said in deeds:
        made.append(acted(made[-1].match, seat, made[-1].match.rules.command(said)))
    names = names_for(made[0].match.rules)
    events = [(each.match.version, decode_event(each.match, each.payload)) for each in made]
    lines = [line for version, event in events for line in log_lines(version, event, names, Viewer(PUBLIC))]
    return [line.partition(": ")[2] for line in lines if "awaited: " in line]


def test_the_log_names_the_port_whose_ships_are_captured() -> None:
    march = ("tyrell", {"type": "resolve_march", "area": "highgarden", "march": BOTH})
    capture = ("tyrell", {"type": "capture_ships", "ships": 1})
    said = logged(PORTS, march, capture)
    assert said[-2:] == [
        "tyrell for capture ships, Port of Oldtown (choice, w2)",
        "tyrell for capture ships, Port of Storm's End (choice, w3)",
    ]


def test_the_log_names_the_track_that_is_bid_for() -> None:
    bids = [(house, {"type": "bid", "power": n}) for house, n in (("baratheon", 5), ("lannister", 5), ("stark", 0))]
    said = logged(CLASH, *bids)
    assert said[0].endswith("for bid, Iron Throne (choice, w1)")
    assert said[-1].startswith("baratheon for order ties, Iron Throne")


def test_who_offers_a_draw_and_who_accepts_it_is_told_apart() -> None:
    said = [
        ("tyrell", {"type": "offer_draw"}),
        ("martell", {"type": "accept_draw"}),
        ("stark", {"type": "decline_draw"}),
    ]
    made: list[NewVersion] = [begun(OpenMatch("agot_board", (), position=json.dumps(PORTS)))]
    for seat, command in (*said, ("martell", {"type": "offer_draw"})):
        made.append(acted(made[-1].match, seat, made[-1].match.rules.command(command)))
    names = names_for(made[0].match.rules)
    events = [(each.match.version, decode_event(each.match, each.payload)) for each in made[1:]]
    lines = [line for version, event in events for line in log_lines(version, event, names, Viewer(PUBLIC))]
    told = [line.split(maxsplit=1)[1].strip() for line in lines if "a draw" in line]
    assert told == ["tyrell offers a draw", "martell accepts a draw", "martell offers a draw"]


def test_a_neutral_force_that_is_taken_off_is_told_as_none() -> None:
    names = names_for(GAMES["agot_board"].rules)
    assert sentence(NeutralForceSet("the-eyrie", 6), names) == "a Neutral Force of 6 lies in The Eyrie"
    assert sentence(NeutralForceSet("the-eyrie", 0), names) == "no Neutral Force lies in The Eyrie"
