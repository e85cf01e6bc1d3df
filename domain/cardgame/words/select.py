"""Words that describe and count cards, and words for players.

`CardFilter` describes cards, such as the characters that you control. It reads a card as it is now, or, where an
ability looks back, the snapshot that a condition keeps of it. A game's own class adds what its cards have beside. An
amount is a whole number or a word that counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.in_play.characteristics import has_trait
from domain.cardgame.pool.printed_card import PlayedCard
from domain.cardgame.table import HAND, CardGameTable, CardState, rules_of_table
from domain.cardgame.words.text import WHOSE, state_words, with_article
from domain.kernel.formats.listing import join_names
from domain.kernel.ids import NO_CARD, Handle, Seat, ZoneKey, zone, zone_kind
from domain.kernel.occurring.abilities import Word
from domain.kernel.occurring.conditions import CardSnapshot, Condition

MOVED = ("left_play", "card_discarded")
ANY_X = 99
"""Before X is chosen it may be whatever its cost allows."""


class AmountWord(Word, frozen=True):
    """A word that counts: what a word of a game adds to the whole numbers as an amount."""

    def value(self, context: AnyContext, card: Handle = NO_CARD) -> int:
        """The number now; `card` is the card that a constant ability changes by it.

        Raises LookupError for a word that counts nothing.
        """
        raise LookupError(f"{type(self).__name__} counts nothing")


Amount = int | AmountWord


class Count(AmountWord, frozen=True, tag="count"):
    """The number of cards that fit `of`, multiplied by `times`, plus `plus`."""

    of: CardFilter
    times: int = 1
    plus: int = 0

    def value(self, context: AnyContext, card: Handle = NO_CARD) -> int:
        return self.plus + self.times * len(self.of.find(context))


class ChosenX(AmountWord, frozen=True, tag="x"):
    """The value that was chosen for X."""

    def value(self, context: AnyContext, card: Handle = NO_CARD) -> int:
        return context.effect.x if context.effect.id else ANY_X


class OwnCost(AmountWord, frozen=True, tag="own_cost"):
    """The printed cost of the card that the constant ability changes. A printed X is 0."""

    def value(self, context: AnyContext, card: Handle = NO_CARD) -> int:
        return context.table.cards[card].printed.cost or 0


class CostOfAnswered(AmountWord, frozen=True, tag="cost_of_answered"):
    """The printed cost of the event that this ability answers. A printed X is 0, whatever value was chosen for it."""

    def value(self, context: AnyContext, card: Handle = NO_CARD) -> int:
        return cost_of_answered(context)


class CardFilter(Word, frozen=True, dict=True):
    """A description of cards. A card fits if every field that is given fits; a game adds fields of its own.

    Place: cards in play are meant unless `where` names other areas. `controller` is a player as `seat_of` names them,
    or `same`, the controller of this card. For cards that are not in play it says in whose area they are.

    Relation: `me` is this card, `other` any card but this one, `host` the card that this one is attached to, `on_me` a
    card attached to this one. `answered` is the card of the condition that the ability answers, `source` the card that
    caused that condition. `picked` are the cards chosen or kept under a name, `not_picked` all others. `done` are the
    cards that the part before discarded from hands or decks, `copy_of_done` cards with the title of one of those.

    Cards named by `me`, `host`, `answered`, `source`, `picked` or `done` are meant wherever they are, unless `where` is
    given. If this card has left play as a cost, `host` is the card that it was attached to. A card that enters or
    leaves play is a new card, which `picked` no longer names.
    """

    plain: ClassVar[bool] = True
    type: tuple[str, ...] = ()
    trait: tuple[str, ...] = ()
    title: str = ""
    controller: str = ""
    where: tuple[str, ...] = ()
    unique: bool | None = None
    cost_at_most: Amount | None = None
    token: str = ""
    me: bool = False
    other: bool = False
    host: bool = False
    answered: bool = False
    source: bool = False
    on_me: bool = False
    picked: str = ""
    not_picked: str = ""
    done: bool = False
    copy_of_done: bool = False

    def in_words(self) -> str:
        """The description in words: `a Stark character with the trait Lord or Lady, of yours`."""
        if named := [each for each in ("me", "host", "answered", "source") if getattr(self, each)]:
            subject = {"me": "this card", "host": "the card that it is on"}.get(named[0], "the card of what it answers")
        else:
            noun = " ".join(word for word in (*self.noun_words(), join_names(self.type, "or") or "card") if word)
            subject = with_article(noun)
        return " ".join(word for word in (subject, *self.with_words(), WHOSE.get(self.controller, "")) if word)

    def noun_words(self) -> Iterator[str]:
        """Yield what stands before the type of a card in words; empty ones are left out."""
        yield state_words(self.unique, "unique")

    def with_words(self) -> Iterator[str]:
        """Yield what is asked for beyond the type of a card, in words."""
        if self.title:
            yield f"called {self.title}"
        if self.trait:
            yield f"with the trait {join_names(self.trait, 'or')}"
        if isinstance(self.cost_at_most, int):
            yield f"with cost {self.cost_at_most} or less"
        if self.token:
            yield f"with a {self.token} token on it"
        if self.where:
            yield f"in {join_names(self.where, 'or')}"

    def find(self, context: AnyContext) -> list[Handle]:
        """The cards that fit, in player order and in the order of their areas."""
        return list(self.iterate(context))

    def iterate(self, context: AnyContext) -> Iterator[Handle]:
        """Yield the cards that fit, one by one."""
        if self.is_named:
            return (card for card in self.candidates(context) if self.fits(context, card))
        found = self.iterate_areas(context)
        if HAND not in self.kinds or not context.is_event:
            return found
        # an event that is played is no card in hand for what it says itself
        return (card for card in found if card != context.me)

    def iterate_areas(self, context: AnyContext) -> Iterator[Handle]:
        """Yield the cards of the areas that fit, one by one; whose areas those are is found out once for all cards."""
        cards, zones, whose = context.table.cards, context.table.zones, self.seats(context)
        asks_relation = self.asks_relation
        kinds = self.kinds or context.table.open_kinds
        for area in [zone(seat, kind) for seat in whose for kind in kinds]:
            for card in zones.get(area, ()):
                found = cards[card]
                if self.controller and found.controller not in whose:
                    continue
                if self.fits_looks(context, found) and (not asks_relation or self.fits_relation(context, card)):
                    yield card

    def possible(self, context: AnyContext, enough: int | None = None) -> int:
        """The number of cards that may fit, counted up to `enough` if it is given.

        As far as the public knows, every card in a hidden area may.
        """
        table = context.table
        if not context.public or (not self.is_named and set(self.kinds).isdisjoint(table.hidden_kinds)):
            return sum(1 for _ in islice(self.iterate(context), enough))
        hidden = sum(len(self.cards_in(context, area)) for area in self.hidden_areas(context))
        further = None if enough is None else max(enough - hidden, 0)
        return hidden + sum(1 for _ in islice(self.public_fits(context), further))

    def likely(self, context: AnyContext) -> Iterator[Handle]:
        """Yield the cards that may fit, as far as the public knows: every card in a hidden area may."""
        for area in self.hidden_areas(context):
            yield from self.cards_in(context, area)
        yield from self.public_fits(context)

    def hidden_areas(self, context: AnyContext) -> list[ZoneKey]:
        """The areas in which cards are looked for that not every player sees."""
        return [area for area in self.areas(context) if zone_kind(area) in context.table.hidden_kinds]

    def cards_in(self, context: AnyContext, area: ZoneKey) -> Sequence[Handle]:
        """The cards in an area that may fit: of a hand without the event that is played from it."""
        if zone_kind(area) == HAND and context.is_event and area == zone(context.you, HAND):
            return context.rest_of_hand()
        cards: Sequence[Handle] = context.table.zone(area)
        return cards

    def public_fits(self, context: AnyContext) -> Iterator[Handle]:
        """Yield the cards that fit and are not in a hidden area."""
        return (card for card in self.candidates(context) if not is_hidden(context, card) and self.fits(context, card))

    def areas(self, context: AnyContext) -> list[ZoneKey]:
        """The areas in which cards are looked for."""
        seats, kinds = self.seats(context), self.kinds or context.table.open_kinds
        return [zone(seat, kind) for seat in seats for kind in kinds]

    # A description never changes, so these are computed once.

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of areas that are named; empty where cards in play are meant, in whichever of its areas."""
        return self.where

    @cached_property
    def is_named(self) -> bool:
        """Whether the cards are named by their relation to the ability, so that they are meant wherever they are."""
        return bool(self.me or self.host or self.answered or self.source or self.picked or self.done)

    @cached_property
    def asks_relation(self) -> bool:
        """Whether the description asks how a card is related to the ability."""
        return self.is_named or self.other or bool(self.not_picked)

    @cached_property
    def asks_state(self) -> bool:
        """Whether the description asks for a state: more than a card's place, printed values and numbers."""
        return bool(self.token or self.trait or self.on_me or self.copy_of_done)

    @cached_property
    def asks_numbers(self) -> bool:
        """Whether the description asks for a number of a card."""
        return self.cost_at_most is not None

    def candidates(self, context: AnyContext) -> Iterator[Handle]:
        """Yield the cards whose fields are to be checked: the named cards that exist, or all cards of the areas."""
        if self.me:
            yield from (card for card in (context.me,) if card in context.table.cards)
        elif self.host:
            yield from (card for card in (context.host,) if card in context.table.cards)
        elif self.answered or self.source:
            yield from self.named_by_condition(context)
        elif self.picked:
            yield from (Handle(card) for card in context.picks(self.picked) if card in context.table.cards)
        elif self.done:
            yield from done_cards(context)
        else:
            for area in self.areas(context):
                yield from context.table.zones.get(area, ())

    def named_by_condition(self, context: AnyContext) -> list[Handle]:
        """The cards that the answered condition names, under their present handles."""
        if context.about is None:
            return []
        return answered_cards(context, context.about) if self.answered else [context.about.source]

    def seats(self, context: AnyContext) -> tuple[Seat, ...]:
        """The players whose areas are meant."""
        table = context.table
        return seats_of(context, self.controller) if self.controller else table.player_order()

    def fits(self, context: AnyContext, card: Handle) -> bool:
        """Whether a card fits now."""
        found = context.table.cards.get(card)
        if found is None or (self.asks_relation and not self.fits_relation(context, card)):
            return False
        return self.fits_card(context, found)

    def fits_relation(self, context: AnyContext, card: Handle) -> bool:
        """Whether a card has the relation to the ability that the description asks for."""
        return (
            (not self.me or card == context.me)
            and (not self.other or card != context.me)
            and (not self.host or card == context.host)
            and (not (self.answered or self.source) or card in self.named_by_condition(context))
            and (not self.picked or card in context.picks(self.picked))
            and (not self.not_picked or card not in context.picks(self.not_picked))
            and (not self.done or card in done_cards(context))
        )

    def fits_card(self, context: AnyContext, card: CardState) -> bool:
        """Whether a card fits in all but its relation to the ability."""
        return self.fits_place(context, card) and self.fits_looks(context, card)

    def fits_looks(self, context: AnyContext, card: CardState) -> bool:
        """Whether a card fits in all but its place and its relation to the ability."""
        return (
            self.fits_print(card)
            and (not self.asks_state or self.fits_state(context, card))
            and (not self.asks_numbers or self.fits_numbers(context, card))
        )

    def fits_place(self, context: AnyContext, card: CardState) -> bool:
        """Whether a card is in one of the areas that are meant, of one of the players that are meant."""
        anywhere = self.is_named and not self.where
        if zone_kind(card.zone) not in (self.kinds or context.table.open_kinds) and not anywhere:
            return False
        if not self.controller:
            return True
        return card.controller in self.seats(context)

    def reaches(self, kinds: tuple[str, ...]) -> bool:
        """Whether a card in an area of one of these kinds, all in play, may fit."""
        return (self.is_named and not self.where) or not self.kinds or any(kind in kinds for kind in self.kinds)

    def fits_print(self, card: CardState) -> bool:
        """Whether the printed values of a card fit. One without characteristics fits only if it was chosen."""
        printed = card.printed
        if not card.has_characteristics and (card.facedown or not self.picked):
            return False
        return bool(
            (not self.type or (card.type or printed.type) in self.type)
            and (not self.title or printed.title == self.title)
            and (self.unique is None or printed.unique == self.unique)
        )

    def fits_state(self, context: AnyContext, card: CardState) -> bool:
        """Whether the state of a card fits."""
        table = context.table
        return (
            (not self.token or card.tokens.get(self.token, 0) > 0)
            and (not self.on_me or card.host == context.me)
            and (not self.trait or any(has_trait(table, card, trait) for trait in self.trait))
            and (not self.copy_of_done or self.is_copy(context, card))
        )

    def is_copy(self, context: AnyContext, card: CardState) -> bool:
        """Whether a card has the title of one that the part before discarded."""
        return card.printed.title in {context.table.cards[each].printed.title for each in done_cards(context)}

    def fits_numbers(self, context: AnyContext, card: CardState) -> bool:
        """Whether the numbers of a card fit."""
        return self.cost_at_most is None or costs_at_most(card.printed, amount(context, self.cost_at_most))

    def fits_seen(self, context: AnyContext, condition: Condition) -> bool:
        """Whether the card of a condition fits: by the snapshot that the condition keeps, otherwise as it is now."""
        if condition.seen is None:
            return self.fits(context, condition.card)
        return self.fits_relation(context, condition.card) and self.fits_look(context, condition.seen)

    def fits_source(self, context: AnyContext, condition: Condition) -> bool:
        """Whether the card that caused a condition fits, wherever it is now."""
        card = context.table.cards.get(condition.source)
        return (
            card is not None
            and self.fits_relation(context, condition.source)
            and self.fits_print(card)
            and self.fits_state(context, card)
            and self.fits_numbers(context, card)
            and (not self.controller or card.controller in self.seats(context))
        )

    def fits_look(self, context: AnyContext, seen: CardSnapshot) -> bool:
        """Whether the snapshot of a card fits."""
        printed, marks = context.registry.pool.cards[seen.key], seen.marks
        return bool(
            (not self.type or any(f"type:{each}" in marks for each in self.type))
            and (not self.title or printed.title == self.title)
            and (self.unique is None or printed.unique == self.unique)
            and (not self.controller or seen.controller in self.seats(context))
            and (not self.trait or any(f"trait:{each}" in marks for each in self.trait))
            and self.fits_seen_numbers(context, seen)
        )

    def fits_seen_numbers(self, context: AnyContext, seen: CardSnapshot) -> bool:
        """Whether the numbers in a snapshot fit."""
        printed = context.registry.pool.cards[seen.key]
        return self.cost_at_most is None or costs_at_most(printed, amount(context, self.cost_at_most))


def costs_at_most(printed: PlayedCard, most: int) -> bool:
    """Whether a card has a cost of at most `most`. A printed X is 0."""
    return bool((printed.cost is not None or printed.cost_x) and (printed.cost or 0) <= most)


def done_cards(context: AnyContext) -> list[Handle]:
    """The cards that the part before discarded from hands and decks, under their present handles."""
    discarded = (each for each in context.effect.done if each.kind == "card_discarded")
    return [card for each in discarded for card in each.cards if card in context.table.cards]


def answered_cards(context: AnyContext, condition: Condition) -> list[Handle]:
    """The card of a condition. If it has left play or was discarded, it is found only if everybody saw it go."""
    if condition.card in context.table.cards:
        return [condition.card]
    moved = condition.kind in MOVED or condition.kind in rules_of_table(context.table).leaving
    return [card for card in condition.cards if moved and card in context.table.cards]


def is_hidden(context: AnyContext, card: Handle) -> bool:
    """Whether a card is in an area that not every player sees."""
    return zone_kind(context.table.cards[card].zone) in context.table.hidden_kinds


def seat_of(context: AnyContext, who: str) -> Seat | None:
    """The one player that a word names, from the point of view of the ability; None if there is none now.

    Raises ValueError for a word that names no single player.
    """
    if who == "you":
        return context.you
    if who == "chosen":
        return Seat(context.picks("player")[0]) if context.picks("player") else None
    if who == "same":
        return context.controller
    if who == "owner":
        return context.owner
    return rules_of_table(context.table).player_named(context, who)


def seats_of(context: AnyContext, who: str) -> tuple[Seat, ...]:
    """The players that a word names. `opponent` names all opponents, `all` all players in player order.

    Before the effect has begun, a player to be chosen may be any opponent.
    """
    table: CardGameTable = context.table
    if who == "all":
        return table.player_order()
    if who == "opponent" or (who == "chosen" and not context.effect.id):
        return context.opponents
    named = seat_of(context, who)
    return (named,) if named else ()


def amount(context: AnyContext, word: Amount, card: Handle = NO_CARD) -> int:
    """The value of an amount. `card` is the card that a constant ability changes by it."""
    return word if isinstance(word, int) else word.value(context, card)


def quantity(context: AnyContext, word: Amount) -> int:
    """The value of an amount as the number of something: at least 0, whatever is counted."""
    return max(amount(context, word), 0)


def may_be_some(context: AnyContext, word: Amount) -> bool:
    """Whether an amount is more than 0; of one that counts cards the public may not know."""
    return (context.public and not isinstance(word, int)) or quantity(context, word) > 0


def cost_of_answered(context: AnyContext) -> int:
    """The printed cost of the event that is answered; 0 without one. A printed X is 0."""
    if context.about is None:
        return 0
    if context.about.kind == "effect_initiated" and context.about.n in context.table.effects:
        return context.registry.pool.cards[context.table.effects[context.about.n].key].cost or 0
    return next((context.table.cards[card].printed.cost or 0 for card in answered_cards(context, context.about)), 0)
