"""1. The plot phase."""

from __future__ import annotations

from domain.cardgame.abilities.resolution import begin_ability
from domain.cardgame.in_play import active_constants
from domain.cardgame.rounds_and_phases import end_phase, expire_with_phase
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.chart.plot_phase import (
    everybody,
    first_player_space,
    name_first_player,
    plot_phase_begins,
    plots_space,
    recycle,
    set_plots,
    turn_plots_faceup,
    win_initiative,
    winner_of_initiative,
)
from domain.families.agot_cards.commands import ChooseFirstPlayer, ChoosePlot
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.occurrence import OrderMandatory, collect_reactions
from domain.kernel.spaces.commands import Commands, Form


@enforces("agot_lcg.step.1-3-reactions-after-iii")
def reveal_plots(game: AgotGame, frame: Procedure) -> None:
    """Reveal the plots; the reactions wait until part III and recycling are complete."""
    collect_reactions(game, "1.3")
    game.push(RevealPlots())


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
