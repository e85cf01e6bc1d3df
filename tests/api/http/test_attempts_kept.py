"""The bound of refused commands that are kept of one key in a minute, by a clock that is set."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.app import refused_attempts
from tests.api.http.clients import Api, Match

FEW = 3


@pytest.fixture
def minute(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The minute that it is, which a test sets."""
    now = [7]
    monkeypatch.setattr(refused_attempts, "A_MINUTE", FEW)
    monkeypatch.setattr(refused_attempts, "monotonic", lambda: now[0] * 60.0)
    return now


def tries(match: Match, seat: str, name: str) -> dict[str, Any]:
    """What a seat is answered to a command that is refused."""
    refused = match.gives(seat, {"type": "choose_plot", "plot": "e0000none"}, name=name)
    told: dict[str, Any] = json.loads(refused.get_data())
    assert refused.status_code == 422, told
    return told


def test_beyond_the_bound_of_a_minute_a_command_is_refused_all_the_same_and_not_kept(
    api: Api, minute: list[int]
) -> None:
    match = api.opened()
    kept = [tries(match, "alice", f"try-{n}")["attempt"] for n in range(FEW)]
    beyond = [tries(match, "alice", f"beyond-{n}") for n in range(2)]
    assert not [each for each in beyond if "attempt" in each]
    assert api.services.audit.lost == 2
    # each key has a bound of its own, and what was kept is answered as it was
    other = tries(match, "bob", "try-1")["attempt"]
    assert tries(match, "alice", "try-0")["attempt"] == kept[0]
    minute[0] += 1
    later = tries(match, "alice", "later")["attempt"]
    listed = [each["id"] for each in match.read("/attempts")["attempts"]]
    assert {*listed} == {*kept, other, later}
    assert len(listed) == FEW + 2
