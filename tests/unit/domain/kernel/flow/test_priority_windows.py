"""Windows of priority: who is first, what counts as a pass and brings, passes for good, and seats that leave."""

from __future__ import annotations

import pytest

from domain.kernel.deciding import apply_command, open_wait
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.frames import advance, run_flow
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.flow.priority_windows import (
    Pass,
    PriorityPassed,
    Window,
    WindowOpened,
    open_for_all,
    withdraw_seats,
)
from domain.kernel.flow.standing_orders import GiveStandingOrder, order_refusal
from domain.kernel.game import Game
from domain.kernel.ids import PUBLIC, Seat
from domain.kernel.table import StandingOrder
from tests.examples.pebbles import (
    ALICE,
    BOB,
    CAROL,
    DropPebble,
    Finish,
    PassPaid,
    PebbleTable,
    SeatLeft,
    answer,
    awaited,
    facts_of,
    pebbles,
    window_of,
)


def concede(game: Game[PebbleTable], seat: Seat) -> None:
    """Let a seat leave, awaited or not."""
    apply_command(game, seat, Concede())
    run_flow(game)


def passes(game: Game[PebbleTable]) -> list[tuple[Seat, str]]:
    return [(each.seat, each.how) for each in facts_of(game, PriorityPassed)]


def test_each_kind_of_window_begins_with_the_seat_that_the_game_names() -> None:
    game = pebbles()
    answer(game, Pass(), Pass(), Pass())
    assert [(each.name, each.first) for each in facts_of(game, WindowOpened)] == [("first", ALICE), ("second", BOB)]
    assert awaited(game) == BOB


def test_a_window_ends_when_all_have_passed_consecutively() -> None:
    game = pebbles()
    answer(game, Pass(), Pass(), DropPebble(), Pass(), Pass())
    assert (window_of(game).name, awaited(game)) == ("first", CAROL)
    answer(game, Pass())
    assert window_of(game).name == "second"


def test_a_command_that_the_game_calls_a_pass_is_one() -> None:
    game = pebbles()
    answer(game, Finish(), Pass(), Finish())
    assert window_of(game).name == "second"
    assert [(each.seat, each.aloud) for each in facts_of(game, PassPaid)] == [
        (ALICE, True),
        (BOB, False),
        (CAROL, True),
    ]


def test_a_pass_by_the_policy_or_by_an_order_brings_what_an_own_one_does() -> None:
    game = pebbles(able=(ALICE, CAROL), policy="public")
    game.table.orders.put(CAROL, StandingOrder(CAROL, "afternoon"))
    answer(game, Pass())
    assert passes(game)[:3] == [(ALICE, "own"), (BOB, "policy"), (CAROL, "standing-order")]
    assert [each.seat for each in facts_of(game, PassPaid)][:3] == [ALICE, BOB, CAROL]


def test_where_passes_are_final_who_passed_is_out_and_the_others_go_on() -> None:
    game = pebbles(final=True)
    answer(game, Pass(), DropPebble(), DropPebble())
    assert awaited(game) == BOB
    answer(game, Pass(), DropPebble())
    assert (window_of(game).name, awaited(game)) == ("first", CAROL)
    answer(game, Pass())
    assert window_of(game).name == "second"
    assert passes(game) == [(ALICE, "own"), (BOB, "own"), (CAROL, "own")]


def test_where_passes_are_final_all_are_told_though_nobody_is_asked() -> None:
    game = pebbles(final=True, able=(BOB,), policy="public")
    answer(game, Pass())
    assert passes(game) == [(ALICE, "policy"), (BOB, "own"), (CAROL, "policy")]
    game.table.able = ()
    game.push(Window(kind="action", name="third", during="1", first=CAROL, turn=CAROL, final=True))
    advance(game)
    assert [each.name for each in facts_of(game, WindowOpened)] == ["first", "second", "third"]
    assert passes(game)[3:] == [(CAROL, "policy"), (ALICE, "policy"), (BOB, "policy")]
    assert len(facts_of(game, PassPaid)) == 6


def test_a_window_is_opened_with_final_passes_where_the_game_says_so() -> None:
    game = pebbles()
    for final in (False, True):
        open_for_all(game, "action", "third", "1", final=final)
        window = game.table.stack[-1]
        assert isinstance(window, Window)
        assert (window.name, window.final) == ("third", final)


@pytest.mark.parametrize(
    ("before", "leaves", "then"),
    [
        # the seat that is awaited
        ((), ALICE, BOB),
        ((Pass(),), BOB, CAROL),
        # one that has passed: two seats are left, and neither of them has
        ((Pass(),), ALICE, BOB),
        ((Pass(), Pass()), ALICE, CAROL),
        # one that is still to be asked
        ((Pass(),), CAROL, BOB),
    ],
)
@pytest.mark.parametrize("final", [False, True])
def test_a_seat_that_leaves_is_awaited_no_more_and_the_passes_of_the_others_stand(
    final: bool, before: tuple[Pass, ...], leaves: Seat, then: Seat
) -> None:
    game = pebbles(final=final)
    answer(game, *before)
    had_passed = {each.seat for each in facts_of(game, PriorityPassed)}
    concede(game, leaves)
    assert (window_of(game).name, awaited(game)) == ("first", then)
    asked = []
    while window_of(game).name == "first":
        asked.append(awaited(game))
        answer(game, Pass())
    assert set(asked) == set(game.table.remaining_seats()) - had_passed
    assert len(asked) == len(set(asked))


@pytest.mark.parametrize("final", [False, True])
def test_seats_that_leave_at_once_are_all_withdrawn_and_the_pass_of_the_one_that_is_left_stands(final: bool) -> None:
    game = pebbles(final=final)
    answer(game, Pass(), Pass())
    for seat in (BOB, CAROL):
        game.emit(SeatLeft(seat))
    withdraw_seats(game, (BOB, CAROL))
    run_flow(game)
    assert (window_of(game).name, awaited(game)) == ("second", ALICE)


def test_a_seat_that_leaves_gives_no_second_opportunity_to_one_that_passed_for_good() -> None:
    game = pebbles(final=True)
    answer(game, Pass(), DropPebble())
    assert awaited(game) == CAROL
    concede(game, CAROL)
    assert (window_of(game).name, awaited(game)) == ("first", BOB)
    answer(game, Pass())
    assert window_of(game).name == "second"


def test_who_has_passed_is_told_in_order() -> None:
    game = pebbles()
    answer(game, DropPebble(), Pass(), Pass())
    assert describe_open_window(game.rules, game.table, PUBLIC)["passed"] == [BOB, CAROL]
    game = pebbles(final=True)
    answer(game, Pass(), DropPebble(), Pass())
    assert describe_open_window(game.rules, game.table, PUBLIC)["passed"] == [ALICE, CAROL]


def test_a_seat_that_leaves_while_all_others_have_passed_ends_the_window() -> None:
    game = pebbles()
    answer(game, Pass(), Pass())
    concede(game, CAROL)
    assert (window_of(game).name, awaited(game)) == ("second", BOB)


def test_a_seat_that_left_under_another_window_is_not_asked_there() -> None:
    game = pebbles()
    answer(game, Pass())
    concede(game, ALICE)
    answer(game, Pass(), Pass())
    answer(game, Pass())
    wait, _, _ = open_wait(game.table)
    assert wait.seats == (CAROL,)


def test_a_standing_order_names_the_windows_of_its_game() -> None:
    game = pebbles()
    assert order_refusal(game.rules, game.table, ALICE, GiveStandingOrder("afternoon", ("response",))) is None
    refusal = order_refusal(game.rules, game.table, ALICE, GiveStandingOrder("afternoon", ("reaction",)))
    assert refusal is not None
    assert (refusal.rule, refusal.because["windows"]) == ("standing-order.window", ["action", "response"])
