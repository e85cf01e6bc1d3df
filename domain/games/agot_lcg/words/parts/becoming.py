"""Events that become attachments: they stay in play with their constant abilities only."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.abilities.resolution import report_part
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.in_play.entering import attachable
from domain.games.agot_lcg.state import AS_ATTACHMENT, AgotContext, AgotTable
from domain.games.agot_lcg.words.foresight import with_attached, within_reach
from domain.games.agot_lcg.words.parts.cards import OnCards
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence


class BecomeAttachment(OnCards, frozen=True, tag="become_attachment"):
    """Attach this event to a card as an attachment (`agot_lcg.card-types.type-change`)."""

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return attachable(context.table, context.you, context.printed, card) is None

    def foresee(self, context: AgotContext) -> Iterator[AgotTable]:
        hosts = within_reach(context, self.on) if context.me in context.table.cards else []
        return (
            with_attached(context.table, context.you, context.me, host) for host in hosts if self.affects(context, host)
        )

    @enforces("agot_lcg.card-types.type-change")
    def perform(self, game: AgotGame, context: AgotContext) -> None:
        host = tuple(self.cards_affected(context)[:1])
        if not host:
            report_part(game, context, False)
            return
        entry = Condition(0, "entered_play", card=context.me, seat=context.you, how=AS_ATTACHMENT, cards=host)
        begin_occurrence(game, entry, effect=context.effect.id)
