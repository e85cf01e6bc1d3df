"""Rule coverage with all scenarios and 200 random matches: what carries out each rule of the book."""

from pathlib import Path

import pytest

from domain.games import GAMES
from service.tools.rule_coverage import PENDING, report, reviewed_lists

SCENARIOS = Path(__file__).parents[1] / "scenarios"
MATCHES = 200


@pytest.mark.proof
@pytest.mark.parametrize("game", GAMES)
def test_no_rule_is_open_after_all_scenarios_and_two_hundred_random_matches(game: str) -> None:
    found = report(game, SCENARIOS / game, MATCHES, seed=2)
    shown = sum(bool(row.scenarios) for row in found.rows)
    print(found.lines()[-1], f"{shown} rules cited by a passed scenario, {MATCHES} matches")
    assert [row.rule for row in found.rows if row.state == "open"] == []
    assert [row.rule for row in found.rows if row.state in ("melee", "not-mechanical") and row.by] == []
    waits = {rule for rule, (state, _) in reviewed_lists(game).items() if state == PENDING}
    assert {row.rule for row in found.rows if row.state == PENDING} == waits, "what is enforced or shown waits no more"
