"""Lasting effects, delayed effects, and conditions inside an effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.facts.cards import DelayedBegan, LastingBegan
from domain.cardgame.table import AnyGame, CardGameTable, CardMatch, LastingEffect, rules_of_table
from domain.cardgame.words.choices import is_immune
from domain.cardgame.words.foresight import with_lasting, within_reach
from domain.cardgame.words.parts.cards import count_meant, is_choosable
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import Amount, CardFilter, amount
from domain.cardgame.words.triggers import WhenWord
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import DelayedEffect


class Until(Part, frozen=True, tag="until"):
    """A lasting effect: it changes what a constant ability would change, until the period `until` ends.

    With `on` it changes the cards that fit when it begins, otherwise it is about you. With `option` the option chosen
    before is its `name`. With `once` it ends at its first use.
    """

    what: str
    until: str
    name: str = ""
    amount: Amount = 0
    how: str = "add"
    on: CardFilter | None = None
    option: bool = False
    match: CardMatch | None = None
    once: bool = False

    def names_meant(self) -> tuple[str, ...]:
        """The names that the change may have; none if an option that is chosen will be its name."""
        return () if self.option else (self.name,)

    def affects(self, context: AnyContext, card: Handle) -> bool:
        """Whether the effect would change a card in play, as the game says of what it changes."""
        if not context.table.is_in_play(card):
            return False
        return rules_of_table(context.table).may_change(context.table, card, self.what, self.name)

    def cards_affected(self, context: AnyContext) -> list[Handle]:
        """The cards that the effect changes; [] for an effect about a player."""
        if self.on is None:
            return []
        return [card for card in self.aimed_at(context, self.on) if not is_immune(context, card)]

    def aimed_at(self, context: AnyContext, on: CardFilter) -> list[Handle]:
        """The cards that the effect would change if none were immune."""
        return [card for card in on.find(context) if self.affects(context, card)]

    def potential(self, context: AnyContext) -> bool:
        if is_too_late(context, self.until):
            return False
        if self.on is not None and self.on.picked:
            return is_choosable(context, self.on)
        return self.on is None or bool(self.cards_affected(context))

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        cards = tuple(self.cards_affected(context))
        if self.on is not None and not cards:
            report_part(game, context, False)
            return
        game.emit(LastingBegan(self.effect(context, game.table.next_serial(), cards)))
        meant = 0 if self.on is None else count_meant(context, self.on, self.aimed_at(context, self.on))
        report_part(game, context, len(cards) >= meant)

    def effect(self, context: AnyContext, id: int, cards: tuple[Handle, ...]) -> LastingEffect:
        """The lasting effect on these cards, under the number `id`."""
        name = context.picks("option")[0] if self.option else self.name
        n = amount(context, self.amount)
        return LastingEffect(
            id, context.key, self.what, context.you, self.until, name, n, self.how, cards, self.match, self.once
        )

    def foresee(self, context: AnyContext) -> Iterator[CardGameTable]:
        """Yield the tables with the effect: on each card that could be chosen for it, or on all cards that it finds."""
        if self.on is None or self.option or is_too_late(context, self.until):
            return
        reached = [card for card in within_reach(context, self.on) if self.affects(context, card)]
        for cards in [(card,) for card in reached] if self.on.picked else [tuple(reached)]:
            yield with_lasting(context.table, self.effect(context, context.table.serial + 1, cards))


def is_too_late(context: AnyContext, until: str) -> bool:
    """Whether a lasting effect would end as it begins."""
    return not rules_of_table(context.table).is_under_way(context.table, until) or ends_now(context, until)


def ends_now(context: AnyContext, until: str) -> bool:
    """Whether the ability answers the end of the period, so that an effect until then would end at once."""
    return context.about is not None and context.about.kind == f"{until}_ended"


class Later(Part, frozen=True, tag="later"):
    """A delayed effect. Its parts resolve when the moment `when` comes. It ends unused at the end of `until`."""

    when: WhenWord
    parts: tuple[Part, ...]
    until: str = ""

    def potential(self, context: AnyContext) -> bool:
        """Whether there are cards to act on. What the later effect would do is not judged yet."""
        acting_on = (on for part in self.parts if (on := getattr(part, "on", None)) is not None)
        return all(is_choosable(context, on) for on in acting_on)

    def put_off(self, following: tuple[Part, ...]) -> tuple[Part, ...]:
        return self.parts

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        effect = context.effect
        path = (*effect.path, context.parts.index(self))
        id = game.table.next_serial()
        game.emit(
            DelayedBegan(
                DelayedEffect(
                    id, context.key, context.index, path, context.you, context.me, effect.chosen, effect.x, self.until
                )
            )
        )
        report_part(game, context, True)


class If(Part, frozen=True, tag="if"):
    """The parts after this one that are marked `then` resolve only if all `requires` hold now."""

    changes: ClassVar[bool] = False
    requires: tuple[Requirement, ...]

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        report_part(game, context, all(each.holds(context, context.you) for each in self.requires))
