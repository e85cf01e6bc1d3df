"""What can be read in a text: which signs are seen, and which texts of a command must have some."""

from __future__ import annotations

import sys

import msgspec
import pytest

from domain.judging.cases import commands as m
from domain.kernel.formats.text_forms import is_hidden, is_legible, read_command

BLANK = "\u0020\u00a0\u2003\u3000\t\n\r\u2028\u2029"


@pytest.mark.parametrize("text", ["a", " a ", "\u200ba", "\u2764\ufe0f", ".", "\u00b7", "\u4e00", "\u115f\uac00"])
def test_a_text_with_a_sign_that_is_seen_has_words(text: str) -> None:
    assert is_legible(text)


@pytest.mark.parametrize(
    "text", ["", *BLANK, "\u200b", "\u2060\ufeff", "\u00ad", "\u115f", "\u3164", "\u2800", " \u2800 "]
)
def test_blanks_and_what_is_not_seen_are_no_words(text: str) -> None:
    assert not is_legible(text)


def test_no_letter_or_number_that_has_a_picture_counts_as_hidden() -> None:
    hidden = [chr(n) for n in range(sys.maxunicode + 1) if is_hidden(chr(n))]
    letters = {each for each in hidden if each.isalnum()}
    # the fillers of Hangul are letters by their kind, and have no picture
    assert letters == set("\u115f\u1160\u3164\uffa0")


def test_an_optional_text_is_empty_or_has_words() -> None:
    assert read_command({"match": "m-1"}, m.Open).text == ""
    with pytest.raises(msgspec.ValidationError, match=r"at `\$\.text`"):
        read_command({"match": "m-1", "text": "\u200b"}, m.Open)
    with pytest.raises(msgspec.ValidationError, match=r"at `\$\.rules\[1\]`"):
        read_command({"match": "m-1", "rules": ["a", "\u2060"]}, m.Open)
