"""Positions inside the Westeros Phase, a mustering and a combat: the state besides the board.

Read `inner_from` (reading), `lay_inner` (facts and frames) and `inner_now` (writing). In the form of a combat the
attackers are still in their origin, next to their March order.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, structs

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.action.consolidate_power import ResolveConsolidates
from domain.games.agot_board.chart.action.march import ResolveMarches
from domain.games.agot_board.chart.combat.combat_steps import CombatFrame
from domain.games.agot_board.chart.combat.support import undecided_areas
from domain.games.agot_board.chart.rounds import ActionPhase, Round
from domain.games.agot_board.chart.westeros.mustering import Mustering, MusterInTurn, own_castles
from domain.games.agot_board.chart.westeros.supply import Reconcile, UpdateSupply
from domain.games.agot_board.chart.westeros.westeros_card_choices import DarkWings, PutToTheSword, ThroneOfBlades
from domain.games.agot_board.chart.westeros.westeros_phase import DECKS, WINTER_IS_COMING, WesterosPhase
from domain.games.agot_board.components import AREAS, HOUSES, MARCH, SUPPORT
from domain.games.agot_board.facts.combat import CombatBegan, SupportCalled, SupportDeclared
from domain.games.agot_board.facts.march import MarchDeclared
from domain.games.agot_board.facts.westeros import MusteringBegan, WesterosCardBegan
from domain.games.agot_board.positions.area_text import WORD, area_from, units_text, word_text
from domain.games.agot_board.positions.cards import Pile
from domain.games.agot_board.positions.waiting_points import (
    CARD,
    CARDS,
    COMBATS,
    FEWER,
    LEVIES,
    MUSTER,
    WITHIN_WESTEROS,
    after,
    frames,
)
from domain.games.agot_board.state import (
    IMPASSABLE,
    ORDER_TYPE,
    Area,
    BoardTable,
    Combat,
    Units,
    together,
    westeros_revealed,
)
from domain.kernel.flow.frames import END, Procedure, Wait
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import NO_SEAT, Seat

KEYS = ("westeros_card", "muster", "combat")
COMBAT_KEYS = ("origin", "area", "units", "support", "offered")
SIDES = ("attacker", "defender", "refuse")

# the cards by which Houses update supply, or muster
CAUSES = {FEWER: ("supply", "a-throne-of-blades"), MUSTER: ("mustering", "a-throne-of-blades")}
LEADS = {FEWER: "agot_board.supply.update-in-turn-order", MUSTER: "agot_board.muster.card-in-turn-order"}
# the cards that a deck never shows when its card is to be resolved, with the rule
UNRESOLVED = {
    "nothing": "agot_board.westeros.step-2-reveal",
    WINTER_IS_COMING: "agot_board.ruling.winter-is-coming-immediate",
}


class Fight(Struct, frozen=True):
    """A combat that asks for support or House cards: whom each decided Support order supports, by area."""

    origin: str
    area: str
    attacker: Seat
    units: Units
    support: dict[str, str] = {}
    offered: str = ""


class InnerPosition(Struct, frozen=True):
    """The state besides the board: the deck whose card is resolved, the points to muster, the combat."""

    deck: int = 1
    muster: dict[str, int] | None = None
    fight: Fight | None = None


# --- reading


def inner_from(
    fields: dict[str, DocumentNode], at: str, areas: dict[str, Area], piles: tuple[Pile, ...]
) -> InnerPosition:
    """The state in a Westeros Phase, a mustering or a combat; raises Unreadable."""
    for key, moments in (("westeros_card", WITHIN_WESTEROS), ("muster", LEVIES), ("combat", COMBATS)):
        if key in fields and at not in moments:
            raise fields[key].wrong(f"at {at} there is none; it belongs to {', '.join(moments)}")
    deck = deck_of(fields.get("westeros_card"))
    if at in WITHIN_WESTEROS:
        check_revealed(fields, at, deck, piles)
    muster = fields["muster"].mapping(AREAS) if "muster" in fields else None
    points = {area: points_in(each, area) for area, each in muster.items()} if muster is not None else None
    return InnerPosition(deck, points, fight_of(fields, areas) if at in COMBATS else None)


def deck_of(field: DocumentNode | None) -> int:
    """The deck whose card is resolved, by default the first. Raises Unreadable."""
    if field is not None and field.number(DECKS[0]) not in DECKS:
        raise field.wrong(f"the decks are {', '.join(map(str, DECKS))} (agot_board.data.westeros-decks)")
    return DECKS[0] if field is None else field.number()


def check_revealed(fields: dict[str, DocumentNode], at: str, deck: int, piles: tuple[Pile, ...]) -> None:
    """Raises Unreadable unless each deck from this one on shows a resolvable card, and this one the moment's card."""
    shown = DocumentNode("position", {}).child("revealed", None) if "revealed" not in fields else fields["revealed"]
    for n in DECKS[deck - 1 :]:
        cards = next(pile.revealed for pile in piles if pile.name == f"westeros-{n}")
        card = cards[-1].partition("/")[2] if cards else "nothing"
        there = shown.child(f"westeros-{n}", None)
        if card in UNRESOLVED:
            raise there.wrong(f"it shows {card}, no card to be resolved at {at} ({UNRESOLVED[card]})")
        if n == deck and at in CAUSES and card not in CAUSES[at]:
            raise there.wrong(f"by {card} nobody comes to {at} ({LEADS[at]})")


def points_in(field: DocumentNode, area: str) -> int:
    """The points left in an area, at most those that it has. Raises Unreadable."""
    if field.number() > (most := AREAS[area].mustering_points) or not most:
        raise field.wrong(f"it has {most} (agot_board.muster.points)")
    return field.number()


def fight_of(fields: dict[str, DocumentNode], areas: dict[str, Area]) -> Fight:
    """The combat; the attackers are among the units of their origin, where their March order lies.

    Raises Unreadable.
    """
    if "combat" not in fields:
        raise DocumentNode("position", {}).child("combat", None).wrong("missing")
    combat = fields["combat"].mapping(COMBAT_KEYS)
    for key in ("origin", "area", "units"):
        if key not in combat:
            raise fields["combat"].wrong(f"{key}: missing")
    origin, area = combat["origin"].text(AREAS), combat["area"].text(AREAS)
    order = areas[origin].order
    if order is None or ORDER_TYPE[order.token] != MARCH:
        raise combat["origin"].wrong("no March order lies there (agot_board.combat.attacker)")
    if areas[area].neutral == IMPASSABLE:
        raise combat["area"].wrong("nobody ever enters it (agot_board.neutral.impassable)")
    if areas[area].neutral:
        raise combat["area"].wrong("a Neutral Force is fought without House cards (agot_board.neutral.no-house-card)")
    if (areas[area].house or areas[area].garrison) in (NO_SEAT, order.house):
        raise combat["area"].wrong("no other House defends it (agot_board.combat.when)")
    units = attackers_of(combat["units"], order.house, origin, areas[origin])
    support = support_of(combat.get("support"), areas)
    offered = combat["offered"].text() if "offered" in combat else ""
    if offered and offered not in support:
        raise combat["offered"].wrong("that order has not been decided: name it under support")
    return Fight(origin, area, order.house, units, support, offered)


def attackers_of(field: DocumentNode, house: Seat, origin: str, area: Area) -> Units:
    """The attacking units, all of them standing in their origin. Raises Unreadable."""
    named = word_text(WORD.search(field.text()))
    if named != house and named in HOUSES:
        raise field.wrong(f"{named} does not attack, {house} marches from {origin} (agot_board.combat.attacker)")
    said = area_from(field, (house,))
    if said.power_token or said.order:
        raise field.wrong("units attack, and no token or order (agot_board.term.unit)")
    wanted = together(said.units, said.routed)
    if wanted and not said.routed and all(area.units.get(kind, 0) >= n for kind, n in wanted.items()):
        return wanted
    there = together(area.units, area.routed)
    are_lying = wanted and all(there.get(kind, 0) >= n for kind, n in wanted.items())
    rule = "retreat.routed-cannot-move" if are_lying else "march.any-subset"
    raise field.wrong(f"in {origin} stand {units_text(house, area.units)} (agot_board.{rule})")


def support_of(field: DocumentNode | None, areas: dict[str, Area]) -> dict[str, str]:
    """The decided Support orders, each with the side that it supports. Raises Unreadable."""
    given = field.mapping(AREAS) if field is not None else {}
    for id, each in given.items():
        order = areas[id].order
        if order is None or ORDER_TYPE[order.token] != SUPPORT:
            raise each.wrong("no Support order lies there (agot_board.support.who-may-be-asked)")
    return {id: each.text(SIDES) for id, each in given.items()}


# --- building


def lay_inner(game: BoardGame, at: str, turn: Seat, inner: InnerPosition) -> list[Procedure]:
    """The frames of what is in progress besides the board, outermost first; emits their facts."""
    if inner.fight is not None:
        return lay_combat(game, at, inner.fight)
    house = turn or game.table.turn_order()[0]
    place = game.table.turn_order().index(house) + 1
    if at not in WITHIN_WESTEROS:
        return [*frames(at, place), *lay_mustering(game, house, inner)]
    round_frame = Round(first=False, at=after(Round, "1"))
    if at == CARD:
        return [round_frame, WesterosPhase(deck=inner.deck - 1, at=CARD)]
    shown = game.table.zone(westeros_revealed(inner.deck))
    game.emit(WesterosCardBegan(game.table.cards[shown[-1]].key))
    phase = WesterosPhase(deck=inner.deck, at="1.5" if inner.deck == DECKS[-1] else CARD)
    is_last = place == len(game.table.seats)
    if at == FEWER:
        return [round_frame, phase, UpdateSupply(turn=place, at=END if is_last else FEWER), Reconcile(house=house)]
    turns = MusterInTurn(turn=place, at=END if is_last else MUSTER)
    return [round_frame, phase, turns, *lay_mustering(game, house, inner)]


def lay_mustering(game: BoardGame, house: Seat, inner: InnerPosition) -> list[Procedure]:
    """The frames of a House that musters, with the points left; without given points the mustering begins."""
    if inner.muster is None:
        return [Mustering(house=house, areas=own_castles(game.table, house))]
    game.emit(MusteringBegan(house, inner.muster))
    return [Mustering(house=house, areas=tuple(inner.muster), at="1.4.2/muster")]


def lay_combat(game: BoardGame, at: str, fight: Fight) -> list[Procedure]:
    """The frames of the march and the call for support, as far as decided; House cards follow the count of strength."""
    there = game.table.area(fight.area)
    order = game.table.area(fight.origin).order
    assert order is not None
    game.emit(MarchDeclared(fight.attacker, fight.origin, order.token, {fight.area: fight.units}))
    defender = there.house or there.garrison
    game.emit(CombatBegan(fight.area, fight.origin, fight.attacker, defender, order.token, fight.units))
    game.emit(SupportCalled({}))
    for area, side in fight.support.items():
        lent = game.table.area(area).order
        assert lent is not None
        game.emit(SupportDeclared(lent.house, area, side, area == fight.offered))  # type: ignore[arg-type]
    if at == CARDS:
        refuse_the_others(game)
    turn = game.table.turn_order().index(fight.attacker) + 1
    asking = "4.2" if at == CARDS else ("4.1.b" if fight.offered else "4.1.a")
    marches = ResolveMarches(turn=turn, area=fight.origin, at=after(ResolveMarches, "3.2.c"))
    return [*frames("3.2", turn)[:-1], marches, CombatFrame(at=asking)]


def refuse_the_others(game: BoardGame) -> None:
    """Refuse the support of every undecided order in reach: House cards are chosen only after all are decided."""
    for house in game.table.turn_order():
        for area in undecided_areas(game.table, house):
            game.emit(SupportDeclared(house, area, "refuse"))


# --- writing


def inner_now(table: BoardTable, stack: list[Procedure], wait: Wait) -> dict[str, Any]:
    """The form of this wait: `at` and the state besides the board; empty for a wait that has none."""
    kinds = [type(each) for each in stack if not (isinstance(each, ThroneOfBlades) and each.at == END)]
    if kinds[:2] == [Round, WesterosPhase]:
        return westeros_now(table, stack, kinds[2:])
    if kinds == [Round, ActionPhase, ResolveConsolidates, Mustering]:
        return {"at": "3.3", **mustering_now(table)}
    combat = {"4.1.a": "4.1", "4.1.b": "4.1", "4.3.a": CARDS}.get(wait.asked_by)
    if kinds == [Round, ActionPhase, ResolveMarches, CombatFrame] and combat and table.combat is not None:
        return {"at": combat, "combat": combat_now(table.combat)}
    return {}


def westeros_now(table: BoardTable, stack: list[Procedure], kinds: list[type[Procedure]]) -> dict[str, Any]:
    phase = stack[1]
    assert isinstance(phase, WesterosPhase)
    card = {"westeros_card": phase.deck}
    if kinds in ([ThroneOfBlades], [DarkWings], [PutToTheSword]):
        return {"at": CARD, **card}
    if kinds == [UpdateSupply, Reconcile]:
        return {"at": FEWER, **card, "turn": stack[-1].house}  # type: ignore[attr-defined]
    return {"at": MUSTER, **card, **mustering_now(table)} if kinds == [MusterInTurn, Mustering] else {}


def mustering_now(table: BoardTable) -> dict[str, Any]:
    assert table.mustering is not None
    return {"turn": table.mustering.house, "muster": dict(table.mustering.points)}


def combat_now(now: Combat) -> dict[str, Any]:
    said = {
        "origin": now.origin,
        "area": now.area,
        "units": units_text(now.attacker.house, now.units),
        "support": dict(now.support),
        "offered": now.offered,
    }
    return {key: value for key, value in said.items() if value}


def before_the_march(table: BoardTable, id: str, area: Area) -> Area:
    """An area as a position lists it, with attackers still in their origin."""
    now = table.combat
    if now is None or id != now.origin:
        return area
    return structs.replace(area, house=now.attacker.house, units=together(area.units, now.units))
