"""What stands for names is put in their places alone, and what names nobody is written as it was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games import GAMES
from domain.judging.cases.entries import CaseOpened, Penalty, PenaltyGiven
from domain.kernel.formats.name_tokens import READERS, SIGN, escape_sign, read_names
from domain.match.events import OPENING, OpenMatch, decoder
from domain.tournaments import commands as c
from service.app.players.clear_names import places_of
from service.app.players.sealing import NameWriter
from tests.corpus import COMMITTED, read

RECORDS = sorted(COMMITTED.glob("*.jsonl.gz"))


def sealed(made: msgspec.Struct, *known: str) -> str:
    """A struct as JSON in which names stand in brackets with their depth."""
    writer = NameWriter(lambda name, text, depth: f"<{text}:{depth}>", known)
    return msgspec.json.encode(writer.struct(made, msgspec.to_builtins(made))).decode()


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name.partition(".")[0])
def test_every_event_is_written_as_it_was_recorded(path: Path) -> None:
    """So that what is sealed differs in its tokens alone, whatever is omitted or written in order."""
    lines = [bytes(msgspec.json.decode(line, type=dict[str, msgspec.Raw])["payload"]) for line in read(path)[1:]]
    decode = decoder(OPENING.decode(lines[0]).cmd.game).decode
    writer = NameWriter(lambda name, text, depth: text, ["nobody of this name"])
    for payload in lines:
        assert msgspec.json.encode(writer.struct(decode(payload), msgspec.json.decode(payload))) == payload


def test_there_is_a_record_of_every_game() -> None:
    assert {path.name.partition("-")[0] for path in RECORDS} == set(GAMES)


def test_names_of_an_event_are_sealed_wherever_they_stand() -> None:
    pairing = c.Pairing(1, ("Ann", "Bert"), seats={"Ann": "ann", "Bert": "bob"})
    text = sealed(c.PairRound(round=1, tables=(pairing,), reason="ANN was late, Annette was not"), "Ann")
    assert '"players":["<Ann:1>","<Bert:1>"]' in text
    assert '"seats":{"<Ann:1>":"ann","<Bert:1>":"bob"}' in text
    assert '"reason":"<ANN:1> was late, Annette was not"' in text
    entry = c.TournamentEntry(
        id="i", key="k", actor="Ann", office="judge", at="", cmd=c.DropPlayer(player="Ann"), asked="a"
    )
    assert '"player":"<Ann:1>"' in sealed(entry)
    assert '"actor":"Ann"' in sealed(entry), "who acts is not sealed"


def test_names_of_a_case_are_sealed_and_labels_are_not() -> None:
    fields: dict[str, Any] = {"id": "i", "key": "k", "actor": "alice", "role": "seat", "at": ""}
    opened = CaseOpened(
        **fields,
        case="c",
        match="m",
        game="g",
        version=1,
        seats=("ann",),
        players={"ann": "Ann Ames"},
        text="ann ames\n drew",
    )
    text = sealed(opened, "Ann Ames")
    assert '"players":{"ann":"<Ann Ames:1>"}' in text
    assert '"text":"<ann ames:1>\\n drew"' in text
    assert '"seats":["ann"]' in text
    assert '"player":"<Ann:1>"' in sealed(
        PenaltyGiven(**fields, number=1, penalty=Penalty("s", "i", "p"), player="Ann")
    )


def test_players_of_an_opening_are_sealed_in_the_texts_that_name_them() -> None:
    seat = '{"name":"ann","player":"Ann \\"A\\" Ames"}'
    text = sealed(OpenMatch("g", (seat, '{"name":"bob"}'), position='{"houses":{"stark":"Cleo"}}'))
    opening = msgspec.json.decode(text)
    assert msgspec.json.decode(opening["seats"][0]) == {"name": "ann", "player": '<Ann "A" Ames:2>'}
    assert opening["seats"][1] == '{"name":"bob"}'
    assert msgspec.json.decode(opening["position"]) == {"houses": {"stark": "<Cleo:2>"}}


def test_the_places_of_a_name_are_told_in_the_bytes() -> None:
    command = c.ReportResult(round=1, table=1, results={"Ann": "win", "Bert": "loss"}, reason="Ann said “Ann”")
    payload = msgspec.json.encode(
        c.TypedTournamentEntry(id="i", key="k", actor="Ann", office="judge", at="", cmd=command, asked="a")
    )
    places = places_of(c.TYPED.decode, payload, "ann")
    assert [payload[begin:end] for begin, end in places] == [b"Ann"] * 3
    assert len([*payload.decode().split("Ann")]) - 1 == 4, "the actor is not covered"


class Reader:
    def open(self, reference: str, sealed: str) -> str | None:
        return 'Ann "A"' if reference == "0" * 12 else None


def test_a_token_is_read_as_the_text_is_written_that_it_stands_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("domain.kernel.formats.name_tokens.READERS", [Reader()])
    inner = msgspec.json.encode({"player": f"{SIGN}2:{'0' * 12}:abc{SIGN}"}).decode()
    payload = msgspec.json.encode(
        {"name": f"{SIGN}1:{'0' * 12}:abc{SIGN}", "seat": inner, "other": f"{SIGN}1:{'1' * 12}:{SIGN}"}
    )
    read_as = msgspec.json.decode(read_names(payload))
    assert read_as["name"] == 'Ann "A"'
    assert msgspec.json.decode(read_as["seat"]) == {"player": 'Ann "A"'}
    assert read_as["other"] == "player 111111111111"
    typed = escape_sign(payload)
    assert read_names(typed) == typed
    assert msgspec.json.decode(typed) == msgspec.json.decode(payload)


def test_no_reader_is_left_behind() -> None:
    assert READERS == []
