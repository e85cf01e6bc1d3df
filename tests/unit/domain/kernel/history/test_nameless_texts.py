"""Texts without names: seats stand by their numbers, players by pseudonyms, cards by their keys."""

from __future__ import annotations

import json

from domain.kernel.history.nameless_texts import NameVeil, json_text

SEATS = ("alice", "al", "bob-2")
PLAYERS = {'Alice "Al" Ä.': "p-1"}


def veil(*, is_part: bool = False) -> NameVeil:
    return NameVeil(SEATS, PLAYERS, is_part=is_part)


def told(value: object, cards: dict[str, str] | None = None, *, is_part: bool = False) -> object:
    quoted = {json_text(handle): json_text(key) for handle, key in (cards or {}).items()}
    return json.loads(veil(is_part=is_part).json(value, quoted))


def test_seats_are_numbers() -> None:
    assert veil().numbers == {"alice": 1, "al": 2, "bob-2": 3}
    said = {"seat": "alice", "zone": "al.hand", "to": ["bob-2", "bob"], "alice": {"n": 1}}
    assert told(said) == {"seat": "seat-1", "zone": "seat-2.hand", "to": ["seat-3", "bob"], "seat-1": {"n": 1}}
    assert veil().words("a challenge by alice against bob-2, malice, al-x") == (
        "a challenge by seat-1 against seat-3, malice, al-x"
    )


def test_where_the_rules_name_the_seats_they_stay() -> None:
    assert told({"seat": "alice"}, is_part=True) == {"seat": "alice"}
    assert veil(is_part=True).numbers["alice"] == 1


def test_players_are_pseudonyms_and_cards_their_keys() -> None:
    said = ['Alice "Al" Ä.', "abc", "", "a\\b", "def", 'x"y']
    assert told(said, {"abc": "core/alice", "def": 'core/"x"'}) == ["p-1", "core/alice", "", "a\\b", 'core/"x"', 'x"y']


def test_the_key_of_a_card_that_is_called_like_a_seat_stays() -> None:
    assert told(["core/alice", "alice/core"]) == ["core/alice", "seat-1/core"]
