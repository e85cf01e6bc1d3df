"""The steps of the family in the order and with the names of another edition."""

from __future__ import annotations

from typing import Any

from domain.kernel.flow.frames import find_open_wait, run_flow
from domain.kernel.game import Game
from domain.kernel.ids import Handle, zone
from tests.first_edition import ALICE, BOB, SEATS, FirstPlots, FirstTable, attack, table_of

WOLF, LION, HOUSE = Handle("wolf1"), Handle("lion1"), Handle("stark")


def ask(game: Game[FirstTable]) -> tuple[str, tuple[str, ...]]:
    """The question at which the game stops, and its seats."""
    run_flow(game)
    found = find_open_wait(game.table.stack)
    assert found is not None
    return found[0].question, found[0].seats


def answer(game: Game[FirstTable], **fields: Any) -> None:
    """Answer the open question without its checks."""
    found = find_open_wait(game.table.stack)
    assert found is not None
    wait, frame, decision = found
    game.table.stack.pop()
    decision.on_answer(game, frame, wait.seats[0], decision.accepts[0](**fields))


def tags(game: Game[FirstTable]) -> list[str]:
    return [str(each.__struct_config__.tag) for each in game.facts]


def test_stealth_is_chosen_before_defenders_and_claim_comes_before_the_bonus() -> None:
    game = table_of(wolf1="alice_play", lion1="bob_play", siege1="alice_plot")
    attack(game, WOLF)
    assert ask(game) == ("stealth", (ALICE,))
    answer(game, stealth={WOLF: LION})
    assert ask(game) == ("defenders", (BOB,))
    answer(game, defenders=())
    assert ask(game) == ("claim-characters", (BOB,))
    answer(game, characters=(LION,))
    assert ask(game) == ("challenge", (ALICE,))
    assert game.table.zone(zone(BOB, "dead"))
    assert game.table.cards[HOUSE].power == 1
    told = [each for each in tags(game) if each.startswith("first.")]
    assert told == [
        "first.ChallengeInitiated",
        "first.CardsKnelt",
        "first.StealthBypassed",
        "first.DefendersDeclared",
        "first.ChallengeDecided",
        "first.ClaimApplied",
        "first.CharactersKilled",
        "first.PowerPlaced",
        "first.ChallengeEnded",
    ]


def test_a_step_is_told_by_the_number_of_its_own_chart() -> None:
    game = table_of(siege1="alice_chosen", siege2="bob_chosen")
    game.push(FirstPlots())
    assert ask(game) == ("first-player", (ALICE,))
    assert game.rules.step(game.table) == "P5"
    assert game.table.initiative_winner in SEATS
    assert [game.table.zone(zone(seat, "plot")) != [] for seat in SEATS] == [True, True]
