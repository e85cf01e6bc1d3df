"""Words that select and count cards and players.

`Cards` describes cards ("a kneeling Stark character you control"); it reads a card as it is now or, where an ability
looks back, the snapshot of it. Amounts are whole numbers or words that count.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities.context import AbilityContext
from domain.games.agot_lcg.abilities.occurring import LEAVING
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import AgotCard
from domain.kernel.citing import enforces
from domain.kernel.ids import Handle, Seat, ZoneKey, zone, zone_kind
from domain.kernel.occurring.abilities import Word
from domain.kernel.occurring.conditions import CardSnapshot, Condition

IN_PLAY = ("play",)
HIDDEN = ("hand", "deck", "plots", "setup")
MOVED = (*LEAVING, "left_play", "card_discarded")
DECIDING = ("challenge_won", "challenge_lost")
ANY_X = 99
"""Before X is chosen it may be whatever its cost allows."""


class Count(Word, frozen=True, tag="count"):
    """How many cards fit, times a number, plus a number."""

    of: Cards
    times: int = 1
    plus: int = 0


class Gold(Word, frozen=True, tag="gold"):
    """The gold in your pool."""


class ChosenX(Word, frozen=True, tag="x"):
    """The value that was chosen for X."""


class Margin(Word, frozen=True, tag="margin"):
    """By how much the challenge was won: once for each `per` of it, times a number."""

    per: int = 1
    times: int = 1


class OwnCost(Word, frozen=True, tag="own_cost"):
    """The printed cost of each card that a constant ability is about; a printed X counts as 0."""


class CostOfAnswered(Word, frozen=True, tag="cost_of_answered"):
    """The printed cost of the event that this ability answers; a printed X counts as 0, whatever was chosen for it."""


Amount = int | Count | Gold | Margin | ChosenX | OwnCost | CostOfAnswered


class Cards(Word, frozen=True, tag="cards", dict=True):
    """A description of cards; every field that is given must fit.

    `controller` is you, opponent, loser, winner, chosen (a player chosen as `player`) or same (as `me`); out of play it
    names whose area is meant. `me`, `other`, `host` and `picked` name cards by their relation to the ability;
    `answered` is the card of the condition that the ability answers, `source` the card that brought that about; `done`
    are the cards that the part before discarded from hands or decks. Cards so named are meant wherever they lie, others
    in play, unless `where` says otherwise; of an attachment that left play since, as its own cost, `host` is the card
    that it was on. A card that enters or leaves play is a new card there, which `picked` names no more; what entered
    play `keep_entered` keeps. `copy_of_done` asks for the title of a card that was `done`; `alone` asks
    for the only participant of its side; with `duplicates` duplicates fit too.
    """

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

    def find(self, context: AbilityContext) -> list[Handle]:
        """The cards that fit, in player order and in the order of their areas."""
        return list(self.iterate(context))

    def iterate(self, context: AbilityContext) -> Iterator[Handle]:
        """The cards that fit, one by one."""
        return (card for card in self.candidates(context) if self.fits(context, card))

    def possible(self, context: AbilityContext) -> int:
        """The number of cards that may fit; in hidden areas every card may, as far as the public knows."""
        if not context.public:
            return len(self.find(context))
        hidden = sum(len(context.table.zone(area)) for area in self.areas(context) if zone_kind(area) in HIDDEN)
        return hidden + sum(1 for card in self.public_fits(context))

    def public_fits(self, context: AbilityContext) -> Iterator[Handle]:
        return (card for card in self.candidates(context) if not is_hidden(context, card) and self.fits(context, card))

    def areas(self, context: AbilityContext) -> list[ZoneKey]:
        seats = self.seats(context)
        return [zone(seat, kind) for seat in seats for kind in self.kinds]

    # A description never changes: what it asks about at all is found out once.

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of area that are meant: by default play, and the areas of the types that have their own."""
        where = self.where or IN_PLAY
        if where != IN_PLAY:
            return where
        return (*IN_PLAY, *(kind for kind in ("faction", "plot") if kind in self.type))

    @cached_property
    def is_named(self) -> bool:
        """Whether the card is named by its relation to the ability, so that it is meant wherever it is."""
        return bool(self.me or self.host or self.answered or self.source or self.picked or self.done)

    @cached_property
    def asks_relation(self) -> bool:
        """Whether it asks how a card is related to the ability."""
        return self.is_named or self.other or bool(self.not_picked)

    @cached_property
    def asks_state(self) -> bool:
        """Whether it asks for more of a card than its place, its print and its numbers."""
        filters = (self.participating, self.token, self.trait, self.icon, self.without_icon, self.keyword)
        flags = (self.alone, self.has_power, self.on_me, self.copy_of_done)
        return self.kneeling is not None or any(filters) or any(flags)

    @cached_property
    def asks_numbers(self) -> bool:
        """Whether it asks for the cost or the STR of a card."""
        return self.cost_at_most is not None or self.strength_at_most is not None

    @enforces("agot_lcg.self-reference.only-this-card")
    def candidates(self, context: AbilityContext) -> Iterator[Handle]:
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

    def named_by_condition(self, context: AbilityContext) -> list[Handle]:
        """The cards that the condition names, where they are now."""
        if context.about is None:
            return []
        return answered_cards(context, context.about) if self.answered else [context.about.source]

    def seats(self, context: AbilityContext) -> tuple[Seat, ...]:
        """The players whose areas are meant."""
        table = context.table
        return seats_of(context, self.controller) if self.controller else table.player_order()

    def fits(self, context: AbilityContext, card: Handle) -> bool:
        """Whether a card fits now."""
        found = context.table.cards.get(card)
        if found is None or (self.asks_relation and not self.fits_relation(context, card)):
            return False
        return self.fits_card(context, found)

    def fits_relation(self, context: AbilityContext, card: Handle) -> bool:
        return (
            (not self.me or card == context.me)
            and (not self.other or card != context.me)
            and (not self.host or card == context.host)
            and (not (self.answered or self.source) or card in self.named_by_condition(context))
            and (not self.picked or card in context.picks(self.picked))
            and (not self.not_picked or card not in context.picks(self.not_picked))
            and (not self.done or card in done_cards(context))
        )

    def fits_card(self, context: AbilityContext, card: AgotCard) -> bool:
        return (
            self.fits_place(context, card)
            and self.fits_print(card)
            and (not self.asks_state or self.fits_state(context, card))
            and (not self.asks_numbers or self.fits_numbers(context, card))
        )

    @enforces("agot_lcg.abilities.interact-with-in-play-only", "agot_lcg.out-of-play.definition")
    def fits_place(self, context: AbilityContext, card: AgotCard) -> bool:
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
        """Whether the description asks for something that only characters have: a STR, icons, or a missing icon."""
        if self.icon or self.without_icon:
            return True
        return self.strength_at_most is not None or self.printed_strength_at_most is not None

    def fits_state(self, context: AbilityContext, card: AgotCard) -> bool:
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
    def is_copy(self, context: AbilityContext, card: AgotCard) -> bool:
        return card.printed.title in {context.table.cards[each].printed.title for each in done_cards(context)}

    def fits_side(self, context: AbilityContext, card: Handle) -> bool:
        challenge = context.table.challenge
        side = challenge.side(card) if challenge else ""
        if self.participating == "no":
            return not side
        return side == self.participating or (self.participating == "any" and bool(side))

    def fits_numbers(self, context: AbilityContext, card: AgotCard) -> bool:
        if self.cost_at_most is not None and not costs_at_most(card.printed, amount(context, self.cost_at_most)):
            return False
        if self.strength_at_most is None:
            return True
        return numbers_in_play.strength(context.table, card.handle).value <= amount(context, self.strength_at_most)

    def fits_seen(self, context: AbilityContext, condition: Condition) -> bool:
        """Whether a condition's card fits, by its snapshot if there is one, else as it is now."""
        if condition.seen is None:
            return self.fits(context, condition.card)
        return self.fits_relation(context, condition.card) and self.fits_look(context, condition.seen)

    @enforces("agot_lcg.triggering.definition")
    def fits_source(self, context: AbilityContext, condition: Condition) -> bool:
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

    def fits_look(self, context: AbilityContext, seen: CardSnapshot) -> bool:
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

    def fits_seen_numbers(self, context: AbilityContext, seen: CardSnapshot) -> bool:
        """Whether the numbers of a snapshot fit: printed cost, and STR at that time."""
        printed, strength = context.registry.pool.cards[seen.key], dict(seen.numbers).get("strength", 0)
        return (
            (self.printed_strength_at_most is None or printed.strength <= self.printed_strength_at_most)
            and (self.cost_at_most is None or costs_at_most(printed, amount(context, self.cost_at_most)))
            and (self.strength_at_most is None or strength <= amount(context, self.strength_at_most))
        )

    def seen_any(self, marks: tuple[str, ...]) -> bool:
        takes_part = "attacking" in marks or "defending" in marks
        return (self.participating == "any" and takes_part) or (self.participating == "no" and not takes_part)


@enforces("agot_lcg.letter-x.default-zero", "agot_lcg.costs.gold-cost-definition")
def costs_at_most(printed: Printed, most: int) -> bool:
    """Whether a card has a cost of at most `most`; a printed X is 0."""
    return (printed.cost is not None or printed.cost_x) and (printed.cost or 0) <= most


def done_cards(context: AbilityContext) -> list[Handle]:
    """The cards that the part before discarded from hands and decks, where they are now."""
    discarded = (each for each in context.effect.done if each.kind == "card_discarded")
    return [card for each in discarded for card in each.cards if card in context.table.cards]


def answered_cards(context: AbilityContext, condition: Condition) -> list[Handle]:
    """The card of a condition; for one that has left play or was discarded only if everybody saw it go."""
    if condition.card in context.table.cards:
        return [condition.card]
    return [card for card in condition.cards if condition.kind in MOVED and card in context.table.cards]


def is_hidden(context: AbilityContext, card: Handle) -> bool:
    return zone_kind(context.table.cards[card].zone) in HIDDEN


def seat_of(context: AbilityContext, who: str) -> Seat | None:
    """The player that a word names, from the ability's point of view. Raises ValueError."""
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


def side_of(context: AbilityContext, who: str) -> Seat | None:
    """The winner or loser of the challenge: by the answered condition, else by the decision."""
    about, challenge = context.about, context.table.challenge
    if about is not None and about.kind in (*DECIDING, "claim_applied"):
        named_first = "winner" if about.kind == "challenge_won" else "loser"
        return about.seat if who == named_first else about.other
    if challenge is None:
        return None
    return (challenge.loser if who == "loser" else challenge.winner) or None


def seats_of(context: AbilityContext, who: str) -> tuple[Seat, ...]:
    """The players that a word names, also `opponent` (each) and `all`; a player not chosen yet is any opponent."""
    if who == "all":
        return context.table.player_order()
    if who == "opponent" or (who == "chosen" and not context.effect.id):
        return context.opponents
    named = seat_of(context, who)
    return (named,) if named else ()


def amount(context: AbilityContext, word: Amount) -> int:
    """The value of an amount."""
    if isinstance(word, int):
        return word
    if isinstance(word, Count):
        return word.plus + word.times * len(word.of.find(context))
    if isinstance(word, Gold):
        return context.table.players[context.you].gold
    if isinstance(word, Margin):
        return word.times * (margin_of(context) // word.per)
    if isinstance(word, ChosenX):
        return context.effect.x if context.effect.id else ANY_X
    return cost_of_answered(context)


@enforces("agot_lcg.win-challenge.higher-total")
def margin_of(context: AbilityContext) -> int:
    """The margin of the challenge: by the answered condition, else by the decision."""
    if context.about is not None and context.about.kind in DECIDING:
        return context.about.n
    return context.table.challenge.margin if context.table.challenge else 0


@enforces("agot_lcg.letter-x.default-zero", "agot_lcg.printed.definition")
def cost_of_answered(context: AbilityContext) -> int:
    """The printed cost of the played event; a printed X is 0, whatever was paid for it."""
    if context.about is None:
        return 0
    if context.about.kind == "effect_initiated" and context.about.n in context.table.effects:
        return context.registry.pool.cards[context.table.effects[context.about.n].key].cost or 0
    return next((context.table.cards[card].printed.cost or 0 for card in answered_cards(context, context.about)), 0)
