"""Events that become attachments: they stay in play with their constant abilities only."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.words.foresight import within_reach
from domain.cardgame.words.parts.cards import OnCards
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.facts.cards import EnteredPlay
from domain.games.agot_lcg.state import AS_ATTACHMENT, AgotContext, AgotTable
from domain.kernel.cards.card_facts import Move
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat, zone
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


def with_attached(table: AgotTable, seat: Seat, event: Handle, host: Handle) -> AgotTable:
    """The table with an event attached to a card."""
    ahead = table.branch()
    ahead.apply_move(Move(event, event, table.cards[event].zone, zone(seat, "play"), host=host))
    EnteredPlay(event, AS_ATTACHMENT, serial=ahead.next_serial()).apply(ahead)
    return ahead
