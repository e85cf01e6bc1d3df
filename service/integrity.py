"""Whether the record of a match is whole: its chain, its versions, who wrote what, and what today's engine makes of it.

Read `checked`, which reads the stored rows themselves and needs no match that can be folded.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.events import ENGINE, OPENING, decoder, kind_of, ruling_of
from domain.kernel.ids import Viewer
from domain.kernel.sight import GENESIS, chained
from domain.kernel.upcast import upcasted
from service.matches import Matches, Unknown
from service.store.recorded import Recorded
from service.verify import Difference, verified


def checked(matches: Matches, match_id: str, viewer: Viewer, *, readjudicated: bool, hidden: bool) -> dict[str, Any]:
    """The integrity of a match; `hidden`: differences are shown with their values. Raises Unknown, Unavailable."""
    records = matches.records(match_id)
    if not records:
        raise Unknown(match_id)
    versions = [each.originator_version for each in records]
    faults = [*gaps(versions), *breaks(records, matches.seed(match_id))]
    found = verified(matches, match_id).differences if readjudicated else ()
    return {
        "versions": versions[-1],
        "whole": not faults,
        "faults": faults,
        **written_by(records, viewer),
        "engine_today": ENGINE,
        "readjudicated": readjudicated,
        "differences": [shown(each, hidden=hidden) for each in found],
    }


def gaps(versions: list[int]) -> Iterator[dict[str, Any]]:
    """The versions that are missing."""
    expected = 1
    for version in versions:
        if version != expected:
            yield {"fault": "gap", "from": expected, "to": version - 1}
        expected = version + 1


def breaks(records: list[Recorded], seed: bytes) -> Iterator[dict[str, Any]]:
    """The versions that do not follow, by the chain, from the one before."""
    head = GENESIS
    for each in records:
        if chained(head, seed, each.originator_version, each.payload) != each.head:
            yield {"fault": "chain", "version": each.originator_version}
        head = each.head


def written_by(records: list[Recorded], viewer: Viewer) -> dict[str, Any]:
    """Which engine and pool wrote which versions, and the judges' events; versions that cannot be read are named."""
    read = decoder(OPENING.decode(upcasted(records[0].payload)).cmd.game).decode
    engines: list[dict[str, Any]] = []
    judged: list[dict[str, Any]] = []
    unreadable: list[int] = []
    for each in records:
        version = each.originator_version
        try:
            event = read(upcasted(each.payload))
        except (msgspec.DecodeError, LookupError):
            unreadable.append(version)
            continue
        last = engines[-1] if engines else None
        if last and (last["engine"], last["pool"], last["to"]) == (event.engine, event.pool, version - 1):
            last["to"] = version
        else:
            engines.append({"from": version, "to": version, "engine": event.engine, "pool": event.pool})
        if kind_of(event) != "action":
            judged.append(judged_event(version, event, viewer))
    return {"engines": engines, "judged": judged, "unreadable": unreadable}


def judged_event(version: int, event: Any, viewer: Viewer) -> dict[str, Any]:
    head = {"version": version, "kind": kind_of(event), "time": event.at, "actor": event.actor}
    return {**head, **ruling_of(event, viewer)}


def shown(difference: Difference, *, hidden: bool) -> dict[str, Any]:
    """A difference; its values may hold hidden cards."""
    place = {"version": difference.version, "place": difference.place}
    return {**place, "recorded": difference.recorded, "today": difference.today} if hidden else place
