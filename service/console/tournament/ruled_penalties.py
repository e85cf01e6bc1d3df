"""The penalties that cases have ruled and not given when their event ends, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.judging.cases.approvals import penalties_owed, penalties_to_withdraw
from domain.judging.cases.case import APPEALED, Case
from domain.kernel.formats.listing import join_names
from domain.tournaments.tournament import Tournament
from service.console.tournament.results_at_odds import name_first
from service.web.request_context import request_context


def ruled_penalties(event: Tournament, cases: Iterable[Case]) -> Iterator[str]:
    """The penalties that open cases ruled and have not given: those that must be decided first, and those that lapse.

    An appeal that is not answered lapses with its penalties.
    """
    events = request_context().services.events
    found = events.cases.penalties_awaiting(event, events.setting)
    awaiting, outlived = ({each.case for each in found if each.withdrawal is kind} for kind in (False, True))
    titles, lapsing = event.rules.titles(), list[str]()
    for case in cases:
        place, setting = event.table_of(case.opening.match), events.setting(case.opening.match)
        seats = {seat: player for player, seat in place[1].seats.items()} if place else {}
        seats |= case.opening.players
        owed = [
            f"{titles[each.penalty]} for {seats.get(each.seat, each.seat)}" for each in penalties_owed(case, setting)
        ]
        if case.id in outlived:
            taken_back = penalties_to_withdraw(case, setting)
            standing = [f"{titles[each.penalty.penalty]} for {each.player}" for each in taken_back]
            yield (
                f"{join_names(standing)} (case {case.id}) stands, and the ruling names it no more: it is withdrawn"
                " in the case before the event ends"
            )
        if case.id in awaiting:
            way = (
                "the appeal is answered"
                if case.state == APPEALED
                else "it is approved, ruled anew or the case closed without it"
            )
            yield f"{join_names(owed)} (case {case.id}) awaits approval: {way} before the event ends"
        elif owed:
            lapsing.append(f"{join_names(owed)} (case {case.id}{', under appeal' if case.state == APPEALED else ''})")
        elif case.state == APPEALED:
            yield f"the appeal in case {case.id} is not answered, and can add no penalty after the end"
    if lapsing:
        yield f"ruled, not given yet, and never given once the event is over: {name_first(lapsing)}"
