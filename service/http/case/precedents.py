"""Precedents: cases like a case, a case as a signed document, as a page to print, as a scenario file.

Each says no more of a case than its reader may read (`case_viewer`). A scenario has the whole table in it: it is for
readers of all of a closed case, and counts as a look while the match runs.
"""

from __future__ import annotations

from typing import Any

from flask import Response

from service.files.signing import ALGORITHM
from service.http.described import READING, Views
from service.web import schemas
from service.web.access import asker
from service.web.case import case_replies as replies
from service.web.case.case_documents import (
    HTML,
    YAML,
    case_for_asker,
    cases_like,
    export_response,
    scenario_response,
    signing_key,
)
from service.web.responses import ResponseOf, json_response, uncached_response

views = Views("precedents", __name__, url_prefix="/v1")


@views.get("/cases/<case:case_id>/like", 200, replies.LikeCasesReply, *READING, watched=True, query=schemas.LikeAsked())
def like_this_one(query: dict[str, Any], case_id: str) -> ResponseOf[replies.LikeCasesReply]:
    """List cases similar to this one.

    Returns the cases that share rules or cards with this one, the most similar first, with what they share.
    """
    case, eyes = case_for_asker(case_id)
    cases = cases_like(case, eyes, asker())[: query["limit"]]
    return uncached_response(replies.LikeCasesReply(case=case.id, cases=cases))


@views.get(
    "/cases/<case:case_id>/export",
    200,
    replies.SignedCaseReply,
    *READING,
    watched=True,
    query=schemas.CaseExported(),
    media_types=(HTML,),
)
def export_case(query: dict[str, Any], case_id: str) -> ResponseOf[replies.SignedCaseReply]:
    """Export a case.

    Returns the case as the key may read it: as JSON signed with the service's key, or as an HTML page to print. `404`
    with `request.no-signing-key` means that the service has no signing key, not that there is no such case.
    """
    return export_response(case_id, query["format"])


@views.get(
    "/cases/<case:case_id>/scenario", 200, None, *READING, 409, media_types=(YAML,), sends=("Content-Disposition",)
)
def show_scenario(case_id: str) -> Response:
    """Export a closed case as a scenario file.

    Returns YAML: the position before the disputed moment, what was done, and what came of it. The scenario has been run
    and passes. It shows the whole table: only judges who were called to the match and whoever was in charge of the case
    may read it, and the look is recorded. `409` means that the case is not closed, or that no position before its
    moment can be written (`position.nested`): there is none before the first version of the match.
    """
    return scenario_response(case_id)


@views.get("/keys/signing", 200, replies.PublicKeyReply, 404, public=True)
def show_signing_key() -> ResponseOf[replies.PublicKeyReply]:
    """Read the public key that verifies exported cases.

    Returns the key. `404` means that the service has no signing key.
    """
    return json_response(replies.PublicKeyReply(algorithm=ALGORITHM, key=signing_key().public))
