"""Choices: targets, which are chosen before the effect, and choices made while it resolves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.in_play import active_constants
from domain.cardgame.table import DECK, HAND, AnyGame, rules_of_table
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import CardFilter, is_hidden, seats_of
from domain.kernel.checks import first_refusal
from domain.kernel.citing import rule_of
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.occurring.abilities import (
    CARDS,
    SEATS,
    ChooseNumber,
    ChooseOption,
    ChooseTargets,
    Keeping,
    Part,
)
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.constraints import Constraint, SameGroup
from domain.kernel.spaces.fields import Number, Pick

HIDDEN = {HAND, DECK}
UNAFFECTED = "slot.target-unaffected"
TOO_FEW = "slot.too-few-targets"
MUST_MEET = "slot.target-fits"
IMMUNE = "slot.immune-not-targeted"


def targets_form(
    options: tuple[str, ...], min: int, max: int, constraints: tuple[Constraint, ...] = (), rule: str = MUST_MEET
) -> Commands:
    """The form of the `choose_targets` command: from `min` to `max` of the options, under the constraints.

    `rule` is the id that refusals cite. A `max` below `min` is raised to `min`.
    """
    pick = Pick(options, min, min if max < min else max, constraints)
    return Commands((Form("choose_targets", {}, {"targets": pick}, (rule,)),))


def is_affected(context: AnyContext, name: str, card: Handle) -> bool:
    """Whether a card can be chosen as `name`: it is not immune, and some part that acts on the choice would affect it.

    Without immunity also if no part acts on it, as on a card to be spared, or one of them does not say what it affects.
    A part that acts only on some cards, such as those with fate, affects no other.
    """
    return is_affected_by(context, acting_on(context, name), card)


def is_affected_by(context: AnyContext, acting: list[Any], card: Handle) -> bool:
    """Whether a card can be chosen, as `is_affected` says, where these parts act on the choice."""
    if is_immune(context, card):
        return False
    affecting = [part for part in acting if hasattr(part, "affects")]
    if len(affecting) < len(acting) or not affecting:
        return True
    found = context.table.cards[card]
    return any(part.on.fits_card(context, found) and part.affects(context, card) for part in affecting)


def acting_on(context: AnyContext, name: str) -> list[Any]:
    """The parts of the effect that act on the cards chosen under a name."""
    return [part for part in all_parts(context) if getattr(getattr(part, "on", None), "picked", "") == name]


def unaffected_refusal(context: AnyContext, name: str, card: Handle) -> Refusal:
    """Why a card that fits the description is no target: the rule that prevents the effect, or the general rule."""
    if is_immune(context, card):
        return Refusal(IMMUNE, {"target": card})
    acting = acting_on(context, name)
    if kept := next(
        (rule for part in acting if hasattr(part, "kept_by") and (rule := part.kept_by(context, card))), ""
    ):
        return Refusal(kept, {"target": card})
    aimed = (part for part in acting if hasattr(part, "held_up") and part.aims_at(context, card))
    if held_up := first_refusal(part.held_up(context, card) for part in aimed):
        return Refusal(held_up.rule, {"target": card, **held_up.because})
    return Refusal(UNAFFECTED, {"target": card})


def all_parts(context: AnyContext) -> Iterator[Part]:
    """Yield the parts of the effect, each followed by the parts that it delays."""
    for part in context.parts:
        yield part
        yield from getattr(part, "parts", ())


def is_immune(context: AnyContext, card: Handle) -> bool:
    """Whether a card is immune to the effects of cards of this card's type."""
    return active_constants.is_immune(context.table, context.table.cards[card], f"{context.printed.type}s")


class Choose(Part, frozen=True, tag="choose"):
    """Choose cards. Among the targets, the choice is made before the effect; among the parts, when it resolves.

    `who` chooses: `you`, `opponent`, `all` (each player, in player order) or `chosen` (a player chosen before). From
    `least` to `most` cards are chosen; `most: null` is any number: none too with `least: 0`, but then the effect fails.
    Each player chooses among the cards that fit; with `own`, among those that they control themselves. With
    `one_controller` all chosen cards have the same controller. Later words name the cards by `name`.
    """

    cards: CardFilter = CardFilter()
    name: str = "target"
    who: str = "you"
    least: int = 1
    most: int | None = 1
    own: bool = False
    one_controller: bool = False

    def eligible(self, context: AnyContext, seat: Seat) -> list[Handle]:
        """The cards that a seat may choose."""
        return list(self.iterate(context, seat))

    def iterate(self, context: AnyContext, seat: Seat, others: list[Handle] | None = None) -> Iterator[Handle]:
        """Yield the cards that a seat may choose, one by one.

        A card that fits but that the effect would not affect is appended to `others`.
        """
        acting = acting_on(context, self.name)
        for card in self.cards.iterate(context):
            if self.suits(context, seat, card):
                if is_affected_by(context, acting, card):
                    yield card
                elif others is not None:
                    others.append(card)

    def suits(self, context: AnyContext, seat: Seat, card: Handle) -> bool:
        """Whether a seat may choose this card, if it fits the description and the effect would affect it."""
        return not self.own or context.table.cards[card].controller == seat

    def choosers(self, context: AnyContext) -> tuple[Seat, ...]:
        return tuple(seat for seat in seats_of(context, self.who) if self.is_open(context, seat))

    def is_open(self, context: AnyContext, seat: Seat) -> bool:
        """Whether a seat is asked: there is a card to choose, or the public cannot know that there is none."""
        if set(self.cards.where) & HIDDEN:
            areas = (self.cards.cards_in(context, area) for area in self.cards.areas(context))
            return any(areas) or self.has_any(context, seat)
        return self.has_any(context, seat)

    def has_any(self, context: AnyContext, seat: Seat) -> bool:
        """Whether there is a card that a seat may choose."""
        return next(self.iterate(context, seat), None) is not None

    def refusal(self, context: AnyContext) -> Refusal | None:
        """Why there are not enough targets."""
        if self.least == 0 and self.most is not None:
            return None
        needed = max(self.least, 1)
        others: list[Handle] = []
        have = self.possible(context, needed, others)
        if have >= needed:
            return None
        because: dict[str, object] = {"target": self.name, "eligible": have, "needed": needed}
        held_up = self.held_up(context, others)
        return Refusal(TOO_FEW, {**because, "held_up": held_up} if held_up else because)

    def held_up(self, context: AnyContext, cards: list[Handle]) -> list[dict[str, object]]:
        """The visible cards that fit but that a rule protects from the effect, each with the id of that rule."""
        public = (card for card in dict.fromkeys(cards) if not is_hidden(context, card))
        rules = {card: unaffected_refusal(context, self.name, card).rule for card in public}
        cites = rules_of_table(context.table).cites
        return [{"card": card, "rule": rule_of(cites, rule)} for card, rule in rules.items() if rule != UNAFFECTED]

    def possible(self, context: AnyContext, enough: int = 1, others: list[Handle] | None = None) -> int:
        """The number of cards that could be chosen, counted up to `enough`.

        In hidden areas the public cannot tell, so every card there may fit. Cards that fit but would not be affected
        are appended to `others`.
        """
        if context.public and set(self.cards.where) & HIDDEN:
            return self.cards.possible(context, enough)
        found = (card for seat in seats_of(context, self.who) for card in self.iterate(context, seat, others))
        return sum(1 for _ in islice(found, enough))

    def space(self, context: AnyContext, seat: Seat) -> Commands:
        eligible = tuple(self.eligible(context, seat))
        most = len(eligible) if self.most is None else min(self.most, len(eligible))
        return targets_form(eligible, min(self.least, len(eligible)), most, self.constraints(context, eligible))

    def refuses(self, context: AnyContext, seat: Seat, command: object) -> Refusal | None:
        """Why a choice of targets is refused: it has a card that the effect would not affect."""
        targets = tuple(map(Handle, command.targets)) if isinstance(command, ChooseTargets) else ()
        suiting = (card for card in targets if self.cards.fits(context, card) and self.suits(context, seat, card))
        idle = (card for card in suiting if not is_affected(context, self.name, card))
        return first_refusal(unaffected_refusal(context, self.name, card) for card in idle)

    def constraints(self, context: AnyContext, eligible: tuple[Handle, ...]) -> tuple[Constraint, ...]:
        """The constraints on a choice as a whole."""
        if not self.one_controller:
            return ()
        return (SameGroup(MUST_MEET, {card: context.table.cards[card].controller for card in eligible}),)

    def keeps(self) -> Keeping:
        return {self.name: CARDS}

    def read_choice(self, context: AnyContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.name, command.targets

    def potential(self, context: AnyContext) -> bool:
        return self.possible(context) > 0

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        """Use the choice that was made when it was asked for; without one the parts that need it fail."""
        report_part(game, context, len(context.picks(self.name)) >= max(self.least, 1))


class ChoosePlayer(Part, frozen=True, tag="choose_player"):
    """Choose an opponent.

    The opponent has at least `least_hand` cards in hand, controls a card that fits `controls`, and meets all
    `requires`.
    """

    changes: ClassVar[bool] = False
    name: str = "player"
    least_hand: int = 0
    controls: CardFilter | None = None
    requires: tuple[Requirement, ...] = ()

    def eligible(self, context: AnyContext) -> tuple[Seat, ...]:
        """The opponents that may be chosen."""
        return tuple(seat for seat in context.opponents if self.fits(context, seat))

    def fits(self, context: AnyContext, seat: Seat) -> bool:
        """Whether a player may be chosen."""
        table = context.table
        if len(table.zone(zone(seat, HAND))) < self.least_hand:
            return False
        if self.controls and all(table.cards[card].controller != seat for card in self.controls.find(context)):
            return False
        return all(each.holds(context, seat) for each in self.requires)

    def choosers(self, context: AnyContext) -> tuple[Seat, ...]:
        return (context.you,) if self.eligible(context) else ()

    def refusal(self, context: AnyContext) -> Refusal | None:
        if self.eligible(context):
            return None
        return Refusal(TOO_FEW, {"target": self.name, "eligible": 0, "needed": 1})

    def space(self, context: AnyContext, seat: Seat) -> Commands:
        return targets_form(self.eligible(context), 1, 1)

    def keeps(self) -> Keeping:
        return {self.name: SEATS}

    def read_choice(self, context: AnyContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.name, command.targets

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        report_part(game, context, bool(context.picks(self.name)))


class ChooseOne(Part, frozen=True, tag="choose_one"):
    """Choose one of several named options."""

    options: tuple[str, ...]
    name: str = "option"

    def choosers(self, context: AnyContext) -> tuple[Seat, ...]:
        return (context.you,)

    def space(self, context: AnyContext, seat: Seat) -> Commands:
        pick = Pick(self.options, 1, 1, single=True)
        return Commands((Form("choose_option", {}, {"option": pick}),))

    def keeps(self) -> Keeping:
        return {self.name: self.options}

    def read_choice(self, context: AnyContext, seat: Seat, command: ChooseOption) -> tuple[str, tuple[str, ...]]:
        return self.name, (command.option,)

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        report_part(game, context, True)


def number_space(least: int, most: int) -> Commands:
    """The commands that choose a number from `least` to `most`."""
    return Commands((Form("choose_number", {}, {"number": Number(least, most)}),))


def number_chosen(command: ChooseNumber) -> tuple[str, tuple[str, ...]]:
    """The name `x` and the chosen number as text."""
    return "x", (str(command.number),)
