"""Who asks, and through whose eyes: API keys, scopes, viewers.

Read `asker_of` (a match) and `require_scope`, then `viewer_of`. A seat's key is for its match and sees as its seat,
other matches as the public does; judges see all that the rules let them, of those matches that they were called to,
running or over, and each look is recorded (`record_look`). Private matches are read by who has an office about them: of
an event's its own staff, of others the organizer who opened it and the judges who were called. Analysts read matches
that are over. Without a key only matches that were opened for spectators can be read, as the public. Once the seed is
revealed nothing of a match is hidden.
"""

from __future__ import annotations

from hashlib import blake2b

from flask import g, request
from msgspec import structs

from domain.judging.cases.case import CLOSED, Case
from domain.judging.cases.commands import Actor, Look, MatchSetting
from domain.kernel.formats.reading import meant_by
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, PUBLIC, Seat, Viewer
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, Refused
from service.app.keys import SEAT, Principal
from service.app.matches import Unknown
from service.web.problems import Problem
from service.web.request_context import request_context

# what a look would be at that nobody takes
LOOKING = "any"
BEARER = "bearer"
CHALLENGE = {"WWW-Authenticate": 'Bearer realm="praetor"'}
NOBODY = Principal("", "", "")

JUDGES = (JUDGE, HEAD_JUDGE, ADMIN)
OPENERS = ("organizer", ADMIN)
OFFICES = (JUDGE, HEAD_JUDGE, "organizer")
ANALYST = "analyst"
EYES: dict[str, Viewer] = {JUDGE: JUDGE, HEAD_JUDGE: HEAD_JUDGE, ADMIN: ADMIN}


def presented_key() -> str:
    """The key that the request brings, nothing if it brings none; the name of the scheme is written in any case."""
    header = request.headers.get("Authorization", "")
    scheme, _, key = header.partition(" ")
    if header and scheme.lower() != BEARER:
        raise Problem(401, "request.unknown-key", headers=CHALLENGE)
    return key.strip()


def asker() -> Principal:
    """Who asks; NOBODY without a key. Raises Problem 401 for a key that is not valid.

    A page of the console is asked for by a session, and the console has already said whose it is.
    """
    by_session: Principal | None = g.get("asker")
    if by_session is not None:
        return by_session
    key = presented_key()
    if not key:
        return NOBODY
    known = request_context().services.keys.principal(key)
    if known is None:
        raise Problem(401, "request.unknown-key", headers=CHALLENGE)
    return known


def require_scope(*scopes: str) -> Principal:
    """Who asks, if with a key of one of these scopes; raises Problem 401, 403."""
    known = require_somebody(asker())
    if known.scope not in scopes:
        raise Problem(403, "request.scope", because={"scope": known.scope, "needed": list(scopes)})
    return known


def require_somebody(known: Principal) -> Principal:
    """Who asks, if with a key; raises Problem 401, 403 for a seat of another match than is asked about."""
    if known is NOBODY:
        raise Problem(401, "request.no-key", headers=CHALLENGE)
    if not known.scope:
        raise Problem(403, "request.scope", because={"scope": SEAT, "match": known.match_id})
    return known


def require_judge(name: str) -> None:
    """Raise Problem 422 for a name that no judge's key has: whoever is meant could never come."""
    if not request_context().services.keys.is_judge(name):
        problem = f"no key of a judge or a head judge has the name {name!r}"
        raise Problem(422, "request.shape", problem, {"field": "judge", "problem": problem})


def not_theirs(known: Principal, kind: str, id: str, rule: str = "request.scope") -> Problem:
    """What somebody is answered who asks for what is not there, or is there and not theirs to know of: the same.

    Admins may know of everything, and are told that it is not there.
    """
    if known is NOBODY:
        return Problem(401, "request.no-key", headers=CHALLENGE)
    if known.scope == ADMIN:
        return Problem(404, "request.unknown", f"no such {kind}: {id}", {kind: id})
    detail = f"no such {kind}, or none that this key may know of: {id}"
    return Problem(403, rule, detail, {"scope": known.scope, kind: id})


def asker_of(match_id: str) -> Principal:
    """Who asks about a match; raises Problem 401, 403 where it is not theirs to read.

    Whether a match exists is told to nobody who could not read it. A seat of another match is the public to this one.
    """
    known = about_match(match_id, asker())
    if not known.scope and not is_public(match_id):
        require_somebody(known)
    if refusal := exclusion_refusal(known, match_id):
        raise Problem(403, refusal.rule, because=refusal.because)
    return known


def exclusion_refusal(known: Principal, match_id: str) -> Refusal | None:
    """Why a match is not for somebody with an office: they have none about it, or for an analyst it is not over yet.

    A match that there is not is kept from them in the same words.
    """
    if known.scope not in (*OFFICES, ANALYST) or is_public(match_id):
        return None
    if known.scope == ANALYST:
        return None if is_over(match_id) else Refusal("request.scope", {"scope": ANALYST, "match": match_id})
    try:
        setting = request_context().services.events.setting(match_id)
    except Unknown:
        return MatchSetting().outside(known.actor)
    return None if setting.acting(Actor(known.actor, known.scope)).role else setting.outside(known.actor)


def office_about(match_id: str, known: Principal) -> str:
    """In which office somebody acts about a match; nothing for whoever has none there."""
    if known.scope == ADMIN:
        return known.scope
    return request_context().services.events.setting(match_id).acting(Actor(known.actor, known.scope)).role


def about_match(match_id: str, known: Principal) -> Principal:
    """Somebody as they ask about a match: a seat of another one has no scope there, and is the public."""
    other = known.scope == SEAT and known.match_id != match_id
    return structs.replace(known, scope="", actor="") if other else known


def is_over(match_id: str) -> bool:
    """Whether a match is there and has ended."""
    return request_context().services.match_index.is_over(match_id)


def is_public(match_id: str) -> bool:
    try:
        return request_context().services.openings.known_opening(match_id).cmd.spectators == PUBLIC
    except Unknown:
        return False


def own_viewer(known: Principal) -> Viewer:
    """How somebody sees a match if nothing else is asked for."""
    return Viewer(known.actor) if known.scope == SEAT else EYES.get(known.scope, PUBLIC)


def viewer_of(match: Match, known: Principal, wanted: str = "") -> Viewer:
    """The viewer of a request; raises Problem 403 where `?as=` asks for other eyes than are allowed."""
    own = own_viewer(known)
    allowed = allowed_viewers(match, known)
    if wanted and wanted not in allowed:
        because = {"as": wanted, "allowed": sorted(allowed)}
        raise Problem(403 if is_viewer(match, wanted) else 422, "request.viewer", because=because)
    viewer = Viewer(wanted or own)
    if viewer != PUBLIC:
        record_look(match, known, viewer)
    return viewer


def reader_of(match: Match, known: Principal, wanted: str = "") -> Viewer:
    """The viewer of what everybody may read: who was not called to a public match and asks for no eyes is the public.

    Raises Problem 403 where `?as=` asks for other eyes than are allowed, Refused where a judge was not called.
    """
    if not wanted and is_judging(known) and is_public(match.id) and look_refusal(match, known):
        return Viewer(PUBLIC)
    return viewer_of(match, known, wanted)


def record_look(match: Match, known: Principal, viewer: Viewer = JUDGE) -> None:
    """Record that a judge looks at hidden things of a match; raises Refused where they were not called.

    It is stored before anything is shown: under the case of which they are in charge, else at the desk of the match.
    Once the seed is revealed nothing is hidden, and nothing is recorded.
    """
    if not is_judging(known) or request_context().services.matches.cached(match.id).flags.revealed:
        return
    record_look_at(match, known, Look(viewer, str(request.endpoint), match.version))


def look_refusal(match: Match, known: Principal) -> Refusal | None:
    """Why somebody may not look at hidden things of a match, as far as that is said of judges; nothing is recorded."""
    newest = request_context().services.matches.cached(match.id)
    if not is_judging(known) or newest.flags.revealed:
        return None
    services, by, asked = (
        request_context().services,
        Actor(known.actor, known.scope),
        Look(JUDGE, LOOKING, newest.version),
    )
    case = in_charge_of(match.id, by)
    if case is not None:
        return services.cases.refusal(case.id, asked, by=by)
    try:
        return services.desks.refusal(match.id, asked, by=by)
    except Refused as damaged:
        return damaged.refusal


def in_charge_of(match_id: str, by: Actor) -> Case | None:
    """The open case of a match of which somebody is in charge."""
    return next((each for each in open_cases(match_id) if each.judge == by.actor), None)


def record_look_at(match: Match, known: Principal, asked: Look) -> None:
    """Record a look, once for what it is at; raises Refused."""
    services, by = request_context().services, Actor(known.actor, known.scope)
    case = in_charge_of(match.id, by)
    if case is not None:
        record_look_under(case, known, asked)
    else:
        services.desks.enter(match.id, asked, by=by, key=look_key(asked))


def record_look_under(case: Case, known: Principal, asked: Look) -> None:
    """Record a look under a case, once for what it is at; raises Refused."""
    request_context().services.cases.move(case.id, asked, by=Actor(known.actor, known.scope), key=look_key(asked))


def look_key(asked: Look) -> str:
    """Under which a look is recorded: the same one once."""
    key = f"look.{asked.viewer}.{asked.what}.{asked.version}"
    return f"{key}.{blake2b(asked.reason.encode(), digest_size=8).hexdigest()}" if asked.reason else key


def open_cases(match_id: str) -> list[Case]:
    """The cases of a match that are not closed, without those that are damaged; the one that freezes it is at hand."""
    cases, frozen = request_context().services.cases, request_context().services.matches.cached(match_id).flags.frozen
    found = list(cases.some([frozen])) if frozen else cases.of_match(match_id)
    return [case for case in found if case.state != CLOSED]


def allowed_viewers(match: Match, known: Principal) -> set[str]:
    """Through whose eyes somebody may see a match."""
    allowed: set[str] = {own_viewer(known), PUBLIC}
    all_seen = known.scope in JUDGES or request_context().services.matches.cached(match.id).flags.revealed
    return allowed | {JUDGE, *match_seats(match)} if all_seen else allowed


def current_viewers(match: Match, known: Principal) -> set[str]:
    """Through whose eyes somebody may see a match now: a judge who was not called sees what the public does."""
    return {PUBLIC} if look_refusal(match, known) else allowed_viewers(match, known)


def match_seats(match: Match) -> tuple[Seat, ...]:
    """The seats of a match, also where it is looked at before they were taken: at the first facts of its opening."""
    seats: tuple[Seat, ...] = request_context().services.matches.cached(match.id).table.seats
    return seats


def require_seat(match: Match, seat: str) -> None:
    """Raise Problem 422 for a seat that is named and is none of the match's."""
    seats = match_seats(match)
    if seat and seat not in seats:
        meant = meant_by(seat, seats)
        because = {"seat": seat, "seats": list(seats), **({"meant": meant} if meant else {})}
        raise Problem(422, "match.no-such-seat", because=because)


def is_judging(known: Principal) -> bool:
    """Whether the asker sees by a judge's right, also where it looks as a seat."""
    return known.scope in (JUDGE, HEAD_JUDGE)


def is_viewer(match: Match, name: str) -> bool:
    return name in match_seats(match) or name in (PUBLIC, *JUDGES)
