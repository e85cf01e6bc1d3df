"""The seats of a match that bring decks: read from their JSON texts, or refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.cardgame.seats import DeckSeat, read_seats, seat_names
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from tests.examples.kites.pool import Deck


def read(*seats: Any, faults: tuple[Refusal, ...] = (), counts: tuple[int, ...] = (2,)) -> Any:
    return read_seats(DeckSeat[Deck], tuple(map(json.dumps, seats)), counts, "duel.two", lambda deck: faults)


def seat(name: str) -> dict[str, Any]:
    return {"name": name, "deck": {"flyer": "first/young-tom", "bag": []}}


def test_two_seats_bring_their_decks() -> None:
    found = read(seat("alice"), seat("bob"))
    assert found[0] == DeckSeat(Seat("alice"), Deck("first/young-tom", ()))
    assert seat_names(found) == ("alice", "bob")


def test_the_game_says_how_many_seats_there_are() -> None:
    three = (seat("alice"), seat("bob"), seat("carol"))
    assert seat_names(read(*three, counts=(3, 4))) == ("alice", "bob", "carol")
    assert read(*three[:2], counts=(3, 4)) == Refusal("duel.two", {"players": 2})
    assert read(*three) == Refusal("duel.two", {"players": 3})


FAULTS = (Refusal("duel.one-flyer", {"card": "first/calm"}), Refusal("duel.bag", {"size": 3}))


@pytest.mark.parametrize(
    ("seats", "faults", "refusal"),
    [
        ((seat("alice"),), (), Refusal("duel.two", {"players": 1})),
        (({"name": "alice"},), (), Refusal("match.seat", {"error": "deck: missing"})),
        (
            ({**seat("alice"), "decks": 1},),
            (),
            Refusal("match.seat", {"error": "decks: unknown field; did you mean deck?"}),
        ),
        (
            (seat("alice"), seat("bob")),
            FAULTS,
            Refusal(
                "duel.one-flyer",
                {
                    "seat": "alice",
                    "faults": [{"rule": "duel.one-flyer", "card": "first/calm"}, {"rule": "duel.bag", "size": 3}],
                },
            ),
        ),
    ],
)
def test_seats_are_refused_by_the_first_rule_that_they_break(
    seats: tuple[Any, ...], faults: tuple[Refusal, ...], refusal: Refusal
) -> None:
    assert read(*seats, faults=faults) == refusal
