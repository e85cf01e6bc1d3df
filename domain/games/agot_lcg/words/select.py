"""Words that describe and count cards, and words for players.

`Cards` describes cards, such as the kneeling Stark characters that you control. It reads a card as it is now, or, where
an ability looks back, the snapshot that a condition keeps of it. An amount is a whole number or a word that counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities.occurring import LEAVING
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import AgotCard, AgotContext
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Handle, Seat, ZoneKey, zone, zone_kind
from domain.kernel.occurring.abilities import Word
from domain.kernel.occurring.conditions import CardSnapshot, Condition

IN_PLAY = ("play",)
HIDDEN = ("hand", "deck", "plots", "setup")
MOVED = (*LEAVING, "left_play", "card_discarded")
DECIDING = ("challenge_won", "challenge_lost")
ANY_X = 99
"""Before X is chosen it may be whatever its cost allows."""


class AmountWord(Word, frozen=True):
    """A word that counts: what a word of a game adds to the whole numbers as an amount."""

    def value(self, context: AgotContext, card: Handle = NO_CARD) -> int:
        """The number now; `card` is the card that a constant ability changes by it.

        Raises LookupError for a word that counts nothing.
        """
        raise LookupError(f"{type(self).__name__} counts nothing")


Amount = int | AmountWord


class Count(AmountWord, frozen=True, tag="count"):
    """The number of cards that fit `of`, multiplied by `times`, plus `plus`."""

    of: Cards
    times: int = 1
    plus: int = 0

    def value(self, context: AgotContext, card: Handle = NO_CARD) -> int:
        return self.plus + self.times * len(self.of.find(context))


class Gold(AmountWord, frozen=True, tag="gold"):
    """The amount of gold in your gold pool."""

    def value(self, context: AgotContext, card: Handle = NO_CARD) -> int:
        return context.table.players[context.you].gold


class ChosenX(AmountWord, frozen=True, tag="x"):
    """The value that was chosen for X."""

    def value(self, context: AgotContext, card: Handle = NO_CARD) -> int:
        return context.effect.x if context.effect.id else ANY_X


class Margin(AmountWord, frozen=True, tag="margin"):
    """The difference of strength by which the challenge was won, once for each `per` of it, multiplied by `times`."""

    per: int = 1
    times: int = 1

    def value(self, context: AgotContext, card: Handle = NO_CARD) -> int:
        return self.times * (margin_of(context) // self.per)


class OwnCost(AmountWord, frozen=True, tag="own_cost"):
    """The printed cost of the card that the constant ability changes. A printed X is 0."""

    def value(self, context: AgotContext, card: Handle = NO_CARD) -> int:
        return context.table.cards[card].printed.cost or 0


class CostOfAnswered(AmountWord, frozen=True, tag="cost_of_answered"):
    """The printed cost of the event that this ability answers. A printed X is 0, whatever value was chosen for it."""

    def value(self, context: AgotContext, card: Handle = NO_CARD) -> int:
        return cost_of_answered(context)


class Cards(Word, frozen=True, tag="cards", dict=True):
    """A description of cards. A card fits if every field that is given fits.

    Place: cards in play are meant unless `where` names other areas. `controller` is `you`, `opponent`, `loser`,
    `winner`, `chosen` (a player chosen as `player`), `owner` (of this card) or `same` (the controller of this card).
    For cards that are not in play it says in whose area they are.

    Relation: `me` is this card, `other` any card but this one, `host` the card that this one is attached to, `on_me` a
    card attached to this one. `answered` is the card of the condition that the ability answers, `source` the card that
    caused that condition. `picked` are the cards chosen or kept under a name, `not_picked` all others. `done` are the
    cards that the part before discarded from hands or decks, `copy_of_done` cards with the title of one of those.

    Cards named by `me`, `host`, `answered`, `source`, `picked` or `done` are meant wherever they are, unless `where` is
    given. If this card has left play as a cost, `host` is the card that it was attached to. A card that enters or
    leaves play is a new card, which `picked` no longer names; `keep_entered` keeps the cards that entered play.

    State: `participating` asks for a side in the challenge, `alone` for the only participant of a side, `has_power` for
    power on the card, `token` for a token of that name. Duplicates fit only with `duplicates`.
    """

    plain: ClassVar[bool] = True
    type: tuple[str, ...] = ()
    faction: str = ""
    trait: tuple[str, ...] = ()
    title: str = ""
    controller: str = ""
    where: tuple[str, ...] = ()
    unique: bool | None = None
    loyal: bool | None = None
    kneeling: bool | None = None
    participating: str = ""
    alone: bool = False
    icon: str = ""
    without_icon: str = ""
    keyword: str = ""
    strength_at_most: Amount | None = None
    printed_strength_at_most: int | None = None
    cost_at_most: Amount | None = None
    has_power: bool = False
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
    duplicates: bool = False

    def find(self, context: AgotContext) -> list[Handle]:
        """The cards that fit, in player order and in the order of their areas."""
        return list(self.iterate(context))

    def iterate(self, context: AgotContext) -> Iterator[Handle]:
        """Yield the cards that fit, one by one."""
        return (card for card in self.candidates(context) if self.fits(context, card))

    def possible(self, context: AgotContext) -> int:
        """The number of cards that may fit. As far as the public knows, every card in a hidden area may."""
        if not context.public:
            return len(self.find(context))
        hidden = sum(len(context.table.zone(area)) for area in self.areas(context) if zone_kind(area) in HIDDEN)
        return hidden + sum(1 for card in self.public_fits(context))

    def public_fits(self, context: AgotContext) -> Iterator[Handle]:
        """Yield the cards that fit and are not in a hidden area."""
        return (card for card in self.candidates(context) if not is_hidden(context, card) and self.fits(context, card))

    def areas(self, context: AgotContext) -> list[ZoneKey]:
        """The areas in which cards are looked for."""
        seats = self.seats(context)
        return [zone(seat, kind) for seat in seats for kind in self.kinds]

    # A description never changes, so these are computed once.

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of areas that are meant: `where`, or play.

        Faction cards and plots have areas of their own in play, which belong to it if these types are asked for.
        """
        where = self.where or IN_PLAY
        if where != IN_PLAY:
            return where
        return (*IN_PLAY, *(kind for kind in ("faction", "plot") if kind in self.type))

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
        filters = (self.participating, self.token, self.trait, self.icon, self.without_icon, self.keyword)
        flags = (self.alone, self.has_power, self.on_me, self.copy_of_done)
        return self.kneeling is not None or any(filters) or any(flags)

    @cached_property
    def asks_numbers(self) -> bool:
        """Whether the description asks for the cost or the STR of a card."""
        return self.cost_at_most is not None or self.strength_at_most is not None

    @enforces("agot_lcg.self-reference.only-this-card")
    def candidates(self, context: AgotContext) -> Iterator[Handle]:
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

    def named_by_condition(self, context: AgotContext) -> list[Handle]:
        """The cards that the answered condition names, under their present handles."""
        if context.about is None:
            return []
        return answered_cards(context, context.about) if self.answered else [context.about.source]

    def seats(self, context: AgotContext) -> tuple[Seat, ...]:
        """The players whose areas are meant."""
        table = context.table
        return seats_of(context, self.controller) if self.controller else table.player_order()

    def fits(self, context: AgotContext, card: Handle) -> bool:
        """Whether a card fits now."""
        found = context.table.cards.get(card)
        if found is None or (self.asks_relation and not self.fits_relation(context, card)):
            return False
        return self.fits_card(context, found)

    def fits_relation(self, context: AgotContext, card: Handle) -> bool:
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

    def fits_card(self, context: AgotContext, card: AgotCard) -> bool:
        """Whether a card fits in all but its relation to the ability."""
        return (
            self.fits_place(context, card)
            and self.fits_print(card)
            and (not self.asks_state or self.fits_state(context, card))
            and (not self.asks_numbers or self.fits_numbers(context, card))
        )

    @enforces("agot_lcg.abilities.interact-with-in-play-only", "agot_lcg.out-of-play.definition")
    def fits_place(self, context: AgotContext, card: AgotCard) -> bool:
        """Whether a card is in one of the areas that are meant, of one of the players that are meant."""
        anywhere = self.is_named and not self.where
        if zone_kind(card.zone) not in self.kinds and not anywhere:
            return False
        if not self.controller:
            return True
        return card.controller in self.seats(context)

    @enforces(
        "agot_lcg.printed.definition",
        "agot_lcg.qualifier.applies-to-each-term",
        "agot_lcg.duplicates.not-attachments",
    )
    def fits_print(self, card: AgotCard) -> bool:
        """Whether the printed values of a card fit. A facedown card never fits."""
        printed = card.printed
        if (card.duplicate and not self.duplicates) or card.facedown:
            return False
        return (
            (not self.type or (card.type or printed.type) in self.type)
            and (not self.faction or printed.faction == self.faction)
            and (not self.title or printed.title == self.title)
            and (self.unique is None or printed.unique == self.unique)
            and (self.loyal is None or printed.loyal == self.loyal)
            and (not self.is_of_characters or (card.type or printed.type) == "character")
            and (self.printed_strength_at_most is None or printed.strength <= self.printed_strength_at_most)
        )

    @property
    @enforces("agot_lcg.strength.character-str")
    def is_of_characters(self) -> bool:
        """Whether the description asks for something that only characters have: a STR, an icon or a missing icon."""
        if self.icon or self.without_icon:
            return True
        return self.strength_at_most is not None or self.printed_strength_at_most is not None

    def fits_state(self, context: AgotContext, card: AgotCard) -> bool:
        """Whether the state of a card fits."""
        table = context.table
        return (
            (self.kneeling is None or card.kneeling == self.kneeling)
            and (not self.participating or self.fits_side(context, card.handle))
            and (not self.alone or (table.challenge is not None and table.challenge.is_alone(card.handle)))
            and (not self.has_power or card.power > 0)
            and (not self.token or card.tokens.get(self.token, 0) > 0)
            and (not self.on_me or card.host == context.me)
            and (not self.trait or any(numbers_in_play.has_trait(table, card, trait) for trait in self.trait))
            and (not self.icon or numbers_in_play.has_icon(table, card, self.icon))
            and (not self.without_icon or not numbers_in_play.has_icon(table, card, self.without_icon))
            and (not self.keyword or numbers_in_play.has_keyword(table, card, self.keyword))
            and (not self.copy_of_done or self.is_copy(context, card))
        )

    @enforces("agot_lcg.copies.same-title")
    def is_copy(self, context: AgotContext, card: AgotCard) -> bool:
        """Whether a card has the title of one that the part before discarded."""
        return card.printed.title in {context.table.cards[each].printed.title for each in done_cards(context)}

    def fits_side(self, context: AgotContext, card: Handle) -> bool:
        """Whether a card participates as the description asks."""
        challenge = context.table.challenge
        side = challenge.side(card) if challenge else ""
        if self.participating == "no":
            return not side
        return side == self.participating or (self.participating == "any" and bool(side))

    def fits_numbers(self, context: AgotContext, card: AgotCard) -> bool:
        """Whether the cost and the STR of a card fit."""
        if self.cost_at_most is not None and not costs_at_most(card.printed, amount(context, self.cost_at_most)):
            return False
        if self.strength_at_most is None:
            return True
        return numbers_in_play.strength(context.table, card.handle).value <= amount(context, self.strength_at_most)

    def fits_seen(self, context: AgotContext, condition: Condition) -> bool:
        """Whether the card of a condition fits: by the snapshot that the condition keeps, otherwise as it is now."""
        if condition.seen is None:
            return self.fits(context, condition.card)
        return self.fits_relation(context, condition.card) and self.fits_look(context, condition.seen)

    @enforces("agot_lcg.triggering.definition")
    def fits_source(self, context: AgotContext, condition: Condition) -> bool:
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

    def fits_look(self, context: AgotContext, seen: CardSnapshot) -> bool:
        """Whether the snapshot of a card fits."""
        printed = context.registry.pool.cards[seen.key]
        marks = seen.marks
        return (
            (not self.type or any(f"type:{each}" in marks for each in self.type))
            and (not self.is_of_characters or "type:character" in marks)
            and (not self.faction or printed.faction == self.faction)
            and (not self.title or printed.title == self.title)
            and (self.unique is None or printed.unique == self.unique)
            and (self.loyal is None or printed.loyal == self.loyal)
            and (not self.controller or seen.controller in self.seats(context))
            and (not self.trait or any(f"trait:{each}" in marks for each in self.trait))
            and (not self.icon or f"icon:{self.icon}" in marks)
            and (not self.without_icon or f"icon:{self.without_icon}" not in marks)
            and self.fits_seen_numbers(context, seen)
            and (not self.participating or self.participating in marks or self.seen_any(marks))
        )

    def fits_seen_numbers(self, context: AgotContext, seen: CardSnapshot) -> bool:
        """Whether the printed cost and the STR in a snapshot fit."""
        printed, strength = context.registry.pool.cards[seen.key], dict(seen.numbers).get("strength", 0)
        return (
            (self.printed_strength_at_most is None or printed.strength <= self.printed_strength_at_most)
            and (self.cost_at_most is None or costs_at_most(printed, amount(context, self.cost_at_most)))
            and (self.strength_at_most is None or strength <= amount(context, self.strength_at_most))
        )

    def seen_any(self, marks: tuple[str, ...]) -> bool:
        """Whether these marks fit a description that asks for participation on any side, or for no participation."""
        takes_part = "attacking" in marks or "defending" in marks
        return (self.participating == "any" and takes_part) or (self.participating == "no" and not takes_part)


@enforces("agot_lcg.letter-x.default-zero", "agot_lcg.costs.gold-cost-definition")
def costs_at_most(printed: Printed, most: int) -> bool:
    """Whether a card has a cost of at most `most`. A printed X is 0."""
    return (printed.cost is not None or printed.cost_x) and (printed.cost or 0) <= most


def done_cards(context: AgotContext) -> list[Handle]:
    """The cards that the part before discarded from hands and decks, under their present handles."""
    discarded = (each for each in context.effect.done if each.kind == "card_discarded")
    return [card for each in discarded for card in each.cards if card in context.table.cards]


def answered_cards(context: AgotContext, condition: Condition) -> list[Handle]:
    """The card of a condition. If it has left play or was discarded, it is found only if everybody saw it go."""
    if condition.card in context.table.cards:
        return [condition.card]
    return [card for card in condition.cards if condition.kind in MOVED and card in context.table.cards]


def is_hidden(context: AgotContext, card: Handle) -> bool:
    """Whether a card is in an area that not every player sees."""
    return zone_kind(context.table.cards[card].zone) in HIDDEN


def seat_of(context: AgotContext, who: str) -> Seat | None:
    """The one player that a word names, from the point of view of the ability; None if there is none now.

    Raises ValueError for a word that names no single player.
    """
    if who == "you":
        return context.you
    if who == "chosen":
        return Seat(context.picks("player")[0]) if context.picks("player") else None
    if who in ("loser", "winner"):
        return side_of(context, who)
    if who == "same":
        return context.controller
    if who == "owner":
        return context.owner
    raise ValueError(f"controller: no player is called {who!r}")


def side_of(context: AgotContext, who: str) -> Seat | None:
    """The winner or the loser of the challenge: of the answered condition, otherwise of the challenge under way."""
    about, challenge = context.about, context.table.challenge
    if about is not None and about.kind in (*DECIDING, "claim_applied"):
        named_first = "winner" if about.kind == "challenge_won" else "loser"
        return about.seat if who == named_first else about.other
    if challenge is None:
        return None
    return (challenge.loser if who == "loser" else challenge.winner) or None


def seats_of(context: AgotContext, who: str) -> tuple[Seat, ...]:
    """The players that a word names. `opponent` names all opponents, `all` all players in player order.

    Before the effect has begun, a player to be chosen may be any opponent.
    """
    if who == "all":
        return context.table.player_order()
    if who == "opponent" or (who == "chosen" and not context.effect.id):
        return context.opponents
    named = seat_of(context, who)
    return (named,) if named else ()


def amount(context: AgotContext, word: Amount, card: Handle = NO_CARD) -> int:
    """The value of an amount. `card` is the card that a constant ability changes by it."""
    return word if isinstance(word, int) else word.value(context, card)


@enforces("agot_lcg.win-challenge.higher-total")
def margin_of(context: AgotContext) -> int:
    """The margin of the challenge: of the answered condition, otherwise of the challenge under way; 0 without one."""
    if context.about is not None and context.about.kind in DECIDING:
        return context.about.n
    return context.table.challenge.margin if context.table.challenge else 0


@enforces("agot_lcg.letter-x.default-zero", "agot_lcg.printed.definition")
def cost_of_answered(context: AgotContext) -> int:
    """The printed cost of the event that is answered; 0 without one. A printed X is 0."""
    if context.about is None:
        return 0
    if context.about.kind == "effect_initiated" and context.about.n in context.table.effects:
        return context.registry.pool.cards[context.table.effects[context.about.n].key].cost or 0
    return next((context.table.cards[card].printed.cost or 0 for card in answered_cards(context, context.about)), 0)
