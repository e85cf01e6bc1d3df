"""Revealing a plot outside step 1.3: it is turned faceup, its when-revealed ability resolves, then plots are recycled.

Initiative and the first player stay as they are (`agot_lcg.step.1-3-mid-round-reveal-skips-i-ii`).
"""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.words.parts.cards import OnCards, is_choosable
from domain.cardgame.words.select import CardFilter
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.words.select import Cards
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.chart.plot_phase import RevealPlots
from domain.games.agot_lcg.state import AgotContext
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Handle, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence


class RevealOutOfStep(Procedure, frozen=True, tag="agot_lcg.reveal_out_of_step"):
    """The steps after an ability has revealed a plot.

    `resolved` are the plots that were revealed before.
    """

    resolved: tuple[Handle, ...] = ()
    steps = tuple(each for each in RevealPlots.steps if each.label in ("/when-revealed", "/recycle"))


class RevealPlot(OnCards, frozen=True, tag="reveal_plot"):
    """Reveal a plot of your plot deck. It takes the place of your revealed plot."""

    out_of_play: ClassVar[bool] = True
    on: CardFilter = Cards(picked="target", where=("plots",), controller="you")

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return context.table.cards[card].zone == zone(context.you, "plots")

    def potential(self, context: AgotContext) -> bool:
        return is_choosable(context, self.on)

    @enforces("agot_lcg.step.1-3-mid-round-reveal-skips-i-ii", "agot_lcg.deck.plot-deck-named-explicitly")
    def perform(self, game: AgotGame, context: AgotContext) -> None:
        plots = self.cards_affected(context)[:1]
        if not plots:
            report_part(game, context, False)
            return
        game.push(RevealOutOfStep(resolved=tuple(numbers_in_play.revealed_plots(context.table))))
        revealed = Condition(0, "plot_revealed", card=plots[0], seat=context.you, source=context.me, hidden=True)
        begin_occurrence(game, revealed, effect=context.effect.id)
