"""Who reads what of a tournament; `tournament_documents` makes what they read."""

from __future__ import annotations

from domain.match.envelope import SEAT
from domain.tournaments.regulation import Regulation, regulations
from domain.tournaments.tournament import Tournament
from service.app.keys import Principal
from service.app.match.matches import Unknown
from service.web.access import ANALYST, asker, not_theirs, require_somebody
from service.web.problems import Problem
from service.web.request_context import request_context

STAFF, WALL, NAMELESS = "staff", "wall", "nameless"
IN_HALL = ("organizer", "head-judge", "judge")


def sight_of(event: Tournament, principal: Principal) -> str:
    """How somebody reads an event; nothing where it is not theirs to know of."""
    if principal.scope == "admin" or event.office(principal.actor, principal.scope):
        return STAFF
    if principal.scope in IN_HALL:
        return WALL
    if principal.scope == SEAT:
        return WALL if event.table_of(principal.match_id) else ""
    return NAMELESS if principal.scope == ANALYST and event.over else ""


def event_for(event_id: str, *sights: str) -> tuple[Tournament, Principal, str]:
    """An event, who asks, and how they read it; raises Problem 401, 403 unless that is one of these ways.

    That there is no such event is told to whoever could know of all events.
    """
    principal = require_somebody(asker())
    try:
        event = request_context().services.events.one(event_id)
    except Unknown:
        if principal.scope in (*IN_HALL, "admin"):
            raise
        raise not_theirs(principal, "event", event_id) from None
    sight = sight_of(event, principal)
    if not sight:
        raise not_theirs(principal, "event", event_id)
    if sight not in sights:
        raise kept_from(event, OF_EVENT if sight == NAMELESS else OF_STAFF)
    return event, principal, sight


# what is answered who may know of an event and asks for more of it than is theirs
OF_STAFF = "This is for the staff of the event."
OF_PLAYER = "This is for the staff of the event and for the player."
OF_EVENT = "The pages of an event are for who works or plays there. Its standings, results and penalties may be read."


def kept_from(event: Tournament, why: str) -> Problem:
    """The problem of who reads an event, and asks for a part of it that is not theirs."""
    return Problem(403, "request.scope", why, {"event": event.id})


def own_player(event: Tournament, principal: Principal) -> str:
    """Who sits at the asker's seat."""
    place = event.table_of(principal.match_id) if principal.scope == SEAT else None
    return place[1].player_of(principal.actor) if place else ""


def pseudonyms(event: Tournament) -> dict[str, str]:
    """What stands in place of each player's name, in the order in which they were enrolled."""
    return {player: f"player-{n}" for n, player in enumerate(event.players, 1)}


def player_named(event: Tournament, name: str, sight: str) -> str:
    """The player of a name; who reads an event without names names them as it is read. Raises Problem 404."""
    names = pseudonyms(event) if sight == NAMELESS else {player: player for player in event.players}
    found = next((player for player, each in names.items() if each == name), None)
    if found is None:
        raise Problem(404, "request.unknown", f"no such player: {name}", {"player": name})
    return found


def require_regulation(name: str) -> Regulation:
    """A regulation by its name; raises Problem 404."""
    if name not in regulations():
        because = {"regulation": name, "regulations": sorted(regulations())}
        raise Problem(404, "request.unknown", f"no such regulation: {name}", because)
    return regulations()[name]


def regulation_of(match_id: str) -> Regulation:
    """The regulation of a match's event; raises Problem 422 where it has none and none was named."""
    place = request_context().services.events.of_match(match_id)
    if place is None:
        because = {"field": "regulation", "known": sorted(regulations())}
        raise Problem(422, "judging.event.regulation-fits", "the match belongs to no event: name a regulation", because)
    return place[0].rules
