"""7. The taxation phase."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.occurring.conditions import discard_condition
from domain.cardgame.occurring.framework import framework
from domain.cardgame.rounds_and_phases import begin_phase, expire_with_round
from domain.families.agot_cards import numbers_in_play
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.commands import DiscardToReserve
from domain.games.agot_lcg.facts.cards import GoldSpent
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.ids import Seat, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick


@enforces("agot_lcg.step.7-1-taxation-begins")
def taxation_begins(game: AgotGame, frame: Procedure) -> None:
    begin_phase(game, "7.1", "taxation")


@enforces("agot_lcg.step.7-2-return-gold")
def return_gold(game: AgotGame, frame: Procedure) -> None:
    """Return all unspent gold to the treasury."""
    for seat in game.table.player_order():
        if gold := game.table.players[seat].gold:
            game.emit(GoldSpent(seat, gold, "unspent"))


@enforces("agot_lcg.reserve.check-in-taxation")
def over_reserve(table: AgotTable, seat: Seat) -> int:
    """The number of cards in a player's hand above the reserve."""
    return max(0, len(table.zone(zone(seat, "hand"))) - numbers_in_play.plot_value(table, seat, "reserve").value)


@enforces("agot_lcg.step.7-3-reserve-in-player-order", "agot_lcg.reserve.in-player-order")
def who_is_over_reserve(table: AgotTable, frame: TaxationPhase) -> tuple[Seat, ...]:
    """The next player, in player order, with more cards than the reserve; at most one seat."""
    waiting = [seat for seat in table.player_order() if seat not in frame.checked and over_reserve(table, seat)]
    return tuple(waiting[:1])


@enforces("agot_lcg.step.7-3-discard-down", "agot_lcg.reserve.check-in-taxation")
def reserve_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    hand = tuple(table.zone(zone(seat, "hand")))
    n = over_reserve(table, seat)
    cited = ("agot_lcg.step.7-3-discard-down",)
    return Commands((Form("discard_to_reserve", {}, {"cards": Pick(hand, n, n)}, cited),))


@enforces("agot_lcg.discard-pile.simultaneous-owner-orders")
def discard_to_reserve(game: AgotGame, frame: TaxationPhase, seat: Seat, command: DiscardToReserve) -> None:
    """Discard the named cards in the order that their owner named; each player's discard is one occurrence."""
    order = game.table.player_order()
    checked = order[: order.index(seat) + 1]
    game.set(checked=checked, at="7.3")
    gone = (structs.replace(discard_condition(game.table, card), how="ordered") for card in command.cards)
    framework(game, "7.3", *gone)


@enforces("agot_lcg.step.7-action-window")
def taxation_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "taxation.action", "7")


@enforces("agot_lcg.step.7-5-taxation-ends", "agot_lcg.step.7-5-round-ends", "agot_lcg.step.phase-end-milestone")
def taxation_ends(game: AgotGame, frame: Procedure) -> None:
    """End the phase and the round in shared windows."""
    framework(game, "7.5", Condition(0, "phase_ended", name="taxation"), Condition(0, "round_ended"))


@enforces("agot_lcg.joust.no-titles", "agot_lcg.timing-chart.melee-only-events")
class TaxationPhase(Procedure, frozen=True, tag="agot_lcg.taxation_phase"):
    """7. The taxation phase (7.4, titles, is melee only)."""

    checked: tuple[Seat, ...] = ()
    steps = (
        step("7.1", taxation_begins, "the taxation phase begins"),
        step("7.2", return_gold, "unspent gold is returned"),
        Decision(
            "7.3",
            "reserve",
            title="each player discards down to their reserve",
            seats=who_is_over_reserve,
            options=reserve_space,
            accepts=(DiscardToReserve,),
            on_answer=discard_to_reserve,
            rule="agot_lcg.step.7-3-discard-down",
        ),
        step("/actions", taxation_actions, "an action window"),
        step("/expire", expire_with_round, "effects that last for the round expire"),
        step("7.5", taxation_ends, "the taxation phase ends"),
    )
