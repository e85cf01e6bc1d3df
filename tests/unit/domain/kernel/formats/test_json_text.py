"""Why a text is no JSON: what is wrong, and at which byte of the whole text."""

import json

import msgspec
import pytest

from domain.kernel.formats.json_text import NotJson, read_json, why_unreadable


class Counted(msgspec.Struct):
    versions: int


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


@pytest.mark.parametrize(
    "text", ['{"a": 1, "a": 1}', '[{"b": {"a": 1, "c": [], "a": 2}}]', '{"\\u0061": 1, "a": 2}', b'{"a": 1, "a": 2}']
)
def test_a_name_that_stands_twice_in_one_object_is_named(text: bytes | str) -> None:
    with pytest.raises(NotJson, match=r"^the name 'a' stands twice in one object$") as caught:
        read_json(text)
    assert caught.value.twice == "a"


@pytest.mark.parametrize("text", ['{"a": 1, "b": {"a": 2}}', '[{"a": 1}, {"a": 2}]', '{"a": "a", "A": 1}'])
def test_a_name_may_stand_in_several_objects(text: str) -> None:
    assert read_json(text) == json.loads(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not JSON: Expecting property name enclosed in double quotes at byte 1"),
        ('["\udcff"]', "not JSON: byte 2 is not UTF-8"),
        ("[" * 100_000, "not JSON: nested too deep"),
    ],
)
def test_a_text_that_is_not_json_is_refused_with_the_reason(text: str, why: str) -> None:
    with pytest.raises(NotJson) as caught:
        read_json(text)
    assert (str(caught.value), caught.value.twice) == (why, "")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{} {}", "not JSON: Extra data at byte 3"),
        (b"{}x", "not JSON: Extra data at byte 2"),
        ("1 2", "not JSON: Extra data at byte 2"),
        ('"x" "y"', "not JSON: Extra data at byte 4"),
        (b'{"versions": "x", "\xff": 1}', "not JSON: byte 19 (0xff) is not UTF-8"),
        ('{"versions": "x", "a": ' + "[" * 100_000, "not JSON: nested too deep"),
        ('{"versions": "x", "a": \'a\'}', "not JSON: Expecting value at byte 23"),
        ('{"versions": "x", "a": 1, "a": 2}', "the name 'a' stands twice in one object"),
    ],
)
def test_a_value_of_another_kind_in_a_text_that_is_not_json_is_no_mismatch(text: str | bytes, why: str) -> None:
    with pytest.raises(NotJson) as caught:
        read_json(text, Counted)
    assert str(caught.value) == why


def test_a_value_of_another_kind_is_a_mismatch() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"versions"):
        read_json('{"versions": "x"}', Counted)
