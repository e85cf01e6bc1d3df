"""What a position says of choices and counters: which of it is a card is known by what was chosen, never by a text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from msgspec import structs

from domain.cardgame.positions.writing import TableWriter
from domain.cardgame.words.choices import Choose, ChooseOne
from domain.cardgame.words.parts.cards import Discard
from domain.cardgame.words.parts.time import Later
from domain.cardgame.words.triggers import WhenWord
from domain.kernel.cards.card_facts import CardsMoved, Move
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.occurring.abilities import Ability, Limit
from domain.kernel.refusals import NoPosition
from domain.match.events import OpenMatch
from tests.builders import begun
from tests.examples.conftest import kites as kites
from tests.examples.kites.cards import KITE, TARGET
from tests.examples.kites.game import position_of, rules

ALICE = Seat("alice")
OPTIONS = ("fastwaves", "attackers", "wren", "alice")
PLAYERS = {"alice": {"play": ["old-marta", "wren"]}, "bob": {"play": ["young-tom"]}}
CHOOSING = Ability(
    timing="action",
    targets=(Choose(cards=KITE),),
    parts=(ChooseOne(OPTIONS), Later(WhenWord(("kite_lost",)), (Discard(on=TARGET),), until="phase")),
    limits=(Limit(), Limit(title=True)),
)


@pytest.fixture(autouse=True)
def registered(kites: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kites is among the games; Old Marta has an ability that chooses a card and an option."""
    declared = {**rules.registry.declared, "first/old-marta": (CHOOSING,)}
    for name, value in {"declared": declared, "keys": {}, "constant_words": {}}.items():
        monkeypatch.setattr(rules.registry, name, value)


def opened(**fields: Any) -> Any:
    position = {"at": "launch.action", "players": PLAYERS, **fields}
    return begun(OpenMatch("kites", (), "public", position=json.dumps(position)), 7).match.table.branch()


def delayed(option: str) -> dict[str, Any]:
    return {
        "key": "first/old-marta",
        "ability": 0,
        "path": [1],
        "you": "alice",
        "me": "old-marta",
        "chosen": [["target", ["wren"]], ["option", [option]]],
        "until": "phase",
    }


@pytest.mark.parametrize("option", OPTIONS)
def test_an_option_is_kept_whatever_it_is_called(option: str) -> None:
    table = opened(delayed=[delayed(option)])
    (effect,) = table.delayed.values()
    (wren,) = table.of_type(ALICE, "kite")
    assert effect.chosen == (("target", (wren,)), ("option", (option,)))
    assert json.loads(json.dumps(position_of(table)["delayed"])) == [delayed(option)]


def test_a_chosen_card_that_is_gone_is_left_out() -> None:
    table = opened(delayed=[delayed("fastwaves")])
    ((id, effect),) = table.delayed.items()
    chosen = (("target", (Handle("zzzzzzzzz"),)), *effect.chosen[1:])
    table.delayed.put(id, structs.replace(effect, chosen=chosen))
    assert position_of(table)["delayed"][0]["chosen"] == [["target", []], ["option", ["fastwaves"]]]


@pytest.mark.parametrize("counter", ["round:old-marta:0", "round:max:Old Marta:alice"])
def test_a_counter_is_written_as_it_was_read(counter: str) -> None:
    assert position_of(opened(limits={counter: 1}))["limits"] == {counter: 1}


def test_a_counter_of_a_game_is_written_whatever_it_is_called_and_one_of_a_card_that_is_gone_is_not() -> None:
    table = opened()
    (marta,) = table.of_type(ALICE, "flyer")
    for key in (f"round:{marta}:0", "round:zzzzzzzzz:0", "phase:character:alice", "phase:defenders"):
        table.usage.put(key, 1)
    written = {"round:old-marta:0": 1, "phase:character:alice": 1, "phase:defenders": 1}
    assert TableWriter(table).limits() == {"limits": written}


def test_a_seat_that_is_called_like_a_card_stays_a_seat() -> None:
    players = {"wren": {"play": ["old-marta", "wren"]}, "bob": {"play": ["young-tom"]}}
    table = opened(players=players, first_player="wren", limits={"round:max:Old Marta:wren": 1})
    assert [*table.usage.items()] == [("round:max:Old Marta:wren", 1)]


def test_a_card_in_an_area_of_another_player_out_of_play_has_no_words() -> None:
    """In play its owner is said."""
    table = opened(players={**PLAYERS, "bob": {"hand": ["wren"], "play": ["young-tom"]}})
    (wren,) = table.zone(zone(Seat("bob"), "hand"))
    CardsMoved((Move(wren, wren, zone(Seat("bob"), "hand"), zone(ALICE, "hand")),)).apply(table)
    with pytest.raises(NoPosition) as caught:
        position_of(table)
    assert (caught.value.refusal.rule, caught.value.refusal.because["cards"]) == ("position.foreign", [wren])
    CardsMoved((Move(wren, wren, zone(ALICE, "hand"), zone(ALICE, "play")),)).apply(table)
    assert {"card": "wren#2", "owner": "bob"} in position_of(table)["players"]["alice"]["play"]
