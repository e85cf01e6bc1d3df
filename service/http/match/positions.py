"""Positions typed in from paper: checked line by line, looked at, asked about. Nothing is stored.

A body is YAML or JSON as api_docs/positions.md describes it; one reader reads both, so JSON has lines too.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from domain.games import GAMES
from domain.kernel.deciding import explain_checks_of
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.ids import JUDGE, Seat, Viewer
from domain.kernel.refusals import NoPosition
from domain.match.aggregate import Match
from service.files.typed_positions import TypedPosition, read_typed
from service.http.described import Views
from service.http.match.matches import verdict_on
from service.web import schemas
from service.web.access import asker, require_somebody
from service.web.match import question_schemas
from service.web.match.match_replies import PositionCheckedReply, PositionExplainedReply
from service.web.match.questions import viewer_named
from service.web.match.typed_positions import TEXTS, body_text, require_match
from service.web.problems import Problem
from service.web.request_parts import command_named
from service.web.responses import ResponseOf, json_response
from service.web.rule_lookup import game_of

# whatever YAML holds is read, and each line that is no position is told
BODY = {"description": "A position in the form of the guide on positions, or a scenario file."}
EYES, EXPLAIN = schemas.Eyes(), question_schemas.ExplainTyped()

views = Views("positions", __name__, url_prefix="/v1/games/<game>/positions")


def read_body(game: str) -> TypedPosition:
    """The position in the body. Raises Problem 400, 401, 404, 413, 415."""
    require_somebody(asker())
    game_of(game)
    return read_typed(body_text(), game)


@views.post(
    "/check", 200, PositionCheckedReply, *(400, 401, 404, 413, 415, 422), body=BODY, body_types=TEXTS, query=EYES
)
def check_position(eyes: dict[str, Any], game: str) -> ResponseOf[PositionCheckedReply]:
    """Check a position.

    Returns whether the position is valid. If it is, the answer has the open window, who may do what, and the table; if
    not, it names every wrong line. Nothing is stored.
    """
    found = read_body(game)
    checked = PositionCheckedReply(
        game=found.game, holds=found.holds, faults=found.faults, viewer=eyes["viewer"] or JUDGE
    )
    if found.match is None:
        return json_response(checked)
    viewer = viewer_named(found.match, eyes["viewer"])
    return json_response(structs.replace(checked, viewer=viewer, **seen_position(found.match, viewer)))


def seen_position(match: Match, viewer: Viewer) -> dict[str, Any]:
    """The open window, the table and the position in full, as a viewer sees them."""
    rules, table = match.rules, match.table
    window, view = describe_open_window(rules, table, viewer), rules.view(table, viewer, judging=False)
    return {"window": window, "view": view, "position": position_json(match)}


def position_json(match: Match) -> dict[str, Any] | None:
    """The table as a position; None where play has gone on into a sequence."""
    try:
        return GAMES[match.rules.name].position_of(match.table)
    except NoPosition:
        return None


@views.post(
    "/explain",
    200,
    PositionExplainedReply,
    *(400, 401, 404, 413, 415, 422),
    body=BODY,
    body_types=TEXTS,
    query=EXPLAIN,
)
def explain_on_position(query: dict[str, Any], game: str) -> ResponseOf[PositionExplainedReply]:
    """Check a command on a position.

    Returns the verdict and every check of the command, each with its outcome and its rule. Nothing is stored.
    """
    found = read_body(game)
    match, seat = require_match(found), query["seat"]
    if seat not in match.table.seats:
        raise Problem(422, "match.no-such-seat", because={"seat": seat, "seats": list(match.table.seats)})
    command = command_named(match, seat, query["command"])
    outcomes = explain_checks_of(match.rules, match.table, Seat(seat), command)
    return json_response(PositionExplainedReply(game=found.game, seat=seat, **verdict_on(command, outcomes)))
