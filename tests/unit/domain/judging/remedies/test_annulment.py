"""Which of the last actions can be annulled: what is plain to see is looked at before what is costly."""

from __future__ import annotations

import pytest

from domain.judging.remedies import annulment
from domain.judging.remedies.possible_remedies import annullable_versions
from domain.judging.remedies.rewind import report_rewind
from tests.judging.heard import heard, names


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
