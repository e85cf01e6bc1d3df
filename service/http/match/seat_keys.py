"""The keys of seats after their match was opened: a new one in place of a seat's old ones, or none."""

from __future__ import annotations

from flask import g, request

from domain.kernel.ids import ADMIN
from domain.match.envelope import ORGANIZER, SEAT, Actor
from domain.tournaments.own_causes import OWN_CAUSE
from service.app.keys import Principal
from service.http.case.cases import KEYED
from service.http.described import Views
from service.web.access import asker_of, own_seats, presented_key, require_somebody, unknown_key
from service.web.match.desk_replies import RenewedKeyReply, RevokedKeysReply
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.request_parts import idempotency_key
from service.web.responses import ResponseOf, json_response

UNCACHED = {"Cache-Control": "no-store"}
REFUSED = (400, 401, 403, 404, 422, 503)

views = Views(
    "seat_keys",
    __name__,
    url_prefix="/v1/matches/<match:match_id>/seats/<seat>",
)


@views.post("/key", 201, RenewedKeyReply, *REFUSED, headers=KEYED)
def renew_key(match_id: str, seat: str) -> ResponseOf[RenewedKeyReply]:
    """Replace the key of a seat.

    The seat itself, the organizer of the match and admins may do this; an organizer who plays in the match renews no
    other seat's. Returns the new key; the seat's earlier keys are
    revoked: they change nothing any more, and other processes let them read for 5 s at most. Of two renewals at once
    the later key is valid, and a seat whose key was revoked first gets `401`. The same request again returns the same
    key. A seat that renewed its own key may send the request again with the old key for five minutes, until the next
    renewal.
    """
    by_seat = is_sent_again(match_id, seat) or require_charge_of(match_id, seat).scope == SEAT
    key = renewal_key(match_id, seat, idempotency_key())
    if not request_context().services.keys.renew_seat(match_id, seat, key, presented_key() if by_seat else ""):
        raise unknown_key()
    if not by_seat:
        require_charge_still(match_id, seat)
    return json_response(RenewedKeyReply(match=match_id, seat=seat, key=key), 201, UNCACHED)


@views.post("/key/revoke", 200, RevokedKeysReply, *REFUSED)
def revoke_keys(match_id: str, seat: str) -> ResponseOf[RevokedKeysReply]:
    """Revoke every key of a seat.

    The seat itself, the organizer of the match and admins may do this; an organizer who plays in the match revokes no
    other seat's. Returns how many keys were revoked.
    """
    require_charge_of(match_id, seat)
    revoked = request_context().services.keys.revoke_seat(match_id, seat)
    return json_response(RevokedKeysReply(match=match_id, seat=seat, revoked=revoked), 200, UNCACHED)


def renewal_key(match_id: str, seat: str, name: str) -> str:
    """The key that a request of this name gives a seat, the same each time it is sent."""
    return request_context().services.keys.seat_key(presented_key(), "renewed", match_id, name, seat)


def is_sent_again(match_id: str, seat: str) -> bool:
    """Whether a seat, which lost its key by this request, repeats it: the one response may have been lost."""
    g.match = match_id
    new = renewal_key(match_id, seat, request.headers.get("Idempotency-Key", ""))
    return request_context().services.keys.is_renewal(match_id, seat, presented_key(), new)


def require_charge_of(match_id: str, seat: str) -> Principal:
    """The client, who has the seat or runs the match. Raises Problem 401, 403, and 422 where there is no such seat."""
    principal = require_somebody(asker_of(match_id))
    g.match = match_id
    if not has_charge_of(principal, match_id, seat):
        raise Problem(403, "request.scope", because={"scope": principal.scope, "needed": [SEAT, ORGANIZER, ADMIN]})
    seats = request_context().services.matches.fresh(match_id).table.seats
    if seat not in seats:
        raise Problem(422, "match.no-such-seat", because={"seat": seat, "seats": list(seats)})
    # the key of an opponent's seat reads their hand, and ends their match
    own = own_seats(match_id, principal)
    if own and seat not in own:
        raise Problem(403, OWN_CAUSE, because={"organizer": principal.actor, "seats": own})
    if not own and (opponents := opponents_in(match_id, principal)):
        raise Problem(403, OWN_CAUSE, because={"organizer": principal.actor, "opponents": opponents})
    return principal


def require_charge_still(match_id: str, seat: str) -> None:
    """Raises Problem 403 where an office has lost its charge of a seat meanwhile; the seat's keys are revoked then.

    Where they are seated in a match that they run, every key of it is revoked: this one may have come after that.
    """
    try:
        require_charge_of(match_id, seat)
    except Problem:
        request_context().services.keys.revoke_seat(match_id, seat)
        raise


def opponents_in(match_id: str, principal: Principal) -> list[str]:
    """The players of a match against whom an organizer plays another one now; none for anybody else."""
    if principal.scope != ORGANIZER:
        return []
    return sorted(request_context().services.events.setting(match_id).opponents(principal.actor))


def has_charge_of(principal: Principal, match_id: str, seat: str) -> bool:
    """Whether somebody has a seat of a match, or runs the match."""
    if principal.scope == SEAT:
        return principal.actor == seat
    acting = request_context().services.events.setting(match_id).resolve_office(Actor(principal.actor, principal.scope))
    return acting.role in (ORGANIZER, ADMIN)
