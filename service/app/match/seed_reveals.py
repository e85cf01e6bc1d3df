"""Revealing the seed of a match, which cannot be undone."""

from __future__ import annotations

from time import monotonic

from msgspec import structs

from domain.games import GAMES
from domain.judging.cases.case import CLOSED
from domain.judging.remedies.seed_reveal import reveal_refusal, reveal_seed
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, Refused
from domain.match.envelope import Actor, Stamp
from service.app.match.matches import new_id, now, row_of_version
from service.app.write_loop import append_with_retry, available
from service.wiring import Services


def reveal(services: Services, match_id: str, by: Actor, key: str) -> Match:
    """Reveal the seed. Returns the match after it, unchanged where the seed is out already.

    Raises Refused, Unknown, Contended, Unavailable.
    """

    def recover() -> Match | None:
        match = services.matches.fresh(match_id)
        return match if match.flags.revealed else None

    deadline = monotonic() + services.settings.act_budget
    return append_with_retry(match_id, lambda: _try_to_reveal(services, match_id, by, key), recover, deadline=deadline)


def why_not_revealed(services: Services, match: Match, by: Actor) -> Refusal | None:
    """Why somebody may not reveal the seed of a match as it stands, or None.

    Raises Unavailable, and Refused where the desk of the match is damaged.
    """
    setting = services.events.setting(match.id)
    players = {**GAMES[match.rules.name].players(match.table), **setting.players}
    still = [case.id for case in services.cases.of_match(match.id) if case.state != CLOSED]
    if match.flags.frozen and match.flags.frozen not in still:
        still.append(match.flags.frozen)  # it is damaged: nobody has closed it
    seated = structs.replace(setting, players=players)
    return reveal_refusal(match, services.desks.of(match.id), seated, setting.resolve_office(by), still)


def _try_to_reveal(services: Services, match_id: str, by: Actor, key: str) -> Match:
    matches, match = services.matches, services.matches.fresh(match_id)
    if refusal := why_not_revealed(services, match, by):
        raise Refused(refusal)
    if match.flags.revealed:
        return match
    with available(match_id):
        matches.check_whole(match_id)
        matches.check_newest(match)
    acting = services.events.setting(match_id).resolve_office(by)
    row = row_of_version(reveal_seed(match, acting, Stamp(key, now(), new_id())))
    matches.recorder.append_together([matches.mapper.to_stored_event(row)], {})
    return matches.fresh(match_id)
