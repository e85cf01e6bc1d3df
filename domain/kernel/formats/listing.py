"""Names in a sentence: one, two with a word between, more with commas before it."""

from __future__ import annotations

from collections.abc import Iterable


def join_names(names: Iterable[object], last: str = "and") -> str:
    """The names as a sentence lists them: "Ann", "Ann and Bert", "Ann, Bert and Cleo"."""
    *before, final = [str(each) for each in names] or [""]
    return f"{', '.join(before)} {last} {final}" if before else final
