"""Every worked case of the rules of l5r is a scenario; that the scenarios hold is tested by test_rule_coverage.py."""

from __future__ import annotations

from pathlib import Path

from service.tools.mutation import scenarios_in

FOLDER = Path(__file__).parents[4] / "scenarios" / "l5r"
OF_DECKS = {"A1"}
"""What decks may hold is in the tests of deck building."""
CASES = {*(f"A{n}" for n in range(1, 21)), *(f"B{n}" for n in range(1, 59))} - OF_DECKS


def test_every_worked_case_is_a_scenario() -> None:
    shown = {str(each.fields.get("example", "")) for each in scenarios_in(FOLDER)}
    assert sorted(CASES - shown) == []
    assert sorted(shown - CASES - {""}) == []
