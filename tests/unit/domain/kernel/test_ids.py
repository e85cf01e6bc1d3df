"""Names, and results that are kept by the thing that a function is given."""

from __future__ import annotations

from domain.kernel.ids import MOST_KEPT, KeptResults


def test_a_result_is_found_once_and_all_are_forgotten_when_there_are_too_many() -> None:
    asked: list[int] = []

    def twice(n: int) -> int:
        asked.append(n)
        return 2 * n

    kept = KeptResults(twice)
    assert [kept[3], kept[3], kept[0]] == [6, 6, 0]
    assert asked == [3, 0]
    for n in range(MOST_KEPT + 1):
        assert kept[n] == 2 * n
    assert len(kept) < MOST_KEPT
    assert kept[3] == 6
    assert asked.count(3) == 2
