"""Whether an open page has news of a case: what its reader may read has changed since. Read `news_of`."""

from __future__ import annotations

from domain.judging.cases.case import Case
from domain.judging.cases.redaction import visible_entries
from domain.match.aggregate import Match
from domain.match.envelope import SEAT
from service.app.keys import Principal
from service.console.console import views
from service.web.access import about_match
from service.web.case.case_access import case_for, case_viewer, open_cases_of
from service.web.case.case_replies import CaseSummaryReply
from service.web.problems import Problem

LOOK = "look_taken"


def news_of(case: Case, principal: Principal) -> str:
    """A mark that changes with the entries that somebody may read, and with nothing that is hidden from them.

    A look is no news: to open the page of a case may be one.
    """
    eyes = case_viewer(case, principal)
    if eyes is None:
        return ""
    return f"{sum(each['kind'] != LOOK for each in visible_entries(case, eyes))}-{case.state}"


def match_news(match: Match, principal: Principal) -> str:
    """The mark of a page that follows a match: its version, for a seat with the news of the case that stops it."""
    case_id = match.flags.frozen
    if not case_id or about_match(match.id, principal).scope != SEAT:
        return str(match.version)
    try:
        return f"{match.version}.{news_of(case_for(case_id, principal), principal)}"
    except Problem:
        return str(match.version)


@views.app_template_global("asked_of")
def asked_of(match_id: str, principal: Principal) -> list[CaseSummaryReply]:
    """The open cases about a match in which a statement of the asker's own seat is awaited."""
    asker = about_match(match_id, principal)
    if asker.scope != SEAT:
        return []
    return [
        each
        for each in open_cases_of(match_id, principal)
        if any(awaited.move == "statements" and asker.actor in awaited.who for awaited in each.waits_for)
    ]
