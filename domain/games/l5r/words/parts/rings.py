"""Parts for rings and for what the conflict is about."""

from __future__ import annotations

from domain.cardgame.abilities.resolution import report_part
from domain.games.l5r.chart.conflict.ring_effects import RingByCard, claim_condition, effect_forms
from domain.games.l5r.facts.conflicts import ConflictTypeChanged, RingEffectStopped, RingFatePlaced, RingsSwitched
from domain.games.l5r.facts.players import FateGained
from domain.games.l5r.numbers_in_play import conflict_elements
from domain.games.l5r.pool.printed import Element
from domain.games.l5r.state import CONFLICTS, L5rContext, L5rGame
from domain.games.l5r.words.provinces import is_open
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_SEAT
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.occurrence import begin_occurrence


class ResolveRing(Part, frozen=True, tag="resolve_ring"):
    """Resolve the effect of a ring as though you were the attacking player.

    `ring` is `contested` (the ring of the conflict), `claimed` (that of the answered condition), or `chosen`.
    """

    ring: str = "contested"

    def elements(self, context: L5rContext) -> tuple[Element, ...]:
        """The elements of which one effect is resolved, or, if rings were chosen, all are, in the chosen order."""
        table, about = context.table, context.about
        if self.ring == "contested":
            return conflict_elements(table) if table.contest is not None else ()
        named = context.picks("ring") if self.ring == "chosen" else (about.name,) if about is not None else ()
        return tuple(each for name in named for each in table.rings if each == name)

    def potential(self, context: L5rContext) -> bool:
        """Whether there is a ring whose effect could be resolved; of rings that are to be chosen any may do."""
        table = context.table
        found = self.elements(context) if self.ring != "chosen" else table.unclaimed_rings()
        return any(True for element in found for _ in effect_forms(table, element))

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        found = self.elements(context)
        report_part(game, context, bool(found))
        if self.ring == "chosen":
            for element in reversed(found):
                game.push(RingByCard(seat=context.you, elements=(element,)))
        elif found:
            game.push(RingByCard(seat=context.you, elements=found))


class SwitchRing(Part, frozen=True, tag="switch_ring"):
    """The contested ring and the chosen one change places, or with `claimed` your chosen ring and another chosen one.

    The type of the conflict stays. With `take_fate` you take the fate on the ring that you get.
    """

    ring: str = "ring"
    claimed: str = ""
    take_fate: bool = False

    def potential(self, context: L5rContext) -> bool:
        """Whether there is a ring on each side of the exchange."""
        names = (self.ring, self.claimed) if self.claimed else (self.ring,)
        naming = (word for word in context.parts if getattr(word, "name", "") in names)
        return bool(self.claimed or context.table.contest) and all(is_open(context, word) for word in naming)

    @enforces("l5r.term.switch", "l5r.ring.fate-to-attacker")
    def perform(self, game: L5rGame, context: L5rContext) -> None:
        table = context.table
        now, new = table.contest, [each for each in table.rings if each in context.picks(self.ring)]
        mine = [each for each in table.rings if each in context.picks(self.claimed)] if self.claimed else []
        if not new or (self.claimed and not mine) or (not self.claimed and now is None):
            report_part(game, context, False)
            return
        fate = table.rings[new[0]].fate
        if self.claimed:
            game.emit(RingsSwitched(mine[0], new[0]))
        elif now is not None:
            game.emit(RingsSwitched(now.ring, new[0], now.attacker if fate else NO_SEAT, fate))
        if self.take_fate and fate:
            game.emit(RingFatePlaced((new[0],), -fate))
            game.emit(FateGained(context.you, fate, "ring"))
        report_part(game, context, True)


class ChangeType(Part, frozen=True, tag="change_type"):
    """The conflict becomes one of the other type, or of `kind`; its element stays."""

    kind: str = ""

    def potential(self, context: L5rContext) -> bool:
        now = context.table.contest
        return now is not None and now.kind != self.kind

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        now = context.table.contest
        able = now is not None and now.kind != self.kind
        if now is not None and able:
            game.emit(ConflictTypeChanged(self.kind or next(kind for kind in CONFLICTS if kind != now.kind)))
        report_part(game, context, able)


class StopRingEffect(Part, frozen=True, tag="stop_ring_effect"):
    """Cancel the effect of the contested ring, which is not resolved in this conflict any more."""

    def potential(self, context: L5rContext) -> bool:
        now = context.table.contest
        return now is not None and now.resolved is None

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        able = self.potential(context)
        if able:
            game.emit(RingEffectStopped())
        report_part(game, context, able)


class ClaimRing(Part, frozen=True, tag="claim_ring"):
    """Claim the contested ring, in place of who won the conflict."""

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        now = context.table.contest
        if now is None or now.claimed:
            report_part(game, context, False)
            return
        begin_occurrence(game, claim_condition(now, context.you), effect=context.effect.id)
