"""What the scenarios of the board game must show at least: every card, every kind of tie, every worked case.

Cards and cases are counted in the files themselves; that the scenarios hold is tested by test_rule_coverage.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from domain.games.agot_board.components import BOX, HOUSE_CARDS, WESTEROS_CARDS
from service.app.rulebooks import all_rules
from service.tools.mutation import MutationScenario, scenarios_in

FOLDER = Path(__file__).parents[1] / "scenarios" / "agot_board"
RULES = all_rules().of("agot_board")
EXAMPLES = (*(f"S{n:02}" for n in range(1, 21)), *(f"D{n:02}" for n in range(1, 59)))
MORE_CASES = 120

# Each kind of tie, with the rules that a scenario of it cites together.
TIES = {
    "strength in a combat": ("combat.tie",),
    "bids for a track": ("bid.ties-iron-throne",),
    "bids for the Iron Throne track itself": ("ruling.ironthrone-tie-order",),
    "the highest bid against the Wildlings": ("wildling.ties", "wildling.step-4-nights-watch-wins"),
    "the lowest bid against the Wildlings": ("wildling.ties", "wildling.step-4-wildlings-win"),
    "the bids of the second attack": ("wildling.ties", "ruling.preemptive-raid-second-attack"),
    "the highest track of the lowest bidder": ("ruling.preemptive-raid-track-tie",),
    "the strongest cards of a hand": ("ruling.massing-all-equal",),
    "seven Castles of two Houses": ("ruling.victory-simultaneous",),
    "Castles after ten rounds, by Strongholds": ("victory.tie-1-strongholds",),
    "Castles after ten rounds, by supply": ("victory.tie-2-supply",),
    "Castles after ten rounds, by Power": ("victory.tie-3-power",),
    "Castles after ten rounds, by the Iron Throne": ("victory.tie-4-iron-throne",),
    "Castles after ten rounds, by FAQ 2.0": ("ruling.final-tiebreakers-rule-set",),
    "retreats of equal loss": ("ruling.retreat-fewest-losses",),
}
SILENCE = "silence-at-the-wall"


@cache
def scenarios() -> tuple[MutationScenario, ...]:
    """The scenarios of the board game."""
    return scenarios_in(FOLDER)


def accepted(scenario: MutationScenario) -> Iterator[tuple[str, dict[str, Any]]]:
    """The commands with fields that a scenario gives and that are not refused: type and fields."""
    for step in scenario.fields["steps"]:
        for who, command in step.items():
            if who not in ("expect", "refused") and "refused" not in step and isinstance(command, dict):
                yield from command.items()


def given(kind: str, field: str) -> dict[str, set[str]]:
    """What is given in a field of accepted commands of a type, each with the rules of its scenarios."""
    found: dict[str, set[str]] = {}
    for scenario in scenarios():
        for name, fields in accepted(scenario):
            if name == kind and field in fields:
                found.setdefault(fields[field], set()).update(scenario.fields["rules"])
    return found


def is_cited(*rules: str) -> bool:
    """Whether one scenario cites all of these rules."""
    return any({f"agot_board.{rule}" for rule in rules} <= set(scenario.fields["rules"]) for scenario in scenarios())


def cards(kind: str) -> list[str]:
    """The rules of cards, as the book names them."""
    return [rule.id.removeprefix("agot_board.") for rule in RULES if rule.id.startswith(f"agot_board.{kind}.")]


def test_there_are_forty_two_house_cards_and_nine_wildling_cards() -> None:
    assert (len(HOUSE_CARDS), len(BOX.wildling_card)) == (42, 9)


@pytest.mark.parametrize("card", HOUSE_CARDS)
def test_every_house_card_is_played_in_a_combat(card: str) -> None:
    assert card in given("choose_house_card", "card")


@pytest.mark.parametrize("rule", cards("house-card"))
def test_every_text_of_a_house_card_is_shown_where_the_card_is_played(rule: str) -> None:
    played = given("choose_house_card", "card")[rule.partition(".")[2]]
    assert f"agot_board.{rule}" in played


@pytest.mark.parametrize("card", [each.id for each in BOX.wildling_card if each.id != SILENCE])
@pytest.mark.parametrize("about", ["lowest", "everyone-else", "reward"])
def test_every_wildling_card_is_won_and_lost(card: str, about: str) -> None:
    assert is_cited(f"wildling-card.{card}.{about}")


@pytest.mark.parametrize("outcome", ["step-4-nights-watch-wins", "step-5-marker-wildlings"])
def test_silence_at_the_wall_is_won_and_lost(outcome: str) -> None:
    assert is_cited(f"wildling-card.{SILENCE}", f"wildling.{outcome}")


@pytest.mark.parametrize("card", sorted({each.id for each in BOX.westeros_card}))
def test_every_westeros_card_is_shown(card: str) -> None:
    assert f"westeros-card.{card}" in cards("westeros-card")
    assert is_cited(f"westeros-card.{card}")


@pytest.mark.parametrize("card", [each for each in WESTEROS_CARDS.values() if each.options], ids=lambda card: card.id)
def test_every_option_of_a_westeros_card_is_taken(card: Any) -> None:
    taken = given("choose_card_option", "option")
    rule = f"agot_board.westeros-card.{card.id}"
    assert [option for option in card.options if rule not in taken.get(option, ())] == []


@pytest.mark.parametrize("kind", TIES)
def test_every_kind_of_tie_is_shown(kind: str) -> None:
    assert is_cited(*TIES[kind])


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_worked_case_of_the_rules_is_a_scenario(example: str) -> None:
    assert any(scenario.fields.get("example") == example for scenario in scenarios())


def test_there_are_many_cases_more() -> None:
    others = [scenario for scenario in scenarios() if "example" not in scenario.fields]
    examples = len(scenarios()) - len(others)
    print(f"{len(scenarios())} scenarios, {examples} worked examples of the rules, {len(others)} others")
    assert len(others) >= MORE_CASES


def test_every_title_stands_once_in_a_file() -> None:
    titles = [(scenario.path.name, scenario.title) for scenario in scenarios()]
    assert len(set(titles)) == len(titles)
