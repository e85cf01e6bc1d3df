"""The Westeros Phase of the board game: its procedures run on boards that are laid out by hand."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from domain.games.agot_board.board.board_changes import gain_power, hand_over
from domain.games.agot_board.board.supply import excess
from domain.games.agot_board.chart.westeros import WESTEROS_FRAMES, WesterosPhase
from domain.games.agot_board.chart.westeros.bidding import ClashOfKings
from domain.games.agot_board.chart.westeros.income import GameOfThrones
from domain.games.agot_board.chart.westeros.mustering import Mustering, MusterInTurn
from domain.games.agot_board.chart.westeros.supply import UpdateSupply
from domain.games.agot_board.chart.westeros.westeros_card_choices import DarkWings, PutToTheSword, ThroneOfBlades
from domain.games.agot_board.chart.westeros.wildlings import WildlingsAttack
from domain.games.agot_board.commands import (
    Bid,
    ChooseCardOption,
    ChooseTiedBidder,
    MusterDone,
    MusterUnit,
    MusterUpgrade,
    OrderTiedBids,
    ReconcileRemoveUnit,
    WildlingChoice,
)
from domain.games.agot_board.components import AREAS, BOX, CARDS_OF, LIMITS, SETUPS, TRACKS
from domain.games.agot_board.facts.board import (
    BansLifted,
    HouseCardsDiscarded,
    HouseRetired,
    InfluenceSet,
    RoundBegan,
    SupplySet,
    UnitsPlaced,
    WildlingsMoved,
)
from domain.games.agot_board.facts.start import DeckLaid, HouseCardsTaken, SeatsTaken
from domain.games.agot_board.facts.westeros import WesterosCardBegan
from domain.games.agot_board.rules import AgotBoard
from domain.games.agot_board.state import WILDLING_DECK, BoardTable, westeros_deck, westeros_revealed
from domain.kernel.cards.moving_cards import move, shuffle
from domain.kernel.deciding import DecidedAction, decide_command, refusal_of
from domain.kernel.facts import apply_all
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.frames import Decision, Procedure, run_flow
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from tests.builders import Dice, options_of

RULES: Any = AgotBoard()  # without the half of the kernel's protocol that is about abilities
SEED = bytes(32)
STARK, GREYJOY, LANNISTER, MARTELL, TYRELL, BARATHEON = (
    Seat(house) for house in ("stark", "greyjoy", "lannister", "martell", "tyrell", "baratheon")
)
BANS = Commands(tuple(Form("choose_card_option", {"option": ban}) for ban in ("one", "other")))


class Bottom(Procedure, frozen=True, tag="test.bottom"):
    """Waits when what lies on it is over."""

    steps = (
        Decision(
            "end",
            "end",
            seats=lambda table, frame: table.remaining_seats()[:1],
            options=lambda rules, table, frame, seat: BANS,
            accepts=(MusterDone,),
            on_answer=lambda game, frame, seat, command: None,
            rule="agot_board.round.next-round",
        ),
    )


class Board:
    """A board of some players with what a test lays on it; `run` begins a procedure, `act` answers."""

    def __init__(self, players: int = 6, power: int = 5, supply: int = 2, **units: str) -> None:
        table = RULES.blank()
        self.game = Game(RULES, table, SEED, 1)
        houses = SETUPS[players].houses
        self.facts: list[Any] = []
        self.lay(SeatsTaken(houses, ("",) * players, tuple(AREAS), "public", False, "printed"))
        for house in houses:
            self.lay(HouseCardsTaken(house, CARDS_OF[house]), SupplySet(house, supply))
            gain_power(self.game, house, power)
        for track in TRACKS:
            self.lay(InfluenceSet(track, getattr(SETUPS[players], track)))
            hand_over(self.game, track)
        self.lay(RoundBegan(1), WildlingsMoved(2))
        for written, text in units.items():
            owner, *listed = text.split()
            counted = Counter(listed)
            self.lay(UnitsPlaced(Seat(owner), written.replace("_", "-"), dict(counted)))

    @property
    def table(self) -> BoardTable:
        table: BoardTable = self.game.table
        return table

    def lay(self, *facts: Any) -> None:
        for fact in facts:
            self.game.emit(fact)

    def deck(self, zone: Any, *keys: str) -> None:
        """Lay a deck whose top cards are these, the others of it below."""
        whole = {
            WILDLING_DECK: [each.id for each in BOX.wildling_card],
            **{
                westeros_deck(n): [e.key for e in BOX.westeros_card if e.deck == n for _ in range(e.count)]
                for n in (1, 2, 3)
            },
        }[zone]
        below = Counter(whole) - Counter(keys)
        order = [*keys, *below.elements()]
        self.lay(DeckLaid(zone, len(order), tuple((Handle(self.game.chance.handle()), key) for key in order)))

    def run(self, frame: Procedure) -> None:
        self.table.stack.extend((Bottom(), frame))
        run_flow(self.game)
        self.facts += self.game.conclude()[0]
        self.game = Game(RULES, self.table, SEED, self.game.version + 1)

    def act(self, house: Seat, command: Any) -> None:
        decided = self.tried(house, command)
        assert isinstance(decided, DecidedAction), decided
        self.game = Game(RULES, decided.table, SEED, self.game.version + 1)
        self.facts += decided.facts

    def tried(self, house: Seat, command: Any) -> DecidedAction[BoardTable] | Refusal:
        return decide_command(RULES, self.table, SEED, house, command, self.game.version + 1)

    def refused(self, house: Seat, command: Any) -> str:
        found = self.tried(house, command)
        assert isinstance(found, Refusal)
        return found.rule.removeprefix("agot_board.")

    def bid(self, **bids: int) -> None:
        for house, power in bids.items():
            self.act(Seat(house), Bid(power))

    @property
    def asked(self) -> tuple[str, ...]:
        """The question that is open, and who is awaited."""
        waiting = self.table.waiting
        assert waiting is not None
        return (waiting.question, *waiting.seats)

    def offered(self, house: Seat) -> list[Any]:
        answers: list[Any] | None = options_of(RULES, self.table, house).answers(10_000)
        assert answers is not None
        return answers

    def units(self, area: str) -> dict[str, int]:
        return dict(self.table.area(area.replace("_", "-")).units)


def over(board: Board) -> bool:
    return board.asked[0] == "end"


# --- the phase


def with_decks(board: Board, first: str, second: str, third: str) -> Board:
    for n, key in enumerate((first, second, third), 1):
        board.deck(westeros_deck(n), f"{n}/{key}")
    return board


def test_the_marker_moves_three_cards_are_revealed_icons_counted_and_cards_resolved_in_order() -> None:
    board = with_decks(Board(), "last-days-of-summer", "last-days-of-summer", "web-of-lies")
    board.run(WesterosPhase())
    assert over(board)
    assert (board.table.round, board.table.wildling, board.table.bans) == (2, 8, ("support",))
    assert [len(board.table.zone(westeros_deck(n))) for n in (1, 2, 3)] == [9, 9, 9]
    began = [fact.card for fact in board.facts if isinstance(fact, WesterosCardBegan)]
    assert began == ["1/last-days-of-summer", "2/last-days-of-summer", "3/web-of-lies"]


def test_winter_is_coming_shuffles_its_deck_at_once_and_another_card_takes_its_place() -> None:
    board = with_decks(Board(), "winter-is-coming", "last-days-of-summer", "web-of-lies")
    board.run(WesterosPhase())
    table = board.table
    shown = [table.cards[card].key for card in table.zone(westeros_revealed(1))]
    assert len(shown) == 1
    assert shown != ["1/winter-is-coming"]
    assert len(table.zone(westeros_deck(1))) == 9


def test_at_twelve_the_wildlings_attack_before_any_card_and_icons_above_are_void() -> None:
    board = with_decks(Board(), "last-days-of-summer", "last-days-of-summer", "wildlings-attack")
    board.deck(WILDLING_DECK, "silence-at-the-wall", "skinchanger-scout")
    board.lay(WildlingsMoved(10))
    board.run(WesterosPhase())
    assert board.table.attack is not None
    assert board.table.attack.strength == 12
    assert board.table.westeros_card == ""
    board.bid(baratheon=1, lannister=0, stark=1, martell=1, tyrell=1, greyjoy=1)
    assert board.table.wildling == 8
    assert board.table.attack is not None
    assert (board.table.attack.strength, board.table.westeros_card) == (8, "3/wildlings-attack")


# --- supply


def test_supply_moves_to_the_icons_controlled_and_armies_lose_the_fewest_units() -> None:
    board = Board(
        lannisport="lannister footman footman footman footman",
        harrenhal="lannister footman footman footman",
        searoad_marches="lannister knight knight",
        supply=5,
    )
    board.run(UpdateSupply())
    assert board.asked == ("reconcile", "lannister")
    assert board.table.house(LANNISTER).supply == 3
    assert board.refused(LANNISTER, ReconcileRemoveUnit("searoad-marches", "knight")) == "ruling.reconcile-minimum"
    assert board.refused(LANNISTER, ReconcileRemoveUnit("lannisport", "knight")) == "supply.reconcile-at-once"
    assert len(board.offered(LANNISTER)) == 2
    board.act(LANNISTER, ReconcileRemoveUnit("lannisport", "footman"))
    board.act(LANNISTER, ReconcileRemoveUnit("harrenhal", "footman"))
    assert over(board)
    assert (board.units("lannisport"), board.units("harrenhal")) == ({"footman": 3}, {"footman": 2})
    assert excess(board.table, LANNISTER) == 0


def test_a_house_reconciles_before_the_next_token_moves() -> None:
    board = Board(
        dragonstone="baratheon footman knight footman",
        winterfell="stark footman knight footman footman",
        kingswood="baratheon footman knight footman",
        the_reach="baratheon footman knight",
        supply=6,
    )
    board.run(UpdateSupply())
    assert board.asked == ("reconcile", "baratheon")
    assert board.table.house(STARK).supply == 6


# --- mustering


def test_units_are_mustered_one_by_one_within_points_waters_and_supply() -> None:
    """The source's example: supply 3, three units in Riverrun, two Footmen in Harrenhal, one unit in Lannisport."""
    board = Board(
        riverrun="lannister footman footman knight",
        harrenhal="lannister footman footman",
        lannisport="lannister knight",
        supply=3,
    )
    board.run(Mustering(house=LANNISTER, areas=("lannisport", "harrenhal", "riverrun")))
    assert board.refused(LANNISTER, MusterUnit("stoney-sept", "footman")) == "muster.points"
    assert board.refused(LANNISTER, MusterUnit("pyke", "footman")) == "muster.card-in-turn-order"
    assert board.refused(LANNISTER, MusterUnit("riverrun", "footman")) == "muster.supply-limit"
    assert board.refused(LANNISTER, MusterUnit("harrenhal", "ship", "the-golden-sound")) == "muster.ship-needs-water"
    assert board.refused(LANNISTER, MusterUnit("lannisport", "ship", "sunset-sea")) == "muster.ship-placement"
    assert board.refused(LANNISTER, MusterUnit("lannisport", "footman", "sunset-sea")) == "muster.land-units-not-at-sea"
    assert board.refused(LANNISTER, MusterUnit("lannisport", "footman", "riverrun")) == "muster.place-in-same-area"
    assert board.refused(LANNISTER, MusterUnit("harrenhal", "knight")) == "muster.cost-knight"
    assert board.refused(LANNISTER, MusterUnit("harrenhal", "dragon")) == "component.units"
    assert board.refused(LANNISTER, MusterUpgrade("lannisport", "knight")) == "muster.upgrade"
    board.act(LANNISTER, MusterUnit("lannisport", "footman"))
    board.act(LANNISTER, MusterUnit("lannisport", "ship", "the-golden-sound"))
    board.act(LANNISTER, MusterUpgrade("harrenhal", "knight"))
    board.act(LANNISTER, MusterUnit("riverrun", "ship", "the-golden-sound"))
    assert board.units("harrenhal") == {"footman": 1, "knight": 1}
    assert board.units("the-golden-sound") == {"ship": 2}
    assert board.refused(LANNISTER, MusterUnit("harrenhal", "footman")) == "muster.cost-footman"
    board.act(LANNISTER, MusterDone())
    assert over(board)
    assert board.table.mustering is None


def test_ships_go_into_the_port_or_a_sea_without_enemies_three_to_a_port() -> None:
    board = Board(
        sunspear="martell footman", east_summer_sea="tyrell ship", port_of_sunspear="martell ship ship", supply=6
    )
    board.run(Mustering(house=MARTELL, areas=("sunspear",)))
    assert board.refused(MARTELL, MusterUnit("sunspear", "ship", "east-summer-sea")) == "muster.ship-not-into-enemy-sea"
    board.act(MARTELL, MusterUnit("sunspear", "ship", "port-of-sunspear"))
    assert board.refused(MARTELL, MusterUnit("sunspear", "ship", "port-of-sunspear")) == "port.three-ships"
    board.act(MARTELL, MusterUnit("sunspear", "ship", "sea-of-dorne"))
    assert over(board), "no point is left"


def test_a_footman_of_the_first_point_is_upgraded_with_the_second_as_far_as_units_last() -> None:
    board = Board(winterfell="stark siege-engine", karhold="stark siege-engine", supply=6)
    board.run(Mustering(house=STARK, areas=("winterfell",)))
    assert board.refused(STARK, MusterUnit("winterfell", "siege-engine")) == "component.limit-is-absolute"
    board.act(STARK, MusterUnit("winterfell", "footman"))
    assert board.refused(STARK, MusterUpgrade("winterfell", "siege-engine")) == "component.limit-is-absolute"
    board.act(STARK, MusterUpgrade("winterfell", "knight"))
    assert board.units("winterfell") == {"knight": 1, "siege-engine": 1}


def test_on_the_card_every_house_finishes_in_turn_order_and_who_has_conceded_is_not_asked() -> None:
    board = Board(3)
    board.lay(HouseRetired(board.table.iron_throne[1]))
    board.run(MusterInTurn())
    first, _, third = board.table.iron_throne
    assert board.asked == ("muster", first)
    board.act(first, MusterDone())
    assert board.asked == ("muster", third)


# --- choices and income


def test_the_throne_decides_between_supply_mustering_and_nothing() -> None:
    board = Board()
    board.lay(WesterosCardBegan("1/a-throne-of-blades"))
    board.run(ThroneOfBlades())
    assert board.offered(BARATHEON)[0]["option"] == "nothing"
    assert board.refused(BARATHEON, ChooseCardOption("clash-of-kings")) == "westeros-card.a-throne-of-blades"
    board.act(BARATHEON, ChooseCardOption("mustering"))
    assert board.asked == ("muster", "baratheon")


def test_the_raven_decides_and_ports_give_nothing_then() -> None:
    board = Board(dragonstone="baratheon knight", port_of_dragonstone="baratheon ship")
    board.lay(WesterosCardBegan("2/dark-wings-dark-words"))
    board.run(DarkWings())
    holder = board.table.raven
    board.act(holder, ChooseCardOption("power-icons"))
    assert board.table.house(BARATHEON).power == 6


def test_the_blade_forbids_or_not() -> None:
    board = Board()
    board.lay(WesterosCardBegan("3/put-to-the-sword"))
    board.run(PutToTheSword())
    board.act(board.table.blade, ChooseCardOption("no-march-plus-1"))
    assert board.table.bans == ("march-plus-1",)


def test_game_of_thrones_pays_power_icons_and_ports_without_enemies_before_them() -> None:
    board = Board(
        kings_landing="baratheon knight",
        port_of_dragonstone="baratheon ship",
        port_of_pyke="greyjoy ship",
        ironmans_bay="lannister ship",
        power=18,
    )
    board.run(GameOfThrones())
    assert board.table.house(BARATHEON).power == 20, "King's Landing 2, Dragonstone 1 and its port 1, but 20 in all"
    assert board.table.house(GREYJOY).power == 19, "Pyke 1, its port is blockaded"


# --- bidding


def test_bids_lie_between_none_and_all_and_ties_are_ordered_by_the_old_throne() -> None:
    board = Board()
    board.run(ClashOfKings())
    assert board.table.iron_throne == ()
    assert board.refused(STARK, Bid(6)) == "ruling.bids-zero"
    assert board.refused(STARK, Bid(-1)) == "ruling.bids-zero"
    board.bid(lannister=4, martell=3, stark=3, tyrell=2, greyjoy=0, baratheon=0)
    assert board.asked == ("order-ties", "baratheon")
    assert board.refused(BARATHEON, OrderTiedBids(("stark", "stark"))) == "bid.ties-iron-throne"
    assert board.refused(BARATHEON, OrderTiedBids(("stark", "lannister"))) == "bid.ties-iron-throne"
    board.act(BARATHEON, OrderTiedBids(("martell", "stark")))
    board.act(BARATHEON, OrderTiedBids(("baratheon", "greyjoy")))
    table = board.table
    assert table.iron_throne == ("lannister", "martell", "stark", "tyrell", "baratheon", "greyjoy")
    assert table.throne == LANNISTER
    assert table.waiting is not None
    assert table.waiting.question == "bid"
    assert table.bidding is not None
    assert table.bidding.purpose == "fiefdoms"
    assert (table.house(LANNISTER).power, table.house(LANNISTER).pool) == (1, 19)


# --- the Wildlings


def attacked(card: str, board: Board | None = None, strength: int = 4, **bids: int) -> Board:
    """A Wildling attack of three Houses (Baratheon, Lannister, Stark) up to what its card asks."""
    board = board or Board(3)
    board.deck(WILDLING_DECK, card)
    board.run(WildlingsAttack(strength=strength, houses=board.table.seats))
    board.bid(**bids)
    return board


LOST = {"baratheon": 2, "lannister": 1, "stark": 0}
WON: dict[str, Any] = {"baratheon": 4, "lannister": 1, "stark": 0}


def test_equal_strength_is_enough_and_a_tie_is_decided_before_the_card() -> None:
    board = attacked("silence-at-the-wall", strength=0, baratheon=0, lannister=0, stark=0)
    assert board.asked == ("tied-bidder", "baratheon")
    assert board.table.attack is not None
    assert board.table.attack.card == ""
    assert board.refused(BARATHEON, ChooseTiedBidder("greyjoy")) == "wildling.ties"
    board.act(BARATHEON, ChooseTiedBidder("stark"))
    assert over(board)
    deck = [board.table.cards[card].key for card in board.table.zone(WILDLING_DECK)]
    assert (len(deck), deck[-1]) == (9, "silence-at-the-wall")


def test_after_a_victory_the_marker_is_at_0_after_a_defeat_two_positions_back() -> None:
    for bids, position in ((WON, 0), (LOST, 4)):
        board = Board(3)
        board.lay(WildlingsMoved(8))
        attacked("silence-at-the-wall", board, **bids)
        assert board.table.wildling == position
        assert [board.table.house(house).pool for house in board.table.seats] == [
            15 + bids[house] for house in board.table.seats
        ]


def test_massing_takes_the_strongest_cards_of_the_lowest_one_of_each_other_and_rewards_with_all() -> None:
    board = Board(3)
    board.lay(HouseCardsDiscarded(STARK, CARDS_OF[STARK][:3]))
    attacked("massing-on-the-milkwater", board, **LOST)
    assert board.asked == ("wildling-card", "baratheon")
    board.act(BARATHEON, WildlingChoice(cards=(CARDS_OF[BARATHEON][0],)))
    board.act(LANNISTER, WildlingChoice(cards=(CARDS_OF[LANNISTER][1],)))
    assert len(board.table.house(BARATHEON).hand) == 6
    assert len(board.table.house(STARK).hand) == 3, "the strongest of four"
    board = Board(3)
    board.lay(HouseCardsDiscarded(BARATHEON, CARDS_OF[BARATHEON][:3]))
    assert len(attacked("massing-on-the-milkwater", board, **WON).table.house(BARATHEON).hand) == 7


def test_massing_leaves_a_hand_whose_cards_are_all_equally_strong() -> None:
    board = Board(3)
    equal = [card.id for card in BOX.house_card if card.house == STARK and card.strength == 2]
    board.lay(HouseCardsDiscarded(STARK, tuple(card for card in CARDS_OF[STARK] if card not in equal)))
    attacked("massing-on-the-milkwater", board, **LOST)
    assert len(board.table.house(STARK).hand) == 2


def test_a_king_moves_the_lowest_bidder_down_everywhere_before_the_others_choose() -> None:
    board = attacked("a-king-beyond-the-wall", baratheon=0, lannister=1, stark=2)
    table = board.table
    assert [table.track(track)[-1] for track in TRACKS] == ["baratheon"] * 3
    assert table.throne == LANNISTER
    assert board.asked == ("wildling-card", "lannister"), "the turn order is the new one"
    board.act(LANNISTER, WildlingChoice(track="kings_court"))
    assert board.refused(STARK, WildlingChoice(track="iron_throne")).startswith("wildling-card.a-king-beyond-the-wall")
    board.act(STARK, WildlingChoice(track="fiefdoms"))
    assert board.table.kings_court[-1] == LANNISTER
    assert board.table.raven != LANNISTER
    won = attacked("a-king-beyond-the-wall", **{**WON, "stark": 5, "baratheon": 0})
    won.act(STARK, WildlingChoice(track="iron_throne"))
    assert (won.table.iron_throne[0], won.table.throne) == (STARK, STARK)


def test_mammoth_riders_take_units_and_give_a_card_back() -> None:
    board = Board(
        3, winterfell="stark footman footman", the_shivering_sea="stark ship", dragonstone="baratheon knight", supply=6
    )
    attacked("mammoth-riders", board, **LOST)
    assert over(board), "Stark loses all three, Baratheon its last unit, Lannister has none"
    assert not board.table.areas_of(STARK)
    assert not board.table.areas_of(BARATHEON)
    board = Board(3, winterfell="stark footman footman knight knight", supply=6)
    attacked("mammoth-riders", board, **LOST)
    assert (
        board.refused(STARK, WildlingChoice(units={"winterfell/footman": 3})) == "wildling-card.mammoth-riders.lowest"
    )
    assert (
        board.refused(STARK, WildlingChoice(units={"winterfell/footman": 2})) == "wildling-card.mammoth-riders.lowest"
    )
    board.act(STARK, WildlingChoice(units={"winterfell/footman": 2, "winterfell/knight": 1}))
    assert board.units("winterfell") == {"knight": 1}
    board = Board(3)
    board.lay(HouseCardsDiscarded(BARATHEON, CARDS_OF[BARATHEON][:3]))
    attacked("mammoth-riders", board, **WON)
    assert board.offered(BARATHEON)[0] == {"type": "wildling_choice", "option": "decline"}
    board.act(BARATHEON, WildlingChoice(option="take-back", cards=CARDS_OF[BARATHEON][1:2]))
    assert board.table.house(BARATHEON).discard == (CARDS_OF[BARATHEON][0], CARDS_OF[BARATHEON][2])


def test_crow_killers_replace_knights_by_the_footmen_there_are_and_destroy_the_others() -> None:
    board = Board(
        3,
        winterfell="stark knight knight",
        karhold="stark knight",
        the_twins="stark" + " footman" * 9,
        dragonstone="baratheon knight knight knight",
        supply=6,
    )
    attacked("crow-killers", board, **LOST)
    assert board.asked == ("crow-killers-replace", "stark"), "one Footman is unused, three Knights are to be replaced"
    board.act(STARK, WildlingChoice(option="replace", units={"karhold/knight": 1}))
    assert board.units("karhold") == {"footman": 1}
    assert board.units("winterfell") == {}
    assert over(board), "two of three Knights of one area can only be those two"
    assert board.units("dragonstone") == {"footman": 2, "knight": 1}
    board = Board(3, dragonstone="baratheon footman footman", kingswood="baratheon footman", supply=6)
    attacked("crow-killers", board, **WON)
    board.act(BARATHEON, WildlingChoice(option="replace", units={"dragonstone/footman": 1, "kingswood/footman": 1}))
    assert (board.units("dragonstone"), board.units("kingswood")) == ({"footman": 1, "knight": 1}, {"knight": 1})


def test_the_horde_strikes_one_castle_and_its_reward_musters_in_one() -> None:
    board = Board(
        3, winterfell="stark footman", white_harbor="stark footman knight ", karhold="stark footman footman", supply=6
    )
    attacked("the-horde-descends", board, **LOST)
    assert over(board), "only White Harbor has a castle with two units"
    assert board.units("white-harbor") == {}
    board = Board(3, winterfell="stark footman footman", white_harbor="stark footman knight", supply=6)
    attacked("the-horde-descends", board, **LOST)
    split = {"winterfell/footman": 1, "white-harbor/knight": 1}
    assert board.refused(STARK, WildlingChoice(units=split)) == "ruling.horde-one-area"
    board.act(STARK, WildlingChoice(units={"winterfell/footman": 2}))
    board = Board(3, dragonstone="baratheon footman", the_reach="baratheon footman", supply=6)
    attacked("the-horde-descends", board, **WON)
    board.act(BARATHEON, WildlingChoice(option="muster", area="dragonstone"))
    assert board.refused(BARATHEON, MusterUnit("the-reach", "footman")) == "wildling-card.the-horde-descends.reward"
    board.act(BARATHEON, MusterUnit("dragonstone", "footman"))
    board.act(BARATHEON, MusterDone())
    assert over(board)


def test_skinchanger_takes_power_and_gives_the_bid_back() -> None:
    board = attacked("skinchanger-scout", strength=8, baratheon=4, lannister=3, stark=1)
    assert [board.table.house(house).power for house in (BARATHEON, LANNISTER, STARK)] == [5, 2, 4]
    board = Board(3, power=8)
    attacked("skinchanger-scout", board, strength=10, baratheon=5, lannister=3, stark=2)
    assert board.table.house(BARATHEON).power == 8
    lost = attacked("skinchanger-scout", strength=12, baratheon=4, lannister=3, stark=1)
    assert [lost.table.house(house).power for house in (BARATHEON, LANNISTER, STARK)] == [0, 0, 0]


def test_rattleshirt_lowers_supply_and_armies_follow_at_once() -> None:
    board = Board(3, winterfell="stark footman footman footman", karhold="stark footman footman", supply=1)
    attacked("rattleshirts-raiders", board, **LOST)
    assert over(board), "only the army of three can give the unit"
    assert [board.table.house(house).supply for house in (STARK, BARATHEON, LANNISTER)] == [0, 0, 0]
    assert board.units("winterfell") == {"footman": 2}
    assert attacked("rattleshirts-raiders", **WON).table.house(BARATHEON).supply == 3


def test_preemptive_raid_costs_units_or_two_positions_on_the_highest_track() -> None:
    board = Board(3, winterfell="stark footman footman footman", supply=6)
    attacked("preemptive-raid", board, **LOST)
    table = board.table
    highest = min(table.track(track).index(STARK) for track in TRACKS)
    best = [track for track in TRACKS if table.track(track).index(STARK) == highest]
    board.act(STARK, WildlingChoice(option="track"))
    if len(best) > 1:
        assert board.asked == ("highest-track", "baratheon")
        board.act(BARATHEON, WildlingChoice(track=best[-1]))
    assert over(board)
    assert board.table.track(best[-1])[-1] == STARK
    board = Board(3, winterfell="stark footman footman footman", supply=6)
    attacked("preemptive-raid", board, **LOST)
    board.act(STARK, WildlingChoice(option="destroy", units={"winterfell/footman": 2}))
    assert over(board)
    assert board.units("winterfell") == {"footman": 1}


def test_after_a_preemptive_raid_the_others_face_a_second_attack_of_six_and_the_throne_still_decides_ties() -> None:
    board = Board(3)
    board.deck(WILDLING_DECK, "preemptive-raid", "skinchanger-scout")
    board.lay(WildlingsMoved(4))
    board.run(WildlingsAttack(strength=4, houses=board.table.seats))
    board.bid(**WON)
    attack = board.table.attack
    assert attack is not None
    assert (attack.strength, attack.second, set(attack.houses)) == (6, True, {LANNISTER, STARK})
    assert board.table.wildling == 0
    assert board.refused(BARATHEON, Bid(0)) == "wildling-card.preemptive-raid.reward"
    board.bid(lannister=0, stark=0)
    assert board.asked == ("tied-bidder", "baratheon")
    assert board.refused(BARATHEON, ChooseTiedBidder("baratheon")) == "wildling.ties"
    board.act(BARATHEON, ChooseTiedBidder("lannister"))
    assert [board.table.house(house).power for house in (BARATHEON, LANNISTER, STARK)] == [1, 0, 3]
    assert board.table.wildling == 0


# --- everything together


def tokens(table: BoardTable, house: Seat) -> int:
    on_board = sum(area.power_token == house for area in table.areas.values())
    return table.house(house).power + table.house(house).pool + table.house(house).bid + on_board


@pytest.mark.parametrize("seed", range(60))
def test_random_phases_keep_all_tokens_units_and_limits_and_every_answer_offered_is_accepted(seed: int) -> None:
    """Frames and facts come back from JSON, and folding the facts gives the table."""
    dice = Dice(seed)
    players = 3 + seed % 4
    board = Board(players, power=dice.below(9), supply=6)
    for house in SETUPS[players].houses:
        for each in next(e for e in BOX.house if e.id == house).starting_units:
            board.lay(UnitsPlaced(house, each.area, {each.unit: each.count}))
    for zone in (WILDLING_DECK, *(westeros_deck(n) for n in (1, 2, 3))):
        board.deck(zone)
    board.lay(WildlingsMoved(LIMITS.wildling_track_positions[dice.below(6)]))
    frames = msgspec.json.Decoder(union(WESTEROS_FRAMES))
    for _ in range(6):
        shuffle_all(board)
        board.table.stack.clear()
        board.run(WesterosPhase())
        while not over(board):
            house = Seat(dice.pick(board.asked[1:]))
            if dice.chance(1) and len(board.table.remaining_seats()) > 2:
                board.act(house, Concede())
                continue
            for answer in options_of(RULES, board.table, house).answers(60) or ():
                assert refusal_of(RULES, board.table, house, RULES.command(answer)) is None
            board.act(house, RULES.command(options_of(RULES, board.table, house).sample(dice)))
            for frame in board.table.stack[1:-1]:
                assert frames.decode(msgspec.json.encode(frame)) == frame
            assert all(tokens(board.table, each) == 20 for each in board.table.seats)
        table = board.table
        for house in table.seats:
            assert excess(table, house) == 0
            assert all(table.count_unused(house, kind.id) >= 0 for kind in BOX.unit_type)
        assert all(sorted(table.track(track)) == sorted(table.seats) for track in TRACKS)
        assert (table.bidding, table.attack, table.mustering, table.westeros_card) == (None, None, None, "")
        board.lay(BansLifted())
    kind: Any = tuple[union(RULES.facts), ...]  # type: ignore[misc]
    facts = msgspec.json.Decoder(kind).decode(msgspec.json.encode(board.facts))
    assert told(folded(facts)) == told(board.table)


def folded(facts: tuple[Any, ...]) -> BoardTable:
    table: BoardTable = RULES.blank()
    apply_all(table, facts)
    return table


def told(table: BoardTable) -> dict[str, Any]:
    """The table but for its flow."""
    flow = ("registry", "stack", "counter", "serial", "bans")
    return {name: getattr(table, name) for name in BoardTable.__struct_fields__ if name not in flow}


def shuffle_all(board: Board) -> None:
    for n in (1, 2, 3):
        move(board.game, list(board.table.zone(westeros_revealed(n))), westeros_deck(n))
        shuffle(board.game, westeros_deck(n))


def union(kinds: tuple[type, ...]) -> Any:
    found: Any = kinds[0]
    for kind in kinds[1:]:
        found |= kind
    return found
