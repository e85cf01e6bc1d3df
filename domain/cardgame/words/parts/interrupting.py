"""Parts of interrupts: they save from, prevent, cancel or replace what is about to happen."""

from __future__ import annotations

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.facts.cards import CardSaved, DelayedBegan, DelayedEnded
from domain.cardgame.table import AnyGame, area_kind, rules_of_table
from domain.cardgame.words.choices import is_immune
from domain.kernel.occurring.abilities import EffectCanceled, Part
from domain.kernel.occurring.conditions import Condition, ConditionAverted, ConditionReplaced, DelayedEffect


def is_kept_off(context: AnyContext) -> bool:
    """Whether the card of the answered condition is immune to this ability. A save by a rule is of no card type."""
    about = context.about
    if about is None or about.card not in context.table.cards or context.is_by_rule:
        return False
    return is_immune(context, about.card)


def imminent_condition(context: AnyContext) -> Condition | None:
    """The condition that this ability answers, as long as it is imminent; None where it will not happen any more."""
    about, happening = context.about, context.table.occurrences.get(context.effect.happening)
    if about is None or happening is None or happening.condition(about.id) is None:
        return None
    return about


class Save(Part, frozen=True, tag="save"):
    """Save the card from the condition that this ability answers."""

    def potential(self, context: AnyContext) -> bool:
        """Whether the card is not immune to it."""
        return not is_kept_off(context)

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        about = None if is_kept_off(context) else imminent_condition(context)
        if about is not None:
            game.emit(ConditionAverted(context.effect.happening, about.id, "saved"))
            game.emit(CardSaved(about.card, context.me))
        report_part(game, context, about is not None)


class Prevent(Part, frozen=True, tag="prevent"):
    """Prevent the condition that this ability answers."""

    def potential(self, context: AnyContext) -> bool:
        """Whether the card to which it would happen is not immune to it."""
        return not is_kept_off(context)

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        about = None if is_kept_off(context) else imminent_condition(context)
        if about is not None:
            game.emit(ConditionAverted(context.effect.happening, about.id, "prevented"))
        report_part(game, context, about is not None)


class Cancel(Part, frozen=True, tag="cancel"):
    """Cancel the effect that is about to initiate."""

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        about = imminent_condition(context)
        if about is not None:
            game.emit(EffectCanceled(about.n))
            game.emit(ConditionAverted(context.effect.happening, about.id, "canceled"))
        report_part(game, context, about is not None)


class Instead(Part, frozen=True, tag="instead"):
    """The card goes to another place (`to`) instead. What happens to it counts as having happened.

    Without `to` something that happens to no card is replaced, such as what the loser of a contest suffers: it counts
    as having happened, but has no effect. The parts after this one replace what would have happened. They resolve when
    what they replace would have, after all interrupts, unless it is averted or another replacement is used after
    this one.
    """

    to: str = ""

    def potential(self, context: AnyContext) -> bool:
        """Whether the part could change something: the card would go to another place without it, or parts follow."""
        about, following = context.about, context.parts[context.parts.index(self) + 1 :]
        if self.to and is_kept_off(context):
            return False
        if about is None or not self.to or following:
            return True
        leaving, table = rules_of_table(context.table).leaving, context.table
        to = about.instead or leaving.get(about.kind, leaving["discarded"])
        return area_kind(table, about.card, to) != area_kind(table, about.card, self.to)

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        about = None if self.to and is_kept_off(context) else imminent_condition(context)
        if about is not None:
            game.emit(ConditionReplaced(context.effect.happening, about.id, self.to or context.key))
            self.wait(game, context, about.id)
        report_part(game, context, about is not None)
        game.set(part=len(context.parts))

    def put_off(self, following: tuple[Part, ...]) -> tuple[Part, ...]:
        return following

    def wait(self, game: AnyGame, context: AnyContext, about: int) -> None:
        """Delay the later parts until the condition resolves. They take the place of other parts that wait for it."""
        for earlier in [each for each in context.table.delayed.values() if each.about == about]:
            game.emit(DelayedEnded(earlier.id))
        effect, place = context.effect, context.parts.index(self)
        if context.parts[place + 1 :]:
            id, path = game.table.next_serial(), (*effect.path, place)
            waiting = DelayedEffect(
                id, context.key, context.index, path, context.you, context.me, effect.chosen, effect.x, about=about
            )
            game.emit(DelayedBegan(waiting))
