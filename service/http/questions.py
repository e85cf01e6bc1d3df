"""The judge's questions about a match, as far as a viewer may know the answers: timeline, lines.

Each view reads its query, asks `domain.judging`, and says of which version and line the answer is.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from flask import Response

from domain.judging.chronicle import Chronicle
from domain.judging.missed import reasons_of, report_refusal, reported
from domain.judging.timeline import Attempted, Told, Wanted, timeline
from domain.kernel.ids import Seat, Viewer
from service.http import asked, found, schemas
from service.http.answers import asked_again
from service.http.auth import JUDGES, asker_of, is_judging, viewer_of
from service.http.described import READING, Views
from service.http.here import here
from service.http.places import Place, place_of
from service.http.problems import Problem
from service.keys import Known
from service.matches import Unknown

views = Views(
    "questions", __name__, url_prefix="/v1/matches/<match:match_id>", description="What judges ask of a match."
)


class Question:
    """Who asks about which match, through whose eyes; raises Problem 401, 403, 404."""

    def __init__(self, match_id: str, viewer: str = "") -> None:
        self.known: Known = asker_of(match_id)
        self.told: Chronicle = here().chronicles.of(match_id)
        self.viewer: Viewer = viewer_of(self.told.match, self.known, viewer)

    @property
    def judging(self) -> bool:
        return is_judging(self.known)

    def version(self, asked: int) -> int:
        """A version of the match, 0 the newest; raises Unknown."""
        if asked > self.told.newest:
            raise Unknown(self.told.match.id, asked)
        return asked or self.told.newest

    def place(self, text: str) -> Place:
        """A place of the match, by default its newest version; raises Unknown, Problem 422."""
        if text and not re.match(schemas.PLACE, text):
            raise Problem(422, "request.shape", because={"at": text})
        place = place_of(text)
        return Place(self.version(place.version), place.fact)

    def answered(self, version: int, answer: dict[str, Any]) -> Response:
        """An answer about a version, with the line on which it lies."""
        about = {"match": self.told.match.id, "version": version, "line": self.told.line(version)}
        return asked_again({**about, "viewer": self.viewer, **answer})


def refused_in(match_id: str, known: Known) -> tuple[Attempted, ...]:
    """The refused commands of a match, for judges."""
    if known.scope not in JUDGES:
        return ()
    rows = here().services.audit.of_match(match_id, limit=10_000)
    return tuple(Attempted(each.id, each.version, each.seat, each.at, each.rule) for each in rows)


@views.get("/timeline", 200, found.Timeline(), *READING, watched=True, query=asked.Timeline())
def tell_timeline(query: dict[str, Any], match_id: str) -> Response:
    """The match as a tree of rounds, phases, steps, actions and facts, each with its address, and jump marks."""
    question = Question(match_id, query.pop("viewer"))
    wanted, beside = Wanted(**query), Told(refused_in(match_id, question.known))
    answer = timeline(question.told, question.viewer, wanted, beside, judging=question.judging)
    lines = [msgspec.to_builtins(each) for each in question.told.intervals()]
    return question.answered(question.told.newest, {"lines": lines, **answer})


# --- windows


@views.get("/missed", 200, found.Missed(), *READING, query=asked.Missed())
def tell_missed(query: dict[str, Any], match_id: str) -> Response:
    """What a seat could have used, when, and did not; a seat asks about itself, once the match is over."""
    question = Question(match_id, query["viewer"])
    seat, last = Seat(query["seat"] or question.viewer), question.version(query["last"])
    if seat not in question.told.match.table.seats:
        raise Problem(422, "match.no-such-seat", because={"seat": seat, "seats": list(question.told.match.table.seats)})
    if refusal := report_refusal(question.told, seat, question.viewer):
        raise Problem(403, refusal.rule, because=refusal.because)
    return question.answered(last, reported(question.told, seat, query["first"], last, query["kind"]))


@views.get("/windows/<window>/reasons", 200, found.Reasons(), *READING, watched=True, query=schemas.Eyes())
def tell_reasons(query: dict[str, Any], match_id: str, window: str) -> Response:
    """Why a window (`42.7`: where it opened) was offered to whom it was, and what the others could not do.

    Of hidden cards it speaks to judges, and to a seat about its own once the match is over.
    """
    question = Question(match_id, query["viewer"])
    place = question.place(window)
    try:
        reasons = reasons_of(question.told, place.version, place.fact, question.viewer)
    except KeyError:
        raise Problem(404, "request.unknown", f"no window opened at {window}", {"window": window}) from None
    return question.answered(place.version, reasons)
