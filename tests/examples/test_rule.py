"""The worked example of adding-a-rule.md: one rule of the board game, followed from its book to its proofs."""

from __future__ import annotations

import json
import re
from typing import Any

from click.testing import CliRunner
from msgspec import structs

from domain.games import GAMES
from domain.games.agot_board.board.orders import order_space
from domain.games.agot_board.checks.lists import CHECKS, stars_suffice, too_many_specials
from domain.games.agot_board.commands import AssignOrders
from domain.kernel.checks import DISABLED
from domain.kernel.citing import cited_rules
from domain.kernel.rulebook import read_rules
from domain.kernel.spaces.assign import Assign
from service.cli import main
from service.tools.mutation import MutationScenario, read_pairs, scenarios_in, without
from tests.builders import Dice
from tests.examples.quotes import GUIDES, ROOT
from tests.games.agot_board import board_opened, kinds_for

RULE = "agot_board.plan.special-order-limit"
GUIDE = (GUIDES / "adding-a-rule.md").read_text(encoding="utf-8")
DATA = ROOT / "tests" / "data"
SCENARIOS = ROOT / "tests" / "scenarios" / "agot_board"
(PAIR,) = [each for each in read_pairs(DATA / "mutations" / "agot_board.toml") if each.check == stars_suffice.name]


def scenario_of_pair() -> MutationScenario:
    (scenario,) = [
        each for each in scenarios_in(SCENARIOS) if (each.path.name, each.title) == (PAIR.scenario, PAIR.title)
    ]
    return scenario


def test_the_rule_stands_in_its_book_and_is_cited_by_its_check() -> None:
    assert RULE in read_rules("domain.games.agot_board")
    assert stars_suffice.rule == RULE
    assert stars_suffice in CHECKS[AssignOrders]
    assert f"check {stars_suffice.name}" in cited_rules(GAMES["agot_board"].rules)[RULE]


def test_the_space_offers_nothing_that_the_check_refuses_and_would_without_its_limit() -> None:
    table = board_opened(1, kinds_for(6)[0]).match.table
    last, dice = table.kings_court[-1], Dice("space")

    def refuses_some(space: Assign) -> bool:
        laid: Any = [space.sample(dice) for _ in range(20)]
        return any(too_many_specials(table, last, list(each.values())) for each in laid)

    space = order_space(table, last)
    assert not refuses_some(space)
    assert refuses_some(structs.replace(space, group_max={}))


def test_the_scenario_of_the_pair_fails_without_the_check_alone() -> None:
    scenario = scenario_of_pair()
    with without(stars_suffice.name):
        alone = scenario.passes
    with without("every_area_has_one"):
        another = scenario.passes
    assert (scenario.passes, alone, another) == (True, False, True)
    assert set() == DISABLED


def test_the_scenario_refuses_by_the_rule_and_then_allows_something() -> None:
    refused, allowed = scenario_of_pair().fields["steps"]
    assert refused["refused"] == RULE
    assert "can.greyjoy" in allowed["expect"]


def test_the_check_and_the_command_stand_in_the_tables_that_the_guide_names() -> None:
    published = json.loads((DATA / "published_names.json").read_text(encoding="utf-8"))
    table = (DATA / "refusals" / "agot_board.txt").read_text(encoding="utf-8")
    wait = table.partition("[assign-orders]\n")[2].partition("\n[")[0].splitlines()
    (line,) = [each for each in wait if each.startswith("assign_orders ")]
    assert any(stars_suffice.name in names for names in published.values())
    assert line.endswith("; others: choice.already")
    assert AssignOrders in GAMES["agot_board"].rules.moments


def test_every_step_has_a_section_and_names_a_file_that_is_there() -> None:
    rows = [line for line in GUIDE.splitlines() if re.match(r"\| \d\. ", line)]
    named = [place for row in rows for place in re.findall(r"`([\w/.]+)`", row)]
    assert len(rows) == len(re.findall(r"^## [1-8]\. ", GUIDE, re.MULTILINE))
    assert len(named) >= len(rows)
    assert [place for place in named if not (ROOT / place).exists()] == []


def test_every_table_of_the_game_is_named() -> None:
    folders = {path.parent.name for path in DATA.rglob("agot_board*")}
    assert {"corpus", "mutations", "perft", "refusals"} <= folders
    assert sorted(each for each in folders if f"`tests/data/{each}" not in GUIDE) == []


def test_the_command_of_the_guide_prints_the_rule() -> None:
    looked, covered = re.findall(r"^\.venv/bin/praetor (rules .*)$", GUIDE, re.MULTILINE)
    printed = CliRunner().invoke(main, looked.split(), catch_exceptions=False).output
    assert covered == f"{looked} --coverage"
    assert printed.startswith(f"{RULE}:")


def test_what_the_guide_has_run_is_there() -> None:
    modules = re.findall(r"^\.venv/bin/python -m ([\w.]+)$", GUIDE, re.MULTILINE)
    assert modules
    assert [each for each in modules if not (ROOT / f"{each.replace('.', '/')}.py").exists()] == []
