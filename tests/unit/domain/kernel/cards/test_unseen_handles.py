"""Handles that an action names and somebody does not see: what a fact is without them, and who reads them."""

from __future__ import annotations

from typing import Literal

import pytest
from msgspec import Struct, structs

from domain.kernel.cards.card_facts import CardsMoved, Move
from domain.kernel.cards.unseen_handles import (
    HandlesUnseen,
    is_searched,
    may_name_cards,
    named_handles,
    unseen_by,
    unseen_handles,
    without_handles,
)
from domain.kernel.corrections.changes import AddEffect, Corrected, SetLimit, SetMark
from domain.kernel.flow.waits import RandomResult, Sealed, StepReached, Waiting
from domain.kernel.formats.text_forms import AnswerText, CounterKey, PublicWords, SeatName, Term
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE, NO_SEAT, PUBLIC, Handle, Seat, Viewer, ZoneKey, zone
from domain.kernel.redaction import read_facts
from domain.kernel.state.field_facts import FieldSet
from tests.examples.duel import duel

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


class Chain(Struct, frozen=True):
    numbers: tuple[int, ...] = ()
    below: tuple[Chain, ...] = ()


class Cycle(Struct, frozen=True):
    other: Part | None = None


class Part(Struct, frozen=True):
    whole: Cycle
    of: Handle


class Traded(CardsMoved, frozen=True, tag="test.traded"):
    by: Handle = Handle("")


@pytest.mark.parametrize(
    ("hint", "may"),
    [
        (Told, False),
        (Chain, False),
        (Cycle, True),
        (Part, True),
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
    assert is_searched(Traded)
    assert is_searched(Sealed)
    assert not is_searched(Waiting)


@pytest.mark.parametrize("text", [HIDDEN, f"turn_{HIDDEN}", f"{HIDDEN}_2", f"alice:{HIDDEN}:1"])
def test_a_handle_is_found_within_a_key(text: str) -> None:
    assert named_handles(FieldSet(text, "lit", True)) == {HIDDEN}
    assert HIDDEN not in without_handles(FieldSet(text, "lit", True), {HIDDEN}).thing


@pytest.mark.parametrize("text", [f"x{HIDDEN}", f"{HIDDEN}9", f"{HIDDEN}A"])
def test_a_longer_word_is_no_handle(text: str) -> None:
    assert not named_handles(FieldSet(text, "lit", True))


def test_a_type_of_moves_that_names_another_card_tells_it_only_to_who_sees_it() -> None:
    """Also by the handle that the card has lost by the move."""
    table = duel(a="alice_hand").table
    (before, after), hand = (HIDDEN, SEEN), zone(Seat("alice"), "hand")
    table.rename(Handle("a"), after)
    moved = Traded((Move(before, after, hand, hand, "owner", "owner"),), by=before)
    assert unseen_handles(table, [moved], {}) == {before: ("alice",)}
