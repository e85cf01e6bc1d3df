"""What the record shows of the place that a case is about, in a sentence for its judges.

A case may say that somebody was offered nothing: the words are not read here, the record is. Read `record_shown`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from domain.judging.cases.case import Case
from domain.judging.cases.redaction import ALL, CaseViewer
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.recorded_offers import ANSWERED, OPEN, PASSED, RecordedOffer, recorded_offers
from domain.match.envelope import SEAT
from service.app.keys import Principal
from service.present.text.names import in_words
from service.store.damage import unless_damaged
from service.web.access import look_refusal
from service.web.request_context import request_context

OPPORTUNITY = "opportunity"


def record_shown(case: Case, eyes: CaseViewer, principal: Principal) -> list[str]:
    """A sentence on each seat and place that a case is about; nothing for who does not read the case as a judge.

    Nor for one who may not look at the match: whom a window policy asks tells what lies in a hand.
    """
    match_id = case.opening.match
    if eyes.how != ALL or not match_id or not (case.judge == principal.actor or may_look(match_id, principal)):
        return []
    places = list(dict.fromkeys(places_named(case)))
    return unless_damaged(match_id, partial(sentences_on, match_id, places)) or [] if places else []


def may_look(match_id: str, principal: Principal) -> bool:
    """Whether somebody may look at what is hidden in a match; False for whoever reads none of it."""
    match = unless_damaged(match_id, partial(request_context().services.matches.fresh, match_id))
    return match is not None and look_refusal(match, principal) is None


def places_named(case: Case) -> Iterator[tuple[str, int]]:
    """The seats and versions that a case is about: its moment, and the opportunities that were to be given back."""
    opening = case.opening
    if opening.moment:
        seats = (opening.actor,) if opening.role == SEAT else opening.seats
        yield from ((seat, version_named(opening.moment)) for seat in seats)
    for entry in case.entries:
        remedy = getattr(entry, "remedy", None) or getattr(getattr(entry, "ruling", None), "remedy", None) or {}
        seat, at = remedy.get("seat"), remedy.get("at")
        if remedy.get("kind") == OPPORTUNITY and isinstance(seat, str) and isinstance(at, str):
            yield seat, version_named(at)


def version_named(place: str) -> int:
    """The version that a place names: `42` or `42.7`."""
    return int(place.partition(".")[0])


def sentences_on(match_id: str, places: list[tuple[str, int]]) -> list[str]:
    chronicle = request_context().chronicles.of(match_id)
    said = (
        said_of(chronicle, seat, version)
        for seat, version in places
        if 1 <= version <= chronicle.newest and seat in chronicle.match.table.seats
    )
    # two places may lie in one question
    return [f"The record shows: {each}." for each in dict.fromkeys(said)]


def said_of(chronicle: Chronicle, seat: str, version: int) -> str:
    """What the record has of a seat at a version."""
    found = recorded_offers(chronicle, version, seat)
    if not found:
        return f"{seat} was asked nothing at v{version}, and no pass was given for this seat"
    return "; ".join(dict.fromkeys(offer_words(each, seat) for each in found))


def offer_words(offer: RecordedOffer, seat: str) -> str:
    """One offer, with its versions."""
    named = f" ({in_words(offer.name.rpartition(':')[2])})" if offer.name else ""
    if offer.given:
        return f"{seat} was not asked{named}: {in_words(offer.given)} passed for this seat at v{offer.version}"
    question = f"{seat} was asked at v{offer.open_since}{named}"
    undone = ", which was undone" if offer.undone else ""
    if offer.did == OPEN:
        return f"{question}{undone} before an answer" if undone else f"{question} and has not answered yet"
    did = {PASSED: "passed", ANSWERED: "answered"}.get(offer.did, "had not answered when the question was closed")
    return f"{question} and {did} at v{offer.version}{undone}"
