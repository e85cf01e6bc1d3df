"""`praetor rules`, `perft`, `scenario` and `demo`."""

from __future__ import annotations

from pathlib import Path

from domain.kernel.rulebook import read_rules
from tests.api.cli import Praetor

BARE = "at: challenges.action\nplayers: {alice: {deck: 5}, bob: {deck: 5}}\n"
CASE = """
game: agot_lcg
title: A character that kneels cannot attack
rules: [agot_lcg.step.4-2-attacker-eligibility]
position:
  at: "4.2"
  players: {alice: {play: [{card: eddard-stark, kneeling: true}, robb-stark]}, bob: {}}
steps:
  - alice: {initiate_challenge: {kind: military, attackers: [eddard-stark]}}
    refused: agot_lcg.step.4-2-attacker-eligibility
"""


def test_rules_are_listed_and_found_by_their_beginning(tmp_path: Path) -> None:
    praetor = Praetor(tmp_path)
    assert praetor.does("rules", "agot_lcg").splitlines()[-1] == f"{len(read_rules('domain.games.agot_lcg'))} rules"
    told = praetor.does("rules", "agot_lcg", "--about", "stealth")
    assert "agot_lcg.stealth.bypassed-cannot-defend: " in told
    assert "--about" in praetor.refuses("rules", "agot_lcg", "--about", "nothing-like-this")
    assert "did you mean stealth?" in praetor.refuses("rules", "agot_lcg", "--about", "agot_lcg.stelth")


def test_a_rule_is_found_by_its_id_whether_a_game_has_it_or_all_share_it(tmp_path: Path) -> None:
    praetor = Praetor(tmp_path)
    for about, found in (
        ("choice.targets", ["choice.targets"]),
        ("stealth.bypass", ["agot_lcg.stealth.bypass"]),
        ("agot_lcg.stealth.bypass", ["agot_lcg.stealth.bypass"]),
        ("choice.too", ["choice.too-few", "choice.too-many"]),
    ):
        assert [each["id"] for each in praetor.json("rules", "agot_lcg", "--about", about)] == found
    assert "choice.targets" not in praetor.does("rules", "agot_lcg")
    for misspelt, meant in (
        ("choice.target", ""),
        ("choice.tragets", "choice.targets"),
        ("chioce", "choice"),
        ("stealth.by-pass", "stealth.bypass"),
        ("judgin.rewind.head-judge", "judging.rewind.head-judge"),
    ):
        if meant:
            assert f"did you mean {meant}?" in praetor.refuses("rules", "agot_lcg", "--about", misspelt)
        else:
            assert "choice.targets: " in praetor.does("rules", "agot_lcg", "--about", misspelt)


def test_perft_counts_the_answers_by_depth(tmp_path: Path) -> None:
    """With nothing in play and no hands alice can only pass (1); no challenge is possible, so the phases run
    on to the next round, in which alice chooses one of her two plots (2), and then bob one of his (2 x 2)."""
    position = tmp_path / "bare.yaml"
    position.write_text(BARE)
    counts = Praetor(tmp_path).json("perft", position, "--depth", 3)["counts"]
    assert counts == [1, 2, 4]


def test_perft_can_be_divided_by_the_first_answer(tmp_path: Path) -> None:
    position = tmp_path / "bare.yaml"
    position.write_text(BARE)
    told = Praetor(tmp_path).json("perft", position, "--depth", 2, "--divide")
    assert sum(part["count"] for part in told["divided"]) == told["counts"][-1]


def test_perft_tells_the_first_answers_in_words_with_cards_by_title(tmp_path: Path) -> None:
    position = tmp_path / "titled.yaml"
    position.write_text("at: marshalling.action\nplayers: {alice: {gold: 5, hand: [arya-stark]}, bob: {}}\n")
    told = Praetor(tmp_path).does("perft", position, "--depth", 1, "--divide")
    assert "alice: marshal_character, card Arya Stark (" in told
    assert "{" not in told


def test_a_scenario_file_has_a_line_for_each_case_and_the_sums_last(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(CASE)
    told = Praetor(tmp_path).does("scenario", path).splitlines()
    assert told[0].startswith("passed")
    assert told[-1] == "1 scenarios: 1 passed, 0 failed, 0 later, 0 error"


def test_a_failing_scenario_is_exit_status_1(tmp_path: Path) -> None:
    path = tmp_path / "case.yaml"
    path.write_text(CASE.replace("attackers: [eddard-stark]", "attackers: [robb-stark]"))
    result = Praetor(tmp_path)("scenario", path)
    assert result.exit_code == 1
    assert "1 failed" in result.stdout


def test_the_demo_shows_every_chapter(tmp_path: Path) -> None:
    told = Praetor(tmp_path).does("demo", "--no-serve")
    chapters = [line for line in told.splitlines() if line.startswith("=== ")]
    assert chapters[-1] == "=== 9. A game of conflicts and honor, in the same store"
    assert "deck.unknown-card" in told
    assert "agot_lcg.stealth.bypassed-cannot-defend" in told
    assert "0 differences" in told
    assert "the same, byte for byte" in told
    assert "final strength: attack" in told
    assert not list(tmp_path.iterdir())
