"""The judge's questions about a match, as far as a viewer may know the answers: timeline, lines.

Each view reads its query, asks `domain.judging`, and says of which version and line the answer is.
"""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from domain.judging.chronicle import Chronicle
from domain.judging.timeline import Attempted, Told, Wanted, timeline
from domain.kernel.ids import Viewer
from service.http import asked, found
from service.http.answers import asked_again
from service.http.auth import JUDGES, asker_of, is_judging, viewer_of
from service.http.described import READING, Views
from service.http.here import here
from service.keys import Known

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
