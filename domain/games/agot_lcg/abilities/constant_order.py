"""The order of constant abilities that begin together and conflict, which the first player chooses.

They conflict only if they set the same number to different values: the `set` modifier applied last counts, and cards
that enter play together have no order of their own.
"""

from __future__ import annotations

from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.commands import OrderConstantEffects
from domain.games.agot_lcg.facts.cards import ConstantsOrdered
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Ordering

BEGINNING = ("plot_revealed", "entered_play")


@enforces("agot_lcg.simultaneous.conflicting-constant-effects")
def constants_to_order(table: AgotTable, conditions: tuple[Condition, ...]) -> tuple[Handle, ...]:
    """The cards whose constants began together and set the same number."""
    began = [each.card for each in conditions if each.kind in BEGINNING and each.card in table.cards]
    setting = {card: numbers_set(table, card) for card in began}
    return tuple(card for card in began if any(other != card and setting[card] & setting[other] for other in began))


def numbers_set(table: AgotTable, card: Handle) -> set[tuple[str, str]]:
    """The numbers that the constant abilities of a card set."""
    abilities = table.registry.abilities(table.cards[card].key)
    return {
        (constant.what, constant.name)
        for ability in abilities
        for constant in ability.constants
        if constant.how == "set"
    }


def who_orders(table: AgotTable, frame: OrderOfConstants) -> tuple[Seat, ...]:
    return (table.first_player,)


def order_space(rules: object, table: AgotTable, frame: OrderOfConstants, seat: Seat) -> Commands:
    cited = ("agot_lcg.simultaneous.conflicting-constant-effects",)
    return Commands((Form("order_constant_effects", {}, {"cards": Ordering(frame.cards)}, cited),))


def order_constants(game: AgotGame, frame: OrderOfConstants, seat: Seat, command: OrderConstantEffects) -> None:
    game.emit(ConstantsOrdered(tuple((card, game.table.next_serial()) for card in command.cards)))


class OrderOfConstants(Procedure, frozen=True, tag="agot_lcg.order_of_constants"):
    """The first player orders conflicting constant abilities."""

    cards: tuple[Handle, ...]
    steps = (
        Decision(
            "/order",
            "order-constants",
            seats=who_orders,
            options=order_space,
            accepts=(OrderConstantEffects,),
            on_answer=order_constants,
            rule="agot_lcg.simultaneous.conflicting-constant-effects",
            public=True,
        ),
    )
