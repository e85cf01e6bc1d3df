"""Reading cases: one, or those that a search finds; and who reads what of them.

Read `case_for` and `case_viewer`. A seat reads the cases of its match; the public reads published rulings; judges who
were not called read titles and rulings; judges who were called, head judges and admins read all. A case at an event is
read so by its own staff. For other staff a case is a precedent once it is closed. A precedent from a private match is
read after the match, without match and names: that the match exists is not theirs to know (`disclosed_case`).
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import Any, cast

from msgspec import structs

from domain.judging.cases.redaction import visible_entries
from service.app.keys import Principal
from service.http.described import READING, Views
from service.store.damage import unless_damaged
from service.web import schemas
from service.web.access import asker
from service.web.case import case_replies as replies
from service.web.case.case_access import case_for, case_listed, case_viewer, knows_cases_of, search_cases
from service.web.case.record_shown import record_shown
from service.web.request_context import request_context
from service.web.responses import ResponseOf, uncached_response

views = Views("case_reads", __name__, url_prefix="/v1/cases")


@views.get("/<case:case_id>", 200, replies.CaseReply, *READING, watched=True, query=schemas.EntriesPage())
def show_case(page: dict[str, Any], case_id: str) -> ResponseOf[replies.CaseReply]:
    """Read a case.

    Returns the case with one page of its entries, as the key may read them.
    """
    principal = asker()
    case = case_for(case_id, principal)
    eyes = case_viewer(case, principal)
    assert eyes is not None
    match_id = case.opening.match
    newest = request_context().services.matches.fresh(match_id).version if match_id else None
    entries = [
        cast(replies.CaseEntryReply, each) for each in visible_entries(case, eyes) if each["entry"] > page["after"]
    ]
    shown = entries[: page["limit"]]
    following = shown[-1]["entry"] if len(entries) > len(shown) else None
    summary = structs.asdict(case_listed(case, eyes))
    record = record_shown(case, eyes, principal)
    return uncached_response(
        replies.CaseReply(**summary, newest=newest, record_shows=record, entries=shown, next=following)
    )


@views.get("", 200, replies.CasesReply, *READING, watched=True, query=schemas.CasesAsked())
def list_cases(query: dict[str, Any]) -> ResponseOf[replies.CasesReply]:
    """Search the cases that the key may know of, newest first.

    Returns one page of cases. Use it to find precedents, or earlier cases of a player.
    """
    found = list(islice(search_cases(query, asker()), query["limit"] + 1))
    page = found[: query["limit"]]
    following = page[-1][0].id if len(found) > len(page) else None
    cases, damaged = [case_listed(*each) for each in page], damaged_of(query["match"], asker())
    return uncached_response(replies.CasesReply(cases=cases, next=following, damaged=damaged))


def damaged_of(match_id: str, principal: Principal) -> list[str]:
    """The cases about a match that cannot be read, for those who may know of them; of no match none are searched.

    How such a case would be read is not known. So nobody is told more than that it exists, and only those are who may
    know of every case about the match. A case that the list never had is told where it stops the match.
    """
    services = request_context().services
    if not match_id or not services.matches.is_stored(match_id):
        return []
    if not unless_damaged(match_id, partial(knows_cases_of, match_id, principal)):
        return []
    match = unless_damaged(match_id, partial(services.matches.fresh, match_id))
    stopping = {match.flags.frozen} - {""} if match is not None else set()
    about = sorted({*services.case_index.about(match_id), *stopping})
    return [each for each in about if unless_damaged(each, partial(services.cases.one, each)) is None]
