"""Changes by hand in words: what was filled in is read again as it was meant."""

import re

import pytest

from domain.games import GAMES
from domain.kernel.corrections.changes import Corrected
from domain.kernel.corrections.forms import NUMBER, make_change
from domain.kernel.ids import PUBLIC, Viewer
from service.console.case.corrections import ChangeWords, titles_at
from service.console.words import capitalise, fact_line
from service.present.text.names import in_words
from tests.unit.domain.kernel.corrections.test_forms import forms_of, played
from tests.unit.domain.kernel.corrections.test_words import EVERY, filled_in

MINUS = re.compile(r"(?<![\w-])-7\b")


@pytest.mark.parametrize("game", GAMES)
def test_a_number_below_zero_keeps_its_minus_wherever_a_change_is_said(game: str) -> None:
    """A number of every form, whether the form would take one below 0 or not."""
    seen = set()
    for match in played(game, 3)[::EVERY]:
        said, names = ChangeWords(match, match.table, Viewer(PUBLIC)), titles_at(match, match.table, Viewer(PUBLIC))
        for form in forms_of(match):
            numbers = [field.name for field in form.fields if field.kind == NUMBER]
            if not (form.possible and numbers):
                continue
            change = make_change(form, {**filled_in(form), **{key: ["-7"] for key in numbers}})
            told = (said.change(change), fact_line(Corrected(change), names))
            assert [len(MINUS.findall(each)) for each in told] == [len(numbers)] * len(told), told
            seen.add(form.name)
    assert len(seen) >= {"agot_board": 3, "agot_lcg": 6}[game], seen


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("-5", "-5"),
        ("how_much -5", "how much -5"),
        ("killed-at-zero", "killed at zero"),
        ("march-plus-1", "march plus 1"),
        ("consolidate-power", "consolidate power"),
        ("setup.7-mulligan", "setup · 7 mulligan"),
        ("2026-11-23 12:59", "2026-11-23 12:59"),
    ],
)
def test_a_name_in_words_has_no_hyphens_and_a_number_has_its_own(name: str, words: str) -> None:
    assert in_words(name) == words
    assert capitalise(name).casefold() == words.casefold()
