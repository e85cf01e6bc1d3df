"""1. The plot phase."""

from __future__ import annotations

from msgspec import structs

from domain.cardgame.abilities.resolution import begin_ability
from domain.cardgame.facts.cards import LastingEnded
from domain.cardgame.facts.course import FirstPlayerChosen
from domain.cardgame.in_play import active_constants
from domain.cardgame.occurring.framework import framework
from domain.cardgame.periods import end_phase, expire_with_phase
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities.occurring import AgotGame, executes
from domain.games.agot_lcg.commands import ChooseFirstPlayer, ChoosePlot
from domain.games.agot_lcg.facts.cards import PlotRevealed
from domain.games.agot_lcg.facts.course import InitiativeWon
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.cards import TOP, move
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.windows import open_for_all
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.numbers import TracedNumber
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import OrderMandatory, begin_occurrence, collect_reactions
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick


@enforces("agot_lcg.step.1-1-plot-phase-begins", "agot_lcg.step.phase-begin-milestone")
def plot_phase_begins(game: AgotGame, frame: Procedure) -> None:
    """Begin the round and the plot phase in one occurrence."""
    framework(game, "1.1", Condition(0, "round_began"), Condition(0, "phase_began", name="plot"))


def everybody(table: AgotTable, frame: Procedure) -> tuple[Seat, ...]:
    return table.remaining_seats()


@enforces("agot_lcg.plot-deck.own-deck", "agot_lcg.step.1-2-choose-plot")
def plots_space(rules: object, table: AgotTable, frame: Procedure, seat: Seat) -> Commands:
    plots = tuple(table.zone(zone(seat, "plots")))
    cited = ("agot_lcg.step.1-2-choose-plot",)
    return Commands((Form("choose_plot", {}, {"plot": Pick(plots, 1, 1, single=True)}, cited),))


@enforces("agot_lcg.step.1-2-facedown-secret", "agot_lcg.step.1-2-complete-when-all-chosen")
def set_plots(game: AgotGame, frame: Procedure, answers: dict[Seat, ChoosePlot]) -> None:
    """Put the chosen plots facedown; they stay so until 1.3."""
    for seat, command in answers.items():
        move(game, [command.plot], zone(seat, "chosen"))


@enforces("agot_lcg.step.1-3-reactions-after-iii")
def reveal_plots(game: AgotGame, frame: Procedure) -> None:
    """Reveal the plots; the reactions wait until part III and recycling are complete."""
    collect_reactions(game, "1.3")
    game.push(RevealPlots())


@enforces("agot_lcg.step.1-3-reveal-simultaneously")
def turn_plots_faceup(game: AgotGame, frame: Procedure) -> None:
    table = game.table
    chosen = [(seat, card) for seat in table.player_order() for card in table.zone(zone(seat, "chosen"))]
    # until the plot is revealed, only its owner knows which card was chosen
    begin_occurrence(game, *(Condition(0, "plot_revealed", card=card, seat=seat, hidden=True) for seat, card in chosen))


@executes("plot_revealed")
@enforces(
    "agot_lcg.step.1-3-stack-on-used",
    "agot_lcg.plots.reveal-onto-used-pile",
    "agot_lcg.plots.previous-plot-leaves-play",
    "agot_lcg.plots.used-pile-definition",
    "agot_lcg.plots.three-states",
)
def plots_revealed(game: AgotGame, conditions: list[Condition]) -> list[Condition]:
    """Put each chosen plot into play, and the previous one on the used pile. Returns what occurred."""
    table, occurred = game.table, []
    for each in conditions:
        move(game, table.zone(zone(each.seat, "plot")), zone(each.seat, "used"), TOP)
        (plot,) = move(game, [each.card], zone(each.seat, "plot"))
        game.emit(PlotRevealed(each.seat, plot, table.next_serial()))
        over = tuple(
            effect.id for effect in table.lasting.values() if effect.until == "next-plot" and effect.seat == each.seat
        )
        if over:
            game.emit(LastingEnded(over))
        occurred.append(structs.replace(each, card=plot, hidden=False))
    return occurred


@enforces("agot_lcg.step.1-3-i-initiative-winner", "agot_lcg.initiative.compare-on-reveal")
def win_initiative(game: AgotGame, frame: Procedure) -> None:
    """Part I: determine who wins initiative, by highest initiative, then least total power, then chance."""
    table = game.table
    compared = tuple((seat, numbers_in_play.plot_value(table, seat, "initiative")) for seat in table.player_order())
    winner, how = initiative_winner(game, compared)
    game.emit(InitiativeWon(winner, compared, how))
    framework(game, "1.3", Condition(0, "initiative_won", seat=winner))


@enforces(
    "agot_lcg.step.1-3-i-tie-least-power",
    "agot_lcg.step.1-3-i-tie-random",
    "agot_lcg.initiative.tie-least-power",
    "agot_lcg.initiative.tie-random",
)
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
    cited = ("agot_lcg.step.1-3-ii-choose-first-player",)
    return Commands((Form("choose_first_player", {}, {"player": Pick(players, 1, 1, single=True)}, cited),))


@enforces(
    "agot_lcg.step.1-3-ii-choose-first-player",
    "agot_lcg.first-player.chosen-each-plot-phase",
    "agot_lcg.initiative.winner-names-first-player",
)
def name_first_player(game: AgotGame, frame: Procedure, seat: Seat, command: ChooseFirstPlayer) -> None:
    """Part II: give the first player token to the named player."""
    game.emit(FirstPlayerChosen(command.player, seat))
    framework(game, "1.3", Condition(0, "first_player_chosen", seat=command.player))


@enforces("agot_lcg.step.1-3-iii-when-revealed", "agot_lcg.when-revealed.must-resolve")
def plots_to_resolve(table: AgotTable, frame: RevealPlots) -> list[tuple[Handle, int]]:
    """The 'when revealed' abilities that have not resolved yet."""
    return [
        (card, index)
        for card in numbers_in_play.revealed_plots(table)
        for index, ability in enumerate(table.registry.abilities(table.cards[card].key))
        if ability.timing == "when-revealed" and card not in frame.resolved
        if not active_constants.is_blank(table, table.cards[card])
    ]


def who_orders_when_revealed(table: AgotTable, frame: RevealPlots) -> tuple[Seat, ...]:
    return (table.first_player,) if plots_to_resolve(table, frame) else ()


def when_revealed_space(rules: object, table: AgotTable, frame: RevealPlots, seat: Seat) -> Commands:
    cited = ("agot_lcg.step.1-3-iii-first-player-orders",)
    return Commands(
        tuple(
            Form("order_mandatory", {"card": card, "ability": index, "condition": 0}, {}, cited)
            for card, index in plots_to_resolve(table, frame)
        )
    )


@enforces("agot_lcg.step.1-3-iii-resolve-completely", "agot_lcg.when-revealed.at-step-1-3")
def resolve_when_revealed(game: AgotGame, frame: RevealPlots, seat: Seat, command: OrderMandatory) -> None:
    """Resolve a 'when revealed' ability completely before the next one."""
    game.set(resolved=(*frame.resolved, command.card), at="/when-revealed")
    begin_ability(game, command.card, command.ability)


@enforces(
    "agot_lcg.step.1-3-recycle-used-pile",
    "agot_lcg.step.1-3-recycle-not-current",
    "agot_lcg.plots.recycle-after-last",
    "agot_lcg.plots.recycle-keeps-revealed",
)
def recycle(game: AgotGame, frame: Procedure) -> None:
    """Return the used pile to the plot deck of a player whose plot deck is empty; the revealed plot stays."""
    for seat in game.table.player_order():
        if not game.table.zone(zone(seat, "plots")):
            move(game, list(game.table.zone(zone(seat, "used"))), zone(seat, "plots"))


@enforces("agot_lcg.step.1-3-three-parts")
class RevealPlots(Procedure, frozen=True, tag="agot_lcg.reveal_plots"):
    """Step 1.3 in its fixed order: faceup, parts I to III, recycling."""

    resolved: tuple[Handle, ...] = ()
    steps = (
        step("/faceup", turn_plots_faceup, "the plots are turned faceup"),
        step("/initiative", win_initiative, "the winner of initiative is determined"),
        Decision(
            "/first-player",
            "first-player",
            title="the winner of initiative names the first player",
            seats=winner_of_initiative,
            options=first_player_space,
            accepts=(ChooseFirstPlayer,),
            on_answer=name_first_player,
            rule="agot_lcg.step.1-3-ii-choose-first-player",
            public=True,
        ),
        Decision(
            "/when-revealed",
            "order-when-revealed",
            title="the first player orders the when revealed abilities",
            seats=who_orders_when_revealed,
            options=when_revealed_space,
            accepts=(OrderMandatory,),
            on_answer=resolve_when_revealed,
            rule="agot_lcg.step.1-3-iii-first-player-orders",
            public=True,
        ),
        step("/recycle", recycle, "used plots return to an empty plot deck"),
    )


@enforces("agot_lcg.step.1-action-window")
def plot_actions(game: AgotGame, frame: Procedure) -> None:
    open_for_all(game, "action", "plot.action", "1")


@enforces("agot_lcg.step.1-5-plot-phase-ends")
def plot_phase_ends(game: AgotGame, frame: Procedure) -> None:
    end_phase(game, "1.5", "plot")


@enforces("agot_lcg.step.1-4-melee-only", "agot_lcg.joust.no-titles", "agot_lcg.timing-chart.melee-only-events")
class PlotPhase(Procedure, frozen=True, tag="agot_lcg.plot_phase"):
    """1. The plot phase (1.4, titles, is melee only)."""

    steps = (
        step("1.1", plot_phase_begins, "the plot phase begins"),
        Decision(
            "1.2",
            "plot",
            title="each player chooses a plot",
            seats=everybody,
            options=plots_space,
            accepts=(ChoosePlot,),
            on_answer=set_plots,
            rule="agot_lcg.step.1-2-choose-plot",
            sealed=True,
        ),
        step("1.3", reveal_plots, "the plots are revealed"),
        step("/actions", plot_actions, "an action window"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("1.5", plot_phase_ends, "the plot phase ends"),
    )
