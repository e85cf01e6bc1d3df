"""Matches: open one, list them, give a command, have one explained. Most requests go to `give_command`."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, cast

import msgspec
from eventsourcing.persistence import PersistenceError
from flask import g
from msgspec import UNSET

from domain.games import GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.explaining import explain_at, refused_by
from domain.kernel.checks import CheckOutcome
from domain.kernel.ids import Seat
from domain.match.aggregate import Match, Receipt, Refused
from domain.match.envelope import SEAT, Actor
from domain.tournaments.commands import SeatMatch
from domain.tournaments.player_names import is_label_of
from service.app.keys import Principal
from service.app.match.openings import players_named
from service.app.tournaments import TournamentReceipt
from service.http.described import IDEMPOTENCY_KEY, READING, Views
from service.web import schemas
from service.web.access import (
    JUDGES,
    OPENERS,
    asker,
    asker_of,
    presented_key,
    record_look,
    require_scope,
    require_somebody,
    viewer_of,
)
from service.web.if_match import WAIT
from service.web.match import match_replies as replies
from service.web.match.match_list import fits, page_of
from service.web.match.opening import (
    issue_seat_keys,
    key_at,
    match_id_of,
    open_once,
    requested_opening,
    require_names,
    stored_seed,
)
from service.web.match.places import match_at
from service.web.match.play_replies import AcceptedReply, CheckedReply, FactReply
from service.web.match.refused_attempts import readable_attempts
from service.web.problems import Problem, refusal_problem, window_now
from service.web.request_context import request_context
from service.web.request_parts import (
    COMMAND_BYTES,
    answered_wait,
    command_named,
    command_of,
    idempotency_key,
    json_body,
    raw_body,
)
from service.web.responses import ResponseOf, json_response, tagged_response, uncached_response

LOG = logging.getLogger("praetor.http")
PAUSED = "match.paused"
COMMAND = {"$ref": "#/components/schemas/Command"}
ASKED_COMMAND = {"$ref": "#/components/schemas/AskedCommand"}
NEW_MATCH = schemas.NewMatch()

views = Views("matches", __name__, url_prefix="/v1/matches")


@views.post(
    "",
    201,
    replies.OpenedReply,
    *(400, 401, 403, 404, 409, 413, 415, 422, 503),
    body=NEW_MATCH,
    headers=(IDEMPOTENCY_KEY,),
    sends=("ETag", "Location"),
)
def open_match() -> ResponseOf[replies.OpenedReply]:
    """Open a match.

    The body names the game and either the seats with what they bring, or a position. It can name a table of a
    tournament. An organizer who plays in the match, or at the table, does not open it: an admin does. Returns the new
    match with an API key for each seat. The same request again (same API key, `Idempotency-Key` and body) opens no
    second match and returns the same answer.
    """
    principal = require_scope(*OPENERS)
    api_key, key = presented_key(), idempotency_key()
    given = json_body(NEW_MATCH)
    opening = requested_opening(given)
    services, match_id = request_context().services, match_id_of(api_key, key)
    seating, by = seating_of(given["event"], match_id), Actor(principal.actor, principal.scope)
    if stored_seed(services.matches, match_id) is None:
        require_names(given["seats"])
    if seating:
        services.events.may_seat(*seating, by, opening, key)
    else:
        services.events.may_open(by, opening)
    accepted = open_once(services.matches, match_id, opening, key_at(given["event"], key), by)
    seated = services.events.enter(*seating, asker=by, key=key) if seating else None
    match = services.matches.cached_match(match_id)
    players = {**seated_players(seated), **players_named(opening), **GAMES[opening.game].players(match.table)}
    keys = issue_seat_keys(services.keys, match, api_key, key)
    return opened_response(accepted, keys, players)


def seating_of(table: dict[str, Any] | None, match_id: str) -> tuple[str, SeatMatch] | None:
    """The event at a table of which a match is to be played, and the command that seats it there."""
    if table is None:
        return None
    return table["event"], SeatMatch(round=table["round"], table=table["table"], match=match_id)


def seated_players(seated: TournamentReceipt | None) -> dict[str, str]:
    """The players by seat as the entry has them that seated the match, the same for each repetition of the request."""
    if seated is None:
        return {}
    entry = request_context().services.events.entries(seated.event.id)[seated.entry - 1]
    return {seat: player for player, seat in entry.cmd.seats.items()}


def opened_response(
    accepted: Receipt, keys: dict[str, str], players: dict[str, str]
) -> ResponseOf[replies.OpenedReply]:
    first = request_context().opening(accepted.match_id).cmd
    g.match, g.action = accepted.match_id, accepted.action
    opened = replies.OpenedReply(
        match=accepted.match_id,
        version=accepted.version,
        game=first.game,
        wait=accepted.wait,
        commitment=first.commitment,
        seats=[
            replies.SeatKeyReply(
                seat=seat,
                player=players.get(seat) or UNSET,
                key=key,
                label_is_name=is_label_of(seat, players.get(seat, "")) or UNSET,
            )
            for seat, key in keys.items()
        ],
    )
    headers = {"ETag": '"v1"', "Location": f"/v1/matches/{accepted.match_id}", "Cache-Control": "no-store"}
    return json_response(opened, 201, headers)


@views.get("", 200, replies.MatchesReply, 401, 403, 422, watched=True, query=schemas.MatchesAsked())
def list_matches(query: dict[str, Any]) -> ResponseOf[replies.MatchesReply]:
    """List the matches that the key may read, newest first.

    Returns one page of matches. The query filters by player, tournament, table, game, state and time. `event` and
    `players` are returned, and filtered by, only where the key may read the tournament. An analyst reads and finds the
    players of other matches by their pseudonyms.
    """
    found, following = page_of(asker(), query, partial(fits, query))
    return uncached_response(replies.MatchesReply(matches=found, next=following))


@views.get("/<match:match_id>", 200, replies.HeadReply, 401, 403, 404, tagged=True, watched=True)
def show_match(match_id: str) -> ResponseOf[replies.HeadReply]:
    """Read how a match was opened and where it stands.

    Returns the newest version, the open wait, the awaited seats and, once the match has ended, its result.
    """
    asker_of(match_id)
    match = request_context().services.matches.fresh(match_id)
    return tagged_response(str(match.version), lambda: head_of(match))


def head_of(match: Match) -> replies.HeadReply:
    opening, table = request_context().opening(match.id), match.table
    return replies.HeadReply(
        match=match.id,
        version=match.version,
        game=opening.cmd.game,
        policy=opening.cmd.policy,
        spectators=opening.cmd.spectators or "none",
        opened=opening.at,
        by=opening.actor,
        seats=list(table.seats),
        wait=match.wait,
        awaited=list(table.waiting.seats) if table.waiting else [],
        over=ending_of(table.over),
        frozen=match.flags.frozen,
    )


def ending_of(over: Any) -> replies.EndingReply | None:
    """The end of a match in words of the API; None where it goes on."""
    return {"winner": over.winner, "how": over.how, "rule": over.rule} if over else None


# --- commands


@views.post(
    "/<match:match_id>/commands",
    201,
    AcceptedReply,
    *(400, 401, 403, 404, 409, 412, 413, 415, 422, 428, 503),
    body=COMMAND,
    headers=(WAIT.parameter, IDEMPOTENCY_KEY),
    sends=("ETag",),
)
def give_command(match_id: str) -> ResponseOf[AcceptedReply]:
    """Give a command for the key's seat.

    Returns the facts that the command caused. `412` means that another wait is open by now. `422` cites the rule that
    refuses the command, or says what is wrong with the request. If there is no answer, or the answer is `503`, send the
    same request again: the command is carried out once and the answer is the same.
    """
    principal = require_seat_key(match_id)
    key = idempotency_key()
    matches = request_context().services.matches
    match = matches.cached_match(match_id)
    command = command_of(match)
    wait = answered_wait(match, command)
    g.match = match_id
    try:
        accepted = matches.act(match_id, principal.actor, command, wait=wait, key=key, actor=principal.actor)
    except Refused as error:
        raise refused_attempt(principal, command, error) from error
    return accepted_response(accepted)


def require_seat_key(match_id: str) -> Principal:
    """The principal, who must have the key of a seat of this match. Raises Problem 401, 403."""
    principal = require_somebody(asker_of(match_id))
    if principal.scope != SEAT:
        raise Problem(403, "request.scope", because={"scope": principal.scope, "needed": [SEAT]})
    return principal


def accepted_response(accepted: Receipt) -> ResponseOf[AcceptedReply]:
    """The body of a 201, from the stored action alone, so that every repetition is equal to the byte."""
    g.action, g.version = accepted.action, accepted.version
    reply = AcceptedReply(
        match=accepted.match_id,
        version=accepted.version,
        action=accepted.action,
        wait=accepted.wait,
        facts=[cast(FactReply, {"place": place, **fact}) for place, fact in accepted.facts],
    )
    return json_response(reply, 201, {"ETag": f'"v{accepted.version}"'})


def refused_attempt(principal: Principal, command: Any, error: Refused) -> Problem:
    """The problem of a refused command, which is stored for judges; a failing audit does not change the response."""
    services = request_context().services
    match = services.matches.cached_match(principal.match_id)
    problem = refusal_problem(error)
    problem.window = window_now(match)
    because = error.refusal.because
    try:
        problem.attempt = services.audit.keep(
            match.id,
            match.version,
            match.wait,
            principal.actor,
            principal.id,
            problem.rule,
            because,
            command,
            request_id=idempotency_key(),
            seed=match.seed,
        )
    except PersistenceError as failure:
        services.audit.lost += 1
        LOG.warning("an attempt was not kept: %s", failure)
    return problem


@views.post(
    "/<match:match_id>/commands/check",
    200,
    CheckedReply,
    *(400, 401, 403, 404, 413, 415, 422),
    body=ASKED_COMMAND,
    query=schemas.LookAtVersion(),
)
def check_command(look: dict[str, Any], match_id: str) -> ResponseOf[CheckedReply]:
    """Check a command without giving it.

    Returns the verdict and every check of the command, each with its outcome and its rule. Nothing is stored. A judge
    names the seat with `as`. While a case freezes the match, the verdict is no, by `match.paused`.
    """
    principal = require_somebody(asker_of(match_id))
    match = match_at(match_id, look["at"])
    viewer = viewer_of(match, principal, look["viewer"])
    if viewer not in match.table.seats:
        raise Problem(422, "request.viewer", because={"as": viewer, "needed": list(match.table.seats)})
    command = command_named(match, viewer, raw_body(COMMAND_BYTES))
    chronicle = request_context().chronicles.of(match_id)
    outcomes, pause = explain_at(chronicle, match.version, Seat(viewer), command), pause_of(chronicle, match.version)
    verdict = verdict_on(command, [*pause_check(pause), *outcomes])
    return uncached_response(CheckedReply(match=match_id, version=match.version, seat=viewer, frozen=pause, **verdict))


def pause_of(chronicle: Chronicle, version: int) -> str:
    """The case that freezes a match, for a question about its newest version; empty for none, or an earlier version."""
    return chronicle.match.flags.frozen if version == chronicle.newest else ""


def pause_check(case_id: str) -> list[CheckOutcome]:
    """The check that fails while a case freezes the match; nothing where none does."""
    return [CheckOutcome("is_not_paused", PAUSED, because={"case": case_id})] if case_id else []


def verdict_on(command: Any, outcomes: list[CheckOutcome]) -> dict[str, Any]:
    """The fields of a VerdictReply: yes or no, the rule that refuses, the command as it was read, and every check."""
    rule = refused_by(outcomes)
    verdict = {"verdict": "no" if rule else "yes", "refused_by": rule, "accepted": not rule}
    return {**verdict, "command": msgspec.to_builtins(command), "checks": outcomes}


@views.get("/<match:match_id>/attempts", 200, replies.AttemptsReply, *READING, query=schemas.AttemptsPage())
def list_attempts(page: dict[str, Any], match_id: str) -> ResponseOf[replies.AttemptsReply]:
    """List the refused commands of a match, for judges.

    Returns one page of attempts. While an answer is secret, an attempt about it shows only the type of the command.
    """
    require_scope(*JUDGES)
    principal = asker_of(match_id)
    record_look(request_context().services.matches.fresh(match_id), principal)
    attempts = readable_attempts(match_id, principal, page["after"], page["limit"])
    following = attempts[-1].id if len(attempts) == page["limit"] else None
    return uncached_response(replies.AttemptsReply(match=match_id, attempts=attempts, next=following))
