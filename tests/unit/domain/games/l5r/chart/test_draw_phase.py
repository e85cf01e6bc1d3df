"""2. The draw phase: bids are secret, the difference is paid, as many cards are drawn as were bid."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.l5r.chart.draw_phase import DrawPhase
from domain.games.l5r.commands import BidHonor
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import PUBLIC
from domain.match.aggregate import Match
from tests.l5r_tables import ALICE, BOB, after, keys, laid, pools, question, refusal


def drawing(**said: Any) -> Match:
    return laid(DrawPhase(at="2.1"), "draw", policy="public", **said)


def bids(match: Match, alice: int, bob: int) -> Match:
    """The match after both bids, to which nobody reacts."""
    match = after(match, (ALICE, BidHonor(alice)), (BOB, BidHonor(bob)))
    while question(match)[0] == "reaction:bid_revealed":
        match = after(match, (question(match)[1][0], Pass()))
    return match


def test_both_bid_at_once_and_a_bid_is_secret_until_both_are_in() -> None:
    match = drawing()
    assert question(match) == ("honor-bid", (ALICE, BOB))
    match = after(match, (BOB, BidHonor(4)))
    assert question(match) == ("honor-bid", (ALICE,))
    seen = match.rules.view(match.table, PUBLIC, judging=False)
    assert [seen["players"][seat]["dial"] for seat in (ALICE, BOB)] == [0, 0]
    match = after(match, (ALICE, BidHonor(1)))
    assert pools(match, "dial") == (1, 4)


@pytest.mark.parametrize("bid", [0, 6])
def test_the_dial_has_the_numbers_from_1_to_5(bid: int) -> None:
    assert refusal(drawing(), ALICE, BidHonor(bid)) == "l5r.drawphase.2-2-secret-bid"


@pytest.mark.parametrize(("alice", "bob", "honor"), [(1, 4, (13, 7)), (5, 2, (7, 13)), (3, 3, (10, 10))])
def test_the_higher_bidder_gives_the_difference_and_each_draws_the_own_bid(
    alice: int, bob: int, honor: tuple[int, int]
) -> None:
    match = bids(drawing(), alice, bob)
    assert pools(match, "honor") == honor
    assert [len(keys(match, seat, "hand")) for seat in (ALICE, BOB)] == [1 + alice, 1 + bob]
    assert question(match) == ("draw.action", (ALICE,))


def test_who_gives_the_last_honor_has_lost_before_anybody_draws() -> None:
    match = bids(drawing(alice={"honor": 3}), 5, 1)
    over = match.table.over
    assert (over.winner, over.how, over.rule) == (BOB, "dishonor", "l5r.win.honor-0")
    assert len(keys(match, BOB, "hand")) == 1


def test_who_comes_to_25_honor_has_won() -> None:
    over = bids(drawing(bob={"honor": 22}), 5, 2).table.over
    assert (over.winner, over.how, over.rule) == (BOB, "honor", "l5r.win.honor-25")


def test_a_deck_that_runs_out_costs_5_honor_and_the_rest_comes_from_the_discard_pile() -> None:
    match = bids(drawing(alice={"deck": ["ornate-fan"], "discard": ["court-mask"] * 4, "honor": 12}), 3, 3)
    assert pools(match, "honor") == (7, 10)
    assert sorted(keys(match, ALICE, "hand")) == ["court-mask", "court-mask", "fine-katana", "ornate-fan"]
    assert (len(keys(match, ALICE, "deck")), keys(match, ALICE, "discard")) == (2, [])


def test_a_deck_that_only_becomes_empty_costs_nothing() -> None:
    match = bids(drawing(alice={"deck": ["ornate-fan"] * 3, "discard": ["court-mask"]}), 3, 3)
    assert (pools(match, "honor"), keys(match, ALICE, "deck")) == ((10, 10), [])


def test_without_any_card_left_the_honor_is_lost_once_and_the_rest_of_the_draw_is_dropped() -> None:
    match = bids(drawing(alice={"deck": ["ornate-fan"]}), 4, 4)
    assert (pools(match, "honor"), len(keys(match, ALICE, "hand"))) == ((5, 10), 2)


def test_where_both_decks_run_out_and_both_lose_by_it_the_first_player_wins() -> None:
    poor = {"deck": [], "honor": 5}
    for first in (ALICE, BOB):
        over = bids(drawing(alice=poor, bob=poor, first=first), 2, 2).table.over
        assert (over.winner, over.rule) == (first, "l5r.win.honor-0")
