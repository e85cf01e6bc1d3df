"""Why a text is no JSON: what is wrong, and at which byte of the whole text."""

import msgspec
import pytest

from service.files.json_text import why_unreadable


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"", "nothing is written"),
        (b" \n", "nothing is written"),
        (b'{"a": "\xff"}', "byte 7 (0xff) is not UTF-8"),
        (b'{"a": "\xc3\xa4 \xff"}', "byte 10 (0xff) is not UTF-8"),
        (b'"\\ud800"', "\\ud800 at byte 1 is half of a pair and no character by itself"),
        (b'"\xc3\xa4\\udc00"', "\\udc00 at byte 3 is half of a pair and no character by itself"),
        (b'"\\ud83d\\ude00 \\ud83dx\\ude00"', "\\ud83d at byte 14 is half of a pair and no character by itself"),
        (b'{"a": 1', "Expecting ',' delimiter at byte 7"),
        ('"\u00e4" x', "Extra data at byte 5"),
    ],
)
def test_what_is_wrong_with_a_text_is_said_with_its_byte(text: bytes | str, why: str) -> None:
    with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)) as caught:
        msgspec.json.decode(text)
    assert why_unreadable(text, caught.value) == why


def test_an_escaped_backslash_before_what_looks_like_half_of_a_pair_is_no_half() -> None:
    assert why_unreadable(rb'["\\ud800", 1', ValueError()) == "Expecting ',' delimiter at byte 13"
