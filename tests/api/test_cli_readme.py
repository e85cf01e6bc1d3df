"""The README shows what the commands really print."""

from __future__ import annotations

import re

from tests.api.cli import ROOT
from tests.api.tour import BLOCK, BOARD, INVITATION, README, commands, run_again, timeless, with_invitation


def test_every_command_of_the_readme_prints_what_is_shown() -> None:
    written = README.read_text()
    again, board = run_again(written)
    assert timeless(again) == timeless(written)
    assert board == BOARD.read_text(encoding="utf-8")


def test_the_tour_has_a_match_a_window_a_refusal_the_replay_and_the_ledger() -> None:
    lines = [line for block in BLOCK.findall(README.read_text()) for line in commands(block)]
    wanted = (
        "match new",
        "match window",
        "match do",
        "match board",
        "replay",
        "--windows",
        "verify",
        "export",
        "import",
    )
    assert all(any(each in line for line in lines) for each in wanted)
    assert "agot_lcg.stealth.bypassed-cannot-defend" in README.read_text()


def test_what_the_readme_points_to_is_there() -> None:
    targets = re.findall(r"\]\(([^)#]+)\)", README.read_text())
    assert [target for target in targets if not (ROOT / target).exists()] == []


def test_the_service_is_shown_as_the_demonstration_prints_it() -> None:
    written = README.read_text()
    assert len(INVITATION.findall(written)) == 1
    assert with_invitation(written) == written
