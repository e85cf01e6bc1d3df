"""Parts for hands, decks and piles, and parts that put cards into play."""

from __future__ import annotations

from typing import Any

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.in_play.attaching import hosts
from domain.cardgame.words.choices import targets_form
from domain.cardgame.words.parts.cards import TARGET, count_meant, is_choosable, report_done
from domain.cardgame.words.select import CardFilter
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.in_play.entering import (
    entering_condition,
    first_copies,
    may_enter,
    needs_host,
    without_second_copies,
)
from domain.games.agot_lcg.state import AgotContext
from domain.games.agot_lcg.words.parts.cards import PERMANENT
from domain.games.agot_lcg.words.select import Cards
from domain.kernel.cards import TOP, move_each
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.kernel.occurring.abilities import ChooseTargets, Part
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence
from domain.kernel.refusals import Refusal


class PlaceInDeadPile(Part, frozen=True, tag="place_in_dead_pile"):
    """Place cards that are not in play in the dead piles of their owners. They are not killed."""

    on: Cards = Cards(done=True)

    def potential(self, context: AgotContext) -> bool:
        return is_choosable(context, self.on) if self.on.picked else self.on.possible(context) > 0

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = self.on.find(context)
        move_each(game, [(card, zone(context.table.cards[card].owner, "dead"), NO_CARD) for card in cards], TOP)
        report_done(game, context, self.on, cards)


class PutIntoPlay(Part, frozen=True, tag="put_into_play"):
    """Put cards into play under your control without paying for them. You choose what attachments are attached to."""

    on: CardFilter = TARGET

    @enforces("agot_lcg.events.never-enter-play", "agot_lcg.put-into-play.normal-placement")
    def affects(self, context: AgotContext, card: Handle) -> bool:
        """Whether the part would put this card into play."""
        return self.aims_at(context, card) and self.held_up(context, card) is None

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        """Whether the card is of a type that decks contain."""
        return context.table.cards[card].printed.type in (*PERMANENT, "event")

    def held_up(self, context: AgotContext, card: Handle) -> Refusal | None:
        """Why a card cannot be put into play: it is an event, uniqueness prevents it, or there is nothing to attach it
        to.

        Returns None if nothing prevents it.
        """
        found = context.table.cards[card]
        if found.printed.type == "event":
            return Refusal("agot_lcg.events.never-enter-play", {"type": "event"})
        if refusal := may_enter(context.table, context.you, found):
            return refusal
        if not needs_host(context.table, context.you, found) or hosts(context.table, context.you, found.printed):
            return None
        return Refusal("agot_lcg.attachments.need-legal-host", {"attachment": found.printed.title, "hosts": []})

    def aimed_at(self, context: AgotContext) -> list[Handle]:
        """The cards that are meant to enter play, including those that uniqueness or a missing host prevents."""
        cards = context.table.cards
        return [card for card in self.on.find(context) if cards[card].printed.type in PERMANENT]

    def potential(self, context: AgotContext) -> bool:
        return is_choosable(context, self.on)

    def entering_cards(self, context: AgotContext) -> list[Handle]:
        """The cards that enter play, without second copies of a unique card that cannot enter with the first."""
        cards = [card for card in self.on.find(context) if self.affects(context, card)]
        return without_second_copies(context.table, context.you, cards)

    def hostless(self, context: AgotContext) -> list[Handle]:
        """The entering attachments whose hosts have to be chosen, one by one. Copies go where the first copy goes."""
        table = context.table
        attached = [card for card in self.entering_cards(context) if needs_host(table, context.you, table.cards[card])]
        return [card for card, first in first_copies(table, attached).items() if card == first]

    @property
    def hosts_name(self) -> str:
        """The name under which the chosen hosts are kept."""
        return f"hosts:{self.on.picked}"

    def choosers(self, context: AgotContext) -> tuple[Seat, ...]:
        return tuple(context.you for _ in self.hostless(context))

    @enforces("agot_lcg.put-into-play.normal-placement")
    def space(self, context: AgotContext, seat: Seat) -> Any:
        attachment = self.hostless(context)[len(context.picks(self.hosts_name))]
        return targets_form(tuple(hosts(context.table, seat, context.table.cards[attachment].printed)), 1, 1)

    def read_choice(self, context: AgotContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.hosts_name, command.targets

    @enforces(
        "agot_lcg.put-into-play.definition",
        "agot_lcg.put-into-play.no-gold-cost",
        "agot_lcg.put-into-play.not-marshalled",
        "agot_lcg.marshal.put-into-play-not-marshal",
        "agot_lcg.limited.put-into-play-exempt",
    )
    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = self.entering_cards(context)
        if not cards:
            report_part(game, context, False)
            return
        on = dict(zip(self.hostless(context), map(Handle, context.picks(self.hosts_name)), strict=True))
        conditions = [
            entering_condition(context.table, context.you, card, "put", on.get(card, NO_CARD)) for card in cards
        ]
        begin_occurrence(
            game, *conditions, effect=context.effect.id, wanted=count_meant(context, self.on, self.aimed_at(context))
        )


class DuplicateFromDeck(Part, frozen=True, tag="duplicate_from_deck"):
    """Put the top card of your deck facedown under this card as a duplicate."""

    def potential(self, context: AgotContext) -> bool:
        return bool(context.table.zone(zone(context.you, "deck"))) and context.table.is_in_play(context.me)

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = context.table.top(zone(context.you, "deck"), 1)
        if not cards or not context.table.is_in_play(context.me):
            report_part(game, context, False)
            return
        entry = Condition(
            0,
            "duplicate_entered",
            card=cards[0],
            seat=context.you,
            how="facedown",
            cards=(context.me,),
            hidden=True,
            unseen=True,
        )
        begin_occurrence(game, entry, effect=context.effect.id)
