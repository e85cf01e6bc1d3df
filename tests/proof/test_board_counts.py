"""The full counts of the board game's properties; each test prints its figures. Run by `make proof` only.

Five hundred whole matches for each number of players, by turns with and without Tides of Battle and under both rule
sets, every other one by the warlike player.
"""

import pytest

from tests.boards import GAME, PLAYERS, kinds_for
from tests.properties.test_board_conservation import check_board_conservation
from tests.properties.test_board_noninterference import check_board_pairs, check_shortage
from tests.properties.test_board_play import check_board_offers, check_board_play, check_board_resume
from tests.properties.test_board_positions import check_positions
from tests.properties.test_board_wrong_commands import check_board_wrong
from tests.properties.test_play import Tally
from tests.properties.test_spaces_of_play import Offered
from tests.properties.test_wrong_commands import known_rules

pytestmark = pytest.mark.proof

# A seed of its own for every match; the samples of `make test` begin at 0.
FIRST = 20_000
PARTS = 10
PART = 50

for_each_number = pytest.mark.parametrize("players", PLAYERS)
of_the_500 = pytest.mark.parametrize("part", range(PARTS))


def seeds(part: int, size: int = PART) -> range:
    return range(FIRST + part * size, FIRST + (part + 1) * size)


def told(players: int, part: int) -> str:
    return f"{players} players, part {part + 1} of {PARTS}, {PART} whole matches"


@for_each_number
@of_the_500
def test_500_matches_fold_to_what_was_live_at_every_version(players: int, part: int) -> None:
    sums, kinds = Tally(), kinds_for(players)
    for seed in seeds(part):
        sums = sums.plus(check_board_play(seed, kinds[seed // 2 % len(kinds)]))
    assert sums.ended == PART
    print(f"fold and re-adjudication, {told(players, part)}: {sums}")


@for_each_number
@of_the_500
def test_500_matches_are_resumed_and_played_on_identically(players: int, part: int) -> None:
    kinds = kinds_for(players)
    played_on = sum(check_board_resume(seed, kinds[seed // 2 % len(kinds)]) for seed in seeds(part))
    assert played_on > PART
    print(f"resumed, {told(players, part)}: {played_on} versions played on")


@for_each_number
@of_the_500
def test_tokens_units_cards_and_orders_are_conserved_in_500_matches(players: int, part: int) -> None:
    kinds = kinds_for(players)
    facts = sum(check_board_conservation(seed, kinds[seed // 2 % len(kinds)]) for seed in seeds(part))
    print(f"conservation, {told(players, part)}: {facts} facts")


@for_each_number
@of_the_500
def test_everything_offered_in_500_matches_is_accepted(players: int, part: int) -> None:
    """Every third version of each."""
    sums, kinds = Offered(), kinds_for(players)
    for seed in seeds(part):
        sums = sums.plus(check_board_offers(seed, kinds[seed // 2 % len(kinds)], every=3))
    print(f"spaces, {told(players, part)}: {sums}")


@for_each_number
@of_the_500
def test_positions_of_500_matches_open_to_the_same_board(players: int, part: int) -> None:
    """Every position that they have."""
    kinds = kinds_for(players)
    written = sum(check_positions(seed, kinds[seed // 2 % len(kinds)], every=1).total() for seed in seeds(part))
    print(f"positions, {told(players, part)}: {written} written and opened")


@for_each_number
def test_10_000_wrong_commands_change_nothing(players: int) -> None:
    """Over the four numbers of players together."""
    wrong = check_board_wrong(2_500, players, FIRST)
    assert wrong.near + wrong.random >= 2_500
    assert not set(wrong.rules) - known_rules(GAME)
    counted = f"{wrong.near} near, {wrong.random} random, {wrong.malformed} malformed, {len(wrong.rules)} rules"
    print(f"wrong commands, {players} players: {counted}")


@for_each_number
def test_200_pairs_for_each_number_of_players_cannot_be_told_apart(players: int) -> None:
    counts = check_board_pairs(kinds_for(players), seeds(0, 200))
    assert sum(counts.values()) - counts["actions"] == 200
    print(f"noninterference, {players} players: {dict(counts)}")


def test_in_100_shortages_orders_face_down_look_alike() -> None:
    print(f"noninterference, orders laid one after the other: {dict(check_shortage(seeds(0, 100)))}")
