"""Parts that change cards: bowing, status, fate on them, conflicts that they join and leave, where they go."""

from __future__ import annotations

from typing import ClassVar

from msgspec import structs

from domain.cardgame.abilities.resolution import report_part
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.active_constants import touches
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.occurring.conditions import discard_condition, leaving_condition, moving_condition
from domain.cardgame.table import rules_of_table
from domain.cardgame.words.choices import Choose
from domain.cardgame.words.parts import cards, entering
from domain.cardgame.words.parts.cards import (
    CANNOT,
    Moves,
    OnCards,
    count_meant,
    happen_or_fail,
    is_choosable,
)
from domain.cardgame.words.parts.interrupting import imminent_condition
from domain.cardgame.words.select import Amount, CardFilter, may_be_some, quantity
from domain.games.l5r import numbers_in_play, occurring
from domain.games.l5r.checks.conflicts import joining_refusal
from domain.games.l5r.in_play.entering import ONE_IN_PLAY, UNIQUE
from domain.games.l5r.occurring import INTO_CONFLICT
from domain.games.l5r.state import L5rContext, L5rGame
from domain.games.l5r.words.select import TARGET
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat, zone_kind
from domain.kernel.occurring.abilities import Part
from domain.kernel.occurring.conditions import Condition, ConditionReplaced
from domain.kernel.refusals import Refusal
from domain.kernel.state.readings import is_read

SPARED = "spared"
RECEIVE = "receive-dishonor"


def is_spared(context: L5rContext, card: Handle, deed: str) -> bool:
    """Whether card effects of opponents cannot do this to a card, and this effect is one of theirs."""
    found = context.table.cards[card]
    return found.controller != context.you and bool([*touches(context.table, SPARED, found, deed)])


class Does(OnCards, frozen=True):
    """A part by which something happens to cards in play, but to none that is spared from it."""

    def can_do_to(self, context: L5rContext, card: Handle) -> bool:
        return self.held_up(context, card) is None and not is_spared(context, card, self.deed)


class Bow(Does, frozen=True, tag="bow"):
    """Bow cards."""

    deed: ClassVar[str] = "bow"

    @enforces("l5r.zone.bowed-cannot-bow", "l5r.target.must-be-affectable")
    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        return context.table.is_in_play(card) and not context.table.cards[card].bowed

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return structs.replace(occurring.bow_condition(context.table, card, context.me, "effect"), other=context.you)


class Ready(Does, frozen=True, tag="ready"):
    """Ready cards."""

    deed: ClassVar[str] = "ready"

    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        return context.table.is_in_play(card) and bool(context.table.cards[card].bowed)

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return structs.replace(occurring.ready_condition(context.table, card, context.me, "effect"), other=context.you)


class Honor(Does, frozen=True, tag="honor"):
    """Honor characters: a dishonored one becomes ordinary."""

    deed: ClassVar[str] = "honor"

    @enforces("l5r.status.no-double-honor")
    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        found = context.table.cards[card]
        return context.table.is_in_play(card) and found.type == "character" and not found.honored

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return occurring.status_condition("honored", context.table, card, context.me)


class Dishonor(Does, frozen=True, tag="dishonor"):
    """Dishonor characters: an honored one becomes ordinary."""

    deed: ClassVar[str] = "dishonor"

    @enforces("l5r.status.no-double-dishonor")
    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        found = context.table.cards[card]
        return context.table.is_in_play(card) and found.type == "character" and not found.dishonored

    def held_up(self, context: L5rContext, card: Handle) -> Refusal | None:
        """Why a character is not dishonored; one that is honored becomes ordinary, even where none is dishonored."""
        found = context.table.cards[card]
        sources = () if found.honored else characteristics.card_cannot(context.table, found, RECEIVE)
        if sources:
            return Refusal(CANNOT, {"cannot": RECEIVE, "because_of": list(sources)})
        return super().held_up(context, card)

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return occurring.status_condition("dishonored", context.table, card, context.me)


class DiscardStatus(Does, frozen=True, tag="discard_status"):
    """Discard the status tokens of characters, which become ordinary."""

    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        found = context.table.cards[card]
        return context.table.is_in_play(card) and (found.honored or found.dishonored)

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return occurring.status_condition("status_discarded", context.table, card, context.me)


# --- fate


class PlaceFate(OnCards, frozen=True, tag="place_fate"):
    """Put fate from the general pool on cards."""

    fate: Amount = 1

    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        return context.table.is_in_play(card) and context.table.cards[card].type == "character"

    def can_do_to(self, context: L5rContext, card: Handle) -> bool:
        return may_be_some(context, self.fate)

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        n = quantity(context, self.fate)
        return Condition(0, "fate_placed", card=card, seat=context.table.cards[card].controller, source=context.me, n=n)


class RemoveFate(Does, frozen=True, tag="remove_fate"):
    """Return fate from cards to the general pool; all of it if `fate` is missing, and then to its owners' pools."""

    deed: ClassVar[str] = "lose-fate"
    fate: int | None = 1

    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        return context.table.is_in_play(card) and context.table.cards[card].fate > 0

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        found = context.table.cards[card]
        if self.fate is not None:
            return occurring.fate_removed_condition(context.table, card, self.fate, context.me)
        returned = occurring.fate_removed_condition(context.table, card, found.fate, context.me)
        return structs.replace(returned, kind="fate_returned", other=found.owner)


class MoveFate(Part, frozen=True, kw_only=True, tag="move_fate"):
    """Move fate from a card onto another one."""

    on: CardFilter = TARGET
    to: CardFilter
    fate: int = 1

    def affects(self, context: L5rContext, card: Handle) -> bool:
        """Whether fate can move from this card."""
        found = context.table.cards[card]
        able = found.fate > 0 and numbers_in_play.can_lose_fate(context.table, found)
        return able and card not in self.to.find(context)

    def potential(self, context: L5rContext) -> bool:
        return is_choosable(context, self.on) and bool(self.to.find(context))

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        to = self.to.find(context)[:1]
        cards_from = [card for card in self.on.find(context) if self.affects(context, card)] if to else []
        conditions = [
            structs.replace(
                occurring.fate_removed_condition(context.table, card, self.fate, context.me),
                kind="fate_moved",
                cards=(to[0],),
            )
            for card in cards_from
        ]
        happen_or_fail(game, context, conditions, count_meant(context, self.on, cards_from))


# --- the conflict


class MoveHome(Does, frozen=True, tag="move_home"):
    """Move participating characters home; they keep their state."""

    deed: ClassVar[str] = "move"

    @enforces("l5r.zone.move-home", "l5r.term.move-not-same-place", "l5r.term.move")
    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        return context.table.is_participating(card)

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        seat = context.table.cards[card].controller
        return Condition(0, "moved_home", card=card, seat=seat, source=context.me, how="effect")


class MoveToConflict(Does, frozen=True, tag="move_to_conflict"):
    """Move characters into the conflict, each to the side of its controller; they keep their state."""

    deed: ClassVar[str] = "move"

    @enforces("l5r.participate.cannot", "l5r.term.move-not-same-place", "l5r.keyword.covert-move-in-allowed")
    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        table = context.table
        found = table.cards[card]
        is_home = table.is_in_play(card) and found.type == "character" and not table.is_participating(card)
        return table.contest is not None and is_home

    def held_up(self, context: L5rContext, card: Handle) -> Refusal | None:
        table, found = context.table, context.table.cards[card]
        barred = characteristics.restrictions(table, found.controller, "move-to-conflict")
        if barred:
            return Refusal("slot.restrictions", {"because_of": list(barred)})
        return super().held_up(context, card) or joining_refusal(table, found, found.controller)

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        return occurring.joining_condition(context.table, card, context.me)


class PutIntoPlay(entering.PutIntoPlay, frozen=True, tag="put_into_play"):
    """Put cards into play under your control without paying for them, at home or with `conflict` in the conflict."""

    on: CardFilter = TARGET
    conflict: bool = False

    @enforces("l5r.play.put-into-play-ignores-restrictions", "l5r.keyword.limited-put-into-play")
    def held_up(self, context: L5rContext, card: Handle) -> Refusal | None:
        refusal = super().held_up(context, card)
        if refusal is not None or not self.conflict:
            return refusal
        if context.table.contest is None:
            return Refusal("l5r.character.play-into-conflict", {"conflict": False})
        return joining_refusal(context.table, context.table.cards[card], context.you)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        if not self.conflict:
            super().perform(game, context)
            return
        rules, table = rules_of_table(context.table), context.table
        entering_now = [
            structs.replace(rules.entering_condition(table, context.you, card, entering.PUT), instead=INTO_CONFLICT)
            for card in self.entering_cards(context)
        ]
        happen_or_fail(game, context, entering_now, count_meant(context, self.on, self.aimed_at(context)))


# --- where cards go


class Discard(cards.Discard, frozen=True, tag="discard"):
    """Discard cards from play, provinces, hands or decks."""

    def can_do_to(self, context: L5rContext, card: Handle) -> bool:
        can_leave = super().can_do_to(context, card)
        return can_leave and not characteristics.card_cannot(context.table, context.table.cards[card], "be-discarded")

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        if zone_kind(context.table.cards[card].zone) == "row":
            return structs.replace(occurring.discard_from_province(context.table, card), source=context.me)
        return super().condition(context, card)


class PutOnDeck(Moves, frozen=True, tag="put_on_deck"):
    """Put cards on top of their owners' decks, or with `bottom` under them, each on the deck that it belongs to."""

    out_of_play: ClassVar[bool] = True
    bottom: bool = False

    def can_do_to(self, context: L5rContext, card: Handle) -> bool:
        rules = context.registry.rules
        return not context.table.is_in_play(card) or rules.can_leave_play(context.table, card)

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        kind = "put_under_deck" if self.bottom else "put_on_deck"
        if context.table.is_in_play(card):
            return leaving_condition(kind, context.table, card, context.me)
        return moving_condition(f"card_{kind}", context.table, card, context.me)


class AttachTo(Part, frozen=True, kw_only=True, tag="attach_to"):
    """Attach attachments in play to another card, if they may be on it; with `take` you take control of them first.

    With `or_discard` one that may not is discarded.
    """

    on: CardFilter = TARGET
    to: CardFilter
    take: bool = False
    or_discard: bool = False

    def affects(self, context: L5rContext, card: Handle) -> bool:
        """Whether an attachment could be attached to another card."""
        found = context.table.cards[card]
        if not context.table.is_in_play(card) or not found.host:
            return False
        return self.or_discard or self.host_of(context, card) is not None

    def hosts(self, context: L5rContext) -> list[Handle]:
        """The cards to which it may be attached: where one is still to be chosen, all that the choice describes."""
        words = (*context.ability.targets, *context.parts)
        choices = [each for each in words if isinstance(each, Choose) and each.name == self.to.picked]
        if not choices or context.effect.has(self.to.picked):
            return self.to.find(context)
        return [card for each in choices for card in each.cards.find(context)]

    def seat_of(self, context: L5rContext, card: Handle) -> Seat:
        return context.you if self.take else context.table.cards[card].controller

    def host_of(self, context: L5rContext, card: Handle) -> Handle | None:
        """The card to which an attachment would be attached: it is on another one, and may be there."""
        table, found = context.table, context.table.cards[card]
        seat = self.seat_of(context, card)
        able = (
            host
            for host in self.hosts(context)
            if host != found.host and attachable(table, seat, found.printed, host, card) is None
        )
        return next(able, None)

    def potential(self, context: L5rContext) -> bool:
        return is_choosable(context, self.on)

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        table, conditions = context.table, []
        for card in self.on.find(context):
            host, found = self.host_of(context, card), table.cards[card]
            if host is not None:
                seat = self.seat_of(context, card)
                if seat != found.controller:
                    taken = Condition(0, "control_taken", card=card, seat=seat, other=found.controller)
                    conditions.append(taken)
                conditions.append(Condition(0, "attached", card=card, seat=seat, source=context.me, cards=(host,)))
            elif self.or_discard:
                conditions.append(leaving_condition("discarded", table, card, context.me))
        happen_or_fail(game, context, conditions, len(conditions))


class GiveBackControl(OnCards, frozen=True, tag="give_back_control"):
    """Give the control of cards back to their owners.

    A unique card of which the owner has a copy in play by now cannot come back: it stays where it is, or is discarded,
    as the match reads the rule.
    """

    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        found = context.table.cards[card]
        return context.table.is_in_play(card) and found.controller != found.owner

    def can_do_to(self, context: L5rContext, card: Handle) -> bool:
        return self.held_up(context, card) is None or is_read(context.table, ONE_IN_PLAY, "discarded")

    @enforces(UNIQUE, ONE_IN_PLAY, "l5r.term.cannot")
    def held_up(self, context: L5rContext, card: Handle) -> Refusal | None:
        owner = context.table.cards[card].owner
        return rules_of_table(context.table).control_refusal(context.table, owner, card)

    def condition(self, context: L5rContext, card: Handle) -> Condition:
        if self.held_up(context, card) is not None:
            return discard_condition(context.table, card, context.me)
        found = context.table.cards[card]
        return Condition(0, "control_taken", card=card, seat=found.owner, other=found.controller, source=context.me)


class Redirect(OnCards, frozen=True, tag="redirect"):
    """The honor or dishonor about to come to the answered card comes to another one of its controller in its place.

    The condition occurs, to the other card: a cost that it is counts as paid. The last replacement counts.
    """

    def aims_at(self, context: L5rContext, card: Handle) -> bool:
        about, found = context.about, context.table.cards[card]
        if about is None or card == about.card or not context.table.is_in_play(card):
            return False
        if found.controller != about.seat or found.type != "character":
            return False
        return not found.honored if about.kind == "honored" else numbers_in_play.can_be_dishonored(context.table, found)

    @enforces("l5r.replacement.definition", "l5r.replacement.timing", "l5r.replacement.last-wins")
    def perform(self, game: L5rGame, context: L5rContext) -> None:
        about, found = imminent_condition(context), self.cards_affected(context)[:1]
        if about is not None and found:
            game.emit(ConditionReplaced(context.effect.happening, about.id, found[0]))
        report_part(game, context, about is not None and bool(found))
