"""The full counts of the properties; each test prints its figures. Run by `make proof` only."""

from collections import Counter

import pytest

from tests.builders import ALL_FACTIONS, IMPLEMENTED, POLICIES
from tests.properties.test_conservation import check_conservation
from tests.properties.test_noninterference import check_handles, check_pairs
from tests.properties.test_play import Tally, check_play
from tests.properties.test_policies import check_nobody_is_passed_over, check_same_match
from tests.properties.test_resume import check_resume
from tests.properties.test_spaces_of_play import Offered, check_offers
from tests.properties.test_wrong_commands import check_wrong, known_rules

pytestmark = pytest.mark.proof

# A seed of its own for every match of every property; the samples of `make test` begin at 0.
FIRST = 10_000


def seeds(part: int, size: int) -> range:
    return range(FIRST + part * size, FIRST + (part + 1) * size)


def play(numbers: range, factions: tuple[str, ...]) -> Tally:
    """Whole matches, the policies by turns."""
    sums = Tally()
    for seed in numbers:
        sums = sums.plus(check_play(seed, POLICIES[seed % len(POLICIES)], factions))
    return sums


@pytest.mark.parametrize("part", range(18))
def test_900_matches_of_the_implemented_factions_fold_to_what_was_live(part: int) -> None:
    sums = play(seeds(part, 50), IMPLEMENTED)
    assert sums.ended == 50
    print(f"whole matches, implemented factions, part {part + 1} of 18: {sums}")


@pytest.mark.parametrize("part", range(4))
def test_100_matches_of_all_eight_factions_fold_to_what_was_live(part: int) -> None:
    sums = play(range(50_000 + 25 * part, 50_025 + 25 * part), ALL_FACTIONS)
    assert sums.ended == 25
    print(f"whole matches, all eight factions, part {part + 1} of 4: {sums}")


@pytest.mark.parametrize("part", range(10))
def test_300_matches_are_resumed_and_played_on_identically(part: int) -> None:
    numbers = seeds(part, 30)
    played_on = sum(check_resume(seed, POLICIES[seed % len(POLICIES)]) for seed in numbers)
    assert played_on > 30
    print(f"resumed, part {part + 1} of 10: 30 matches, {played_on} versions played on")


@pytest.mark.parametrize("policy", POLICIES)
def test_10_000_wrong_commands_change_nothing(policy: str) -> None:
    """Over the three policies together."""
    wrong = check_wrong(3_400, FIRST + POLICIES.index(policy), (policy,))
    assert wrong.near + wrong.random >= 3_400
    assert wrong.near >= 1_700
    assert not set(wrong.rules) - known_rules()
    near, others, malformed = wrong.near, wrong.random, wrong.malformed
    print(f"wrong commands, {policy}: {near} near, {others} random, {malformed} malformed, {len(wrong.rules)} rules")


@pytest.mark.parametrize("part", range(6))
def test_cards_gold_tokens_and_power_are_conserved_in_300_matches(part: int) -> None:
    facts = sum(
        check_conservation(seed, POLICIES[seed % len(POLICIES)], ALL_FACTIONS if seed % 10 == 0 else IMPLEMENTED)
        for seed in seeds(part, 50)
    )
    print(f"conservation, part {part + 1} of 6: 50 matches, {facts} facts")


@pytest.mark.parametrize("part", range(6))
def test_everything_offered_in_90_matches_is_accepted(part: int) -> None:
    sums = Offered()
    for seed in seeds(part, 15):
        sums = sums.plus(check_offers(seed, POLICIES[seed % len(POLICIES)], every=3))
    print(f"spaces, part {part + 1} of 6: {sums}")


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("policy", ["public", "open"])
def test_200_pairs_under_each_policy_cannot_be_told_apart(policy: str, part: int) -> None:
    counts = check_pairs(policy, seeds(part, 50))
    assert sum(counts.values()) - counts["actions"] == 50
    print(f"noninterference, {policy}, part {part + 1} of 4: {dict(Counter(counts))}")


@pytest.mark.parametrize("policy", ["public", "open"])
def test_in_60_matches_no_handle_of_a_hidden_card_is_sent(policy: str) -> None:
    sent = sum(check_handles(seed, policy) for seed in seeds(0, 60))
    print(f"handles, {policy}: {sent} handles sent, all of cards that their reader sees")


@pytest.mark.parametrize("policy", ["public", "fast"])
def test_the_policies_differ_in_who_is_asked_only(policy: str) -> None:
    passed_over = sum(check_nobody_is_passed_over(seed, policy) for seed in seeds(0, 60))
    versions = [check_same_match(seed, policy) for seed in seeds(1, 60)]
    narrow, wide = (sum(numbers) for numbers in zip(*versions, strict=True))
    print(f"policies, {policy}: passed over {passed_over} times, nobody who could act")
    print(f"policies, {policy}: 60 matches, {narrow} versions, {wide} under open, the same tables")
