"""Whether the record of a match is whole: its chain, its versions, who wrote what, and what today's engine makes of it.

Read `checked`, which reads the stored rows themselves and needs no match that can be folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.kernel.formats.upcasters import upcasted
from domain.kernel.ids import Viewer
from domain.match.events import ENGINE, OPENING, decoder, kind_of, ruling_of
from service.app.matches import Matches, available
from service.app.verification import Difference, verified
from service.store.beside_a_match import beside
from service.store.damage import UNDECODED
from service.store.recorded import Recorded, Unreadable, stream_of
from service.store.stored_rows import Fault, breaks, gaps, rows_of
from service.wiring import Services


def checked(services: Services, match_id: str, viewer: Viewer, *, readjudicated: bool, hidden: bool) -> dict[str, Any]:
    """The integrity of a match; `hidden`: differences are shown with their values. Raises Unknown, Unavailable."""
    matches = services.matches
    with available(match_id):
        records, wrong = rows_of(matches.recorder, stream_of(match_id))
    lost = [each["version"] for each in wrong]
    # a match that has a seed has had a first version
    versions = sorted([*(each.originator_version for each in records), *lost])
    faults = [*(gaps(versions) if versions else ()), *wrong, *chained(matches, match_id, records, lost)]
    services.case_index.catch_up()
    faults += beside(services, match_id, versions[-1] if versions else 0)
    if faults:
        matches.forget(match_id)
    found = verified(matches, match_id).differences if readjudicated else ()
    return {
        "versions": versions[-1] if versions else 0,
        "whole": not faults,
        "faults": faults,
        **written_by(records, viewer, lost),
        "engine_today": ENGINE,
        "readjudicated": readjudicated,
        "differences": [shown(each, hidden=hidden) for each in found],
    }


def chained(matches: Matches, match_id: str, records: list[Recorded], lost: list[int]) -> list[Fault]:
    """The breaks of a match's chain, or what keeps them from being found; raises Unknown, Unavailable."""
    try:
        seed = matches.seed(match_id)
    except Unreadable as unreadable:
        return [{"fault": "seed", "version": 1, "problem": str(unreadable)}]
    if not records and not lost:
        return [{"fault": "gap", "from": 1, "to": 1}]
    return list(breaks(records, seed, lost))


def written_by(records: list[Recorded], viewer: Viewer, lost: Sequence[int] = ()) -> dict[str, Any]:
    """Which engine and pool wrote which versions, and the judges' events; versions that cannot be read are named."""
    engines: list[dict[str, Any]] = []
    judged: list[dict[str, Any]] = []
    unreadable: list[int] = [*lost]
    if not records:
        return {"engines": [], "judged": [], "unreadable": unreadable}
    try:
        read = decoder(OPENING.decode(upcasted(records[0].payload)).cmd.game).decode
    except UNDECODED:
        # which game it is stands in the first version
        every = [*lost, *(each.originator_version for each in records)]
        return {"engines": [], "judged": [], "unreadable": sorted(every)}
    for each in records:
        version = each.originator_version
        try:
            event = read(upcasted(each.payload))
        except UNDECODED:
            unreadable.append(version)
            continue
        last = engines[-1] if engines else None
        if last and (last["engine"], last["pool"], last["to"]) == (event.engine, event.pool, version - 1):
            last["to"] = version
        else:
            engines.append({"from": version, "to": version, "engine": event.engine, "pool": event.pool})
        if kind_of(event) != "action":
            judged.append(judged_event(version, event, viewer))
    return {"engines": engines, "judged": judged, "unreadable": sorted(unreadable)}


def judged_event(version: int, event: Any, viewer: Viewer) -> dict[str, Any]:
    head = {"version": version, "kind": kind_of(event), "time": event.at, "actor": event.actor}
    return {**head, **ruling_of(event, viewer)}


def shown(difference: Difference, *, hidden: bool) -> dict[str, Any]:
    """A difference; its values may hold hidden cards."""
    place = {"version": difference.version, "place": difference.place}
    return {**place, "recorded": difference.recorded, "today": difference.today} if hidden else place
