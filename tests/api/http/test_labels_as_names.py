"""Nobody is called by what stands for a player whose name is erased or cannot be read: that is another player."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from service.demo.decks import deck_text
from tests.api.cli import migrated
from tests.api.http.clients import Api, problem
from tests.api.http.gatherings import Gathering

REFERENCE = "3f2a9c01d4e5"
LABELS = [
    f"erased player {REFERENCE}",
    f"player {REFERENCE}",
    f"Erased  PLAYER {REFERENCE.upper()}",
    f"Player\u00a0{REFERENCE}",
    f"\u0440l\u0430yer {REFERENCE}",
    "player \uff13f2a9c01d4e5",
]
NAMES = ["player one", f"players {REFERENCE}", "erased player", f"player {REFERENCE}0", f"Ann player {REFERENCE}"]


@pytest.mark.parametrize("label", LABELS)
def test_nobody_is_enrolled_by_what_stands_for_another(api: Api, label: str) -> None:
    event = Gathering(api)
    refused = event.gives("hana", "enrol_players", players=["Zoe", label])
    assert problem(refused) == (422, "judging.event.player-enrolled")
    [because] = refused.get_json()["because"]["faults"]
    assert (because["line"], because["player"]) == (2, label)
    assert "whose name is erased" in because["problem"]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_stand_for_nobody_are_names(api: Api, name: str) -> None:
    event = Gathering(api)
    event.given("hana", "enrol_players", players=[name])
    assert name in event.api.read(event.path, event.keys["hana"])["enrolled"]


@pytest.mark.parametrize("label", LABELS)
def test_no_match_is_opened_with_such_a_player(api: Api, label: str) -> None:
    decks = {"alice": "stark.txt", "bob": "lannister.txt"}
    seats: list[dict[str, Any]] = [{"name": seat, "deck": deck_text(deck)} for seat, deck in decks.items()]
    cards = api.opens("cards", seats=[{**seats[0], "player": label}, seats[1]])
    houses = [{"name": house} for house in ("baratheon", "lannister", "stark")]
    board = api.opens("board", game="agot_board", seats=[*houses[:2], {**houses[2], "player": label}])
    for refused, place in ((cards, "0"), (board, "2")):
        assert problem(refused) == (422, "request.shape")
        [fault] = refused.get_json()["because"]["fields"]["seats"][place]["player"]
        assert "whose name is erased" in fault


def test_no_key_is_of_what_stands_for_another(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    for label in LABELS:
        if label.isprintable():
            assert "whose name is erased" in praetor.refuses("token", "--scope", "judge", "--name", label)
    praetor.does("token", "--scope", "judge", "--name", NAMES[0])
