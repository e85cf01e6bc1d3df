"""Two hundred random matches of the card game of the examples, each with every property that it has.

It shows that the floor of card games serves a second game; the figures are printed. Run by `make proof` only.
"""

from __future__ import annotations

from collections import Counter

import pytest

from domain.kernel.flow.priority_windows import POLICIES
from tests.examples.kites import game
from tests.examples.kites.tests import TESTS
from tests.games import register
from tests.properties.test_conservation import check_conservation
from tests.properties.test_ledger import check_ledger
from tests.properties.test_noninterference import check_handles, check_pairs
from tests.properties.test_play import Tally, check_play
from tests.properties.test_policies import check_nobody_is_passed_over, check_same_match
from tests.properties.test_resume import check_resume
from tests.properties.test_spaces_of_play import Offered, check_offers
from tests.properties.test_wrong_commands import check_wrong, known_rules

pytestmark = pytest.mark.proof

MATCHES = 200
PAIRS = 100
WRONG = 2_000


@pytest.fixture(autouse=True)
def kites(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kites among the games."""
    register(monkeypatch, game, TESTS)


@pytest.mark.parametrize("part", TESTS.parts)
def test_200_matches_keep_every_property(part: str) -> None:
    starts, played, offered, counts = TESTS.parts[part], Tally(), Offered(), Counter[str]()
    for start in starts:
        played = played.plus(check_play(TESTS, start))
        offered = offered.plus(check_offers(TESTS, start, TESTS.proved))
        counts["resumed"] += check_resume(TESTS, start)
        counts["facts"] += check_conservation(TESTS, start)
        counts["windows"] += check_ledger(TESTS, start)[1]
        if start.agreed != "open":
            counts["passed over"] += check_nobody_is_passed_over(TESTS, start)
            counts["versions alike"] += check_same_match(TESTS, start)[0]
        if start.agreed != "fast":
            counts["handles"] += check_handles(TESTS, start)
    assert played.ended == len(starts) == MATCHES // len(TESTS.parts)
    assert {start.agreed for start in starts} == {*POLICIES}
    print(f"{TESTS.name}, {part}: {played}, {offered}, {dict(counts)}")


@pytest.mark.parametrize("policy", TESTS.beginnings)
def test_pairs_cannot_be_told_apart(policy: str) -> None:
    counts = check_pairs(TESTS, TESTS.beginnings[policy], range(10_000, 10_000 + PAIRS))
    print(f"noninterference, {TESTS.name}, {policy}: {dict(counts)}")


@pytest.mark.parametrize("group", TESTS.groups)
def test_wrong_commands_change_nothing(group: str) -> None:
    wrong = check_wrong(TESTS, group, WRONG, 10_000)
    assert not set(wrong.rules) - known_rules(TESTS)
    print(f"wrong commands, {TESTS.name}, {group}: {wrong.near} near, {wrong.random} random, {len(wrong.rules)} rules")
