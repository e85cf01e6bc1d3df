"""Precedents: cases like a case, a case as a signed document, as a page to print, as a scenario file.

Each says no more of a case than its reader may read (`case_reads.eyes_of`). A scenario has the whole table in it: it is
for who reads all of a case that is closed, and counts as a look while the match runs.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from service.files.signing import ALGORITHM
from service.http.case import case_replies as replies
from service.http.described import READING, Views
from service.web import schemas
from service.web.access import asker
from service.web.case_documents import HTML, YAML, as_scenario, exported, likes, read_by_asker, signing_key
from service.web.responses import answer, asked_again

views = Views(
    "precedents", __name__, url_prefix="/v1", description="Cases as precedents: like one, exported, replayed."
)


@views.get("/cases/<case:case_id>/like", 200, replies.LikeCases(), *READING, watched=True, query=schemas.LikeAsked())
def like_this_one(asked: dict[str, Any], case_id: str) -> Response:
    """Other cases that share rules or cards with this one, the most alike first, with what they share."""
    case, eyes = read_by_asker(case_id)
    return asked_again({"case": case.id, "cases": likes(case, eyes, asker())[: asked["limit"]]})


@views.get(
    "/cases/<case:case_id>/export",
    200,
    replies.SignedCase(),
    *READING,
    watched=True,
    query=schemas.CaseExported(),
    media_type=HTML,
)
def export_case(asked: dict[str, Any], case_id: str) -> Response:
    """A case as the asker may read it: as JSON signed with the service's key, or as a page to print."""
    return exported(case_id, asked["format"])


@views.get("/cases/<case:case_id>/scenario", 200, None, *READING, 409, media_type=YAML, sends=("Content-Disposition",))
def show_scenario(case_id: str) -> Response:
    """A closed case as a scenario file: the position before its moment, what was done, what came of it.

    It has been played, and passes. It shows the whole table, so it is for who may look at that: judges called to the
    match, and whoever was in charge of the case; it is recorded as a look.
    """
    return as_scenario(case_id)


@views.get("/keys/signing", 200, replies.PublicKey(), 404, public=True)
def show_signing_key() -> Response:
    """The public key with which exports of cases can be checked."""
    return answer({"algorithm": ALGORITHM, "key": signing_key().public})
