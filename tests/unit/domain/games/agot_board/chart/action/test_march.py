"""Marches of the board game on tables laid by hand: the rotation, what may go where, Neutral Forces, captured ports."""

import random
from typing import Any

import msgspec
import pytest

from domain.games.agot_board.board.control import controller
from domain.games.agot_board.board.geography import next_areas
from domain.games.agot_board.chart.action.march_destinations import is_vacant, march_space, may_go
from domain.games.agot_board.chart.action.ports import most_captured
from domain.games.agot_board.chart.rounds import ActionPhase, Round
from domain.games.agot_board.commands import CaptureShips, DeclareSupport, March, ResolveMarch
from domain.games.agot_board.components import AREAS, CARDS_OF, MARCH, SHIP
from domain.games.agot_board.facts.board import HouseRetired, InfluenceSet
from domain.games.agot_board.facts.march import NeutralStrengthCounted
from domain.games.agot_board.rules import AgotBoard
from domain.games.agot_board.state import IMPASSABLE, ORDER_TYPE, Area, BoardTable, House, Order, together
from domain.kernel.deciding import DecidedAction, decide_command, refusal_of
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.frames import Wait, run_flow
from domain.kernel.flow.waits import Forced
from domain.kernel.game import Game
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.base import FIRST
from tests.builders import options_of

RULES: Any = AgotBoard()  # without the half of the kernel's protocol that is about abilities
BARATHEON, LANNISTER, STARK = Seat("baratheon"), Seat("lannister"), Seat("stark")
MARTELL, GREYJOY, TYRELL = Seat("martell"), Seat("greyjoy"), Seat("tyrell")
HOUSES = (BARATHEON, LANNISTER, STARK, MARTELL, GREYJOY, TYRELL)
UNITS = {"f": "footman", "k": "knight", "s": "ship", "e": "siege-engine"}


def units(written: str) -> dict[str, int]:
    """`kkf`: two Knights and a Footman."""
    found: dict[str, int] = {}
    for letter in written:
        found = together(found, {UNITS[letter]: 1})
    return found


def area(
    house: str = "",
    standing: str = "",
    order: str = "",
    *,
    routed: str = "",
    token: str = "",
    garrison: str = "",
    neutral: int = 0,
) -> Area:
    laid = Order(Seat(house), order, up=True) if order else None
    return Area(Seat(house), units(standing), units(routed), laid, Seat(token), Seat(garrison), neutral)


def board(areas: dict[str, Area], *, supply: int = 6, power: int = 5, seats: tuple[Seat, ...] = HOUSES) -> BoardTable:
    """A table in the Action Phase with these areas, everything else empty, at its first March order."""
    table: BoardTable = RULES.blank()
    table.seats = table.iron_throne = table.fiefdoms = table.kings_court = seats
    table.throne = table.blade = table.raven = seats[0]
    table.round, table.phase = 10, "action"
    for id in AREAS:
        table.areas.put(id, areas.get(id, Area()))
    for seat in seats:
        table.houses.put(seat, House(power=power, pool=20 - power, supply=supply, hand=CARDS_OF[seat]))
    table.stack = [Round(first=False, at="0.4"), ActionPhase(at="3.2")]
    game = Game(RULES, table, b"seed", 1)
    run_flow(game)
    if table.over is None:
        game.conclude()[0][-1].apply(table)
    return table


def march(origin: str, token: bool = False, **moves: str) -> ResolveMarch:
    """`march("kingswood", kings_landing="kk")`."""
    return ResolveMarch(origin, March({to.replace("_", "-"): units(sent) for to, sent in moves.items()}, token))


def awaited(table: BoardTable) -> Seat:
    """Who is awaited; nobody once the match is over."""
    if table.over:
        return NO_SEAT
    waiting = table.stack[-1]
    assert isinstance(waiting, Wait)
    return waiting.seats[0]


def decided(table: BoardTable, command: Any) -> DecidedAction[BoardTable]:
    found = decide_command(RULES, table, b"seed", awaited(table), command, 2)
    assert isinstance(found, DecidedAction), found
    return found


def after(table: BoardTable, *commands: Any) -> BoardTable:
    """The table after these answers of whoever is awaited."""
    for command in commands:
        table = decided(table, command).table
    return table


def facts(table: BoardTable, command: Any) -> list[str]:
    """What an answer caused, by the names of the facts of the game."""
    return [type(fact).__name__ for fact in decided(table, command).facts if not fact.neutral][:-1]


def refused(table: BoardTable, command: Any) -> Refusal:
    """Why the checks or the space refuse; both must agree that the answer is not legal."""
    found = decide_command(RULES, table, b"seed", awaited(table), command, 2)
    assert isinstance(found, Refusal), found
    assert options_of(RULES, table, awaited(table)).check(msgspec.to_builtins(command)) is not None
    return found


def why(table: BoardTable, command: Any) -> str:
    return refused(table, command).rule.removeprefix("agot_board.")


# --- the rotation


def three_marches() -> dict[str, Area]:
    return {
        "kingswood": area("baratheon", "f", "march-0"),
        "dragonstone": area("baratheon", "f", "march-plus-1"),
        "winterfell": area("stark", "f", "march-0"),
        "karhold": area("stark", "ff"),
    }


def test_houses_resolve_one_march_order_each_in_turn_order_and_again() -> None:
    table = board(three_marches())
    assert awaited(table) == "baratheon"
    table = after(table, march("kingswood", storms_end="f"))
    assert awaited(table) == "stark"
    table = after(table, march("winterfell"))
    assert table.over  # the order on Dragonstone could do nothing, and this was the last round
    assert table.area("storms-end").house == "baratheon"
    assert not any(each.order for each in table.areas.values())


def test_a_march_order_must_be_resolved_and_may_move_nobody() -> None:
    table = board(three_marches())
    only = options_of(RULES, table, BARATHEON)
    assert {form.fixed["area"] for form in only.forms} == {"kingswood", "dragonstone"}
    first = only.sample(FIRST)
    assert first["march"] == {"moves": {}, "token": False}
    assert after(table, RULES.command(first)).area("kingswood").house == "baratheon"
    assert why(table, march("winterfell")) == "march.one-at-a-time"


def test_the_last_march_order_of_a_house_without_choice_is_resolved_by_the_engine() -> None:
    table = board({"dragonstone": area("stark", "", "march-0", routed="f"), "pyke": area("greyjoy", "f", "march-0")})
    assert awaited(table) == ""  # no Ship bridges the sea: neither House can do anything but stay
    assert table.area("dragonstone").order is None


def test_the_rotation_goes_on_by_positions_when_the_track_has_changed() -> None:
    areas = {**kingswood(), "riverrun": area("lannister", "f", "march-0"), "winterfell": area("stark", "f", "march-0")}
    asked = after(board(areas), TRY)
    moved = InfluenceSet("iron_throne", (LANNISTER, STARK, MARTELL, GREYJOY, TYRELL, BARATHEON))
    moved.apply(asked)
    then = after(asked, DeclareSupport("blackwater", "attacker"))
    assert awaited(then) == "stark"  # on position 2 now, after Baratheon acted on position 1: Lannister is skipped


def test_a_house_that_conceded_lets_its_units_stay() -> None:
    table = board(three_marches())
    HouseRetired(STARK).apply(table)
    found = decided(table, march("kingswood"))
    assert [fact.seat for fact in found.facts if isinstance(fact, Forced)][:1] == ["stark"]
    assert found.table.area("winterfell").units == units("f")


# --- where units may go


def test_units_may_split_and_stay() -> None:
    table = board({"lannisport": area("lannister", "fff", "march-0"), "searoad-marches": area("lannister", "f")})
    table = after(table, march("lannisport", stoney_sept="f", searoad_marches="f"))
    assert table.area("searoad-marches").units == units("ff")
    assert table.area("stoney-sept").units == table.area("lannisport").units == units("f")


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (march("winterfell", karhold="fff"), "retreat.routed-cannot-move"),
        (march("winterfell", karhold="ffff"), "march.any-subset"),
        (march("winterfell", karhold="s"), "march.any-subset"),
        (march("winterfell", the_twins="f"), "march.adjacent-only"),
        (march("winterfell", braavos="f"), "march.adjacent-only"),
        (march("winterfell", bay_of_ice="f"), "march.land-units-not-to-sea"),
        (march("winterfell", port_of_winterfell="f"), "march.land-units-not-to-sea"),
        (march("winterfell", karhold="f", token=True), "control.establish"),
        (march("bay-of-ice", winterfell="s"), "march.ships-not-to-land"),
        (march("bay-of-ice", ironmans_bay="s"), "march.adjacent-only"),
        (march("bay-of-ice", sunset_sea="s", token=True), "control.not-at-sea"),
    ],
)
def test_what_may_not_march_is_refused_by_its_rule(command: Any, rule: str) -> None:
    table = board(
        {"winterfell": area("stark", "ff", "march-0", routed="f"), "bay-of-ice": area("stark", "s", "march-0")}
    )
    assert why(table, command) == rule


def test_fewer_units_than_none_do_not_march() -> None:
    table = board({"winterfell": area("stark", "ff", "march-0")})
    less = ResolveMarch("winterfell", March({"karhold": {"footman": -1}, "the-twins": {"footman": 1}}))
    assert why(table, less) == "march.any-subset"


def test_a_refusal_says_how_many_units_were_sent_and_how_many_stand_there() -> None:
    table = board({"winterfell": area("stark", "ff", "march-0", routed="f")})
    because = refused(table, march("winterfell", karhold="fff", the_twins="f")).because
    assert because == {"unit": "footman", "sent": 4, "standing": 2, "routed": 1}


def test_own_ships_are_a_bridge_routed_or_not_but_not_those_of_others() -> None:
    chain = {"redwyne-straights": area("tyrell", "s"), "west-summer-sea": area("tyrell", "", routed="s")}
    seas = {**chain, "east-summer-sea": area("tyrell", "s", "raid")}
    table = board({"highgarden": area("tyrell", "fk", "march-0"), **seas})
    assert after(table, march("highgarden", sunspear="k")).area("sunspear").house == "tyrell"
    foreign = board({"highgarden": area("tyrell", "fk", "march-0"), **chain, "east-summer-sea": area("martell", "s")})
    assert why(foreign, march("highgarden", sunspear="k")) == "transport.own-ships-only"


@pytest.mark.parametrize(
    ("seas", "rule", "without"),
    [
        # A sea is empty, so the chain would be broken also if the other Ship were an own one.
        ({"bay-of-ice": "stark", "ironmans-bay": "greyjoy"}, "bridge", ["sunset-sea", "ironmans-bay"]),
        ({"bay-of-ice": "stark", "sunset-sea": "greyjoy"}, "bridge", ["sunset-sea", "ironmans-bay"]),
        (
            {"bay-of-ice": "stark", "sunset-sea": "lannister", "ironmans-bay": "greyjoy"},
            "own-ships-only",
            ["sunset-sea", "ironmans-bay"],
        ),
        ({"bay-of-ice": "greyjoy", "sunset-sea": "stark", "ironmans-bay": "stark"}, "own-ships-only", ["bay-of-ice"]),
    ],
)
def test_ships_of_others_are_the_reason_only_where_own_ones_in_their_place_would_bridge(
    seas: dict[str, str], rule: str, without: list[str]
) -> None:
    table = board({"winterfell": area("stark", "k", "march-0"), **{sea: area(of, "s") for sea, of in seas.items()}})
    refusal = refused(table, march("winterfell", seagard="k"))
    assert refusal.rule == f"agot_board.transport.{rule}"
    assert refusal.because["without_own_ship"] == without


def test_a_chain_of_ships_of_others_is_told_rather_than_a_shorter_broken_one() -> None:
    ships = {"sunset-sea": area("greyjoy", "s"), "the-golden-sound": area("lannister", "s")}
    table = board({"flints-finger": area("stark", "k", "march-0"), **ships})
    refusal = refused(table, march("flints-finger", riverrun="k"))
    assert refusal.rule == "agot_board.transport.own-ships-only"
    assert refusal.because["chain"] == list(ships)


def test_ships_enter_own_ports_up_to_three_and_never_those_of_others() -> None:
    areas = {
        "the-golden-sound": area("lannister", "sss", "march-0"),
        "port-of-lannisport": area("lannister", "s"),
        "lannisport": area("lannister", "f"),
    }
    assert after(board(areas), march("the-golden-sound", port_of_lannisport="ss")).area("port-of-lannisport").size == 3
    full = refused(board(areas), march("the-golden-sound", port_of_lannisport="sss"))
    assert full.rule == "agot_board.port.three-ships"
    assert full.because == {"dest": "port-of-lannisport", "units": 3, "room": 2}
    foreign = {"the-golden-sound": areas["the-golden-sound"], "lannisport": area("greyjoy", "f")}
    assert why(board(foreign), march("the-golden-sound", port_of_lannisport="s")) == "port.march-not-enemy"
    unowned = board({"shipbreaker-bay": area("stark", "s", "march-0")})
    assert why(unowned, march("shipbreaker-bay", port_of_storms_end="s")) == "port.owner"


def test_impassable_areas_and_their_ports_are_closed() -> None:
    table = board({"the-reach": area("stark", "f", "march-0"), "highgarden": area(neutral=IMPASSABLE)})
    assert why(table, march("the-reach", highgarden="f")) == "neutral.impassable"
    sea = {"redwyne-straights": area("stark", "s", "march-0"), "oldtown": area(neutral=IMPASSABLE)}
    assert why(board(sea), march("redwyne-straights", port_of_oldtown="s")) == "ruling.impassable-consequences"


def test_one_order_starts_one_attack() -> None:
    areas = {
        "blackwater": area("stark", "kkk", "march-0"),
        "harrenhal": area("greyjoy", "f"),
        "the-reach": area("tyrell", "", routed="f"),
        "kings-landing": area(neutral=2),
        "stoney-sept": area(token="lannister"),
    }
    table = board(areas)
    two = refused(table, march("blackwater", harrenhal="k", the_reach="k"))
    assert two == Refusal("agot_board.march.one-enemy-area", {"entered": ["harrenhal", "the-reach"], "at_most": 1})
    assert why(table, march("blackwater", harrenhal="k", kings_landing="k")) == "neutral.counts-as-combat"
    garrison = {"shipbreaker-bay": area("stark", "s"), "dragonstone": area(garrison="baratheon")}
    moved = {**garrison, "kingswood": area("stark", "kk", "march-0"), "the-reach": area("tyrell", "f")}
    assert why(board(moved), march("kingswood", dragonstone="k", the_reach="k")) == "ruling.garrison-is-the-attack"
    fought = after(table, march("blackwater", the_reach="k", stoney_sept="k"))
    assert fought.combat is not None
    assert fought.combat.area == "the-reach"
    assert fought.area("stoney-sept").power_token == ""


def test_a_march_never_exceeds_supply_and_attackers_count_as_if_they_had_won() -> None:
    areas = {
        "winterfell": area("stark", "fff", "march-0"),
        "karhold": area("stark", "f"),
        "white-harbor": area("stark", "ff"),
        "castle-black": area("greyjoy", "f"),
    }
    table = board(areas, supply=1)
    armies = refused(table, march("winterfell", karhold="f"))
    assert armies.rule == "agot_board.ruling.march-supply-check"
    assert armies.because == {"armies": [2, 2, 2], "flags": [3, 2]}
    assert why(table, march("winterfell", karhold="f", castle_black="ff")) == "ruling.march-supply-check"
    assert after(table, march("winterfell", castle_black="fff")).combat is not None


def test_a_house_above_its_supply_may_still_stay() -> None:
    table = board({"winterfell": area("stark", "kkk", "march-0")}, supply=0)
    assert after(table, march("winterfell")).area("winterfell").size == 3
    assert (
        why(
            board({"winterfell": area("stark", "kkk", "march-0"), "karhold": area("stark", "kkk")}, supply=0),
            march("winterfell", karhold="k"),
        )
        == "ruling.march-supply-check"
    )


# --- control


def test_a_power_token_keeps_a_vacated_area() -> None:
    table = board({"blackwater": area("stark", "f", "march-0")})
    table = after(table, march("blackwater", harrenhal="f", token=True))
    assert controller(table, "blackwater") == "stark"
    assert table.house(STARK).power == 4


@pytest.mark.parametrize(
    ("origin", "here", "power", "rule"),
    [
        ("blackwater", area("stark", "f", "march-0"), 0, "control.needs-available-power"),
        ("blackwater", area("stark", "f", "march-0", token="stark"), 1, "control.one-token-per-area"),
        ("winterfell", area("stark", "f", "march-0"), 1, "ruling.power-token-home"),
        ("blackwater", area("stark", "f", "march-0", routed="f"), 1, "control.establish"),
    ],
)
def test_no_power_token_is_left_where_none_may_lie(origin: str, here: Area, power: int, rule: str) -> None:
    to = "karhold" if origin == "winterfell" else "harrenhal"
    table = board({origin: here}, power=power)
    assert why(table, march(origin, token=True, **{to: "f"})) == rule


def test_the_own_token_stays_when_units_leave_again_and_an_empty_area_is_lost_without() -> None:
    table = board(
        {"blackwater": area("stark", "f", "march-0", token="stark"), "harrenhal": area("stark", "f", "march-plus-1")}
    )
    table = after(table, march("blackwater", harrenhal="f"), march("harrenhal", stoney_sept="ff"))
    assert controller(table, "blackwater") == "stark"
    assert controller(table, "harrenhal") == ""


def test_an_enemy_token_goes_to_its_pool_when_units_enter_and_a_home_area_reverts() -> None:
    table = board({"stoney-sept": area("stark", "f", "march-0"), "lannisport": area(token="greyjoy")})
    table = after(table, march("stoney-sept", lannisport="f"))
    assert (table.area("lannisport").power_token, table.house(GREYJOY).pool) == ("", 16)
    assert controller(table, "lannisport") == "stark"
    left = board({"lannisport": area("stark", "f", "march-0")})
    assert controller(left, "lannisport") == "stark"
    assert controller(after(left, march("lannisport", riverrun="f")), "lannisport") == "lannister"


# --- attacks


def test_other_moves_come_first_and_the_seventh_castle_ends_the_game_before_the_combat() -> None:
    six = {id: area(token="stark") for id in ("pyke", "sunspear", "highgarden", "oldtown", "the-eyrie")}
    here = {"blackwater": area("stark", "kk", "march-0"), "the-reach": area("tyrell", "f")}
    table = board({**six, **here})  # Winterfell is the sixth
    ended = after(table, march("blackwater", the_reach="k", harrenhal="k"))
    assert ended.over is not None
    assert (ended.over.winner, ended.over.how) == ("stark", "seven-castles")


def test_a_castle_vacated_by_attackers_does_not_count_beside_what_others_take() -> None:
    six = {id: area(token="stark") for id in ("pyke", "sunspear", "highgarden", "oldtown")}
    here = {"crackclaw-point": area("stark", "kk", "march-0"), "blackwater": area("tyrell", "f")}
    table = board({**six, **here})
    fought = after(table, march("crackclaw-point", blackwater="k", harrenhal="k"))
    assert fought.over is None
    assert fought.combat is not None
    assert fought.combat.area == "blackwater"
    held = after(table, march("crackclaw-point", blackwater="k", harrenhal="k", token=True))
    assert held.over is not None
    assert held.over.winner == "stark"


def test_a_lone_garrison_defends_its_home_area() -> None:
    table = board({"winterfell": area(garrison="stark"), "karhold": area("greyjoy", "kk", "march-0")})
    fought = after(table, march("karhold", winterfell="kk"))
    assert fought.combat is not None
    assert (fought.combat.area, fought.combat.defender.house, fought.combat.march) == ("winterfell", "stark", "march-0")
    assert (fought.marching, fought.area("karhold").house) == ("karhold", "")
    assert fought.area("karhold").order is not None


# --- Neutral Forces


def kingswood(order: str = "march-0") -> dict[str, Area]:
    """Case D54: five to beat, four march, two more could be lent."""
    return {
        "kings-landing": area(neutral=5),
        "kingswood": area("baratheon", "kkf", order),
        "blackwater": area("lannister", "k", "support"),
    }


TRY = march("kingswood", True, kings_landing="kk", storms_end="f")


def test_support_that_could_suffice_is_asked_before_anything_moves() -> None:
    table = board(kingswood())
    assert facts(table, TRY) == ["MarchDeclared", "NeutralForceAttacked"]
    asked = after(table, TRY)
    assert awaited(asked) == "lannister"
    assert asked.area("kingswood").size == 3
    assert asked.neutral_call is not None
    assert asked.neutral_call.moves == TRY.march.moves
    assert [form.fixed["side"] for form in options_of(RULES, asked, LANNISTER).forms] == ["refuse", "attacker"]


def test_granted_support_lets_the_whole_declaration_happen_at_once() -> None:
    asked = after(board(kingswood()), TRY)
    caused = facts(asked, DeclareSupport("blackwater", "attacker"))
    assert caused[:7] == [
        "NeutralSupportDeclared",
        "PowerTokenPlaced",
        "NeutralForceDefeated",
        "UnitsMoved",
        "UnitsMoved",
        "OrdersRemoved",
        "MarchEnded",
    ]
    done = after(asked, DeclareSupport("blackwater", "attacker"))
    assert (done.area("kings-landing").neutral, done.area("kings-landing").house) == (0, "baratheon")
    assert done.area("kingswood").power_token == "baratheon"
    assert (done.marching, done.neutral_call) == ("", None)


def test_a_void_declaration_changes_nothing_and_the_same_order_is_resolved_otherwise() -> None:
    areas = {**kingswood(), "dragonstone": area("baratheon", "f", "march-minus-1")}
    before = board(areas)
    void = after(before, TRY, DeclareSupport("blackwater", "refuse"))
    assert awaited(void) == "baratheon"
    assert dict(void.areas) == dict(before.areas)
    assert void.house(BARATHEON).power == 5
    again = refused(void, TRY)
    assert again.rule == "agot_board.ruling.neutral-insufficient"
    assert again.because == {
        "target": "kings-landing",
        "needed": 5,
        "at_most": 4,
        "counted": {"units": 4, "march order": 0},
    }
    assert why(void, march("dragonstone")) == "ruling.neutral-insufficient"
    assert after(void, march("kingswood", kings_landing="kkf")).area("kings-landing").house == "baratheon"
    assert after(void, march("kingswood", storms_end="f")).area("storms-end").house == "baratheon"


def test_a_force_that_suffices_asks_nobody_and_the_march_modifier_counts() -> None:
    table = after(board(kingswood("march-plus-1")), march("kingswood", kings_landing="kk"))
    assert table.area("kings-landing").house == "baratheon"
    less = board(kingswood("march-minus-1"))
    assert awaited(after(less, march("kingswood", kings_landing="kkf"))) == "lannister"


def test_a_force_that_no_support_could_mend_is_refused_at_once() -> None:
    table = board(kingswood())
    assert why(table, march("kingswood", kings_landing="k")) == "ruling.neutral-support-window"
    alone = board({**kingswood(), "blackwater": Area()})
    assert why(alone, march("kingswood", kings_landing="kk")) == "neutral.match-or-exceed"


def test_units_of_the_same_order_that_join_an_own_support_order_add_to_it() -> None:
    """Case D55."""
    areas = {
        "kings-landing": area(neutral=5),
        "blackwater": area("baratheon", "kff", "march-0"),
        "crackclaw-point": area("baratheon", "f", "support"),
    }
    table = board(areas)
    assert why(table, march("blackwater", kings_landing="kf")) == "ruling.neutral-support-window"
    asked = after(table, march("blackwater", kings_landing="kf", crackclaw_point="f"))
    assert awaited(asked) == "baratheon"
    done = after(asked, DeclareSupport("crackclaw-point", "attacker"))
    assert done.area("kings-landing").units == units("kf")
    assert done.area("crackclaw-point").units == units("ff")
    refusing = after(asked, DeclareSupport("crackclaw-point", "refuse"))
    assert awaited(refusing) == "baratheon"
    assert refusing.area("kings-landing").neutral == 5


def test_siege_engines_count_where_there_is_a_castle_and_support_by_ships_too() -> None:
    strong = {"kings-landing": area(neutral=5), "kingswood": area("baratheon", "fe", "march-0")}
    assert after(board(strong), march("kingswood", kings_landing="fe")).area("kings-landing").house == "baratheon"
    weak = {"kingswood": area(neutral=3), "kings-landing": area("baratheon", "fe", "march-0")}
    assert why(board(weak), march("kings-landing", kingswood="fe")) == "neutral.match-or-exceed"
    ships = {"kingswood": area(neutral=3), "kings-landing": area("baratheon", "f", "march-0")}
    table = board({**ships, "shipbreaker-bay": area("baratheon", "s", "support-plus-1")})
    done = after(table, march("kings-landing", kingswood="f"), DeclareSupport("shipbreaker-bay", "attacker"))
    assert done.area("kingswood").house == "baratheon"


def test_support_is_declared_in_turn_order_and_never_for_the_neutral_force() -> None:
    areas = {
        "kings-landing": area(neutral=6),
        "kingswood": area("stark", "kk", "march-0"),
        "the-reach": area("tyrell", "f", "support"),
        "blackwater": area("baratheon", "f", "support"),
        "crackclaw-point": area("stark", "f", "support"),
    }
    asked = after(board(areas), march("kingswood", kings_landing="kk"))
    assert awaited(asked) == "baratheon"
    assert why(asked, DeclareSupport("blackwater", "defender")) == "neutral.no-support-for-neutral"
    assert why(asked, DeclareSupport("the-reach", "attacker")) == "support.grant-or-refuse"
    asked = after(asked, DeclareSupport("blackwater", "attacker"))
    assert awaited(asked) == "stark"
    asked = after(asked, DeclareSupport("crackclaw-point", "refuse"))
    assert awaited(asked) == "tyrell"
    done = after(asked, DeclareSupport("the-reach", "attacker"))
    assert done.area("kings-landing").house == "stark"


def test_answers_stand_for_another_target_of_the_same_order_and_for_no_other_order() -> None:
    areas = {
        "kings-landing": area(neutral=5),
        "the-reach": area(neutral=3),
        "kingswood": area("baratheon", "k", "march-0"),
        "blackwater": area("lannister", "kk", "support"),
        "the-boneway": area("baratheon", "k", "march-plus-1"),
    }
    table = after(board(areas), march("kingswood", kings_landing="k"), DeclareSupport("blackwater", "refuse"))
    assert why(table, march("kingswood", the_reach="k")) == "ruling.neutral-insufficient"
    later = after(table, march("kingswood"))
    assert awaited(later) == "baratheon"
    assert later.neutral_call is None
    assert later.area("the-reach").neutral == 3
    assert after(later, march("the-boneway", the_reach="k")).area("the-reach").house == "baratheon"


# --- ports


def oldtown(ships: str = "", held: str = "ff") -> dict[str, Area]:
    return {
        "three-towers": area("martell", held, "march-0"),
        "oldtown": area(token="tyrell"),
        "port-of-oldtown": area("tyrell", "ss", "raid"),
        "sea-of-dorne": area("martell", ships),
    }


def test_a_captured_port_lets_its_new_owner_replace_ships() -> None:
    asked = after(board(oldtown("s")), march("three-towers", oldtown="ff"))
    assert awaited(asked) == "martell"
    assert asked.area("port-of-oldtown").order is None
    done = after(asked, CaptureShips(1))
    assert done.over  # nothing else is asked in this last round
    assert (done.area("port-of-oldtown").house, done.area("port-of-oldtown").units) == ("martell", units("s"))
    assert done.count_unused(TYRELL, SHIP) == 6
    none = after(asked, CaptureShips(0))
    assert none.area("port-of-oldtown").house == ""
    most = refused(asked, CaptureShips(3))
    assert most.because == {"ships": 3, "most": 2, "in_port": 2, "unused": 5}
    assert most.rule == "agot_board.port.capture-replace"


def test_who_concedes_while_a_port_is_captured_captures_nothing_and_others_do_not_ask_twice() -> None:
    asked = after(board(oldtown("s")), march("three-towers", oldtown="ff"))
    for seat, house in ((MARTELL, ""), (STARK, "martell")):
        found = decide_command(RULES, asked, b"seed", seat, Concede(), 2)
        assert isinstance(found, DecidedAction)
        table = found.table if seat == "martell" else after(found.table, CaptureShips(2))
        assert table.over
        assert table.area("port-of-oldtown").house == house


def test_supply_and_own_ships_limit_what_is_captured() -> None:
    asked = after(board(oldtown("ss"), supply=0), march("three-towers", oldtown="ff"))
    assert most_captured(asked, MARTELL, "port-of-oldtown") == 1
    five = {"sea-of-dorne": "sss", "east-summer-sea": "ss", "west-summer-sea": "s"}
    fleet = {id: area("martell", ships) for id, ships in five.items()}
    gone = after(board({**oldtown(), **fleet}), march("three-towers", oldtown="ff"))
    assert gone.area("port-of-oldtown").house == ""


def test_attackers_of_the_same_order_count_for_the_supply_of_captured_ships() -> None:
    areas = {
        **oldtown("s", "kkf"),
        "dornish-marches": area("tyrell", "f"),
    }
    asked = after(board(areas, supply=0), march("three-towers", dornish_marches="kk", oldtown="f"))
    assert asked.combat is not None
    assert (awaited(asked), asked.combat.area) == ("martell", "dornish-marches")
    assert most_captured(asked, MARTELL, "port-of-oldtown") == 2
    army = {**areas, "sea-of-dorne": area("martell", "ss")}
    asked = after(board(army, supply=0), march("three-towers", dornish_marches="kk", oldtown="f"))
    assert most_captured(asked, MARTELL, "port-of-oldtown") == 1


def test_ships_of_a_port_whose_land_nobody_holds_leave_the_board() -> None:
    areas = {"oldtown": area("martell", "f", "march-0"), "port-of-oldtown": area("martell", "ss", "support")}
    table = board(areas)
    kept = after(table, march("oldtown", three_towers="f", token=True))
    assert kept.area("port-of-oldtown").size == 2
    lost = after(table, march("oldtown", three_towers="f"))
    assert (lost.area("port-of-oldtown").size, lost.area("port-of-oldtown").order) == (0, None)


# --- the space


def scattered(seed: int) -> BoardTable:
    """A random position of six Houses with March and Support orders, within supply."""
    dice = random.Random(seed)
    areas: dict[str, Area] = {}
    for id, printed in AREAS.items():
        if printed.type == "port" or dice.random() < 0.35:
            continue
        if printed.type == "land" and dice.random() < 0.2:
            areas[id] = area(neutral=dice.choice((2, 3, 4, 5, 6)))
            continue
        letters = "fkfke" if printed.type == "land" else "sss"
        order = dice.choice(("march-0", "march-minus-1", "march-plus-1", "support", "support-plus-1", "raid"))
        standing = "".join(dice.choice(letters) for _ in range(dice.choice((1, 1, 1, 1, 2, 3))))
        areas[id] = area(dice.choice(HOUSES), standing, order, routed=dice.choice(("", "", "", letters[0])))
    return board({id: each for id, each in areas.items() if not (each.order and each.order.token == "raid")})


class Dice:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)


@pytest.mark.parametrize("seed", range(25))
def test_what_a_march_offers_is_accepted_and_what_it_does_not_is_refused(seed: int) -> None:
    table, dice = scattered(seed), Dice(seed)
    if not awaited(table):
        return
    seat, shuffled = awaited(table), random.Random(seed)
    space = options_of(RULES, table, seat)
    for _ in range(15):
        answer = space.sample(dice)
        command = RULES.command(answer)
        assert refusal_of(RULES, table, seat, command) is None
        moves = {to: dict(sent) for to, sent in answer["march"]["moves"].items()}
        moves.setdefault(shuffled.choice(list(AREAS)), {})[shuffled.choice(list(UNITS.values()))] = shuffled.randrange(
            3
        )
        wrong = RULES.command({**answer, "march": {"moves": moves, "token": shuffled.random() < 0.5}})
        lawful = space.check(msgspec.to_builtins(wrong)) is None
        found = refusal_of(RULES, table, seat, wrong)
        assert (found is None) == lawful, (found, wrong)
        assert found is None or found.rule.startswith("agot_board.")


def test_every_order_may_move_nothing_and_where_a_unit_clearly_may_go_there_are_several_marches() -> None:
    seen = set()
    for seed in range(12):
        table = scattered(seed)
        for house in HOUSES:
            table.houses.writable(Seat(house)).supply = seed % 3
        for origin, there in table.areas.items():
            if there.house and there.order is not None and ORDER_TYPE[there.order.token] == MARCH:
                space, goes = march_space(table, there.house, origin), may_go(table, origin)
                assert space.check({"moves": {}, "token": False}) is None, (seed, origin)
                assert not goes or space.answers(1) is None, (seed, origin)
                ways = [(to, kind) for to in next_areas(origin) if is_vacant(table, to) for kind in there.units]
                for to, kind in ways:
                    assert space.check({"moves": {to: {kind: 1}}, "token": False}) is None, (seed, origin, to)
                assert goes == bool(ways)
                seen.add((AREAS[origin].type, goes))
    assert seen >= {("land", True), ("land", False), ("sea", True), ("sea", False)}


@pytest.mark.parametrize(
    "moves",
    [
        {"kings-landing": {"knight": -2}},
        {"kings-landing": {"knight": 3}, "storms-end": {"knight": -1}},
        {"": {"knight": 1}},
        {"braavos": {}},
    ],
)
def test_moves_of_things_that_are_not_there_are_refused(moves: Any) -> None:
    assert why(board(kingswood()), ResolveMarch("kingswood", March(moves))).startswith("march.")


@pytest.mark.parametrize("n", [-1, 0, 1])
def test_a_march_names_units_that_there_are(n: int) -> None:
    refusal = refused(board(kingswood()), ResolveMarch("kingswood", March({"kings-landing": {"knights": n}})))
    assert refusal.rule == "agot_board.component.units"
    assert refusal.because["units"] == list(UNITS.values())


def test_every_march_of_a_position_is_counted() -> None:
    table = board({"karhold": area("stark", "ff", "march-0"), "winterfell": area("stark", "f")}, supply=0)
    # nobody; one to Winterfell, or to Castle Black; one to each, or both to Castle Black, with and without the token
    assert march_space(table, STARK, "karhold").count(100) == 1 + 2 + 2 + 2


def test_facts_say_how_the_strength_was_counted() -> None:
    counted = [fact for fact in decided(board(kingswood()), TRY).facts if isinstance(fact, NeutralStrengthCounted)]
    assert [(fact.strength.value, fact.needed) for fact in counted] == [(4, 5)]
