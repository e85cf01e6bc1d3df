"""Choices of this game: cards that cost so much together, rings, and options that are selected before the effect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, TypeGuard

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.in_play.active_constants import constants_on
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.words import choices
from domain.cardgame.words.choices import MUST_MEET, acting_on, targets_form
from domain.cardgame.words.parts.cards import OnCards, Sacrifice
from domain.cardgame.words.parts.entering import PutIntoPlay
from domain.cardgame.words.select import Amount, is_hidden, quantity, seats_of
from domain.games.l5r.in_play.entering import UNIQUE, copies_of_unique
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import L5rContext, L5rGame
from domain.games.l5r.words.named_choices import ChooseNamed
from domain.games.l5r.words.parts.time import Only, may_change
from domain.games.l5r.words.requirements import Selected
from domain.kernel.checks import first_refusal
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import ChooseOption, Keeping, Part
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.constraints import Constraint, Total
from domain.kernel.spaces.fields import Pick

MATTERS = "l5r.select.must-matter"
MANY = 1_000
"""More cards than a choice ever has."""
NO_TARGET, IDLE = "l5r.term.cannot", "l5r.target.must-be-affectable"


class Choose(choices.Choose, frozen=True, tag="choose"):
    """Choose cards. Among the targets, the choice is made before the effect; among the parts, when it resolves.

    `who` chooses: `you`, `opponent`, `all` (each player, in player order) or `chosen` (a player chosen before). From
    `least` to `most` cards are chosen; `most: null` is any number: none too with `least: 0`, but then the effect fails.
    With `exactly` it is that many, or as many as there are. Each player chooses among the cards that fit; with `own`,
    among those that they control themselves. With `one_controller` all chosen cards have the same controller; with
    `cost_in_all` their printed costs together are at most that much. With `option` it is chosen only if that option was
    selected. With `fair: false` a card may be chosen that the effect would not change. With `host_for` another card is
    chosen to which the attachment that was chosen as that may be attached. Later words name the cards by `name`.
    A card that cannot be the target of events can be chosen for a `sacrifice` by its controller among the parts.
    """

    exactly: Amount | None = None
    cost_in_all: int | None = None
    option: str = ""
    fair: bool = True
    host_for: str = ""

    def suits(self, context: L5rContext, seat: Seat, card: Handle) -> bool:
        if not super().suits(context, seat, card):
            return False
        if is_protected(context, card) and not self.is_to_sacrifice(context, seat, card):
            return False
        if self.host_for and not self.takes_attachment(context, card):
            return False
        return self.cost_in_all is None or cost_of(context, card) <= self.cost_in_all

    @enforces("l5r.term.sacrifice", "l5r.target.choose-means-target")
    def is_to_sacrifice(self, context: L5rContext, seat: Seat, card: Handle) -> bool:
        """Whether a player chooses a card of their own while the effect resolves, to sacrifice it: that is no target.

        The event does not say "choose": it lets the player sacrifice, who chooses by the rule of sacrifices.
        """
        if self in context.ability.targets or context.table.cards[card].controller != seat:
            return False
        return any(isinstance(part, Sacrifice) for part in acting_on(context, self.name))

    def takes_attachment(self, context: L5rContext, card: Handle) -> bool:
        """Whether the attachment that was chosen may be on a card, and is not; before it is chosen any may be."""
        table = context.table
        chosen = [table.cards[Handle(each)] for each in context.picks(self.host_for) if each in table.cards]
        return all(
            each.host != card and attachable(table, each.controller, each.printed, card, each.handle) is None
            for each in chosen
        )

    @enforces("l5r.target.referential")
    def iterate(self, context: L5rContext, seat: Seat, others: list[Handle] | None = None) -> Iterator[Handle]:
        if self.fair:
            return super().iterate(context, seat, others)
        return (card for card in self.cards.iterate(context) if self.suits(context, seat, card))

    def refuses(self, context: L5rContext, seat: Seat, command: object) -> Refusal | None:
        return super().refuses(context, seat, command) if self.fair else None

    def is_left_out(self, context: L5rContext) -> bool:
        """Whether another option was selected than the one that this choice belongs to."""
        return bool(self.option) and context.effect.has("option") and self.option not in context.picks("option")

    def choosers(self, context: L5rContext) -> tuple[Seat, ...]:
        return () if self.is_left_out(context) or self.number(context) == 0 else super().choosers(context)

    def refusal(self, context: L5rContext) -> Refusal | None:
        """Why there are not enough targets; of a choice that only an option needs the option says so."""
        return None if self.option or self.exactly is not None else super().refusal(context)

    def held_up(self, context: L5rContext, cards: list[Handle]) -> list[dict[str, object]]:
        """The visible cards that fit but are protected, each with the rule; those that are no target of events last."""
        protected = [card for card in self.cards.iterate(context) if is_protected(context, card)]
        barred: list[dict[str, object]] = [
            {"card": card, "rule": NO_TARGET, "because_of": protecting_cards(context, card)}
            for card in protected
            if not any(self.suits(context, seat, card) for seat in seats_of(context, self.who))
        ]
        return [*super().held_up(context, cards), *barred]

    def kept_from(self, context: L5rContext) -> list[dict[str, object]]:
        """The visible cards that fit and cannot be chosen now, each with the rule that forbids it."""
        others: list[Handle] = []
        self.possible(context, MANY, others)
        protected = self.held_up(context, others)
        named = {each["card"] for each in protected}
        idle: list[dict[str, object]] = [
            {"card": card, "rule": IDLE}
            for card in dict.fromkeys(others)
            if card not in named and not is_hidden(context, card)
        ]
        return [*protected, *idle]

    def number(self, context: L5rContext) -> int | None:
        """The exact number to choose, if one is given."""
        return None if self.exactly is None else quantity(context, self.exactly)

    def space(self, context: L5rContext, seat: Seat) -> Commands:
        number = self.number(context)
        if number is None:
            return super().space(context, seat)
        eligible = tuple(self.eligible(context, seat))
        n = min(number, len(eligible))
        return targets_form(eligible, n, n, self.constraints(context, eligible))

    def constraints(self, context: L5rContext, eligible: tuple[Handle, ...]) -> tuple[Constraint, ...]:
        """The constraints on a choice as a whole: one controller, the limit on the total cost, no second copies."""
        listed = [*super().constraints(context, eligible)]
        if self.cost_in_all is not None:
            costs = {str(card): cost_of(context, card) for card in eligible}
            listed.append(Total(MUST_MEET, costs, self.cost_in_all))
        if any(isinstance(part, PutIntoPlay) for part in acting_on(context, self.name)):
            copies = copies_of_unique(context.table, eligible)
            listed += [Total(UNIQUE, {str(card): 1 for card in each}, 1) for each in copies]
        return tuple(listed)

    def potential(self, context: L5rContext) -> bool:
        if self.exactly is not None and not context.public and not self.number(context):
            return False
        return super().potential(context)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        if self.exactly is not None:
            report_part(game, context, len(context.picks(self.name)) == self.number(context))
        else:
            super().perform(game, context)


def cost_of(context: L5rContext, card: Handle) -> int:
    """The printed cost of a card, 0 for one without."""
    return context.table.cards[card].printed.cost or 0


def is_protected(context: L5rContext, card: Handle) -> bool:
    """Whether a card cannot be the target of an event of this player, by an opponent's card."""
    return bool(protecting_cards(context, card))


def protecting_cards(context: L5rContext, card: Handle) -> list[str]:
    """The cards of the opponent because of which a card cannot be the target of an event of this player."""
    if not context.is_event or not context.table.is_in_play(card):
        return []
    found = constants_on(context.table, "cannot-be-target", context.table.cards[card])
    return [source.key for source, _ in found if source.you != context.you]


class ChooseRing(ChooseNamed, frozen=True, tag="choose_ring"):
    """Choose from `least` to `most` rings that are `unclaimed`, `claimed` by you, or `any`. Later words name them."""

    every_name: ClassVar[tuple[str, ...]] = ELEMENTS
    state: str = "unclaimed"
    name: str = "ring"

    def eligible(self, context: L5rContext) -> tuple[str, ...]:
        """The rings that may be chosen."""
        table = context.table
        if self.state == "any":
            return tuple(table.rings)
        return table.unclaimed_rings() if self.state == "unclaimed" else table.claimed_rings(context.you)


class Select(Part, frozen=True, tag="select"):
    """Select one of several options: you do, or your opponent. `only` parts and choices with `option` follow from it.

    Among the targets the option is selected before the effect, among the parts while it resolves. An option that would
    change nothing is not offered, if another one would.
    """

    changes: ClassVar[bool] = False
    options: tuple[str, ...]
    who: str = "you"
    name: str = "option"

    @enforces("l5r.select.controller", "l5r.select.before-dash", "l5r.select.after-dash")
    def choosers(self, context: L5rContext) -> tuple[Seat, ...]:
        return seats_of(context, self.who) if self.useful(context) else ()

    @enforces(MATTERS, "l5r.effect.pick-changing-option")
    def useful(self, context: L5rContext) -> tuple[str, ...]:
        """The options that would change something."""
        return tuple(each for each in self.options if self.is_useful(context, each))

    def is_useful(self, context: L5rContext, option: str) -> bool:
        """Whether what belongs to an option could change something, and there is a target for it."""
        own = [each for each in context.parts if is_of_option(each, option)]
        targets = (each for each in context.ability.targets if getattr(each, "option", "") == option)
        useful = any(may_change(context, part, each.parts) for each in own for part in each.parts)
        return useful and all(each.potential(context) for each in targets)

    def refuses(self, context: L5rContext, seat: Seat, command: object) -> Refusal | None:
        """Why an option is not selected: it would change nothing, while another one would."""
        option, useful = getattr(command, "option", ""), self.useful(context)
        if option not in self.options or option in useful or not useful:
            return None
        return Refusal(MATTERS, {"option": option, "changes": "nothing", **self.held_up(context, option)})

    def held_up(self, context: L5rContext, option: str) -> dict[str, object]:
        """What keeps the parts of an option from changing a card, if anything does."""
        parts = (part for only in context.parts if is_of_option(only, option) for part in only.parts)
        on_cards = (part for part in parts if isinstance(part, OnCards))
        held_up = first_refusal(part.held_up(context, card) for part in on_cards for card in part.aimed_at(context))
        return held_up.because if held_up is not None else {}

    def refusal(self, context: L5rContext) -> Refusal | None:
        if self.useful(context):
            return None
        because: dict[str, object] = {"card": context.key, "options": list(self.options)}
        choices = (each for each in context.ability.targets if isinstance(each, Choose) and each.option)
        held_up = [kept for each in choices for kept in each.kept_from(context)]
        return Refusal("slot.potential-impact", {**because, "held_up": held_up} if held_up else because)

    def space(self, context: L5rContext, seat: Seat) -> Commands:
        return Commands((Form("choose_option", {}, {"option": Pick(self.useful(context), 1, 1, single=True)}),))

    def keeps(self) -> Keeping:
        return {self.name: self.options}

    def read_choice(self, context: L5rContext, seat: Seat, command: ChooseOption) -> tuple[str, tuple[str, ...]]:
        return self.name, (command.option,)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        report_part(game, context, bool(context.picks(self.name)))


def is_of_option(part: Part, option: str) -> TypeGuard[Only]:
    """True if a part resolves only when an option was selected."""
    if not isinstance(part, Only):
        return False
    return any(isinstance(each, Selected) and each.option == option for each in part.requires)
