"""The full counts of the properties, of each game; each test prints its figures. Run by `make proof` only.

The whole matches of a game are those of its `parts`: a thousand of the card game, by turns under each policy and the
last hundred of all eight factions; five hundred of the board game for each number of players, by turns with and
without Tides of Battle and under both rule sets.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.games import each_case, each_start
from tests.games.bringing import GameTests, PlayTests, Start
from tests.properties.test_conservation import check_conservation
from tests.properties.test_noninterference import check_handles, check_pairs
from tests.properties.test_play import Tally, check_play
from tests.properties.test_policies import check_nobody_is_passed_over, check_same_match
from tests.properties.test_positions import check_positions
from tests.properties.test_resume import check_resume
from tests.properties.test_spaces_of_play import Offered, check_offers
from tests.properties.test_wrong_commands import check_wrong, known_rules

pytestmark = pytest.mark.proof

# A seed of its own for every match; the samples of `make test` begin at 0.
FIRST = 10_000
WRONG = 10_000
PAIRS = 50
PARTS_OF_PAIRS = 4
MORE = 15  # so many matches for each of a sample


def further(start: Start) -> Iterator[Start]:
    """Matches that begin as one of a sample, of other seeds."""
    return (start._replace(seed=FIRST + start.seed * MORE + n) for n in range(MORE))


def each_part(what: str) -> pytest.MarkDecorator:
    return each_case(what, lambda game: game.parts)


@each_part("play")
def test_whole_matches_fold_to_what_was_live_at_every_version(game: GameTests, case: str) -> None:
    sums = Tally()
    for start in game.parts[case]:
        sums = sums.plus(check_play(game, start))
    assert sums.ended == len(game.parts[case])
    print(f"fold and re-adjudication, {game.name}, {case}: {sums}")


@each_part("resume")
def test_whole_matches_are_resumed_and_played_on_identically(game: GameTests, case: str) -> None:
    played_on = sum(check_resume(game, start) for start in game.parts[case])
    assert played_on > len(game.parts[case])
    print(f"resumed, {game.name}, {case}: {played_on} versions played on")


@each_part("conservation")
def test_what_there_is_is_conserved_in_whole_matches(game: GameTests, case: str) -> None:
    facts = sum(check_conservation(game, start) for start in game.parts[case])
    print(f"conservation, {game.name}, {case}: {facts} facts")


@each_part("offers")
def test_everything_offered_in_whole_matches_is_accepted(game: GameTests, case: str) -> None:
    sums = Offered()
    for start in game.parts[case]:
        sums = sums.plus(check_offers(game, start, game.proved))
    print(f"spaces, {game.name}, {case}: {sums}")


@each_part("positions")
def test_positions_of_whole_matches_open_to_the_same_table(game: GameTests, case: str) -> None:
    """Every position that they have."""
    written = sum(check_positions(game, start, every=1).total() for start in game.parts[case])
    print(f"positions, {game.name}, {case}: {written} written and opened")


@each_case("wrong commands", lambda game: game.groups)
def test_10_000_wrong_commands_change_nothing(game: PlayTests, case: str) -> None:
    """Over the groups of a game together."""
    groups = [*game.groups]
    wanted = -(-WRONG // len(groups))
    wrong = check_wrong(game, case, wanted, FIRST + groups.index(case))
    assert wrong.near + wrong.random >= wanted
    assert wrong.near >= wanted // 2
    assert not set(wrong.rules) - known_rules(game)
    counted = f"{wrong.near} near, {wrong.random} random, {wrong.malformed} malformed, {len(wrong.rules)} rules"
    print(f"wrong commands, {game.name}, {case}: {counted}")


@pytest.mark.parametrize("part", range(PARTS_OF_PAIRS))
@each_case("noninterference", lambda game: game.beginnings)
def test_200_pairs_of_each_kind_cannot_be_told_apart(game: GameTests, case: str, part: int) -> None:
    first = FIRST + part * PAIRS
    counts = check_pairs(game, game.beginnings[case], range(first, first + PAIRS))
    assert sum(counts.values()) - counts["actions"] == PAIRS
    print(f"noninterference, {game.name}, {case}, part {part + 1} of {PARTS_OF_PAIRS}: {dict(counts)}")


@each_start("handles")
def test_in_many_matches_no_handle_of_a_hidden_card_is_sent(game: GameTests, case: Start) -> None:
    sent = sum(check_handles(game, start) for start in further(case))
    print(f"handles, {game.name}, {case}: {sent} handles sent, all of cards that their reader sees")


@each_start("policies")
def test_the_policies_differ_in_who_is_asked_only(game: PlayTests, case: Start) -> None:
    passed_over = sum(check_nobody_is_passed_over(game, start) for start in further(case))
    versions = [check_same_match(game, start) for start in further(case)]
    narrow, wide = (sum(numbers) for numbers in zip(*versions, strict=True))
    print(f"policies, {game.name}, {case}: passed over {passed_over} times, nobody who could act")
    print(f"policies, {game.name}, {case}: {MORE} matches, {narrow} versions, {wide} under open, the same tables")
