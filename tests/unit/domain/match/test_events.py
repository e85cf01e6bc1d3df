"""What opens a match: its stored form, its options, and who may sit where."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.agot_board.positions.cards import DECK_ZONES
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC
from domain.match.aggregate import Refused, decode_event, redact_event
from domain.match.aggregate import open_match as opened_match
from domain.match.events import OpenMatch
from tests.builders import begun, opened, opened_from

PLAIN = (
    b'{"type":"open_match","game":"g","seats":[],"policy":"public","cards":"","commitment":"","position":"",'
    b'"spectators":""}'
)


def test_an_opening_without_options_is_stored_as_it_was_before_there_were_any() -> None:
    assert msgspec.json.encode(OpenMatch("g", ())) == PLAIN
    assert msgspec.json.decode(PLAIN, type=OpenMatch) == OpenMatch("g", ())


def test_options_are_stored_with_the_opening() -> None:
    opening = OpenMatch("g", (), options='{"houses":"drawn"}')
    stored = msgspec.json.encode(opening)
    assert stored == PLAIN[:-1] + b',"options":"{\\"houses\\":\\"drawn\\"}"}'
    assert msgspec.json.decode(stored, type=OpenMatch) == opening


def refusal_of(opening: OpenMatch) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as raised:
        opened_match("m-1", opening, key="k", actor="a", at="", action_id="a0", seed=bytes(32))
    return raised.value.refusal.rule, raised.value.refusal.because


def test_a_game_refuses_options_that_it_does_not_know() -> None:
    seats = msgspec.json.decode(opened(1).payload)["cmd"]["seats"]
    rule, because = refusal_of(OpenMatch("agot_lcg", tuple(seats), options='{"tides":true}'))
    assert (rule, because) == ("match.option", {"given": {"tides": True}, "known": []})


def test_a_position_takes_no_options_beside_it() -> None:
    table = "{round: 2, at: '4.2', first_player: alice, active_player: alice, players: {alice: {}, bob: {}}}"
    assert opened_from(table).version == 1
    rule, because = refusal_of(OpenMatch("agot_lcg", (), position="{}", options="{}"))
    assert (rule, because["field"]) == ("match.option", "options")


KNOWN = ["ice", "put-to-the-sword", {"unknown": 6}]
PILES = {
    "westeros-1": ["supply", "mustering"],
    "westeros-2": ["clash-of-kings", "game-of-thrones"],
    "westeros-3": ["web-of-lies", "sea-of-storms"],
    "wildling": ["mammoth-riders", "the-horde-descends"],
    "tides": ["skull", "three"],
}
LYING: dict[str, Any] = {
    **{
        f"the deck of {seat}": (
            "agot_lcg",
            lambda deck, seat=seat: {"at": "1.1", "players": {"alice": {}, "bob": {}, seat: {"deck": deck}}},
            KNOWN,
        )
        for seat in ("alice", "bob")
    },
    **{
        name: (
            "agot_board",
            lambda pile, name=name: {
                "players": 3,
                "round": 2,
                "at": "2.1",
                "tides_of_battle": True,
                "decks": {**PILES, name: pile},
            },
            known,
        )
        for name, known in PILES.items()
    },
}


def test_every_pile_of_the_board_game_has_its_order_in_a_position() -> None:
    assert {*PILES} == {*DECK_ZONES}


@pytest.mark.parametrize("name", LYING)
def test_how_a_deck_lies_in_a_position_is_told_with_the_opening_to_nobody_but_admin(name: str) -> None:
    game, position, known = LYING[name]
    told: list[dict[tuple[str, bool], Any]] = []
    for order in (known, known[::-1]):
        text = msgspec.json.encode(position(order)).decode()
        following = begun(OpenMatch(game, (), position=text))
        event, seats = decode_event(following.match, following.payload), following.match.table.seats
        readers = [*((seat, judging) for seat in seats for judging in (False, True)), (PUBLIC, False)]
        readers += [(viewer, judging) for viewer in (JUDGE, HEAD_JUDGE) for judging in (False, True)]
        told.append({each: redact_event(event, 1, each[0], judging=each[1]).command for each in readers})
        assert msgspec.to_builtins(redact_event(event, 1, ADMIN))["command"]["position"] == text
    one, other = told
    assert one == other
    # a judge reads which cards the decks were given, all the same
    assert all(str(card) in one[JUDGE, True]["position"] for card in known if isinstance(card, str))
