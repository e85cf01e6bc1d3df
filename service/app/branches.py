"""Stored branches: a small table beside the streams; a branch is read by replaying it from its match.

Read `KeptBranch`, then `BranchTable`. To lengthen a branch a client must know its length. A replay is cached for a
while, since a version of a match never changes.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from threading import Lock
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from domain.judging.branches.branch import DEEDS, Branch, BranchDeed, BranchReplay, Trunk, check_room, replay_branch
from service.app.match.matches import now
from service.store.damage import UNDECODED, unless_damaged
from service.store.recorded import UnreadableRow
from service.store.side_tables import Rows

Version = Annotated[int, Meta(ge=0)]
Columns = tuple[str, str, Version, Version, Version, Version, str, str, str]
MOST_REMEMBERED = 8
EVERY = 2**31

CREATE = (
    "CREATE TABLE IF NOT EXISTS branches (id TEXT PRIMARY KEY, match_id TEXT NOT NULL, asked BIGINT NOT NULL,"
    " base BIGINT NOT NULL, tip BIGINT NOT NULL, known BIGINT NOT NULL, deeds TEXT NOT NULL, length BIGINT NOT NULL,"
    " actor TEXT NOT NULL, at TEXT NOT NULL)"
)
INDEX = "CREATE INDEX IF NOT EXISTS branches_of_match ON branches (match_id, at, id)"
ADD = "INSERT INTO branches VALUES (?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING"
FIND = "SELECT id, match_id, asked, base, tip, known, deeds, actor, at FROM branches WHERE id = ?"
# the oldest first, so that a branch begun meanwhile moves no page; ids are drawn at random
OF_MATCH = (
    "SELECT id, match_id, asked, base, tip, known, deeds, actor, at FROM branches"
    " WHERE match_id = ? AND (at, id) > (?, ?) ORDER BY at, id LIMIT ?"
)
BEFORE_ALL = ("", "")
NUMBER = "SELECT COUNT(*) FROM branches WHERE match_id = ? AND actor = ?"
LENGTHEN = "UPDATE branches SET deeds = ?, length = ? WHERE id = ? AND length = ?"
ALL_DEEDS = "SELECT id, deeds FROM branches ORDER BY id"
REWRITE = "UPDATE branches SET deeds = ? WHERE id = ? AND deeds = ?"
THROW_AWAY = "DELETE FROM branches WHERE id = ?"


class KeptBranch(Struct, frozen=True):
    """A stored branch: who began it, and when."""

    branch: Branch
    actor: str
    at: str

    @property
    def length(self) -> int:
        """The number of things done on it."""
        return len(self.branch.deeds)


class BranchTable:
    """The branches of a store; every method that reads or writes raises OperationalError where it does not answer."""

    def __init__(self, rows: Rows) -> None:
        self._rows = rows
        self._replays: OrderedDict[tuple[str, int], BranchReplay] = OrderedDict()
        self._lock = Lock()

    def create(self) -> None:
        """Create the table where it is missing."""
        self._rows.create(CREATE, INDEX)

    def forget_all(self) -> None:
        """Drop every branch from memory: a player whom some of their matches name was erased."""
        with self._lock:
            self._replays.clear()

    def keep(self, branch: Branch, actor: str) -> KeptBranch:
        """Store a branch. Returns it, or the one that is stored under its id already.

        Raises Refused for one too many.
        """
        if (there := self.one(branch.id)) is not None:
            return there
        ((number,),) = self._rows.read(NUMBER, [branch.match, actor])
        check_room(number)
        values = [branch.id, branch.match, branch.requested, branch.base, branch.tip, branch.drawn, deeds_text(branch)]
        self._rows.write(ADD, [*values, len(branch.deeds), actor, now()])
        found = self.one(branch.id)
        return found if found is not None else KeptBranch(branch, actor, now())

    def lengthen(self, branch: Branch, before: int) -> bool:
        """Store what was done on a branch of length `before`. Returns False where somebody else was first."""
        return bool(self._rows.write(LENGTHEN, [deeds_text(branch), len(branch.deeds), branch.id, before]))

    def rewrite(self, rewritten: Callable[[BranchDeed], BranchDeed]) -> int:
        """Write anew what was done on the undamaged branches, deed by deed. Returns how many branches it changed."""
        changed = 0
        for branch_id, text in self._rows.read(ALL_DEEDS):
            deeds = unless_damaged(branch_id, partial(DEEDS.decode, text))
            after = tuple(map(rewritten, deeds or ()))
            if deeds is not None and after != deeds:
                changed += self._rows.write(REWRITE, [msgspec.json.encode(after).decode(), branch_id, text])
        self.forget_all()
        return changed

    def scrub(self) -> bool:
        """Leave nothing of what was rewritten in the table's file. Returns False where others hinder it."""
        return self._rows.scrub("branches")

    def throw_away(self, branch_id: str) -> bool:
        """Delete a branch. Returns False where there is none."""
        return bool(self._rows.write(THROW_AWAY, [branch_id]))

    def one(self, branch_id: str) -> KeptBranch | None:
        """A branch; None where there is none."""
        rows = self._rows.read(FIND, [branch_id])
        return kept_branch(*rows[0]) if rows else None

    def match_of(self, branch_id: str) -> str:
        """The match of a branch, also where the rest of its row is damaged; empty where there is none."""
        rows = self._rows.read(FIND, [branch_id])
        return str(rows[0][1]) if rows else ""

    def of_match(self, match_id: str, after: tuple[str, str] = BEFORE_ALL, limit: int = 100) -> list[KeptBranch]:
        """The undamaged branches of a match, the oldest first; a page is short only where no more follow.

        `after` is the time of beginning and the id after which to go on.
        """
        found: list[KeptBranch] = []
        while len(found) < limit:
            rows = self._rows.read(OF_MATCH, [match_id, *after, limit - len(found)])
            read = (unless_damaged(row[0], partial(kept_branch, *row)) for row in rows)
            found += (kept for kept in read if kept is not None)
            if not rows:
                break
            after = (rows[-1][-1], rows[-1][0])
        return found

    def damaged_ids(self, match_id: str) -> list[str]:
        """The branches of a match whose rows cannot be read."""
        rows = self._rows.read(OF_MATCH, [match_id, *BEFORE_ALL, EVERY])
        return [row[0] for row in rows if unless_damaged(row[0], partial(kept_branch, *row)) is None]

    def replay(self, branch: Branch, trunk: Trunk) -> BranchReplay:
        """The branch as it stands, for reading only. Raises Refused where today's rules refuse part of it."""
        key = (branch.id, len(branch.deeds))
        with self._lock:
            kept = self._replays.get(key)
        if kept is None or kept.branch != branch:
            kept = replay_branch(branch, trunk)
        self.remember(kept)
        return kept

    def remember(self, replay: BranchReplay) -> None:
        """Cache a replay for the next reader."""
        key = (replay.branch.id, len(replay.branch.deeds))
        with self._lock:
            self._replays[key] = replay
            self._replays.move_to_end(key)
            while len(self._replays) > MOST_REMEMBERED:
                self._replays.popitem(last=False)

    def check(self) -> None:
        """Raises OperationalError unless the table answers."""
        self._rows.read("SELECT 1 FROM branches LIMIT 1")

    def close(self) -> None:
        self._rows.close()


def deeds_text(branch: Branch) -> str:
    """The things done on a branch as the text that is stored."""
    return msgspec.json.encode(branch.deeds).decode()


def kept_branch(*row: Any) -> KeptBranch:
    """The branch in a row. Raises UnreadableRow for a row that holds none: the columns accept any value."""
    try:
        branch_id, match_id, from_version, base, tip, drawn_to, deeds, actor, at = msgspec.convert(row, Columns)
        return KeptBranch(
            Branch(branch_id, match_id, from_version, base, tip, drawn_to, DEEDS.decode(deeds)), actor, at
        )
    except UNDECODED as error:
        raise UnreadableRow(f"branch {row[0]}", 1, str(error)) from error
