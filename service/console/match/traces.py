"""Further questions of a judge as pages: orders, knowledge, chance with its proof, clocks, the record.

Each page calls the function of the API's route (`service.http.match.traces`), so it shows nobody more.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import token_hex
from typing import Any

from flask import Response, g, redirect, request, url_for
from marshmallow import ValidationError
from msgspec import UNSET, Struct

from domain.judging.inquiry.chronicle import UNDONE
from domain.judging.inquiry.divergence import place_key
from domain.judging.inquiry.ordering import OrderedThing, OrderingChoice, orderings
from domain.judging.inquiry.tracing import CardKnowledge, SeedProof, chance_of, knowledge_at, seed_commitment
from domain.kernel.ids import PUBLIC, zone_kind, zone_owner
from domain.match.aggregate import Refused
from domain.match.envelope import ORGANIZER, Actor
from service.app.match.matches import Unknown
from service.app.match.seed_reveals import why_not_revealed
from service.console.console import render_page, views
from service.console.forms.fields import Field, check_filled
from service.console.forms.refusals import refusal_words
from service.console.match.match_page import MatchPage
from service.console.match.pages import match_page_of
from service.console.match.subjects import seen_titles
from service.present.text.names import CardTitles, in_words
from service.store.damage import UNREAD
from service.web.access import JUDGES, asker_of, require_scope
from service.web.match.questions import SEED, Question, integrity_of, proof_from, reveal_for_asker, time_used
from service.web.problems import Problem, problem_of
from service.web.queues import in_turn
from service.web.request_context import request_context


class OrderChoice(Struct, frozen=True):
    """A choice of an order in words: place, seat, the things, the result, the rules."""

    at: str
    undone: bool
    seat: str
    question: str
    step: str
    together: tuple[str, ...]
    order: tuple[str, ...]
    rules: tuple[str, ...]


@views.get("/matches/<match:match_id>/orderings")
@in_turn
def orders(match_id: str) -> Response:
    """Which things happened together up to a version, in which order they were put, and who chose it."""
    page = match_page_of(match_id)
    names = seen_titles(page)
    rows = [order_choice(row, names) for row in reversed(orderings(page.chronicle, 1, page.version))]
    return render_page("orderings.html", page=page, rows=rows)


def order_choice(row: OrderingChoice, names: CardTitles) -> OrderChoice:
    """A row of the orderings in words."""
    together, order = (tuple(thing_words(each, names) for each in side) for side in (row.together, row.order))
    return OrderChoice(
        row.at, row.line == UNDONE, row.seat, row.question, row.step, together, order, row.rules or (row.rule,)
    )


def thing_words(thing: OrderedThing, names: CardTitles) -> str:
    """A thing that was put in order: a card, a seat, or an ability with the condition that it answers."""
    about = f" ({names.text(thing.about)})" if thing.about is not UNSET else ""
    return f"{names.thing(thing.name)}{about}"


class KnownCardRow(Struct, frozen=True):
    """A hidden card, its zone, and who knows it since when; `spread` if anybody besides its holder does."""

    card: str
    title: str
    zone: str
    by: tuple[tuple[str, str, str], ...]
    spread: bool


@views.get("/matches/<match:match_id>/knowledge")
@in_turn
def knowledge(match_id: str) -> Response:
    """Who knew which hidden card at a version, and since when; and all cards seen so far."""
    page = match_page_of(match_id)
    found = knowledge_at(page.chronicle, page.version, page.viewer)
    cards = known_cards(found.known, page)
    zones: dict[str, list[KnownCardRow]] = {}
    for each in cards:
        zones.setdefault(each.zone, []).append(each)
    seen: dict[str, list[CardKnowledge]] = {}
    for row in found.seen:
        seen.setdefault(row.seat, []).append(row)
    spread = [each for each in cards if each.spread]
    given: dict[str, Any] = {"names": seen_titles(page), "sees_all": page.sees_all}
    return render_page("knowledge.html", page=page, spread=spread, zones=zones, seen=seen, **given)


def known_cards(rows: Sequence[CardKnowledge], page: MatchPage) -> list[KnownCardRow]:
    """The rows grouped by card, each with everybody who knows it."""
    by: dict[str, list[CardKnowledge]] = {}
    for row in rows:
        by.setdefault(row.card, []).append(row)
    return [known_card(card, each, page) for card, each in by.items()]


def known_card(card: str, rows: list[CardKnowledge], page: MatchPage) -> KnownCardRow:
    zone = rows[0].zone or ""
    separate = [row for row in rows if not is_contained(row, rows)]
    by = tuple(("everybody" if row.seat == PUBLIC else row.seat, row.since, row.line) for row in separate)
    spread = any(row.seat != zone_owner(zone) for row in rows)
    return KnownCardRow(card, page.names.title(rows[0].key), zone_words(zone), by, spread)


def is_contained(row: CardKnowledge, rows: Sequence[CardKnowledge]) -> bool:
    """Whether everybody knew the card, on a line no less real, when a seat came to know it."""
    if row.seat == PUBLIC:
        return False
    earlier = (each for each in rows if each.seat == PUBLIC and place_key(each.since) <= place_key(row.since))
    return any(each.line != UNDONE or row.line == UNDONE for each in earlier)


def zone_words(zone: str) -> str:
    """A zone in words: its owner and its kind."""
    return ", ".join(part for part in (zone_owner(zone), in_words(zone_kind(zone))) if part)


# --- chance

SURE = Field("sure", "Whoever reveals the seed cannot take it back.", "check")


@views.get("/matches/<match:match_id>/chance")
@in_turn
def chance(match_id: str) -> Response:
    """Each random result: with the proof once the seed is revealed, before that with a form to prove it."""
    page = match_page_of(match_id)
    proof = proof_from(Question(match_id), "") if page.newest.flags.revealed else None
    return chance_page(page, proof)


@views.post("/matches/<match:match_id>/chance")
def prove(match_id: str) -> Response:
    """Check whether the results follow from a sealed copy of the seed, or from the match's own seed."""
    page, typed = match_page_of(match_id), request.form.get("seed", "")
    try:
        return chance_page(page, proof_from(Question(match_id), read_seed(typed)))
    except (Problem, Refused) as error:
        refused = refusal_words(error, labels={"seed": "Sealed copy"})
        return chance_page(page, None, refused, problem_of(error).status, typed)


@views.post("/matches/<match:match_id>/chance/reveal")
def reveal(match_id: str) -> Any:
    """Reveal the seed of a match that is over and settled, once that is confirmed. A refusal is shown on the page."""
    try:
        # who may not reveal is told so, and not what is missing in the form
        require_scope(*JUDGES, ORGANIZER)
        check_filled([SURE], request.form)
        reveal_for_asker(match_id, token_hex(12))
    except (Problem, Refused) as error:
        return chance_page(match_page_of(match_id), None, refusal_words(error), problem_of(error).status)
    return redirect(url_for("console.chance", match_id=match_id), 303)


def read_seed(text: str) -> str:
    """The seed that was typed, in hexadecimal. Raises Problem 422."""
    try:
        read: dict[str, str] = SEED.load({"seed": "".join(text.split()).lower()})
    except ValidationError as error:
        raise Problem(422, "request.shape", because={"query": error.messages}) from error
    return read["seed"]


def chance_page(
    page: MatchPage,
    proof: SeedProof | None,
    refused: dict[str, Any] | None = None,
    status: int = 200,
    typed: str = "",
) -> Response:
    """The page of chance; `follows` says for each place whether its result follows from the given seed."""
    follows = {each.at: None if each.follows is UNSET else each.follows for each in proof.results} if proof else {}
    results = chance_of(page.chronicle, 1, page.version, page.viewer, judging=page.judging)
    given: dict[str, Any] = {
        "commitment": seed_commitment(page.chronicle),
        "proof": proof,
        "follows": follows,
        "typed": typed,
    }
    given |= {"proves": g.asker.scope in JUDGES and not page.kept_out, "reveals": may_reveal(page), "sure": SURE}
    return render_page(
        "chance.html", status, page=page, results=results, names=seen_titles(page), refused=refused, **given
    )


def may_reveal(page: MatchPage) -> bool:
    """Whether the asker may reveal the seed now."""
    if g.asker.scope not in (*JUDGES, ORGANIZER) or page.newest.flags.revealed:
        return False
    principal = asker_of(page.id)
    try:
        by = Actor(principal.actor, principal.scope)
        return why_not_revealed(request_context().services, page.newest, by) is None
    except Refused:
        return False  # what is stored of its judges' desk is damaged


# --- time


@views.get("/matches/<match:match_id>/clocks")
@in_turn
def clock(match_id: str) -> Response:
    """The time used by each seat, in each round and for each decision; the time of cases, and the time owed for it."""
    page = match_page_of(match_id)
    counted, owed, so_far = time_used(page.chronicle, page.version, g.asker)
    rounds = sorted({each.round for seat in counted.seats.values() for each in seat.rounds})
    spent = {seat: {each.round: each.seconds for each in used.rounds} for seat, used in counted.seats.items()}
    shown: dict[str, Any] = {"counted": counted, "owed": so_far or owed, "rounds": rounds, "spent": spent}
    return render_page("clocks.html", page=page, **shown)


# --- the record


@views.get("/matches/<match:match_id>/integrity")
@in_turn
def integrity(match_id: str) -> Response:
    """Whether the record is intact, which events a judge made, and on request what today's engine decides.

    This is the only page of a damaged record, since it needs no table.
    """
    readjudicated = request.args.get("readjudicate") == "true"
    report = integrity_of(match_id, readjudicated=readjudicated)
    try:
        page: MatchPage | None = match_page_of(match_id)
    except Unknown:
        raise
    except UNREAD:
        page = None
    decides = g.asker.scope in JUDGES
    return render_page("integrity.html", page=page, match_id=match_id, report=report, decides=decides)
