"""Reading a match: the view, the board, the open window, the options, the actions, the window ledger."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec import structs

from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.formats.reading import meant_by
from domain.kernel.ids import Viewer
from domain.match.aggregate import Match, decode_event, redact_event
from projections.windows.fold import END
from projections.windows.queries import LedgerPage, LedgerQuery
from service.app.keys import Principal
from service.app.match.matches import Unknown
from service.games import presentation_of
from service.http.described import READING, Views
from service.web import schemas
from service.web.access import asker_of, is_judging, may_be_kept, reader_of, require_seat, tag_of
from service.web.held_requests import wait_for_action
from service.web.match import play_replies as replies
from service.web.match.places import MatchPlace, match_at, match_inside, payloads_of, place_and_match, place_of
from service.web.problems import Problem
from service.web.queues import waiting_place
from service.web.request_context import request_context
from service.web.responses import SVG, ResponseOf, lines_response, svg_response, tagged_response, wants_lines

NOBODY_AWAITED: dict[str, Any] = {
    "open": False,
    "wait": 0,
    "within": "",
    "awaited": [],
    "options": {},
    "always": [],
}

views = Views("reads", __name__, url_prefix="/v1/matches/<match:match_id>")


@views.get("/view", 200, replies.ViewReply, *READING, tagged=True, watched=True, query=schemas.LookParameters())
def view(look: dict[str, Any], match_id: str) -> ResponseOf[replies.ViewReply]:
    """Read the table as a viewer sees it.

    Returns the table at the newest version, or at the place that `at` names.
    """
    principal = asker_of(match_id)
    place, match = place_and_match(match_id, look["at"])
    viewer, judging = reader_of(match, principal, look["viewer"]), is_judging(match_id, principal)

    def body() -> replies.ViewReply:
        table = match.rules.view(match.table, viewer, judging=judging)
        return replies.ViewReply(**match_reference(match, viewer), place=str(place), view=table)

    kept = may_be_kept(match_id, principal, look["at"])
    return tagged_response(tag_of(match_id, principal, viewer, place), body, kept=kept)


@views.get(
    "/board.svg",
    200,
    None,
    *READING,
    media_types=(SVG,),
    tagged=True,
    sends=("Content-Security-Policy",),
    watched=True,
    query=schemas.LookParameters(),
)
def board(look: dict[str, Any], match_id: str) -> ResponseOf[str]:
    """Draw the board as a viewer sees it.

    Returns an SVG picture. `404` also means that the game has no board.
    """
    principal = asker_of(match_id)
    place, match = place_and_match(match_id, look["at"])
    viewer, judging = reader_of(match, principal, look["viewer"]), is_judging(match_id, principal)
    drawn = presentation_of(match.rules.name).drawing
    if drawn is None:
        raise Problem(404, "request.no-board", because={"game": match.rules.name})

    def body() -> str:
        return drawn(match.rules.view(match.table, viewer, judging=judging))

    kept = may_be_kept(match_id, principal, look["at"])
    return tagged_response(tag_of(match_id, principal, viewer, place), body, kept=kept, respond=svg_response)


@views.get("/window", 200, replies.WindowReply, *READING, tagged=True, watched=True, query=schemas.LookAtVersion())
def window(look: dict[str, Any], match_id: str) -> ResponseOf[replies.WindowReply]:
    """Read the open window or question.

    Returns its kind, its step, how it is nested, who acts first, who has passed, and who may do what by which rule.
    """
    principal = asker_of(match_id)
    match = match_at(match_id, look["at"])
    viewer = reader_of(match, principal, look["viewer"])

    def body() -> replies.WindowReply:
        window = describe_open_window(match.rules, match.table, viewer)
        return replies.WindowReply(**match_reference(match, viewer), **window, frozen=match.flags.frozen)

    kept = may_be_kept(match_id, principal, look["at"])
    return tagged_response(tag_of(match_id, principal, viewer, match.version), body, kept=kept)


def match_reference(match: Match, viewer: Viewer) -> dict[str, Any]:
    """The match, version and viewer that a response names."""
    return {"match": match.id, "version": match.version, "viewer": viewer}


@views.get("/options", 200, replies.OptionsReply, *READING, tagged=True, watched=True, query=schemas.LookAtVersion())
def options(look: dict[str, Any], match_id: str) -> ResponseOf[replies.OptionsReply]:
    """List what each awaited seat may answer.

    Returns the complete space of legal answers of each awaited seat, as far as the viewer may know it.
    """
    principal = asker_of(match_id)
    match = match_at(match_id, look["at"])
    viewer = reader_of(match, principal, look["viewer"])

    def body() -> replies.OptionsReply:
        offered = open_options(match.rules, match.table, viewer)
        return replies.OptionsReply(**match_reference(match, viewer), **offered, frozen=match.flags.frozen)

    kept = may_be_kept(match_id, principal, look["at"])
    return tagged_response(tag_of(match_id, principal, viewer, match.version), body, kept=kept)


def open_options(rules: Any, table: Any, viewer: Viewer) -> dict[str, Any]:
    """The part of the open window that says who may answer what; a match that is over awaits nobody."""
    found = {**NOBODY_AWAITED, **describe_open_window(rules, table, viewer)}
    return {name: found[name] for name in NOBODY_AWAITED}


# --- actions


@views.get(
    "/actions",
    200,
    replies.ActionsReply,
    *READING,
    429,
    lines=True,
    tagged=True,
    watched=True,
    query=schemas.ActionsPage(),
)
def actions(page: dict[str, Any], match_id: str) -> ResponseOf[replies.ActionsReply]:
    """List the actions of a match after a version.

    Returns one page of actions as the viewer may read them; as JSON Lines, all actions. With `wait`, an empty page is
    held back until an action happens: a client follows a live match this way. `429` means that too many requests wait
    already; `Retry-After` says when to try again.
    """
    match, principal, viewer = match_and_viewer(match_id, page["viewer"])
    if page["wait"] and match.version <= page["after"]:
        wait_for_action(match, principal, page["after"], page["wait"])
        match, principal, viewer = match_and_viewer(match_id, page["viewer"])
    tag = tag_of(match_id, principal, viewer, match.version)
    if wants_lines():
        found = partial(read_actions, match, principal, viewer, page["after"], match.version)
        return lines_response(lambda: map(msgspec.json.encode, found()), tag)
    return tagged_response(tag, lambda: actions_page(match, principal, viewer, page["after"], page["limit"]))


def actions_page(match: Match, principal: Principal, viewer: Viewer, after: int, limit: int) -> replies.ActionsReply:
    found = list(read_actions(match, principal, viewer, after, min(match.version, after + limit)))
    reached = found[-1].version if found else after
    return replies.ActionsReply(
        **match_reference(match, viewer), actions=found, next=reached, more=reached < match.version
    )


def read_actions(
    match: Match, principal: Principal, viewer: Viewer, after: int, upto: int
) -> Iterator[replies.ActionReply]:
    """The actions after a version, up to another, as a viewer may read them."""
    payloads, judging = payloads_of(match, after, upto), is_judging(match.id, principal)
    return (
        replies.ActionReply(**structs.asdict(redact_event(decode_event(match, each), n, viewer, judging=judging)))
        for n, each in enumerate(payloads, after + 1)
    )


def match_and_viewer(match_id: str, wanted: str) -> tuple[Match, Principal, Viewer]:
    """The newest match, who asks and as which viewer. Raises Problem 401, 403, Refused.

    It is read again after a wait: a right may have ended meanwhile, and the look at what is new is recorded.
    """
    principal = asker_of(match_id)
    match = request_context().services.matches.fresh(match_id)
    return match, principal, reader_of(match, principal, wanted)


@views.get(
    "/actions/<int:version>", 200, replies.ActionReply, *READING, tagged=True, watched=True, query=schemas.Eyes()
)
def action(eyes: dict[str, Any], match_id: str, version: int) -> ResponseOf[replies.ActionReply]:
    """Read one action.

    Returns the action as the viewer may read it.
    """
    principal = asker_of(match_id)
    match = request_context().services.matches.fresh(match_id)
    viewer = reader_of(match, principal, eyes["viewer"])
    if not 1 <= version <= match.version:
        raise Unknown(match_id, version)
    return tagged_response(
        tag_of(match_id, principal, viewer, version),
        lambda: next(read_actions(match, principal, viewer, version - 1, version)),
        kept=may_be_kept(match_id, principal, version),
    )


# --- windows


@views.get(
    "/windows", 200, replies.WindowsReply, *READING, 429, 503, tagged=True, watched=True, query=schemas.WindowsPage()
)
def windows(page: dict[str, Any], match_id: str) -> ResponseOf[replies.WindowsReply]:
    """List the windows of a match.

    Returns one page of the ledger: each window that opened, what each seat was offered, and who used it or passed, as
    far as the viewer may know. The ledger follows the store with a short delay: `version` says how far it has read, and
    `wait` holds the answer back until it has read that far.
    """
    match, principal, viewer = match_and_viewer(match_id, page["viewer"])
    require_seat(match, page["seat"])
    require_card(match, page["card"])
    place = place_of(page["at"])
    if place.version > match.version:
        raise Unknown(match_id, place.version)
    if place.fact:
        # there is such a fact, or no such place
        match_inside(match_id, place)
    ledger = request_context().services.windows
    if page["wait"]:
        with waiting_place(principal, match_id):
            ledger.wait_for(match_id, page["wait"], offers=True)
        _, principal, viewer = match_and_viewer(match_id, page["viewer"])
    found = ledger.page(match_id, viewer, ledger_query(page, place))
    reached = found.reached
    settled = 0 < place.version <= min(reached.windows, reached.offers)
    return tagged_response(
        tag_of(match_id, principal, viewer, f"{reached.windows}.{reached.offers}"),
        lambda: ledger_page(match_id, viewer, found),
        kept=may_be_kept(match_id, principal, settled),
    )


def require_card(match: Match, key: str) -> None:
    """Raises Problem 422 for a card key that is none of the match's pool."""
    cards = match.rules.pool.cards
    if key and key not in cards:
        problem = f"No card has this key{f'; did you mean {meant}?' if (meant := meant_by(key, cards)) else '.'}"
        raise Problem(422, "request.shape", because={"query": {"card": [problem]}})


def ledger_query(page: dict[str, Any], place: MatchPlace) -> LedgerQuery:
    at = (place.version, place.fact or END) if place.version else None
    filters = {name: page[name] for name in ("seat", "kind", "card", "round", "after", "limit")}
    return LedgerQuery(**filters, at=at)


def ledger_page(match_id: str, viewer: Viewer, found: LedgerPage) -> replies.WindowsReply:
    return replies.WindowsReply(
        match=match_id,
        version=found.reached.windows,
        offers=found.reached.offers,
        viewer=viewer,
        windows=found.windows,
        next=found.after or None,
    )
