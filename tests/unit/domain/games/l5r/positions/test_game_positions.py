"""Positions typed in from paper: provinces by place, rings, the favor, a conflict, final passes; errors by place."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.cardgame.commands import DeclareDefenders
from domain.games.l5r.commands import PassConflict
from domain.games.l5r.game import position_of
from domain.games.l5r.state import Favor, Ring
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.flow.standing_orders import GiveStandingOrder
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.gained_abilities import FIRST_GAINED
from domain.kernel.refusals import NoPosition, Refused
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from tests.builders import acted, begun, options_of
from tests.l5r_tables import ALICE, BOB, after, question

HIDDEN = {"card": "doji-whisperer", "facedown": True}


def provinces(**first: Any) -> list[Any]:
    """Five provinces, the first of them with these fields."""
    others = ("pilgrimage", "entrenched-position", "meditations-on-the-tao")
    row = [{"card": each, "facedown": True, "dynasty": [HIDDEN]} for each in others]
    return [{"card": "manicured-garden", "dynasty": ["miya-mystic"], **first}, *row, "fertile-fields"]


def document(**said: Any) -> dict[str, Any]:
    """A position at which Bob declares defenders, if nothing else is said."""
    player = {"honor": 11, "fate": 3, "stronghold": "shizuka-toshi", "role": "keeper-of-air"}
    usual = {
        "round": 2,
        "phase": "conflict",
        "at": "3.2.1",
        "first_player": "bob",
        "active_player": "alice",
        "rings": {"air": {"claimed_by": "bob"}, "void": {"fate": 2}},
        "favor": {"holder": "bob", "side": "political"},
        "contest": {
            "kind": "political",
            "attacker": "alice",
            "defender": "bob",
            "attackers": ["doji-hotaru"],
            "evaded": ["savvy-politician"],
            "ring": "fire",
            "province": "1",
        },
        "players": {
            "alice": {
                **player,
                "provinces": provinces(broken=True, dynasty=["favorable-ground"]),
                "play": [{"card": "doji-hotaru", "bowed": True, "fate": 2, "attachments": ["fine-katana"]}],
                "opportunities": 1,
            },
            "bob": {**player, "provinces": provinces(), "play": ["savvy-politician", "miya-mystic#2"], "dial": 4},
        },
    }
    return {**usual, **said}


def laid(**said: Any) -> Match:
    return begun(OpenMatch("l5r", (), "public", position=json.dumps(document(**said))), 3).match


def test_a_position_opens_as_it_is_written() -> None:
    match = laid()
    table = match.table
    assert question(match) == ("defenders", (BOB,))
    assert [(each.slot, each.broken) for each in table.province_cards(ALICE)] == [
        *((1, True), (2, False), (3, False), (4, False), (5, False))
    ]
    (ground,) = table.of_type(ALICE, "holding")
    assert (table.cards[ground].slot, table.cards[ground].key) == (1, "core/favorable-ground")
    assert table.rings["fire"] == Ring(side="political", contested=True)
    assert (table.rings["air"], table.rings["void"]) == (Ring(claimed_by=BOB), Ring(fate=2))
    assert table.favor == Favor(BOB, "political")
    assert (table.contest.slot, len(table.contest.evaded)) == (1, 1)
    assert (table.players[BOB].dial, table.players[ALICE].opportunities) == (4, 1)


def test_what_was_opened_is_written_as_it_was_read() -> None:
    written = position_of(laid().table)
    assert position_of(laid(**written).table) == written
    first = written["players"]["alice"]["provinces"][0]
    assert first == {"card": "manicured-garden", "broken": True, "dynasty": ["favorable-ground"]}
    assert written["players"]["alice"]["provinces"][4] == "fertile-fields"


def test_an_evaded_character_does_not_defend() -> None:
    match = laid()
    evaded = match.table.contest.evaded
    with pytest.raises(Refused, match=r"l5r\.keyword\.covert-evaded"):
        acted(match, BOB, DeclareDefenders(evaded))


def test_who_has_passed_for_good_in_1_4_is_not_asked_again() -> None:
    player = {"honor": 9, "fate": 5, "provinces": provinces()}
    players = {"alice": player, "bob": player}
    at = {"at": "dynasty.action", "phase": "dynasty", "contest": None, "active_player": None, "players": players}
    said = {name: value for name, value in document(**at, passed=["bob"]).items() if value is not None}
    match = begun(OpenMatch("l5r", (), "public", position=json.dumps(said)), 3).match
    assert question(match) == ("dynasty.action", (ALICE,))
    assert position_of(match.table)["passed"] == ["bob"]
    match = after(match, (ALICE, Pass()))
    assert question(match)[0] == "honor-bid"
    assert match.table.players[ALICE].fate == 5  # the fate of the first pass was bob's


def test_a_question_after_skill_was_compared_is_no_position() -> None:
    players = document()["players"]
    alice = {**players["alice"], "play": ["doji-hotaru"]}
    match = laid(at="3.2.3", players={**players, "alice": alice})
    assert question(match) == ("broken-province", (ALICE,))
    with pytest.raises(NoPosition, match=r"position\.nested"):
        position_of(match.table)


LASTING: tuple[dict[str, Any], ...] = (
    {
        "source": "core/city-of-lies",
        "seat": "alice",
        "what": "cost",
        "amount": -1,
        "until": "phase",
        "name": "play",
        "match": {"types": ["event"]},
        "once": True,
    },
    {"source": "core/way-of-the-phoenix", "seat": "bob", "what": "cannot", "name": "declare-air", "until": "phase"},
    {"source": "core/bayushi-manipulator", "seat": "alice", "what": "bid", "amount": 1, "until": "bid"},
)


@pytest.mark.parametrize("effect", LASTING, ids=[each["source"] for each in LASTING])
def test_the_lasting_effects_of_cards_are_written_and_opened_again(effect: dict[str, Any]) -> None:
    written = position_of(laid(lasting=[effect]).table)
    assert json.loads(json.dumps(written["lasting"])) == [effect]
    assert position_of(laid(**written).table) == written


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"match": {"types": ["province"]}}, "lasting[0].match.types[0]: nothing is paid to play them"),
        ({"match": {"types": ["evnt"]}}, "lasting[0].match.types[0]: 'evnt' is none of"),
        ({"until": "game"}, "lasting[0].until: 'game' is none of bid, conflict, phase, round"),
        ({"what": "cannot"}, "lasting[0].name: 'play' is none of"),
        ({"what": "military", "name": ""}, "lasting[0].cards: missing"),
    ],
)
def test_a_lasting_effect_that_no_card_begins_is_named_by_its_place(changed: dict[str, Any], problem: str) -> None:
    assert problem in fault(lasting=[{**LASTING[0], **changed}])


def test_a_character_that_was_played_as_an_attachment_is_written_as_one() -> None:
    borne = {"card": "tattooed-wanderer", "how": "attachment"}
    players = document()["players"]
    bob = {**players["bob"], "play": [{"card": "savvy-politician", "attachments": [borne]}]}
    match = laid(players={**players, "bob": bob})
    assert match.table.of_type(BOB, "attachment")
    written = position_of(match.table)
    assert written["players"]["bob"]["play"][0]["attachments"] == [borne]
    assert position_of(laid(**written).table) == written
    katana = {**bob, "play": [{"card": "savvy-politician", "attachments": [{**borne, "card": "fine-katana"}]}]}
    assert "only a character is played as an attachment" in fault(players={**players, "bob": katana})
    alone = {**bob, "play": ["savvy-politician", borne]}
    assert "tattooed-wanderer is an attachment" in fault(players={**players, "bob": alone})


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"rings": {"ice": {"fate": 1}}}, "position.rings.ice: "),
        ({"rings": {"fire": {"claimed_by": "bob"}}}, "position.rings.fire.claimed_by: it is the contested ring"),
        ({"favor": {"holder": "bob"}}, "position.favor: side: missing"),
        ({"favor": {"holder": "bob", "side": "left"}}, "position.favor.side: "),
        ({"active_player": "bob"}, "position.active_player: alice attacks"),
        ({"contest": {"kind": "military", "attacker": "alice", "attackers": []}}, "ring: missing"),
        ({"at": "3.2"}, "position.contest: none is under way at 3.2"),
    ],
)
def test_what_cannot_be_is_named_by_its_place(said: dict[str, Any], problem: str) -> None:
    assert problem in fault(**said)


@pytest.mark.parametrize(
    ("player", "problem"),
    [
        ({"provinces": provinces()[:4]}, "position.players.alice.provinces: expected five provinces, four from left"),
        ({"provinces": ["shameful-display"]}, "the one under the stronghold last; 1 are listed (l5r.deck.five-prov"),
        ({"provinces": {"zork": 3}}, "position.players.alice.provinces: expected a list of five provinces, four from"),
        ({"provinces": "night-raid"}, "each as its name or as {card: night-raid, facedown: true, dynasty: [{card: "),
        (
            {"provinces": provinces(bowed=True)},
            "provinces[0].bowed: manicured-garden is of type province, which is nev",
        ),
        (
            {"provinces": provinces(fate=1)},
            "provinces[0].fate: manicured-garden is of type province, which has no fate",
        ),
        ({"provinces": provinces(broken=True, facedown=True)}, "provinces[0].broken: a province is revealed before it"),
        ({"provinces": [*provinces()[:4], {"card": "fertile-fields", "broken": True}]}, "[4].broken: under the strong"),
        ({"provinces": provinces(dynasty=[{**HIDDEN, "fate": 1}])}, "dynasty[0].fate: doji-whisperer is not in play"),
        (
            {"provinces": provinces(dynasty=[{"card": "favorable-ground", "bowed": True}])},
            "dynasty[0].bowed: favorable-g",
        ),
        ({"role": {"card": "keeper-of-air", "bowed": True}}, "role.bowed: keeper-of-air is not in play in area role"),
        ({"stronghold": {"card": "shizuka-toshi", "facedown": True}}, "stronghold.facedown: no card lies facedown in"),
        ({"play": [{"card": "doji-hotaru", "honored": True, "dishonored": True}]}, "play[0].honored: it is dishonored"),
        (
            {"play": [{"card": "doji-hotaru", "broken": True}]},
            "play[0].broken: doji-hotaru is of type character, which",
        ),
        ({"play": [{"card": "doji-hotaru", "facedown": True}]}, "play[0].facedown: no card lies facedown in area play"),
        ({"play": [{"card": "doji-hotaru", "attachments": [{"card": "fine-katana", "fate": 1}]}]}, "which has no fate"),
        ({"honor": 25}, "position.players.alice.honor: a player with 25 honor has won (l5r.win.honor-25)"),
        ({"provinces": provinces(dynasty=[])}, "provinces[0].dynasty: missing, an empty province is refilled"),
        ({"provinces": provinces(dynasty=["fine-katana"])}, "fine-katana is of type attachment"),
        ({"provinces": provinces(dynasty=["doji-whispere"])}, "no card 'doji-whispere'"),
        ({"provinces": [*provinces()[:4], {"card": "fertile-fields", "dynasty": [HIDDEN]}]}, "none lie under the"),
        ({"hand": ["miya-mystic"]}, "miya-mystic is of type character: it cannot lie in area hand"),
        ({"play": ["favorable-ground"]}, "it cannot lie in area play"),
        ({"play": ["doji-hotaru", "doji-hotaru"]}, "doji-hotaru is unique and in play already"),
        ({"stronghold": "fertile-fields"}, "it cannot lie in area stronghold"),
        ({"honor": 0}, "position.players.alice.honor: missing or 0"),
        ({"honor": -1}, "position.players.alice.honor: expected at least 0"),
        ({"opportunities": 3}, "position.players.alice.opportunities: expected at most 2"),
    ],
)
def test_what_a_player_cannot_have_is_named_by_its_place(player: dict[str, Any], problem: str) -> None:
    players = document()["players"]
    assert problem in fault(players={**players, "alice": {**players["alice"], **player}})


@pytest.mark.parametrize("province", ["1", "stronghold"])
def test_a_conflict_is_fought_at_a_province_that_is_there(province: str) -> None:
    """A position may leave out the provinces of a player whom nobody attacks."""
    players = document()["players"]
    bob = {name: value for name, value in players["bob"].items() if name != "provinces"}
    contest = {**document()["contest"], "province": province}
    found = fault(players={**players, "bob": bob}, contest=contest)
    assert found.startswith("position.contest.province: bob has none: list the five under players.bob.provinces")
    alice = {name: value for name, value in players["alice"].items() if name != "provinces"}
    match = laid(players={**players, "alice": alice}, contest=contest)
    attacked = match.table.province(BOB, match.table.contest.slot)
    assert attacked is not None


def test_the_attacked_province_may_be_written_as_a_number() -> None:
    assert laid(contest={**document()["contest"], "province": 1}).table.contest.slot == 1
    assert "position.contest.province: '6' is none of" in fault(contest={**document()["contest"], "province": 6})


def test_at_3_2_the_active_player_has_an_opportunity() -> None:
    alice: dict[str, Any] = {"honor": 9, "play": ["doji-hotaru"], "provinces": provinces(), "opportunities": 0}
    players = {"alice": alice, "bob": {"honor": 9, "provinces": provinces(), "opportunities": 1}}
    said = {"at": "3.2", "players": players, "active_player": "alice"}
    assert "alice is asked for a conflict (l5r.conflictphase.two-opportunities)" in fault(without="contest", **said)
    alice["opportunities"] = 1
    at = {name: value for name, value in document(**said).items() if name != "contest"}
    match = begun(OpenMatch("l5r", (), "public", position=json.dumps(at)), 3).match
    match = after(match, (ALICE, PassConflict()))
    assert match.table.players[Seat("alice")].opportunities == 0
    assert Handle("a-doji-hotaru") not in match.table.cards


def fault(without: str = "", **said: Any) -> str:
    """What is said against a position."""
    position = {name: value for name, value in document(**said).items() if name != without}
    with pytest.raises(Refused) as caught:
        begun(OpenMatch("l5r", (), "public", position=json.dumps(position)), 3)
    because = caught.value.refusal.because
    return f"{because['field']}: {because['problem']}"


def test_an_effect_may_last_until_a_bid_is_over_but_nobody_passes_until_then() -> None:
    higher = {"source": "contingency-plan", "what": "bid", "seat": "alice", "until": "bid", "amount": 1}
    match = laid(lasting=[higher])
    assert [each.until for each in match.table.lasting.values()] == ["bid"]
    assert position_of(laid(**position_of(match.table)).table) == position_of(match.table)
    with pytest.raises(Refused, match=r"standing-order\.period"):
        acted(match, ALICE, GiveStandingOrder("bid"))


TRAINING = "core/duelist-training:1"


def trained(used: dict[str, int], attachments: tuple[str, ...] = ("duelist-training",)) -> dict[str, Any]:
    """Alice acts in the conflict with a character that may have gained a duel, and may have used it."""
    said = document(at="conflict.action", limits=used, priority="alice")
    (attacker,) = said["players"]["alice"]["play"]
    attacker["attachments"] = list(attachments)
    said["contest"]["defenders"] = ["miya-mystic#2"]
    return said


def duels(said: dict[str, Any]) -> list[int]:
    """The numbers of the abilities that Alice's attacker may use once the position is laid."""
    match = begun(OpenMatch("l5r", (), "public", position=json.dumps(said)), 3).match
    answers = options_of(match.rules, match.table, ALICE).answers(100)
    (attacker,) = (each.handle for each in match.table.cards.values() if each.key == "core/doji-hotaru")
    return [each["ability"] for each in answers if each.get("card") == attacker and "ability" in each]


def test_a_gained_ability_is_given_anew_and_was_used_as_often_as_the_position_says() -> None:
    said = trained({f"round:doji-hotaru:{TRAINING}": 1})
    assert [each >= FIRST_GAINED for each in duels(trained({}))] == [True]
    assert duels(said) == []
    match = begun(OpenMatch("l5r", (), "public", position=json.dumps(said)), 3).match
    assert position_of(match.table)["limits"] == {f"round:doji-hotaru:{TRAINING}": 1}


def test_a_gained_ability_that_another_player_used_is_counted_for_that_player() -> None:
    said = trained({f"round:doji-hotaru:{TRAINING}:bob": 1})
    assert len(duels(said)) == 1
    match = begun(OpenMatch("l5r", (), "public", position=json.dumps(said)), 3).match
    assert position_of(match.table)["limits"] == {f"round:doji-hotaru:{TRAINING}:bob": 1}


@pytest.mark.parametrize(
    ("counter", "attachments", "wrong"),
    [
        (f"round:doji-hotaru:{TRAINING}", ("fine-katana",), "the card does not gain this ability here"),
        (f"round:savvy-politician:{TRAINING}", ("duelist-training",), "the card does not gain this ability here"),
        ("round:doji-hotaru:core/duelist-training:7", ("duelist-training",), "no ability of a card here"),
        (f"phase:doji-hotaru:{TRAINING}", ("duelist-training",), "no ability of a card here"),
        (f"round:nobody:{TRAINING}", ("duelist-training",), "no ability of a card here"),
    ],
)
def test_the_use_of_an_ability_that_is_not_gained_is_refused(
    counter: str, attachments: tuple[str, ...], wrong: str
) -> None:
    with pytest.raises(Refused) as caught:
        duels(trained({counter: 1}, attachments))
    assert wrong in str(caught.value.refusal.because)
    assert f"position.limits.{counter}" in str(caught.value.refusal.because)
