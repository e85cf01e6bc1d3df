"""What somebody said or wrote for a judge stands in no answer and on no page for whoever may not read it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import msgspec
import pytest

from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC, Seat, Viewer
from domain.match.events import event_type, ruling_of
from tests.api.http.canaries import READERS, Confided, WithReaders, answered, read_by, reads, writes
from tests.api.http.clients import Api, api_of
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.forging import rewritten
from tests.api.http.roles import KEEP, routes

OUTSIDE = ("nobody", "other seat", "analyst", "other judge", "organizer of another event", "opponent")
WORDS = "When he drew the card he showed me Ice."


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("canaries") / "praetor.db") as made:
        yield made


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], Api]]:
    """Makes applications: what is read by many roles stands alone in one, as lists grow with all else that is there."""
    with ExitStack() as stack:
        yield lambda: stack.enter_context(api_of(tmp_path_factory.mktemp("alone") / "praetor.db"))


@pytest.fixture(scope="module")
def running(alone: Callable[[], Api]) -> Confided:
    return Confided(alone())


@pytest.fixture(scope="module")
def ended(alone: Callable[[], Api]) -> Confided:
    confided = Confided(alone())
    confided.over()
    return confided


def test_every_route_is_asked() -> None:
    assert sorted([*reads(), *writes()]) == sorted(routes())


@pytest.mark.parametrize("role", READERS)
def test_a_role_reads_the_words_that_are_for_it_and_no_others(running: Confided, role: str) -> None:
    found = read_by(running, role, reads())
    assert {word: where for word, where in found.items() if word not in running.words_for(role)} == {}
    assert running.words_for(role) - found.keys() == set()


@pytest.mark.parametrize("role", READERS)
def test_once_all_is_over_rulings_are_precedents_and_analysts_read_the_cases(ended: Confided, role: str) -> None:
    found = read_by(ended, role, reads())
    assert {word: where for word, where in found.items() if word not in ended.words_for(role)} == {}
    assert ended.words_for(role) - found.keys() == set()


@pytest.mark.parametrize("role", OUTSIDE)
def test_no_answer_to_what_a_role_sends_has_words_that_are_not_for_it(api: Api, role: str) -> None:
    confided = Confided(api)
    found = read_by(confided, role, writes())
    assert {word: where for word, where in found.items() if word not in confided.words_for(role)} == {}


# --- matches from before: the words of whoever called stand in the freeze


def old(record: bytes) -> bytes:
    """The record of a frozen match as it was once written."""
    said = f',"reason":"{WORDS}"}}'.encode()

    def change(version: int, payload: bytes) -> bytes:
        return payload[:-1] + said if b'"kind":"frozen"' in payload else payload

    return rewritten(record, "m-old", change)


def test_an_old_freeze_is_told_without_the_words_and_its_record_stays_whole(api: Api) -> None:
    match = api.opened("old", spectators="public")
    Dispute(match).opened("alice")
    record = old(match.get("/record", "admin").data)
    assert WORDS.encode() in record
    brought = api.ask("POST", "/v1/records", "admin", data=record, content_type="application/x-ndjson")
    assert brought.status_code == 201, brought.json
    situation = Confided(api)
    situation.values |= {"match_id": "m-old", "version": "2"}
    about = [route for route in reads() if "/matches/{match_id}" in route]
    for role in ("nobody", "judge not called", "head judge"):
        assert [route for route, text in answered(situation, role, about) if WORDS in text] == []
    integrity = api.read("/v1/matches/m-old/integrity?readjudicate=true", "admin")
    assert (integrity["whole"], integrity["differences"]) == (True, [])
    assert api.get("/v1/matches/m-old/record", "admin").data.splitlines()[1:] == record.splitlines()[1:]


@pytest.mark.parametrize("viewer", [Seat("alice"), Seat("bob"), PUBLIC, JUDGE, HEAD_JUDGE, ADMIN])
def test_a_freeze_says_its_case_and_no_words_to_anybody(viewer: Viewer) -> None:
    event = event_type("frozen")(
        id="1", key="1", actor="alice", at="", engine="1", pool="", case="c-1", reason=WORDS, rules=("x",)
    )
    rules = {} if viewer == PUBLIC else {"rules": ("x",)}
    assert msgspec.to_builtins(ruling_of(event, viewer)) == {"case": "c-1", **rules}


def test_why_it_was_ruled_so_is_for_seats_and_judges() -> None:
    event = event_type("rewound")(id="1", key="1", actor="jo", at="", engine="1", pool="", back=1, reason=WORDS)
    told = {
        viewer: ruling_of(event, Viewer(viewer)).reason is not msgspec.UNSET for viewer in ("alice", "judge", "public")
    }
    assert told == {"alice": True, "judge": True, "public": False}


# --- what a case is about: rules that nothing else in the match has to do with, and moments


RULES = [
    f"agot_lcg.{name}" for name in ("duplicates.many-allowed", "duplicates.no-exchange", "search.see-without-revealing")
]
NOTED, CALLED_FOR, RULED = RULES


def known(role: str) -> set[str]:
    """The rules that a role reads; a freeze names those of the call, to whoever reads its title in the case."""
    if role in ("opponent", "judge not called", "judge called", "head judge", "admin"):
        return {NOTED, CALLED_FOR, RULED}
    return {CALLED_FOR, RULED} if role in ("seat", "organizer") else set()


class AboutRules(WithReaders):
    """A match that the public watches: a note of the opponent's about a rule and a moment, then a call and its ruling,
    which is carried out and not published.
    """

    def __init__(self, api: Api) -> None:
        super().__init__(api, spectators="public")
        self.keys |= {"opponent": self.match.keys["bob"], "organizer of another event": self.event.keys["oscar"]}
        self.case.given("judge", "abandon", {"reason": "It was nothing."})
        self.earlier = self.case.id
        self.match.given(self.match.read("/window", "admin")["awaited"][0], KEEP)
        self.note = Dispute(self.match, freeze=False, rules=[NOTED], moment="1.2", names=self.earlier).opened("bob")
        self.note.taken("judge").given("judge", "abandon", {"reason": "It was nothing."})
        self.case = Dispute(self.match, rules=[CALLED_FOR], moment="1.3").opened("alice").taken("judge").heard()
        remedy = {"kind": "rewind", "to": 3}
        self.case.ruled(ruling(rules=[RULED], moment="1.4", remedy=remedy, worse="All would have played otherwise."))
        preview = self.case.accepted().previewed(remedy, "judge")
        self.case.given(self.keys["head judge"], "approve", {"number": 1, "reason": "So it is.", "preview": preview})
        done = self.case.carries_out("judge", preview)
        assert done.status_code == 201, done.json
        self.cases = [self.note.id, self.case.id]
        self.readers = {rule: set() for rule in RULES}

    def found(self, role: str, **asked: str) -> set[str]:
        """The cases of the match that a role finds."""
        query = "&".join(f"{name}={value}" for name, value in {"match": self.match.id, **asked}.items())
        return {each["case"] for each in self.api.read(f"/v1/cases?{query}", self.keys[role])["cases"]}

    def summed(self, role: str, case: Dispute) -> list[Any]:
        """What a role is told of a case that is of its contents."""
        read = self.api.read(case.path, self.keys[role])
        return [read[name] for name in ("rules", "moment", "rulings", "names")]


@pytest.fixture(scope="module")
def about_rules(alone: Callable[[], Api]) -> AboutRules:
    return AboutRules(alone())


def of_rules(route: str) -> bool:
    """Whether a route is one of the rule book."""
    return "/rules" in route


@pytest.mark.parametrize("role", READERS)
def test_a_role_reads_the_rules_of_the_entries_that_are_for_it_and_no_others(
    about_rules: AboutRules, role: str
) -> None:
    found = read_by(about_rules, role, [each for each in reads() if not of_rules(each)])
    assert {rule: where for rule, where in found.items() if rule not in known(role)} == {}
    assert known(role) - found.keys() == set()


def test_what_is_told_of_a_case_as_a_whole_is_what_its_reader_may_read(about_rules: AboutRules) -> None:
    note, case, earlier = about_rules.note, about_rules.case, about_rules.earlier
    for role in ("nobody", "analyst", "other judge"):
        assert about_rules.summed(role, case) == [[], "", 0, ""]
    for role in ("seat", "opponent", "judge not called", "judge called", "admin"):
        assert about_rules.summed(role, case) == [[CALLED_FOR, RULED], "1.4", 1, ""]
    for role in ("nobody", "seat", "organizer"):
        assert about_rules.summed(role, note) == [[], "", 0, ""]
    for role in ("opponent", "judge not called", "judge called", "head judge", "admin"):
        assert about_rules.summed(role, note) == [[NOTED], "1.2", 0, earlier]


@pytest.mark.parametrize("role", READERS)
def test_a_search_by_a_rule_finds_the_cases_that_are_read_to_cite_it(about_rules: AboutRules, role: str) -> None:
    for case, rule in ((about_rules.case, RULED), (about_rules.note, NOTED)):
        told = case.id in about_rules.found(role) and rule in about_rules.summed(role, case)[0]
        assert (case.id in about_rules.found(role, rule=rule)) is told
        assert told is (rule in known(role))


def test_a_ruling_that_was_published_is_read_and_found_by_its_rules_and_its_moment(api: Api) -> None:
    match = api.opened("published", spectators="public")
    case = Dispute(match, rules=[CALLED_FOR], moment="1.1").opened("alice").taken("judge").heard()
    case.ruled(ruling(rules=[NOTED], moment="1.2")).accepted().given("judge", "publish", {"text": "It was lawful."})
    case.given("judge", "amend", ruling(rules=[RULED], moment="1.3"))
    read = api.read(case.path, "")
    assert (read["rules"], read["moment"], read["rulings"]) == ([NOTED], "1.2", 1)
    found = {rule: api.read(f"/v1/cases?match={match.id}&rule={rule}", "")["cases"] for rule in RULES}
    assert {rule for rule, cases in found.items() if cases} == {NOTED}
