"""The known word that somebody may have meant is named, short ones too; where two are as near, none is."""

from __future__ import annotations

import pytest

from domain.kernel.formats.reading import meant_by

KNOWN = ("ice", "widows-wail", "arya-stark", "bob", "carol")

MEANT: dict[str, tuple[str, tuple[str, ...], str]] = {
    "a letter left out": ("arya-strk", KNOWN, "arya-stark"),
    "one wrong letter of three": ("ise", KNOWN, "ice"),
    "a capital and a wrong letter": ("Ide", KNOWN, "ice"),
    "two letters swapped": ("bbo", KNOWN, "bob"),
    "one wrong letter of four": ("dice", ("dict",), "dict"),
    "two wrong letters of three": ("axe", KNOWN, ""),
    "a wrong letter with two words near": ("ise", ("ice", "ire"), ""),
    "a first name": ("Arya", KNOWN, "arya-stark"),
    "a part of a word, but no name in it": ("wid", KNOWN, ""),
    "parts in another order": ("win_challenge", ("challenge_won", "challenge_lost", "killed"), "challenge_won"),
    "other parts": ("win_battle", ("challenge_won", "challenge_lost", "killed"), ""),
    "a name of two words": ("stark", ("arya-stark", "sansa-stark"), ""),
    "nothing like it": ("dragon", KNOWN, ""),
    "nothing given": ("", KNOWN, ""),
}


@pytest.mark.parametrize(("given", "words", "meant"), MEANT.values(), ids=list(MEANT))
def test_what_somebody_may_have_meant(given: str, words: tuple[str, ...], meant: str) -> None:
    assert meant_by(given, words) == meant
