"""Positions of the board game: read strictly, laid as a match, and written again as they were."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml

from domain.games.agot_board.components import AREAS, SETUPS
from domain.games.agot_board.positions.area_text import area_from, text_of
from domain.games.agot_board.positions.cards import DECK_ZONES
from domain.games.agot_board.positions.export import position_of
from domain.games.agot_board.state import Area, Order, westeros_deck, westeros_revealed
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.ids import ADMIN, PUBLIC, Seat
from domain.kernel.redaction import redacted_facts
from domain.kernel.refusals import NoPosition
from domain.match.aggregate import Match, Refused, decode_event
from domain.match.aggregate import initial as nothing
from domain.match.events import OpenMatch
from tests.builders import acted, begun

GAME = "agot_board"
RICH = """
houses: {baratheon: Ann, lannister: "", stark: Eve}
round: 3
at: "3.2"
turn: stark
rule_set: faq-2.0
tides_of_battle: true
tracks: {iron_throne: [stark, lannister, baratheon]}
supply: {stark: 3}
power: {stark: 7}
wildling: 6
blade: used
garrisons: [stark, lannister]
areas:
  winterfell: stark knight 2 footman, order march-plus-1
  bay-of-ice: stark 2 ship routed ship, order support
  port-of-winterfell: stark ship
  moat-cailin: lannister token
  white-harbor: stark footman token
  dragonstone: lannister footman
hands: {stark: [eddard-stark, catelyn-stark]}
decks: {westeros-1: [supply, mustering], wildling: [mammoth-riders], tides: [skull, skull, three]}
revealed: {westeros-2: [clash-of-kings, game-of-thrones], tides: [blank]}
"""


def open_position(position: Any, seed: int = 5) -> Match:
    return begun(OpenMatch(GAME, (), position=json.dumps(position)), seed).match


def refused(position: Any) -> str:
    """What is said of a position that does not hold."""
    with pytest.raises(Refused) as raised:
        open_position(position)
    refusal = raised.value.refusal
    assert refusal.rule == "position.invalid"
    return f"{refusal.because['field']}: {refusal.because['problem']}"


def three(**fields: Any) -> dict[str, Any]:
    return {"players": 3, "at": "3.2", **fields}


def test_a_position_is_laid_as_it_says() -> None:
    table = open_position(yaml.safe_load(RICH)).table
    assert table.seats == ("baratheon", "lannister", "stark")
    assert [table.house(seat).player for seat in table.seats] == ["Ann", "", "Eve"]
    assert (table.round, table.phase, table.tides, table.rule_set) == (3, "action", True, "faq-2.0")
    assert table.iron_throne == ("stark", "lannister", "baratheon")
    assert (table.throne, table.blade_used, table.raven_used, table.wildling) == ("stark", True, False, 6)
    stark = table.house(Seat("stark"))
    assert (stark.supply, stark.power, stark.pool) == (3, 7, 12)
    assert stark.hand == ("eddard-stark", "catelyn-stark")
    assert "robb-stark" in stark.discard
    assert table.area("winterfell") == Area(
        Seat("stark"),
        {"footman": 2, "knight": 1},
        order=Order(Seat("stark"), "march-plus-1", True),
        garrison=Seat("stark"),
    )
    assert table.area("bay-of-ice").routed == {"ship": 1}
    assert table.area("moat-cailin").power_token == "lannister"
    assert table.area("dragonstone").garrison == ""
    assert table.area("kings-landing").neutral == 5
    assert (table.waiting.question, table.waiting.seats) == ("march", ("stark",))


def keys(match: Match, zone: Any) -> list[str]:
    return [match.table.cards[card].key for card in match.table.zone(zone)]


def test_known_cards_lie_on_top_revealed_ones_apart_and_all_others_below() -> None:
    match = open_position(yaml.safe_load(RICH))
    first = keys(match, westeros_deck(1))
    assert first[:2] == ["1/supply", "1/mustering"]
    assert len(first) == 10
    assert keys(match, westeros_revealed(2)) == ["2/clash-of-kings", "2/game-of-thrones"]
    assert len(keys(match, westeros_deck(2))) == 8


@pytest.mark.parametrize("pile", DECK_ZONES)
@pytest.mark.parametrize("named", [0, 2])
def test_of_every_deck_what_a_position_does_not_name_is_shuffled(pile: str, named: int) -> None:
    decks = {pile: KNOWN[pile][:named]} if named else {}
    position = three(round=2, at="2.1", tides_of_battle=True, decks=decks)
    orders = [keys(open_position(position, seed), DECK_ZONES[pile]) for seed in range(3)]
    tops, others = ([each[:named] for each in orders], [each[named:] for each in orders])
    assert [[key.rpartition("/")[2] for key in top] for top in tops] == [KNOWN[pile][:named]] * 3
    assert len({tuple(each) for each in others}) == 3
    assert len({tuple(sorted(each)) for each in others}) == 1


KNOWN = {
    "westeros-1": ["supply", "mustering"],
    "westeros-2": ["clash-of-kings", "game-of-thrones"],
    "westeros-3": ["web-of-lies", "sea-of-storms"],
    "wildling": ["mammoth-riders", "the-horde-descends"],
    "tides": ["skull", "three"],
}


def test_what_was_written_reads_to_the_same_position() -> None:
    written = position_of(open_position(yaml.safe_load(RICH)).table)
    assert position_of(open_position(written).table) == written
    assert position_of(open_position(yaml.safe_load(yaml.safe_dump(written))).table) == written


def test_the_public_reads_revealed_cards_and_no_decks() -> None:
    following = begun(OpenMatch(GAME, (), position=json.dumps(yaml.safe_load(RICH))), 5)
    facts = decode_event(nothing("m-1", following.match.seed), following.payload).facts
    told = json.dumps([fact for _, fact in redacted_facts(facts, PUBLIC)])
    assert "2/clash-of-kings" in told
    assert "1/supply" not in told
    assert "mammoth-riders" not in told
    assert "mammoth-riders" in json.dumps([fact for _, fact in redacted_facts(facts, ADMIN)])


@pytest.mark.parametrize(
    ("at", "areas", "question"),
    [
        ("2.1", {"winterfell": "stark footman"}, "assign-orders"),
        ("2.3", {"winterfell": "stark footman, order march-0"}, "messenger-raven"),
        ("3.1", {"winterfell": "stark footman, order raid", "castle-black": "lannister footman, order raid"}, "raid"),
        ("3.2", {"winterfell": "stark footman, order march-0"}, "march"),
        ("3.3", {"winterfell": "stark footman, order consolidate-power-special"}, "consolidate-power"),
    ],
)
def test_play_stands_where_the_position_says(at: str, areas: dict[str, str], question: str) -> None:
    match = open_position({"players": 3, "round": 4, "at": at, "areas": areas})
    assert (match.table.round, match.table.waiting.question) == (4, question)
    assert position_of(match.table)["at"] == at


def test_where_a_westeros_phase_begins_it_moves_the_round_marker_itself() -> None:
    quiet = {
        "westeros-1": ["last-days-of-summer"],
        "westeros-2": ["last-days-of-summer"],
        "westeros-3": ["web-of-lies"],
    }
    match = open_position({"players": 3, "round": 4, "at": 1, "areas": {"winterfell": "stark footman"}, "decks": quiet})
    assert (match.table.round, match.table.phase, match.table.bans) == (4, "planning", ("support",))


def test_in_a_rotation_the_turn_goes_on_from_the_house_that_is_named() -> None:
    areas = {"winterfell": "stark footman, order march-0", "lannisport": "lannister footman, order march-0"}
    match = open_position(three(turn="stark", areas=areas))
    assert match.table.waiting.seats == ("stark",)
    staying = match.rules.command({"type": "resolve_march", "area": "winterfell", "march": {"moves": {}}})
    assert acted(match, "stark", staying).match.table.waiting.seats == ("lannister",)


def test_a_position_whose_board_has_a_winner_is_over() -> None:
    castles = ["winterfell", "white-harbor", "moat-cailin", "flints-finger", "seagard", "harrenhal", "riverrun"]
    match = open_position(three(areas=dict.fromkeys(castles, "stark footman")))
    assert match.table.over is not None
    assert (match.table.over.winner, match.table.over.how) == ("stark", "seven-castles")
    with pytest.raises(NoPosition, match=r"match\.over"):
        position_of(match.table)


def test_orders_and_house_cards_in_part_given_are_no_position() -> None:
    match = open_position(war("4.3"))
    chosen = match.rules.command({"type": "choose_house_card", "card": "eddard-stark"})
    with pytest.raises(NoPosition, match=r"position\.nested"):
        position_of(acted(match, "stark", chosen).match.table)
    match = open_position(three(at="2.1", areas={"winterfell": "stark footman", "white-harbor": "lannister footman"}))
    laid = match.rules.command({"type": "assign_orders", "orders": {"winterfell": "march-0"}})
    with pytest.raises(NoPosition, match=r"position\.nested"):
        position_of(acted(match, "stark", laid).match.table)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("stark knight", "stark knight"),
        ("stark knight 2 footman token, order raid", "stark 2 footman knight token, order raid"),
        ("stark routed 3 ship ship", "stark ship routed 3 ship"),
        ("stark footman footman", "stark 2 footman"),
        ("stark token", "stark token"),
        ("none", "none"),
    ],
)
def test_an_area_is_read_and_written_in_words(words: str, said: str) -> None:
    assert text_of(area_from(DocumentNode("area", words), (Seat("stark"),))) == said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("martell footman", "'martell' is no House of this match; known are stark"),
        ("stark", "nothing of stark is named"),
        ("stark 0 footman", "nothing of stark is named: '0 footman' is none"),
        ("stark footmen", "'footmen' is no unit, token or order"),
        ("", "a word is missing, one of: stark"),
        ("stark 2", "a unit follows '2', and nothing stands there; units are footman"),
        ("stark routed", "a unit follows 'routed', and nothing stands there"),
        ("stark 2 footman, routed", "nothing stands there; units are footman"),
        ("stark footman order", "a word is missing, one of: march-minus-1"),
        (
            "stark footman lannister knight",
            "an area holds pieces of one House, and 'lannister' stands after those of stark",
        ),
        ("stark footman order march", "'march' is no order"),
        ("stark footman 2, order raid", "'order' is no unit, and one stands after '2'; units are footman"),
        ("stark footman routed, token", "'token' is no unit, and one stands after 'routed'"),
        ("stark 2 routed footman", "'routed' is no unit, and one stands after '2'"),
        ("none stark 3 footman", "none says that nothing lies there, and 'stark' stands after it"),
        ("none token", "none says that nothing lies there, and 'token' stands after it"),
        ("none, none", "none says that nothing lies there, and 'none' stands after it"),
        ("stark token token", "a second token lies there (agot_board.control.one-token-per-area)"),
        ("stark footman order raid, order raid", "a second order lies there (agot_board.plan.one-order-per-area)"),
        ("stark footman order raid order march-0", "a second order lies there (agot_board.plan.one-order-per-area)"),
    ],
)
def test_words_that_say_nothing_of_an_area_are_errors(words: str, said: str) -> None:
    with pytest.raises(Unreadable) as raised:
        area_from(DocumentNode("area", words), (Seat("stark"),))
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("stark knight, order march +1", "stark knight, order march-plus-1"),
        ("stark knight, order March -1", "stark knight, order march-minus-1"),
        ("strak footman", "stark footman"),
        ("stark footmen", "stark footman"),
        ("stark 2 fotman, knigth; routed shipp", "stark 2 footman, knight routed ship"),
        ("stark 2 footman; order march-0", "stark 2 footman order march-0"),
        ("stark footman, ordr raid", "stark footman, order raid"),
        ("stark footman, order march+1", "stark footman, order march-plus-1"),
        ("stark footman, order march-1", "stark footman, order march-minus-1"),
        ("stark footman, order march+0", "stark footman, order march-0"),
        ("stark footman, order raid+0", "stark footman, order raid"),
        ("stark knight, march-plus-1", "stark knight, order march-plus-1"),
        ("stark knight, march+1", "stark knight, order march-plus-1"),
        ("stark knight suport", "stark knight order support"),
        ("stark siege engine, order raid", "stark siege-engine, order raid"),
        ("stark 2 Siege engines, order march minus 1", "stark 2 siege-engine, order march-minus-1"),
        ("stark two footman routed Three knight", "stark 2 footman routed 3 knight"),
        ("stark 2 two footman", ""),
        ("stark 2 raid", ""),
        ("stark footmen order, token", ""),
        ("stark knight footman 2, order raid", ""),
        ("stark 2 footman routed, order raid", "stark routed 2 footman, order raid"),
        ("stark 2 footman, routed", "stark routed 2 footman"),
        ("stark knight footman routed", ""),
        ("stark footman 2", "stark 2 footman"),
        ("stark footman 2, knight 3 token", "stark 2 footman, 3 knight token"),
        ("stark knight 2 footman 3", "stark 2 knight 3 footman"),
        ("stark 2 knight footman 3", ""),
        ("stark 2footman", "stark 2 footman"),
        ("stark 3footman knight", "stark 3 footman knight"),
        ("stark 3footmen routed 2xKnight", "stark 3 footman routed 2 knight"),
        ("stark 2x footman, x3 knight", "stark 2 footman, 3 knight"),
        ("stark footmanx2", "stark 2 footman"),
        ("stark 2 3footman", ""),
        ("stark 2 footman2", ""),
        ("stark footman lannister knight", ""),
        ("stark 0 footman", ""),
        ("stark 2 routed footman", "stark routed 2 footman"),
        ("2 routed stark footman", "stark routed 2 footman"),
        ("stark knight 2 routed footman", ""),
        ("footman stark", "stark footman"),
        ("2 footman, stark, order march-0", "stark 2 footman, order march-0"),
        ("footman stark, knight lannister", ""),
        ("stark tokn token", ""),
        ("stark knight march-0 order", "stark knight order march-0"),
        ("order march-0 stark knight", "stark order march-0 knight"),
        ("stark 2 knight special march", "stark 2 knight order march-plus-1"),
        ("stark march-special 2 knight", "stark order march-plus-1 2 knight"),
        ("stark knight, order special raid", "stark knight, order raid-special"),
        ("stark knight, special consolidate power", "stark knight, order consolidate-power-special"),
        ("stark knight order plus-1 march", "stark knight order march-plus-1"),
        ("stark knight 2 march-0", "stark 2 knight order march-0"),
        ("stark footman defense +1 and a power token", "stark footman order defense-plus-1 token"),
        ("knights of stark", "stark knight"),
    ],
)
def test_what_may_have_been_meant_says_what_lies_there(words: str, meant: str) -> None:
    with pytest.raises(Unreadable) as raised:
        area_from(DocumentNode("area", words), (Seat("stark"),))
    assert raised.value.meant == meant
    if meant:
        area_from(DocumentNode("area", meant), (Seat("stark"),))


def test_of_units_in_a_row_routed_and_a_number_tell_of_the_next_one_alone() -> None:
    area = area_from(DocumentNode("area", "stark routed 2 knight footman"), (Seat("stark"),))
    assert (area.units, area.routed) == ({"footman": 1}, {"knight": 2})


SHOWN = {"westeros-1": ["mustering"], "westeros-2": ["game-of-thrones"], "westeros-3": ["put-to-the-sword"]}
WAR = {"winterfell": "stark 2 footman, order march-0", "moat-cailin": "lannister footman, order support"}
ATTACK = {"origin": "winterfell", "area": "moat-cailin", "units": "stark footman"}


def war(at: str = "4.1", **combat: Any) -> dict[str, Any]:
    """Stark attacks Moat Cailin with one Footman of two."""
    return three(at=at, areas=WAR, combat={**ATTACK, **combat})


def mustering(at: str = "1.4.2", **fields: Any) -> dict[str, Any]:
    return three(at=at, revealed=SHOWN, **fields)


@pytest.mark.parametrize(
    ("position", "question", "seats"),
    [
        (mustering("1.4", westeros_card=3), "put-to-the-sword", ("stark",)),
        (mustering(turn="stark"), "muster", ("stark",)),
        (
            mustering(turn="lannister", muster={"lannisport": 1}, areas={"lannisport": "lannister footman"}),
            "muster",
            ("lannister",),
        ),
        (
            mustering(
                "1.4.1",
                turn="stark",
                areas={"winterfell": "stark 4 footman knight"},
            )
            | {"revealed": {**SHOWN, "westeros-1": ["supply"]}},
            "reconcile",
            ("stark",),
        ),
        (
            three(at="3.3", turn="stark", muster={"winterfell": 2}, areas={"winterfell": "stark footman"}),
            "muster",
            ("stark",),
        ),
        (war(), "house-cards", ("stark", "lannister")),
        (war() | {"areas": {**WAR, "white-harbor": "stark footman, order support"}}, "support", ("stark",)),
        (
            war(support={"the-twins": "attacker"}, offered="the-twins")
            | {
                "houses": ["baratheon", "lannister", "stark"],
                "areas": {**WAR, "the-twins": "baratheon footman, order support"},
            },
            "offered-support",
            ("stark",),
        ),
        (war("4.3"), "house-cards", ("stark", "lannister")),
    ],
)
def test_a_position_stands_inside_a_phase_a_mustering_or_a_combat(
    position: dict[str, Any], question: str, seats: tuple[str, ...]
) -> None:
    match = open_position(position)
    assert (match.table.waiting.question, set(match.table.waiting.seats)) == (question, set(seats))
    again = position_of(match.table)
    assert position_of(open_position(again).table) == again


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (three(muster={"winterfell": 1}), "position.muster: at 3.2 there is none; it belongs to 1.4.2, 3.3"),
        (three(combat=ATTACK), "position.combat: at 3.2 there is none; it belongs to 4.1, 4.3"),
        (three(westeros_card=1), "position.westeros_card: at 3.2 there is none; it belongs to 1.4, 1.4.1, 1.4.2"),
        (
            three(at="1.4"),
            "westeros-1: it shows nothing, no card to be resolved at 1.4 (agot_board.westeros.step-2-reveal)",
        ),
        (
            three(round=1, wildling=4),
            "wildling: in round 1 at 3.2 it is as at set-up (agot_board.setup.step-2-wildlings)",
        ),
        (three(round=1, supply={"stark": 3}), "supply: in round 1 at 3.2 it is as at set-up (agot_board.setup.step-8"),
        (
            three(at="2.1", round=1, tracks={"fiefdoms": ["lannister", "stark", "baratheon"]}),
            "tracks: in round 1 at 2.1 it is as at set-up (agot_board.setup.step-8-tracks)",
        ),
        (
            three(round=1, tracks={"fiefdoms": ["lannister", "stark", "baratheon"]}),
            "tracks: in round 1 at 3.2 it is as at set-up (agot_board.setup.step-8-tracks)",
        ),
        (
            three(areas={"port-of-sunspear": "lannister ship"}),
            "sunspear is held by nobody (agot_board.ruling.impassable-consequences)",
        ),
        (
            three(at="2.1", round=1, hands={"stark": ["eddard-stark"]}),
            "hands: in round 1 at 2.1 it is as at set-up (agot_board.card.seven-cards)",
        ),
        (mustering("1.4.1"), "by mustering nobody comes to 1.4.1 (agot_board.supply.update-in-turn-order)"),
        (mustering(westeros_card=4), "position.westeros_card: the decks are 1, 2, 3 (agot_board.data.westeros-decks)"),
        (mustering(round=1), "position.round: expected at least 2"),
        (mustering(muster={"winterfell": 3}), "position.muster.winterfell: it has 2 (agot_board.muster.points)"),
        (mustering(muster={"winterfel": 1}), "position.muster.winterfel: unknown key; did you mean winterfell?"),
        (three(at="4.1"), "position.combat: missing"),
        (three(at="4.1", combat={"area": "karhold"}), "position.combat: origin: missing"),
        (war(origin="karhold"), "position.combat.origin: no March order lies there"),
        (war(area="karhold"), "position.combat.area: no other House defends it (agot_board.combat.when)"),
        (
            war(units="stark 3 footman"),
            "combat.units: in winterfell stand stark 2 footman (agot_board.march.any-subset)",
        ),
        (war(units="stark footman token"), "combat.units: units attack, and no token or order (agot_board.term.unit)"),
        (war(units="stark footman, order march-0"), "combat.units: units attack, and no token or order"),
        (war(area="kings-landing"), "is fought without House cards (agot_board.neutral.no-house-card)"),
        (war(area="pyke"), "position.combat.area: nobody ever enters it (agot_board.neutral.impassable)"),
        (
            war(units="lannister footman"),
            "combat.units: lannister does not attack, stark marches from winterfell (agot_board.combat.attacker)",
        ),
        (war(units="tully footman"), "position.combat.units: 'tully' is no House of this match"),
        (war(support={"winterfell": "attacker"}), "position.combat.support.winterfell: no Support order lies there"),
        (war(support={"moat-cailin": "both"}), "'both' is none of attacker, defender, refuse"),
        (war(offered="moat-cailin"), "position.combat.offered: that order has not been decided"),
        (war(strength=3), "position.combat.strength: unknown key"),
    ],
)
def test_what_is_under_way_fits_its_moment_and_the_board(position: Any, said: str) -> None:
    assert said in refused(position)


def fight(origin: str, area: str, units: str, at: str = "4.3", /, **areas: str) -> dict[str, Any]:
    """An attack, with what lies in the areas (in Python's spelling)."""
    board = {id.replace("_", "-"): words for id, words in areas.items()}
    return three(at=at, areas=board, combat={"origin": origin, "area": area, "units": units})


def backed(position: dict[str, Any], offered: str = "", /, **support: str) -> dict[str, Any]:
    """The same combat with these decisions about support."""
    decided = {id.replace("_", "-"): side for id, side in support.items()}
    said = {"support": decided, **({"offered": offered} if offered else {})}
    return {**position, "combat": {**position["combat"], **said}}


INLAND = fight(
    *("winterfell", "moat-cailin", "stark footman", "4.1"),
    winterfell="stark footman, order march-0",
    white_harbor="stark footman, order support",
    moat_cailin="lannister footman",
    the_twins="baratheon footman, order support",
    greywater_watch="lannister footman, order support-plus-1",
    riverrun="lannister footman, order support",
    port_of_winterfell="stark ship, order support-plus-1",
)
AT_SEA = fight(
    *("bay-of-ice", "sunset-sea", "lannister ship", "4.1"),
    bay_of_ice="lannister 2 ship, order march-0",
    sunset_sea="stark ship",
    flints_finger="stark knight, order support",
)
SHIPPED = fight(
    *("white-harbor", "dragonstone", "stark footman"),
    white_harbor="stark footman, order march-0",
    dragonstone="baratheon footman",
)
BRIDGE = {"the-narrow-sea": "stark ship", "shipbreaker-bay": "stark routed ship"}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            fight(
                *("winterfell", "harrenhal", "stark footman"),
                winterfell="stark footman, order march-0",
                harrenhal="lannister footman",
            ),
            "combat.area: from winterfell no march attacks so (agot_board.march.adjacent-only)",
        ),
        (SHIPPED, "combat.area: from white-harbor no march attacks so (agot_board.march.adjacent-only)"),
        (
            fight(
                *("bay-of-ice", "winterfell", "lannister ship"),
                bay_of_ice="lannister 2 ship, order march-0",
                winterfell="stark footman",
            ),
            "combat.area: from bay-of-ice no march attacks so (agot_board.march.ships-not-to-land)",
        ),
        (
            fight(
                *("winterfell", "bay-of-ice", "stark knight"),
                bay_of_ice="lannister ship",
                winterfell="stark knight, order march-0",
            ),
            "combat.area: from winterfell no march attacks so (agot_board.march.land-units-not-to-sea)",
        ),
        (
            fight(
                *("bay-of-ice", "port-of-winterfell", "lannister ship"),
                bay_of_ice="lannister ship, order march-0",
                port_of_winterfell="stark ship",
            ),
            "combat.area: from bay-of-ice no march attacks so (agot_board.port.march-not-enemy)",
        ),
        (
            {
                **fight(
                    *("winterfell", "moat-cailin", "stark 2 footman"),
                    winterfell="stark 4 footman, order march-0",
                    moat_cailin="lannister footman",
                ),
                "supply": {"stark": 0},
            },
            "",
        ),
        (
            {
                **fight(
                    *("winterfell", "moat-cailin", "stark 2 footman"),
                    winterfell="stark 4 footman, order march-0",
                    moat_cailin="lannister footman",
                    karhold="stark 2 knight",
                ),
                "supply": {"stark": 0},
            },
            "combat.units: from winterfell no march attacks so (agot_board.ruling.march-supply-check)",
        ),
        (backed(INLAND, the_twins="refuse", greywater_watch="defender", white_harbor="attacker"), ""),
        (backed(INLAND, "the-twins", the_twins="attacker"), ""),
        (
            backed(INLAND, the_twins="refuse", white_harbor="refuse"),
            "support.white-harbor: lannister decides before (agot_board.support.turn-order)",
        ),
        (
            backed(INLAND, "the-twins", the_twins="attacker", greywater_watch="refuse"),
            "support.greywater-watch: baratheon decides before (agot_board.support.turn-order)",
        ),
        (
            backed(INLAND, "the-twins", the_twins="refuse"),
            "combat.offered: nobody answers that (agot_board.support.may-be-declined)",
        ),
        (
            backed(INLAND, "greywater-watch", the_twins="refuse", greywater_watch="defender"),
            "combat.offered: nobody answers that (agot_board.support.may-be-declined)",
        ),
        (
            backed(INLAND, "the-twins", the_twins="attacker") | {"at": "4.3"},
            "combat.offered: at 4.3 all is answered (agot_board.ruling.support-decline-timing)",
        ),
        ({**SHIPPED, "areas": {**SHIPPED["areas"], **BRIDGE}}, ""),
        (
            backed(INLAND, white_harbor="defender"),
            "support.white-harbor: this support cannot be declared (agot_board.support.not-against-own-units)",
        ),
        (
            backed(INLAND, greywater_watch="attacker"),
            "support.greywater-watch: this support cannot be declared (agot_board.support.not-against-own-units)",
        ),
        (
            backed(INLAND, riverrun="defender"),
            "support.riverrun: this support cannot be declared (agot_board.support.adjacent-to-embattled)",
        ),
        (
            backed(INLAND, riverrun="refuse"),
            "support.riverrun: this support cannot be declared (agot_board.support.adjacent-to-embattled)",
        ),
        (
            backed(INLAND, port_of_winterfell="attacker"),
            "support.port-of-winterfell: this support cannot be declared (agot_board.port.support-sea-only)",
        ),
        (
            backed(AT_SEA, flints_finger="defender"),
            "support.flints-finger: this support cannot be declared (agot_board.support.land-not-sea)",
        ),
    ],
)
def test_a_combat_that_no_march_begins_is_refused_as_the_march_is(position: Any, said: str) -> None:
    if said:
        assert said in refused(position)
    else:
        assert position_of(open_position(position).table)["at"] in ("4.1", "4.3")


def test_when_cards_are_chosen_support_of_which_nothing_is_said_is_refused() -> None:
    match = open_position(backed(INLAND, the_twins="attacker") | {"at": "4.3"})
    combat = match.table.combat
    assert combat is not None
    assert combat.support == {"the-twins": "attacker", "greywater-watch": "refuse", "white-harbor": "refuse"}


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (
            mustering(turn="stark", muster={"lannisport": 1}),
            "position.muster.lannisport: stark does not control it (agot_board.muster.card-in-turn-order)",
        ),
        (
            three(
                at="3.3",
                turn="stark",
                muster={"winterfell": 2, "white-harbor": 1},
                areas=dict.fromkeys(["winterfell", "white-harbor"], "stark footman"),
            ),
            "position.muster: one order musters in its area alone (agot_board.special.muster-only-there)",
        ),
        (
            three(
                at="3.3",
                turn="stark",
                muster={"winterfell": 2},
                areas={"winterfell": "stark footman, order consolidate-power-special"},
            ),
            "muster.winterfell: the order that lets muster has been removed (agot_board.special.consolidate-power)",
        ),
        (
            mustering("1.4.1", turn="stark", areas={"lannisport": "lannister 5 footman"})
            | {"revealed": {**SHOWN, "westeros-1": ["supply"]}},
            "position.turn: lannister has not reconciled its armies yet (agot_board.supply.reconcile-at-once)",
        ),
    ],
)
def test_a_mustering_or_reconciling_that_no_play_comes_to_is_refused(position: Any, said: str) -> None:
    assert said in refused(position)


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ([], "position: expected named fields"),
        ({"at": "3.2"}, "position: houses: missing"),
        ({"players": 2, "at": "3.2"}, "position.players: 2 players"),
        (three(at="3.4"), "position.at: no position stands at step 3.4 of the chart (the board is cleaned up for"),
        (three(at="3.2.a"), "(a House declares how it resolves a March order); did you mean 3.2? Known are 3.2, "),
        (three(at="34"), "position.at: '34' is no step that a position stands at"),
        ({"players": 4, "houses": ["stark", "lannister", "baratheon"], "at": "3.2"}, "players: 3 Houses are named"),
        ({"houses": ["stark", "lannister", "tyrell"], "at": "3.2"}, "houses: in use are baratheon, lannister, stark"),
        ({"houses": ["stark", "stark", "lannister", "baratheon"], "at": "3.2"}, "position.houses: in use are"),
        ({"houses": ["stark"], "at": "3.2"}, "position.houses: 3 to 6 play"),
        ({"houses": ["strak", "lanister"], "at": "3.2"}, "position.houses[0]: 'strak' is none of"),
        ({"players": 3}, "position: at: missing"),
        (three(at="3.7"), "position.at: '3.7' is no step"),
        (three(at="1", round=1), "round: expected at least 2 (agot_board.round.first-round-no-westeros)"),
        (three(round=11), "position.round: expected at most 10 (agot_board.round.ten-rounds)"),
        (three(at="2.1", turn="stark"), "position.turn: at 2.1 it is nobody's turn"),
        (three(turn="tyrell"), "position.turn: 'tyrell' is none of"),
        (three(rule_set="third"), "position.rule_set: 'third' is none of"),
        (three(tides_of_battle=1), "position.tides_of_battle: expected true or false"),
        (
            three(tracks={"fiefdoms": ["stark", "lannister"]}),
            "fiefdoms: each House stands on it once: baratheon, lannister, stark (agot_board.setup.shared-positions)",
        ),
        (three(tracks={"valyria": []}), "position.tracks.valyria: unknown key"),
        (three(supply={"stark": 7}), "position.supply.stark: expected at most 6 (agot_board.data.supply-track)"),
        (three(power={"stark": 21}), "power.stark: expected at most 20 (agot_board.component.power-tokens)"),
        (three(power={"stark": 20}, areas={"karhold": "stark token"}), "position.power.stark: expected at most 19"),
        (three(wildling=3), "the track has the positions 0, 2, 4, 6, 8, 10, 12 (agot_board.data.wildling-track)"),
        (three(bans=["defense"]), "position.bans: at 3.2 no order is banned"),
        (three(at="2.1", bans=["march"]), "position.bans[0]: 'march' is none of"),
        (three(blade="flipped"), "position.blade: 'flipped' is none of unused, used"),
        (three(retired=["stark", "lannister"]), "position.retired: each House once, and two of them still play"),
        (
            three(hands={"stark": ["the-hound"]}),
            "position.hands.stark[0]: the-hound is a card of lannister (agot_board.card.seven-cards)",
        ),
        (
            three(hands={"stark": ["eddard-stark", "eddard-stark"]}),
            "stark: a House has each of its cards once",
        ),
        (three(hands={"stark": []}), "position.hands.stark: a House that has played its last card"),
        (
            three(decks={"westeros-1": ["skull"]}),
            "decks.westeros-1[0]: the deck has no skull (agot_board.data.westeros-decks); left are",
        ),
        (
            three(decks={"westeros-1": ["winter-is-coming"] * 2}),
            "no further winter-is-coming (agot_board.data.westeros-decks)",
        ),
        (
            three(decks={"wildling": ["skull"]}),
            "decks.wildling[0]: the deck has no skull (agot_board.data.wildling-deck)",
        ),
        (
            three(tides_of_battle=True, decks={"tides": ["mammoth-riders"]}),
            "decks.tides[0]: the deck has no mammoth-riders (agot_board.data.tides-deck)",
        ),
        (three(revealed={"tides": ["skull"]}), "position.revealed.tides: this match has no such deck"),
        (three(hands={"stark": ["edard-stark"]}), "'edard-stark' is none of"),
        (three(areas={"port-of-winterfell": "stark footman"}), "cannot be in a port area (agot_board.port.ships-only)"),
        (three(round=0), "position.round: expected at least 1 (agot_board.round.ten-rounds)"),
        (
            three(decks={"tides": ["skull"]}),
            "position.decks.tides: this match has no such deck (agot_board.tides.optional)",
        ),
        (three(revealed={"wildling": ["mammoth-riders"]}), "position.revealed.wildling: unknown key"),
        (three(areas={"kings-road": "stark token"}), "position.areas.kings-road: unknown key"),
        (three(areas={"winterfell": 3}), "position.areas.winterfell: expected a string"),
        (three(areas={"winterfell": ["stark footman"]}), "expected a string; did you mean stark footman?"),
        (
            three(areas={"winterfell": {"area": "stark footman", "order": "raid"}}),
            "position.areas.winterfell: expected a string; did you mean stark footman, order raid?",
        ),
        (three(hands={"stark": "eddard-stark"}), "expected a list; did you mean [eddard-stark]?"),
        (three(hands={"stark": {"eddard-stark": 1}}), "expected a list; did you mean [eddard-stark]?"),
        (three(supply="stark 3"), "expected named fields; did you mean stark: 3?"),
        (
            three(areas={"winterfell": "stark ship"}),
            "a ship cannot be in a land area (agot_board.march.ships-not-to-land)",
        ),
        (
            three(areas={"bay-of-ice": "stark footman"}),
            "footman cannot be in a sea area (agot_board.march.land-units-not-to-sea)",
        ),
        (three(areas={"bay-of-ice": "stark token"}), "position.areas.bay-of-ice: Power tokens lie on land only"),
        (
            three(areas={"winterfell": "stark token"}),
            "winterfell: a House needs no token in its home area (agot_board.ruling.power-token-home)",
        ),
        (three(areas={"port-of-winterfell": "stark 4 ship"}), "port-of-winterfell: a port holds 3 Ships"),
        (three(areas={"port-of-winterfell": "lannister ship"}), "port-of-winterfell: winterfell is held by stark"),
        (three(areas={"port-of-oldtown": "stark ship"}), "position.areas.port-of-oldtown: oldtown is held by nobody"),
        (three(areas={"karhold": "stark token, order raid"}), "position.areas.karhold: an order lies only where"),
        (three(at="2.1", areas={"karhold": "stark footman, order raid"}), "karhold: no order lies on the board before"),
        (three(areas={"karhold": "stark 11 footman"}), "position.areas: stark has 10 footman, not 11"),
        (
            three(areas=dict.fromkeys(["karhold", "the-fingers"], "stark footman, order march-0")),
            "position.areas: stark has 1 march-0, not 2",
        ),
        (
            three(garrisons=["stark"], areas={"winterfell": "lannister footman"}),
            "position.garrisons: winterfell is held by lannister",
        ),
        (
            three(garrisons=["stark", "stark"]),
            "position.garrisons: each House has one (agot_board.garrison.definition)",
        ),
        (three(areas={"pyke": "stark footman"}), "position.areas.pyke: nobody ever enters this area"),
        (
            three(neutral={"kings-landing": 5}),
            "position.neutral: pyke is left out: list it as impassable (agot_board.neutral.impassable)",
        ),
        (
            three(neutral={"kings-landing": 5}, areas={"pyke": "stark footman"}),
            "position.neutral.pyke: nobody ever enters this area",
        ),
        (three(neutral={"kings-landing": 4}), "position.neutral.kings-landing: printed is 5 (agot_board.data.setups)"),
        (three(neutral={"winterfell": 4}), "position.neutral.winterfell: unknown key"),
        (
            {"players": 6, "at": "3.2", "neutral": {"the-eyrie": 6}, "areas": {"the-eyrie": "stark footman"}},
            "position.neutral.the-eyrie: stark holds the area",
        ),
    ],
)
def test_what_box_and_board_cannot_hold_is_an_error_with_its_place(position: Any, said: str) -> None:
    assert said in refused(position)


RAVEN = {"winterfell": "stark footman, order raid", "kingswood": "baratheon footman, order march-plus-1"}


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, ""),
        (
            {"areas": {**RAVEN, "dragonstone": "baratheon footman, order defense-plus-2"}},
            "position.areas: baratheon cannot have laid so (agot_board.plan.special-order-limit: "
            "special defense-plus-2 march-plus-1, stars 1, position 3)",
        ),
        (
            {"bans": ["raid"]},
            "position.areas.winterfell: stark cannot have laid so (agot_board.westeros-card.sea-of-storms",
        ),
        (
            {"bans": ["march-plus-1"], "revealed": {"westeros-3": ["put-to-the-sword"]}},
            "position.areas.kingswood: baratheon cannot have laid so (agot_board.westeros-card.put-to-the-sword",
        ),
        (
            {"areas": {**RAVEN, "lannisport": "lannister footman"}},
            "position.areas: lannister cannot have laid so (agot_board.plan.assign-one-each",
        ),
        (
            {"retired": ["lannister"], "areas": {**RAVEN, "lannisport": "lannister footman"}},
            "position.areas: lannister cannot have laid so (agot_board.plan.assign-one-each",
        ),
    ],
)
def test_orders_that_no_planning_phase_lays_are_refused_at_the_raven(fields: dict[str, Any], said: str) -> None:
    position: dict[str, Any] = {"players": 3, "at": "2.3", "areas": RAVEN, **fields}
    if said:
        assert said in refused(position)
    else:
        assert open_position(position).table.waiting.question == "messenger-raven"


def test_who_is_short_of_orders_has_laid_all_that_may_be_laid() -> None:
    closed = [each.area for each in SETUPS[3].neutral]
    lands = [id for id, area in AREAS.items() if area.type == "land" and not area.is_fortified and id not in closed][
        :10
    ]
    tokens = ["raid", "raid", "march-minus-1", "march-0", "defense-plus-1", "defense-plus-1", "support", "support"]
    tokens += ["consolidate-power", "consolidate-power"]
    crowd = {id: f"stark footman, order {token}" for id, token in zip(lands, tokens, strict=True)}
    at_sea = {"bay-of-ice": "stark ship, order march-plus-1", "the-shivering-sea": "stark ship, order raid-special"}
    position: dict[str, Any] = {"players": 3, "at": "2.3", "areas": {**crowd, **at_sea, "the-narrow-sea": "stark ship"}}
    assert open_position(position).table.waiting.question == "messenger-raven"
    without = {**position["areas"], "bay-of-ice": "stark ship"}
    assert "(agot_board.plan.shortage-place-all: laid 11, wanted 12" in refused({**position, "areas": without})


def test_special_orders_beyond_the_stars_are_refused_as_long_as_no_track_can_have_changed() -> None:
    """Doran Martell alone changes it after the Planning Phase, in a game of six."""
    areas = {**RAVEN, "dragonstone": "baratheon footman, order defense-plus-2"}
    assert "agot_board.plan.special-order-limit" in refused(three(at="3.1", areas=areas))
    later = {**areas, "winterfell": "stark footman, order support"}
    said = "baratheon cannot have laid so (agot_board.plan.special-order-limit: "
    assert said in refused(three(areas=later))
    said = "areas: greyjoy cannot have laid so (agot_board.plan.special-order-limit: special march-plus-1, stars 0, "
    for players in (4, 5):
        pyke = {"players": players, "at": "3.2", "areas": {"pyke": "greyjoy footman, order march-plus-1"}}
        assert said in refused(pyke)
    played = {"hands": {"martell": ["the-red-viper"]}}
    assert open_position({"players": 6, "at": "3.2", "areas": later, **played}).table.waiting.question == "march"


def test_a_board_that_only_a_correction_makes_is_not_written() -> None:
    match = open_position({"players": 3, "at": "2.3", "areas": RAVEN})
    table = match.table.branch()
    table.areas.writable("karhold").house, table.areas.writable("karhold").units = Seat("stark"), {"footman": 1}
    with pytest.raises(NoPosition, match=r"position\.invalid.*plan\.assign-one-each"):
        position_of(table)


@pytest.mark.parametrize(
    ("given", "first"),
    [
        ({}, 1),
        ({"wildling": 2, "supply": {"stark": 1}}, 1),
        ({"wildling": 4}, 2),
        ({"supply": {"stark": 3}}, 2),
        ({"hands": {"stark": ["eddard-stark"]}}, 2),
        ({"tracks": {"fiefdoms": ["lannister", "stark", "baratheon"]}}, 2),
    ],
)
def test_a_round_that_is_left_out_is_the_first_in_which_the_board_can_stand_so(given: Any, first: int) -> None:
    position = three(at="2.1", areas={"winterfell": "stark footman"}, **given)
    assert open_position(position).table.round == first
