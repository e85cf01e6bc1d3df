"""Texts without names: seats stand by their numbers, players by pseudonyms, cards by their keys."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import Struct

from domain.kernel.formats.text_forms import CounterKey, PlayerName, PublicWords
from domain.kernel.history.nameless_texts import Commanded, NameVeil
from domain.kernel.ids import Handle, Seat, ZoneKey
from domain.kernel.occurring.abilities import ChooseTargets, Chosen
from domain.kernel.spaces.commands import Form
from domain.kernel.spaces.fields import Pick

SEATS = ("alice", "al", "bob-2")
PLAYERS = {'Alice "Al" Ä.': "p-1"}


class Said(Struct, frozen=True, tag_field="fact", tag="said", omit_defaults=True):
    seat: Seat
    zone: ZoneKey = ZoneKey("")
    to: tuple[Seat, ...] = ()
    by: dict[Seat, int] = {}
    players: tuple[PlayerName, ...] = ()
    cards: tuple[Handle, ...] = ()
    kind: str = ""


class Attack(Struct, frozen=True, tag_field="type", tag="attack"):
    kind: str
    against: Seat
    with_: Handle = Handle("")


def veil(seats: tuple[str, ...] = SEATS, *, is_part: bool = False) -> NameVeil:
    return NameVeil(seats, PLAYERS, is_part=is_part)


def told(
    value: object, cards: dict[str, str] | None = None, seats: tuple[str, ...] = SEATS, *, is_part: bool = False
) -> Any:
    text = veil(seats, is_part=is_part).json(
        value, cards or {}, Commanded({"attack": Attack, "targets": ChooseTargets})
    )
    return json.loads(text)


def test_seats_are_numbers() -> None:
    assert veil().numbers == {"alice": 1, "al": 2, "bob-2": 3}
    said = Said(Seat("alice"), ZoneKey("al.hand"), (Seat("bob-2"), Seat("bob")), {Seat("alice"): 1})
    assert told(said) == {
        "fact": "said",
        "seat": "seat-1",
        "zone": "seat-2.hand",
        "to": ["seat-3", "bob"],
        "by": {"seat-1": 1},
    }


@pytest.mark.parametrize("seats", [("gold", "seat"), ("1", "2"), ("said", "fact"), ("core", "v1"), ("by", "against")])
def test_a_seat_is_one_only_where_one_stands(seats: tuple[str, ...]) -> None:
    one, other = seats
    said = Said(Seat(one), ZoneKey(f"{other}.{other}"), by={Seat(other): 1}, cards=(Handle("abc"),), kind=one)
    assert told(said, {"abc": f"{one}/{other}"}, seats) == {
        "fact": "said",
        "seat": "seat-1",
        "zone": f"seat-2.{other}",
        "by": {"seat-2": 1},
        "cards": [f"{one}/{other}"],
        "kind": one,
    }
    words = f"round 1, challenges, power challenge by {one} against {other}"
    assert veil(seats).words(words) == "round 1, challenges, power challenge by seat-1 against seat-2"
    assert veil(seats).words(f"card_drawn ({one}): a card of {other}") == f"card_drawn ({one}): a card of seat-2"
    assert veil(seats).words(f"lost ({other}): {one}") == f"lost ({other}): seat-1"
    assert veil(seats).words(f"killed: {one}/{other}") == f"killed: {one}/{other}"


def test_what_may_be_answered_is_of_the_types_of_the_command() -> None:
    form = Form("attack", {"kind": "gold"}, {"against": Pick(("gold", "seat"), 1, 1, single=True)})
    found = told([form], {}, ("gold", "seat"))[0]
    assert found["fixed"] == {"kind": "gold"}
    assert found["fields"]["against"]["options"] == ["seat-1", "seat-2"]
    assert set(found["fields"]) == {"against"}
    targets = Form("targets", {}, {"targets": Pick(("gold", "abc"), 0, 2)})
    assert told([targets], {"abc": "core/gold"}, ("gold", "seat"))[0]["fields"]["targets"]["options"] == [
        "seat-1",
        "core/gold",
    ]


def test_a_chosen_word_is_no_seat_and_a_chosen_player_is_one() -> None:
    for name, shown in (("option", "gold"), ("player", "seat-1")):
        assert told(Chosen(1, name, ("gold",)), {}, ("gold", "seat"))["picks"] == [shown]


def test_counters_name_their_seats_last() -> None:
    texts = veil(("1", "phase")).json
    keys = ["phase:won:power:1", "phase:stood:1", "round:abc:1", "round:max:Ice:1"]
    assert json.loads(texts(keys, {"abc": "core/ice"}, None, list[CounterKey])) == [
        "phase:won:power:seat-1",
        "phase:stood:seat-1",
        "round:abc:1",
        "round:max:Ice:seat-1",
    ]


def test_where_the_rules_name_the_seats_they_stay() -> None:
    assert told(Said(Seat("alice")), is_part=True) == {"fact": "said", "seat": "alice"}
    assert veil(is_part=True).numbers["alice"] == 1
    assert veil(is_part=True).words("by alice against al") == "by alice against al"


def test_players_are_pseudonyms_and_cards_their_keys() -> None:
    said = Said(Seat("alice"), players=('Alice "Al" Ä.', ""), cards=(Handle("abc"), Handle("def")), kind='x"y')
    found = told(said, {"abc": "core/alice", "def": 'core/"x"'})
    assert found["players"] == ["p-1", ""]
    assert found["cards"] == ["core/alice", 'core/"x"']
    assert found["kind"] == 'x"y'


@pytest.mark.parametrize("name", ["fact", "said", "kind"])
def test_a_player_called_like_a_word_of_the_record_changes_no_word(name: str) -> None:
    players = NameVeil(("alice",), {name: "p-9"}, is_part=False)
    said = Said(Seat("alice"), players=(name,), kind=name)
    assert json.loads(players.json(said, {})) == {"fact": "said", "seat": "seat-1", "players": ["p-9"], "kind": name}


def test_words_in_a_list_are_words() -> None:
    words = ("challenge by alice against bob-2", "malice: al")
    assert json.loads(veil().json(words, {}, None, tuple[PublicWords, ...])) == [
        "challenge by seat-1 against seat-3",
        "malice: seat-2",
    ]
