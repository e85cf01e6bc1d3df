"""The scenario runner: what it accepts and rejects, and how it says so.

The scenarios of the project are played by test_rule_coverage, all of a game in one test.
"""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from textwrap import dedent, indent

import pytest

from domain.games import GAMES
from domain.games.agot_board.positions import waiting_points as board_moments
from domain.games.agot_lcg.positions import waiting_points as lcg_moments
from domain.kernel.scenarios.runner import ScenarioRun
from domain.kernel.scenarios.scenario import read_scenario
from domain.match.scenario_match import ScenarioMatch, opening_command
from service.app.match.seating import scenario_seats
from service.app.rulebooks import citable_rules
from service.files.documents import YamlDocument, read_documents
from service.files.positions import match_from
from service.files.scenarios import ScenarioReport, run_files

SCENARIOS = Path(__file__).parents[4] / "scenarios"
GUIDES = Path(__file__).parents[5] / "api_docs"

FILES = 5  # of each game, and scenarios of each file

HEAD = """\
game: agot_lcg
title: A case
rules: [agot_lcg.stealth.bypass]
cards:
  - {id: scout, type: character, cost: 2, strength: 2, icons: [military, power], keywords: [stealth]}
  - {id: guard, type: character, cost: 2, strength: 3, icons: [military]}
position:
  at: "4.2"
  players:
    alice: {play: [scout]}
    bob: {play: [guard, guard]}
"""


def run(folder: Path, text: str) -> ScenarioReport:
    path = folder / "case.yaml"
    path.write_text(text, encoding="utf-8")
    return run_files([path])


def verdict_of(folder: Path, steps: str, head: str = HEAD) -> tuple[str, str]:
    """The outcome of a scenario with these steps, and what is said of it."""
    (result,) = run(folder, f"{head}steps:\n{indent(dedent(steps), '  ')}").results
    return result.verdict.outcome, f"{result.verdict.place}: {result.verdict.reason}"


def test_every_folder_of_scenarios_is_that_of_a_game() -> None:
    """`test_rule_coverage` runs every scenario of each game, so that none lies where nobody runs it."""
    assert {path.parent for path in SCENARIOS.rglob("*.yaml")} == {SCENARIOS / game for game in GAMES}


def examples(guide: str) -> list[str]:
    """The YAML of a guide."""
    return re.findall(r"```yaml\n(.*?)```", (GUIDES / guide).read_text(encoding="utf-8"), re.DOTALL)


def whole_examples() -> list[str]:
    """The scenarios of the guide; those that are steps alone go on from the position of the first."""
    first, *others = examples("scenarios.md")
    head = first.partition("steps:")[0]
    return [first, *(each if each.startswith("game:") else f"{head}{each}" for each in others)]


def test_the_guides_examples_hold(tmp_path: Path) -> None:
    scenarios = whole_examples()
    position, _ = examples("positions.md")
    head = HEAD.partition("cards:")[0]
    steps = "steps:\n  - expect: {window: challenges.action, cards.arya-stark.power: 1, players.bob.hand: 4}\n"
    report = run(tmp_path, "---\n".join([*scenarios, f"{head}position:\n{indent(position, '  ')}{steps}"]))
    assert report.sums["passed"] == len(report.results) >= 9, "\n".join(report.lines())


def test_the_example_of_a_board_holds(tmp_path: Path) -> None:
    position, _, combat = examples("positions_board.md")
    head = "game: agot_board\ntitle: A board\nrules: [agot_board.march.one-at-a-time]\nposition:\n"
    steps = "steps:\n  - expect: {window: march, waiting_for: [stark], areas.bay-of-ice.routed: stark ship}\n"
    cards = "steps:\n  - expect: {window: house-cards, combat.units: stark footman knight, combat.initial.stark: 5}\n"
    report = run(tmp_path, f"{head}{indent(position, '  ')}{steps}---\n{head}{indent(combat, '  ')}{cards}")
    assert report.sums["passed"] == 2, "\n".join(report.lines())


def test_the_example_of_a_conflict_holds(tmp_path: Path) -> None:
    position, _ = examples("positions_l5r.md")
    head = "game: l5r\ntitle: A conflict\nrules: [l5r.conflict.declare-province]\nposition:\n"
    found = "{window: conflict.action, waiting_for: [bob], contest.attack: 5, cards.the-art-of-war.strength: 4}"
    report = run(tmp_path, f"{head}{indent(position, '  ')}steps:\n  - expect: {found}\n")
    assert report.sums["passed"] == 1, "\n".join(report.lines())


@pytest.mark.parametrize(
    ("guide", "game"),
    [("positions.md", "agot_lcg"), ("positions_board.md", "agot_board"), ("positions_l5r.md", "l5r")],
)
def test_the_whole_file_of_a_guide_opens_a_match_of_its_game(tmp_path: Path, guide: str, game: str) -> None:
    (tmp_path / "whole.yaml").write_text(examples(guide)[1], encoding="utf-8")
    assert match_from(str(tmp_path / "whole.yaml")).rules.name == game


def test_a_case_whose_steps_and_expectations_hold_passes(tmp_path: Path) -> None:
    steps = """\
        - alice: {initiate_challenge: {kind: military, attackers: [scout]}}
        - expect: {window: defenders, challenge.kind: military, cards.guard.participating: no}
        """
    assert verdict_of(tmp_path, steps) == ("passed", ": ")


def test_a_failure_names_the_step_the_line_what_was_expected_and_what_was_found(tmp_path: Path) -> None:
    text = HEAD + "steps:\n  - alice: decline_challenge\n  - expect: {players.bob.power: 3, phase: challenges}\n"
    (result,) = run(tmp_path, text).results
    assert result.verdict.outcome == "failed"
    assert result.verdict.place == "steps[1].expect.players.bob.power"
    assert result.line == text.splitlines().index("  - expect: {players.bob.power: 3, phase: challenges}") + 1
    assert "expected 3, found 0" in result.verdict.reason


def test_that_nothing_is_expected_hides_no_other_error(tmp_path: Path) -> None:
    (result,) = run(tmp_path, HEAD + "steps:\n  - alice: {decline_chalenge: {}}\n").results
    told = [result.verdict.reason, *(each.reason for each in result.verdict.more)]
    assert told == [
        "no command is called 'decline_chalenge'; did you mean decline_challenge?",
        "nothing is expected and nothing refused",
    ]


def test_the_errors_of_steps_that_are_not_reached_are_told_too(tmp_path: Path) -> None:
    steps = """\
        steps:
          - alice: {initiate_chalenge: {kind: military, attackers: [scout]}}
          - alice: {initiate_challenge: {knd: military, attackers: [{card: scout, as: tower}]}}
          - bob: {declare_defenders: {defenders: [gard]}}
          - bob: {declare_defenders: {defenders: [tower]}}
            refused: agot_lcg.stealth.bypassed-cannot-defend
          - carl: pass
          - all: pass until defender
          - expect: {windwo: defenders, players.bob.power: many, after: command, cards.tower.kneeling: true}
          - expect: {cannot.bob: [{command: {declare_defender: {}}, rule: agot_lcg.stealth.bypass}]}
          - expect: {one_of: [{kind: chioce}]}
          - alice: {initiate_challenge: {knd: military}}
            refused: command.shape
        """
    (result,) = run(tmp_path, HEAD + dedent(steps)).results
    told = [result.verdict.place, *(each.place for each in result.verdict.more)]
    assert told == [
        "steps[0].alice.initiate_chalenge",
        "steps[1].alice.initiate_challenge.knd",
        "steps[2].bob.declare_defenders.defenders[0]",
        "steps[4].carl",
        "steps[5].all",
        "steps[6].expect.windwo",
        "steps[6].expect.players.bob.power",
        "steps[7].expect.cannot.bob[0].command.declare_defender",
        "steps[8].expect.one_of[0].kind",
    ]


def test_steps_that_cannot_be_read_are_told_together(tmp_path: Path) -> None:
    steps = """\
        - alice: decline_challenge
          refused: agot_lcg.stealth.bypas
        - all: sleep
        - expect: {}
        - bob: {declare_defenders: {defender: []}}
        """
    (result,) = run(tmp_path, f"{HEAD}steps:\n{indent(dedent(steps), '  ')}").results
    told = [result.verdict.place, *(each.place for each in result.verdict.more)]
    assert told == ["steps[0].refused", "steps[1].all", "steps[2].expect", "steps[3].bob.declare_defenders.defender"]
    (result,) = run(tmp_path, f"{HEAD}steps:\n{indent(dedent(steps), '  ')}".replace("guard, guard", "gard")).results
    assert [result.verdict.place, *(each.place for each in result.verdict.more)] == [
        "position.players.bob.play[0]",
        "steps[0].refused",
        "steps[1].all",
        "steps[2].expect",
    ]


@pytest.mark.parametrize("game", GAMES)
def test_of_steps_that_hold_none_is_said_to_mean_nothing_before_it_is_reached(game: str) -> None:
    """Each step is looked at where the match opens, which is at another table than where it is taken."""
    books, files = citable_rules(), sorted((SCENARIOS / game).glob("*.yaml"))
    for document in (each for path in files[:: len(files) // FILES] for each in islice(read_documents(path), FILES)):
        assert isinstance(document, YamlDocument)
        scenario = read_scenario(document.value, books)
        if scenario.needs:
            continue
        seats = scenario_seats(scenario, SCENARIOS / game)
        staged = ScenarioMatch(opening_command(scenario, seats), scenario.seed)
        scene = ScenarioRun(staged, GAMES[game].sights, staged.names(scenario), books[game])
        scene.name_mentioned(scenario.steps)
        assert [fault for step in scenario.steps for fault in scene.faults_of(step)] == []


def test_a_refused_step_must_be_refused_by_the_very_rule(tmp_path: Path) -> None:
    attack = "- alice: {initiate_challenge: {kind: military, attackers: [scout], stealth: {scout: scout}}}"
    right = f"{attack}\n  refused: agot_lcg.stealth.bypass\n"
    wrong = f"{attack}\n  refused: agot_lcg.stealth.target-without-stealth\n"
    assert verdict_of(tmp_path, right)[0] == "passed"
    outcome, said = verdict_of(tmp_path, wrong)
    assert outcome == "failed"
    assert "refused by agot_lcg.stealth.bypass {'target': 'scout'}, not by" in said


def test_a_step_that_should_have_been_refused_fails_when_it_is_accepted(tmp_path: Path) -> None:
    outcome, said = verdict_of(tmp_path, "- alice: decline_challenge\n  refused: match.not-awaited\n")
    assert (outcome, said) == ("failed", "steps[0].alice: accepted, not refused by match.not-awaited")


def test_a_command_that_is_refused_unexpectedly_fails_with_its_rule(tmp_path: Path) -> None:
    outcome, said = verdict_of(tmp_path, "- bob: pass\n- expect: {window: challenge}\n")
    assert outcome == "failed"
    assert "refused: match.not-awaited" in said


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("- alice: decline_challenge", "steps: nothing is expected and nothing refused"),
        ("- alice: declin_challenge", "did you mean decline_challenge?"),
        ("- expect: {}", "the expectation names nothing"),
        ("- expect: {players.bob.powers: 1}", "unknown key 'players.bob.powers'"),
        ("- expect: {players.carol.power: 1}", "unknown key 'players.carol.power'"),
        ("- expect: {cards.ghost.area: dead}", "the position has no card 'ghost'"),
        ("- expect: {happened: [card_knelt]}", "'card_knelt' is none of"),
        ("- expect: {not_happened: [card_knelt]}", "'card_knelt' is none of"),
        ("- expect: {cannot.alice: [{command: pass, rule: agot_lcg.no-such-rule}]}", "no rule of this game has the id"),
        ("- alice: pass\n  refused: agot_lcg.no-such-rule", "no rule of this game has the id 'agot_lcg.no-such-rule'"),
        ("- alice: {play: 1}\n  refused: match.not-awaited", "no command is called 'play'"),
        ("- alice: {play_event: {cart: scout}}\n  refused: match.not-awaited", "cart: unknown key"),
        (
            "- alice: {play_event: {card: ice}}\n  refused: match.not-awaited",
            "the position has no card 'ice'",
        ),
        ("- alice: {play_event: {}}\n  refused: match.not-awaited", "card: missing"),
        ("- carol: pass\n  refused: match.not-awaited", "no seat is named 'carol'"),
        ("- {alice: pass, bob: pass}\n- expect: {round: 1}", "a step names one seat, all or expect"),
        ("- alice: pass\n  refuse: match.not-awaited", "steps[0].refuse: unknown key; did you mean refused?"),
        ("- alice: pass\n  refuses: match.not-awaited", "steps[0].refuses: unknown key; did you mean refused?"),
        ("- expects: {round: 1}", "steps[0].expects: unknown key; did you mean expect?"),
        ("- expects: {round: 1}\n- expect: {round: 1}", "no seat is named 'expects'; did you mean expect?"),
        ("- expect: {offer.alice: [pass]}", "'offer.alice'; did you mean offers.alice?"),
        ("- all: decline_challenge\n- expect: {round: 1}", "all can only pass"),
        (
            "- alice: {use_reaction: {card: scout, condition: kiled}}\n  refused: match.not-awaited",
            "no condition is of kind 'kiled'",
        ),
        (
            "- alice: {use_reaction: {card: scout, condition: {as: killed}}}\n  refused: match.not-awaited",
            "condition: a condition is given by its kind, or by kind and card: killed, killed:arya-stark",
        ),
    ],
)
def test_a_case_that_does_not_hold_as_a_document_is_an_error(tmp_path: Path, steps: str, said: str) -> None:
    outcome, found = verdict_of(tmp_path, steps + "\n")
    assert outcome == "error"
    assert said in found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("title: A case\n", "", "title: missing"),
        (
            "rules: [agot_lcg.stealth.bypass]",
            "rules: [agot_lcg.stealth.by-pass]",
            "rules[0]: no rule of this game has the id",
        ),
        ("rules: [agot_lcg.stealth.bypass]", "rules: []", "rules: no rule is cited"),
        ("title: A case", "title: A case\ntheme: stealth", "theme: unknown key"),
        ("strength: 3", "strong: 3", "cards[1].strong: unknown field"),
        ("id: guard", "id: eddard-stark", "cards[1].id: there is a card 'eddard-stark' already"),
        ("play: [scout]", "play: [scout, foo]", "position.players.alice.play[1]: no card 'foo'"),
        ("play: [scout]", "plays: [scout]", "position.players.alice.plays: unknown key"),
        ('at: "4.2"', 'at: "4.9"', "position.at: '4.9' is no window or step; known are 4."),
        ("strength: 3", "strength: three", "cards[1].strength: expected a whole number or nothing, got a text"),
        ("cost: 2, strength: 3", "cost: two, strength: 3", "cost: 'two' is none of X, and not a whole number"),
        ("cost: 2, strength: 3", "cost: 2.5, strength: 3", "cost: expected a whole number or X or nothing, got"),
    ],
)
def test_a_wrong_field_is_named_with_its_place(tmp_path: Path, old: str, new: str, said: str) -> None:
    head = HEAD.replace(old, new)
    assert head != HEAD
    outcome, found = verdict_of(tmp_path, "- expect: {round: 1}\n", head)
    assert outcome == "error"
    assert said in found


def test_an_error_in_a_position_names_the_line(tmp_path: Path) -> None:
    text = HEAD.replace("play: [scout]", "play: [scout, foo]") + "steps:\n  - expect: {round: 1}\n"
    (result,) = run(tmp_path, text).results
    assert text.splitlines()[result.line - 1] == "    alice: {play: [scout, foo]}"


def test_a_wrong_entry_in_a_mapping_of_mappings_is_named_with_its_line(tmp_path: Path) -> None:
    text = """game: agot_board
title: A march
rules: [agot_board.march.any-subset]
position:
  players: 6
  at: "3.2"
  areas: {three-towers: "martell 2 footman, order march-0"}
  turn: martell
steps:
  - martell:
      resolve_march:
        area: three-towers
        march:
          moves:
            oldtown: {footman: 1}
            starfall: {footman: one}
  - expect: {round: 1}
"""
    (result,) = run(tmp_path, text).results
    assert result.verdict.place.endswith("march.moves.starfall.footman")
    assert result.verdict.reason == "expected a whole number, got a text"
    assert text.splitlines()[result.line - 1] == "            starfall: {footman: one}"


def test_a_key_that_stands_twice_is_an_error_with_its_line(tmp_path: Path) -> None:
    (result,) = run(tmp_path, HEAD + "steps:\n  - expect: {round: 1, round: 2}\n").results
    assert result.verdict.outcome == "error"
    assert "round: stands twice" in result.verdict.reason


@pytest.mark.parametrize("fault", ["round: 1, round: 2", "round: !!python/name:x 1", "round: .inf"])
def test_the_scenarios_after_one_that_cannot_be_read_are_played(tmp_path: Path, fault: str) -> None:
    good = HEAD + "steps:\n  - expect: {round: 9}\n"
    wrong = HEAD.replace("A case", "Another case") + f"steps:\n  - expect: {{{fault}}}\n"
    report = run(tmp_path, f"{good}---\n{wrong}---\n{good}")
    assert [(each.title, each.verdict.outcome) for each in report.results] == [
        ("A case", "failed"),
        ("Another case", "error"),
        ("A case", "failed"),
    ]
    assert report.results[1].line == 2 * len(good.splitlines()) + 1


def test_of_scenarios_that_a_fault_makes_unreadable_it_is_said_that_they_were_not_played(tmp_path: Path) -> None:
    good = HEAD + "steps:\n  - expect: {round: 1}\n"
    first, second = run(tmp_path, f"{good}---\ntitle: [\n---\n{good}---\n{good}").results
    assert first.verdict.outcome == "passed"
    assert second.verdict.reason.endswith("; 2 scenarios after it cannot be read and were not played")
    assert not run(tmp_path, f"{good}---\ntitle: [\n").results[1].verdict.reason.endswith("played")


def test_a_text_that_is_no_yaml_is_an_error_with_its_line(tmp_path: Path) -> None:
    (result,) = run(tmp_path, "game: agot_lcg\ntitle: [\n").results
    assert (result.verdict.outcome, result.line) == ("error", 2)


def test_a_case_that_needs_what_is_to_come_is_counted_as_later(tmp_path: Path) -> None:
    report = run(tmp_path, "needs: melee\n" + HEAD + "steps:\n  - expect: {round: 9}\n")
    assert report.sums == {"passed": 0, "failed": 0, "later": 1, "error": 0}
    assert report.has_passed


def test_each_case_has_a_line_and_the_sums_come_last(tmp_path: Path) -> None:
    text = HEAD + "steps:\n  - expect: {round: 1}\n"
    report = run(tmp_path, f"{text}---\n{text.replace('round: 1', 'round: 2')}")
    *told, sums = report.lines()
    assert [line.split()[0] for line in told] == ["passed", "failed"]
    assert sums == "2 scenarios: 1 passed, 1 failed, 0 later, 0 error"
    assert not report.has_passed


def test_a_name_stays_with_its_card_through_shuffles_and_areas(tmp_path: Path) -> None:
    head = HEAD.replace('at: "4.2"', 'at: "7.3"').replace("alice: {play: [scout]}", "alice: {hand: [scout, 6]}")
    head = head.replace("hand: [scout, 6]", "hand: [scout, {unknown: 6}]")
    steps = """\
        - alice: {discard_to_reserve: {cards: [scout]}}
        - expect: {cards.scout.area: discard, players.alice.discard: [scout], players.alice.hand: 6}
        """
    assert verdict_of(tmp_path, steps, head) == ("passed", ": ")


def test_what_a_command_leaves_out_is_filled_in_from_the_options(tmp_path: Path) -> None:
    steps = """\
        - alice: {initiate_challenge: {kind: military, attackers: [scout], stealth: {scout: guard}}}
        - expect: {challenge.defender: bob, options.bob: [declare_defenders], options.alice: []}
        """
    assert verdict_of(tmp_path, steps) == ("passed", ": ")


def test_lawful_and_unlawful_commands_can_be_expected(tmp_path: Path) -> None:
    steps = """\
        - expect:
            can.alice: [decline_challenge, {initiate_challenge: {kind: power, attackers: [scout]}}]
            cannot.bob: [{command: pass, rule: match.not-awaited}]
        - expect: {can.bob: [pass]}
        """
    outcome, said = verdict_of(tmp_path, steps)
    assert outcome == "failed"
    assert said.startswith("steps[1].expect.can.bob[0]: refused: match.not-awaited")


def test_a_field_of_a_fact_of_the_last_step_can_be_expected(tmp_path: Path) -> None:
    steps = """\
        - alice: {initiate_challenge: {kind: military, attackers: [scout]}}
        - expect: {fact.waiting.question: defenders, fact.match_over.outcome: none, fact.waiting.kind: choice}
        - expect: {fact.challenge_began.attacker: alice}
        """
    outcome, said = verdict_of(tmp_path, steps)
    assert outcome == "error"
    assert "no fact of this game is called challenge_began" in said
    assert "match_over" not in said


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        ("fact.combat_won.house: none", "no fact of this game is called combat_won"),
        ("fact.challenge_decide.winner: none", "did you mean challenge_decided?"),
        ("fact.challenge_decided.winer: none", "challenge_decided has no field winer; did you mean winner?"),
    ],
)
def test_of_an_unknown_fact_the_fact_is_named_and_of_an_unknown_field_the_field(
    tmp_path: Path, expected: str, told: str
) -> None:
    outcome, said = verdict_of(tmp_path, f"- expect: {{{expected}}}\n")
    assert outcome == "error"
    assert told in said
    assert "match_over" not in said


@pytest.mark.parametrize(
    ("step", "meant"),
    [
        ("alice pass", "alice: pass"),
        ('"alice:pass"', "alice: pass"),
        ("expect: phase draw", "phase: draw"),
    ],
)
def test_a_forgotten_colon_is_named(tmp_path: Path, step: str, meant: str) -> None:
    outcome, said = verdict_of(tmp_path, f"- {step}\n- expect: {{phase: draw}}\n")
    assert outcome == "error"
    assert f"expected named fields; did you mean {meant}?" in said


def test_an_optional_pick_that_is_left_out_stays_out(tmp_path: Path) -> None:
    text = """\
        game: agot_board
        title: A Raid order without effect
        rules: [agot_board.raid.may-have-no-effect]
        position:
          players: 3
          at: "3.1"
          areas: {riverrun: "stark footman, order support", lannisport: "lannister footman, order raid"}
        steps:
          - lannister: {resolve_raid: {area: lannisport}}
          - expect: {fact.raid_resolved.target: ""}
        """
    report = run(tmp_path, dedent(text))
    assert report.has_passed, "\n".join(report.lines())


BOARD = """\
game: agot_board
title: A board
rules: [agot_board.raid.effect]
position:
  players: 3
  at: "3.2"
  areas: {winterfell: "stark knight 2 footman, order march-0"}
"""


@pytest.mark.parametrize(
    ("expected", "outcome", "said"),
    [
        ("areas.winterfell.units: stark 2 footman knight", "passed", ""),
        ("areas.winterfell.units: stark knight 2 footman", "passed", ""),
        ("areas.winterfell.units: stark 2 knight", "failed", "expected stark 2 knight, found stark 2 footman knight"),
        ("areas.winterfell: none", "failed", "found stark 2 footman knight, order march-0"),
        ("areas.winterfell.units: tyrell footman", "error", "'tyrell' is no House of this match"),
        ("areas.winterfell.castle: 1", "error", "unknown key 'areas.winterfell.castle'"),
        ("areas.kings-road.units: none", "error", "unknown key 'areas.kings-road.units'"),
        ("houses.tyrell.power: 5", "error", "tyrell is not in this match; in it are baratheon, lannister, stark"),
        ("houses.tyrell.unused.ship: 6", "error", "tyrell is not in this match"),
        ("combat.strength.tyrell: none", "error", "tyrell is not in this match"),
        ("houses.strak.power: 5", "error", "unknown key 'houses.strak.power'; did you mean houses.stark.power?"),
        ("wildling: 4", "failed", "expected 4, found 2"),
        ("wildling: 5", "error", "5 is none of 0, 2, 4, 6, 8, 10, 12"),
        ("round: 11", "error", "11 is none of 0 to 10"),
        ("houses.stark.power: 20", "failed", "expected 20, found 5"),
        ("houses.stark.power: 21", "error", "21 is none of 0 to 20"),
        ("houses.stark.pool: -1", "error", "-1 is none of 0 to 20"),
        ("houses.stark.bid: 21", "error", "21 is none of 0 to 20"),
        ("houses.stark.supply: 7", "error", "7 is none of 0 to 6"),
        ("houses.stark.stars: 4", "error", "4 is none of 0 to 3"),
        ("houses.stark.unused.footman: 11", "error", "11 is none of 0 to 10"),
        ("one_of: [{wildling: 5}, {wildling: 2}]", "error", "5 is none of"),
        ("combat: none", "passed", ""),
        ("combat.winner: none", "passed", ""),
        ("combat.strength.stark: none", "passed", ""),
        ("combat.weather: none", "error", "unknown key 'combat.weather'"),
        ("tracks.fiefdoms: [stark, baratheon, lannister]", "passed", ""),
        ("houses.stark.unused.footman: 8", "passed", ""),
        ("decks.wildling.size: 9", "passed", ""),
        ("decks.tides.top: none", "passed", ""),
        ("revealed.westeros-1: []", "passed", ""),
    ],
)
def test_what_is_seen_of_a_board(tmp_path: Path, expected: str, outcome: str, said: str) -> None:
    found, reason = verdict_of(tmp_path, f"- expect: {{{expected}}}\n", BOARD)
    assert (found, said in reason) == (outcome, True), reason


def test_a_part_of_a_field_that_stands_beside_it_is_said_to_belong_under_it(tmp_path: Path) -> None:
    march = "- stark: {resolve_march: {area: winterfell, moves: {karhold: {knight: 1}}}}\n- expect: {combat: none}\n"
    found, reason = verdict_of(tmp_path, march, BOARD)
    assert (found, "moves: unknown key; it belongs under march: {march: {moves: ...}}" in reason) == ("error", True), (
        reason
    )


@pytest.mark.parametrize(
    ("cited", "said"),
    [
        ("agot_lcg.stealth.bypass", "no rule of this game has the id 'agot_lcg.stealth.bypass'"),
        ("request.late", "no rule of this game has the id 'request.late'"),
        ("march.split", "did you mean agot_board.march.split?"),
        ("march.splt", "did you mean agot_board.march.split?"),
        ("agot_board.march.splt", "did you mean agot_board.march.split?"),
        ("agot_board.raid.effect", ""),
        ("match.not-awaited", ""),
        ("judging.ruling.cites-rules", ""),
    ],
)
@pytest.mark.parametrize("where", ["rules", "refused", "cannot"])
def test_a_case_cites_rules_of_its_game_of_the_kernel_and_of_judging(
    tmp_path: Path, cited: str, said: str, where: str
) -> None:
    march = "{resolve_march: {area: winterfell, march: {moves: {}}}}"
    head = BOARD.replace("agot_board.raid.effect", cited) if where == "rules" else BOARD
    step = {
        "rules": "expect: {round: 1}",
        "refused": f"stark: {march}\n  refused: [{cited}, agot_board.march.split]",
        "cannot": f"expect: {{cannot.stark: [{{command: {march}, rule: {cited}}}]}}",
    }[where]
    outcome, reason = verdict_of(tmp_path, f"- {step}\n", head)
    assert (outcome == "error", said in reason) == (bool(said), True), reason


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            "expect: {players: {alice: {gold: 3}}}",
            "steps[0].expect.players: what lies within is named in one key",
        ),
        ("expect: {players: {alice: {gold: 3}}}", "did you mean players.alice.gold: ...?"),
        ("expect: {players: {alice: {gld: 3}}}", "steps[0].expect.players: unknown key 'players'"),
        ("expect: {window: null}", "steps[0].expect.window: nothing stands there; did you mean none?"),
        ("expect: {cannot.alice: [pass]}", "cannot.alice[0]: expected a command with the rule that refuses it"),
        ("expect: {cannot.alice: [pass]}", "did you mean {command: pass, rule: ...}?"),
        ("expect: {cannot.alice: [{pass: {}}]}", "did you mean {command: {pass: ...}, rule: ...}?"),
        ("expect: {cannot.alice: [{command: pass}]}", "steps[0].expect.cannot.alice[0]: rule: missing"),
        ("expect: {cannot.alice: [{command: pass, rule: a, x: 1}]}", "steps[0].expect.cannot.alice[0].x: unknown key"),
        (
            "alice: {initiate_challenge: {kind: power, refused: match.not-awaited}}",
            "initiate_challenge.refused: refused stands beside the seat, outside the braces of the command",
        ),
        (
            "alice: {initiate_challenge: {kind: power}, refused: match.not-awaited}",
            "steps[0].alice.refused: refused stands beside the seat, outside the braces of the command",
        ),
        (
            "alice: pass\n  refused: agot_board.raid.effect",
            "steps[0].refused: no rule of this game has the id 'agot_board.raid.effect': they begin with agot_lcg, ",
        ),
    ],
)
def test_what_stands_elsewhere_in_a_scenario_is_told_where_it_belongs(tmp_path: Path, step: str, said: str) -> None:
    outcome, reason = verdict_of(tmp_path, f"- {step}\n", HEAD)
    assert outcome == "error"
    assert said in reason


def test_the_steps_are_found_under_another_word(tmp_path: Path) -> None:
    outcome, reason = verdict_of(tmp_path, "- alice: pass\n", f"{HEAD}moves: [alice: pass]\n")
    assert (outcome, reason) == ("error", "moves: unknown key; did you mean steps?")


def test_all_pass_goes_on_until_the_window_has_closed(tmp_path: Path) -> None:
    head = HEAD.replace('at: "4.2"', "at: challenges.action").replace("position:", "policy: open\nposition:")
    steps = """\
        - expect: {window: challenges.action, waiting_for: [alice]}
        - all: pass
        - expect: {window: challenge, windows: [], happened: [priority_passed, priority_passed, window_closed]}
        - all: pass
        """
    outcome, said = verdict_of(tmp_path, steps, head)
    assert (outcome, said) == ("failed", "steps[3].all: no window is open: 'challenge' is asked of alice")


@pytest.mark.parametrize(
    ("head", "old", "new", "nearest"),
    [
        (HEAD, 'at: "4.2"', 'at: "4.2.7"', "4.2.1, 4.2.2, 4.2,"),
        (HEAD, 'at: "4.2"', "at: draw.actoin", "draw.action"),
        (BOARD, 'at: "3.2"', 'at: "1.4.9"', "1.4"),
    ],
)
def test_all_moments_of_a_position_are_listed_the_nearest_first(
    tmp_path: Path, head: str, old: str, new: str, nearest: str
) -> None:
    outcome, said = verdict_of(tmp_path, "- expect: {round: 1}\n", head.replace(old, new))
    moments = lcg_moments.MOMENTS if head == HEAD else board_moments.MOMENTS
    listed = said.lower().partition("known are ")[2].split(", ")
    assert outcome == "error"
    assert ", ".join(listed).startswith(nearest)
    assert sorted(listed) == sorted(moments)
