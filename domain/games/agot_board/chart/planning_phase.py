"""The Planning Phase: orders are placed in secret and revealed together, then the Messenger Raven is used."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.orders import is_short, lawful_tokens, order_space
from domain.games.agot_board.commands import AssignOrders, RavenDecline, RavenLook, RavenPlace, RavenReplace
from domain.games.agot_board.components import ORDERS
from domain.games.agot_board.facts.board import (
    BansLifted,
    OrderReplaced,
    OrdersAssigned,
    OrdersRevealed,
    PhaseBegan,
    RavenUsed,
    WildlingCardPlaced,
)
from domain.games.agot_board.state import WILDLING_DECK, BoardTable
from domain.kernel.cards.card_table import BOTTOM
from domain.kernel.cards.moving_cards import look_at_cards, move
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick


@enforces("agot_board.round.planning-summary")
def begin(game: BoardGame, frame: Procedure) -> None:
    game.emit(PhaseBegan("planning"))


@enforces("agot_board.plan.assign-simultaneous", "agot_board.ruling.no-units-no-orders")
def all_with_units(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    """All Houses with units, at the same time; none if a House is short of orders."""
    if is_short(table):
        return ()
    return tuple(seat for seat in table.turn_order() if table.areas_of(seat))


def space_of_orders(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    cited = ("agot_board.plan.assign-one-each",)
    return Commands((Form("assign_orders", {}, {"orders": order_space(table, seat)}, cited),))


@enforces("agot_board.plan.assign-simultaneous", "agot_board.plan.check-complete")
def lay_orders(game: BoardGame, frame: Procedure, answers: dict[Seat, AssignOrders]) -> None:
    for seat, command in answers.items():
        game.emit(OrdersAssigned(seat, in_board_order(game.table, command.orders)))


def in_board_order(table: BoardTable, orders: dict[str, str]) -> dict[str, str]:
    """The orders sorted by the board's list of areas, so that the order of writing reveals nothing."""
    return {area: orders[area] for area in table.areas if area in orders}


@enforces("agot_board.plan.shortage-turn-order")
def next_in_shortage(table: BoardTable, frame: Planning) -> tuple[Seat, ...]:
    """The House that chooses next in a shortage of orders, in turn order; none without a shortage."""
    if not frame.short:
        return ()
    seats = [seat for seat in table.turn_order() if table.areas_of(seat)]
    return tuple(seats[frame.turn : frame.turn + 1])


def note_shortage(game: BoardGame, frame: Procedure) -> None:
    game.set(short=is_short(game.table))


def lay_in_turn(game: BoardGame, frame: Planning, seat: Seat, command: AssignOrders) -> None:
    game.set(turn=frame.turn + 1, at="2.1.b")
    game.emit(OrdersAssigned(seat, in_board_order(game.table, command.orders)))


@enforces("agot_board.plan.reveal-all", "agot_board.plan.check-complete")
def reveal_orders(game: BoardGame, frame: Procedure) -> None:
    laid = {area: each.order.token for area, each in game.table.areas.items() if each.order}
    if laid:
        game.emit(OrdersRevealed(laid))


@enforces("agot_board.plan.raven-step", "agot_board.ruling.raven-timing", "agot_board.token.raven-flip")
def raven_holder(table: BoardTable, frame: Procedure) -> tuple[Seat, ...]:
    return () if table.raven_used else (table.raven,)


@enforces("agot_board.token.raven-choice", "agot_board.plan.raven-optional")
def raven_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    """The commands about the Raven: decline, look at the top Wildling card, or exchange one of the House's orders."""
    declining = Form("raven_decline", {}, {}, ("agot_board.plan.raven-optional",))
    looking = Form("raven_look", {}, {}, ("agot_board.token.raven-look",))
    exchanges = (exchange_form(table, seat, area) for area in table.orders_of(seat))
    return Commands((declining, looking, *(each for each in exchanges if each is not None)))


@enforces("agot_board.token.raven-replace", "agot_board.ruling.raven-replacement-legality")
def exchange_form(table: BoardTable, seat: Seat, area: str) -> Form | None:
    """The form that exchanges the order in an area for an unused token; None if there is no such token."""
    orders = table.orders_of(seat)
    others = [token for there, token in orders.items() if there != area]
    room = sum(ORDERS[token].special for token in others) < table.stars(seat)
    on_board = list(orders.values())
    tokens = tuple(
        token
        for token, copies in lawful_tokens(table).items()
        if on_board.count(token) < copies and (room or not ORDERS[token].special)
    )
    if not tokens:
        return None
    pick = Pick(tokens, 1, 1, single=True)
    return Form("raven_replace", {"area": area}, {"token": pick}, ("agot_board.token.raven-choice",))


@enforces("agot_board.token.raven-flip")
def use_raven(game: BoardGame, frame: Procedure, seat: Seat, command: RavenReplace | RavenLook | RavenDecline) -> None:
    """Exchange an order, or look at the Wildling card; then turn the Raven over."""
    if isinstance(command, RavenReplace):
        game.emit(RavenUsed(seat, "replace"))
        game.emit(OrderReplaced(seat, command.area, command.token))
    elif isinstance(command, RavenLook):
        game.emit(RavenUsed(seat, "look"))
        game.set(looking=seat)
        look_at_cards(game, seat, game.table.top(WILDLING_DECK, 1))


def who_looked(table: BoardTable, frame: Planning) -> tuple[Seat, ...]:
    return (frame.looking,) if frame.looking else ()


@enforces("agot_board.ruling.raven-look-position")
def place_space(rules: object, table: BoardTable, frame: Procedure, seat: Seat) -> Commands:
    cited = ("agot_board.token.raven-look",)
    return Commands(tuple(Form("raven_place", {"where": where}, {}, cited) for where in ("top", "bottom")))


@enforces("agot_board.token.raven-look", "agot_board.token.raven-secret", "agot_board.ruling.raven-look-position")
def place_wildling_card(game: BoardGame, frame: Planning, seat: Seat, command: RavenPlace) -> None:
    """Put the card back; its place is public, its identity is not."""
    game.emit(WildlingCardPlaced(seat, command.where))
    if command.where == "bottom":
        (moved,) = move(game, game.table.top(WILDLING_DECK, 1), WILDLING_DECK, BOTTOM)
        look_at_cards(game, seat, [moved])


@enforces("agot_board.plan.end")
def end(game: BoardGame, frame: Procedure) -> None:
    if game.table.bans:
        game.emit(BansLifted())


@enforces("agot_board.plan.steps")
class Planning(Procedure, frozen=True, tag="agot_board.planning"):
    """The Planning Phase, 2.1 to 2.4."""

    short: bool = False
    turn: int = 0
    looking: Seat = NO_SEAT
    steps = (
        step("2", begin, "the Planning Phase begins"),
        step("2/shortage", note_shortage, "it is noted whether a House is short of orders"),
        Decision(
            "2.1.a",
            "assign-orders",
            title="the Houses assign orders in secret",
            seats=all_with_units,
            options=space_of_orders,
            accepts=(AssignOrders,),
            on_answer=lay_orders,
            rule="agot_board.plan.assign-simultaneous",
            sealed=True,
            checked=True,
        ),
        Decision(
            "2.1.b",
            "assign-orders-in-turn",
            title="Houses assign orders in turn order if one is short of them",
            seats=next_in_shortage,
            options=space_of_orders,
            accepts=(AssignOrders,),
            on_answer=lay_in_turn,
            rule="agot_board.plan.shortage-turn-order",
            checked=True,
        ),
        step("2.2", reveal_orders, "the orders are revealed"),
        Decision(
            "2.3",
            "messenger-raven",
            title="the holder of the Messenger Raven may use it",
            seats=raven_holder,
            options=raven_space,
            accepts=(RavenReplace, RavenLook, RavenDecline),
            on_answer=use_raven,
            rule="agot_board.plan.raven-step",
        ),
        Decision(
            "2.3.b",
            "place-wildling-card",
            title="the holder of the Messenger Raven puts the Wildling card back",
            seats=who_looked,
            options=place_space,
            accepts=(RavenPlace,),
            on_answer=place_wildling_card,
            rule="agot_board.token.raven-look",
        ),
        step("2.4", end, "the Planning Phase ends"),
    )
