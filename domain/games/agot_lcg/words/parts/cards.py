"""Parts that change cards, most of them in play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.facts.cards import TokensPlaced
from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.conditions import (
    discard_condition,
    leaving_condition,
    removal_condition,
    sacrifice_condition,
)
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities import occurring
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.facts.challenges import JoinedChallenge, LeftChallenge
from domain.games.agot_lcg.in_play.entering import may_enter
from domain.games.agot_lcg.state import AgotContext, AgotTable
from domain.games.agot_lcg.words.choices import is_immune
from domain.games.agot_lcg.words.foresight import within_reach, without
from domain.games.agot_lcg.words.select import Cards
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, zone_kind
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence
from domain.kernel.refusals import Refusal

TARGET = Cards(picked="target")


PERMANENT = ("character", "location", "attachment")


def is_choosable(context: AgotContext, on: Cards) -> bool:
    """Whether the cards that a part names by a choice can be chosen; True for cards that are named otherwise.

    Targets are checked elsewhere, before the effect begins.
    """
    naming = (part for part in context.parts if on.picked and getattr(part, "name", "") == on.picked)
    return all(part.potential(context) for part in naming)


@enforces("agot_lcg.then.requires-complete-success")
def count_meant(context: AgotContext, on: Cards, cards: list[Handle]) -> int:
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
    on: Cards = TARGET

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        """Whether the part would change this card if nothing prevented it."""
        return True

    def can_do_to(self, context: AgotContext, card: Handle) -> bool:
        """Whether nothing prevents the part from changing a card that it aims at.

        Immunity is not checked here, but for all parts together.
        """
        return True

    def affects(self, context: AgotContext, card: Handle) -> bool:
        """Whether the part would change this card."""
        return self.aims_at(context, card) and self.can_do_to(context, card)

    def held_up(self, context: AgotContext, card: Handle) -> Refusal | None:
        """Why the part cannot change a card: other cards forbid it. None if nothing does."""
        sources = characteristics.card_cannot(context.table, context.table.cards[card], self.deed) if self.deed else ()
        if not sources:
            return None
        return Refusal("agot_lcg.cannot.absolute", {"cannot": self.deed, "because_of": list(sources)})

    @enforces("agot_lcg.then.requires-complete-success")
    def aimed_at(self, context: AgotContext) -> list[Handle]:
        """The cards that the part means to change, including those for which something prevents it."""
        return [card for card in self.on.find(context) if self.aims_at(context, card)]

    @enforces("agot_lcg.immune.not-targeted-not-affected")
    def fitting_cards(self, context: AgotContext) -> list[Handle]:
        """The cards that the part means to change and would change."""
        return [card for card in self.on.find(context) if self.affects(context, card) and not is_immune(context, card)]

    def cards_affected(self, context: AgotContext) -> list[Handle]:
        """The cards that the part changes. They are fewer than the fitting ones if a rule limits their number."""
        return self.fitting_cards(context)

    def potential(self, context: AgotContext) -> bool:
        if self.on.picked:
            return is_choosable(context, self.on)
        if context.public and set(self.on.where) & {"hand", "deck"}:
            return self.on.possible(context) > 0
        return bool(self.cards_affected(context))

    @enforces("agot_lcg.effects.resolve-as-much-as-possible")
    def perform(self, game: AgotGame, context: AgotContext) -> None:
        conditions = [self.condition(context, card) for card in self.cards_affected(context)]
        happen_or_fail(game, context, conditions, count_meant(context, self.on, self.aimed_at(context)))

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        """The condition that the change of a card is.

        Raises LookupError for a part that changes cards without conditions.
        """
        raise LookupError(f"{type(self).__name__} makes nothing happen")


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
        return numbers_in_play.can_stand(context.table, context.you, context.table.cards[card])

    def cards_affected(self, context: AgotContext) -> list[Handle]:
        """The fitting cards, with no more characters than the player may stand."""
        cards, table = self.fitting_cards(context), context.table
        characters = [card for card in cards if table.cards[card].type == "character"]
        beyond = set(characters[numbers_in_play.stands_left(table, context.you) :])
        return [card for card in cards if card not in beyond]

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return occurring.stand_condition(context.table, card, context.me)


STAYING = {
    "faction": "agot_lcg.in-play.faction-card-stays",
    "plot": "agot_lcg.in-play.plots-stay",
    "agenda": "agot_lcg.agenda.cannot-be-removed",
}
"""The rules by which the card of an area stays there.

An agenda is not in play: nothing but its removal is said to end its effect, and cards are discarded from elsewhere.
"""


class Leaves(OnCards, frozen=True):
    """A part by which cards leave their area. Faction cards, plots and agendas stay where they are."""

    deed: ClassVar[str] = "leave-play"
    out_of_play: ClassVar[bool] = False

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        if not context.table.is_in_play(card) and not self.out_of_play:
            return False
        return not self.kept_by(context, card)

    @enforces("agot_lcg.in-play.faction-card-stays", "agot_lcg.in-play.plots-stay", "agot_lcg.agenda.cannot-be-removed")
    def kept_by(self, context: AgotContext, card: Handle) -> str:
        """The id of the rule by which a card stays where it is; empty if there is none."""
        return STAYING.get(zone_kind(context.table.cards[card].zone), "")

    def can_do_to(self, context: AgotContext, card: Handle) -> bool:
        return not context.table.is_in_play(card) or numbers_in_play.can_leave_play(
            context.table, context.table.cards[card]
        )

    def foresee(self, context: AgotContext) -> Iterator[AgotTable]:
        reached = (card for card in within_reach(context, self.on) if context.table.is_in_play(card))
        return (without(context.table, card) for card in reached if self.affects(context, card))


class Kill(Leaves, frozen=True, tag="kill"):
    """Kill characters."""

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return context.table.cards[card].type == "character" and Leaves.aims_at(self, context, card)

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return occurring.kill_condition(context.table, card, context.me, "effect")


class Discard(Leaves, frozen=True, tag="discard"):
    """Discard cards from play, hands or decks."""

    out_of_play = True

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return discard_condition(context.table, card, context.me)


class Sacrifice(Leaves, frozen=True, tag="sacrifice"):
    """The controllers sacrifice the cards."""

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return sacrifice_condition(context.table, card, context.me)


class ReturnToHand(Leaves, frozen=True, tag="return_to_hand"):
    """Return cards in play to the hands of their owners."""

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return leaving_condition("returned_to_hand", context.table, card, context.me)


class RemoveFromGame(Leaves, frozen=True, tag="remove_from_game"):
    """Remove cards from the game, wherever they are.

    An agenda cannot be removed (`agot_lcg.agenda.cannot-be-removed`).
    """

    out_of_play = True

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return removal_condition(context.table, card, context.me)


def happen_or_fail(game: AgotGame, context: AgotContext, conditions: list[Condition], wanted: int) -> None:
    """Begin the occurrence of a part's conditions. Without conditions, report that the part failed.

    `wanted` is the number of conditions for which the part is done in full.
    """
    if conditions:
        begin_occurrence(game, *conditions, effect=context.effect.id, wanted=wanted, sure=context.ability.unsavable)
    else:
        report_part(game, context, False)


def report_done(
    game: AgotGame, context: AgotContext, on: Cards, cards: list[Handle], found: list[Handle] | None = None
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

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return context.table.is_in_play(card)

    def can_do_to(self, context: AgotContext, card: Handle) -> bool:
        return self.change(context, card) != 0

    @enforces("agot_lcg.influence-tokens.named-by-abilities")
    def perform(self, game: AgotGame, context: AgotContext) -> None:
        changed = [(card, self.change(context, card)) for card in self.cards_affected(context)]
        for card, n in changed:
            game.emit(TokensPlaced(card, self.token, n))
        wholly = [card for card, n in changed if n == self.n]
        report_done(game, context, self.on, wholly, self.aimed_at(context))

    @enforces("agot_lcg.effects.resolve-as-much-as-possible")
    def change(self, context: AgotContext, card: Handle) -> int:
        """The number of tokens to add to a card; negative to take tokens off, at most as many as there are."""
        return max(self.n, -context.table.cards[card].tokens.get(self.token, 0))


class TakeControl(OnCards, frozen=True, tag="take_control"):
    """Take control of cards."""

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return context.table.is_in_play(card) and context.table.cards[card].controller != context.you

    def can_do_to(self, context: AgotContext, card: Handle) -> bool:
        return self.held_up(context, card) is None

    def held_up(self, context: AgotContext, card: Handle) -> Refusal | None:
        return may_enter(context.table, context.you, context.table.cards[card], control=True)

    def condition(self, context: AgotContext, card: Handle) -> Condition:
        return Condition(0, "control_taken", card=card, seat=context.you, other=context.table.cards[card].controller)


class Joins(OnCards, frozen=True):
    """A part by which characters begin to participate without being declared, each on the side of its controller."""

    side: ClassVar[str]

    def aims_at(self, context: AgotContext, card: Handle) -> bool:
        return may_join(context.table, card, self.side)

    @enforces("agot_lcg.golden.card-over-rules")
    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = self.cards_affected(context)
        for card in cards:
            game.emit(JoinedChallenge(card, self.side))
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

    @enforces("agot_lcg.participating.removed-by-ability")
    def perform(self, game: AgotGame, context: AgotContext) -> None:
        cards = self.cards_affected(context)
        if cards:
            game.emit(LeftChallenge(tuple(cards)))
        report_done(game, context, self.on, cards, self.aimed_at(context))
