"""The guide shows what the API really answers."""

from __future__ import annotations

from tests.api.http.guide import BLOCK, GUIDE, commands, run_again


def test_every_answer_of_the_guide_is_the_one_that_is_given() -> None:
    written = GUIDE.read_text()
    assert run_again(written) == written


def test_the_guide_opens_acts_is_refused_and_reads() -> None:
    lines = "\n".join(line for block in BLOCK.findall(GUIDE.read_text()) for line in commands(block))
    wanted = (
        "/v1/matches",
        "/window",
        "/options",
        "/commands/check",
        "/actions",
        "/view?at=1",
        "/attempts",
        "/v1/rules",
    )
    assert [each for each in wanted if each not in lines] == []
    assert {"match.stale", "match.not-awaited"} <= set(GUIDE.read_text().split('"'))
