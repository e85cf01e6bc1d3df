"""The plot phase: plots are chosen in secret and revealed, initiative, the first player."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.facts.cards import LastingEnded
from domain.cardgame.facts.course import FirstPlayerChosen
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.chart.framework import carry_out_step
from domain.families.agot_cards.commands import ChooseFirstPlayer, ChoosePlot
from domain.families.agot_cards.facts.cards import PlotRevealed
from domain.families.agot_cards.facts.course import InitiativeWon
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.occurring import executes
from domain.families.agot_cards.state import AgotGame, AgotTable
from domain.kernel.cards.card_table import TOP
from domain.kernel.cards.moving_cards import move
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat, zone
from domain.kernel.numbers import TracedNumber
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick


def plot_phase_begins(game: AgotGame, frame: Procedure) -> None:
    """Begin the round and the plot phase in one occurrence."""
    carry_out_step(game, Condition(0, "round_began"), Condition(0, "phase_began", name="plot"))


def everybody(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    return table.remaining_seats()


def plots_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    plots = tuple(table.zone(zone(seat, "plots")))
    cited = ("slot.possible-plots",)
    return Commands((Form("choose_plot", {}, {"plot": Pick(plots, 1, 1, single=True)}, cited),))


def set_plots(game: AgotGame, frame: Procedure, answers: dict[Seat, ChoosePlot]) -> None:
    """Put the chosen plots facedown; they stay so until all are revealed."""
    for seat, command in answers.items():
        move(game, [command.plot], zone(seat, "chosen"))


def turn_plots_faceup(game: AgotGame, frame: Procedure) -> None:
    table = game.table
    chosen = [(seat, card) for seat in table.player_order() for card in table.zone(zone(seat, "chosen"))]
    # until the plot is revealed, only its owner knows which card was chosen
    begin_occurrence(game, *(Condition(0, "plot_revealed", card=card, seat=seat, hidden=True) for seat, card in chosen))


@executes("plot_revealed")
def plots_revealed(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    """Put each chosen plot into play, and the previous one on the used pile. Returns what occurred."""
    table, occurred = game.table, []
    for each in conditions:
        move(game, table.zone(zone(each.seat, "plot")), zone(each.seat, "used"), TOP)
        (plot,) = move(game, [each.card], zone(each.seat, "plot"))
        game.emit(own_fact(table, PlotRevealed)(each.seat, plot, table.next_serial()))
        over = tuple(
            effect.id for effect in table.lasting.values() if effect.until == "next-plot" and effect.seat == each.seat
        )
        if over:
            game.emit(LastingEnded(over))
        occurred.append(structs.replace(each, card=plot, hidden=False))
    return occurred


def win_initiative(game: AgotGame, frame: Procedure) -> None:
    """Determine who wins initiative, by highest initiative, then least total power, then chance."""
    table = game.table
    compared = tuple((seat, numbers_in_play.plot_value(table, seat, "initiative")) for seat in table.player_order())
    winner, how = initiative_winner(game, compared)
    game.emit(own_fact(table, InitiativeWon)(winner, compared, how))
    carry_out_step(game, Condition(0, "initiative_won", seat=winner))


def initiative_winner(game: AgotGame, compared: tuple[tuple[Seat, TracedNumber], ...]) -> tuple[Seat, str]:
    best = max(value.value for _, value in compared)
    tied = [seat for seat, value in compared if value.value == best]
    if len(tied) == 1:
        return tied[0], "highest"
    least = min(game.table.power(seat) for seat in tied)
    tied = [seat for seat in tied if game.table.power(seat) == least]
    if len(tied) == 1:
        return tied[0], "least-power"
    return game.pick_at_random("initiative", tied)[0], "random"


def winner_of_initiative(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    return (table.initiative_winner,)


def first_player_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    players = tuple(table.remaining_seats())
    cited = ("slot.first-player-token",)
    return Commands((Form("choose_first_player", {}, {"player": Pick(players, 1, 1, single=True)}, cited),))


def name_first_player(game: AgotGame, frame: Procedure, seat: Seat, command: ChooseFirstPlayer) -> None:
    """Give the first player token to the named player."""
    game.emit(FirstPlayerChosen(command.player, seat))
    carry_out_step(game, Condition(0, "first_player_chosen", seat=command.player))


def recycle(game: AgotGame, frame: Procedure) -> None:
    """Return the used pile to the plot deck of a player whose plot deck is empty; the revealed plot stays."""
    for seat in game.table.player_order():
        if not game.table.zone(zone(seat, "plots")):
            move(game, list(game.table.zone(zone(seat, "used"))), zone(seat, "plots"))
