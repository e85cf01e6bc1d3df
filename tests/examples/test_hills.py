"""A card game says once which zones are in play: what happens in play happens there, whatever their names."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

import pytest

from domain.cardgame.commands import InitiateAction, PlayEvent
from domain.cardgame.completeness import IncompleteGame
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.corrections.changes import AnyChange, Attach, ChangeFault, MoveCard, SetController, SetTokens
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import PUBLIC, Handle, Seat, zone
from domain.kernel.occurring.abilities import ChooseTargets
from domain.kernel.refusals import Refused
from domain.match.aggregate import Match
from domain.match.events import OpenMatch, event_kind
from tests.builders import begun
from tests.examples import hills
from tests.examples.hills import AIR, HILL, TESTS, HillsRules, HillsTable, change_forms, position_of, rules
from tests.examples.kites.chart import compare, lift
from tests.examples.kites.table import CORD, RIBBON, LaunchCard, SendKites
from tests.examples.kites.tests import laid
from tests.examples.playing import after, corrected, offered, passed_to
from tests.games import register
from tests.properties.changes import change_kind
from tests.properties.test_corrections import check_mixed

ALICE, BOB = Seat("alice"), Seat("bob")
each = partial(pytest.mark.parametrize, "start", ids=str)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kites on hills stands for Kites among the games."""
    register(monkeypatch, hills, TESTS)


# --- the properties


def test_play_goes_on_after_corrections_and_folds_to_what_was_live() -> None:
    """Every kind of change is made, to both zones of play too, but for two that are seldom possible."""
    judged = [check_mixed(TESTS.name, seed, 150) for seed in range(20)]
    corrections = [event for each in judged for event in each.events.values() if event_kind(event) == "corrected"]
    made = {change_kind(rules.blank(), change) for event in corrections for change in event.cmd.changes}
    assert set(TESTS.change_kinds) - made <= {"abandon_step other", "attach"}


# --- what is in play


def test_what_follows_from_the_kinds_of_zones() -> None:
    assert HillsTable.play_kinds == HillsTable.open_kinds == (AIR, HILL)
    assert set(HillsTable.in_play_kinds) == set(HillsTable.active_kinds) == {AIR, HILL}
    assert (HillsTable.facedown_kind, HillsTable.apart_kinds) == ("", ())


def test_zones_apart_facedown_and_active_are_told_from_others() -> None:
    class Table(HillsTable, kw_only=True):
        zone_kinds: ClassVar[dict[str, ZoneKind]] = {
            "shed": ZoneKind("owner", in_play=True),
            "tower": ZoneKind("all", in_play=True, apart=True),
            **HillsTable.zone_kinds,
            "bench": ZoneKind("all", active=True),
        }

    assert (Table.play_kinds, Table.open_kinds) == ((AIR, "shed", HILL), (AIR, HILL))
    assert (Table.facedown_kind, Table.apart_kinds) == ("shed", ("tower",))
    assert (Table.in_play_kinds, Table.active_kinds) == (("tower", HILL, AIR), ("tower", HILL, AIR, "bench"))
    assert [Table.section_of(kind) for kind in (AIR, HILL, "shed", "tower")] == [AIR, HILL, AIR, AIR]


@pytest.mark.parametrize("entry", ["play", "hand", "tower"])
def test_a_game_whose_cards_enter_no_zone_in_play_is_not_made(entry: str) -> None:
    class Table(HillsTable, kw_only=True):
        zone_kinds: ClassVar[dict[str, ZoneKind]] = {
            **HillsTable.zone_kinds,
            "tower": ZoneKind("all", in_play=True, apart=True),
        }
        entry_zone: ClassVar[str] = entry

    class Rules(HillsRules):
        table_type = Table

    with pytest.raises(IncompleteGame, match=f"entry_zone of Table is {entry}, which is no zone in play"):
        Rules()


def test_an_ability_on_the_hill_chooses_a_kite_in_the_air() -> None:
    match = laid(alice_air="wren", alice_hill="old-marta", bob_air="heron")
    wren, marta = Handle("a-wren"), Handle("a-old-marta")
    assert InitiateAction(marta, 0) in offered(match, ALICE, "initiate_action")
    match = after(match, (ALICE, InitiateAction(marta, 0)))
    assert {each for command in offered(match, ALICE, "choose_targets") for each in command.targets} == {wren}
    match = after(match, (ALICE, ChooseTargets((wren,))), (BOB, Pass()))
    assert lift(match.table, wren).value == 3


def test_a_kite_is_launched_into_the_air_and_what_it_says_counts_there() -> None:
    match = laid(alice_air="wren", alice_hand="lead-kite ribbon-tail")
    wren = Handle("a-wren")
    match = corrected(match, SetTokens(match.table.of_type(ALICE, "flyer")[0], CORD, 9))
    match = after(match, (ALICE, LaunchCard(Handle("a-ribbon-tail"), wren)), (BOB, Pass()))
    assert lift(match.table, wren).value == 4
    match = after(match, (ALICE, LaunchCard(Handle("a-lead-kite"))))
    assert lift(match.table, wren).value == 5
    assert {match.table.cards[each].zone for each in match.table.of_type(ALICE, "kite")} == {zone(ALICE, AIR)}


def test_a_gust_finds_kites_in_both_zones_and_a_contest_is_answered() -> None:
    match = laid(alice_air="heron", alice_hand="downdraft", bob_hill="wren")
    match = after(match, (ALICE, PlayEvent(Handle("a-downdraft"))))
    targets = {each for command in offered(match, ALICE, "choose_targets") for each in command.targets}
    assert targets == {"a-heron", "b-wren"}
    match = passed_to(after(match, (ALICE, ChooseTargets((Handle("b-wren"),)))), "send-kites")
    assert match.table.cards[match.table.zone(zone(BOB, "discard"))[0]].printed.id == "wren"
    match = passed_to(after(match, (ALICE, SendKites((Handle("a-heron"),)))), "reaction:contest_won")
    assert match.table.amount(ALICE, RIBBON) == 2
    assert offered(match, ALICE, "use_reaction")


def test_whose_control_is_taken_stays_in_its_zone() -> None:
    match = laid(alice_hill="wren", alice_air="heron")
    match = corrected(match, SetController(Handle("a-wren"), BOB), SetController(Handle("a-heron"), BOB))
    assert [match.table.cards[Handle(each)].zone for each in ("a-wren", "a-heron")] == [zone(BOB, HILL), zone(BOB, AIR)]


# --- positions and corrections

POSITION: dict[str, Any] = {
    "round": 2,
    "phase": "contest",
    "at": "contest.action",
    "first_player": "alice",
    "priority": "alice",
    "done": ["alice"],
    "contest": {
        "kind": "sky",
        "attacker": "alice",
        "defender": "bob",
        "attackers": ["wren"],
        "defenders": ["heron#2"],
    },
    "players": {
        "alice": {
            "hand": ["calm"],
            "air": [{"card": "wren", "attachments": ["ribbon-tail"]}],
            "hill": [
                {"card": "old-marta", "tokens": {"cord": 2}},
                {"card": "wren#2", "attachments": ["ribbon-tail#2"]},
                {"card": "heron", "attachments": [{"card": "spare-line", "area": "air"}]},
            ],
        },
        "bob": {"air": ["heron#2"], "hill": ["young-tom"]},
    },
}


def laid_from(position: Mapping[str, Any]) -> Match:
    return begun(OpenMatch("kites", (), "public", position=json.dumps(position)), 7).match


def test_a_position_with_a_contest_opens_and_is_written_as_it_was() -> None:
    match = laid_from(POSITION)
    assert position_of(match.table) == POSITION
    assert (compare(match.table).attack, compare(match.table).defense) == (4, 2)


@pytest.mark.parametrize(
    ("alice", "problem"),
    [
        ({"play": ["wren"]}, "players.alice.play: unknown key"),
        ({"air": ["heron"], "hill": ["old-marta"], "hand": ["wren"]}, "wren is not in play under the control of"),
        ({"air": [{"card": "wren", "area": "hill"}]}, "air[0].area: a card on no other lies where it is listed"),
        (
            {"air": [{"card": "wren", "attachments": [{"card": "ribbon-tail", "area": "hand"}]}]},
            "attachments[0].area: 'hand' is none of",
        ),
    ],
)
def test_an_error_in_a_position_names_its_zone(alice: dict[str, Any], problem: str) -> None:
    players = {**POSITION["players"], "alice": alice}
    with pytest.raises(Refused) as caught:
        laid_from({**POSITION, "players": players})
    because = caught.value.refusal.because
    assert problem in f"{because['field']}: {because['problem']}"


def test_a_view_tells_in_which_zone_a_card_is() -> None:
    view = rules.views(laid_from(POSITION).table, (PUBLIC,), judging=False)[PUBLIC]
    seen = view["players"]["bob"]
    lying = [(each["key"], each["area"]) for each in seen["in_play"]]
    assert lying == [("first/heron", AIR), ("first/young-tom", HILL)]
    assert not {AIR, HILL} & seen.keys()


def test_a_correction_moves_a_card_within_play_out_of_play_and_back() -> None:
    match = laid(alice_air="wren heron", alice_hand="ribbon-tail")
    wren, tail = Handle("a-wren"), Handle("a-ribbon-tail")
    match = corrected(match, MoveCard(zone(ALICE, AIR), tail, host=wren), MoveCard(zone(ALICE, HILL), wren))
    assert match.table.cards[wren].zone == zone(ALICE, HILL)
    assert lift(match.table, wren).value == 4
    (tail,) = match.table.of_type(ALICE, "tail")
    match = corrected(match, Attach(tail, Handle("a-heron")))
    assert [lift(match.table, Handle(each)).value for each in ("a-wren", "a-heron")] == [2, 4]
    match = corrected(match, Attach(tail, wren), MoveCard(zone(ALICE, "discard"), wren))
    assert not match.table.of_type(ALICE, "tail")


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        (MoveCard(zone(BOB, HILL), Handle("a-wren")), "to"),
        (MoveCard(zone(ALICE, HILL), Handle("a-calm")), "to"),
        (MoveCard(zone(ALICE, HILL), top_of=zone(ALICE, "deck")), "top_of"),
        (MoveCard(zone(ALICE, "playing"), Handle("a-calm")), "to"),
    ],
)
def test_a_correction_that_no_zone_of_play_takes_has_a_fault(change: AnyChange, wrong: str) -> None:
    table = laid(alice_air="wren", alice_hand="calm").table
    fault = rules.change_faults[type(change)](table, change)
    assert isinstance(fault, ChangeFault)
    assert fault.wrong == wrong


def test_the_forms_of_corrections_name_both_zones() -> None:
    forms = {form.name: form for form in change_forms(rules, laid(alice_air="wren", bob_hill="heron").table, PUBLIC)}
    fields = {name: {field.name: field for field in form.fields} for name, form in forms.items()}
    to = {value.id for value in fields["move"]["to"].values}
    assert {zone(seat, kind) for seat in (ALICE, BOB) for kind in (AIR, HILL)} <= to
    assert not {value.id for value in fields["move-top"]["to"].values} & {zone(ALICE, AIR), zone(ALICE, HILL)}
    assert {"a-wren", "b-heron"} <= {value.id for value in fields["control"]["card"].values}
