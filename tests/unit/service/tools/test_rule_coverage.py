"""Rule coverage: every rule is enforced, covered, for the melee or not mechanical; citations name rules that exist."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.games import GAMES
from domain.kernel import citing
from domain.kernel.citing import Citation, citations, cited_rules, enforces, function_of, rules_of
from domain.kernel.flow.frames import Procedure, step
from domain.kernel.rulebook import read_rules
from service.app.rulebooks import all_rules
from service.tools import rule_coverage
from service.tools.rule_coverage import PENDING, CoverageReport, Sightings, report, reviewed_lists, rows

GAME = "agot_lcg"
RULES = GAMES[GAME].rules
ROOT = Path(__file__).parents[4]
SCENARIOS = ROOT / "tests" / "scenarios"
RULE_ID = re.compile(r"agot_(lcg|board)(\.[a-z0-9-]*[a-z0-9]){2,3}")
games = pytest.mark.parametrize("game", GAMES)
RULES_OF_GAME = read_rules("domain.games.agot_lcg")
REVEAL = "agot_lcg.step.1-3-reveal-simultaneously"


def everything_ran() -> Sightings:
    ran = {function for each in citations(RULES) for function in each.functions}
    return Sightings(ran, {}, {})


def state_of(rule: str, seen: Sightings) -> str:
    (found,) = (row for row in rows(GAME, seen, {}) if row.rule == rule)
    return found.state


def literal_rules() -> Iterator[tuple[str, str]]:
    """Every rule id that stands as a text in the domain's modules."""
    for path in sorted((ROOT / "domain").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and RULE_ID.fullmatch(node.value):
                yield path.name, node.value


def pending(game: str) -> list[str]:
    """The rules of a game that wait for what shows them."""
    return [rule for rule, (state, _) in reviewed_lists(game).items() if state == PENDING]


@games
def test_every_rule_is_enforced_covered_or_on_a_reviewed_list(game: str) -> None:
    # a few matches, for the set-up; the scenarios do the rest, and here each of them is held to what it expects
    found = report(game, SCENARIOS / game, matches=3)
    assert not found.failed, "\n" + "\n".join(found.failed)
    assert [row.rule for row in found.rows if row.state == "open"] == []
    assert found.has_passed
    assert [row.rule for row in found.rows if row.state in ("melee", "not-mechanical") and row.by] == []
    assert found.sums["enforced"] > 500


@games
def test_without_scenarios_and_matches_the_report_has_not_passed(game: str, tmp_path: Path) -> None:
    found = report(game, tmp_path, matches=0)
    assert not found.has_passed
    assert found.sums["open"] == len(all_rules().of(game)) - len(reviewed_lists(game))


@games
def test_no_rule_waits_for_what_shows_it(game: str) -> None:
    assert pending(game) == []


@games
def test_every_rule_on_a_reviewed_list_exists_and_has_a_reason(game: str) -> None:
    reviewed = reviewed_lists(game)
    assert [rule for rule in reviewed if rule not in all_rules()] == []
    assert [rule for rule, (state, reason) in reviewed.items() if state != "melee" and not reason] == []


def test_a_rule_that_only_code_carries_out_is_open_when_its_citation_goes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert state_of(REVEAL, everything_ran()) == "enforced"
    left = [each for each in citing.CITATIONS if REVEAL not in rules_of(RULES.cites, each.rule)]
    monkeypatch.setattr(citing, "CITATIONS", left)
    assert state_of(REVEAL, everything_ran()) == "open"


def test_a_citation_counts_only_if_its_code_ran() -> None:
    assert state_of(REVEAL, Sightings(set(), {}, {})) == "open"


def test_a_refusal_or_an_option_that_cites_a_rule_counts() -> None:
    assert state_of(REVEAL, Sightings(set(), {REVEAL: "somewhere"}, {})) == "enforced"
    assert state_of(REVEAL, Sightings(set(), {}, {REVEAL: "somewhere"})) == "enforced"


def test_the_order_of_steps_counts_when_every_acting_step_ran(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citing, "CITATIONS", [])
    enforces(REVEAL)(Twice)
    (citation,) = citing.CITATIONS
    assert citation.name == "test.twice"
    assert citation.functions == (first, second)


def test_a_citing_function_is_returned_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(citing, "CITATIONS", [])
    assert enforces(REVEAL)(first) is first
    assert [Citation(REVEAL, "test_rule_coverage.first", (function_of(first),))] == citing.CITATIONS


@games
def test_every_cited_rule_exists(game: str) -> None:
    assert [rule for rule in cited_rules(GAMES[game].rules) if rule not in all_rules()] == []


def test_every_rule_that_the_domain_names_exists() -> None:
    assert [each for each in literal_rules() if each[1] not in all_rules()] == []


@games
def test_no_code_cites_a_rule_for_the_melee_or_one_that_is_not_mechanical(game: str) -> None:
    never = {rule for rule, (state, _) in reviewed_lists(game).items() if state != PENDING}
    assert [rule for rule in cited_rules(GAMES[game].rules) if rule in never] == []


def test_a_pending_rule_is_enforced_or_covered_as_soon_as_it_is_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_coverage, "reviewed_lists", lambda game: {REVEAL: (PENDING, "it waits")})
    assert state_of(REVEAL, Sightings(set(), {}, {})) == PENDING
    assert state_of(REVEAL, everything_ran()) == "enforced"
    (shown,) = (row for row in rows(GAME, Sightings(set(), {}, {}), {REVEAL: ("file:1",)}) if row.rule == REVEAL)
    assert (shown.state, shown.reason) == ("covered", "")


def test_a_report_says_of_each_rule_by_what_and_sums_up() -> None:
    seen = Sightings(set(), {REVEAL: "round.reveal"}, {})
    told = CoverageReport(GAME, tuple(rows(GAME, seen, {}))).lines()
    assert f"enforced        {REVEAL}  refused by round.reveal" in told
    states = [state for state, _reason in reviewed_lists(GAME).values()]
    melee, silent = states.count("melee"), states.count("not-mechanical")
    rest = f"{len(RULES_OF_GAME) - 1 - melee - silent} open"
    listed = f"{melee} melee, {silent} not-mechanical, 0 pending"
    assert told[-1] == f"{len(RULES_OF_GAME)} rules: 1 enforced, 0 covered, {listed}, {rest}"


def first(game: object, frame: Procedure) -> None:
    """The first step."""


def second(game: object, frame: Procedure) -> None:
    """The second step."""


class Twice(Procedure, frozen=True, tag="test.twice"):
    """Two steps."""

    steps = (step("1", first, "first"), step("2", second, "second"))
