"""An erased player: the name is nowhere, whoever reads what, and every record still verifies; on both stores."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import patch

import pytest

from domain.judging.branches.branch import Branch, CommandDeed
from domain.kernel.formats.name_tokens import READERS, SIGNED, TOKEN, erased_label
from domain.match.envelope import command_digest
from domain.tournaments import commands as c
from service.app.match.openings import players_named
from service.app.players.erasing import ErasedPlayer, erase_again, erase_player, keyring_of_services
from service.app.players.sealing import Sealer
from service.app.record.verification import verify_match
from service.store.recorded import case_stream, event_stream, stream_of
from service.wiring import Services, surroundings_of
from tests.api.http.clients import SEATS, Api, Match, api_of, problem
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.erased import Backup, analyze, holding
from tests.api.http.gatherings import Gathering
from tests.patience import until

NAME, OTHER = "Quirina Vantongeren", "Bert Abelard"
WORDS = ("Quirina", "Vantongeren")
SEATED = [{**each, "player": player} for each, player in zip(SEATS, (NAME, OTHER), strict=True)]
# a rule refuses it, for it changes nothing
WORDED = {"type": "resolve_manually", "card": "c1", "effect": f"as {NAME} said", "changes": []}


class Named:
    """An application in which two players are named wherever players are."""

    def __init__(self, api: Api) -> None:
        self.event = Gathering(api)
        self.event.players = [NAME, OTHER]
        self.match: Match = self.event.at_table(seats=SEATED)
        self.event.penalised(NAME, reason=f"four minutes, {NAME.upper()} said sorry to {OTHER}")
        assert self.match.gives(self.match.awaited(), WORDED).status_code == 422
        self.case = Dispute(self.match, text=f"I think that {NAME} drew two cards").opened()
        self.said_elsewhere(api)
        self.board = api.opened(
            "board",
            self.event.keys["olga"],
            game="agot_board",
            seats=[
                {"name": house, "player": player}
                for house, player in zip(("baratheon", "lannister", "stark"), (NAME, OTHER, "Cleo Ames"), strict=True)
            ],
        )
        api.read("/v1/matches", "admin")
        api.read("/v1/cases", "admin")

    def said_elsewhere(self, api: Api) -> None:
        """The name stands on a branch, in links, in an advice, in what a ruling rests on, in tags."""
        hana, (first, second) = self.event.keys["hana"], self.match.keys
        deed = CommandDeed(first, {**WORDED, "effect": "QUIRINA  VANTONGEREN said so"})
        api.services.branches.keep(Branch("b-1", self.match.id, 1, 1, 1, 0, (deed,)), "jan")
        self.case.taken(hana).given(second, "statements", {"text": "It was one."})
        links = ["https://x.test/quirina%20vantongeren", "x.test/Quirina+Vantongeren", "QUIRINA\u2011VANTONGEREN"]
        self.case.given(hana, "evidence", {"links": links})
        self.case.given(self.event.keys["jan"], "advice", {"text": f"Ask {NAME} first."})
        self.case.ruled(ruling(evidence=[f"a letter of {NAME}"]), hana)
        for seat in (first, second):
            self.case.given(seat, "accept")
        self.case.given(hana, "close", {"text": ""})
        self.case.given(hana, "tags", {"tags": [f"slow-play {NAME}", "x/%51uirina%20%56antongeren"]})


def streams_of(services: Services, named: Named) -> dict[str, bytes]:
    """The bytes of every stream that names the players."""
    names = (stream_of(named.match.id), stream_of(named.board.id), event_stream(named.event.id))
    cases = [case_stream(case_id) for case_id, _ in services.cases.versions()]
    recorder = services.matches.recorder
    return {name: b"".join(each.payload for each in recorder.since(name, 0)) for name in (*names, *cases)}


def erased(services: Services, name: str = NAME) -> ErasedPlayer:
    return erase_player(services, name, settle=lambda: None)


def told(api: Api, named: Named) -> dict[str, str]:
    """What is read of everything that names the players, by address."""
    event, match = f"/v1/events/{named.event.id}", named.match.path
    paths = {
        **dict.fromkeys(
            (event, f"{event}/entries", f"{event}/standings", f"{event}/penalties"), named.event.keys["hana"]
        ),
        **dict.fromkeys((match, f"{match}/record", "/v1/matches", f"{named.board.path}/record"), "admin"),
        **dict.fromkeys(("/v1/cases", f"/v1/cases/{named.case.id}", f"{match}/actions", f"{match}/attempts"), "admin"),
    }
    found = {path: api.get(path, key) for path, key in paths.items()}
    return {path: each.get_data(as_text=True) for path, each in found.items() if each.status_code == 200}


def saying(texts: dict[str, str]) -> list[str]:
    """The addresses at which a word of the name is read."""
    return [path for path, text in texts.items() for word in WORDS if word.lower() in text.lower()]


def seated(api: Api, named: Named) -> list[str]:
    """Who sits in a match, as its opening names them."""
    return list(players_named(api.services.openings.of(named.match.id).cmd).values())


def test_names_stand_in_no_stream(either: Api) -> None:
    named = Named(either)
    for stream, content in streams_of(either.services, named).items():
        assert SIGNED in content, stream
        assert not [word for word in (*WORDS, "Abelard") if word.lower().encode() in content.lower()], stream
    assert verify_match(either.services.matches, named.match.id).holds
    assert verify_match(either.services.matches, named.board.id).holds
    assert any(NAME in text for text in told(either, named).values())


def test_an_erased_player_is_nowhere_and_every_record_verifies(either: Api) -> None:
    named = Named(either)
    before, stored = told(either, named), streams_of(either.services, named)
    assert [path for path, text in before.items() if NAME in text]
    analyze(either.services.settings.db)
    assert holding(either.services.settings.db, *WORDS), "the lists of matches and of cases name players"
    done = erased(either.services)
    [reference] = done.references
    assert done.scrubbed
    assert not done.clear
    assert streams_of(either.services, named) == stored, "no stored byte changes"
    assert holding(either.services.settings.db, *WORDS) == []
    after = told(either, named)
    assert after.keys() == before.keys()
    assert saying(after) == []
    assert [path for path, text in after.items() if erased_label(reference) in text]
    standings = json.loads(after[f"/v1/events/{named.event.id}/standings"])["standings"]
    assert {each["player"] for each in standings} == {erased_label(reference), OTHER}
    for match in (named.match, named.board):
        assert verify_match(either.services.matches, match.id).holds
    assert [faults for _, faults in either.services.events.faults()] == [[]]


def test_an_erasure_is_repeated_after_a_backup_was_put_back(
    either: Api, tmp_path_factory: pytest.TempPathFactory
) -> None:
    named, db = Named(either), either.services.settings.db
    paths = told(either, named).keys()
    either.services.close()
    backup = Backup(db, tmp_path_factory.mktemp("kept") / "backup")
    with api_of(db) as api:
        done = erased(api.services)
        listed = keyring_of_services(api.services).erasures()
    assert holding(db, *WORDS) == []
    backup.put_back()
    assert holding(db, *WORDS), "the backup has what names players"
    with api_of(db) as api:
        assert NAME in api.get(named.event.path, named.event.keys["hana"]).get_data(as_text=True)
        again = erase_again(api.services, listed, settle=lambda: None)
        assert again.references == done.references
        assert again.scrubbed
        texts = told(api, named)
        assert texts.keys() == paths
        assert saying(texts) == []
        assert verify_match(api.services.matches, named.match.id).holds
        assert keyring_of_services(api.services).erasures() == listed
    assert holding(db, *WORDS) == []


def test_other_processes_notice_within_a_second(either: Api) -> None:
    named = Named(either)
    with api_of(either.services.settings.db) as other:
        before = told(other, named)
        assert [path for path, text in before.items() if NAME in text]
        tags = {path: other.get(path, "admin").headers.get("ETag") for path in before}
        erased(either.services)

        def is_forgotten() -> bool:
            return not any(word in text for text in told(other, named).values() for word in WORDS)

        assert until(is_forgotten)
        for path, tag in tags.items():
            if tag and NAME in before[path]:
                assert other.get(path, "admin", If_None_Match=tag).status_code != 304, path


@pytest.mark.parametrize("has_key", [False, True])
def test_what_another_process_writes_meanwhile_by_what_it_had_read_is_erased_too(either: Api, has_key: bool) -> None:
    """It has not looked for erasures: it knows the player still, and perhaps their key."""
    named = Named(either)
    with api_of(either.services.settings.db) as other:
        named.event.api = other
        told(other, named)
        if has_key:
            named.event.given("hana", "give_time", round=1, table=1, seconds=30, reason=f"as {NAME} told")
        ring, given = keyring_of_services(other.services), list[int]()

        def meanwhile() -> None:
            ring._looked = monotonic() + 3600
            given.append(named.event.gives("hana", "drop_player", player=NAME, reason=f"{NAME} left").status_code)
            ring._looked = 0.0
            fields: dict[str, Any] = {"round": 1, "table": 1, "seconds": 60, "reason": f"{NAME} is known no more"}
            given.append(named.event.gives("hana", "give_time", **fields).status_code)
            other.services.keys.issue("judge", NAME.upper())

        done = erase_player(either.services, NAME, settle=meanwhile)
        # by its key it is sealed, and nobody can open it; without one it is read again, and no such player is enrolled
        assert given == [201 if has_key else 422, 201]
        assert done.keys == 1
        [place] = done.clear
        assert (place.stream, place.covered, place.uncovered) == (event_stream(named.event.id), 1, 0)
        assert saying(told(either, named)) == []
        assert until(lambda: not saying(told(other, named)))
        assert keyring_of_services(either.services).references(NAME) == []
    assert [faults for _, faults in either.services.events.faults()] == [[]]


def test_who_was_stopped_in_between_is_finished_by_the_same_command(either: Api) -> None:
    named = Named(either)

    def killed() -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        erase_player(either.services, NAME, settle=killed)
    assert holding(either.services.settings.db, *WORDS), "the lists were not written yet"
    done = erased(either.services)
    assert not done.references, "the key was destroyed the first time"
    assert done.matches
    assert done.cases
    assert holding(either.services.settings.db, *WORDS) == []
    assert not [text for text in told(either, named).values() if "vantongeren" in text.lower()]


def test_keys_of_an_erased_player_are_revoked_and_renamed(api: Api) -> None:
    Named(api)
    key = api.services.keys.issue("organizer", "quirina  VANTONGEREN")
    assert api.get("/v1/matches", key).status_code == 200
    assert erased(api.services).keys == 1
    assert api.get("/v1/matches", key).status_code == 401
    assert holding(api.services.settings.db, *WORDS) == []


def test_other_players_stay_and_an_erased_one_may_come_again(api: Api) -> None:
    named = Named(api)
    first = erased(api.services)
    named.event.given("olga", "enrol_players", players=[NAME])
    event = api.get(named.event.path, named.event.keys["hana"]).get_data(as_text=True)
    [reference] = first.references
    assert NAME in event
    assert OTHER in event
    assert erased_label(reference) in event
    assert keyring_of_services(api.services).references(NAME) not in ([], [reference])


def test_a_token_that_somebody_types_is_a_text(api: Api) -> None:
    """Else whoever reads tokens in a record could have the names told in a reason of their own."""
    named = Named(api)
    [token] = {
        each.group().decode()
        for each in TOKEN.finditer(streams_of(api.services, named)[event_stream(named.event.id)])
        if keyring_of_services(api.services).open(each[2].decode(), each[3].decode()) == NAME
    }
    named.event.penalised(OTHER, reason=f"see {token}", cause="a second time")
    entries = api.read(f"{named.event.path}/entries", named.event.keys["hana"])["entries"]
    assert entries[-1]["command"]["reason"] == f"see {token}"


def test_a_record_brings_its_players_along_and_none_who_was_erased(api: Api, tmp_path: Path) -> None:
    named = Named(api)
    record = api.get(f"{named.match.path}/record", "admin").get_data()
    assert NAME in record.splitlines()[0].decode()
    assert NAME.encode() not in b"".join(record.splitlines()[1:])
    # a process has one store
    READERS.remove(keyring_of_services(api.services))
    with api_of(tmp_path / "other.db") as other:
        sends = {"data": record, "headers": {"Content-Type": "application/x-ndjson"}}
        assert other.ask("POST", "/v1/records", "admin", **sends).status_code == 201
        assert seated(other, named) == [NAME, OTHER]
        assert other.get(f"{named.match.path}/record", "admin").get_data() == record
        done = erased(other.services)
        assert other.ask("POST", "/v1/records", "admin", **sends).status_code == 200
        assert seated(other, named) == [erased_label(done.references[0]), OTHER]
        assert NAME not in other.get(f"{named.match.path}/record", "admin").get_data(as_text=True)
    lines = record.splitlines()
    header = {name: value for name, value in json.loads(lines[0]).items() if name != "players"}
    with api_of(tmp_path / "third.db") as third:
        bare = b"\n".join([json.dumps(header).encode(), *lines[1:]])
        sent = third.ask("POST", "/v1/records", "admin", data=bare, headers={"Content-Type": "application/x-ndjson"})
        assert sent.status_code == 201
        assert seated(third, named)[0] == f"player {done.references[0]}"
        assert verify_match(third.services.matches, named.match.id).holds


def test_a_name_that_was_stored_before_there_were_keys_is_covered_and_told(either: Api) -> None:
    """The bytes of an old stream cannot change; whoever reads it reads the label, and the command says where."""
    with patch.object(Sealer, "payload", lambda self, made, payload, *more: payload):
        named = Named(either)
    stored = streams_of(either.services, named)
    assert all(NAME.encode() in content for content in stored.values())
    before = told(either, named)
    done = erased(either.services)
    assert streams_of(either.services, named) == stored
    assert {each.stream for each in done.clear} == stored.keys()
    assert [each for each in done.clear if not each.covered or each.uncovered] == []
    record = f"{named.match.path}/record"
    assert saying(told(either, named)) == []
    assert [path for path in before if path not in told(either, named)] == [record, f"{named.board.path}/record"]
    assert problem(either.get(record, "admin")) == (422, "record.erased-player")
    for match in (named.match, named.board):
        assert verify_match(either.services.matches, match.id).holds
    assert [faults for _, faults in either.services.events.faults()] == [[]]
    again = erased(either.services)
    assert again.references == done.references
    assert again.clear == done.clear


def test_a_name_in_what_a_card_does_by_hand_is_sealed(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of a seat's own command, and those of the fact that tells them."""
    theon = {"faction": "lannister", "play": ["theon-greyjoy"]}
    at = {"round": 2, "at": "challenges.action", "first_player": "bob", "active_player": "bob"}
    position = {**at, "players": {"alice": {"faction": "stark", "deck": [{"unknown": 3}]}, "bob": theon}}
    match = api.opened("by-hand", position=position, seats=[])
    monkeypatch.setattr(api.services.matches, "players_about", lambda match_id: (NAME, OTHER))
    card = api.services.matches.fresh(match.id).table.zone("bob.play")[0]
    gold = {"change": "set_count", "seat": "bob", "counter": "gold", "n": 2}
    match.given("bob", {**WORDED, "card": card, "changes": [gold]})
    match.given("alice", {"type": "give_consent", "consent": True})
    stored = b"".join(each.payload for each in api.services.matches.recorder.since(stream_of(match.id), 0))
    assert b"Vantongeren" not in stored
    assert stored.count(SIGNED) == 4, "a token in the command, one in the fact"
    log = f"{match.path}/actions"
    assert NAME in api.get(log, "admin").get_data(as_text=True)
    assert not erased(api.services).clear
    assert saying({log: api.get(log, "admin").get_data(as_text=True)}) == []
    assert verify_match(api.services.matches, match.id).holds


def test_labels_of_seats_are_told_and_stay(api: Api) -> None:
    seats = [{**SEATED[0], "name": "quirina-vantongeren"}, SEATS[1]]
    told_at_once = api.opens("told", seats=seats).get_json()["seats"]
    assert [each.get("label_is_name") for each in told_at_once] == [True, None]
    match = api.opened("told", seats=seats)
    places = erased(api.services).clear
    assert api.read(match.path, "admin")["seats"] == ["quirina-vantongeren", "bob"]
    assert (places[0].stream, places[0].version, places[0].covered) == (stream_of(match.id), 1, 0)
    assert all(each.uncovered for each in places)


def test_two_processes_that_name_a_player_at_once_leave_nothing(either: Api) -> None:
    """Each may make a key for the name; an erasure destroys all of them."""
    db = either.services.settings.db
    with ThreadPoolExecutor(8) as threads, api_of(db) as other:
        rings = [keyring_of_services(each.services) for each in (either, other)] * 40
        tokens = set(threads.map(lambda ring: ring.token_of(NAME), rings))
    ring = keyring_of_services(either.services)
    assert {reference for reference, _ in tokens} <= set(ring.references(NAME.upper()))
    done = erased(either.services)
    assert {reference for reference, _ in tokens} <= set(done.references)
    assert {ring.open(*token) for token in tokens} == {erased_label(reference) for reference, _ in tokens}
    assert ring.references(NAME) == []


def test_a_repeated_request_that_names_players_is_known(either: Api) -> None:
    named = Named(either)
    fields: dict[str, Any] = {"player": OTHER, "infraction": "slow-play", "penalty": "warning", "reason": f"as {NAME}"}
    first = named.event.gives("jan", "give_penalty", "same", **fields)
    assert first.status_code == 201, first.get_data(as_text=True)
    with api_of(either.services.settings.db) as other:
        named.event.api = other
        assert named.event.gives("jan", "give_penalty", "same", **fields).get_json() == first.get_json()
        wrong = named.event.gives("jan", "give_penalty", "same", **{**fields, "player": NAME})
        assert problem(wrong) == (422, "idempotency.key-reused")
    content = streams_of(either.services, named)[event_stream(named.event.id)].decode()
    guessed = command_digest(c.GivePenalty(**fields))
    assert guessed not in content, "who tries names finds none by the digest"


def test_a_pseudonym_of_analysts_stays_and_leads_to_no_name(api: Api) -> None:
    named = Named(api)
    around = surroundings_of(api.services)
    seats = tuple(named.match.keys)

    def pseudonyms() -> list[str]:
        return [around.pseudonym(player) for player in around.of(named.match.id, seats, {}, "").players.values()]

    before = pseudonyms()
    done = erased(api.services)
    assert around.of(named.match.id, seats, {}, "").players[seats[0]] == erased_label(done.references[0])
    assert pseudonyms() == before
    assert before[0] == f"p-{done.references[0]}"
    assert around.pseudonym(NAME) != before[0], "who is called so later is another player"


def test_a_tag_changes_with_every_erasure_and_counts_none(api: Api) -> None:
    """Anybody reads tags: how many players were erased is nobody's business."""
    match = api.opened("m", spectators="public")
    tags = [match.get("/view", "").headers["ETag"]]
    for player in ("Alice", "Cleo Crane"):
        keyring_of_services(api.services).learn([player])
        erased(api.services, player)
        tags.append(match.get("/view", "").headers["ETag"])
    assert len(set(tags)) == len(tags)
    assert [bool(re.search(r"\.public\.[0-9a-f]{12}\W*$", tag)) for tag in tags] == [False, True, True]
