"""Words that somebody confided to a judge, or a judge wrote down, each of which stands nowhere else; and who reads it.

Read `Confided`: two cases about one match, a match that the public may watch, with everything in them that is said in
somebody's own words. `read_by` asks every route and every page for what a role is answered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

from tests.api.http.clients import Api
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.roles import ROLES, Situation, routes

NUMBERS = count(1)
READERS = (*ROLES, "opponent", "organizer of another event")
SEATS = {"seat", "opponent"}
HEADS = {"head judge", "admin"}
JUDGES = {*HEADS, "judge called", "judge not called"}
OFFICES = {*JUDGES, "organizer"}
ELSEWHERE = {"other judge", "organizer of another event"}


class WithReaders(Situation):
    """A situation that has of each word who may read it, and its cases."""

    readers: dict[str, set[str]]
    cases: list[str]


class Confided(WithReaders):
    """A match with a closed case, a closed note and an open case; `readers` has of each word who may read it."""

    def __init__(self, api: Api, **opening: Any) -> None:
        super().__init__(api, spectators="public", **opening)
        self.keys |= {"opponent": self.match.keys["bob"], "organizer of another event": self.event.keys["oscar"]}
        self.readers = {}
        self.afterwards: dict[str, set[str]] = {}
        self.cases = []
        self.given_at_event()
        self.note()
        self.case = self.whole()
        self.values |= {"version": "2", "place": "2"}

    def words_for(self, role: str) -> set[str]:
        """The words that a role may read."""
        return {word for word, readers in self.readers.items() if role in readers}

    def words(self, of: str, *readers: str) -> str:
        """New words, which these may read."""
        text = f"canary-{of}-{next(NUMBERS):03d}"
        self.readers[text] = set(readers)
        return text

    def entered(self, of: str, *readers: str) -> str:
        """New words of a case; when all is over analysts read them, and rulings are precedents elsewhere."""
        text = self.words(of, *readers)
        self.afterwards[text] = {"analyst", *(ELSEWHERE if set(readers) >= OFFICES else ())}
        return text

    def note(self) -> None:
        """The case of the situation is closed without a ruling; so is a note of the opponent's."""
        ended = self.entered("abandoned", *SEATS, *OFFICES, *ELSEWHERE)
        self.case.given("judge", "abandon", {"reason": ended})
        note = Dispute(self.match, text=self.entered("note", "opponent", *JUDGES), freeze=False).opened("bob")
        note.taken("judge").given("judge", "abandon", {"reason": ended})
        self.cases += [self.case.id, note.id]

    def whole(self) -> Dispute:
        """A case from the call to the answer of an appeal, not closed."""
        case = Dispute(self.match, text=self.entered("call", "seat", *JUDGES)).opened("alice").taken("judge")
        self.cases.append(case.id)
        self.heard(case)
        case.given("judge", "resume", {"reason": self.entered("resumed", *SEATS, *JUDGES)})
        case.given("judge", "freeze", {"reason": self.entered("frozen", *SEATS, *JUDGES)})
        self.ruled(case)
        return case

    def heard(self, case: Dispute) -> None:
        """Statements, questions, evidence and a look."""
        case.given("alice", "statements", {"text": self.entered("alice", "seat", *JUDGES)})
        case.given("bob", "statements", {"text": self.entered("bob", "opponent", *JUDGES)})
        case.given("judge", "questions", {"seat": "bob", "text": self.entered("asked", "opponent", *JUDGES)})
        told = case.given("bob", "statements", {"text": self.entered("shared", *SEATS, *JUDGES)})
        case.given("judge", "shared", {"entry": told["entry"]})
        case.given(self.keys["judge not called"], "advice", {"text": self.entered("advice", *JUDGES)})
        hidden = {"links": [f"{self.match.id}@1"], "text": self.entered("evidence", *JUDGES)}
        case.given("judge", "evidence", hidden)
        case.given("judge", "evidence", {**hidden, "text": self.entered("shown", *SEATS, *JUDGES), "shared": True})
        self.sent("head judge", "POST", f"/v1/matches/{self.match.id}/sealed", {"reason": self.words("look", *HEADS)})

    def ruled(self, case: Dispute) -> None:
        """A ruling with a penalty, an appeal, and the answer that replaces it; approved and carried out."""
        names = ("finding", "reason", "to_players", "worse")
        first = {name: self.entered(f"first-{name}", *SEATS, *OFFICES) for name in names}
        case.ruled(ruling(**first))
        case.given("bob", "appeal", {"text": self.entered("appeal", "opponent", *JUDGES)})
        last = {name: self.entered(f"last-{name}", *SEATS, *OFFICES) for name in names}
        fine = {"seat": "alice", "infraction": "slow-play", "penalty": "warning"}
        fine["reason"] = self.entered("penalty", *SEATS, *OFFICES)
        remedy = {"kind": "acceptance"}
        answer = ruling(remedy=remedy, penalties=[fine], **last)
        text = self.entered("answer", *SEATS, *OFFICES)
        case.given(self.keys["head judge"], "answer", {"verdict": "replace", "text": text, "ruling": answer})
        preview = case.previewed(remedy, "judge")
        assert case.carries_out("judge", preview, 2).status_code == 201
        case.given("judge", "penalties", fine)

    def given_at_event(self) -> None:
        """What the staff of the event says: time, a result, a penalty and its withdrawal, a player who leaves."""
        event, staff = self.event, OFFICES
        event.given("hana", "start_round", round=1)
        event.given("hana", "give_time", round=1, table=1, seconds=60, reason=self.words("time", *staff))
        own = {"player": "Bert", "infraction": "slow-play", "penalty": "warning"}
        event.given("jan", "give_penalty", **own, reason=self.words("fine", "opponent", *staff))
        event.given("hana", "withdraw_penalty", penalty=1, reason=self.words("no-fine", "opponent", *staff))
        event.given("jan", "drop_player", player="Bert", reason=self.words("left", *staff))

    def over(self) -> None:
        """The case is published, closed and made a precedent; the match ends, and so does its event."""
        case, ruled = self.case, (*SEATS, *OFFICES, *ELSEWHERE)
        case.given("judge", "publish", {"text": self.words("published", *READERS)})
        case.given("judge", "close", {"text": self.entered("closed", *ruled)})
        said = {"tags": [self.entered("tag", *ruled)], "text": self.entered("why", *ruled)}
        case.given(self.keys["head judge"], "tags", said)
        self.match.given("bob", {"type": "concede"})
        self.event.given("olga", "end_event")
        for text, more in self.afterwards.items():
            self.readers[text] |= more


def answered(situation: WithReaders, role: str, wanted: Iterable[str]) -> Iterator[tuple[str, str]]:
    """What a role is answered on each route, with the route."""
    for route in wanted:
        for case in situation.cases if "{case_id}" in route else ("",):
            response = situation.answer(role, route, **({"case_id": case} if case else {}))
            text = response.get_data(as_text=True)
            assert response.status_code < 500, (route, text)
            yield route, text


def reads() -> list[str]:
    """Every route that only reads."""
    return [route for route in routes() if route.startswith("GET ")]


def writes() -> list[str]:
    """Every other route."""
    return [route for route in routes() if not route.startswith("GET ")]


def read_by(situation: WithReaders, role: str, wanted: Iterable[str]) -> dict[str, list[str]]:
    """The words that a role reads on any of the routes, each with where."""
    found: dict[str, list[str]] = {}
    for route, text in answered(situation, role, wanted):
        for word in situation.readers:
            if word in text:
                found.setdefault(word, []).append(route)
    return found
