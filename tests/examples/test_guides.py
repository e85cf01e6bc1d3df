"""The guides quote the files that tests run, name what there is, and are found from CONTRIBUTING.md and the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.examples.quotes import QUOTE, ROOT, guides, piece_of, with_quotes

GUIDES = ("adding-a-card.md", "adding-a-game.md", "adding-a-rule.md")
LINK = re.compile(r"\]\(([^)#]+)\)")
PLACE = re.compile(r"`((?:api_docs|domain|projections|service|tests)/[\w./-]*)`")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", re.DOTALL | re.MULTILINE)
each_guide = pytest.mark.parametrize("guide", guides(), ids=lambda guide: guide.name)


def test_the_guides_are_there() -> None:
    assert set(GUIDES) <= {guide.name for guide in guides()}


@each_guide
def test_what_a_guide_quotes_stands_so_in_its_file(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    assert with_quotes(text) == text, "python -m tests.examples.quotes"


@pytest.mark.parametrize("name", GUIDES)
def test_all_code_of_a_guide_is_quoted(name: str) -> None:
    text = next(guide for guide in guides() if guide.name == name).read_text(encoding="utf-8")
    blocks = [code for language, code in BLOCK.findall(text) if language != "sh"]
    assert len(blocks) > 3
    assert [code for code in blocks if code not in {each["text"] for each in QUOTE.finditer(text)}] == []


@each_guide
def test_what_a_guide_names_and_points_to_is_there(guide: Path) -> None:
    text = guide.read_text(encoding="utf-8")
    named = [ROOT / place for place in PLACE.findall(text)]
    linked = [guide.parent / target for target in LINK.findall(text) if "://" not in target]
    assert [str(path) for path in (*named, *linked) if not path.exists()] == []


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", "README.md"])
def test_the_guides_are_pointed_to(page: str) -> None:
    targets = LINK.findall((ROOT / page).read_text(encoding="utf-8"))
    assert [name for name in GUIDES if f"api_docs/contributing/{name}" not in targets] == []


TEXT = """\
first = 1

@decorated
def one():
    a = 1

    b = 2


def two():
    return (
        3
    )


class Three:
    four = 4

    @property
    def five(self):
        return 5

    def six(self):
        return 6
"""


def test_a_piece_is_its_paragraph_with_what_is_indented_after_it() -> None:
    assert piece_of(TEXT, "def one") == "@decorated\ndef one():\n    a = 1\n\n    b = 2\n"
    assert piece_of(TEXT, "def two") == "def two():\n    return (\n        3\n    )\n"
    assert piece_of(TEXT, "first") == "first = 1\n"
    assert piece_of(TEXT, "def five") == "@property\ndef five(self):\n    return 5\n"
    assert piece_of(TEXT, "class Three").endswith("    def six(self):\n        return 6\n")


def test_a_piece_of_yaml_is_a_document() -> None:
    documents = "one: 1\n---\ntwo: 2\nthree:\n  - 3\n---\nfour: 4\n"
    assert piece_of(documents, "three") == "two: 2\nthree:\n  - 3\n"


@pytest.mark.parametrize(("start", "said"), [("def three", "0 lines"), ("def ", "4 lines")])
def test_a_piece_that_is_not_found_once_is_an_error(start: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        piece_of(TEXT, start)
