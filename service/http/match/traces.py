"""More of the judge's questions: the history of a thing, orders, knowledge, chance, comparison, clocks, integrity."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import request
from msgspec import UNSET, structs

from domain.judging.inquiry.comparing import FieldDifference, view_of_position
from domain.judging.inquiry.divergence import Divergence
from domain.judging.inquiry.ordering import orderings
from domain.judging.inquiry.tracing import ThingTrace, chance_of, knowledge_at, seed_commitment, trace_thing
from domain.match.aggregate import Match
from service.http.case.cases import KEYED, MOVING
from service.http.described import LONG, Views
from service.http.match.questions import known_thing
from service.web.access import require_seat
from service.web.branch.compared_sides import compare_two_sides, side_of
from service.web.match import question_replies as replies
from service.web.match import question_schemas
from service.web.match.match_replies import IntegrityReply
from service.web.match.questions import (
    SEED,
    TYPED,
    Question,
    compare_with_position,
    integrity_of,
    proof_from,
    reveal_for_asker,
    time_used,
)
from service.web.match.typed_positions import YAML, body_text, read_opening
from service.web.queues import in_turn
from service.web.request_context import request_context
from service.web.request_parts import idempotency_key, json_body
from service.web.responses import ResponseOf, json_response, uncached_response
from service.web.version_pages import VersionPage, version_page

views = Views("traces", __name__, url_prefix="/v1/matches/<match:match_id>")


@views.get(
    "/things/<path:thing>/history", 200, replies.HistoryReply, *LONG, watched=True, query=question_schemas.History()
)
@in_turn
def tell_history(query: dict[str, Any], match_id: str, thing: str) -> ResponseOf[replies.HistoryReply]:
    """Read the history of a card, an area or a group of units.

    `thing` is a card by handle, key or title, an area, or units such as `stark.knight`. Returns one page of what
    happened to it, up to a version.
    """
    question = Question(match_id, query["viewer"])
    at = question.place(query["at"]).version
    part = version_page(query["first"], at, query["limit"])
    history = history_of(question, thing, part)
    if not history.facts and not history.way and (meant := known_thing(question, thing)) != thing:
        history = history_of(question, meant, part)
    return uncached_response(replies.HistoryReply(**question.about(at), **structs.asdict(history), next=part.next))


def history_of(question: Question, thing: str, part: VersionPage) -> ThingTrace:
    """The history of a thing in some versions."""
    return trace_thing(question.chronicle, thing, question.viewer, part.first, part.last, judging=question.judging)


@views.get("/orderings", 200, replies.OrderingsReply, *LONG, watched=True, query=question_schemas.Orderings())
@in_turn
def tell_orderings(query: dict[str, Any], match_id: str) -> ResponseOf[replies.OrderingsReply]:
    """List what happened at the same time and was put in order.

    Returns each ordering: what was ordered, in which order, who chose it, and by which rule.
    """
    question = Question(match_id, query["viewer"])
    last = question.version(query["last"])
    require_seat(question.chronicle.match, query["seat"])
    rows = orderings(question.chronicle, query["first"], last, query["seat"])
    return uncached_response(replies.OrderingsReply(**question.about(last), orderings=rows))


@views.get("/knowledge", 200, replies.KnowledgeReply, *LONG, watched=True, query=question_schemas.At())
@in_turn
def tell_knowledge(query: dict[str, Any], match_id: str) -> ResponseOf[replies.KnowledgeReply]:
    """Read who knows which hidden card.

    Returns each known card with the version since which it is known. What a player saw on an undone line stays known.
    """
    question = Question(match_id, query["viewer"])
    at = question.place(query["at"]).version
    knowledge = knowledge_at(question.chronicle, at, question.viewer)
    return uncached_response(replies.KnowledgeReply(**question.about(at), **structs.asdict(knowledge)))


# --- chance


@views.get("/chance", 200, replies.ChanceReply, *LONG, watched=True, query=question_schemas.Span())
@in_turn
def tell_chance(query: dict[str, Any], match_id: str) -> ResponseOf[replies.ChanceReply]:
    """List the random results of a match.

    Returns each result with its purpose, and the seed once it has been revealed.
    """
    question = Question(match_id, query["viewer"])
    chronicle, last = question.chronicle, question.version(query["last"])
    seed = chronicle.match.seed.hex() if chronicle.match.flags.revealed else None
    results = chance_of(chronicle, query["first"], last, question.viewer, judging=question.judging)
    commitment = seed_commitment(chronicle)
    return uncached_response(
        replies.ChanceReply(**question.about(last), commitment=commitment, seed=seed, results=results)
    )


@views.post("/chance/proof", 200, replies.ProofReply, 400, 401, 403, 404, 413, 415, 422, body=SEED)
def prove_chance(match_id: str) -> ResponseOf[replies.ProofReply]:
    """Prove that every random result follows from the committed seed.

    Returns the outcome of the proof. While the match runs, a judge proves against their sealed copy of the seed. Once
    the seed is revealed, everybody can prove.
    """
    question = Question(match_id)
    proof = proof_from(question, json_body(SEED)["seed"])
    return uncached_response(replies.ProofReply(**question.about(question.chronicle.newest), **structs.asdict(proof)))


@views.post("/chance/reveal", 201, replies.RevealedReply, *MOVING, headers=KEYED)
def reveal_seed(match_id: str) -> ResponseOf[replies.RevealedReply]:
    """Reveal the seed of a match.

    Judges and organizers may do this. `409` means that the match is not over, or that a case about it is open. Returns
    the seed, also if it was revealed before. From then on everybody can prove the random results.
    """
    match = reveal_for_asker(match_id, idempotency_key())
    revealed = replies.RevealedReply(
        match=match_id,
        version=match.version,
        seed=match.seed.hex(),
        commitment=seed_commitment(request_context().chronicles.of(match_id)),
    )
    return json_response(revealed, 201, {"Cache-Control": "no-store"})


# --- comparison


@views.get("/compare", 200, replies.ComparedReply, *LONG, watched=True, query=question_schemas.Compare())
@in_turn
def compare_sides(query: dict[str, Any], match_id: str) -> ResponseOf[replies.ComparedReply]:
    """Compare two versions of a match.

    The versions may be undone ones. For judges who were called, either side may be a branch of the match; a place on a
    branch is counted along that branch. Returns one page of differences, each with the action that last changed it.
    """
    question = Question(match_id, query["viewer"])
    left, right = (side_of(query[name], question.chronicle, question.viewer) for name in ("left", "right"))
    found = compare_two_sides(left, right, question.viewer, query["before"], judging=question.judging)
    compared = replies.ComparedReply(
        **{**question.about(right.version), "line": right.line},
        left=left.reply(),
        right=right.reply(),
        differences=differences_found(found.differences),
        next=found.next or None,
    )
    return uncached_response(compared)


@views.post("/compare", 200, replies.ComparedReply, 400, *LONG, 413, 415, body=TYPED, query=question_schemas.Opposite())
@in_turn
def compare_position(query: dict[str, Any], match_id: str) -> ResponseOf[replies.ComparedReply]:
    """Compare a version of a match with a position that was written down at the table.

    The body has the position in JSON, or is itself the position in YAML (`application/yaml`). Returns one page of
    differences. The answer also says where the table first parted from the record. `422` names every wrong line of the
    position.
    """
    question = Question(match_id, query["viewer"])
    chronicle, at = question.chronicle, question.place(query["at"]).version
    position = view_of_position(
        chronicle.match, position_sent(chronicle.match), question.viewer, judging=question.judging
    )
    found, wrong = compare_with_position(
        chronicle, at, position, question.viewer, query["before"], judging=question.judging
    )
    compared = replies.ComparedReply(
        **question.about(at),
        left=replies.SideReply(version=at, line=chronicle.line(at)),
        right=replies.SideReply(typed=True),
        differences=differences_found(found.differences),
        next=max(found.next, wrong.stopped + 1 if wrong.stopped else 0) or None,
        wrong=divergence_reply(wrong),
    )
    return uncached_response(compared)


def divergence_reply(wrong: Divergence) -> replies.DivergenceReply:
    """The places where a table parted from the record, the first one first, and how many errors that is."""
    first = wrong.partings[0].at if wrong.partings else ""
    return replies.DivergenceReply(first=first, errors=wrong.errors, **structs.asdict(wrong))


def position_sent(match: Match) -> str:
    """The position in the body, as JSON text. Raises Problem 400, 415, 422."""
    if request.mimetype != YAML:
        return msgspec.json.encode(json_body(TYPED)["position"]).decode()
    return read_opening(body_text(), match.rules.name, request_context().opening(match.id).cmd.cards).position


def differences_found(rows: list[FieldDifference]) -> list[replies.DifferenceReply]:
    return [
        replies.DifferenceReply(
            left=each.left,
            right=each.right,
            object=each.object,
            field=each.field,
            touched_left=each.touched_left or UNSET,
            touched_right=each.touched_right or UNSET,
        )
        for each in rows
    ]


# --- time, and whether the record is whole


@views.get("/clocks", 200, replies.ClocksReply, *LONG, watched=True, query=question_schemas.At())
@in_turn
def tell_clocks(query: dict[str, Any], match_id: str) -> ResponseOf[replies.ClocksReply]:
    """Read how much time each seat used.

    Returns the time per seat, round and decision, computed from the recorded times, and the longest waits. What goes on
    is counted up to now, and at a version that is not the newest up to its recorded time; what was given or ruled later
    does not count there.
    """
    question = Question(match_id, query["viewer"])
    at = question.place(query["at"]).version
    used, owed, so_far = time_used(question.chronicle, at, question.principal)
    answer = {**question.about(at), **structs.asdict(used)}
    return uncached_response(replies.ClocksReply(**answer, owed=owed, owed_so_far=so_far))


@views.get("/integrity", 200, IntegrityReply, *LONG, watched=True, query=question_schemas.Integrity())
@in_turn
def tell_integrity(query: dict[str, Any], match_id: str) -> ResponseOf[IntegrityReply]:
    """Check the stored record of a match.

    Returns whether the hash chain and the versions are complete, which events are those of judges, and which engine and
    card pool decided each action. With `readjudicate`, every action is decided again with today's engine.
    """
    return uncached_response(
        IntegrityReply(match=match_id, **integrity_of(match_id, readjudicated=query["readjudicate"]))
    )
