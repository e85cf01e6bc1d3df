"""Parts that do something to cards in play."""

from __future__ import annotations

from typing import Any

from domain.games.agot_lcg import happenings, values
from domain.games.agot_lcg.case import Case
from domain.games.agot_lcg.entering import may_enter
from domain.games.agot_lcg.facts import (
    JoinedChallenge,
    LeftChallenge,
    TokensPlaced,
)
from domain.games.agot_lcg.words.choices import is_immune
from domain.games.agot_lcg.words.select import Cards
from domain.kernel.abilities import Part
from domain.kernel.citing import enforces
from domain.kernel.conditions import Condition
from domain.kernel.game import Game
from domain.kernel.ids import Handle, zone_kind
from domain.kernel.occurrence import happen

TARGET = Cards(picked="target", where=("play", "faction", "plot"))


PERMANENT = ("character", "location", "attachment")


ANY_AREA = ("play", "faction", "plot", "hand", "discard", "dead", "deck")


def is_choosable(case: Case, on: Cards) -> bool:
    """Whether what a part acts on can be picked: targets are checked apart, other choices need something."""
    naming = (part for part in case.parts if on.picked and getattr(part, "name", "") == on.picked)
    return all(part.potential(case) for part in naming)


class OnCards(Part, frozen=True):
    """A part that does something to cards."""

    on: Cards = TARGET

    def affects(self, case: Case, card: Handle) -> bool:
        """Whether resolving it would affect this card."""
        return True

    @enforces("agot_lcg.immune.not-targeted-not-affected")
    def affected(self, case: Case) -> list[Handle]:
        return [card for card in self.on.find(case) if self.affects(case, card) and not is_immune(case, card)]

    def potential(self, case: Case) -> bool:
        if self.on.picked:
            return is_choosable(case, self.on)
        if case.public and set(self.on.where) & {"hand", "deck"}:
            return self.on.possible(case) > 0
        return bool(self.affected(case))

    @enforces("agot_lcg.effects.resolve-as-much-as-possible")
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.affected(case)
        asked = max(len(cards), len(case.picks(self.on.picked)) if self.on.picked else 0)
        conditions = [self.condition(case, card) for card in cards]
        if conditions:
            happen(game, *conditions, effect=case.effect.id, asked=asked, sure=case.ability.unsavable)
        else:
            game.rules.part_done(game, case, False)

    def condition(self, case: Case, card: Handle) -> Condition:
        raise LookupError(f"{type(self).__name__} makes nothing happen")


class Kneel(OnCards, frozen=True, tag="kneel"):
    """Kneel cards."""

    @enforces("agot_lcg.kneel.kneeling-cannot-kneel")
    def affects(self, case: Case, card: Handle) -> bool:
        found = case.table.cards[card]
        return not found.kneeling and not values.card_cannot(case.table, found, "kneel")

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.knelt(case.table, card, case.me, "effect")


class Stand(OnCards, frozen=True, tag="stand"):
    """Stand cards."""

    def affects(self, case: Case, card: Handle) -> bool:
        return values.can_stand(case.table, case.you, case.table.cards[card])

    def affected(self, case: Case) -> list[Handle]:
        """Where a card limits the characters that a player can stand, the first ones that fit."""
        cards, table = OnCards.affected(self, case), case.table
        characters = [card for card in cards if table.cards[card].type == "character"]
        beyond = set(characters[values.stands_left(table, case.you) :])
        return [card for card in cards if card not in beyond]

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.stood(case.table, card, case.me)


class Leaves(OnCards, frozen=True):
    """A part by which cards leave play; faction cards and plots stay (in-play.faction-card-stays)."""

    @enforces(
        "agot_lcg.in-play.faction-card-stays",
        "agot_lcg.in-play.plots-stay",
        "agot_lcg.sacrifice.must-leave-play",
    )
    def affects(self, case: Case, card: Handle) -> bool:
        found = case.table.cards[card]
        if zone_kind(found.zone) in ("faction", "plot"):
            return False
        return not values.card_cannot(case.table, found, "leave-play")


class Kill(Leaves, frozen=True, tag="kill"):
    """Kill characters."""

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.killed(case.table, card, case.me, "effect")


class Discard(Leaves, frozen=True, tag="discard"):
    """Discard cards: from play, from a hand, from a deck."""

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.gone(case.table, card, case.me)


class Sacrifice(Leaves, frozen=True, tag="sacrifice"):
    """Have cards sacrificed by their controllers."""

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.sacrificed(case.table, card, case.me)


class ReturnToHand(Leaves, frozen=True, tag="return_to_hand"):
    """Return cards in play to their owners' hands."""

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.leaving("returned_to_hand", case.table, card, case.me)


class RemoveFromGame(Leaves, frozen=True, tag="remove_from_game"):
    """Remove cards from the game; an agenda cannot be removed (agenda.cannot-be-removed)."""

    @enforces("agot_lcg.agenda.cannot-be-removed")
    def affects(self, case: Case, card: Handle) -> bool:
        return case.table.cards[card].printed.type != "agenda" and Leaves.affects(self, case, card)

    def condition(self, case: Case, card: Handle) -> Condition:
        return happenings.removed(case.table, card, case.me)


def happen_or_fail(game: Game[Any], case: Case, conditions: list[Condition], asked: int) -> None:
    """Let the conditions of a part happen; with none of them the part has failed."""
    if conditions:
        happen(game, *conditions, effect=case.effect.id, asked=asked, sure=case.ability.unsavable)
    else:
        game.rules.part_done(game, case, asked == 0)


class AddToken(Part, frozen=True, tag="add_token"):
    """Put named tokens on cards (a negative number takes them off)."""

    token: str
    n: int = 1
    on: Cards = TARGET

    def potential(self, case: Case) -> bool:
        return is_choosable(case, self.on) if self.on.picked else bool(self.on.find(case))

    @enforces("agot_lcg.influence-tokens.named-by-abilities")
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.on.find(case)
        for card in cards:
            game.emit(TokensPlaced(card, self.token, self.n))
        game.rules.part_done(game, case, bool(cards))


class TakeControl(OnCards, frozen=True, tag="take_control"):
    """Take control of cards."""

    def affects(self, case: Case, card: Handle) -> bool:
        found = case.table.cards[card]
        return found.controller != case.you and may_enter(case.table, case.you, found, control=True) is None

    def condition(self, case: Case, card: Handle) -> Condition:
        return Condition(0, "control_taken", card=card, seat=case.you, other=case.table.cards[card].controller)


class JoinAsDefender(OnCards, frozen=True, tag="join_as_defender"):
    """A character takes part as a defender from now on."""

    def affects(self, case: Case, card: Handle) -> bool:
        challenge = case.table.challenge
        return challenge is not None and card not in challenge.participants

    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.affected(case)
        for card in cards:
            game.emit(JoinedChallenge(card, "defending"))
        game.rules.part_done(game, case, bool(cards))


class RemoveFromChallenge(OnCards, frozen=True, tag="remove_from_challenge"):
    """A participating character no longer participates."""

    def affects(self, case: Case, card: Handle) -> bool:
        return case.table.is_participating(card)

    @enforces("agot_lcg.participating.removed-by-ability")
    def perform(self, game: Game[Any], case: Case) -> None:
        cards = self.affected(case)
        if cards:
            game.emit(LeftChallenge(tuple(cards)))
        game.rules.part_done(game, case, bool(cards))
