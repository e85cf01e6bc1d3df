"""Cards as words of this game describe them, and the amounts that it counts.

`Cards` describes cards, such as the ready Crane characters that you control.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from domain.cardgame.in_play import characteristics
from domain.cardgame.words.select import Amount, AmountWord, CardFilter, amount, seats_of
from domain.cardgame.words.text import state_words
from domain.games.l5r import numbers_in_play
from domain.games.l5r.state import L5rCard, L5rContext, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.kernel.occurring.conditions import CardSnapshot

HONORED, ORDINARY, DISHONORED = "honored", "ordinary", "dishonored"


class Cards(CardFilter, frozen=True, tag="cards", dict=True):
    """A description of cards. A card fits if every field that is given fits.

    Place: cards in play are meant unless `where` names other areas. `controller` is `you`, `opponent`, `chosen` (a
    player chosen as `player`), `owner` (of this card) or `same` (the controller of this card). For cards that are not
    in play it says in whose area they are.

    Relation: `me` is this card, `other` any card but this one, `host` the card that this one is attached to, `on_me` a
    card attached to this one. `answered` is the card of the condition that the ability answers, `source` the card that
    caused that condition. `picked` are the cards chosen or kept under a name, `not_picked` all others. `done` are the
    cards that the part before discarded from hands or decks, `copy_of_done` cards with the title of one of those.

    State: `participating` asks for a side in the conflict (`no`: for none), `alone` for the only participant of a side,
    `status` for an honored, ordinary or dishonored character, `has_fate` for fate on the card, `attachments_at_least`
    and `bare` for attachments on it, `trait_or_borne` for a trait of the card or of an attachment on it, `attacked` for
    the attacked province, `element` for a province or role of that element. Skill and glory are those of now; a dash
    counts as 0.
    """

    clan: str = ""
    bowed: bool | None = None
    status: str = ""
    participating: str = ""
    alone: bool = False
    keyword: str = ""
    has_fate: bool | None = None
    attachments_at_least: int = 0
    bare: bool = False
    trait_or_borne: str = ""
    without_trait: str = ""
    without_clan: str = ""
    element: str = ""
    attacked: bool = False
    cost_at_least: int | None = None
    military_at_most: Amount | None = None
    political_at_most: Amount | None = None
    glory_at_most: Amount | None = None

    def noun_words(self) -> Iterator[str]:
        yield state_words(self.bowed, "bowed", "ready")
        yield from super().noun_words()
        yield self.status
        yield {"any": "participating", "no": "not participating"}.get(self.participating, self.participating)
        yield self.clan.title()

    def with_words(self) -> Iterator[str]:
        yield from super().with_words()
        if self.keyword:
            yield f"with {self.keyword}"
        if self.has_fate is not None:
            yield f"with{'' if self.has_fate else 'out'} fate on it"
        if self.bare:
            yield "without attachments"
        if self.trait_or_borne:
            yield f"that is or has a {self.trait_or_borne}"
        if self.cost_at_least is not None:
            yield f"with cost {self.cost_at_least} or more"

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of areas that are meant: `where`, or play; provinces and strongholds only if they are asked for."""
        if self.where:
            return self.where
        apart = (kind for kind in L5rTable.apart_kinds if kind in self.type)
        return (*L5rTable.open_kinds, *apart) if not self.attacked else ("province",)

    @cached_property
    def asks_state(self) -> bool:
        texts = (self.token, self.trait, self.status, self.participating, self.keyword, self.trait_or_borne)
        flags = (self.on_me, self.copy_of_done, self.alone, self.bare, self.attachments_at_least, self.attacked)
        given = self.bowed is not None or self.has_fate is not None
        return given or any(texts) or any(flags) or bool(self.without_trait)

    @cached_property
    def asks_numbers(self) -> bool:
        numbers = (self.cost_at_most, self.cost_at_least, *self.skills, self.glory_at_most)
        return any(each is not None for each in numbers)

    @property
    def skills(self) -> tuple[Amount | None, Amount | None]:
        return self.military_at_most, self.political_at_most

    def fits_print(self, card: Any) -> bool:  # an `L5rCard`
        printed = card.printed
        if (self.clan and printed.clan != self.clan) or (self.without_clan and printed.clan == self.without_clan):
            return False
        if self.element and self.element not in printed.elements:
            return False
        return super().fits_print(card)

    def fits_state(self, context: L5rContext, card: Any) -> bool:  # an `L5rCard`
        table = context.table
        return (
            (self.bowed is None or card.bowed == self.bowed)
            and super().fits_state(context, card)
            and (not self.status or status_of(card) == self.status)
            and (self.has_fate is None or (card.fate > 0) == self.has_fate)
            and (not self.participating or self.fits_side(table, card.handle))
            and (not self.alone or (table.contest is not None and table.contest.is_alone(card.handle)))
            and (not self.keyword or characteristics.has_keyword(table, card, self.keyword))
            and (not self.without_trait or not characteristics.has_trait(table, card, self.without_trait))
            and self.fits_attachments(table, card)
            and (not self.attacked or is_attacked(table, card))
        )

    def fits_side(self, table: L5rTable, card: Handle) -> bool:
        """Whether a card participates as the description asks."""
        side = table.contest.side(card) if table.contest is not None else ""
        if self.participating == "no":
            return not side
        return side == self.participating or (self.participating == "any" and bool(side))

    def fits_attachments(self, table: L5rTable, card: L5rCard) -> bool:
        """Whether what is attached to a card fits."""
        if not (self.bare or self.attachments_at_least or self.trait_or_borne):
            return True
        on = [table.cards[each] for each in table.attachments(card.handle)]
        if len(on) < self.attachments_at_least or (self.bare and on):
            return False
        trait = self.trait_or_borne
        return not trait or any(characteristics.has_trait(table, each, trait) for each in (card, *on))

    def fits_numbers(self, context: L5rContext, card: Any) -> bool:  # an `L5rCard`
        if not super().fits_numbers(context, card):
            return False
        if self.cost_at_least is not None and (card.printed.cost is None or card.printed.cost < self.cost_at_least):
            return False
        for kind, most in zip(("military", "political"), self.skills, strict=True):
            if most is not None and numbers_in_play.skill(context.table, card, kind).value > amount(context, most):
                return False
        if self.glory_at_most is None:
            return True
        return numbers_in_play.glory(context.table, card).value <= amount(context, self.glory_at_most)

    def fits_look(self, context: L5rContext, seen: CardSnapshot) -> bool:
        """Whether the snapshot of a card fits."""
        printed, marks = context.registry.pool.cards[seen.key], seen.marks
        sides = {"any": {"attacking", "defending"}}.get(self.participating, {self.participating})
        takes_part = bool({"attacking", "defending"} & {*marks})
        return (
            super().fits_look(context, seen)
            and (not self.clan or printed.clan == self.clan)
            and (not self.status or (self.status in marks or self.status == ORDINARY))
            and (not self.participating or bool(sides & {*marks}) or (self.participating == "no" and not takes_part))
        )


def status_of(card: L5rCard) -> str:
    """The status of a character: honored, dishonored or ordinary."""
    if card.honored:
        return HONORED
    return DISHONORED if card.dishonored else ORDINARY


def is_attacked(table: L5rTable, card: L5rCard) -> bool:
    """Whether a card is the attacked province."""
    now = table.contest
    return now is not None and (card.controller, card.slot) == (now.defender, now.slot)


ME = Cards(me=True)
TARGET = Cards(picked="target")
HOST = Cards(host=True)
CHARACTER = Cards(type=("character",))
OWN_CHARACTER = Cards(type=("character",), controller="you")
THEIR_CHARACTER = Cards(type=("character",), controller="opponent")
PARTICIPANT = Cards(type=("character",), participating="any")
ATTACKER = Cards(type=("character",), participating="attacking")
DEFENDER = Cards(type=("character",), participating="defending")
HOLDING = Cards(type=("holding",))
ATTACHMENT = Cards(type=("attachment",))


# --- amounts


class Skill(AmountWord, frozen=True, tag="skill"):
    """The greatest skill of a type among the cards that fit `of`, plus `plus`; with `base` the base skill."""

    kind: str
    of: CardFilter = TARGET
    plus: int = 0
    base: bool = False

    def value(self, context: L5rContext, card: Handle = NO_CARD) -> int:
        table, number = context.table, numbers_in_play.base_skill if self.base else numbers_in_play.skill
        found = (number(table, table.cards[each], self.kind).value for each in self.of.find(context))
        return max(found, default=0) + self.plus


class Glory(AmountWord, frozen=True, tag="glory"):
    """The glory of the cards that fit `of`, plus `plus`: the sum of it, or with `greatest` the greatest."""

    of: CardFilter
    greatest: bool = False
    plus: int = 0

    def value(self, context: L5rContext, card: Handle = NO_CARD) -> int:
        table = context.table
        found = [numbers_in_play.glory(table, table.cards[each]).value for each in self.of.find(context)]
        return (max(found, default=0) if self.greatest else sum(found)) + self.plus


class SideSkill(AmountWord, frozen=True, tag="side_skill"):
    """The skill that players count in the conflict now."""

    who: str = "you"

    def value(self, context: L5rContext, card: Handle = NO_CARD) -> int:
        if context.table.contest is None:
            return 0
        return sum(numbers_in_play.side_skill(context.table, seat).value for seat in seats_of(context, self.who))


class Rings(AmountWord, frozen=True, tag="rings"):
    """The number of rings that are `unclaimed`, or `claimed` by players; with `fate` the fate on them."""

    state: str
    who: str = "all"
    fate: bool = False

    def value(self, context: L5rContext, card: Handle = NO_CARD) -> int:
        table = context.table
        if self.state == "unclaimed":
            found = table.unclaimed_rings()
        else:
            found = tuple(each for seat in seats_of(context, self.who) for each in table.claimed_rings(seat))
        return sum(table.rings[each].fate for each in found) if self.fate else len(found)


class Honor(AmountWord, frozen=True, tag="honor_of"):
    """The honor of a player."""

    who: str = "you"

    def value(self, context: L5rContext, card: Handle = NO_CARD) -> int:
        return sum(context.table.players[seat].honor for seat in seats_of(context, self.who))


class Bid(AmountWord, frozen=True, tag="bid"):
    """The number on the honor dial of a player, whatever changes the bid."""

    who: str = "you"

    @enforces("l5r.honor.bid-reference")
    def value(self, context: L5rContext, card: Handle = NO_CARD) -> int:
        return sum(context.table.players[seat].dial for seat in seats_of(context, self.who))


class HandOver(AmountWord, frozen=True, tag="hand_over"):
    """The number of cards in a player's hand beyond `n`."""

    n: int
    who: str = "opponent"

    def value(self, context: L5rContext, card: Handle = NO_CARD) -> int:
        return sum(max(len(hand_of(context, seat)) - self.n, 0) for seat in seats_of(context, self.who))


def hand_of(context: L5rContext, seat: Seat) -> tuple[Handle, ...]:
    """The cards in a hand, without the event that is played from it."""
    return context.rest_of_hand() if seat == context.you else tuple(context.table.zone(zone(seat, "hand")))


class Declared(AmountWord, frozen=True, tag="declared"):
    """The number of conflicts that players have declared in this phase; there are none in other phases."""

    who: str = "opponent"

    def value(self, context: L5rContext, card: Handle = NO_CARD) -> int:
        if context.table.phase != "conflict":
            return 0
        players = (context.table.players[seat] for seat in seats_of(context, self.who))
        return sum(player.declared_military + player.declared_political for player in players)


class FacedownProvinces(AmountWord, frozen=True, tag="facedown_provinces"):
    """The number of a player's provinces that lie facedown."""

    who: str = "you"

    def value(self, context: L5rContext, card: Handle = NO_CARD) -> int:
        table = context.table
        return sum(each.facedown for seat in seats_of(context, self.who) for each in table.province_cards(seat))
