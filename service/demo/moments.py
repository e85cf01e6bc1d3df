"""Moments of a match that the tour shows: a refused command, an opportunity that was passed up."""

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
from service.games.demonstration import DemoDispute, Versions
from service.tools.simulate import SimulationTask, decisions

Events = list[tuple[int, Any]]


class DisputedCommand(Struct, frozen=True):
    """A command that the rules refuse, with its match and its seat."""

    match: Match
    seat: Seat
    command: Any
    refusal: Refusal


def fitting_task(game: str, dispute: DemoDispute) -> SimulationTask:
    """The first match of a series in which the dispute, refused as preferred, and an opportunity can be shown.

    Raises LookupError where there is none.
    """
    for number in range(1, 31):
        task = SimulationTask(game, series=4, number=number)
        played = list(decisions(task))
        versions = {each.match.version: each.match for each in played}
        events = [(each.match.version, decode_event(each.match, each.payload)) for each in played]
        is_refused = any(is_preferred(each, dispute) for each in refused_attempts(versions, dispute))
        if is_refused and passed_windows(versions, events):
            return task
    raise LookupError("no match of the series shows both disputes")


def disputed_command(versions: Versions, dispute: DemoDispute) -> DisputedCommand:
    """The first attempt that the rules refuse as the dispute prefers; the first refused attempt where there is none."""
    found = list(refused_attempts(versions, dispute))
    return next((each for each in found if is_preferred(each, dispute)), found[0])


def is_preferred(attempt: DisputedCommand, dispute: DemoDispute) -> bool:
    """Whether the rule that refuses an attempt is of the kind that the dispute prefers."""
    return dispute.preferred in attempt.refusal.rule


def refused_attempts(versions: Versions, dispute: DemoDispute) -> Iterator[DisputedCommand]:
    """The attempts of a dispute that the rules refuse, oldest version first."""
    for match in versions.values():
        for seat, command in dispute.attempts(match):
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
