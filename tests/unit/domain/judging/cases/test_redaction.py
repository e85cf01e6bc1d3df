"""What of one entry of a case its readers are told, entry by entry."""

from __future__ import annotations

from typing import Any

import pytest

from domain.judging.cases import entries as e
from domain.judging.cases.redaction import NAMELESS, SEATED, CaseViewer, redact_entry

MADE = {"id": "e", "key": "k", "actor": "jan", "role": "judge", "at": ""}
ALICE, BOB = CaseViewer(SEATED, "alice"), CaseViewer(SEATED, "bob")


def told(entry: Any, eyes: CaseViewer, shared: bool = False) -> Any:
    return redact_entry(entry, 1, eyes, shared)


def test_a_look_is_told_to_no_seat_and_to_nobody_without_names() -> None:
    look = e.LookTaken(**MADE, viewer="alice", what="hands", version=1)
    assert [told(look, eyes) for eyes in (ALICE, CaseViewer(NAMELESS))] == [None, None]


def test_what_one_seat_is_asked_is_read_by_that_seat() -> None:
    asked = e.StatementAsked(**MADE, seat="alice", text="Why?")
    assert [told(asked, eyes).get("text") for eyes in (ALICE, BOB)] == ["Why?", None]


@pytest.mark.parametrize(("given", "later"), [(True, False), (False, True), (False, False)])
def test_evidence_is_read_by_seats_once_it_is_shared(given: bool, later: bool) -> None:
    evidence = e.EvidenceAttached(**MADE, links=("m-1@1",), text="See.", shared=given)
    assert told(evidence, ALICE, later).get("text") == ("See." if given or later else None)
