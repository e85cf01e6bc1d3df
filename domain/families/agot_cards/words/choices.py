"""Choices of both games: cards whose STR counts together, and one of the challenge types."""

from __future__ import annotations

from domain.cardgame.words import choices
from domain.cardgame.words.choices import MUST_MEET
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.state import CHALLENGES, AgotContext, AgotTable
from domain.kernel.ids import Handle, Seat
from domain.kernel.spaces.constraints import Constraint, Total


class ChooseCards(choices.Choose, frozen=True, tag="choose"):
    """Choose cards. Among the targets, the choice is made before the effect; among the parts, when it resolves.

    `who` chooses: `you`, `opponent`, `all` (each player, in player order) or `chosen` (a player chosen before). From
    `least` to `most` cards are chosen; `most: null` is any number: none too with `least: 0`, but then the effect fails.
    Each player chooses among the cards that fit; with `own`, among those that they control themselves. With
    `one_controller` all chosen cards have the same controller; with `strength_in_all` their STR together is at most
    that much. Later words name the cards by `name`.
    """

    strength_in_all: int | None = None

    def suits(self, context: AgotContext, seat: Seat, card: Handle) -> bool:
        if not super().suits(context, seat, card):
            return False
        return self.strength_in_all is None or has_strength_of(context.table, card, self.strength_in_all)

    def constraints(self, context: AgotContext, eligible: tuple[Handle, ...]) -> tuple[Constraint, ...]:
        """The constraints on a choice as a whole: one controller, and the limit on the total STR."""
        listed = super().constraints(context, eligible)
        if self.strength_in_all is None:
            return listed
        weights: dict[str, int] = {card: numbers_in_play.strength(context.table, card).value for card in eligible}
        return (*listed, Total(MUST_MEET, weights, self.strength_in_all))


def has_strength_of(table: AgotTable, card: Handle, most: int) -> bool:
    """Whether a card is a character with a STR of at most `most`."""
    return table.cards[card].type == "character" and numbers_in_play.strength(table, card).value <= most


class ChooseChallengeType(choices.ChooseOne, frozen=True, tag="choose_one"):
    """Choose one of several named options. The default options are the challenge types."""

    options: tuple[str, ...] = CHALLENGES
