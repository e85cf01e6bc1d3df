"""Judges' events are decided again when a match is verified; one that today's engine would decide otherwise is told."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.games import GAMES
from domain.judging.remedies.corrections import correct_table
from domain.kernel.corrections import changes
from domain.match.aggregate import decode_event, evolve_stored, initial
from domain.match.envelope import Stamp
from domain.match.hash_chain import chain_head
from domain.match.judge_orders import CorrectTable
from service.app.record.verification import EngineDifference, readjudicate
from service.store.recorded import RecordedEvent
from tests.games import game_of
from tests.properties.test_rewinds import RULED, Judged

COUNTED = {"agot_lcg": "gold", "agot_board": "power", "l5r": "fate"}


def corrected_match(game: str) -> Judged:
    """A match with a correction and a rewind in it."""
    judged = Judged(game, 3)
    for _ in range(12):
        judged.play()
    seat = judged.match.table.seats[0]
    had = game_of(judged.match.table).amounts(judged.match.table)[COUNTED[game], seat]
    command = CorrectTable((changes.SetCount(seat, COUNTED[game], had + 1),))
    judged.take(correct_table(judged.match, command, judged.events, RULED, Stamp("c", "", "c")))
    judged.play()
    judged.rewind(13)
    return judged


def differences(judged: Judged) -> Iterator[EngineDifference]:
    before = initial("m-1", judged.match.seed)
    tables: list[Any] = [None]
    events: dict[int, Any] = {}
    for payload, head in judged.stored:
        after = evolve_stored(before, payload, head, tables.__getitem__)
        found = readjudicate(before, after, RecordedEvent("match-m-1", after.version, head, payload), events)
        yield from (each for each in found if each.place != "commitment")  # these tests open without one
        tables.append(after.table)
        events[after.version] = decode_event(after, payload)
        before = after


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_match_with_judges_events_is_decided_again_to_the_same(game: str) -> None:
    assert list(differences(corrected_match(game))) == []


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_correction_that_did_something_else_than_it_says_is_found(game: str) -> None:
    judged = corrected_match(game)
    event: dict[str, Any] = msgspec.json.decode(judged.stored[13][0])
    event["cmd"]["changes"][0]["n"] += 1
    payload = msgspec.json.encode(event)
    head = chain_head(judged.stored[12][1], judged.match.seed, 14, payload)
    judged.stored[13:] = [(payload, head)]
    found = list(differences(judged))
    assert [each.place for each in found][:1] == ["fact 14.1"]
