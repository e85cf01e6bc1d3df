"""Positions of the board game that no play comes to: what a march leaves behind, and what another phase has cleared."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.agot_board.writing import position_of
from domain.match import Match
from tests.builders import acted
from tests.unit.test_board_position import fight, open_position, refused, three

NORTH = dict.fromkeys(
    ["moat-cailin", "white-harbor", "flints-finger", "seagard", "riverrun", "harrenhal"], "stark token"
)


def abandoned_port(ships: str) -> dict[str, Any]:
    """Lannister leaves Winterfell, the home area of Stark, with Ships in its port."""
    position = fight(
        *("winterfell", "castle-black", "lannister 2 footman"),
        winterfell="lannister 2 footman, order march-0",
        port_of_winterfell=ships,
        castle_black="stark footman",
    )
    return {**position, "garrisons": []}


def seventh_by_leaving(**fields: Any) -> dict[str, Any]:
    """Lannister leaves Winterfell, which makes it the seventh area of Stark."""
    position = fight(
        *("winterfell", "karhold", "lannister 2 footman"),
        winterfell="lannister 2 footman, order march-0",
        karhold="stark footman",
    )
    return {**position, "areas": {**position["areas"], **NORTH}, "garrisons": [], **fields}


LEFT_TO_NOBODY = fight(
    *("white-harbor", "moat-cailin", "stark 2 knight"),
    white_harbor="stark 2 knight, order march-0",
    port_of_white_harbor="stark ship, order support",
    moat_cailin="lannister footman",
)


@pytest.mark.parametrize("at", ["4.1", "4.3"])
def test_a_combat_whose_attackers_left_a_seventh_area_to_its_house_is_never_fought(at: str) -> None:
    said = "combat.origin: once they have left it, stark has won (agot_board.ruling.victory-check-points)"
    assert said in refused(seventh_by_leaving(at=at))
    assert open_position(seventh_by_leaving(at=at, retired=["stark"])).table.over is None


@pytest.mark.parametrize("at", ["4.1", "4.3"])
@pytest.mark.parametrize(
    ("position", "said"),
    [
        (abandoned_port("lannister 2 ship"), "port-of-winterfell: winterfell is held by stark (agot_board.port.owner)"),
        (LEFT_TO_NOBODY, "port-of-white-harbor: white-harbor is held by nobody (agot_board.port.owner)"),
    ],
)
def test_ships_in_a_port_that_the_attackers_gave_up_have_left_it(at: str, position: dict[str, Any], said: str) -> None:
    assert said in refused({**position, "at": at})
    staying = {**position, "areas": {**position["areas"]}, "at": at}
    origin = position["combat"]["origin"]
    staying["areas"][origin] = position["areas"][origin].replace(",", " siege-engine,")
    assert open_position(staying).table.combat is not None


def test_ships_of_who_took_the_port_stay_and_are_written_so() -> None:
    match = open_position(abandoned_port("stark ship"))
    assert match.table.area("port-of-winterfell").house == "stark"
    again = position_of(match.table)
    assert position_of(open_position(again).table) == again


def test_a_port_of_another_house_holds_no_ships_before_a_march_either() -> None:
    board = {"winterfell": "lannister footman, order march-0", "port-of-winterfell": "stark ship"}
    said = "port-of-winterfell: winterfell is held by lannister (agot_board.port.owner)"
    assert said in refused(three(areas=board, garrisons=[]))


def test_a_combat_that_begins_in_play_with_a_captured_port_is_written_and_opens_again() -> None:
    before = {**abandoned_port("lannister ship"), "at": "3.2", "turn": "lannister"}
    del before["combat"]
    match = open_position(before)
    march = {"area": "winterfell", "march": {"moves": {"castle-black": {"footman": 2}}}}
    match = acted(match, "lannister", match.rules.command({"type": "resolve_march", **march})).match
    match = acted(match, "stark", match.rules.command({"type": "capture_ships", "ships": 1})).match
    again = position_of(match.table)
    assert again["areas"]["port-of-winterfell"] == "stark ship"
    assert position_of(open_position(again).table) == again


ROUTED = {"winterfell": "stark footman routed knight, order march-0", "moat-cailin": "lannister footman"}


@pytest.mark.parametrize("units", ["stark knight", "stark routed knight", "stark footman knight"])
def test_routed_units_attack_nobody(units: str) -> None:
    attack = {"origin": "winterfell", "area": "moat-cailin", "units": units}
    said = "units: in winterfell stand stark footman (agot_board.retreat.routed-cannot-move)"
    assert said in refused(three(at="4.3", areas=ROUTED, combat=attack))
    assert "(agot_board.march.any-subset)" in refused(
        three(at="4.3", areas=ROUTED, combat={**attack, "units": "stark 3 knight"})
    )


BEFORE = ["1", "2.1", "2.3", "3.1"]


@pytest.mark.parametrize("at", BEFORE)
def test_before_the_marches_no_unit_is_routed_and_the_blade_is_unused(at: str) -> None:
    order = ", order defense-plus-1" if at in ("2.3", "3.1") else ""
    lying = three(at=at, areas={"winterfell": f"stark footman routed knight{order}"})
    assert f"winterfell: at {at} no unit is routed (agot_board.cleanup.stand-routed)" in refused(lying)
    said = f"position.blade: at {at} it is unused (agot_board.cleanup.refresh-tokens)"
    assert said in refused(three(at=at, blade="used"))


@pytest.mark.parametrize("at", ["1", "2.1"])
def test_before_the_orders_are_revealed_the_raven_is_unused(at: str) -> None:
    said = f"position.raven: at {at} it is unused (agot_board.cleanup.refresh-tokens)"
    assert said in refused(three(at=at, raven="used"))


def test_a_siege_engine_lies_only_where_an_order_upgraded_a_routed_footman() -> None:
    board = {"winterfell": "stark footman routed siege-engine", "white-harbor": "stark footman, order march-0"}
    said = "winterfell: at 3.2 no siege-engine is routed (agot_board.retreat.siege-engines)"
    assert said in refused(three(areas=board))
    order = {"winterfell": "stark routed footman, order consolidate-power-special"}
    match = open_position(three(at="3.3", areas={**order, "white-harbor": "stark footman, order consolidate-power"}))
    match = acted(match, "stark", command(match, "resolve_consolidate", area="winterfell", how="muster")).match
    match = acted(match, "stark", command(match, "muster_upgrade", area="winterfell", unit="siege-engine")).match
    assert match.table.area("winterfell").routed == {"siege-engine": 1}
    assert position_of(match.table)["areas"]["winterfell"] == "stark routed siege-engine"


def command(match: Match, type: str, **fields: Any) -> Any:
    return match.rules.command({"type": type, **fields})
