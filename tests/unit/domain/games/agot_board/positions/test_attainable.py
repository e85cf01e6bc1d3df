"""Positions of the board game that no play comes to: what a march leaves behind, and what another phase has cleared."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.agot_board.components import CARDS_OF
from domain.games.agot_board.positions.export import position_of
from domain.kernel.ids import Seat
from domain.kernel.refusals import NoPosition
from domain.match.aggregate import Match
from tests.builders import acted
from tests.unit.domain.games.agot_board.positions.test_positions import SHOWN, fight, open_position, refused, three

NORTH = dict.fromkeys(
    ["moat-cailin", "white-harbor", "flints-finger", "seagard", "riverrun", "harrenhal"], "stark token"
)


def six(**fields: Any) -> dict[str, Any]:
    return {"players": 6, "at": "3.2", **fields}


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


def test_ships_of_who_took_the_port_stay_without_an_order_and_are_written_so() -> None:
    said = "port-of-winterfell: its Ships were just taken (agot_board.ruling.capture-port-order)"
    for at in ("4.1", "4.3"):
        assert said in refused({**abandoned_port("stark ship, order support"), "at": at})
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


@pytest.mark.parametrize("at", ["1", "2.1", "2.3"])
def test_before_the_raven_has_flown_it_is_unused(at: str) -> None:
    said = f"position.raven: at {at} it is unused (agot_board.cleanup.refresh-tokens)"
    assert said in refused(three(at=at, raven="used"))
    orders = {"winterfell": "stark footman, order raid", "castle-black": "lannister footman, order raid"}
    assert open_position(three(at="3.1", raven="used", areas=orders)).table.raven_used


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


# --- orders that are still on the board

RAIDED = "at {} no raid order is left (agot_board.raid.one-at-a-time)"
MARCHED = "at {} no march order is left (agot_board.march.one-at-a-time)"


@pytest.mark.parametrize(
    ("at", "token", "said"),
    [
        ("3.1", "raid-special", ""),
        ("3.1", "march-0", ""),
        ("3.2", "raid", RAIDED),
        ("3.2", "raid-special", RAIDED),
        ("3.2", "march-minus-1", ""),
        ("3.3", "raid", RAIDED),
        ("3.3", "march-0", MARCHED),
        ("3.3", "march-plus-1", MARCHED),
        ("3.3", "support", ""),
        ("3.3", "defense-plus-1", ""),
        ("3.3", "consolidate-power", ""),
    ],
)
def test_a_step_of_the_action_phase_leaves_no_order_of_its_type(at: str, token: str, said: str) -> None:
    position = three(at=at, areas={"karhold": f"stark footman, order {token}"})
    if said:
        assert f"position.areas.karhold: {said.format(at)}" in refused(position)
    else:
        assert open_position(position).table.over is None


@pytest.mark.parametrize("at", ["4.1", "4.3"])
def test_while_a_combat_is_fought_marches_are_left_and_no_raids(at: str) -> None:
    board = {"winterfell": "stark footman, order march-0", "moat_cailin": "lannister footman"}
    left = fight("winterfell", "moat-cailin", "stark footman", at, **board, karhold="stark footman, order march-plus-1")
    assert open_position(left).table.combat is not None
    left = fight("winterfell", "moat-cailin", "stark footman", at, **board, karhold="stark footman, order raid")
    assert f"position.areas.karhold: {RAIDED.format(at)}" in refused(left)


SPECIAL = {
    "winterfell": "stark footman, order defense-plus-2",
    "karhold": "stark footman, order march-plus-1",
    "white-harbor": "stark footman, order support-plus-1",
    "lannisport": "lannister footman, order defense-plus-2",
    "stoney-sept": "lannister footman, order support-plus-1",
}


MARTELL = CARDS_OF[Seat("martell")]
# Doran Martell has been played in this round, or is in hand again after the last card of a hand.
PLAYED: dict[str, Any] = {"hands": {"martell": ["the-red-viper"]}}


def test_no_order_of_the_kings_court_track_gives_so_many_stars() -> None:
    """Of six Houses two have three stars, another two, one one; Doran Martell may have changed which."""
    said = (
        "areas: {} cannot have laid {} Special Orders beside the others' (agot_board.special.limit: stars 3 3 2 1 0 0)"
    )
    laid = {**SPECIAL, "dragonstone": "baratheon footman, order defense-plus-2"}
    assert open_position(six(**PLAYED, areas=laid)).table.waiting.question == "march"
    second = {"kingswood": "baratheon footman, order support-plus-1"}
    third = {"riverrun": "lannister footman, order consolidate-power-special"}
    assert open_position(six(**PLAYED, areas={**laid, **third, **second})).table.waiting.question == "march"
    also = {"storms-end": "baratheon footman, order consolidate-power-special"}
    assert said.format("stark", 3) in refused(six(**PLAYED, areas={**laid, **third, **second, **also}))
    fourth = {"castle-black": "stark footman, order consolidate-power-special"}
    assert said.format("stark", 4) in refused(six(**PLAYED, areas={**laid, **fourth}))


def test_the_order_by_which_a_house_musters_was_one_of_its_special_orders() -> None:
    """Of three Houses Stark has two stars; of six no order of the track gives three Houses three."""
    own = {"winterfell": "stark footman", "karhold": "stark footman, order defense-plus-2"}
    assert open_position(three(**MUSTERS, areas=own)).table.waiting.question == "muster"
    own["white-harbor"] = "stark footman, order support-plus-1"
    said = "areas: stark cannot have laid so (agot_board.plan.special-order-limit: special "
    assert said in refused(three(**MUSTERS, areas=own))
    others = {
        "lannisport": "lannister footman, order defense-plus-2",
        "stoney-sept": "lannister footman, order support-plus-1",
        "riverrun": "lannister footman, order consolidate-power-special",
        "dragonstone": "baratheon footman, order defense-plus-2",
        "kingswood": "baratheon footman, order support-plus-1",
    }
    assert open_position(six(**PLAYED, **MUSTERS, areas={**own, **others})).table.waiting.question == "muster"
    others["storms-end"] = "baratheon footman, order consolidate-power-special"
    said = "stark cannot have laid 3 Special Orders beside the others' (agot_board.special.limit: stars 3 3 2 1 0 0)"
    assert said in refused(six(**PLAYED, **MUSTERS, areas={**own, **others}))
    del own["white-harbor"]
    assert open_position(six(**PLAYED, **MUSTERS, areas={**own, **others})).table.waiting.question == "muster"


@pytest.mark.parametrize(
    ("hand", "may_be"),
    [
        (None, False),
        (MARTELL, False),
        ([each for each in MARTELL if each != "doran-martell"], True),
        # The hand came back when its last card was played, Doran Martell before it.
        ([each for each in MARTELL if each != "the-red-viper"], True),
        (["doran-martell"], True),
    ],
)
def test_nobody_was_lowered_on_a_track_while_martell_holds_all_its_cards(hand: list[str] | None, may_be: bool) -> None:
    track = ["lannister", "stark", "martell", "baratheon", "greyjoy", "tyrell"]
    position = six(areas={"highgarden": "tyrell footman, order march-plus-1"}, tracks={"kings_court": track})
    if hand is not None:
        position["hands"] = {"martell": hand}
    if may_be:
        assert open_position(position).table.waiting.seats == ("tyrell",)
    else:
        said = "areas: tyrell cannot have laid so (agot_board.plan.special-order-limit: special march-plus-1, stars 0, "
        assert said in refused(position)


# --- mustering by an order


MUSTERS: dict[str, Any] = {"at": "3.3", "turn": "stark", "muster": {"winterfell": 2}}
MUSTERED = {"winterfell": "stark footman"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"areas": MUSTERED}, ""),
        ({"areas": {"winterfell": "stark routed footman"}}, ""),
        ({}, "muster.winterfell: stark has no unit there, where its order lay (agot_board.plan.assign-only-occupied)"),
        (
            {"muster": {"white-harbor": 1}, "areas": {"white-harbor": "stark token"}},
            "muster.white-harbor: stark has no unit there, where its order lay (agot_board.plan.assign-only-occupied)",
        ),
        (
            {"muster": {"karhold": 0}, "areas": {"karhold": "stark footman"}},
            "muster.karhold: it has 0 (agot_board.muster.points)",
        ),
        (
            {"areas": {**MUSTERED, "karhold": "stark footman, order consolidate-power-special"}},
            "areas.karhold: by its 1 consolidate-power-special stark musters elsewhere "
            "(agot_board.component.limit-is-absolute)",
        ),
        ({"areas": {**MUSTERED, "karhold": "stark footman, order consolidate-power"}}, ""),
        ({"areas": {**MUSTERED, "lannisport": "lannister footman, order consolidate-power-special"}}, ""),
    ],
)
def test_an_order_that_musters_lay_with_units_and_there_is_no_second_one(fields: dict[str, Any], said: str) -> None:
    position = three(**{**MUSTERS, **fields})
    if said:
        assert f"position.{said}" in refused(position)
    else:
        assert open_position(position).table.waiting.question == "muster"


def test_a_card_lets_a_house_muster_where_it_has_no_unit_but_at_castles_alone() -> None:
    card = {"at": "1.4.2", "turn": "stark", "revealed": {**SHOWN, "westeros-1": ["mustering"]}}
    assert open_position(three(**card, muster={"winterfell": 2})).table.waiting.question == "muster"
    said = "position.muster.karhold: it has 0 (agot_board.muster.points)"
    assert said in refused(three(**card, muster={"karhold": 0}, areas={"karhold": "stark footman"}))


@pytest.mark.parametrize(
    ("points", "areas", "does"),
    [
        (1, {}, False),
        (0, {"winterfell": "stark footman"}, False),
        (0, {"karhold": "stark knight", "moat-cailin": "stark knight"}, False),
        (0, {"bay-of-ice": "lannister 2 ship"}, False),
        (1, {"winterfell": "stark footman"}, True),
        (0, {"winterfell": "stark knight"}, True),
        (0, {"winterfell": "stark footman", "port-of-winterfell": "stark ship"}, True),
        (0, {"bay-of-ice": "stark ship", "the-shivering-sea": "stark ship"}, True),
        (2, {}, True),
    ],
)
def test_for_the_points_that_are_spent_units_stand_there(points: int, areas: dict[str, str], does: bool) -> None:
    said = "position.muster.winterfell: for the"
    card = {"at": "1.4.2", "turn": "stark", "revealed": {**SHOWN, "westeros-1": ["mustering"]}}
    position = three(**card, muster={"winterfell": points}, areas=areas)
    if does:
        assert open_position(position).table.waiting.question == ("muster" if points else "put-to-the-sword")
    else:
        assert said in refused(position)


def test_who_has_mustered_has_kept_to_its_supply() -> None:
    card = {"at": "1.4.2", "turn": "stark", "revealed": {**SHOWN, "westeros-1": ["mustering"]}}
    areas = {"winterfell": "stark 4 footman", "white-harbor": "stark footman"}
    said = "muster.winterfell: stark has mustered, and its armies exceed its supply (agot_board.muster.supply-limit)"
    assert said in refused(three(**card, muster={"winterfell": 0}, areas=areas))
    fitting = three(**card, muster={"winterfell": 0}, areas=areas, supply={"stark": 6})
    assert open_position(fitting).table.mustering is None


def test_the_unit_whose_order_musters_stood_there_before() -> None:
    spent = {**MUSTERS, "muster": {"winterfell": 1}}
    said = "position.muster.winterfell: for the 1 spent of it stark has no units there (agot_board.muster.points)"
    assert said in refused(three(**spent, areas={"winterfell": "stark footman"}))
    for units in ("2 footman", "knight", "routed knight"):
        position = three(**spent, areas={"winterfell": f"stark {units}"})
        assert open_position(position).table.waiting.question == "muster"


# --- supply that Westeros cards have updated


COUNTED = {"winterfell": "stark 4 footman knight", "lannisport": "lannister footman", "riverrun": "lannister token"}


def updating(turn: str, card: str = "supply", **fields: Any) -> dict[str, Any]:
    """Houses reconcile their armies, in the order Baratheon, Lannister, Stark."""
    return three(at="1.4.1", turn=turn, revealed={**SHOWN, "westeros-1": [card]}, areas=COUNTED, **fields)


@pytest.mark.parametrize("card", ["supply", "a-throne-of-blades"])
def test_the_supply_of_who_has_updated_it_is_what_the_icons_say(card: str) -> None:
    table = open_position(updating("stark", card)).table
    assert [table.house(Seat(seat)).supply for seat in ("baratheon", "lannister", "stark")] == [1, 3, 1]
    assert table.waiting.question == "reconcile"
    said = "position.supply.lannister: lannister stands on 3, its supply icons (lannisport 2, riverrun 1), not on 4"
    rule = " (agot_board.supply.update-in-turn-order)"
    assert said + rule in refused(updating("stark", card, supply={"lannister": 4}))
    said = "position.supply.stark: stark stands on 1, its supply icons (winterfell 1), not on 0" + rule
    assert said in refused(updating("stark", card, supply={"stark": 0}))
    assert open_position(updating("stark", card, supply={"stark": 1})).table.waiting.question == "reconcile"


def test_who_has_not_updated_its_supply_stands_where_the_position_says() -> None:
    board = {**COUNTED, "dragonstone": "baratheon 4 footman knight"}
    position = {**updating("baratheon", supply={"stark": 6}), "areas": board}
    table = open_position(position).table
    assert [table.house(Seat(seat)).supply for seat in ("baratheon", "stark")] == [1, 6]
    assert table.waiting.seats == ("baratheon",)


def test_after_a_supply_card_the_cards_behind_it_find_all_houses_updated_and_reconciled() -> None:
    shown = {**SHOWN, "westeros-1": ["supply"]}
    later = three(at="1.4", westeros_card=3, revealed=shown, areas={**COUNTED, "winterfell": "stark 3 footman"})
    assert open_position(later).table.house(Seat("lannister")).supply == 3
    said = "position.supply.lannister: lannister stands on 3, its supply icons (lannisport 2, riverrun 1), not on 2"
    assert said in refused({**later, "supply": {"lannister": 2}})
    over = {**later, "areas": COUNTED}
    assert "areas: stark has not reconciled its armies yet (agot_board.supply.reconcile-at-once)" in refused(over)
    nobody = {**later, "areas": {"dragonstone": "stark footman"}, "supply": {"baratheon": 1}}
    assert "baratheon stands on 0, its supply icons (none), not on 1" in refused(nobody)
    for card, deck in (("supply", 1), ("mustering", 2), ("a-throne-of-blades", 2)):
        first = {**SHOWN, "westeros-1": [card]}
        free = {**later, "westeros_card": deck, "revealed": first, "supply": {"lannister": 2}, "areas": COUNTED}
        assert open_position(free).table.over is None


# --- Westeros cards, bans and the Wildlings


@pytest.mark.parametrize(
    ("at", "words"),
    [("1", ""), ("1.4", ""), ("2.1", ""), ("2.3", ", order march-0"), ("3.2", ", order march-0")],
)
def test_the_wildlings_have_attacked_where_their_marker_would_stand_on_its_last_position(at: str, words: str) -> None:
    position = three(at=at, revealed=SHOWN, areas={"winterfell": f"stark footman{words}"})
    said = "position.wildling: there they attack at once and the marker goes back (agot_board.wildling.two-triggers)"
    assert said in refused({**position, "wildling": 12})
    assert open_position({**position, "wildling": 10}).table.over is None


def test_winter_is_coming_never_stays_revealed() -> None:
    said = "revealed.westeros-2: winter-is-coming is shuffled in again (agot_board.ruling.winter-is-coming-immediate)"
    for cards in (["winter-is-coming"], ["winter-is-coming", "clash-of-kings"]):
        assert said in refused(three(revealed={"westeros-2": cards}))


NO_PHASE = "no Westeros Phase has been yet (agot_board.round.first-round-no-westeros)"
MARCHING = {"winterfell": "stark footman, order march-0"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"at": "2.1", "round": 1, "bans": ["raid"]}, f"bans: {NO_PHASE}"),
        ({"at": "2.1", "round": 1, "revealed": {"westeros-1": ["supply"]}}, f"revealed.westeros-1: {NO_PHASE}"),
        (
            {"at": "3.2", "round": 1, "revealed": {"westeros-3": ["web-of-lies"]}, "areas": MARCHING},
            f"revealed.westeros-3: {NO_PHASE}",
        ),
        ({"at": "1", "round": 2, "revealed": {"westeros-2": ["clash-of-kings"]}}, f"revealed.westeros-2: {NO_PHASE}"),
        (
            {"at": "2.1", "round": 3, "revealed": {"westeros-1": ["supply", "supply", "mustering"]}},
            "revealed.westeros-1: so far 2 cards were revealed at most (agot_board.westeros.step-2-reveal)",
        ),
        (
            {"at": "1", "round": 3, "revealed": {"westeros-1": ["supply", "supply"]}},
            "revealed.westeros-1: so far 1 cards were revealed at most (agot_board.westeros.step-2-reveal)",
        ),
        (
            {"at": "1.4", "round": 2, "revealed": {**SHOWN, "westeros-1": ["supply", "mustering"]}},
            "revealed.westeros-1: so far 1 cards were revealed at most (agot_board.westeros.step-2-reveal)",
        ),
    ],
)
def test_no_more_westeros_cards_were_revealed_than_rounds_reveal(fields: dict[str, Any], said: str) -> None:
    position = {"players": 3, **fields}
    assert f"position.{said}" in refused(position)
    match = open_position({**position, "round": position["round"] + 1})
    assert match.table.round == position["round"] + 1
    del position["round"]
    assert open_position(position).table.round == fields["round"] + 1


def test_tides_are_discarded_in_any_round() -> None:
    shown = {"tides": ["skull", "three"]}
    assert open_position(three(round=1, tides_of_battle=True, revealed=shown, areas=MARCHING)).table.round == 1


@pytest.mark.parametrize("at", ["2.1", "2.3"])
@pytest.mark.parametrize(
    ("shown", "bans"),
    [
        (["storm-of-swords"], ("defense",)),
        (["storm-of-swords", "web-of-lies"], ("support",)),
        (["storm-of-swords", "put-to-the-sword"], ()),
        (["wildlings-attack"], ()),
        ([], ()),
    ],
)
def test_where_bans_are_left_out_the_card_that_leaves_no_choice_has_banned(
    at: str, shown: list[str], bans: tuple[str, ...]
) -> None:
    order = ", order consolidate-power" if at == "2.3" else ""
    position = three(at=at, revealed={"westeros-3": shown}, areas={"winterfell": f"stark footman{order}"})
    assert open_position(position).table.bans == bans


def test_orders_banned_by_a_card_whose_bans_are_left_out_were_not_laid() -> None:
    position = three(at="2.3", revealed={"westeros-3": ["web-of-lies"]})
    said = "winterfell: stark cannot have laid so (agot_board.westeros-card.web-of-lies"
    assert said in refused({**position, "areas": {"winterfell": "stark footman, order support"}})


def test_a_ban_that_a_judge_has_lifted_is_not_written_as_if_it_stood() -> None:
    match = open_position(three(at="2.1", revealed={"westeros-3": ["web-of-lies"]}, areas=MUSTERED))
    table = match.table.branch()
    table.bans = ()
    with pytest.raises(NoPosition, match="web-of-lies bans support, not nothing"):
        position_of(table)


@pytest.mark.parametrize(
    ("at", "token", "card"),
    [
        ("3.1", "raid", "sea-of-storms"),
        ("3.1", "raid-special", "sea-of-storms"),
        ("3.2", "support", "web-of-lies"),
        ("3.2", "support-plus-1", "web-of-lies"),
        ("3.2", "march-plus-1", "rains-of-autumn"),
        ("3.3", "defense-plus-1", "storm-of-swords"),
        ("3.3", "consolidate-power", "feast-for-crows"),
    ],
)
def test_no_order_lies_that_this_round_has_banned(at: str, token: str, card: str) -> None:
    position = three(at=at, round=3, areas={"winterfell": f"stark footman, order {token}"})
    said = f"banned in this round (agot_board.westeros-card.{card})"
    assert said in refused({**position, "revealed": {"westeros-3": [card]}})
    for shown in ([], [card, "put-to-the-sword"], [card, "wildlings-attack"]):
        assert open_position({**position, "revealed": {"westeros-3": shown}}).table.over is None


def test_of_the_march_orders_the_strongest_alone_is_banned_and_in_a_combat_too() -> None:
    shown = {"westeros-3": ["rains-of-autumn"]}
    for order, banned in (("march-0", False), ("march-plus-1", True)):
        board = {"winterfell": f"stark footman, order {order}", "moat_cailin": "lannister footman"}
        position = {**fight("winterfell", "moat-cailin", "stark footman", "4.1", **board), "revealed": shown}
        if banned:
            assert "winterfell: march-plus-1 is banned in this round" in refused(position)
        else:
            assert open_position(position).table.combat is not None


def test_no_house_musters_by_an_order_that_this_round_has_banned() -> None:
    position = three(**MUSTERS, areas=MUSTERED, revealed={"westeros-3": ["feast-for-crows"]})
    said = "position.muster: consolidate-power is banned in this round (agot_board.westeros-card.feast-for-crows)"
    assert said in refused(position)


@pytest.mark.parametrize("at", ["2.1", "2.3"])
@pytest.mark.parametrize(
    ("bans", "shown", "said"),
    [
        (["support"], [], ""),
        ([], [], ""),
        (["support"], ["storm-of-swords", "web-of-lies"], ""),
        (["defense"], ["put-to-the-sword"], ""),
        (["march-plus-1"], ["put-to-the-sword"], ""),
        ([], ["put-to-the-sword"], ""),
        ([], ["wildlings-attack"], ""),
        (["defense", "support"], [], "one card of a round bans one kind of order (agot_board.westeros.step-2-reveal)"),
        ([], ["web-of-lies"], "web-of-lies bans support, not nothing (agot_board.westeros-card.web-of-lies)"),
        (
            ["raid"],
            ["put-to-the-sword"],
            "put-to-the-sword bans nothing, defense or march-plus-1, not raid (agot_board.westeros-card.put",
        ),
        (
            ["raid"],
            ["sea-of-storms", "wildlings-attack"],
            "wildlings-attack bans nothing, not raid (agot_board.westeros-card.wildlings-attack)",
        ),
    ],
)
def test_orders_are_banned_by_the_card_that_lies_revealed(
    at: str, bans: list[str], shown: list[str], said: str
) -> None:
    order = ", order consolidate-power" if at == "2.3" else ""
    position = three(at=at, bans=bans, revealed={"westeros-3": shown}, areas={"winterfell": f"stark footman{order}"})
    if said:
        assert f"position.bans: {said}" in refused(position)
    else:
        assert open_position(position).table.bans == tuple(bans)
