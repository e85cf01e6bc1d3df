"""What is changed by hand at the table of another edition is told by its own facts."""

from __future__ import annotations

from domain.cardgame.facts.cards import CardEnteredPlay
from domain.families.agot_cards.corrections.changes import PLOT_AREAS
from domain.families.agot_cards.corrections.stack_repair import challenge_fits, is_past
from domain.families.agot_cards.state import agot_rules
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import LIMIT, UNFIT, AnyChange, ChangeFault
from domain.kernel.corrections.stack_repair import FITS, FrameMended
from domain.kernel.game import Game
from domain.kernel.ids import Handle, ZoneKey, zone
from domain.kernel.occurring.conditions import Condition
from tests.first_edition import ALICE, BOB, FirstChallenge, FirstPlots, FirstTable, attack, table_of

WOLF, LION = Handle("wolf1"), Handle("lion1")


def change(game: Game[FirstTable], said: AnyChange) -> ChangeFault | None:
    """Make a change that is possible. Returns what is wrong with one that is not."""
    fault = game.rules.change_fault(game.table, said)
    if fault is None:
        game.rules.carry_out(game, said)
    return fault


def told(game: Game[FirstTable]) -> list[str]:
    return [tag for each in game.facts if (tag := str(each.__struct_config__.tag)).startswith("first.")]


def test_who_takes_part_is_told_by_facts_of_the_edition() -> None:
    game = table_of(wolf1="alice_play", lion1="bob_play", siege1="alice_plot")
    assert change(game, changes.SetMark(LION, "defending", True)) == ChangeFault("mark", UNFIT, "there is no challenge")
    attack(game, WOLF)
    before = len(told(game))
    assert change(game, changes.SetMark(LION, "attacking", True)) == ChangeFault(
        "thing", UNFIT, "only a character of alice takes part so"
    )
    assert change(game, changes.SetMark(LION, "bypassed", True)) is None
    assert change(game, changes.SetMark(LION, "bypassed", False)) is None
    assert change(game, changes.SetMark(LION, "defending", True)) is None
    assert change(game, changes.SetMark(LION, "defending", False)) is None
    assert told(game)[before:] == [f"first.{name}" for name in ("StealthBypassed", "BypassLifted", *JOINED)]


JOINED = ("JoinedChallenge", "LeftChallenge")


def test_a_copy_of_a_card_in_play_is_moved_there_as_its_duplicate() -> None:
    game = table_of(wolf1="alice_play", wolf2="alice_hand")
    to = zone(ALICE, "play")
    fault = change(game, changes.MoveCard(to, Handle("wolf2")))
    assert fault == ChangeFault("host", UNFIT, "it is a duplicate: name its copy in play")
    assert change(game, changes.MoveCard(to, Handle("wolf2"), host=WOLF)) is None
    [duplicate] = game.table.duplicates(WOLF)
    assert game.table.cards[duplicate].how == "manual"
    assert told(game) == ["first.EnteredPlay"]
    assert not any(type(each) is CardEnteredPlay for each in game.facts)


def test_a_plot_deck_may_be_empty_while_a_step_that_fills_it_is_to_come() -> None:
    game = table_of(siege1="alice_plot", siege2="alice_used", siege3="bob_plots")
    assert agot_rules(game.table).table_fault(game.table) == ChangeFault(zone(ALICE, "plots"), LIMIT)
    game.push(FirstPlots())
    assert agot_rules(game.table).table_fault(game.table) is None


def test_no_plot_leaves_the_plots() -> None:
    game = table_of(siege1="alice_plots")
    for kind in PLOT_AREAS[1:]:
        assert game.rules.change_fault(game.table, changes.MoveCard(zone(ALICE, kind), Handle("siege1"))) is None
    for area in (zone(ALICE, "hand"), ZoneKey("alice.dead")):
        fault = game.rules.change_fault(game.table, changes.MoveCard(area, Handle("siege1")))
        assert fault == ChangeFault("to", UNFIT, "a plot stays among plots, and no other card goes there")


def test_who_changed_sides_leaves_the_challenge_and_one_given_up_ends_it() -> None:
    game = table_of(wolf1="alice_play", wolf2="alice_play", lion1="bob_play", siege1="alice_plot")
    attack(game, WOLF, "wolf2")
    frame = next(each for each in game.table.stack if isinstance(each, FirstChallenge))
    assert challenge_fits(game.table, frame) == FITS
    game.table.cards.writable(WOLF).controller = BOB
    mended = challenge_fits(game.table, frame)
    assert isinstance(mended, FrameMended)
    assert [type(each).__name__ for each in mended.facts] == ["LeftChallenge"]
    assert not is_past(game.table, Condition(0, "challenge_won"))
    game.rules.close_frame(game, frame)
    assert game.table.challenge is None
    assert is_past(game.table, Condition(0, "challenge_won"))
    assert not is_past(game.table, Condition(0, "knelt"))
    assert told(game)[-1] == "first.ChallengeEnded"
