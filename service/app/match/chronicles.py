"""The chronicles of a process: matches with all events decoded, for questions, cached while they are asked about."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from domain.judging.inquiry.chronicle import Chronicle
from domain.match.aggregate import BrokenChain, Match, decode_event
from domain.match.hash_chain import GENESIS, chain_head
from service.app.match.matches import MatchApplication

MOST = 4  # some 30 kB for each version that was folded


def checked_payloads(matches: MatchApplication, match: Match, after: int, upto: int) -> list[bytes]:
    """The stored events after a version, up to another. Raises BrokenChain where one does not fit the one before."""
    if upto <= after:
        return []
    found = matches.records(match.id, max(0, after - 1), upto)
    head = found.pop(0).head if after else GENESIS
    for each in found:
        if chain_head(head, match.seed, each.originator_version, each.payload) != each.head:
            matches.forget(match.id)
            raise BrokenChain(match.id, each.originator_version)
        head = each.head
    return [each.payload for each in found]


class Chronicles:
    """A cache of the chronicles that were asked for last."""

    def __init__(self, matches: MatchApplication, most: int = MOST) -> None:
        self._matches = matches
        self._most = most
        self._kept: OrderedDict[str, Chronicle] = OrderedDict()
        self._lock = Lock()

    def of(self, match_id: str) -> Chronicle:
        """The chronicle of a match up to its newest version. Raises Unknown, Unavailable, BrokenChain."""
        match = self._matches.fresh(match_id)
        with self._lock:
            kept = self._kept.get(match_id)
        chronicle = kept if kept is not None and kept.newest == match.version else self._extend(match, kept)
        with self._lock:
            self._kept[match_id] = chronicle
            self._kept.move_to_end(match_id)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return chronicle

    def forget_all(self) -> None:
        """Drop every chronicle from memory: a player whom some of them name was erased."""
        with self._lock:
            self._kept.clear()

    def _extend(self, match: Match, kept: Chronicle | None) -> Chronicle:
        after = kept.newest if kept is not None and kept.newest < match.version else 0
        events = dict(kept.events) if kept is not None and after else {}
        for version, payload in enumerate(checked_payloads(self._matches, match, after, match.version), after + 1):
            events[version] = decode_event(match, payload)
        return Chronicle(match, events, kept.folded_versions if kept is not None and after else None)
