"""Cards that set each other off without end: the command is refused, and nothing of it is kept."""

from __future__ import annotations

import pytest

from domain.kernel.flow import frames
from domain.match.aggregate import Refused
from service.tools.simulate import SimulationTask, decisions


@pytest.mark.parametrize("before", [0, 1, 8])
def test_what_takes_more_steps_than_the_bound_is_refused(monkeypatch: pytest.MonkeyPatch, before: int) -> None:
    """The opening of a match and the commands that follow."""
    played = decisions(SimulationTask("agot_lcg", 20261122, 1))
    for _ in range(before):
        next(played)
    monkeypatch.setattr(frames, "MOST_STEPS", 1)
    with pytest.raises(Refused) as refused:
        list(played)
    assert refused.value.refusal.rule == "match.endless"
    assert refused.value.refusal.because == {"steps": 1}
