"""The judge's questions about a match, as far as a viewer may know the answers: timeline, lines.

Each view reads its query, calls `domain.judging`, and names the version and line of the answer.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from msgspec import structs

from domain.games import GAMES
from domain.judging.inquiry.explaining import (
    explain_at,
    limits_at,
    nearest_turns,
    numbers_at,
    what_comes_next,
)
from domain.judging.inquiry.missed_opportunities import reasons_of, report_missed, report_refusal
from domain.judging.inquiry.subjects import readable_texts
from domain.judging.inquiry.timeline import TimelineExtras, TimelineQuery, timeline
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.reading import meant_by, none_of
from domain.kernel.ids import Seat
from service.files.names_in_commands import Unclear, is_handle, thing_meant
from service.http.described import LONG, READING, Views
from service.http.match.matches import pause_check, pause_of, verdict_on
from service.web import schemas
from service.web.access import match_seats, require_seat
from service.web.match import question_replies as replies
from service.web.match import question_schemas
from service.web.match.questions import Question, attempts_in, disagreements_in
from service.web.problems import Problem
from service.web.queues import in_turn
from service.web.request_parts import command_named, unclear_problem
from service.web.responses import ResponseOf, uncached_response
from service.web.version_pages import version_page

views = Views("questions", __name__, url_prefix="/v1/matches/<match:match_id>")


def require_name(field: str, name: str, names: Collection[str]) -> None:
    """Raises Problem 404 for an unknown name in a path, with the name that may have been meant."""
    if name in names:
        return
    problem, meant = none_of(name, names), meant_by(name, names)
    because = {"field": field, "problem": problem, **({"meant": meant} if meant else {})}
    raise Problem(404, "request.unknown", f"{problem}; did you mean {meant}?" if meant else problem, because)


def known_thing(question: Question, name: str) -> str:
    """The thing that a name means in a history without facts.

    Raises Problem 404, 422 where the viewer could know of none.

    Any handle could be that of a card. Whether a card exists that the viewer does not see is not told.
    """
    chronicle, viewer = question.chronicle, question.viewer
    game = GAMES[chronicle.match.rules.name]
    readable = readable_texts(chronicle, viewer, judging=question.judging)
    readable |= chronicle.match.rules.pool.cards.keys() | {
        each for named in game.named_things.values() for each in named
    }
    if is_handle(name) or all(part in readable for part in name.split(".")):
        return name
    try:
        return thing_meant(chronicle, viewer, name, judging=question.judging)
    except Unclear as error:
        if error.which:
            raise unclear_problem(error) from error
        require_name("thing", name, readable)
        raise


@views.get("/timeline", 200, replies.TimelineReply, *LONG, watched=True, query=question_schemas.Timeline())
@in_turn
def tell_timeline(query: dict[str, Any], match_id: str) -> ResponseOf[replies.TimelineReply]:
    """Read the timeline of a match.

    Returns one page of the tree of rounds, phases, steps, actions and facts. Each node has its address, and its jump
    mark if it has one.
    """
    question = Question(match_id, query.pop("viewer"))
    require_seat(question.chronicle.match, query["seat"])
    newest = question.chronicle.newest
    part = version_page(query.pop("first"), min(query.pop("last") or newest, newest), query.pop("limit"))
    wanted = TimelineQuery(part.first, part.last, **{**query, "thing": question.thing(query["thing"])})
    refused = attempts_in(match_id, question.principal, question.viewer)
    beside = TimelineExtras(refused, disagreements_in(question.chronicle, question.principal, wanted))
    answer = timeline(question.chronicle, question.viewer, wanted, beside, judging=question.judging)
    about, lines = question.about(question.chronicle.newest), question.chronicle.intervals()
    return uncached_response(replies.TimelineReply(**about, lines=lines, **structs.asdict(answer), next=part.next))


# --- windows


@views.get("/missed", 200, replies.MissedReply, *LONG, query=question_schemas.Missed())
@in_turn
def tell_missed(query: dict[str, Any], match_id: str) -> ResponseOf[replies.MissedReply]:
    """List what a seat could have used and did not.

    Returns one page of missed opportunities. A judge asks about any seat; a seat asks about itself once the match is
    over.
    """
    question = Question(match_id, query["viewer"])
    seats, seat = match_seats(question.chronicle.match), Seat(query["seat"] or question.viewer)
    if not query["seat"] and seat not in seats:
        problem = f"Missing: who has no seat asks about one of them, {join_names(seats, 'or')}."
        raise Problem(422, "request.shape", because={"query": {"seat": [problem]}})
    last = question.version(query["last"])
    require_seat(question.chronicle.match, seat)
    if refusal := report_refusal(question.chronicle, seat, question.viewer):
        raise Problem(403, refusal.rule, because=refusal.because)
    part = version_page(query["first"], last, query["limit"])
    report = report_missed(question.chronicle, seat, part.first, last, query["kind"], stop=part.last)
    return uncached_response(replies.MissedReply(**question.about(last), **structs.asdict(report), next=part.next))


@views.get("/windows/<window>/reasons", 200, replies.ReasonsReply, *READING, watched=True, query=schemas.Eyes())
def tell_reasons(query: dict[str, Any], match_id: str, window: str) -> ResponseOf[replies.ReasonsReply]:
    """Explain who was offered a window and who was not.

    `window` is the place where the window opened, for example `42.7`. Returns for each seat why it could act or not.
    Judges get the reasons about hidden cards; a seat gets those about its own cards once the match is over. `404` also
    means that no window opened at this place.
    """
    question = Question(match_id, query["viewer"])
    place = question.place(window)
    try:
        reasons = reasons_of(question.chronicle, place.version, place.fact, question.viewer)
    except KeyError:
        raise Problem(404, "request.unknown", f"no window opened at {window}", {"window": window}) from None
    return uncached_response(replies.ReasonsReply(**question.about(place.version), **reasons))


# --- what was lawful, and how it came about


@views.get("/explain", 200, replies.ExplainedReply, 400, *READING, query=question_schemas.Explain())
def tell_explained(query: dict[str, Any], match_id: str) -> ResponseOf[replies.ExplainedReply]:
    """Explain whether a command was legal at a version.

    Returns the verdict, every check of the command, and the nearest versions at which the verdict changes. `as` names
    the seat: a seat asks for itself, a judge for any seat. The command may name a card by its printed title, or by
    words of it, if the seat sees exactly one such card; `none` stands for an empty list. A card keeps no handle when it
    is played or hidden: at other versions it is followed as far as the seat can, and where the seat could not name it,
    the answer says so. While a case freezes the match, a seat that asks about the newest version is told no, by
    `match.paused`; a judge is told what the rules say, and the case (`frozen`).
    """
    question = Question(match_id, query["viewer"])
    chronicle, seat, at = question.chronicle, question.seat(), question.place(query["at"]).version
    command = command_named(chronicle.at(at), seat, query["command"])
    outcomes = explain_at(chronicle, at, seat, command)
    turns = nearest_turns(chronicle, at, seat, command, question.viewer, judging=question.judging)
    nearest, pause = replies.NearestReply.of(turns), pause_of(chronicle, at)
    # a judge asks what the rules say, a seat what it may do
    checks = outcomes if question.judging else [*pause_check(pause), *outcomes]
    verdict = {**verdict_on(command, checks), "nearest": nearest, "frozen": pause}
    return uncached_response(replies.ExplainedReply(**question.about(at), seat=seat, **verdict))


@views.get("/numbers", 200, replies.NumbersReply, *READING, watched=True, query=question_schemas.At())
def tell_numbers(query: dict[str, Any], match_id: str) -> ResponseOf[replies.NumbersReply]:
    """List every number that the rules compute at a version.

    Returns the numbers, each with the trace of its computation.
    """
    return numbers_of(match_id, query, "")


@views.get("/numbers/<what>", 200, replies.NumbersReply, *READING, watched=True, query=question_schemas.At())
def tell_number(query: dict[str, Any], match_id: str, what: str) -> ResponseOf[replies.NumbersReply]:
    """Read the computed numbers of one name at a version.

    `what` is the name, for example `strength`, `income` or `supply`. Returns the numbers, each with the trace of its
    computation.
    """
    return numbers_of(match_id, query, what)


def numbers_of(match_id: str, query: dict[str, Any], what: str) -> ResponseOf[replies.NumbersReply]:
    question = Question(match_id, query["viewer"])
    if what:
        require_name("what", what, GAMES[question.chronicle.match.rules.name].questions.number_names)
    at = question.place(query["at"]).version
    numbers = numbers_at(question.chronicle, at, question.viewer, what)
    return uncached_response(replies.NumbersReply(**question.about(at), numbers=numbers))


@views.get("/limits", 200, replies.LimitsReply, *READING, watched=True, query=question_schemas.At())
def tell_limits(query: dict[str, Any], match_id: str) -> ResponseOf[replies.LimitsReply]:
    """List the limits in use at a version.

    Returns each limit with how often it was used, and by which actions.
    """
    question = Question(match_id, query["viewer"])
    at = question.place(query["at"]).version
    return uncached_response(replies.LimitsReply(**question.about(at), limits=limits_at(question.chronicle, at)))


@views.get("/next", 200, replies.ComingReply, *READING, watched=True, query=question_schemas.At())
def tell_next(query: dict[str, Any], match_id: str) -> ResponseOf[replies.ComingReply]:
    """Read what would follow if every seat passed.

    Returns the steps from a version on, up to the first question that a pass does not answer. No random result is
    predicted.
    """
    question = Question(match_id, query["viewer"])
    at = question.place(query["at"]).version
    coming = what_comes_next(question.chronicle, at, question.viewer)
    return uncached_response(replies.ComingReply(**question.about(at), **structs.asdict(coming)))
