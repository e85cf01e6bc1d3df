"""What of one entry of a case its readers are told, entry by entry."""

from __future__ import annotations

from typing import Any

import pytest

from domain.judging.cases import entries as e
from domain.judging.cases.redaction import (
    ALL,
    NAMELESS,
    PUBLISHED,
    SEATED,
    TITLES,
    CaseViewer,
    is_withheld,
    redact_entry,
)

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


@pytest.mark.parametrize("text", ["", "He took two gold."])
def test_that_words_are_kept_back_says_nothing_of_whether_there_are_any(text: str) -> None:
    about: dict[str, Any] = {
        **MADE,
        "actor": "alice",
        "role": "seat",
        "case": "c",
        "match": "m",
        "game": "g",
        "version": 1,
        "seats": (),
    }
    opened = e.CaseOpened(**about, text=text)
    assert [is_withheld(opened, eyes, shared) for eyes, shared in ((ALICE, False), (BOB, False), (BOB, True))] == [
        False,
        True,
        False,
    ]


def test_what_an_entry_has_no_words_for_is_not_kept_back() -> None:
    taken = e.CaseTaken(**MADE, judge="jan")
    assert not any(is_withheld(taken, eyes, False) for eyes in (ALICE, CaseViewer(TITLES), CaseViewer(ALL)))
    look = e.LookTaken(**MADE, viewer="alice", what="hands", version=1)
    assert [is_withheld(look, eyes, False) for eyes in (ALICE, CaseViewer(TITLES), CaseViewer(ALL))] == [
        False,
        True,
        False,
    ]


BY_JAN: dict[str, Any] = MADE
WRITTEN = (
    e.StatementAsked(**BY_JAN, seat="bob", text="Why?"),
    e.EvidenceAttached(**BY_JAN, links=("m-1@1",), text="See."),
    e.AdviceGiven(**BY_JAN, text="See."),
    e.LookTaken(**BY_JAN, viewer="alice", what="hands", version=1, reason="To see."),
)


@pytest.mark.parametrize("how", [TITLES, SEATED, PUBLISHED])
@pytest.mark.parametrize("entry", WRITTEN)
def test_who_wrote_an_entry_reads_it_and_a_seat_of_the_same_name_does_not(entry: Any, how: str) -> None:
    author, other = CaseViewer(how, holder="jan"), CaseViewer(how, seat="jan", holder="eve")
    assert told(entry, author) == told(entry, CaseViewer(ALL))
    assert not is_withheld(entry, author, False)
    assert not {"text", "reason"} & set(told(entry, other) or {})


def test_a_preview_is_read_by_who_may_read_it_now_whoever_made_it() -> None:
    made = e.PreviewMade(**BY_JAN, preview="p-1", remedy={"kind": "acceptance"}, version=1, digest="")
    assert told(made, CaseViewer(SEATED, holder="jan")) is None
