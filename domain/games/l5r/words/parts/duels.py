"""A part that begins a duel."""

from __future__ import annotations

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.words.parts.cards import is_choosable
from domain.cardgame.words.select import CardFilter
from domain.games.l5r.chart.duel import DuelFrame
from domain.games.l5r.numbers_in_play import has_dash
from domain.games.l5r.state import L5rContext, L5rGame
from domain.games.l5r.words.select import ME, TARGET
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import CARDS, Keeping, Part

WINNER, LOSER, DUELISTS = "winner", "loser", "duelists"
"""Under these names the parts of a duel find who won and lost it, and both characters."""


class Duel(Part, frozen=True, tag="duel"):
    """A duel of a type between two participating characters; the parts resolve if one of them wins.

    They name the characters by `winner`, `loser` and `duelists`. With `may_discard` a player who would give honor for
    the bids may discard so many cards from hand instead.
    """

    kind: str
    parts: tuple[Part, ...]
    challenger: CardFilter = ME
    on: CardFilter = TARGET
    may_discard: bool = False

    @enforces("l5r.duel.who", "l5r.duel.dash-cannot-duel", "l5r.duel.d6-skill-type", "l5r.duel.challenge-word")
    def affects(self, context: L5rContext, card: Handle) -> bool:
        """Whether a character can be challenged: it participates and has no dash, and a challenger can duel too."""
        return self.can_duel(context, card) and any(
            self.can_duel(context, each) and each != card for each in self.challenger.find(context)
        )

    def can_duel(self, context: L5rContext, card: Handle) -> bool:
        table = context.table
        return table.is_participating(card) and not has_dash(table.cards[card], self.kind)

    def potential(self, context: L5rContext) -> bool:
        return is_choosable(context, self.on)

    def keeps(self) -> Keeping:
        return dict.fromkeys((WINNER, LOSER, DUELISTS), CARDS)

    def put_off(self, following: tuple[Part, ...]) -> tuple[Part, ...]:
        return self.parts

    @enforces("l5r.duel.d1-initiated-by-ability", "l5r.duel.d2-challenger", "l5r.duel.d2-challengee")
    def perform(self, game: L5rGame, context: L5rContext) -> None:
        challenged = [card for card in self.on.find(context) if self.affects(context, card)][:1]
        challengers = [card for card in self.challenger.find(context) if self.can_duel(context, card)][:1]
        able = bool(challenged and challengers)
        report_part(game, context, able)
        if able:
            path = (*context.effect.path, context.parts.index(self))
            game.push(
                DuelFrame(
                    effect=context.effect.id,
                    path=path,
                    kind=self.kind,
                    challenger=challengers[0],
                    challengee=challenged[0],
                    seat=context.you,
                    may_discard=self.may_discard,
                )
            )
