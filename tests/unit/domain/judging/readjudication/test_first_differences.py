"""Matches of the corpus, with rewinds and corrections in them, decided again under other rules."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest

from domain.judging.readjudication.first_differences import first_differences
from domain.judging.readjudication.rule_changes import RuleChange
from domain.kernel.formats.upcasters import upcast
from domain.match.aggregate import decide, decode_event, open_match
from domain.match.events import OpenMatch, StoredEvent, decoder
from service.files.records import RecordHeader, RecordLine
from tests.corpus import COMMITTED, read, renames, with_names

RECORDS = sorted(path.name.removesuffix(".jsonl.gz") for path in COMMITTED.glob("*.jsonl.gz"))


@cache
def recorded(name: str) -> tuple[RecordHeader, list[StoredEvent]]:
    header, *lines = read(COMMITTED / f"{name}.jsonl.gz")
    found = msgspec.json.decode(header, type=RecordHeader)
    payloads = (bytes(msgspec.json.decode(line, type=RecordLine).payload) for line in lines)
    return found, [decoder(found.game).decode(upcast(with_names(each, renames()))) for each in payloads]


def differences(name: str, *cards: dict[str, object]) -> list[Any]:
    header, events = recorded(name)
    change = RuleChange("agot_lcg", json.dumps(cards)) if cards else RuleChange()
    return list(first_differences(header.match, bytes.fromhex(header.seed), events, change))


@pytest.mark.parametrize("name", RECORDS)
def test_without_a_change_nothing_differs_on_any_line(name: str) -> None:
    """Rewinds, corrections, annulments and late abilities come out as they are recorded."""
    assert differences(name) == []


def test_a_command_that_is_refused_now_is_told_with_the_rule_and_the_wait_that_offered_it() -> None:
    """The price goes up: the card is offered no more, and who marshals it is refused. What follows is not told."""
    offered, refused = differences("agot_lcg-0", {"id": "lannisport-merchant", "cost": 6})
    assert (offered.kind, offered.place, offered.seat, offered.card) == (
        "offers",
        "57",
        "bob",
        "core/lannisport-merchant",
    )
    assert ([each["type"] for each in offered.recorded], offered.now) == (["marshal_character"], [])
    assert (refused.kind, refused.version, refused.line, refused.seat) == ("refused", 67, "main", "bob")
    assert (refused.rule, refused.command) == ("agot_lcg.abilities.cost-must-be-payable", "marshal_character")
    assert refused.now["because"] == {"gold": 1, "cost": 6}
    assert refused.moment.within == "round 2, marshalling"


def test_what_a_rewind_undid_is_told_as_undone_and_ends_the_line_that_is_played_no_sooner() -> None:
    """Version 84 goes back to 71: what differs at 79 is undone with its line, and nothing differs after it."""
    [found] = [
        each for each in differences("agot_lcg-0", {"id": "lightbringer", "abilities": []}) if each.kind != "offers"
    ]
    assert (found.kind, found.place, found.line, found.card) == ("facts", "79.11", "undone", "core/lightbringer")
    _, events = recorded("agot_lcg-0")
    assert events[84 - 1].back == 71


def test_another_number_is_the_first_fact_that_differs() -> None:
    found = next(each for each in differences("agot_lcg-1", {"id": "the-tickler", "abilities": []}))
    assert (found.kind, found.place) == ("facts", "57.28")
    assert (found.recorded["fact"], found.now["fact"]) == ("kernel.window_opened", "kernel.step_reached")


LIMITED = "agot_lcg.duplicates.marshal-is-not-card-type"
CARDS = [
    {"id": "heir", "type": "character", "cost": 0, "strength": 1, "unique": True, "keywords": ["limited"]},
    {"id": "road", "type": "location", "cost": 0, "keywords": ["limited"]},
    {"id": "spare", "type": "location", "cost": 0},
]
POSITION = {
    "phase": "marshalling",
    "at": "marshalling.action",
    "players": {"alice": {"gold": 0, "hand": ["heir", "road", "spare"], "play": ["heir"]}, "bob": {}},
}


def limited_match(readings: dict[str, str]) -> list[StoredEvent]:
    """The events of a match in which a limited location and a limited duplicate are marshalled in one round."""
    opening = OpenMatch("agot_lcg", (), "fast", json.dumps(CARDS), position=json.dumps(POSITION), readings=readings)
    version = open_match("m-1", opening, key="k1", actor="organizer", at="", action_id="a1", seed=bytes(32))
    events = [decode_event(version.match, version.payload)]
    for n, (kind, id) in enumerate((("marshal_location", "road"), ("marshal_duplicate", "heir")), 2):
        match = version.match
        card = next(each for each in match.table.zone("alice.hand") if match.table.cards[each].printed.id == id)
        command = match.rules.command({"type": kind, "card": card})
        version = decide(match, "alice", command, wait=None, key=f"k{n}", actor="alice", at="", action_id=f"a{n}")
        events.append(decode_event(version.match, version.payload))
    return events


def test_a_rule_that_is_read_otherwise_is_the_rule_of_what_differs() -> None:
    change = RuleChange("agot_lcg", readings={LIMITED: "limited"})
    offered, refused = first_differences("m-1", bytes(32), limited_match({}), change)
    assert (offered.kind, offered.version, offered.seat, offered.rule, offered.now) == (
        "offers",
        2,
        "alice",
        LIMITED,
        [],
    )
    assert (refused.kind, refused.version, refused.rule) == ("refused", 3, "agot_lcg.limited.one-per-round")


def test_a_match_that_was_opened_with_another_reading_is_decided_again_with_it() -> None:
    assert list(first_differences("m-1", bytes(32), limited_match({LIMITED: "not-limited"}), RuleChange())) == []
    back = RuleChange("agot_lcg", readings={LIMITED: "not-limited"})
    assert list(first_differences("m-1", bytes(32), limited_match({}), back)) == []
