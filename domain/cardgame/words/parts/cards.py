"""Parts that change cards, most of them in play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.facts.cards import TokensPlaced
from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.conditions import (
    discard_condition,
    leaving_condition,
    removal_condition,
    sacrifice_condition,
)
from domain.cardgame.table import DECK, HAND, AnyGame, CardGameTable, area_kind, rules_of_table
from domain.cardgame.words.choices import is_immune
from domain.cardgame.words.foresight import within_reach, without_card
from domain.cardgame.words.select import CardFilter
from domain.kernel.ids import Handle, zone_kind
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence
from domain.kernel.refusals import Refusal

CANNOT = "slot.card-cannot"
TARGET = CardFilter(picked="target")


def is_choosable(context: AnyContext, on: CardFilter) -> bool:
    """Whether the cards that a part names by a choice can be chosen; True for cards that are named otherwise.

    Targets are checked elsewhere, before the effect begins.
    """
    naming = (part for part in context.parts if on.picked and getattr(part, "name", "") == on.picked)
    return all(part.potential(context) for part in naming)


def count_meant(context: AnyContext, on: CardFilter, cards: list[Handle]) -> int:
    """The number of cards that a part means to change, which decides whether it is done in full.

    It counts the cards that the part finds, or, if they are chosen, the number that had to be chosen if that is
    greater.
    """
    if not on.picked:
        return len(cards)
    naming = (word for word in (*context.ability.targets, *context.parts) if getattr(word, "name", "") == on.picked)
    return max(len(cards), len(context.picks(on.picked)), *(getattr(word, "least", 1) for word in naming))


class OnCards(Part, frozen=True):
    """A part that changes cards.

    A card that the part aims at counts as meant even if something prevents the change (a "cannot" or an immunity); then
    the part is not done in full. A card that is already as the part would make it, or is of another kind, is not meant.
    """

    deed: ClassVar[str] = ""
    on: CardFilter = TARGET

    def aims_at(self, context: AnyContext, card: Handle) -> bool:
        """Whether the part would change this card if nothing prevented it."""
        return True

    def can_do_to(self, context: AnyContext, card: Handle) -> bool:
        """Whether nothing prevents the part from changing a card that it aims at.

        Immunity is not checked here, but for all parts together.
        """
        return True

    def affects(self, context: AnyContext, card: Handle) -> bool:
        """Whether the part would change this card."""
        return self.aims_at(context, card) and self.can_do_to(context, card)

    def held_up(self, context: AnyContext, card: Handle) -> Refusal | None:
        """Why the part cannot change a card: other cards forbid it. None if nothing does."""
        sources = characteristics.card_cannot(context.table, context.table.cards[card], self.deed) if self.deed else ()
        if not sources:
            return None
        return Refusal(CANNOT, {"cannot": self.deed, "because_of": list(sources)})

    def aimed_at(self, context: AnyContext) -> list[Handle]:
        """The cards that the part means to change, including those for which something prevents it."""
        return [card for card in self.on.find(context) if self.aims_at(context, card)]

    def fitting_cards(self, context: AnyContext) -> list[Handle]:
        """The cards that the part means to change and would change."""
        return [card for card in self.on.find(context) if self.affects(context, card) and not is_immune(context, card)]

    def cards_affected(self, context: AnyContext) -> list[Handle]:
        """The cards that the part changes. They are fewer than the fitting ones if a rule limits their number."""
        return self.fitting_cards(context)

    def potential(self, context: AnyContext) -> bool:
        if self.on.picked:
            return is_choosable(context, self.on)
        if context.public and set(self.on.where) & {HAND, DECK}:
            return self.on.possible(context, 1) > 0
        return bool(self.cards_affected(context))

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        conditions = [self.condition(context, card) for card in self.cards_affected(context)]
        happen_or_fail(game, context, conditions, count_meant(context, self.on, self.aimed_at(context)))

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        """The condition that the change of a card is.

        Raises LookupError for a part that changes cards without conditions.
        """
        raise LookupError(f"{type(self).__name__} makes nothing happen")


class Moves(OnCards, frozen=True):
    """A part by which cards go to another area, but for those that a rule of the game keeps where they are."""

    goes_by: ClassVar[str] = ""
    out_of_play: ClassVar[bool] = False

    def aims_at(self, context: AnyContext, card: Handle) -> bool:
        if is_there(context.table, card, self.goes_by):
            return False
        return not self.kept_by(context, card)

    def kept_by(self, context: AnyContext, card: Handle) -> str:
        """The id of the rule by which a card stays where it is; empty if there is none."""
        return rules_of_table(context.table).staying_rule(context.table, card)


def is_there(table: CardGameTable, card: Handle, goes_by: str) -> bool:
    """Whether a card lies already where cards go by a kind of condition: it does not move to where it is."""
    to = rules_of_table(table).leaving.get(goes_by)
    return to is not None and zone_kind(table.cards[card].zone) == area_kind(table, card, to)


class MovesOutOfPlay(Moves, frozen=True):
    """A part by which cards that are not in play go to another area of their owners."""

    out_of_play = True

    def aims_at(self, context: AnyContext, card: Handle) -> bool:
        return not context.table.is_in_play(card) and Moves.aims_at(self, context, card)


class Leaves(Moves, frozen=True):
    """A part by which cards leave play, or with `out_of_play` another area too."""

    deed: ClassVar[str] = "leave-play"

    def aims_at(self, context: AnyContext, card: Handle) -> bool:
        return (self.out_of_play or context.table.is_in_play(card)) and Moves.aims_at(self, context, card)

    def can_do_to(self, context: AnyContext, card: Handle) -> bool:
        table = context.table
        return not table.is_in_play(card) or rules_of_table(table).can_leave_play(table, card)

    def foresee(self, context: AnyContext) -> Iterator[CardGameTable]:
        reached = (card for card in within_reach(context, self.on) if context.table.is_in_play(card))
        return (without_card(context.table, card) for card in reached if self.affects(context, card))


class Discard(Leaves, frozen=True, tag="discard"):
    """Discard cards from play, hands or decks."""

    goes_by = "discarded"
    out_of_play = True

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        return discard_condition(context.table, card, context.me)


class Sacrifice(Leaves, frozen=True, tag="sacrifice"):
    """The controllers sacrifice the cards."""

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        return sacrifice_condition(context.table, card, context.me)


class ReturnToHand(Leaves, frozen=True, tag="return_to_hand"):
    """Return cards in play to the hands of their owners."""

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        return leaving_condition("returned_to_hand", context.table, card, context.me)


class RemoveFromGame(Leaves, frozen=True, tag="remove_from_game"):
    """Remove cards from the game, wherever they are."""

    goes_by = "removed"
    out_of_play = True

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        return removal_condition(context.table, card, context.me)


def happen_or_fail(game: AnyGame, context: AnyContext, conditions: list[Condition], wanted: int) -> None:
    """Begin the occurrence of a part's conditions. Without conditions, report that the part failed.

    `wanted` is the number of conditions for which the part is done in full.
    """
    if conditions:
        begin_occurrence(game, *conditions, effect=context.effect.id, wanted=wanted, sure=context.ability.unsavable)
    else:
        report_part(game, context, False)


def report_done(
    game: AnyGame, context: AnyContext, on: CardFilter, cards: list[Handle], found: list[Handle] | None = None
) -> None:
    """Report a part that changes cards without conditions.

    `cards` were changed. `found` are those that the part meant to change, by default the same.
    """
    meant = count_meant(context, on, cards if found is None else found)
    report_part(game, context, bool(cards) and len(cards) >= meant)


class AddToken(OnCards, frozen=True, kw_only=True, tag="add_token"):
    """Put `n` tokens of a name on cards. A negative number takes tokens off."""

    token: str
    n: int = 1

    def aims_at(self, context: AnyContext, card: Handle) -> bool:
        return bool(context.table.is_in_play(card))

    def can_do_to(self, context: AnyContext, card: Handle) -> bool:
        return self.change(context, card) != 0

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        changed = [(card, self.change(context, card)) for card in self.cards_affected(context)]
        for card, n in changed:
            game.emit(TokensPlaced(card, self.token, n))
        wholly = [card for card, n in changed if n == self.n]
        report_done(game, context, self.on, wholly, self.aimed_at(context))

    def change(self, context: AnyContext, card: Handle) -> int:
        """The number of tokens to add to a card; negative to take tokens off, at most as many as there are."""
        there: int = context.table.cards[card].tokens.get(self.token, 0)
        return max(self.n, -there)


class TakeControl(OnCards, frozen=True, tag="take_control"):
    """Take control of cards."""

    def aims_at(self, context: AnyContext, card: Handle) -> bool:
        table = context.table
        if not table.is_in_play(card) or table.cards[card].controller == context.you:
            return False
        return not rules_of_table(table).staying_rule(table, card)

    def can_do_to(self, context: AnyContext, card: Handle) -> bool:
        return self.held_up(context, card) is None

    def held_up(self, context: AnyContext, card: Handle) -> Refusal | None:
        return rules_of_table(context.table).control_refusal(context.table, context.you, card)

    def condition(self, context: AnyContext, card: Handle) -> Condition:
        return Condition(0, "control_taken", card=card, seat=context.you, other=context.table.cards[card].controller)
