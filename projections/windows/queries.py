"""The queries of the ledger: the windows of a match, as of a place, for a viewer; and how far the ledger has come.

Read `LedgerQuery`, then `Ledger.page`. Only the seat itself and judges read what was offered to a seat; everything else
in a row is public. Answers are plain values for JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from threading import BoundedSemaphore
from time import monotonic, sleep
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.flow.open_windows import may_know
from domain.kernel.ids import Seat, Viewer
from domain.match.events import path
from projections.database import Database, Session
from projections.tables import folded_versions, projected_position
from projections.windows.fold import END, FactPlace, LedgerRow, Offer, WindowUse, as_of, parse_place
from projections.windows.store import PROJECTIONS

POLL = 0.004
POLICY = "policy"
ROW = msgspec.json.Decoder(LedgerRow)


class LedgerQuery(Struct, frozen=True):
    """Which windows: those in which a seat was asked or did something, of a kind, about or used by a card (its
    key), of a round; as of a place (`(42, END)`: after version 42); after a window's id, `limit` at most."""

    seat: str = ""
    kind: str = ""
    card: str = ""
    round: int = 0
    at: FactPlace | None = None
    after: str = ""
    limit: int = 100


class LedgerProgress(Struct, frozen=True):
    """The versions to which a match's windows and offers are folded; `parked` is where one of them stopped, 0 if
    none did."""

    windows: int = 0
    offers: int = 0
    parked: int = 0

    def has_come_to(self, version: int, offers: bool) -> bool:
        """Whether the windows, and the offers if asked, are at a version, or will come no further."""
        return self.parked > 0 or version <= (min(self.windows, self.offers) if offers else self.windows)


class LedgerPage(Struct, frozen=True):
    """Windows in the order in which they opened, the versions that they are of, and the id after which to ask on."""

    reached: LedgerProgress
    windows: list[dict[str, Any]]
    after: str = ""


class Offers(Struct, frozen=True):
    """The offers to the seats that a viewer may know, by version and seat."""

    made: dict[tuple[int, str], tuple[str, str, str]]
    cards: dict[str, set[str]]


class Crowded(Exception):
    """Too many requests wait already."""


class Ledger:
    """The ledger of one projection database; `waiters` requests at most wait at a time."""

    def __init__(self, database: Database, waiters: int = 4) -> None:
        self._database = database
        self._waiters = BoundedSemaphore(waiters)

    def close(self) -> None:
        """Close the connections."""
        self._database.close()

    def progress(self, match_id: str) -> LedgerProgress:
        """How far a match is folded. Raises OperationalError."""
        with self._database.reading() as session:
            return ledger_progress(session, match_id)

    def positions(self) -> dict[str, int]:
        """How far in the store each projection has read. Raises OperationalError without its tables."""
        with self._database.reading() as session:
            return {each.name: projected_position(session, each) for each in PROJECTIONS}

    def wait_for(self, match_id: str, version: int, timeout: float = 2.0, *, offers: bool = False) -> LedgerProgress:
        """Wait up to `timeout` seconds until the windows, with `offers` also the offers, have reached a version.

        Returns the progress at the end of the wait, at once where the match is parked. Raises Crowded where it would
        have to wait and too many requests wait already.
        """
        now, deadline = self.progress(match_id), monotonic() + timeout
        if now.has_come_to(version, offers):
            return now
        if not self._waiters.acquire(blocking=False):
            raise Crowded
        try:
            while not now.has_come_to(version, offers) and monotonic() <= deadline:
                sleep(POLL)
                now = self.progress(match_id)
            return now
        finally:
            self._waiters.release()

    def page(self, match_id: str, viewer: Viewer, wanted: LedgerQuery) -> LedgerPage:
        """The windows of a match that fit the query, as a viewer may know them. Raises OperationalError."""
        with self._database.reading() as session:
            come = ledger_progress(session, match_id)
            rows = list(wanted_rows(session, match_id, wanted))
            offers = offers_of(session, match_id, viewer, wanted)
        found = [row for row in rows if concerns(row, wanted, offers)]
        shown = found[: wanted.limit]
        after = shown[-1].id if len(found) > len(shown) else ""
        return LedgerPage(come, [window_json(row, offers) for row in shown], after)


def ledger_progress(session: Session, match_id: str) -> LedgerProgress:
    windows, offers = (folded_versions(session, each.name, [match_id]).get(match_id, 0) for each in PROJECTIONS)
    [(parked,)] = session.read("SELECT MIN(version) FROM parked WHERE match_id = ?", [match_id])
    return LedgerProgress(windows, offers, parked or 0)


def wanted_rows(session: Session, match_id: str, wanted: LedgerQuery) -> Iterator[LedgerRow]:
    """The rows after the cursor, of the wanted kind and round, as of the wanted place."""
    version, number = parse_place(wanted.after) if wanted.after else (0, 0)
    columns = {"kind": wanted.kind, "round": wanted.round}
    filters = {name: value for name, value in columns.items() if value}
    statement = "SELECT row FROM windows WHERE match_id = ? AND (version, place) > (?, ?)"
    statement += "".join(f" AND {name} = ?" for name in filters) + " ORDER BY version, place"
    upto = wanted.at or (END, END)
    line = line_versions(session, match_id, upto[0])
    for (stored,) in session.read(statement, [match_id, version, number, *filters.values()]):
        row = as_of(ROW.decode(stored), upto, line)
        if row is not None:
            yield row


def line_versions(session: Session, match_id: str, version: int) -> Collection[int] | None:
    """The versions that make up the state at a version (END: the newest); empty where none ever went back."""
    backs: dict[int, int] = dict(session.read("SELECT version, back FROM backs WHERE match_id = ?", [match_id]))
    if not backs:
        return None
    newest = ledger_progress(session, match_id).windows
    return frozenset(path(backs, min(version, newest)))


def offers_of(session: Session, match_id: str, viewer: Viewer, wanted: LedgerQuery) -> Offers:
    version, number = wanted.at or (END, END)
    # an offer is made when all facts of its version are known
    upto = version if number == END else version - 1
    columns = "version, seat, window_id, engine, pool, cards, may"
    found = session.read(f"SELECT {columns} FROM offers WHERE match_id = ? AND version <= ?", [match_id, upto])
    made: dict[tuple[int, str], tuple[str, str, str]] = {}
    cards: dict[str, set[str]] = {}
    for version, seat, window_id, engine, pool, used, may in found:
        if may_know(viewer, Seat(seat)):
            made[version, seat] = (engine, pool, may)
            cards.setdefault(window_id, set()).update(msgspec.json.decode(used))
    return Offers(made, cards)


def concerns(row: LedgerRow, wanted: LedgerQuery, offers: Offers) -> bool:
    """Whether a window is about the wanted seat and card, as far as the viewer may know."""
    # who passed by policy was not asked, and did nothing
    seats = {offer.seat for offer in row.offers} | {deed.seat for deed in row.deeds if deed.how != POLICY}
    if wanted.seat and wanted.seat not in seats:
        return False
    words = {word for about in row.about for word in about.split()}
    cards = words | {deed.card for deed in row.deeds} | offers.cards.get(row.id, set())
    return not wanted.card or wanted.card in cards


def window_json(row: LedgerRow, offers: Offers) -> dict[str, Any]:
    """The row as JSON values."""
    return {
        "id": row.id,
        "kind": row.kind,
        "name": row.name,
        "step": row.step,
        "round": row.round,
        "within": row.within,
        "about": list(row.about),
        "inside": row.inside or None,
        "first": row.first,
        "opened_by": row.opened_by,
        "offers": [offer_json(each, offers) for each in row.offers],
        "by": [use_json(each) for each in row.deeds],
        "closed": {"at": row.closed, "how": row.how} if row.closed else None,
    }


def offer_json(each: Offer, offers: Offers) -> dict[str, Any]:
    """The seat that was asked and the wait; what it could do, by which engine, where the viewer may know it."""
    shown: dict[str, Any] = {"version": each.version, "seat": each.seat, "wait": each.wait}
    if made := offers.made.get((each.version, each.seat)):
        engine, pool, may = made
        shown |= {"may": msgspec.json.decode(may), "engine": engine, "pool": pool}
    return shown


def use_json(each: WindowUse) -> dict[str, Any]:
    """What a seat did with it."""
    shown = {"at": each.at, "seat": each.seat, "how": "passed" if each.how == "own" else each.how}
    if each.command:
        shown["command"] = each.command
    if each.card:
        shown["card"] = each.card
    return shown
