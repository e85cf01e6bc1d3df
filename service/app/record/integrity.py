"""Whether the record of a match is whole: its chain, its versions, who wrote what, and what today's engine decides.

Read `integrity_report`, which reads the stored rows themselves and needs no match that can be folded.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from domain.kernel.formats.upcasters import upcast
from domain.kernel.ids import Viewer
from domain.match.events import ENGINE, OPENING, decoder, event_kind, ruling_of
from service.app.match.matches import MatchApplication
from service.app.record.beside_a_match import faults_beside
from service.app.record.verification import EngineDifference, verify_match
from service.app.write_loop import available
from service.store.damage import UNDECODED
from service.store.recorded import RecordedEvent, UnreadableRow, stream_of
from service.store.stream_rows import Fault, chain_breaks, read_rows, version_gaps
from service.wiring import Services


def integrity_report(
    services: Services, match_id: str, viewer: Viewer, *, readjudicated: bool, hidden: bool
) -> dict[str, Any]:
    """The integrity of a match; with `hidden` differences show their values. Raises Unknown, Unavailable."""
    matches = services.matches
    with available(match_id):
        records, wrong = read_rows(matches.recorder, stream_of(match_id))
    lost = [each["version"] for each in wrong]
    # a match that has a seed has had a first version
    versions = sorted([*(each.originator_version for each in records), *lost])
    faults = [*(version_gaps(versions) if versions else ()), *wrong, *chain_faults(matches, match_id, records, lost)]
    services.case_index.catch_up()
    faults += faults_beside(services, match_id, versions[-1] if versions else 0)
    if faults:
        matches.forget(match_id)
    found = verify_match(matches, match_id).differences if readjudicated else ()
    return {
        "versions": versions[-1] if versions else 0,
        "whole": not faults,
        "faults": faults,
        **writers(records, viewer, lost),
        "engine_today": ENGINE,
        "readjudicated": readjudicated,
        "differences": [difference_json(each, hidden=hidden) for each in found],
    }


def chain_faults(
    matches: MatchApplication, match_id: str, records: list[RecordedEvent], lost: list[int]
) -> list[Fault]:
    """The breaks of a match's chain, or why they cannot be found. Raises Unknown, Unavailable."""
    try:
        seed = matches.seed(match_id)
    except UnreadableRow as unreadable:
        return [{"fault": "seed", "version": 1, "problem": str(unreadable)}]
    if not records and not lost:
        return [{"fault": "gap", "from": 1, "to": 1}]
    return list(chain_breaks(records, seed, lost))


def writers(records: list[RecordedEvent], viewer: Viewer, lost: Sequence[int] = ()) -> dict[str, Any]:
    """The versions that each engine and pool wrote, the judges' events, and the versions that cannot be read."""
    engines: list[dict[str, Any]] = []
    judged: list[dict[str, Any]] = []
    unreadable: list[int] = [*lost]
    if not records:
        return {"engines": [], "judged": [], "unreadable": unreadable}
    try:
        read = decoder(OPENING.decode(upcast(records[0].payload)).cmd.game).decode
    except UNDECODED:
        # which game it is stands in the first version
        every = [*lost, *(each.originator_version for each in records)]
        return {"engines": [], "judged": [], "unreadable": sorted(every)}
    for each in records:
        version = each.originator_version
        try:
            event = read(upcast(each.payload))
        except UNDECODED:
            unreadable.append(version)
            continue
        last = engines[-1] if engines else None
        if last and (last["engine"], last["pool"], last["to"]) == (event.engine, event.pool, version - 1):
            last["to"] = version
        else:
            engines.append({"from": version, "to": version, "engine": event.engine, "pool": event.pool})
        if event_kind(event) != "action":
            judged.append(judge_event_json(version, event, viewer))
    return {"engines": engines, "judged": judged, "unreadable": sorted(unreadable)}


def judge_event_json(version: int, event: Any, viewer: Viewer) -> dict[str, Any]:
    head = {"version": version, "kind": event_kind(event), "time": event.at, "actor": event.actor}
    return {**head, **to_builtins(ruling_of(event, viewer))}


def difference_json(difference: EngineDifference, *, hidden: bool) -> dict[str, Any]:
    """A difference; its values may hold hidden cards."""
    place = {"version": difference.version, "place": difference.place}
    return {**place, "recorded": difference.recorded, "today": difference.today} if hidden else place
