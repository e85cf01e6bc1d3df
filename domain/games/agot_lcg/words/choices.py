"""Choices: targets, which are chosen before the effect, and choices made while it resolves."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, ClassVar

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.in_play import active_constants
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import is_hidden, seats_of
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.state import CHALLENGES, AgotContext, AgotTable
from domain.games.agot_lcg.words.select import Cards
from domain.kernel.checks import first_refusal
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.occurring.abilities import ChooseNumber, ChooseOption, ChooseTargets, Part
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.constraints import Constraint, SameGroup, Total
from domain.kernel.spaces.fields import Number, Pick

HIDDEN = {"hand", "deck"}
UNAFFECTED = "agot_lcg.targets.unaffected-is-ineligible"
TOO_FEW = "agot_lcg.targets.too-few-blocks-initiation"


MUST_MEET = "agot_lcg.targets.must-meet-requirements"


@enforces("agot_lcg.targets.multiple-simultaneous")
def targets_form(
    options: tuple[str, ...], min: int, max: int, constraints: tuple[Constraint, ...] = (), rule: str = MUST_MEET
) -> Commands:
    """The form of the `choose_targets` command: from `min` to `max` of the options, under the constraints.

    `rule` is the id that refusals cite. A `max` below `min` is raised to `min`.
    """
    pick = Pick(options, min, min if max < min else max, constraints)
    return Commands((Form("choose_targets", {}, {"targets": pick}, (rule,)),))


@enforces("agot_lcg.targets.unaffected-is-ineligible", "agot_lcg.immune.not-targeted-not-affected")
def is_affected(context: AgotContext, name: str, card: Handle) -> bool:
    """Whether a card can be chosen as `name`: it is not immune, and some part that acts on the choice would affect it.

    Without immunity also if no part acts on it, as on a card to be spared, or one of them does not say what it affects.
    """
    if is_immune(context, card):
        return False
    acting = acting_on(context, name)
    affecting = [part for part in acting if hasattr(part, "affects")]
    if len(affecting) < len(acting) or not affecting:
        return True
    return any(part.affects(context, card) for part in affecting)


def acting_on(context: AgotContext, name: str) -> list[Any]:
    """The parts of the effect that act on the cards chosen under a name."""
    return [part for part in all_parts(context) if getattr(getattr(part, "on", None), "picked", "") == name]


def unaffected_refusal(context: AgotContext, name: str, card: Handle) -> Refusal:
    """Why a card that fits the description is no target: the rule that prevents the effect, or the general rule."""
    if is_immune(context, card):
        return Refusal("agot_lcg.immune.not-targeted-not-affected", {"target": card})
    acting = acting_on(context, name)
    if kept := next(
        (rule for part in acting if hasattr(part, "kept_by") and (rule := part.kept_by(context, card))), ""
    ):
        return Refusal(kept, {"target": card})
    aimed = (part for part in acting if hasattr(part, "held_up") and part.aims_at(context, card))
    if held_up := first_refusal(part.held_up(context, card) for part in aimed):
        return Refusal(held_up.rule, {"target": card, **held_up.because})
    return Refusal(UNAFFECTED, {"target": card})


def all_parts(context: AgotContext) -> Iterator[Part]:
    """Yield the parts of the effect, each followed by the parts that it delays."""
    for part in context.parts:
        yield part
        yield from getattr(part, "parts", ())


@enforces("agot_lcg.immune.card-only")
def is_immune(context: AgotContext, card: Handle) -> bool:
    """Whether a card is immune to the effects of cards of this card's type."""
    return active_constants.is_immune(context.table, context.table.cards[card], f"{context.printed.type}s")


class Choose(Part, frozen=True, tag="choose"):
    """Choose cards. Among the targets, the choice is made before the effect; among the parts, when it resolves.

    `who` chooses: `you`, `opponent`, `all` (each player, in player order) or `chosen` (a player chosen before). From
    `least` to `most` cards are chosen; `most: null` is any number: none too with `least: 0`, but then the effect fails
    (`agot_lcg.targets.any-number-needs-one`). Each player chooses among the cards that fit; with
    `own`, among those that they control themselves. With `one_controller` all chosen cards have the same controller;
    with `strength_in_all` their STR together is at most that much. Later words name the cards by `name`.
    """

    cards: Cards = Cards()
    name: str = "target"
    who: str = "you"
    least: int = 1
    most: int | None = 1
    own: bool = False
    one_controller: bool = False
    strength_in_all: int | None = None

    def eligible(self, context: AgotContext, seat: Seat) -> list[Handle]:
        """The cards that a seat may choose."""
        return list(self.iterate(context, seat))

    @enforces("agot_lcg.targets.must-meet-requirements")
    def iterate(self, context: AgotContext, seat: Seat, others: list[Handle] | None = None) -> Iterator[Handle]:
        """Yield the cards that a seat may choose, one by one.

        A card that fits but that the effect would not affect is appended to `others`.
        """
        for card in self.cards.iterate(context):
            if self.suits(context, seat, card):
                if is_affected(context, self.name, card):
                    yield card
                elif others is not None:
                    others.append(card)

    def suits(self, context: AgotContext, seat: Seat, card: Handle) -> bool:
        """Whether a seat may choose this card, if it fits the description and the effect would affect it."""
        if self.own and context.table.cards[card].controller != seat:
            return False
        return self.strength_in_all is None or has_strength_of(context.table, card, self.strength_in_all)

    @enforces("agot_lcg.targets.controller-chooses", "agot_lcg.simultaneous.choices-in-player-order")
    def choosers(self, context: AgotContext) -> tuple[Seat, ...]:
        return tuple(seat for seat in seats_of(context, self.who) if self.is_open(context, seat))

    def is_open(self, context: AgotContext, seat: Seat) -> bool:
        """Whether a seat is asked: there is a card to choose, or the public cannot know that there is none."""
        if set(self.cards.where) & HIDDEN:
            return any(context.table.zone(area) for area in self.cards.areas(context)) or self.has_any(context, seat)
        return self.has_any(context, seat)

    def has_any(self, context: AgotContext, seat: Seat) -> bool:
        """Whether there is a card that a seat may choose."""
        return next(self.iterate(context, seat), None) is not None

    @enforces("agot_lcg.targets.too-few-blocks-initiation")
    def refusal(self, context: AgotContext) -> Refusal | None:
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

    def held_up(self, context: AgotContext, cards: list[Handle]) -> list[dict[str, object]]:
        """The visible cards that fit but that a rule protects from the effect, each with the id of that rule."""
        public = (card for card in dict.fromkeys(cards) if not is_hidden(context, card))
        rules = {card: unaffected_refusal(context, self.name, card).rule for card in public}
        return [{"card": card, "rule": rule} for card, rule in rules.items() if rule != UNAFFECTED]

    def possible(self, context: AgotContext, enough: int = 1, others: list[Handle] | None = None) -> int:
        """The number of cards that could be chosen, counted up to `enough`.

        In hidden areas the public cannot tell, so every card there may fit. Cards that fit but would not be affected
        are appended to `others`.
        """
        if context.public and set(self.cards.where) & HIDDEN:
            return self.cards.possible(context)
        found = (card for seat in seats_of(context, self.who) for card in self.iterate(context, seat, others))
        return sum(1 for _ in islice(found, enough))

    @enforces("agot_lcg.targets.any-eligible-when-chosen")
    def space(self, context: AgotContext, seat: Seat) -> Commands:
        eligible = tuple(self.eligible(context, seat))
        most = len(eligible) if self.most is None else min(self.most, len(eligible))
        return targets_form(eligible, min(self.least, len(eligible)), most, self.constraints(context, eligible))

    def refuses(self, context: AgotContext, seat: Seat, command: object) -> Refusal | None:
        """Why a choice of targets is refused: it has a card that the effect would not affect."""
        targets = tuple(map(Handle, command.targets)) if isinstance(command, ChooseTargets) else ()
        suiting = (card for card in targets if self.cards.fits(context, card) and self.suits(context, seat, card))
        idle = (card for card in suiting if not is_affected(context, self.name, card))
        return first_refusal(unaffected_refusal(context, self.name, card) for card in idle)

    def constraints(self, context: AgotContext, eligible: tuple[Handle, ...]) -> tuple[Constraint, ...]:
        """The constraints on a choice as a whole: one controller, and the limit on the total STR."""
        listed: list[Constraint] = []
        rule = "agot_lcg.targets.must-meet-requirements"
        if self.one_controller:
            listed.append(SameGroup(rule, {card: context.table.cards[card].controller for card in eligible}))
        if self.strength_in_all is not None:
            weights: dict[str, int] = {card: numbers_in_play.strength(context.table, card).value for card in eligible}
            listed.append(Total(rule, weights, self.strength_in_all))
        return tuple(listed)

    def read_choice(self, context: AgotContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.name, command.targets

    def potential(self, context: AgotContext) -> bool:
        return self.possible(context) > 0

    @enforces("agot_lcg.targets.any-number-needs-one", "agot_lcg.targets.post-initiation-missing-fails")
    def perform(self, game: AgotGame, context: AgotContext) -> None:
        """Use the choice that was made when it was asked for; without one the parts that need it fail."""
        report_part(game, context, len(context.picks(self.name)) >= max(self.least, 1))


@enforces("agot_lcg.strength.character-str")
def has_strength_of(table: AgotTable, card: Handle, most: int) -> bool:
    """Whether a card is a character with a STR of at most `most`."""
    return table.cards[card].type == "character" and numbers_in_play.strength(table, card).value <= most


class ChoosePlayer(Part, frozen=True, tag="choose_player"):
    """Choose an opponent.

    The opponent has at least `least_hand` cards in hand, controls a card that fits `controls`, and meets all
    `requires`.
    """

    changes: ClassVar[bool] = False
    name: str = "player"
    least_hand: int = 0
    controls: Cards | None = None
    requires: tuple[Requirement, ...] = ()

    def eligible(self, context: AgotContext) -> tuple[Seat, ...]:
        """The opponents that may be chosen."""
        return tuple(seat for seat in context.opponents if self.fits(context, seat))

    def fits(self, context: AgotContext, seat: Seat) -> bool:
        """Whether a player may be chosen."""
        table = context.table
        if len(table.zone(zone(seat, "hand"))) < self.least_hand:
            return False
        if self.controls and all(table.cards[card].controller != seat for card in self.controls.find(context)):
            return False
        return all(each.holds(context, seat) for each in self.requires)

    def choosers(self, context: AgotContext) -> tuple[Seat, ...]:
        return (context.you,) if self.eligible(context) else ()

    def refusal(self, context: AgotContext) -> Refusal | None:
        if self.eligible(context):
            return None
        return Refusal(TOO_FEW, {"target": self.name, "eligible": 0, "needed": 1})

    def space(self, context: AgotContext, seat: Seat) -> Commands:
        return targets_form(self.eligible(context), 1, 1)

    def read_choice(self, context: AgotContext, seat: Seat, command: ChooseTargets) -> tuple[str, tuple[str, ...]]:
        return self.name, command.targets

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        report_part(game, context, bool(context.picks(self.name)))


class ChooseOne(Part, frozen=True, tag="choose_one"):
    """Choose one of several named options. The default options are the challenge types."""

    options: tuple[str, ...] = CHALLENGES
    name: str = "option"

    def choosers(self, context: AgotContext) -> tuple[Seat, ...]:
        return (context.you,)

    def space(self, context: AgotContext, seat: Seat) -> Commands:
        pick = Pick(self.options, 1, 1, single=True)
        return Commands((Form("choose_option", {}, {"option": pick}),))

    def read_choice(self, context: AgotContext, seat: Seat, command: ChooseOption) -> tuple[str, tuple[str, ...]]:
        return self.name, (command.option,)

    def perform(self, game: AgotGame, context: AgotContext) -> None:
        report_part(game, context, True)


def number_space(least: int, most: int) -> Commands:
    """The commands that choose a number from `least` to `most`."""
    return Commands((Form("choose_number", {}, {"number": Number(least, most)}),))


def number_chosen(command: ChooseNumber) -> tuple[str, tuple[str, ...]]:
    """The name `x` and the chosen number as text."""
    return "x", (str(command.number),)
