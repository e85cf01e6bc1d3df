"""Handles that an action names and somebody does not see: what a fact is without them, and who reads them."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec import Struct, structs

from domain.kernel.cards.card_facts import CardsMoved, Move
from domain.kernel.cards.unseen_handles import HandlesUnseen, is_searched, may_name_cards, unseen_by, without_handles
from domain.kernel.corrections.changes import AddEffect, Corrected, SetLimit, SetMark
from domain.kernel.flow.waits import RandomResult, Sealed, StepReached, Waiting
from domain.kernel.formats.text_forms import AnswerText, CounterKey, PublicWords, SeatName, Term
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, NO_SEAT, PUBLIC, Handle, Seat, Viewer, ZoneKey
from domain.kernel.redaction import read_facts
from domain.kernel.state.field_facts import FieldSet

HIDDEN, SEEN = Handle("k3v9x2m7q"), Handle("m07er2gp9")
ALICE, BOB = Viewer("alice"), Viewer("bob")
UNSEEN = HandlesUnseen({HIDDEN: ("bob",)})


@pytest.mark.parametrize(
    ("named", "without"),
    [
        (FieldSet(HIDDEN, "lit", True), FieldSet("", "lit", True)),
        (Corrected(SetMark(HIDDEN, "lit", True)), Corrected(SetMark(Handle(""), "lit", True))),
        (
            Corrected(AddEffect("blank", "phase", on=(SEEN, HIDDEN))),
            Corrected(AddEffect("blank", "phase", on=(SEEN, Handle("")))),
        ),
        (Corrected(SetLimit(f"round:{HIDDEN}:0", 1)), Corrected(SetLimit("round::0", 1))),
        (
            CardsMoved((Move(SEEN, SEEN, ZoneKey("a.play"), ZoneKey("a.play"), host=HIDDEN),)),
            CardsMoved((Move(SEEN, SEEN, ZoneKey("a.play"), ZoneKey("a.play")),)),
        ),
        (HandlesUnseen({HIDDEN: (), SEEN: ()}), HandlesUnseen({SEEN: ()})),
    ],
    ids=lambda fact: type(fact).__name__,
)
def test_a_fact_is_read_as_if_it_named_no_hidden_card(named: object, without: object) -> None:
    assert without_handles(named, {HIDDEN}) == without


def test_a_fact_that_names_no_hidden_card_is_not_copied() -> None:
    fact = FieldSet(SEEN, "lit", True)
    assert without_handles(fact, {HIDDEN}) is fact


@pytest.mark.parametrize(
    ("viewer", "reads"),
    [(BOB, True), (JUDGE, True), (HEAD_JUDGE, True), (ADMIN, True), (ALICE, False), (PUBLIC, False)],
)
def test_who_sees_the_card_reads_its_handle(viewer: Viewer, reads: bool) -> None:
    facts = (StepReached("1.1"), FieldSet(HIDDEN, "lit", True), UNSEEN)
    (_, step), (place, fact), *rest = read_facts(facts, viewer, judging=False)
    assert step == facts[0]
    assert (place, fact) == (2, FieldSet(HIDDEN if reads else "", "lit", True))
    assert rest == ([(3, UNSEEN)] if viewer == ADMIN else [])


def test_a_judge_who_reads_as_a_seat_reads_what_the_seat_does() -> None:
    facts = (FieldSet(HIDDEN, "lit", True), UNSEEN)
    assert HIDDEN not in repr(read_facts(facts, ALICE, judging=True))


def test_a_random_result_names_no_hidden_card() -> None:
    result = RandomResult("discard", (HIDDEN, SEEN), 0)
    read = read_facts((result, UNSEEN), PUBLIC, judging=False)
    assert read == [(1, structs.replace(result, result=("", SEEN)))]


def test_an_action_that_names_no_hidden_card_hides_nothing() -> None:
    assert unseen_by((FieldSet(SEEN, "lit", True),), PUBLIC) == frozenset()


class Told(Struct, frozen=True):
    rule: Term
    by: Seat = NO_SEAT
    numbers: tuple[int, ...] = ()
    how: Literal["shown", "named"] = "shown"


@pytest.mark.parametrize(
    ("hint", "may"),
    [
        (Told, False),
        (dict[Term, SeatName], False),
        (tuple[ZoneKey, ...], False),
        (PublicWords | None, False),
        (Handle, True),
        (str, True),
        (tuple[tuple[Term, Handle], ...], True),
        (dict[CounterKey, int], True),
        (AnswerText | None, True),
        (object, True),
    ],
)
def test_a_handle_may_stand_in_each_text_that_is_no_seat_and_no_term(hint: object, may: bool) -> None:
    assert may_name_cards(hint) is may


def test_a_fact_that_says_who_sees_which_card_is_not_searched() -> None:
    assert may_name_cards(CardsMoved)
    assert not is_searched(CardsMoved)
    assert is_searched(Sealed)
    assert not is_searched(Waiting)
