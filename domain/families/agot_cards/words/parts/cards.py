"""Parts that change cards, most of them in play."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.words.parts.cards import Leaves, OnCards, report_done
from domain.families.agot_cards import numbers_in_play, occurring
from domain.families.agot_cards.facts.challenges import JoinedChallenge, LeftChallenge
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.families.agot_cards.numbers_in_play import can_stand, stands_left
from domain.families.agot_cards.state import AgotContext, AgotGame, AgotTable
from domain.kernel.ids import Handle
from domain.kernel.occurring.conditions import Condition


class Kneel(OnCards, frozen=True, tag="kneel"):
    """Kneel cards."""

    deed: ClassVar[str] = "kneel"

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return context.table.is_in_play(card) and not context.table.cards[card].kneeling

    def can_do_to(self, context: AgotContext, card: Handle) -> bool:
        return numbers_in_play.can_kneel(context.table, context.table.cards[card])

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return occurring.kneel_condition(context.table, card, context.me, "effect")


class Stand(OnCards, frozen=True, tag="stand"):
    """Stand cards."""

    deed: ClassVar[str] = "stand"

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return context.table.is_in_play(card) and bool(context.table.cards[card].kneeling)

    def can_do_to(self, context: AgotContext, card: Handle) -> bool:
        return can_stand(context.table, context.you, context.table.cards[card])

    def cards_affected(self, context: AgotContext) -> list[Handle]:
        """The fitting cards, with no more characters than the player may stand."""
        cards, table = self.fitting_cards(context), context.table
        characters = [card for card in cards if table.cards[card].type == "character"]
        beyond = set(characters[stands_left(table, context.you) :])
        return [card for card in cards if card not in beyond]

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return occurring.stand_condition(context.table, card, context.me)


class Kill(Leaves, frozen=True, tag="kill"):
    """Kill characters."""

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return context.table.cards[card].type == "character" and Leaves.aims_at(self, context, card)

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return occurring.kill_condition(context.table, card, context.me, "effect")


class Joins(OnCards, frozen=True):
    """A part by which characters begin to participate without being declared, each on the side of its controller."""

    side: ClassVar[str]

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return may_join(context.table, card, self.side)

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = self.cards_affected(context)
        for card in cards:
            game.emit(own_fact(game.table, JoinedChallenge)(card, self.side))
        report_done(game, context, self.on, cards, self.aimed_at(context))


def may_join(table: AgotTable, card: Handle, side: str) -> bool:
    """Whether a card could begin to participate on a side: a character of that player that does not participate."""
    challenge, found = table.challenge, table.cards[card]
    if challenge is None or found.type != "character" or card in challenge.participants:
        return False
    return found.controller == (challenge.attacker if side == "attacking" else challenge.defender)


class JoinAsAttacker(Joins, frozen=True, tag="join_as_attacker"):
    """A character of the attacking player begins to participate as an attacker, without being declared."""

    side = "attacking"


class JoinAsDefender(Joins, frozen=True, tag="join_as_defender"):
    """A character of the defending player begins to participate as a defender, without being declared."""

    side = "defending"


class RemoveFromChallenge(OnCards, frozen=True, tag="remove_from_challenge"):
    """A character ceases to participate."""

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return context.table.is_participating(card)

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = self.cards_affected(context)
        if cards:
            game.emit(own_fact(game.table, LeftChallenge)(tuple(cards)))
        report_done(game, context, self.on, cards, self.aimed_at(context))
