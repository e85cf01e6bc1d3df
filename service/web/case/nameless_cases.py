"""Cases without the names of people that the store knows about their match, in words too.

What is looked for are the names that the case has, and those of the match and its event: players, enrolled ones, staff,
judges. They are found as erasing finds them: by whole names, however they are spelled.
"""

from __future__ import annotations

from functools import partial

from domain.judging.cases.anonymity import (
    A_JUDGE,
    A_PLAYER,
    anonymize,
    people_labels,
    seat_labels,
    without_people,
)
from domain.judging.cases.case import Case
from domain.match.envelope import ORGANIZER
from domain.tournaments.player_names import is_label_of
from domain.tournaments.tournament import Tournament
from service.app.match.matches import Unknown
from service.app.match.openings import players_named
from service.app.players.name_finding import NameFinder
from service.web.request_context import request_context


def precedent_case(case: Case) -> Case:
    """The case as a precedent for who may not know its match. Raises Unavailable."""
    labels = known_labels(case)
    return anonymize(case, labels, partial(label_names, labels))


def nameless_case(case: Case) -> Case:
    """The case for an analyst: of its match, and of nobody. Raises Unavailable.

    A seat keeps its name, unless that is the name of a person.
    """
    labels = known_labels(case)
    named = [seat for seat in case.opening.seats if any(is_label_of(seat, person) for person in labels)]
    return without_people(case, labels, partial(label_names, labels), named)


def known_labels(case: Case) -> dict[str, str]:
    """What stands for the name of each person whom the store knows about the match of a case."""
    services, match_id, seats = request_context().services, case.opening.match, seat_labels(case)
    setting, events = services.cases.setting(match_id), events_of(match_id)
    staff = [each for event in events for each in event.staff.items()]
    found = {name: ORGANIZER if office == ORGANIZER else A_JUDGE for name, office in staff}
    found |= dict.fromkeys(services.desks.judges(match_id), A_JUDGE)
    found |= dict.fromkeys((*setting.enrolled, *(player for each in events for player in each.players)), A_PLAYER)
    seated = {**opened_players(match_id), **setting.players}
    found |= {player: seats.get(seat, A_PLAYER) for seat, player in seated.items()}
    return {name: label for name, label in {**found, **people_labels(case)}.items() if name}


def events_of(match_id: str) -> list[Tournament]:
    """The events at which a match is played, or whose table it left. Raises Unavailable."""
    places = request_context().services.events.places()
    played = places.played.get(match_id)
    return [each for each in (played[0] if played else None, places.left.get(match_id)) if each is not None]


def opened_players(match_id: str) -> dict[str, str]:
    """The players whom the opening of a match names, by seat."""
    try:
        return players_named(request_context().services.openings.known_opening(match_id).cmd)
    except Unknown:
        return {}


def label_names(labels: dict[str, str], text: str) -> str:
    """A text with what stands for each of these names, however it is spelled."""
    return NameFinder(labels).replace(text, lambda name, spelling: labels[name])
