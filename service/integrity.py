"""Whether the record of a match is whole: its chain, its versions, who wrote what, and what today's engine makes of it.

Read `checked`, which reads the stored rows themselves and needs no match that can be folded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.events import ENGINE, OPENING, decoder, kind_of, ruling_of
from domain.kernel.ids import Viewer
from domain.kernel.sight import GENESIS, chained
from domain.kernel.upcast import upcasted
from service.damage import UNDECODED
from service.matches import Matches, Unknown, available
from service.store.recorded import Recorded, Unreadable, stream_of
from service.verify import Difference, verified


def checked(matches: Matches, match_id: str, viewer: Viewer, *, readjudicated: bool, hidden: bool) -> dict[str, Any]:
    """The integrity of a match; `hidden`: differences are shown with their values. Raises Unknown, Unavailable."""
    seed, (records, wrong) = matches.seed(match_id), rows_of(matches, match_id)
    lost = [each["version"] for each in wrong]
    versions = sorted([*(each.originator_version for each in records), *lost])
    if not versions:
        raise Unknown(match_id)
    faults = [*gaps(versions), *wrong, *breaks(records, seed, lost)]
    if faults:
        matches.forget(match_id)
    found = verified(matches, match_id).differences if readjudicated else ()
    return {
        "versions": versions[-1],
        "whole": not faults,
        "faults": faults,
        **written_by(records, viewer, lost),
        "engine_today": ENGINE,
        "readjudicated": readjudicated,
        "differences": [shown(each, hidden=hidden) for each in found],
    }


def rows_of(matches: Matches, match_id: str) -> tuple[list[Recorded], list[dict[str, Any]]]:
    """The stored rows of a match, and what is wrong with each that cannot be read."""
    try:
        return matches.records(match_id), []
    except Unreadable:
        stream = stream_of(match_id)
        with available(match_id):
            newest = dict(matches.recorder.streams(stream)).get(stream, 0)
    records: list[Recorded] = []
    wrong: list[dict[str, Any]] = []
    for version in range(1, newest + 1):
        try:
            records += matches.records(match_id, version - 1, version)
        except Unreadable as unreadable:
            wrong.append({"fault": "row", "version": version, "problem": str(unreadable)})
    return records, wrong


def gaps(versions: list[int]) -> Iterator[dict[str, Any]]:
    """The versions that are missing."""
    expected = 1
    for version in versions:
        if version != expected:
            yield {"fault": "gap", "from": expected, "to": version - 1}
        expected = version + 1


def breaks(records: list[Recorded], seed: bytes, lost: Sequence[int] = ()) -> Iterator[dict[str, Any]]:
    """The versions that do not follow, by the chain, from the one before; after one that is lost it cannot be known."""
    head = GENESIS
    for each in records:
        follows = chained(head, seed, each.originator_version, each.payload) == each.head
        if not follows and each.originator_version - 1 not in lost:
            yield {"fault": "chain", "version": each.originator_version}
        head = each.head


def written_by(records: list[Recorded], viewer: Viewer, lost: Sequence[int] = ()) -> dict[str, Any]:
    """Which engine and pool wrote which versions, and the judges' events; versions that cannot be read are named."""
    engines: list[dict[str, Any]] = []
    judged: list[dict[str, Any]] = []
    unreadable: list[int] = [*lost]
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
