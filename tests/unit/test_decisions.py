"""The pages of decisions name places that there are."""

import re
from pathlib import Path

import pytest

from tests.unit.test_layout import ROOT

PAGES = sorted((ROOT / "api_docs" / "contributing" / "decisions").glob("*.md"))
PLACE = re.compile(r"`((?:domain|projections|service|tests)/[\w./]+)`")
PARTS = ("**Decision.**", "**Why.**", "**What it costs.**", "**Where.**")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_decision_says_what_why_at_what_cost_and_where(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert [part for part in PARTS if text.count(part) != 1] == []
    places = PLACE.findall(text.partition("**Where.**")[2])
    assert places
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_there_are_pages() -> None:
    assert len(PAGES) >= 7
