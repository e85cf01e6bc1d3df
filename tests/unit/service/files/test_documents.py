"""Texts that are no YAML: the line of the cause is told, and what it is, not where the library breaks off."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.kernel.formats.reading import Unreadable
from service.files.documents import documents

QUOTE, LIST, FIELDS = (
    "a quotation mark is not closed",
    "a list that begins with [ is not closed",
    "a group that begins with {",
)
CASE = """\
game: agot_lcg
title: "One"
rules: [agot_lcg.pass.definition]
position:
  at: "4.2"
  players:
    alice: {hand: ['ice'], play: [arya-stark]}
    bob: {play: ["needle", 'Ned''s']}
steps:
  - all: pass
  - bob: {declare_defenders: {defenders: [guard]}}
    refused: agot_lcg.step.4-2-1-defender-eligibility
  - expect: {window: none,
             phase: "challenges"}
"""


def read(folder: Path, text: str) -> None:
    path = folder / "case.yaml"
    path.write_text(text, encoding="utf-8")
    list(documents(path))


def test_the_case_itself_is_read(tmp_path: Path) -> None:
    read(tmp_path, CASE)


@pytest.mark.parametrize(
    ("right", "wrong", "line", "said"),
    [
        ('"One"', '"One', 2, QUOTE),
        ('"One"', "'One", 2, QUOTE),
        ('"4.2"', '"4.2', 5, QUOTE),
        ("['ice']", "['ice]", 7, QUOTE),
        ('"needle"', '"needle', 8, QUOTE),
        ("'Ned''s'", "'Ned''s", 8, QUOTE),
        ('"challenges"', '"challenges', 14, QUOTE),
        ("- all: pass", "- all: 'pass", 10, QUOTE),
        ('"challenges"}', '"challenges"}\n---\ntitle: "Two\n---\ntitle: Three', 16, QUOTE),
        ("definition]", "definition", 3, LIST),
        ("[arya-stark]}", "[arya-stark}", 7, LIST),
        ("[arya-stark]}", "[arya-stark", 7, FIELDS),
        ("[arya-stark]}", "[arya-stark]", 7, FIELDS),
        ("'Ned''s']}", "'Ned''s']", 8, FIELDS),
        ("'Ned''s']}", "'Ned''s'", 8, FIELDS),
        ("[guard]}}", "[guard]}", 11, FIELDS),
        ("[guard]}}", "[guard", 11, FIELDS),
        ('"challenges"}', '"challenges"', 13, FIELDS),
        ("none,", "none", 14, "a comma is missing in it"),
        ('phase: "challenges"', "phase: @challenges", 14, "a tab, or with a sign such as @"),
        ("{window: none,", "[{window: none}", 14, "a list that begins with [ is not closed, or a comma is missing"),
    ],
)
def test_what_is_not_closed_is_told_where_it_begins(
    tmp_path: Path, right: str, wrong: str, line: int, said: str
) -> None:
    assert CASE.count(right) == 1
    with pytest.raises(Unreadable) as told:
        read(tmp_path, CASE.replace(right, wrong))
    assert (told.value.place, said in told.value.reason) == (f"line {line}", True), told.value


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ('a: "one\n  two"\nb: c: d\n', 3, "a colon stands in the wrong place"),
        ("a: [b,\n  c: @d]\n", 2, "a sign such as @"),
        ("a: [b,\n  # a remark\n# another\n  @d]\n", 4, "a sign such as @"),
        ("a: ]\n", 1, "something is missing after [, {, a comma or a colon"),
        ("a: ] @\n", 1, "something is missing"),
        ("a: [", 1, LIST),
        ("\ufeffé: [b\nc: d\n", 1, LIST),
        ("a: [\n  b,\n  {c: d}\n  {e: f}\n]\n", 4, "a comma is missing in it"),
        ("a: [\n  {c: d\n]\n", 2, FIELDS),
        ("steps:\n  - stark {choose_house_card: {card: catelyn-stark}}\n", 2, "a colon is missing after 'stark'"),
        ("- stark: pass\n- stark {choose_house_card: {card: a}}\n- b: c\n", 2, "a colon is missing after 'stark'"),
        ("- stark: pass\n- expect {over: none}\n", 2, "a colon is missing after 'expect'"),
        ("- stark: {resolve_raid {area: winterfell}}\n", 1, "a colon is missing after 'resolve_raid'"),
        ("areas {winterfell: stark footman}\n", 1, "a colon is missing after 'areas'"),
        ("hands {stark: [a]}\nb: c\n", 1, "a colon is missing after 'hands'"),
    ],
)
def test_what_is_wrong_elsewhere_is_told_there(tmp_path: Path, text: str, line: int, said: str) -> None:
    with pytest.raises(Unreadable) as told:
        read(tmp_path, text)
    assert (told.value.place, said in told.value.reason) == (f"line {line}", True), told.value


@pytest.mark.parametrize("text", ["a: 1\n\tb: 2\n", "a:\n\tb: {}\n", "a:\n  \tb: 1\n", "a:\n  - x\n\t- y\n"])
def test_a_tab_before_a_line_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(tmp_path, text)
    line = next(n for n, each in enumerate(text.splitlines(), 1) if "\t" in each)
    assert str(caught.value).endswith("indented by a tab: write spaces")
    assert f"line {line}" in str(caught.value) or f":{line}" in str(caught.value)
