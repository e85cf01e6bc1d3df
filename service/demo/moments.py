"""Moments of a match that the tour shows: a refused defender, an opportunity that was passed up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.kernel.deciding import awaited_options as options_of
from domain.kernel.deciding import refusal_of
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, decode_event
from projections.windows.fold import LedgerRow, fold_ledger
from service.tools.simulate import SimulationTask, decisions

Versions = dict[int, Match]
Events = list[tuple[int, Any]]


class DisputedCommand(Struct, frozen=True):
    """A command that the rules refuse, with its match and its seat."""

    match: Match
    seat: Seat
    command: Any
    refusal: Refusal

    @property
    def is_about_stealth(self) -> bool:
        return "stealth" in self.refusal.rule


def fitting_task(game: str) -> SimulationTask:
    """The first match of a series in which both kinds of moments can be shown.

    Raises LookupError where there is none.
    """
    for number in range(1, 31):
        task = SimulationTask(game, series=4, number=number)
        played = list(decisions(task))
        versions = {each.match.version: each.match for each in played}
        events = [(each.match.version, decode_event(each.match, each.payload)) for each in played]
        if refused_defender(versions).is_about_stealth and passed_windows(versions, events):
            return task
    raise LookupError("no match of the series shows both disputes")


def refused_defender(versions: Versions) -> DisputedCommand:
    """A declaration of a defender that the rules refuse; one refused because of stealth is preferred."""
    found = list(refused_defenders(versions))
    return next((each for each in found if each.is_about_stealth), found[0])


def refused_defenders(versions: Versions) -> Iterator[DisputedCommand]:
    for match in versions.values():
        waiting = match.table.waiting
        if waiting is None or waiting.question != "defenders":
            continue
        seat = waiting.seats[0]
        for card in match.table.characters(seat):
            command = match.rules.command({"type": "declare_defenders", "defenders": [card]})
            if refusal := refusal_of(match.rules, match.table, seat, command):
                yield DisputedCommand(match, seat, command, refusal)


def passed_windows(versions: Versions, events: Events) -> list[tuple[LedgerRow, int, Seat]]:
    """The windows that a seat passed although it had another option, the most deeply nested last."""
    found = [
        (row, offer.version, Seat(offer.seat))
        for row in fold_ledger(events)
        for offer in row.offers
        if row.about and could_act(versions[offer.version], Seat(offer.seat)) and did_pass(row, offer.version)
    ]
    return sorted(found, key=lambda each: (each[0].kind != "cancel", len(versions[each[1]].table.stack)))


def could_act(match: Match, seat: Seat) -> bool:
    return len(options_of(match.rules, match.table, seat).forms) > 1


def did_pass(row: LedgerRow, version: int) -> bool:
    return any(deed.how == "own" and deed.at.startswith(f"{version + 1}.") for deed in row.deeds)
