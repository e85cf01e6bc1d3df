"""Revealing the seed of a match, once and for all."""

from __future__ import annotations

from eventsourcing.persistence import IntegrityError, InterfaceError, OperationalError
from msgspec import structs

from domain.games import GAMES
from domain.judging.cases.case import CLOSED
from domain.judging.cases.commands import Actor
from domain.judging.remedies.interventions import Stamp
from domain.judging.remedies.seed_reveal import reveal_refusal, reveal_seed
from domain.match.aggregate import Match, Refused
from service.app.matches import TRIES, Contended, Unavailable, available, new_id, now, row_of_version
from service.wiring import Services


def reveal(services: Services, match_id: str, by: Actor, key: str) -> Match:
    """Reveal the seed; the match after it. One whose seed is out is left as it is.

    Raises Refused, Unknown, Contended, Unavailable.
    """
    matches, setting = services.matches, services.events.setting(match_id)
    by = setting.acting(by)
    for _ in range(TRIES):
        match = matches.fresh(match_id)
        players = {**GAMES[match.rules.name].players(match.table), **setting.players}
        still = [case.id for case in services.cases.of_match(match_id) if case.state != CLOSED]
        if match.flags.frozen and match.flags.frozen not in still:
            still.append(match.flags.frozen)  # it is damaged: nobody has closed it
        here = structs.replace(setting, players=players)
        if refusal := reveal_refusal(match, services.desks.of(match_id), here, by, still):
            raise Refused(refusal)
        if match.flags.revealed:
            return match
        with available(match_id):
            matches.check_whole(match_id)
            matches.check_newest(match)
        row = row_of_version(reveal_seed(match, by, Stamp(key, now(), new_id())))
        try:
            matches.recorder.append_together([matches.mapper.to_stored_event(row)], {})
        except IntegrityError:
            continue
        except (OperationalError, InterfaceError) as failure:
            raise Unavailable(f"{match_id}: {failure}") from failure
        return matches.fresh(match_id)
    raise Contended(match_id)
