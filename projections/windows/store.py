"""The tables of the ledger, and the two projections that fill them: `windows` and `offers`."""

from __future__ import annotations

import msgspec

from domain.kernel.formats.upcasters import upcast
from domain.match.aggregate import GoesBack, decode_event, evolve_in_place, initial, replay_path
from domain.match.events import OPENING, StoredEvent, decoder
from projections.database import DatabaseTable, Values
from projections.tables import Changed, Projection
from projections.windows.fold import LedgerRow, Stack, parse_place
from projections.windows.offers import OfferedAnswers, offered_answers

# version and place are the window's id; `row` is the whole row as JSON, beside it what is looked for
WINDOWS = DatabaseTable(
    "windows",
    (
        ("match_id", "text"),
        ("version", "bigint"),
        ("place", "bigint"),
        ("kind", "text"),
        ("name", "text"),
        ("round", "bigint"),
        ("row", "text"),
    ),
    3,
)
OFFERS = DatabaseTable(
    "offers",
    (
        ("match_id", "text"),
        ("version", "bigint"),
        ("seat", "text"),
        ("window_id", "text"),
        ("engine", "text"),
        ("pool", "text"),
        ("cards", "text"),
        ("may", "text"),
    ),
    3,
)


# the events whose parent is not the version before them: of which lines a match consists
BACKS = DatabaseTable("backs", (("match_id", "text"), ("version", "bigint"), ("back", "bigint")), 2)


class WindowFolding:
    """One match: the windows that are open, and the rows that changed."""

    def __init__(self, match_id: str) -> None:
        self.match_id = match_id
        self.stack = Stack()
        self.decoder: msgspec.json.Decoder[StoredEvent] | None = None

    def recall(self, version: int, payload: bytes) -> None:
        self.take(version, payload)
        self.stack.touched.clear()
        self.stack.backs.clear()

    def take(self, version: int, payload: bytes) -> None:
        payload = upcast(payload)
        if self.decoder is None:
            self.decoder = decoder(OPENING.decode(payload).cmd.game)
        self.stack.take(version, self.decoder.decode(payload))

    def back(self, payloads: list[bytes]) -> None:
        """Raises GoesBack: no caller needs this, as the stack keeps what was open at every version."""
        raise GoesBack(self.match_id)

    def rows(self) -> Changed:
        rows: list[Values] = [self.row(row) for row in self.stack.touched.values()]
        backs: list[Values] = [(self.match_id, version, back) for version, back in self.stack.backs.items()]
        self.stack.touched.clear()
        self.stack.backs.clear()
        return {WINDOWS: rows, BACKS: backs}

    def touch(self) -> None:
        """Do nothing: windows depend on their own match alone."""

    def row(self, row: LedgerRow) -> Values:
        return (self.match_id, *parse_place(row.id), row.kind, row.name, row.round, encode(row))


class OfferFolding:
    """One match: its table and its windows, and the offers that were made."""

    def __init__(self, match_id: str) -> None:
        self.match = initial(match_id, b"")
        self.stack = Stack()
        self.made: list[OfferedAnswers] = []

    def recall(self, version: int, payload: bytes) -> None:
        event = decode_event(self.match, payload)
        self.match = evolve_in_place(self.match, event)
        self.stack.touched.clear()
        self.stack.take(version, event)

    def back(self, payloads: list[bytes]) -> None:
        """Fold all events of the match again, the last of which goes back."""
        decode = decoder(OPENING.decode(upcast(payloads[0])).cmd.game).decode
        events = [decode(upcast(payload)) for payload in payloads]
        self.match = replay_path(self.match.id, events)
        self.stack.touched.clear()
        self.stack.take(len(events), events[-1])
        self.made.extend(offered_answers(self.match, self.stack))

    def take(self, version: int, payload: bytes) -> None:
        self.recall(version, payload)
        self.made.extend(offered_answers(self.match, self.stack))

    def rows(self) -> Changed:
        rows: list[Values] = [self.row(each) for each in self.made]
        self.made.clear()
        return {OFFERS: rows}

    def touch(self) -> None:
        """Do nothing: offers depend on their own match alone."""

    def row(self, each: OfferedAnswers) -> Values:
        made_by = (each.window, each.engine, each.pool)
        return (self.match.id, each.version, each.seat, *made_by, encode(each.cards), encode(each.may))


def encode(value: object) -> str:
    return msgspec.json.encode(value).decode()


WINDOW_LEDGER = Projection("windows", 2, (WINDOWS, BACKS), WindowFolding)
# a smaller batch: the ledger takes turns with it
WINDOW_OFFERS = Projection("offers", 2, (OFFERS,), OfferFolding, 50)
PROJECTIONS = (WINDOW_LEDGER, WINDOW_OFFERS)
