"""Combat of the board game: what is counted line by line, what is asked and offered, what nobody learns too early."""

import random
from typing import Any, Self

import msgspec
import pytest

from domain.games.agot_board import words
from domain.games.agot_board.board.supply import excess
from domain.games.agot_board.commands import ResolveMarch
from domain.games.agot_board.components import AREAS, CARDS_OF, HOUSE_CARDS, SETUPS
from domain.games.agot_board.facts.board import UnitsMoved
from domain.games.agot_board.facts.combat import (
    CardTextUsed,
    CasualtiesDemanded,
    CombatWon,
    FinalStrengthCounted,
    HouseCardsRevealed,
    InitialStrengthCounted,
)
from domain.games.agot_board.positions.reading import position_from
from domain.games.agot_board.rules import AgotBoard
from domain.games.agot_board.state import BoardTable, Combat
from domain.kernel.cards.card_facts import CardsMoved, Learned
from domain.kernel.deciding import DecidedAction, decide_command, refusal_of
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.frames import run_flow
from domain.kernel.flow.waits import Forced
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.game import Game
from domain.kernel.ids import PUBLIC, Seat, ZoneKey
from domain.kernel.numbers import TracedNumber
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.base import FIRST
from tests.builders import Dice, options_of

RULES: Any = AgotBoard()  # without the half of the kernel's protocol that is about abilities
BLADE_WITH_STARK = {"fiefdoms": ["stark", "greyjoy", "tyrell", "martell", "baratheon", "lannister"]}
ELSEWHERE = {"oldtown": "tyrell footman, order march-0", "sunspear": "martell footman, order march-minus-1"}


class Fight:
    """A match at its March orders; `facts` are those of the last answer, `all` those of every one."""

    def __init__(self, document: dict[str, Any], seed: int = 1) -> None:
        game = Game(RULES, RULES.blank(), random.Random(seed).randbytes(32), 1)
        RULES.open(game, position_from(DocumentNode("position", document)), "public")
        run_flow(game)
        game.conclude()
        self.table: BoardTable = game.table
        self.seed = game.chance.seed
        self.version = 1
        self.facts: tuple[Fact, ...] = ()
        self.all: list[Fact] = []

    def says(self, seat: str, type: str, **fields: Any) -> Self:
        return self.does(seat, RULES.command({"type": type, **fields}))

    def does(self, seat: str, command: Any) -> Self:
        self.version += 1
        done = decide_command(RULES, self.table, self.seed, Seat(seat), command, self.version)
        assert isinstance(done, DecidedAction), f"{seat} {command}: {done}"
        self.table, self.facts = done.table, done.facts
        self.all += done.facts
        return self

    def refused(self, seat: str, type: str, **fields: Any) -> Refusal:
        refusal = refusal_of(RULES, self.table, Seat(seat), RULES.command({"type": type, **fields}))
        assert refusal is not None
        return refusal

    def cards(self, **cards: str) -> Self:
        """Both sides choose."""
        for seat, card in cards.items():
            self.says(seat, "choose_house_card", card=card)
        return self

    def declines(self) -> Self:
        """Whoever is awaited does as little as can be until the combat is over."""
        while self.table.combat is not None:
            seat = self.awaited[0]
            self.does(seat, RULES.command(options_of(RULES, self.table, Seat(seat)).sample(FIRST)))
        return self

    @property
    def asked(self) -> str:
        return self.table.waiting.question if self.table.waiting else ""

    @property
    def awaited(self) -> tuple[str, ...]:
        return self.table.waiting.seats if self.table.waiting else ()

    @property
    def combat(self) -> Combat:
        assert self.table.combat is not None
        return self.table.combat

    def found(self, kind: type) -> list[Any]:
        return [fact for fact in self.all if isinstance(fact, kind)]


def position(areas: dict[str, str], turn: str = "stark", **further: Any) -> dict[str, Any]:
    laid = {area: words for area, words in ELSEWHERE.items() if words.split()[0] != turn} | areas
    return {"players": 6, "at": "3.2", "turn": turn, "blade": "used", "areas": laid, **further}


def attack(areas: dict[str, str], seed: int = 1, **further: Any) -> Fight:
    """The House whose March order is first in the list attacks the second area with all its units."""
    (origin, attackers), (target, _) = list(areas.items())[:2]
    seat = attackers.split()[0]
    fight = Fight(position(areas, seat, **further), seed)
    units = fight.table.area(origin).units
    return fight.says(seat, "resolve_march", area=origin, march={"moves": {target: units}})


def lines(number: TracedNumber) -> dict[str, float]:
    return {line.source: line.amount for line in number.trace if line.how == "add"}


def duel(seed: int = 1, **further: Any) -> Fight:
    """Two Knights and a Footman of Stark against as many of Lannister's, in a Castle."""
    areas = {"winterfell": "stark 2 knight footman, order march-0", "moat-cailin": "lannister 2 knight footman"}
    return attack(areas, seed, **further)


# --- the texts


def test_every_printed_text_is_declared_and_nothing_else() -> None:
    registries = (
        words.RESOLVED,
        words.COUNTED,
        words.PER_UNIT,
        words.TO_ZERO,
        words.DEFENSE_BONUS,
        words.PRINTED_IGNORED,
        words.PERMISSIONS,
    )
    declared = [card for registry in registries for card in registry]
    assert sorted(declared) == sorted(card.id for card in HOUSE_CARDS.values() if card.ability)


@pytest.mark.parametrize("card", [card for card in HOUSE_CARDS.values() if card.ability], ids=lambda card: card.id)
def test_a_text_is_resolved_in_its_printed_slot(card: Any) -> None:
    text = words.RESOLVED.get(card.id)
    if text is None:
        assert card.timing == "modifier" or words.PERMISSIONS[card.id][0] in (words.KEEPS_OUT, words.KEEPS_MARCH)
    else:
        assert text.optional == card.optional
        assert text.slot == ("retreat" if card.id == "robb-stark" else card.timing)


@pytest.mark.parametrize("card", [card for card in HOUSE_CARDS.values() if not card.ability], ids=lambda card: card.id)
def test_printed_strength_and_icons_count(card: Any) -> None:
    other = "greyjoy" if card.house != "greyjoy" else "stark"
    weak = {"greyjoy": "dagmar-cleftjaw", "stark": "roose-bolton"}[other]
    fight = attack({"blackwater": f"{card.house} 4 footman, order march-0", "harrenhal": f"{other} 3 footman"})
    fight.cards(**{card.house: card.id, other: weak})
    (counted,) = fight.found(FinalStrengthCounted)
    assert lines(counted.attacker) == {"footman": 4, "march-0": 0, card.id: card.strength}
    demanded = fight.found(CasualtiesDemanded)[0]
    assert demanded.number.value == max(0, card.swords - HOUSE_CARDS[weak].fortifications)


# --- strength


def test_each_line_of_a_strength_names_its_source() -> None:
    fight = attack(
        {
            "the-reach": "tyrell knight siege-engine, order march-plus-1",
            "kings-landing": "lannister knight footman routed knight, order defense-plus-2",
            "blackwater": "stark 2 knight, order support-plus-1",
            "blackwater-bay": "greyjoy ship, order support",
            "sunspear": "martell footman, order march-0",
        },
        tracks={"kings_court": ["tyrell", "lannister", "stark", "martell", "greyjoy", "baratheon"]},
    )
    fight.says("stark", "declare_support", area="blackwater", side="attacker")
    fight.says("tyrell", "answer_support", accept=True)
    fight.says("greyjoy", "declare_support", area="blackwater-bay", side="defender")
    fight.says("lannister", "answer_support", accept=True)
    (initial,) = fight.found(InitialStrengthCounted)
    assert lines(initial.attacker) == {
        "knight": 2,
        "siege-engine": 4,
        "march-plus-1": 1,
        "blackwater/knight": 4,
        "blackwater/support-plus-1": 1,
    }
    assert lines(initial.defender) == {"footman": 1, "knight": 2, "defense-plus-2": 2, "blackwater-bay/ship": 1}
    assert (fight.combat.attacker.initial, fight.combat.defender.initial) == (12, 6)


def test_texts_stand_in_the_trace_beside_what_they_change() -> None:
    fight = attack(
        {
            "east-summer-sea": "greyjoy 2 ship, order march-0",
            "shipbreaker-bay": "baratheon ship",
            "blackwater-bay": "baratheon ship, order support",
        }
    )
    fight.says("baratheon", "declare_support", area="blackwater-bay", side="defender")
    fight.cards(greyjoy="victarion-greyjoy", baratheon="salladhor-saan")
    (counted,) = fight.found(FinalStrengthCounted)
    assert lines(counted.attacker) == {
        "ship": 2,
        "victarion-greyjoy/text": 2,
        "salladhor-saan/text": -4,
        "march-0": 0,
        "victarion-greyjoy": 3,
    }
    assert lines(counted.defender) == {"ship": 1, "blackwater-bay/ship": 1, "salladhor-saan": 1}


def test_the_initial_strength_is_counted_again_only_if_it_has_changed() -> None:
    assert len(duel().cards(stark="eddard-stark", lannister="the-hound").found(InitialStrengthCounted)) == 1
    fight = attack({"the-reach": "tyrell 2 knight, order march-0", "blackwater": "lannister 2 footman"})
    fight.cards(tyrell="mace-tyrell", lannister="the-hound")
    assert [each.defender.value for each in fight.found(InitialStrengthCounted)] == [2, 1]


def test_a_final_strength_is_at_least_0_and_an_equal_one_goes_by_the_fiefdoms_track() -> None:
    fight = attack(
        {"seagard": "greyjoy siege-engine, order march-minus-1", "the-twins": "stark routed footman"},
        tracks={"fiefdoms": ["stark", "greyjoy", "tyrell", "martell", "baratheon", "lannister"]},
    )
    fight.cards(greyjoy="aeron-damphair", stark="catelyn-stark").declines()
    (counted,) = fight.found(FinalStrengthCounted)
    assert (counted.attacker.value, counted.defender.value) == (0, 0)
    assert counted.attacker.trace[-1].how == "floor"
    assert fight.found(CombatWon) == [CombatWon(Seat("stark"), Seat("greyjoy"), "fiefdoms")]


# --- what is asked


def test_whoever_does_not_answer_for_itself_does_the_least() -> None:
    fight = attack(
        {
            "the-reach": "tyrell 2 knight, order march-0",
            "blackwater": "lannister 2 footman",
            "harrenhal": "stark 2 knight, order support",
        },
        blade="unused",
        tracks={"fiefdoms": ["lannister", "tyrell", "stark", "martell", "greyjoy", "baratheon"]},
        tides_of_battle=True,
    )
    least = {"support": "refuse", "redraw": "no", "blade": "no"}
    while fight.asked in ("support", "house-cards", "redraw", "blade", "card-text"):
        seat = next(seat for seat in fight.awaited if seat not in fight.table.sealed)
        first = options_of(RULES, fight.table, Seat(seat)).sample(FIRST)
        if fight.asked in least:
            assert least.pop(fight.asked) in (first.get("side"), first.get("how"))
        fight.does(seat, RULES.command(first))
    assert not least


def test_a_house_that_concedes_in_a_combat_is_answered_for() -> None:
    fight = duel().does("lannister", Concede())
    fight.says("stark", "choose_house_card", card="eddard-stark")
    (revealed,) = fight.found(HouseCardsRevealed)
    assert revealed.cards == {"stark": "eddard-stark", "lannister": "cersei-lannister"}
    fight.declines()


def test_a_text_without_choice_is_carried_out_without_asking() -> None:
    fight = duel().cards(stark="eddard-stark", lannister="tywin-lannister")
    assert not fight.found(CardTextUsed)
    fight = attack({"harrenhal": "lannister 2 knight, order march-0", "blackwater": "stark routed footman"})
    fight.cards(lannister="tywin-lannister", stark="eddard-stark")
    assert [each.card for each in fight.found(CardTextUsed)] == ["tywin-lannister"]
    assert not [each for each in fight.found(Forced) if each.question == "card-text"]


def test_a_forced_text_with_one_object_is_used_by_the_engine_which_says_so() -> None:
    fight = attack({"the-reach": "tyrell 2 knight, order march-0", "blackwater": "lannister 2 footman"})
    fight.cards(tyrell="mace-tyrell", lannister="the-hound")
    assert next(each.question for each in fight.found(Forced)) == "card-text"


def test_an_unknown_object_is_refused_by_the_cards_own_rule() -> None:
    fight = duel().cards(stark="robb-stark", lannister="tyrion-lannister")
    refusal = fight.refused("lannister", "use_card_text", use=True, object="robb-stark")
    assert refusal.rule == "agot_board.house-card.tyrion-lannister"
    assert refusal.because["allowed"] == []
    assert str(refusal.because["asks_for"]).startswith("no object; with `use: true`")


@pytest.mark.parametrize(
    ("units", "rule"),
    [
        ({"knight": -1, "footman": 2}, "casualty.number"),
        ({"knight": 2}, "casualty.number"),
        ({}, "casualty.number"),
        ({"dragon": 1}, "component.units"),
    ],
)
def test_wrong_casualties_are_refused(units: dict[str, int], rule: str) -> None:
    fight = duel().cards(stark="greatjon-umber", lannister="cersei-lannister")
    assert fight.asked == "casualties"
    refusal = fight.refused("lannister", "choose_casualties", units=units)
    assert refusal.rule == f"agot_board.{rule}"


# --- between start and clean-up


def test_the_attackers_are_in_no_area_until_the_clean_up() -> None:
    fight = duel()
    assert fight.combat.units == {"footman": 1, "knight": 2}
    assert fight.table.area("winterfell").house == ""
    assert fight.table.count_unused(Seat("stark"), "knight") == 3


def test_a_home_area_that_reverts_in_a_combat_counts_for_victory_only_after_it() -> None:
    """Mace Tyrell destroys the last enemy unit in Highgarden, which would be Tyrell's seventh at once."""
    held = ("seagard", "riverrun", "harrenhal", "crackclaw-point", "moat-cailin", "flints-finger")
    areas = {
        "dornish-marches": "tyrell knight, order march-0",
        "highgarden": "lannister footman",
        **dict.fromkeys(held, "tyrell token"),
        "sunspear": "martell footman, order march-0",
    }
    fight = attack(areas, tracks={"iron_throne": ["tyrell", "lannister", "stark", "martell", "greyjoy", "baratheon"]})
    fight.cards(tyrell="mace-tyrell", lannister="ser-gregor-clegane")
    kinds = [type(fact).__name__ for fact in fight.facts]
    assert kinds.index("CombatCleanedUp") < kinds.index("MatchOver")
    assert fight.table.over is not None
    assert fight.table.over.winner == "tyrell"


def test_an_order_of_a_side_without_units_goes_at_the_clean_up() -> None:
    areas = {"the-reach": "tyrell footman, order march-0", "blackwater": "lannister footman, order defense-plus-2"}
    fight = attack(areas).cards(tyrell="mace-tyrell", lannister="tywin-lannister")
    assert [each.house for each in fight.found(CombatWon)] == ["lannister"]
    assert fight.table.area("blackwater").order is None


# --- hidden things


def test_hands_are_closed_while_cards_are_chosen() -> None:
    fight = duel()
    assert fight.combat.hands_closed
    fight.says("stark", "choose_house_card", card="eddard-stark")
    for viewer in ("lannister", PUBLIC):
        seen = RULES.view(fight.table, viewer, judging=False)
        assert seen["houses"]["stark"]["hand"] is None
        assert seen["houses"]["stark"]["discard"] is None
        assert "eddard-stark" not in msgspec.json.encode(seen["combat"]).decode()
    fight.says("lannister", "choose_house_card", card="ser-gregor-clegane")
    assert not fight.table.combat or not fight.table.combat.hands_closed


def test_a_drawn_tides_card_is_its_owners_alone_until_it_is_revealed() -> None:
    fight = duel(blade="unused", tides_of_battle=True, tracks=BLADE_WITH_STARK)
    fight.cards(stark="eddard-stark", lannister="ser-gregor-clegane")
    assert fight.asked == "redraw"
    drawn = fight.table.zone(ZoneKey("stark.tides"))
    assert len(drawn) == len(fight.table.zone(ZoneKey("lannister.tides"))) == 1
    for fact in fight.facts:
        if isinstance(fact, CardsMoved | Learned):
            assert drawn[0] not in msgspec.json.encode(fact.seen_by("lannister")).decode()
    assert "tides" in RULES.view(fight.table, "stark", judging=False)["combat"]["sides"]["stark"]
    assert "tides" not in RULES.view(fight.table, "lannister", judging=False)["combat"]["sides"]["stark"]
    fight.says("stark", "use_blade", how="redraw")
    assert fight.table.zone(ZoneKey("stark.tides")) != drawn
    assert fight.table.blade_used


def test_the_whole_tides_deck_is_shuffled_before_every_combat_and_its_cards_come_back() -> None:
    fight = duel(tides_of_battle=True).cards(stark="eddard-stark", lannister="ser-gregor-clegane").declines()
    assert (len(fight.table.zone(ZoneKey(".tides-deck"))), len(fight.table.zone(ZoneKey(".tides-discard")))) == (22, 2)


def test_of_two_skulls_the_attackers_comes_first_and_neither_spares_the_winner() -> None:
    for seed in range(1, 2000):
        fight = duel(seed, tides_of_battle=True)
        fight.cards(stark="ser-rodrick-cassel", lannister="the-hound")
        skulls = [each.house for each in fight.found(CasualtiesDemanded) if each.cause == "skull"]
        if not skulls or skulls[0] != "lannister":
            continue
        fight.declines()
        skulls = [each.house for each in fight.found(CasualtiesDemanded) if each.cause == "skull"]
        if len(skulls) == 2:
            assert skulls == ["lannister", "stark"]
            return
    pytest.fail("no two skulls in 2,000 combats")


# --- whole action phases


@pytest.mark.parametrize("seed", range(16))
def test_random_combats_fold_keep_everything_and_offer_only_what_is_lawful(seed: int) -> None:
    dice = Dice(seed)
    fight = Fight(crowded(random.Random(seed), tides=seed % 2 == 0), seed)
    while fight.table.over is None and fight.table.phase == "action" and fight.version < 300:
        seat = dice.pick([seat for seat in fight.awaited if seat not in fight.table.sealed])
        space = options_of(RULES, fight.table, Seat(seat))
        for answer in (space.answers(40) or []) if fight.asked != "march" else []:
            assert refusal_of(RULES, fight.table, seat, RULES.command(answer)) is None
        before = fight.table
        drawn = [RULES.command(space.sample(dice)) for _ in range(12 if fight.asked == "march" else 1)]
        fight.does(seat, max(drawn, key=lambda command: attacks(before, seat, command)))
        folded = before.branch()
        for fact in fight.facts:
            fact.apply(folded)
        for shown in ("areas", "houses", "combat", "zones", "iron_throne", "fiefdoms", "blade_used", "marching"):
            assert getattr(folded, shown) == getattr(fight.table, shown), shown
        keeps_everything(fight.table)
    assert not any(type(fact) is UnitsMoved and not fact.units for fact in fight.all)
    assert len(fight.found(CombatWon)) > 1


def attacks(table: BoardTable, seat: str, command: Any) -> bool:
    moves = command.march.moves if isinstance(command, ResolveMarch) else {}
    return any(table.area(area).house not in ("", seat) for area in moves)


def keeps_everything(table: BoardTable) -> None:
    """Cards, tokens and units are all somewhere, on their ground, within supply."""
    combat = table.combat
    for seat, house in table.houses.items():
        played = [combat.side(seat).card] if combat and combat.stage == "fought" and seat in sides(combat) else []
        assert sorted((*house.hand, *house.discard, *filter(None, played))) == sorted(CARDS_OF[seat])
        assert house.power + house.pool + sum(each.power_token == seat for each in table.areas.values()) == 20
        assert excess(table, seat) == 0
    for id, area in table.areas.items():
        assert bool(area.house) == bool(area.size)
        assert all((unit == "ship") == (AREAS[id].type != "land") for unit in (*area.units, *area.routed))
    assert all(table.count_unused(seat, unit) >= 0 for seat in table.seats for unit in ("footman", "knight", "ship"))
    assert not table.tides or sum(len(cards) for zone, cards in table.zones.items() if "tides" in zone) == 24


def sides(combat: Combat) -> tuple[str, str]:
    return combat.attacker.house, combat.defender.house


def crowded(chance: random.Random, tides: bool) -> dict[str, Any]:
    """Small armies next to each other everywhere, with orders to march and to support, and short hands."""
    houses = SETUPS[6].houses
    closed = {each.area for each in SETUPS[6].neutral}
    orders = {}
    for seat, stars in zip(houses, SETUPS[6].special_orders, strict=True):
        special = ["march-plus-1", "support-plus-1"][:stars] + ["defense-plus-1", "support"][stars:]
        orders[seat] = chance.sample(["march-minus-1", "march-0", "support", *special], 5)
    areas: dict[str, Any] = {}
    for id, printed in AREAS.items():
        if id in closed or printed.type == "port" or chance.random() < 0.3:
            continue
        seat = printed.home_of or chance.choice(houses)
        unit = "ship" if printed.type == "sea" else chance.choice(["footman", "knight", "siege-engine"])
        if placed(areas, seat, unit) < {"footman": 10, "knight": 5, "ship": 6, "siege-engine": 2}[unit]:
            order = f", order {orders[seat].pop()}" if orders[seat] else ""
            lying = chance.choice(["", "", "routed "]) if unit != "siege-engine" else ""
            areas[id] = f"{seat} {lying}{unit}{order}"
    return {
        "players": 6,
        "at": "3.2",
        "areas": areas,
        "tides_of_battle": tides,
        "power": {seat: chance.randrange(6) for seat in houses},
        # with all seven in hand Martell has played none, so nobody could have more Special Orders than stars
        "hands": {
            seat: chance.sample(CARDS_OF[seat], chance.choice([1, 2, 7 - (seat == "martell")])) for seat in houses
        },
        "tracks": {track: chance.sample(houses, 6) for track in ("iron_throne", "fiefdoms", "kings_court")},
    }


def placed(areas: dict[str, str], seat: str, unit: str) -> int:
    return sum(laid.startswith(f"{seat} ") and unit in laid for laid in areas.values())
