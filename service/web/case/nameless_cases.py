"""Cases without the names of people that the store knows about their match, in words too.

What is looked for are the names that the case has, and those of the match and its event: players, enrolled ones, staff
and judges, also former ones, and who opened it. They are found as erasing finds them: by whole names, however they are
spelled. What an erased player is called is looked for too: it is the same in every case.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from domain.judging.cases.anonymity import (
    A_PLAYER,
    PlaceOfName,
    anonymize,
    people_labels,
    seat_labels,
    staff_label,
    without_people,
)
from domain.judging.cases.case import Case
from domain.kernel.formats.name_tokens import ERASED, PLAYER, labelled_reference
from domain.match.envelope import ORGANIZER
from domain.tournaments.player_names import is_label_of
from domain.tournaments.tournament import Tournament
from service.app.match.matches import Unknown
from service.app.match.openings import players_named
from service.app.players.name_finding import NameFinder
from service.web.request_context import request_context

# what a player is called whose name is erased or cannot be read, within a link too
CALLED = re.compile(rf"(?:{ERASED}|{PLAYER}) ([0-9a-f]{{12}})".replace(" ", r"(?:%20|[\s+_-])"), re.IGNORECASE)


def precedent_case(case: Case) -> Case:
    """The case as a precedent for who may not know its match. Raises Unavailable."""
    labels = known_labels(case)
    return anonymize(case, labels, LabelFinder(labels).find)


def nameless_case(case: Case) -> Case:
    """The case for an analyst: of its match, and of nobody. Raises Unavailable.

    A seat keeps its name, unless that is the name of a person.
    """
    labels = known_labels(case)
    named = [seat for seat in case.opening.seats if any(is_label_of(seat, person) for person in labels)]
    return without_people(case, labels, LabelFinder(labels).find, named)


def known_labels(case: Case) -> dict[str, str]:
    """What stands for the name of each person whom the store knows about the match of a case."""
    services, match_id, seats = request_context().services, case.opening.match, seat_labels(case)
    setting, events = services.cases.setting(match_id), events_of(match_id)
    staff = {opened_by(match_id): ORGANIZER, **services.desks.people(match_id)}
    for event in events:
        staff |= event.served
    found = {name: staff_label(office) for name, office in staff.items()}
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


def opened_by(match_id: str) -> str:
    """The organizer who opened a match; empty where none did, or it is not known."""
    try:
        return request_context().services.openings.known_opening(match_id).organizer
    except Unknown:
        return ""


class LabelFinder:
    """Finds the places of names in words, however they are spelled, and what stands for each by `labels`."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        self._labels = labels
        self._references = {found: label for name, label in labels.items() if (found := labelled_reference(name))}
        self._finder = NameFinder(labels)

    def find(self, text: str) -> Iterable[PlaceOfName]:
        """The places of names in a text; what an erased player is called is one also where nobody knows of whom."""
        for found in self._finder.find(text):
            yield PlaceOfName(found.begin, found.end, self._labels[found.name])
        for called in CALLED.finditer(text):
            yield PlaceOfName(*called.span(), self._references.get(called[1].lower(), A_PLAYER))
