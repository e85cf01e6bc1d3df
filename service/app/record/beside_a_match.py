"""What is stored beside the rows of a match: its cases, its desk, its branches, and the version that each knows of.

Read `faults_beside`, whose faults stand with those of the match's own rows in its integrity. A match that lost its
newest rows has no gap; rows about it, and the process that wrote them, tell that there were more. `other_faults` is the
rest of the store: events, and cases whose match is not known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from eventsourcing.persistence import PersistenceError

from domain.judging.cases.entries import CaseOpened
from service.app.case.cases import CaseApplication
from service.store.damage import unless_damaged
from service.store.recorded import UnreadableRow
from service.store.stream_rows import Fault

if TYPE_CHECKING:
    from service.wiring import Services


def faults_beside(services: Services, match_id: str, stored: int) -> list[Fault]:
    """What is wrong with what is stored about a match of `stored` versions. Raises Unknown, Unavailable.

    Each fault names its `case`, its `desk` or its `branch`, and an entry instead of a version; `lost` are versions of
    the match, from and to, that `by` knows of.
    """
    try:
        services.matches.seed(match_id)
    except UnreadableRow:
        # without it no chain can be checked
        return []
    about = sorted(cases_about(services, match_id))
    found = [fault for case_id in about for fault in faults_of_case(services, case_id, match_id)]
    found += [{**entry_fault(each), "desk": match_id} for each in services.desks.faults(match_id)]
    found += [{"fault": "branch", "branch": each} for each in services.branches.damaged_ids(match_id)]
    return [*lost_versions(services, match_id, stored, about), *found]


def entry_fault(fault: Fault) -> Fault:
    """A fault of an entry, which has no version."""
    return {"entry" if name == "version" else name: value for name, value in fault.items()}


def cases_about(services: Services, match_id: str) -> set[str]:
    """The cases about a match: those that the list has, as far as it was filled, and the one that stops the match."""
    match = unless_damaged(match_id, partial(services.matches.fresh, match_id))
    stopping = {match.flags.frozen} - {""} if match is not None else set()
    return {*services.case_index.about(match_id), *stopping}


def faults_of_case(services: Services, case_id: str, match_id: str) -> Iterator[Fault]:
    """What is wrong with a case, also where it has fewer entries than the list of cases knows of."""
    faults, stored = services.cases.faults(case_id, match_id)
    yield from ({**entry_fault(each), "case": case_id} for each in faults)
    newest = max(services.case_index.version(case_id), 1)
    if newest > stored:
        yield {"fault": "gap", "case": case_id, "from": stored + 1, "to": newest}


def lost_versions(services: Services, match_id: str, stored: int, about: Iterable[str]) -> Iterator[Fault]:
    """The versions beyond the last one that is stored, and who knows of them."""
    by, newest = max(known_versions(services, match_id, about), key=lambda each: each[1], default=("", 0))
    if newest > stored:
        yield {"fault": "lost", "from": stored + 1, "to": newest, "by": by}


def newest_known(services: Services, match_id: str) -> int:
    """The newest version of a match that any table names, as far as it can be read. Raises Unavailable."""
    services.case_index.catch_up()
    about = cases_about(services, match_id)
    return unless_damaged(match_id, lambda: max(newest for _, newest in known_versions(services, match_id, about))) or 0


def known_versions(services: Services, match_id: str, about: Iterable[str]) -> Iterator[tuple[str, int]]:
    """The versions of a match that other tables name, by table, as far as they can be read."""
    yield "process", services.matches.version_in_memory(match_id)
    yield "list of matches", services.match_index.version(match_id)
    yield "refused commands", services.audit.newest(match_id)
    yield "window ledger", ledger_version(services, match_id)
    for case_id in about:
        yield f"case {case_id}", newest_version_in_case(services.cases, case_id)
    desk = unless_damaged(match_id, partial(services.desks.of, match_id))
    yield "desk", max((getattr(each, "version", 0) for each in desk.entries), default=0) if desk is not None else 0
    for kept in services.branches.of_match(match_id, limit=1000):
        yield f"branch {kept.branch.id}", max(kept.branch.base, kept.branch.tip)


def ledger_version(services: Services, match_id: str) -> int:
    """The version that the window ledger has reached; 0 where there is none, or it does not answer."""
    try:
        come = services.windows.progress(match_id)
    except PersistenceError:
        return 0
    return max(come.windows, come.offers)


def newest_version_in_case(cases: CaseApplication, case_id: str) -> int:
    """The newest version of its match that a case names; a case that stopped the match made one itself."""
    case = unless_damaged(case_id, partial(cases.one, case_id))
    if case is None:
        return 0
    found = [0]
    for each in case.entries:
        found.append(getattr(each, "version", 0) + (isinstance(each, CaseOpened) and each.freeze))
        found += getattr(each, "versions", ())
    return max(found)


def other_faults(services: Services, about: Iterable[str]) -> Iterator[tuple[str, Fault]]:
    """What is wrong in the rest of the store, each fault with its owner; `about` are the cases already checked."""
    looked_at = set(about)
    for case_id, _ in services.cases.versions():
        if case_id not in looked_at and unless_damaged(case_id, partial(services.cases.one, case_id)) is None:
            yield f"case {case_id}", {"fault": "row", "entry": 1}
    for event_id, faults in services.events.faults():
        yield from ((f"event {event_id}", entry_fault(each)) for each in faults)
