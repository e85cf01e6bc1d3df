"""Checks of a position for what no match can reach: a combat, a mustering or armies.

Read `check_attainable`. The board of the position is built without events, and the commands that would lead there go
through the checks that they meet in play; a failed check names the field and the rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from domain.games.agot_board.board.control import controller, supply_icons, winners
from domain.games.agot_board.board.supply import excess
from domain.games.agot_board.chart.combat.support import undecided_areas
from domain.games.agot_board.checks.command_context import CommandContext
from domain.games.agot_board.checks.lists import CHECKS, too_many_specials
from domain.games.agot_board.checks.westeros import waters
from domain.games.agot_board.commands import AssignOrders, DeclareSupport, March, ResolveMarch
from domain.games.agot_board.components import (
    AREAS,
    CONSOLIDATE_POWER,
    ORDER_COPIES,
    ORDERS,
    PORTS,
    TRACKS,
    UNITS,
)
from domain.games.agot_board.facts.combat import CombatBegan, SupportCalled, current_combat
from domain.games.agot_board.facts.start import DeckLaid
from domain.games.agot_board.positions.cards import REVEALED_ZONES, WESTEROS_PILES, may_be_lowered, position_key
from domain.games.agot_board.positions.frames import Fight
from domain.games.agot_board.positions.marks import check_marks, check_specials
from domain.games.agot_board.positions.waiting_points import AFTER_RAIDS, CALL, CARD, CONSOLIDATES, FEWER, MUSTER, RAVEN
from domain.games.agot_board.state import IMPASSABLE, BoardTable, House, NoAbilities, together
from domain.games.agot_board.state_checks import ports_with_strangers
from domain.kernel.checks import first_failed_check
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Handle, Seat
from domain.kernel.refusals import Refusal
from domain.kernel.table import CopyOnWriteMap

if TYPE_CHECKING:
    from domain.games.agot_board.positions.reading import Position

# the owners of Ships in a port; the port of an impassable area has none
OWNED = "agot_board.port.owner"
CLOSED = "agot_board.ruling.impassable-consequences"
# the rules that refuse a march for the number of its units and not for its destinations
OF_UNITS = "agot_board.ruling.march-supply-check"
# the only order by which a House musters
LETS_MUSTER = next(each.id for each in ORDERS.values() if each.special and each.type == CONSOLIDATE_POWER)
# the deck with the cards by which Houses update their supply
SUPPLY_DECK = 1


def check_attainable(position: Position, fields: dict[str, DocumentNode]) -> None:
    """Raises Unreadable at the field that no match can reach, with the rule that forbids it."""
    table = board_of(position)
    turn = position.turn or table.turn_order()[0]
    areas = fields.get("areas", DocumentNode("position.areas", {}))
    check_marks(table, position, fields)
    if position.inner.fight is not None:
        check_fight(table, position.at, position.inner.fight, fields["combat"], areas)
    check_ports(table, areas)
    if position.inner.muster is not None:
        check_mustering(table, position.at, turn, fields["muster"], areas)
    if position.at == RAVEN:
        check_orders(table, areas)
    if position.at in AFTER_RAIDS and may_be_lowered(position.hands):
        check_specials(table, position, areas)
    else:
        check_stars(table, position, turn, areas)
    check_reconciled(table, position, fields)


def board_of(position: Position) -> BoardTable:
    """The areas, the tracks and the Houses' pieces, as far as checks read them."""
    table = BoardTable(registry=NoAbilities(None))
    table.seats, table.retired, table.bans = position.houses, position.retired, position.bans
    table.areas = CopyOnWriteMap(position.areas)
    table.houses = CopyOnWriteMap(
        {h: House(power=position.power[h], supply=position.supply[h]) for h in position.houses}
    )
    for track in TRACKS:
        setattr(table, track, position.tracks[track])
    for pile in position.piles:
        if pile.name in WESTEROS_PILES:
            shown = tuple((Handle(f"{pile.name}/{n}"), key) for n, key in enumerate(pile.revealed))
            DeckLaid(REVEALED_ZONES[pile.name], len(shown), shown).apply(table)
    return table


# --- ports


def check_ports(table: BoardTable, field: DocumentNode) -> None:
    """Check that Ships lie only in ports of their own House. Raises Unreadable.

    The controller is computed after attackers have left, so a port may have lost its owner.
    """
    for port in ports_with_strangers(table):
        land = AREAS[port].connected_land
        owner = controller(table, port) or "nobody"
        rule = CLOSED if table.area(land).neutral == IMPASSABLE else OWNED
        raise field.mapping()[port].wrong(f"{land} is held by {owner} ({rule})")


# --- orders


def check_orders(table: BoardTable, field: DocumentNode) -> None:
    """Check that orders just revealed are allowed by the Planning Phase. Raises Unreadable."""
    for house in table.seats:
        laid = table.orders_of(house)
        refusal = first_failed_check(CHECKS[AssignOrders], CommandContext(table, house, AssignOrders(laid)))
        if refusal is None:
            continue
        token = refusal.because.get("token")
        blamed = [field.child(area, token) for area in laid if laid[area] == token] or [field]
        raise blamed[0].wrong(f"{house} cannot have laid so {refusal_text(refusal)}")


def check_stars(table: BoardTable, position: Position, turn: Seat, field: DocumentNode) -> None:
    """Check that no House has more Special Orders than stars, if its track position cannot have changed.

    Raises Unreadable.
    """
    for house in table.seats:
        laid = list(table.orders_of(house).values())
        if position.at == CONSOLIDATES and position.inner.muster is not None and house == turn:
            laid.append(LETS_MUSTER)
        refusal = too_many_specials(table, house, laid)
        if refusal is not None:
            raise field.wrong(f"{house} cannot have laid so {refusal_text(refusal)}")


def refusal_text(refusal: Refusal) -> str:
    """The rule of a refusal with the numbers and names that explain it: `(rule: laid 1, wanted 2)`."""
    shown = ", ".join(
        f"{name} {' '.join(value) if isinstance(value, list) else value}" for name, value in refusal.because.items()
    )
    return f"({refusal.rule}: {shown})"


# --- combats


def check_fight(table: BoardTable, at: str, fight: Fight, field: DocumentNode, areas: DocumentNode) -> None:
    """Raises Unreadable for an illegal march that began the combat, or an illegal decision about support."""
    fields = field.mapping()
    marching = ResolveMarch(fight.origin, March({fight.area: fight.units}))
    refusal = first_failed_check(CHECKS[ResolveMarch], CommandContext(table, fight.attacker, marching))
    if refusal is not None:
        blamed = fields["units" if refusal.rule == OF_UNITS else "area"]
        raise blamed.wrong(f"from {fight.origin} no march attacks so ({refusal.rule})")
    leave(table, fight, fields["origin"], areas)
    if not fight.support:
        return
    decided = fields["support"].mapping()
    check_support(table, fight, decided)
    if fight.offered:
        check_offer(table, at, fight, fields["offered"])
    if at == CALL:
        check_sequence(table, fight, decided)


def leave(table: BoardTable, fight: Fight, field: DocumentNode, areas: DocumentNode) -> None:
    """Move the attackers out and call for support, unless the rest of the board gives a House its victory.

    Ships that take a port by this departure have no order. Raises Unreadable.
    """
    owned = [port for port in PORTS if controller(table, port) == fight.attacker]
    there, order = table.area(fight.area), table.area(fight.origin).order
    assert order is not None
    defender = there.house or there.garrison
    CombatBegan(fight.area, fight.origin, fight.attacker, defender, order.token, fight.units).apply(table)
    won = winners(table)
    if won:
        raise field.wrong(f"once they have left it, {won[0]} has won (agot_board.ruling.victory-check-points)")
    for port in owned:
        state = table.area(port)
        if state.order and state.order.house == controller(table, port) != fight.attacker:
            raise areas.mapping()[port].wrong("its Ships were just taken (agot_board.ruling.capture-port-order)")
    SupportCalled({}).apply(table)


def check_support(table: BoardTable, fight: Fight, nodes: dict[str, DocumentNode]) -> None:
    """Raises Unreadable for a decision that a House may not make about its orders."""
    for area, side in fight.support.items():
        deed = CommandContext(table, lender(table, area), DeclareSupport(area, side))  # type: ignore[arg-type]
        refusal = first_failed_check(CHECKS[DeclareSupport], deed)
        if refusal is not None:
            raise nodes[area].wrong(f"this support cannot be declared ({refusal.rule})")


def check_sequence(table: BoardTable, fight: Fight, nodes: dict[str, DocumentNode]) -> None:
    """Raises Unreadable if a House decides before an earlier House has decided all its orders and has its answer."""
    table.combat = structs.replace(current_combat(table), support=fight.support)
    waiting = [seat for seat in table.turn_order() if undecided_areas(table, seat)]
    if fight.offered:
        waiting.append(lender(table, fight.offered))
    places = {seat: place for place, seat in enumerate(table.turn_order())}
    first = min(waiting, key=places.__getitem__, default=table.turn_order()[-1])
    for area in fight.support:
        if places[lender(table, area)] > places[first]:
            raise nodes[area].wrong(f"{first} decides before (agot_board.support.turn-order)")


def check_offer(table: BoardTable, at: str, fight: Fight, field: DocumentNode) -> None:
    """Raises Unreadable for offered support that nobody would answer, or that must have been answered before."""
    fighting = (fight.attacker, current_combat(table).defender.house)
    if fight.support[fight.offered] == "refuse" or lender(table, fight.offered) in fighting:
        raise field.wrong("nobody answers that (agot_board.support.may-be-declined)")
    if at != CALL:
        raise field.wrong(f"at {at} all is answered (agot_board.ruling.support-decline-timing)")


def lender(table: BoardTable, area: str) -> Seat:
    """The House of the Support order in an area."""
    order = table.area(area).order
    assert order is not None
    return order.house


# --- mustering and armies


def check_mustering(table: BoardTable, at: str, house: Seat, field: DocumentNode, areas: DocumentNode) -> None:
    """Raises Unreadable for a mustering in areas that the House does not control, or beside the order that allows it.

    A card lets a House muster where it controls; an order does in one area, and has then left the board.
    """
    fields = field.mapping()
    for area, each in fields.items():
        if controller(table, area) != house:
            raise each.wrong(f"{house} does not control it (agot_board.muster.card-in-turn-order)")
    if at == MUSTER:
        check_spent(table, house, fields)
        return
    if len(fields) != 1:
        raise field.wrong("one order musters in its area alone (agot_board.special.muster-only-there)")
    for area, each in fields.items():
        if table.area(area).order is not None:
            raise each.wrong("the order that lets muster has been removed (agot_board.special.consolidate-power)")
        if table.area(area).house != house:
            raise each.wrong(f"{house} has no unit there, where its order lay (agot_board.plan.assign-only-occupied)")
    check_spent(table, house, fields, before=1)
    for area, token in table.orders_of(house).items():
        if token == LETS_MUSTER:
            said = f"by its {ORDER_COPIES[token]} {token} {house} musters elsewhere"
            raise areas.mapping()[area].wrong(f"{said} (agot_board.component.limit-is-absolute)")


def check_spent(table: BoardTable, house: Seat, nodes: dict[str, DocumentNode], before: int = 0) -> None:
    """Raises Unreadable if units for the spent points are missing; `before` is the least cost of earlier units."""
    for area, each in nodes.items():
        spent = AREAS[area].mustering_points - each.number()
        there = [table.area(place) for place in (area, *waters(area))]
        units = [together(each.units, each.routed) for each in there if each.house == house]
        worth = sum(n * UNITS[kind].mustering_cost for kinds in units for kind, n in kinds.items())
        if spent and spent + before > worth:
            raise each.wrong(f"for the {spent} spent of it {house} has no units there (agot_board.muster.points)")
        if spent and excess(table, house):
            raise each.wrong(f"{house} has mustered, and its armies exceed its supply (agot_board.muster.supply-limit)")


# --- supply


def counted_supply(position: Position, field: DocumentNode | None) -> dict[Seat, int]:
    """The Supply track, with the Houses that a Supply card has reached at the number of their icons.

    A position that places one of these Houses elsewhere raises Unreadable.
    """
    table, said = board_of(position), field.mapping() if field is not None else {}
    counted = {house: supply_icons(table, house) for house in houses_updated(position)}
    for house, icons in counted.items():
        if house in said and position.supply[house] != icons.value:
            there = ", ".join(f"{line.source} {line.amount}" for line in icons.trace if line.how == "add") or "none"
            why = f"{house} stands on {icons.value}, its supply icons ({there}), not on {position.supply[house]}"
            raise said[house].wrong(f"{why} (agot_board.supply.update-in-turn-order)")
    return position.supply | {house: icons.value for house, icons in counted.items()}


def houses_updated(position: Position) -> tuple[Seat, ...]:
    """The Houses that have moved their Supply token in this Westeros Phase, as far as nothing moves it again.

    While Houses reconcile, those up to the one in turn; after a Supply card all, while later cards are resolved.
    """
    order = position.tracks["iron_throne"]
    if position.at == FEWER:
        return order[: order.index(position.turn or order[0]) + 1]
    first = next(pile.revealed for pile in position.piles if WESTEROS_PILES.get(pile.name) == SUPPLY_DECK)
    is_past = position.at == CARD and position.inner.deck > SUPPLY_DECK
    return order if is_past and first and position_key(first[-1]) == "supply" else ()


def check_reconciled(table: BoardTable, position: Position, fields: dict[str, DocumentNode]) -> None:
    """Raises Unreadable for a House that has updated its supply without reconciling, except the one in turn."""
    done = houses_updated(position)
    for house in done[:-1] if position.at == FEWER else done:
        if excess(table, house):
            name = "turn" if position.at == FEWER else "areas"
            place = fields.get(name, DocumentNode(f"position.{name}", house))
            raise place.wrong(f"{house} has not reconciled its armies yet (agot_board.supply.reconcile-at-once)")
