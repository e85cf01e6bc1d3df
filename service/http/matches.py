"""Matches: open one, list them, give a command, have one explained. The hot route is `give_command`."""

from __future__ import annotations

import logging
from typing import Any

from eventsourcing.persistence import PersistenceError
from flask import Response, g

from domain.event import Asker
from domain.games import GAMES
from domain.judging.event_commands import SeatMatch
from domain.judging.explaining import explained
from domain.kernel.ids import Seat
from domain.match import Accepted, Match, Refused
from service.http import replies, schemas
from service.http.answers import answer, asked_again, tagged
from service.http.auth import (
    JUDGES,
    NOBODY,
    OFFICES,
    OPENERS,
    asker,
    asker_of,
    is_public,
    kept_out,
    look,
    presented,
    require,
    somebody,
    viewer_of,
)
from service.http.bodies import body, command_of, idempotency_key, wait_answered
from service.http.described import IDEMPOTENCY_KEY, IF_MATCH, READING, Views
from service.http.here import here
from service.http.opening import match_id_of, opened, opening_of, seat_keys
from service.http.places import match_at
from service.http.problems import Problem, refused, window_now
from service.keys import SEAT, Known
from service.store.recorded import Listed

LOG = logging.getLogger("praetor.http")
COMMAND = {"$ref": "#/components/schemas/Command"}
NEW_MATCH = schemas.NewMatch()

views = Views("matches", __name__, url_prefix="/v1/matches", description="Matches: open, list, act, explain.")


@views.post("", 201, replies.Opened(), 400, 401, 403, 413, 415, 422, body=NEW_MATCH, headers=(IDEMPOTENCY_KEY,))
def open_match() -> Response:
    """Open a match from seats with what they bring, or from a position, also at a table of an event.

    It answers with a key for each seat.

    The same request again (API key, Idempotency-Key, body) opens nothing and is answered the same.
    """
    known = require(*OPENERS)
    api_key, key = presented(), idempotency_key()
    given = body(NEW_MATCH)
    asked = opening_of(given)
    services, match_id = here().services, match_id_of(api_key, key)
    seating, by = seating_of(given["event"], match_id), Asker(known.actor, known.scope)
    if seating:
        services.events.may_seat(*seating, by, asked)
    accepted = opened(services.matches, match_id, asked, key, f"organizer:{known.actor}")
    if seating:
        services.events.enter(*seating, asker=by, key=key)
    match = services.matches.known(match_id)
    seats = seat_keys(api_key, key, match.table.seats)
    services.keys.issue_seats(match_id, seats)
    return opened_answer(accepted, seats, GAMES[asked.game].players(match.table))


def seating_of(table: dict[str, Any] | None, match_id: str) -> tuple[str, SeatMatch] | None:
    """The event at a table of which a match is to be played, and the command that says so."""
    if table is None:
        return None
    return table["event"], SeatMatch(round=table["round"], table=table["table"], match=match_id)


def opened_answer(accepted: Accepted, seats: list[tuple[str, str]], players: dict[str, str]) -> Response:
    first = here().opening(accepted.match_id).cmd
    g.match, g.action = accepted.match_id, accepted.action
    written = {
        "match": accepted.match_id,
        "version": accepted.version,
        "game": first.game,
        "wait": accepted.wait,
        "commitment": first.commitment,
        "seats": [seat_written(seat, key, players.get(seat, "")) for seat, key in seats],
    }
    headers = {"ETag": '"v1"', "Location": f"/v1/matches/{accepted.match_id}", "Cache-Control": "no-store"}
    return answer(written, 201, headers)


def seat_written(seat: str, key: str, player: str) -> dict[str, str]:
    return {"seat": seat, **({"player": player} if player else {}), "key": key}


@views.get("", 200, replies.Matches(), 401, 403, 422, watched=True, query=schemas.Page())
def list_matches(page: dict[str, Any]) -> Response:
    """The matches that the asker may read, by id."""
    seen, following = listed_for(asker(), page["after"], page["limit"])
    return asked_again({"matches": [summary(each) for each in seen], "next": following})


def listed_for(known: Known, after: str, limit: int) -> tuple[list[Listed], str | None]:
    """A page of the matches that somebody may read, by id, and the id after which to ask on."""
    matches = here().services.matches
    if known.scope == SEAT:
        return [Listed(known.match_id, matches.fresh(known.match_id).version)], None
    seen: list[Listed] = []
    away = here().services.events.elsewhere(Asker(known.actor, known.scope)) if known.scope in OFFICES else frozenset()
    more = True
    while more and len(seen) < limit:
        listed = matches.listed(after, limit - len(seen))
        seen += [each for each in listed if is_theirs(known, each.match_id, away)]
        more = bool(listed)
        after = listed[-1].match_id if listed else after
    # the id to ask on from is one that the asker sees: those of others are not given away
    return seen, seen[-1].match_id if more and seen else None


def is_theirs(known: Known, match_id: str, away: frozenset[str]) -> bool:
    """Whether a match is listed for somebody who has no seat in it; `away` are those of events that are not theirs."""
    if known is NOBODY or match_id in away:
        return is_public(match_id)
    return known.scope in OFFICES or kept_out(known, match_id) is None


def summary(listed: Listed) -> dict[str, Any]:
    opening = here().opening(listed.match_id)
    return {
        "match": listed.match_id,
        "version": listed.version,
        "game": opening.cmd.game,
        "policy": opening.cmd.policy,
        "spectators": opening.cmd.spectators or "none",
        "opened": opening.at,
        "by": opening.actor,
    }


@views.get("/<match:match_id>", 200, replies.Head(), 401, 403, 404, tagged=True, watched=True)
def show_match(match_id: str) -> Response:
    """How a match was opened and where it stands."""
    asker_of(match_id)
    match = here().services.matches.fresh(match_id)
    return tagged(str(match.version), lambda: head(match))


def head(match: Match) -> dict[str, Any]:
    table = match.table
    over = table.over
    return {
        **summary(Listed(match.id, match.version)),
        "seats": list(table.seats),
        "wait": match.wait,
        "awaited": list(table.waiting.seats) if table.waiting else [],
        "over": {"winner": over.winner, "how": over.how, "rule": over.rule} if over else None,
    }


# --- commands


@views.post(
    "/<match:match_id>/commands",
    201,
    replies.Accepted(),
    *(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503),
    body=COMMAND,
    headers=(IF_MATCH, IDEMPOTENCY_KEY),
)
def give_command(match_id: str) -> Response:
    """Give a command for the key's seat.

    201 with what it caused; 422 with the rule that refuses it; 412 if another wait is open by now. Without an
    answer, or after 503, send the same request again: it is done once, and answered the same.
    """
    known = seat_of(match_id)
    key = idempotency_key()
    matches = here().services.matches
    match = matches.known(match_id)
    command = command_of(match)
    wait = wait_answered(match, command)
    g.match = match_id
    try:
        accepted = matches.act(match_id, known.actor, command, wait=wait, key=key, actor=known.actor)
    except Refused as error:
        raise refused_attempt(known, command, error) from error
    return accepted_answer(accepted)


def seat_of(match_id: str) -> Known:
    """Who acts; raises Problem 401, 403 without the key of a seat of this match."""
    known = somebody(asker_of(match_id))
    if known.scope != SEAT:
        raise Problem(403, "request.scope", because={"scope": known.scope, "needed": [SEAT]})
    return known


def accepted_answer(accepted: Accepted) -> Response:
    """The body of a 201: nothing but the stored action, so that every repetition is equal to the byte."""
    g.action, g.version = accepted.action, accepted.version
    written = {
        "match": accepted.match_id,
        "version": accepted.version,
        "action": accepted.action,
        "wait": accepted.wait,
        "facts": [{"place": place, **fact} for place, fact in accepted.facts],
    }
    return answer(written, 201, {"ETag": f'"v{accepted.version}"'})


def refused_attempt(known: Known, command: Any, error: Refused) -> Problem:
    """The problem of a refused command, kept for judges; a failing audit does not change the answer."""
    services = here().services
    match = services.matches.known(known.match_id)
    problem = refused(error)
    problem.window = window_now(match)
    because = error.refusal.because
    try:
        problem.attempt = services.audit.keep(
            match.id, match.version, match.wait, known.actor, known.id, problem.rule, because, command
        )
    except PersistenceError as failure:
        services.audit.lost += 1
        LOG.warning("an attempt was not kept: %s", failure)
    return problem


@views.post(
    "/<match:match_id>/commands/check",
    200,
    replies.Checked(),
    *(400, 401, 403, 404, 413, 415, 422),
    body=COMMAND,
    query=schemas.Look(),
)
def check_command(look: dict[str, Any], match_id: str) -> Response:
    """Every check of a command with its outcome and its rule; nothing is stored. A judge names the seat by `as`."""
    known = somebody(asker_of(match_id))
    match = match_at(match_id, look["at"])
    viewer = viewer_of(match, known, look["viewer"])
    if viewer not in match.table.seats:
        raise Problem(422, "request.viewer", because={"as": viewer, "needed": list(match.table.seats)})
    outcomes = explained(here().chronicles.of(match_id), match.version, Seat(viewer), command_of(match))
    written = {
        "match": match_id,
        "version": match.version,
        "seat": viewer,
        "accepted": all(each.ok for each in outcomes),
        "checks": [check_written(each) for each in outcomes],
    }
    return asked_again(written)


def check_written(outcome: Any) -> dict[str, Any]:
    return {
        "check": outcome.check,
        "rule": outcome.rule,
        "ok": outcome.ok,
        "asked": outcome.asked,
        "because": outcome.because,
    }


@views.get("/<match:match_id>/attempts", 200, replies.Attempts(), *READING, query=schemas.Page())
def list_attempts(page: dict[str, Any], match_id: str) -> Response:
    """The refused commands of a match, for judges."""
    known, services = require(*JUDGES), here().services
    look(services.matches.fresh(match_id), known)
    attempts = services.audit.of_match(match_id, page["after"], page["limit"])
    following = attempts[-1].id if len(attempts) == page["limit"] else None
    return asked_again({"match": match_id, "attempts": attempts, "next": following})
