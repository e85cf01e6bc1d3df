"""The full counts of the properties; each test prints its figures. Run by `make proof` only."""

from collections import Counter

import pytest

from tests.builders import POLICIES
from tests.decks import ALL_FACTIONS, IMPLEMENTED
from tests.properties.test_conservation import check_conservation
from tests.properties.test_noninterference import check_handles, check_pairs
from tests.properties.test_play import Tally, check_play
from tests.properties.test_policies import check_nobody_is_passed_over, check_same_match
from tests.properties.test_resume import check_resume
from tests.properties.test_spaces_of_play import Offered, check_offers
from tests.properties.test_wrong_commands import check_wrong, known_rules

pytestmark = pytest.mark.proof

# A seed of its own for every match; the samples of `make test` begin at 0.
FIRST = 10_000
PARTS = 20
PART = 50

# The thousand matches: parts of fifty, the last two of all eight factions, and their policies by turns.
of_the_thousand = pytest.mark.parametrize("part", range(PARTS))


def seeds(part: int, size: int = PART) -> range:
    return range(FIRST + part * size, FIRST + (part + 1) * size)


def factions_of(part: int) -> tuple[str, ...]:
    return ALL_FACTIONS if part >= PARTS - 2 else IMPLEMENTED


def policy_of(seed: int) -> str:
    return POLICIES[seed % len(POLICIES)]


def told(part: int) -> str:
    return f"part {part + 1} of {PARTS}, {len(factions_of(part))} factions, {PART} whole matches"


@of_the_thousand
def test_1000_matches_fold_to_what_was_live_at_every_version(part: int) -> None:
    sums = Tally()
    for seed in seeds(part):
        sums = sums.plus(check_play(seed, policy_of(seed), factions_of(part)))
    assert sums.ended == PART
    print(f"fold and re-adjudication, {told(part)}: {sums}")


@of_the_thousand
def test_1000_matches_are_resumed_and_played_on_identically(part: int) -> None:
    played_on = sum(check_resume(seed, policy_of(seed), factions_of(part)) for seed in seeds(part))
    assert played_on > PART
    print(f"resumed, {told(part)}: {played_on} versions played on")


@of_the_thousand
def test_cards_gold_tokens_and_power_are_conserved_in_1000_matches(part: int) -> None:
    facts = sum(check_conservation(seed, policy_of(seed), factions_of(part)) for seed in seeds(part))
    print(f"conservation, {told(part)}: {facts} facts")


@of_the_thousand
def test_everything_offered_at_every_version_of_1000_matches_is_accepted(part: int) -> None:
    sums = Offered()
    for seed in seeds(part):
        sums = sums.plus(check_offers(seed, policy_of(seed), factions_of(part), every=1))
    print(f"spaces, {told(part)}: {sums}")


@pytest.mark.parametrize("policy", POLICIES)
def test_10_000_wrong_commands_change_nothing(policy: str) -> None:
    """Over the three policies together."""
    wrong = check_wrong(3_400, FIRST + POLICIES.index(policy), (policy,))
    assert wrong.near + wrong.random >= 3_400
    assert wrong.near >= 1_700
    assert not set(wrong.rules) - known_rules()
    near, others, malformed = wrong.near, wrong.random, wrong.malformed
    print(f"wrong commands, {policy}: {near} near, {others} random, {malformed} malformed, {len(wrong.rules)} rules")


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
