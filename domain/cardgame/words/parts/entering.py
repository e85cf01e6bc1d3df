"""Parts about cards that come into play."""

from __future__ import annotations

from typing import Any, ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.abilities.resolution import keep_cards, report_part
from domain.cardgame.in_play.attaching import hosts
from domain.cardgame.table import AnyGame, rules_of_table
from domain.cardgame.words.choices import targets_form
from domain.cardgame.words.parts.cards import TARGET, count_meant, is_choosable
from domain.cardgame.words.select import CardFilter
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.occurring.abilities import CARDS, ChooseTargets, Keeping, Part
from domain.kernel.occurring.occurrence import begin_occurrence
from domain.kernel.refusals import Refusal

PUT = "put"
"""How a card enters play that an ability puts there."""


class KeepEntered(Part, frozen=True, tag="keep_entered"):
    """Keep the cards that the part before brought into play, so that later words can name them by `name`."""

    changes: ClassVar[bool] = False
    name: str = "entered"

    def keeps(self) -> Keeping:
        return {self.name: CARDS}

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        entering = rules_of_table(context.table).entering
        cards = tuple(each.card for each in context.effect.done if each.kind in entering)
        keep_cards(game, context, self.name, cards)


class PutIntoPlay(Part, frozen=True, tag="put_into_play"):
    """Put cards into play under your control without paying for them. You choose what attachments are attached to."""

    on: CardFilter = TARGET

    def affects(self, context: AnyContext, card: Handle) -> bool:
        """Whether the part would put this card into play."""
        return self.aims_at(context, card) and self.held_up(context, card) is None

    def aims_at(self, context: AnyContext, card: Handle) -> bool:
        """Whether the card is of a type that is put into play or played, and not in play."""
        if context.table.is_in_play(card):
            return False
        key = context.table.cards[card].key
        return rules_of_table(context.table).is_permanent(key) or context.registry.is_event(key)

    def held_up(self, context: AnyContext, card: Handle) -> Refusal | None:
        """Why a card cannot be put into play: it is an event, a rule keeps it off, or there is nothing to attach it to.

        Returns None if nothing prevents it.
        """
        table, found = context.table, context.table.cards[card]
        rules = rules_of_table(table)
        if context.registry.is_event(found.key):
            return Refusal("slot.events-never-enter", {"type": found.printed.type})
        if refusal := rules.entry_refusal(table, context.you, card):
            return refusal
        if not rules.enters_attached(table, context.you, card) or hosts(table, context.you, found.printed):
            return None
        return Refusal("slot.host-needed", {"attachment": found.printed.title, "hosts": []})

    def aimed_at(self, context: AnyContext) -> list[Handle]:
        """The cards that are meant to enter play, including those that a rule or a missing host keeps off."""
        table, rules = context.table, rules_of_table(context.table)
        found = (card for card in self.on.find(context) if not table.is_in_play(card))
        return [card for card in found if rules.is_permanent(table.cards[card].key)]

    def potential(self, context: AnyContext) -> bool:
        return is_choosable(context, self.on)

    def entering_cards(self, context: AnyContext) -> list[Handle]:
        """The cards that enter play, without those that cannot enter together with the others."""
        cards = [card for card in self.on.find(context) if self.affects(context, card)]
        return rules_of_table(context.table).entering_together(context.table, context.you, cards)

    def hostless(self, context: AnyContext) -> list[Handle]:
        """The entering attachments whose hosts have to be chosen, one by one."""
        cards = self.entering_cards(context)
        return rules_of_table(context.table).cards_to_attach(context.table, context.you, cards)

    @property
    def hosts_name(self) -> str:
        """The name under which the chosen hosts are kept."""
        return f"hosts:{self.on.picked}"

    def choosers(self, context: AnyContext) -> tuple[Seat, ...]:
        return tuple(context.you for _ in self.hostless(context))

    def space(self, context: AnyContext, seat: Seat) -> Any:
        attachment = self.hostless(context)[len(context.picks(self.hosts_name))]
        return targets_form(tuple(hosts(context.table, seat, context.table.cards[attachment].printed)), 1, 1)

    def keeps(self) -> Keeping:
        return {self.hosts_name: CARDS}

    def read_choice(self, context: AnyContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.hosts_name, command.targets

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        cards = self.entering_cards(context)
        if not cards:
            report_part(game, context, False)
            return
        table, rules = context.table, rules_of_table(context.table)
        on = dict(zip(self.hostless(context), map(Handle, context.picks(self.hosts_name)), strict=True))
        conditions = [rules.entering_condition(table, context.you, card, PUT, on.get(card, NO_CARD)) for card in cards]
        begin_occurrence(
            game, *conditions, effect=context.effect.id, wanted=count_meant(context, self.on, self.aimed_at(context))
        )
