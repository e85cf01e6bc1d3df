"""Names in a sentence: commas, and one word before the last."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.kernel.formats.listing import join_names

ROOT = Path(__file__).resolve().parents[5]
WRITTEN = re.compile(r"""(["'])\s(?:and)\s\1\.join\(|join\((["'])\sand\s\2\)""")


@pytest.mark.parametrize(
    ("names", "said"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c"), ([3, 4, 5, 6], "3, 4, 5 and 6")],
)
def test_names_are_listed_with_commas_and_one_word(names: list[object], said: str) -> None:
    assert join_names(names) == said
    assert join_names(iter(names), "or") == said.replace(" and ", " or ")


def test_no_sentence_lists_names_in_another_way() -> None:
    found = [
        path.name
        for folder in ("domain", "projections", "service")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".html") and WRITTEN.search(path.read_text(encoding="utf-8"))
    ]
    assert found == []
