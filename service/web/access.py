"""Who makes a request, and as which viewer: API keys, scopes, viewers.

Read `asker_of` (a match) and `require_scope`, then `viewer_of`. A seat's key reads its own match as its seat, and other
matches as the public. A judge reads all that the rules allow, of the matches they were called to, running or over; each
look is recorded (`record_look`). A private match can be read by those with an office about it: for a match of an event
its staff, for others the organizer who opened it and the judges who were called. Without a key only matches that were
opened for spectators can be read, as the public. Once the seed is revealed nothing of a match is hidden.

An analyst reads what is over. For a match that is `exclusion_refusal`; the list of matches, cases and tournaments each
say it for themselves: `match_list`, `case_access`, `tournament_access`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b

from flask import g, request
from msgspec import structs

from domain.games import GAMES
from domain.judging.cases.case import CLOSED, Case
from domain.judging.cases.commands import Look, MatchSetting
from domain.judging.cases.desk import seats_held_by
from domain.kernel.formats.reading import meant_by
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC, Seat, Viewer
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, Refused
from domain.match.envelope import ORGANIZER, SEAT, Actor
from domain.tournaments.player_names import spoken_form
from service.app.keys import Principal
from service.app.match.matches import Unknown
from service.app.staff_names import judge_meant
from service.web.problems import Problem
from service.web.request_context import request_context

# what a look would be at that nobody takes
LOOKING = "any"
BEARER = "bearer"
READING_METHODS = ("GET", "HEAD")
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="praetor"'}
NOBODY = Principal("", "", "")

JUDGES = (JUDGE, HEAD_JUDGE, ADMIN)
OPENERS = ("organizer", ADMIN)
OFFICES = (JUDGE, HEAD_JUDGE, "organizer")
ANALYST = "analyst"
AFTERWARDS = "An analyst reads a match that is not public once it is over."
EYES: dict[str, Viewer] = {JUDGE: JUDGE, HEAD_JUDGE: HEAD_JUDGE, ADMIN: ADMIN}


def presented_key() -> str:
    """The key that the request brings; empty if it brings none. Raises Problem 401 for an unknown scheme."""
    header = request.headers.get("Authorization", "")
    scheme, _, key = header.partition(" ")
    if header and scheme.lower() != BEARER:
        raise unknown_key()
    return key.strip()


def asker() -> Principal:
    """The principal of the request; NOBODY without a key. Raises Problem 401 for a key that is not valid.

    A request that may change something is asked for at the store, where its key may have been revoked a moment ago.
    A page of the console is requested with a session; the console has set the principal already.
    """
    by_session: Principal | None = g.get("asker")
    if by_session is not None:
        return by_session
    key = presented_key()
    if not key:
        return NOBODY
    principal = request_context().services.keys.principal(key, fresh=is_first_of_a_change())
    if principal is None:
        raise unknown_key()
    return principal


def is_first_of_a_change() -> bool:
    """Whether a request that may change something asks who makes it for the first time."""
    first = request.method not in READING_METHODS and "has_asked" not in g
    g.has_asked = True
    return first


def unknown_key() -> Problem:
    """The problem of a key that nobody has, or no more."""
    return Problem(401, "request.unknown-key", headers=CHALLENGE)


def require_scope(*scopes: str) -> Principal:
    """The principal, whose key must have one of these scopes. Raises Problem 401, 403."""
    principal = require_somebody(asker())
    if principal.scope not in scopes:
        raise Problem(403, "request.scope", because={"scope": principal.scope, "needed": list(scopes)})
    return principal


def require_somebody(principal: Principal) -> Principal:
    """The principal, who must have a key.

    Raises Problem 401, and 403 for a seat of another match than the request is about.
    """
    if principal is NOBODY:
        raise Problem(401, "request.no-key", headers=CHALLENGE)
    if not principal.scope:
        raise Problem(403, "request.scope", because={"scope": SEAT, "match": principal.match_id})
    return principal


def require_judge(name: str) -> None:
    """Raises Problem 422 for a name that no judge's key has: a judge who was called by it could never come."""
    if not request_context().services.keys.is_judge(name):
        problem = f"no key of a judge or a head judge has the name {name!r}"
        alike = judge_meant(request_context().services.keys, name)
        meant = {"meant": alike} if alike else {}
        raise Problem(422, "request.shape", problem, {"field": "judge", "problem": problem, **meant})


def not_theirs(principal: Principal, kind: str, id: str, rule: str = "request.scope") -> Problem:
    """The problem of a request for what does not exist or what the principal may not know of: the same for both.

    An admin may know of everything, and is told that it does not exist.
    """
    if principal is NOBODY:
        return Problem(401, "request.no-key", headers=CHALLENGE)
    if principal.scope == ADMIN:
        return Problem(404, "request.unknown", f"no such {kind}: {id}", {kind: id})
    detail = f"no such {kind}, or none that this key may know of: {id}"
    return Problem(403, rule, detail, {"scope": principal.scope, kind: id})


def asker_of(match_id: str) -> Principal:
    """The principal of a request about a match. Raises Problem 401, 403 where they may not read it.

    Who could not read a match is not told whether it exists. A seat of another match reads this one as the public.
    """
    principal = about_match(match_id, asker())
    if not principal.scope and not is_public(match_id):
        require_somebody(principal)
    if refusal := exclusion_refusal(principal, match_id):
        raise Problem(403, refusal.rule, AFTERWARDS if principal.scope == ANALYST else "", refusal.because)
    return principal


def exclusion_refusal(principal: Principal, match_id: str) -> Refusal | None:
    """Why somebody with an office may not read a match: they have none about it, or an analyst asks before it is over.

    A match that does not exist is refused in the same words.
    """
    if principal.scope not in (*OFFICES, ANALYST) or is_public(match_id):
        return None
    if principal.scope == ANALYST:
        return None if is_over(match_id) else Refusal("request.scope", {"scope": ANALYST, "match": match_id})
    try:
        setting = request_context().services.events.setting(match_id)
    except Unknown:
        return MatchSetting().outside(principal.actor)
    return (
        None
        if setting.resolve_office(Actor(principal.actor, principal.scope)).role
        else setting.outside(principal.actor)
    )


def office_about(match_id: str, principal: Principal) -> str:
    """The office in which somebody acts about a match; empty for whoever has none there."""
    if principal.scope == ADMIN:
        return principal.scope
    return (
        request_context().services.events.setting(match_id).resolve_office(Actor(principal.actor, principal.scope)).role
    )


def plays_in(match_id: str, principal: Principal, seats: Sequence[str], named: Mapping[str, str]) -> bool:
    """Whether somebody with an office plays in a match with these seats, of which `named` has players too."""
    if principal.scope not in OFFICES:
        return False
    setting = request_context().services.events.setting(match_id)
    return bool(seats_held_by(principal.actor, setting.players_by_seat(seats, named)))


def own_seats(match_id: str, principal: Principal) -> list[str]:
    """The seats of a match at which an organizer sits; none for anybody else.

    Such an organizer has charge of those alone.
    """
    if principal.scope != ORGANIZER:
        return []
    services = request_context().services
    match = services.matches.cached_match(match_id)
    drawn = GAMES[match.rules.name].players(match.table)
    return seats_held_by(principal.actor, services.events.setting(match_id).players_by_seat(match.table.seats, drawn))


def has_interest(match_id: str, principal: Principal) -> bool:
    """Whether a judge has declared an interest in a match."""
    if principal.scope not in (JUDGE, HEAD_JUDGE):
        return False
    interested = request_context().services.desks.interested_judges(match_id)
    return spoken_form(principal.actor) in map(spoken_form, interested)


def about_match(match_id: str, principal: Principal) -> Principal:
    """The principal of a request about a match: a seat of another match has no scope there, and is the public."""
    other = principal.scope == SEAT and principal.match_id != match_id
    return structs.replace(principal, scope="", actor="") if other else principal


def is_over(match_id: str) -> bool:
    """Whether a match exists and has ended."""
    return request_context().services.match_index.is_over(match_id)


def is_public(match_id: str) -> bool:
    try:
        return request_context().services.openings.known_opening(match_id).cmd.spectators == PUBLIC
    except Unknown:
        return False


def own_viewer(principal: Principal) -> Viewer:
    """The viewer as whom somebody sees a match by default."""
    return Viewer(principal.actor) if principal.scope == SEAT else EYES.get(principal.scope, PUBLIC)


def viewer_of(match: Match, principal: Principal, wanted: str = "") -> Viewer:
    """The viewer of a request. Raises Problem 403 where `?as=` names a viewer that is not allowed."""
    own = own_viewer(principal)
    allowed = allowed_viewers(match, principal)
    if wanted and wanted not in allowed:
        because = {"as": wanted, "allowed": sorted(allowed)}
        raise Problem(403 if is_viewer(match, wanted) else 422, "request.viewer", because=because)
    viewer = Viewer(wanted or own)
    if viewer != PUBLIC:
        record_look(match, principal, viewer)
    return viewer


def reader_of(match: Match, principal: Principal, wanted: str = "") -> Viewer:
    """The viewer of what everybody may read: a judge who was not called to a public match reads it as the public.

    Raises Problem 403 where `?as=` names a viewer that is not allowed, Refused where it names one and the judge was not
    called.
    """
    if not wanted and is_public(match.id) and look_refusal(match, principal):
        return Viewer(PUBLIC)
    return viewer_of(match, principal, wanted)


def record_look(match: Match, principal: Principal, viewer: Viewer = JUDGE) -> None:
    """Record that a judge looks at hidden things of a match. Raises Refused where they were not called.

    The look is stored before anything is shown: under the case of which they are in charge, else at the desk of the
    match. Once the seed is revealed nothing is hidden, and nothing is recorded.
    """
    if not is_judging(match.id, principal):
        return
    record_look_at(match, principal, Look(viewer, str(request.endpoint), match.version))


def look_refusal(match: Match, principal: Principal) -> Refusal | None:
    """Why a judge may not look at hidden things of a match; None for anybody else. Nothing is recorded."""
    if not is_judging(match.id, principal):
        return None
    services, by = request_context().services, Actor(principal.actor, principal.scope)
    look = Look(JUDGE, LOOKING, services.matches.cached_match(match.id).version)
    case = in_charge_of(match.id, by)
    if case is not None:
        return services.cases.refusal(case.id, look, by=by)
    try:
        return services.desks.refusal(match.id, look, by=by)
    except Refused as damaged:
        return damaged.refusal


def in_charge_of(match_id: str, by: Actor) -> Case | None:
    """The open case of a match of which somebody is in charge, or None."""
    return next((each for each in open_cases(match_id) if each.judge == by.actor), None)


def record_look_at(match: Match, principal: Principal, look: Look) -> None:
    """Record a look, once for each thing that is looked at. Raises Refused."""
    services, by = request_context().services, Actor(principal.actor, principal.scope)
    case = in_charge_of(match.id, by)
    if case is not None:
        record_look_under(case, principal, look)
    else:
        services.desks.enter(match.id, look, by=by, key=look_key(look))


def record_look_under(case: Case, principal: Principal, look: Look) -> None:
    """Record a look under a case, once for each thing that is looked at. Raises Refused."""
    request_context().services.cases.move(case.id, look, by=Actor(principal.actor, principal.scope), key=look_key(look))


def look_key(look: Look) -> str:
    """The key under which a look is recorded, the same for the same look: it is recorded once."""
    key = f"look.{look.viewer}.{look.what}.{look.version}"
    return f"{key}.{blake2b(look.reason.encode(), digest_size=8).hexdigest()}" if look.reason else key


def open_cases(match_id: str) -> Iterator[Case]:
    """The open cases of a match that can be read, first the one that freezes the match: it needs no search."""
    services = request_context().services
    frozen = services.matches.cached_match(match_id).flags.frozen
    if frozen:
        yield from (case for case in services.cases.some([frozen]) if case.state != CLOSED)
    yield from (case for case in services.cases.of_match(match_id) if case.id != frozen and case.state != CLOSED)


def allowed_viewers(match: Match, principal: Principal) -> set[str]:
    """The viewers as whom somebody may see a match."""
    allowed: set[str] = {own_viewer(principal), PUBLIC}
    all_seen = principal.scope in JUDGES or is_revealed(match.id)
    return allowed | {JUDGE, *match_seats(match)} if all_seen else allowed


def current_viewers(match: Match, principal: Principal) -> set[str]:
    """The viewers as whom somebody may see a match now: a judge who was not called sees what the public does."""
    return {PUBLIC} if look_refusal(match, principal) else allowed_viewers(match, principal)


def match_seats(match: Match) -> tuple[Seat, ...]:
    """The seats of a match, also at a version before they were taken: the first facts of its opening name them."""
    seats: tuple[Seat, ...] = request_context().services.matches.cached_match(match.id).table.seats
    return seats


def require_seat(match: Match, seat: str) -> None:
    """Raises Problem 422 for a name that is no seat of the match."""
    seats = match_seats(match)
    if seat and seat not in seats:
        meant = meant_by(seat, seats)
        because = {"seat": seat, "seats": list(seats), **({"meant": meant} if meant else {})}
        raise Problem(422, "match.no-such-seat", because=because)


def is_judging(match_id: str, principal: Principal) -> bool:
    """Whether the request reads a match by a judge's right, also where it is answered as for a seat.

    Once the seed is revealed nothing is hidden from anybody: a judge reads it by the same right as everybody else.
    """
    return principal.scope in (JUDGE, HEAD_JUDGE) and not is_revealed(match_id)


def tag_of(match_id: str, principal: Principal, viewer: Viewer, place: object) -> str:
    """The tag of a place for those who see it alike: the place, the viewer, and whether a judge reads it by right.

    A judge is called, and secret answers are opened to them, without a new version; so are players erased.
    """
    keyring = request_context().services.matches.keyring
    erased = f".{keyring.erased_tag}" if keyring is not None and keyring.erased else ""
    return f"{place}.{viewer}{'.judging' if is_judging(match_id, principal) else ''}{erased}"


def may_be_kept(match_id: str, principal: Principal, at: object) -> bool:
    """Whether an answer about a place never changes for who asks; a judge may be told more of it later."""
    return bool(at) and not is_judging(match_id, principal)


def is_revealed(match_id: str) -> bool:
    """Whether the seed of a match is revealed."""
    return request_context().services.matches.cached_match(match_id).flags.revealed


def is_viewer(match: Match, name: str) -> bool:
    return name in match_seats(match) or name in (PUBLIC, *JUDGES)
