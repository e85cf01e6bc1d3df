"""Which of the last actions can be annulled: what is plain to see is looked at before what is costly."""

from __future__ import annotations

import pytest
from msgspec import structs

from domain.judging.remedies import annulment
from domain.judging.remedies.annulment import annul_action
from domain.judging.remedies.possible_remedies import annullable_versions
from domain.judging.remedies.rewind import RewindEffects, report_rewind
from domain.match.aggregate import Refused
from domain.match.judge_orders import AnnulAction
from tests.judging.heard import RULED, heard, names


@pytest.mark.parametrize("game", names())
def test_what_was_learned_is_reported_only_of_actions_that_nothing_plain_keeps(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = heard(game)
    tried = sorted(match.main())[-20:]
    reported: list[int] = []

    def counting(*asked: object) -> object:
        reported.append(1)
        return report_rewind(*asked)  # type: ignore[arg-type]

    monkeypatch.setattr(annulment, "report_rewind", counting)
    found = list(annullable_versions(match.match, match.events, tried, match.told.at))
    assert len(found) <= len(reported) < len(tried)
    monkeypatch.undo()
    assert found == list(annullable_versions(match.match, match.events, tried, match.states.__getitem__))


@pytest.mark.parametrize("game", names())
def test_a_change_of_mind_is_reported_once(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = heard(game)
    reported: list[int] = []

    def of_nothing_learned(*asked: object) -> RewindEffects:
        reported.append(1)
        report = report_rewind(*asked)  # type: ignore[arg-type]
        return structs.replace(report, learned=(), revealed=0, random=())

    monkeypatch.setattr(annulment, "report_rewind", of_nothing_learned)
    annulled = 0
    for of in sorted(match.main())[-6:]:
        reported.clear()
        try:
            annul_action(match.match, AnnulAction(of, change_of_mind=True), match.events, RULED, match.stamp())
        except Refused:
            continue
        annulled += 1
        assert len(reported) == 1, of
    assert annulled
