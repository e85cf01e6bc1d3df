"""What no play could have come to: a combat, a mustering or armies that a position says to be under way.

Read `check_attainable`. The board of the position is laid out without events, and the commands that would have led
there are put to the very checks that they meet in play; what refuses one of them names the field and the rule.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from domain.games.agot_board.board.control import controller, supply_icons
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
from domain.games.agot_board.state_checks import ports_with_strangers, winners
from domain.kernel.checks import first_failed_check
from domain.kernel.formats.reading import DocumentNode
from domain.kernel.ids import Handle, Seat
from domain.kernel.refusals import Refusal
from domain.kernel.table import CopyOnWriteMap

if TYPE_CHECKING:
    from domain.games.agot_board.positions.reading import Position

# Who may have Ships in a port; that of an impassable area is nobody's.
OWNED = "agot_board.port.owner"
CLOSED = "agot_board.ruling.impassable-consequences"
# What refuses a march for the number of its units, not for where they go.
OF_UNITS = "agot_board.ruling.march-supply-check"
# The one order that lets its House muster.
LETS_MUSTER = next(each.id for each in ORDERS.values() if each.special and each.type == CONSOLIDATE_POWER)
# The deck of the cards by which Houses update their supply.
SUPPLY_DECK = 1


def check_attainable(position: Position, fields: dict[str, DocumentNode]) -> None:
    """Nothing; raises Unreadable at the field that no play could have come to, with the rule that forbids it."""
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
    """The areas, the tracks and what each House has, as far as checks look at them."""
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
    """Ships lie in ports of their own House only; an area that attackers have left may have lost its controller.

    Raises Unreadable otherwise.
    """
    for port in ports_with_strangers(table):
        land = AREAS[port].connected_land
        owner = controller(table, port) or "nobody"
        rule = CLOSED if table.area(land).neutral == IMPASSABLE else OWNED
        raise field.mapping()[port].wrong(f"{land} is held by {owner} ({rule})")


# --- orders


def check_orders(table: BoardTable, field: DocumentNode) -> None:
    """When orders have just been revealed, each House has laid those that the Planning Phase lets it lay.

    Raises Unreadable otherwise.
    """
    for house in table.seats:
        laid = table.orders_of(house)
        refusal = first_failed_check(CHECKS[AssignOrders], CommandContext(table, house, AssignOrders(laid)))
        if refusal is None:
            continue
        token = refusal.because.get("token")
        blamed = [field.child(area, token) for area in laid if laid[area] == token] or [field]
        raise blamed[0].wrong(f"{house} cannot have laid so {refusal_text(refusal)}")


def check_stars(table: BoardTable, position: Position, turn: Seat, field: DocumentNode) -> None:
    """No House has more Special Orders than stars where its position on the track cannot have changed since.

    Raises Unreadable otherwise.
    """
    for house in table.seats:
        laid = list(table.orders_of(house).values())
        if position.at == CONSOLIDATES and position.inner.muster is not None and house == turn:
            laid.append(LETS_MUSTER)
        refusal = too_many_specials(table, house, laid)
        if refusal is not None:
            raise field.wrong(f"{house} cannot have laid so {refusal_text(refusal)}")


def refusal_text(refusal: Refusal) -> str:
    """The rule of a refusal with the numbers and names that show it: `(rule: laid 1, wanted 2)`."""
    shown = ", ".join(
        f"{name} {' '.join(value) if isinstance(value, list) else value}" for name, value in refusal.because.items()
    )
    return f"({refusal.rule}: {shown})"


# --- combats


def check_fight(table: BoardTable, at: str, fight: Fight, field: DocumentNode, areas: DocumentNode) -> None:
    """The march that began the combat, and each decision about support, are lawful. Raises Unreadable otherwise."""
    written = field.mapping()
    marching = ResolveMarch(fight.origin, March({fight.area: fight.units}))
    refusal = first_failed_check(CHECKS[ResolveMarch], CommandContext(table, fight.attacker, marching))
    if refusal is not None:
        blamed = written["units" if refusal.rule == OF_UNITS else "area"]
        raise blamed.wrong(f"from {fight.origin} no march attacks so ({refusal.rule})")
    leave(table, fight, written["origin"], areas)
    if not fight.support:
        return
    decided = written["support"].mapping()
    check_support(table, fight, decided)
    if fight.offered:
        check_offer(table, at, fight, written["offered"])
    if at == CALL:
        check_sequence(table, fight, decided)


def leave(table: BoardTable, fight: Fight, field: DocumentNode, areas: DocumentNode) -> None:
    """The attackers leave as in play, and support is called for: unless what they left gives a House its victory.

    Ships that have taken a port by their leaving have no order. Raises Unreadable.
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
        here = table.area(port)
        if here.order and here.order.house == controller(table, port) != fight.attacker:
            raise areas.mapping()[port].wrong("its Ships were just taken (agot_board.ruling.capture-port-order)")
    SupportCalled({}).apply(table)


def check_support(table: BoardTable, fight: Fight, written: dict[str, DocumentNode]) -> None:
    """Each House may decide so about its orders. Raises Unreadable otherwise."""
    for area, side in fight.support.items():
        deed = CommandContext(table, lender(table, area), DeclareSupport(area, side))  # type: ignore[arg-type]
        refusal = first_failed_check(CHECKS[DeclareSupport], deed)
        if refusal is not None:
            raise written[area].wrong(f"this support cannot be declared ({refusal.rule})")


def check_sequence(table: BoardTable, fight: Fight, written: dict[str, DocumentNode]) -> None:
    """No House has decided before an earlier one had decided about all its orders, and had its offer answered.

    Raises Unreadable otherwise.
    """
    table.combat = structs.replace(current_combat(table), support=fight.support)
    waiting = [seat for seat in table.turn_order() if undecided_areas(table, seat)]
    if fight.offered:
        waiting.append(lender(table, fight.offered))
    places = {seat: place for place, seat in enumerate(table.turn_order())}
    first = min(waiting, key=places.__getitem__, default=table.turn_order()[-1])
    for area in fight.support:
        if places[lender(table, area)] > places[first]:
            raise written[area].wrong(f"{first} decides before (agot_board.support.turn-order)")


def check_offer(table: BoardTable, at: str, fight: Fight, field: DocumentNode) -> None:
    """Support is offered to one of the two by a House beside them, and answered before strength is counted.

    Raises Unreadable otherwise.
    """
    fighting = (fight.attacker, current_combat(table).defender.house)
    if fight.support[fight.offered] == "refuse" or lender(table, fight.offered) in fighting:
        raise field.wrong("nobody answers that (agot_board.support.may-be-declined)")
    if at != CALL:
        raise field.wrong(f"at {at} all is answered (agot_board.ruling.support-decline-timing)")


def lender(table: BoardTable, area: str) -> Seat:
    """The House whose Support order lies in an area."""
    order = table.area(area).order
    assert order is not None
    return order.house


# --- mustering and armies


def check_mustering(table: BoardTable, at: str, house: Seat, field: DocumentNode, areas: DocumentNode) -> None:
    """A card lets a House muster where it controls, an order in its one area; that order has left the board.

    Raises Unreadable otherwise.
    """
    written = field.mapping()
    for area, each in written.items():
        if controller(table, area) != house:
            raise each.wrong(f"{house} does not control it (agot_board.muster.card-in-turn-order)")
    if at == MUSTER:
        check_spent(table, house, written)
        return
    if len(written) != 1:
        raise field.wrong("one order musters in its area alone (agot_board.special.muster-only-there)")
    for area, each in written.items():
        if table.area(area).order is not None:
            raise each.wrong("the order that lets muster has been removed (agot_board.special.consolidate-power)")
        if table.area(area).house != house:
            raise each.wrong(f"{house} has no unit there, where its order lay (agot_board.plan.assign-only-occupied)")
    check_spent(table, house, written, before=1)
    for area, token in table.orders_of(house).items():
        if token == LETS_MUSTER:
            said = f"by its {ORDER_COPIES[token]} {token} {house} musters elsewhere"
            raise areas.mapping()[area].wrong(f"{said} (agot_board.component.limit-is-absolute)")


def check_spent(table: BoardTable, house: Seat, written: dict[str, DocumentNode], before: int = 0) -> None:
    """For the points that are spent units stand there; `before`: what those cost at least that stood there already.

    Raises Unreadable otherwise.
    """
    for area, each in written.items():
        spent = AREAS[area].mustering_points - each.number()
        there = [table.area(place) for place in (area, *waters(area))]
        units = [together(here.units, here.routed) for here in there if here.house == house]
        worth = sum(n * UNITS[kind].mustering_cost for kinds in units for kind, n in kinds.items())
        if spent and spent + before > worth:
            raise each.wrong(f"for the {spent} spent of it {house} has no units there (agot_board.muster.points)")


# --- supply


def counted_supply(position: Position, field: DocumentNode | None) -> dict[Seat, int]:
    """The Supply track, on which the Houses that a Supply card has reached stand as their icons say.

    Raises Unreadable for one of them that is said to stand elsewhere.
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
    """The Houses that have moved their Supply token by a card of this Westeros Phase, as far as nothing moves it again.

    When they reconcile those up to the one in turn; by a Supply card all, while the cards after it are resolved.
    """
    order = position.tracks["iron_throne"]
    if position.at == FEWER:
        return order[: order.index(position.turn or order[0]) + 1]
    first = next(pile.revealed for pile in position.piles if WESTEROS_PILES.get(pile.name) == SUPPLY_DECK)
    is_past = position.at == CARD and position.inner.deck > SUPPLY_DECK
    return order if is_past and first and position_key(first[-1]) == "supply" else ()


def check_reconciled(table: BoardTable, position: Position, fields: dict[str, DocumentNode]) -> None:
    """The Houses that have updated their supply have reconciled their armies, except the one in turn.

    Raises Unreadable otherwise.
    """
    done = houses_updated(position)
    for house in done[:-1] if position.at == FEWER else done:
        if excess(table, house):
            name = "turn" if position.at == FEWER else "areas"
            place = fields.get(name, DocumentNode(f"position.{name}", house))
            raise place.wrong(f"{house} has not reconciled its armies yet (agot_board.supply.reconcile-at-once)")
