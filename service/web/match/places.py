"""Places: a version (42), or a fact inside one (42.7), and the match or the table there."""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from domain.kernel.facts import apply_all
from domain.match.aggregate import Match, decode_event
from service.app.match.chronicles import checked_payloads
from service.app.match.matches import Unknown
from service.web.problems import Problem
from service.web.request_context import request_context


class MatchPlace(Struct, frozen=True):
    """A version, and a fact inside it; 0 is the newest version, or the whole of one."""

    version: int = 0
    fact: int = 0

    def __str__(self) -> str:
        return f"{self.version}.{self.fact}" if self.fact else str(self.version)


def place_of(text: str) -> MatchPlace:
    """The place that a well-formed text names; an empty text names the newest version."""
    version, _, fact = text.partition(".")
    return MatchPlace(int(version or 0), int(fact or 0))


def match_at(match_id: str, at: str) -> Match:
    """A match after a whole action; raises Unknown, Problem 422 for a place inside one."""
    place = place_of(at)
    if place.fact:
        raise Problem(422, "position.inside-action", because={"at": at})
    matches = request_context().services.matches
    return matches.at(match_id, place.version) if place.version else matches.fresh(match_id)


def place_and_match(match_id: str, at: str) -> tuple[MatchPlace, Match]:
    """The place and the match there, for reading only; inside an action its table has the facts so far.

    Raises Unknown.
    """
    place = place_of(at)
    if place.fact:
        return place, match_inside(match_id, place)
    match = match_at(match_id, at)
    return MatchPlace(match.version), match


def match_inside(match_id: str, place: MatchPlace) -> Match:
    """The match after a fact of an action; the stack of frames is that of the action before.

    Raises Unknown for a later version than there is, Problem 404 for a fact that the action does not have.
    """
    matches = request_context().services.matches
    newest = matches.fresh(match_id)
    if place.version > newest.version:
        raise Unknown(match_id, place.version)
    before = matches.at(match_id, place.version - 1)
    facts: tuple[Any, ...] = decode_event(newest, payloads_of(newest, place.version - 1, place.version)[0]).facts
    if place.fact > len(facts):
        because = {"match": match_id, "at": str(place), "facts": len(facts)}
        raise Problem(404, "request.unknown", f"no such place: {place}", because)
    table = newest.rules.blank() if before.table is None else before.table.branch()
    apply_all(table, facts[: place.fact])
    return structs.replace(before, rules=newest.rules, table=table, version=place.version)


def payloads_of(match: Match, after: int, upto: int) -> list[bytes]:
    """The stored actions after a version, up to another; raises BrokenChain where one does not fit the one before."""
    return checked_payloads(request_context().services.matches, match, after, upto)
