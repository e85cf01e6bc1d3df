"""What opens a match: its stored form, its options, and who may sit where."""

from __future__ import annotations

import msgspec
import pytest

from domain.match.aggregate import Refused
from domain.match.aggregate import open_match as opened_match
from domain.match.events import OpenMatch
from tests.builders import opened, opened_from

PLAIN = (
    b'{"type":"open_match","game":"g","seats":[],"policy":"public","cards":"","commitment":"","position":"",'
    b'"spectators":""}'
)


def test_an_opening_without_options_is_stored_as_it_was_before_there_were_any():
    assert msgspec.json.encode(OpenMatch("g", ())) == PLAIN
    assert msgspec.json.decode(PLAIN, type=OpenMatch) == OpenMatch("g", ())


def test_options_are_stored_with_the_opening():
    opening = OpenMatch("g", (), options='{"houses":"drawn"}')
    stored = msgspec.json.encode(opening)
    assert stored == PLAIN[:-1] + b',"options":"{\\"houses\\":\\"drawn\\"}"}'
    assert msgspec.json.decode(stored, type=OpenMatch) == opening


def refusal_of(opening: OpenMatch) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refused) as raised:
        opened_match("m-1", opening, key="k", actor="a", at="", action_id="a0", seed=bytes(32))
    return raised.value.refusal.rule, raised.value.refusal.because


def test_a_game_refuses_options_that_it_does_not_know():
    seats = msgspec.json.decode(opened(1).payload)["cmd"]["seats"]
    rule, because = refusal_of(OpenMatch("agot_lcg", tuple(seats), options='{"tides":true}'))
    assert (rule, because) == ("match.option", {"given": {"tides": True}, "known": []})


def test_a_position_takes_no_options_beside_it():
    table = "{round: 2, at: '4.2', first_player: alice, active_player: alice, players: {alice: {}, bob: {}}}"
    assert opened_from(table).version == 1
    rule, because = refusal_of(OpenMatch("agot_lcg", (), position="{}", options="{}"))
    assert (rule, because["field"]) == ("match.option", "options")
