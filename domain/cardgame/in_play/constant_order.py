"""The order of constant abilities that begin together and conflict, which the first player chooses.

Two conflict only if their order can change something. They may set one number of one card or player to different
values: the `set` modifier applied last counts, and cards that enter play together have no order of their own. Or their
cards blank each other, two of them or more in a circle: the one applied first counts, and leaves the next card without
its ability. A constant that was blank for a time keeps its place among the others: it does not begin anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from domain.cardgame.abilities.context import AbilityContext, AnyContext
from domain.cardgame.commands import OrderConstantEffects
from domain.cardgame.facts.cards import ConstantsOrdered
from domain.cardgame.in_play.active_constants import Active, blanking_rivals, is_at_work
from domain.cardgame.in_play.constant_dependencies import Scope, may_meet
from domain.cardgame.table import CardGame, CardGameTable, abilities_of, rules_of_table
from domain.cardgame.words.select import CardFilter, OwnCost, seats_of
from domain.kernel.citing import SLOT
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Ordering


def constants_to_order(table: CardGameTable, conditions: tuple[Condition, ...]) -> tuple[Handle, ...]:
    """The cards whose constants began together by these conditions and conflict."""
    if len(conditions) < 2:
        return ()
    beginning = rules_of_table(table).beginning_constants
    return conflicting_cards(
        table, [each.card for each in conditions if each.kind in beginning and each.card in table.cards]
    )


def conflicting_cards(table: CardGameTable, began: Sequence[Handle]) -> tuple[Handle, ...]:
    """Those of the cards whose constants conflict, if all of them began together."""
    if len(began) < 2:
        return ()
    rivals = [group for group in blanking_rivals(table) if group <= set(began)] if is_at_work(table, "blank") else []
    return tuple(
        card
        for card in began
        if any(card in group for group in rivals)
        or any(other != card and set_differently(table, card, other) for other in began)
    )


def set_differently(table: CardGameTable, one: Handle, other: Handle) -> bool:
    """Whether the constant abilities of two cards may set the same number to different values."""
    return any(set_apart(mine, theirs) for mine in setting(table, one) for theirs in setting(table, other))


def setting(table: CardGameTable, card: Handle) -> Iterator[Active]:
    """The constant abilities of a card that set numbers, whether or not their conditions are met now."""
    found = table.cards[card]
    for index, ability in abilities_of(table, found):
        for constant in ability.constants:
            if constant.how == "set":
                yield AbilityContext(table, found.key, index, found.controller, card), constant


def set_apart(mine: Active, theirs: Active) -> bool:
    """Whether two constants of different cards may set the same number of one card or player to different values."""
    (my_context, my_constant), (their_context, their_constant) = mine, theirs
    if my_constant.what != their_constant.what:
        return False
    if my_constant.name and their_constant.name and my_constant.name != their_constant.name:
        return False
    if my_constant.amount == their_constant.amount and isinstance(my_constant.amount, int | OwnCost):
        return False
    if my_constant.on is not None and their_constant.on is not None:
        return may_be_one_card(my_context, my_constant.on, their_context, their_constant.on)
    my_seats = seats_of(my_context, my_constant.who)
    return not set(my_seats).isdisjoint(seats_of(their_context, their_constant.who))


def may_be_one_card(my_context: AnyContext, mine: CardFilter, their_context: AnyContext, theirs: CardFilter) -> bool:
    """Whether two descriptions may mean the same card, by print, by control, and by the cards that they name."""
    my_card, their_card = named_card(my_context, mine), named_card(their_context, theirs)
    if my_card and their_card:
        return my_card == their_card
    if (mine.other and their_card == my_context.me) or (theirs.other and my_card == their_context.me):
        return False
    if not controllers(my_context, mine) & controllers(their_context, theirs):
        return False
    return may_meet(scope_now(my_context, mine), scope_now(their_context, theirs))


def named_card(context: AnyContext, cards: CardFilter) -> Handle:
    """The card that a description names by its relation to its own card; empty if it names none."""
    return context.me if cards.me else context.host if cards.host else NO_CARD


def controllers(context: AnyContext, cards: CardFilter) -> set[Seat]:
    """The players who may control the cards of a description: all, if it is not known yet who is meant."""
    if card := context.table.cards.get(named_card(context, cards)):
        return {card.controller}
    return set(seats_of(context, cards.controller or "all") or context.table.player_order())


def scope_now(context: AnyContext, cards: CardFilter) -> Scope:
    """The printed values that a card must have to fit a description: those of the card that it names."""
    card = context.table.cards.get(named_card(context, cards))
    dependencies = rules_of_table(context.table).dependencies
    return dependencies.printed_scope(card.printed) if card else dependencies.scope_of(cards, context.printed)


CONFLICTING = f"{SLOT}excluding-constants-decided"


def who_orders_constants(table: CardGameTable, frame: OrderOfConstants) -> tuple[Seat, ...]:
    return (table.first_player,)


def constants_space(rules: object, table: CardGameTable, frame: OrderOfConstants, seat: Seat) -> Commands:
    return Commands((Form("order_constant_effects", {}, {"cards": Ordering(frame.cards)}, (CONFLICTING,)),))


def order_constants(game: CardGame, frame: OrderOfConstants, seat: Seat, command: OrderConstantEffects) -> None:
    game.emit(constants_in_order(game.table, command.cards))


def constants_in_order(table: CardGameTable, cards: Iterable[Handle]) -> ConstantsOrdered:
    """The fact that the constant abilities of these cards apply in this order, after all that apply already."""
    return ConstantsOrdered(tuple((card, table.next_serial()) for card in cards))


class OrderOfConstants(Procedure, frozen=True, tag="cards.order_of_constants"):
    """The first player orders conflicting constant abilities."""

    cards: tuple[Handle, ...]
    steps = (
        Decision(
            "/order",
            "order-constants",
            title="the first player orders conflicting constant abilities",
            seats=who_orders_constants,
            options=constants_space,
            accepts=(OrderConstantEffects,),
            on_answer=order_constants,
            rule=CONFLICTING,
            public=True,
        ),
    )


def begin_ordering_constants(game: CardGame, conditions: tuple[Condition, ...]) -> None:
    """Push the ordering of the constant abilities that began by these conditions and conflict."""
    push_ordering(game, constants_to_order(game.table, conditions))


def begin_ordering_revealed(game: CardGame, revealed: Sequence[Handle]) -> None:
    """Push the ordering of the conflicting constants of cards that were revealed or attached at once in set-up."""
    push_ordering(game, conflicting_cards(game.table, [card for card in revealed if game.table.cards[card].type]))


def push_ordering(game: CardGame, conflicting: tuple[Handle, ...]) -> None:
    if conflicting:
        game.push(OrderOfConstants(cards=conflicting))
