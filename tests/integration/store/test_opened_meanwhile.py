"""A match that is opened while somebody looks for it: no look between two others finds it damaged."""

from collections.abc import Callable
from typing import Any

import pytest

from service.app.match.openings import Openings
from service.store.recorded import UnreadableRow
from tests.integration.store.counting import SEED, opened, store_in
from tests.integration.store.places import Place


def after_the_first(
    monkeypatch: pytest.MonkeyPatch, owner: object, name: str, opens: Callable[[], object]
) -> list[Any]:
    """Have a match opened after the first call of a method, which has found nothing."""
    real = getattr(owner, name)
    asked: list[Any] = []

    def looked(*given: Any, **named: Any) -> Any:
        found = real(*given, **named)
        asked.append(found)
        if len(asked) == 1:
            opens()
        return found

    monkeypatch.setattr(owner, name, looked)
    return asked


def test_a_match_opened_after_its_seed_was_looked_for_has_a_seed(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with store_in(place.db) as one, store_in(place.db) as two:
        asked = after_the_first(monkeypatch, one.recorder, "seed", lambda: opened(two))
        assert one.seed("m-one") == SEED
        assert asked == [None, SEED]


def test_a_match_opened_after_its_rows_were_looked_for_is_read(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with store_in(place.db) as one, store_in(place.db) as two:
        asked = after_the_first(monkeypatch, one, "payloads", lambda: opened(two))
        # it reads the row, which is none of a game of cards
        with pytest.raises(UnreadableRow, match="no opening of a match"):
            Openings(one).of("m-one")
        assert [len(each) for each in asked] == [0, 1]
