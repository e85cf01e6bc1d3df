"""Builders: a case about a running match of the hall, moved through its states over HTTP by whoever may."""

from __future__ import annotations

from typing import Any

from tests.judging.rows.folded import rows_of
from tests.judging.rows.hall import Reply, Table
from tests.judging.rows.raw import Raw

RULE = "judging.ruling.cites-rules"


def calm(raw: Raw, near: int) -> int:
    """The first version from one on at which one seat alone is asked, and nothing is half done, as its game says."""
    return next(each for each in range(near, raw.newest) if is_calm(raw, each))


def before(raw: Raw, version: int) -> int:
    """The last such version before one."""
    return next(each for each in range(version - 1, 1, -1) if is_calm(raw, each))


def another(n: int) -> int:
    """Another value of a counter, which the components allow."""
    return n - 1 if n else 1


def is_calm(raw: Raw, version: int) -> bool:
    waiting = raw.waiting(version)
    if waiting is None or len(waiting["seats"]) != 1 or raw.answered(version):
        return False
    return rows_of(raw).is_calm(waiting)


def ruling(**changes: Any) -> dict[str, Any]:
    """A ruling that leaves the table as it is, unless changes say otherwise."""
    said = {"finding": "It went wrong.", "reason": "The record shows it.", "to_players": "So it goes on."}
    return {**said, "rules": [RULE], **changes}


class Dispute:
    """A case about a match; `who` is an office of the hall or a seat of the match."""

    def __init__(self, table: Table, who: str = "", **opening: Any) -> None:
        self.table = table
        self.seats = table.raw.seats
        body = {"match": table.id, "text": "It was not so.", **opening}
        self.opened = table.hall.given("/v1/cases", self.key(who or self.seats[0]), body)
        self.id: str = self.opened["case"]
        self.path = f"/v1/cases/{self.id}"

    def key(self, who: str) -> str:
        return self.table.keys.get(who, who)

    def tries(self, who: str, path: str, body: Any = None, **headers: str) -> Reply:
        return self.table.hall.post(f"{self.path}/{path}", self.key(who), body, **headers)

    def gives(self, who: str, path: str, body: Any = None, **headers: str) -> Any:
        return self.table.hall.given(f"{self.path}/{path}", self.key(who), body, **headers)

    def read(self, path: str = "", who: str = "jan", **asked: Any) -> Any:
        return self.table.hall.read(f"{self.path}{path}", self.key(who), **asked)

    def entries(self, kind: str) -> list[dict[str, Any]]:
        """The entries of a kind, as they are kept."""
        return [each for each in self.read(who="hana")["entries"] if each["kind"] == kind]

    def heard(self) -> Dispute:
        """The judge has taken it, and every seat has said its part."""
        self.gives("jan", "take")
        for seat in self.seats:
            self.gives(seat, "statements", {"text": f"{seat} saw it otherwise."})
        return self

    def ruled(self, **changes: Any) -> Dispute:
        self.gives("jan", "ruling", ruling(**changes))
        return self

    def accepted(self) -> Dispute:
        for seat in self.seats:
            self.gives(seat, "accept")
        return self

    def remedied(self, remedy: dict[str, Any], **changes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
        """A remedy from its ruling to being carried out: its preview, and the entry that did it."""
        worse = {"worse": "The table would stay wrong."} if remedy["kind"] in ("rewind", "annulment") else {}
        self.ruled(remedy=remedy, **worse, **changes).accepted()
        preview = self.gives("jan", "previews", remedy)
        for seat in preview.get("consents", ()):
            self.gives(seat, "consents", {"preview": preview["preview"]})
        if preview.get("needs", "judge") == "head-judge":
            body = {"preview": preview["preview"], "ruling": 1}
            refused = self.tries("jan", "remedies", body, If_Match=self.version())
            assert refused.status // 100 == 4, refused.body
            self.gives("hana", "approve", {"number": 1, "reason": "Read.", "preview": preview["preview"]})
        body = {"preview": preview["preview"], "ruling": 1}
        return preview, self.gives("jan", "remedies", body, If_Match=self.version())

    def version(self) -> str:
        """The newest version of the match, as a precondition."""
        return f'"v{self.table.read("", "root")["version"]}"'
