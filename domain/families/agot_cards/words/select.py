"""Cards as words of both games describe them, the amounts that they have, and the sides of a challenge.

`Cards` describes cards, such as the kneeling Stark characters that you control.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from domain.cardgame.in_play import characteristics
from domain.cardgame.table import CardState
from domain.cardgame.words.select import Amount, AmountWord, CardFilter, amount
from domain.cardgame.words.text import state_words
from domain.families.agot_cards import numbers_in_play
from domain.families.agot_cards.state import AgotContext, AgotTable
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.occurring.conditions import CardSnapshot

DECIDING = ("challenge_won", "challenge_lost")


class Gold(AmountWord, frozen=True, tag="gold"):
    """The amount of gold in your gold pool."""

    def value(self, context: AgotContext, card: Handle = NO_CARD) -> int:
        return context.table.players[context.you].gold


class Margin(AmountWord, frozen=True, tag="margin"):
    """The difference of strength by which the challenge was won, once for each `per` of it, multiplied by `times`."""

    per: int = 1
    times: int = 1

    def value(self, context: AgotContext, card: Handle = NO_CARD) -> int:
        return self.times * (margin_of(context) // self.per)


class Cards(CardFilter, frozen=True, tag="cards", dict=True):
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
    power on the card, `token` for a token of that name. Duplicates fit only with `duplicates`, or if they are `picked`.
    """

    faction: str = ""
    loyal: bool | None = None
    kneeling: bool | None = None
    participating: str = ""
    alone: bool = False
    icon: str = ""
    without_icon: str = ""
    keyword: str = ""
    strength_at_most: Amount | None = None
    printed_strength_at_most: int | None = None
    has_power: bool = False
    duplicates: bool = False

    def noun_words(self) -> Iterator[str]:
        yield state_words(self.kneeling, "kneeling", "standing")
        yield from super().noun_words()
        yield state_words(self.loyal, "loyal")
        yield {"any": "participating", "no": "not participating"}.get(self.participating, self.participating)
        yield self.faction.title()

    def with_words(self) -> Iterator[str]:
        yield from super().with_words()
        if self.icon:
            yield f"with the icon {self.icon}"
        if self.without_icon:
            yield f"without the icon {self.without_icon}"
        if self.keyword:
            yield f"with {self.keyword}"
        if isinstance(self.strength_at_most, int):
            yield f"with STR {self.strength_at_most} or less"
        if self.printed_strength_at_most is not None:
            yield f"with printed STR {self.printed_strength_at_most} or less"
        if self.has_power:
            yield "with power on it"

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of areas that are meant: `where`, or play.

        Faction cards and plots have areas of their own in play, which belong to it if these types are asked for.
        """
        in_play = AgotTable.open_kinds
        where = self.where or in_play
        if where != in_play:
            return where
        return (*in_play, *(kind for kind in AgotTable.apart_kinds if kind in self.type))

    @cached_property
    def asks_state(self) -> bool:
        filters = (self.participating, self.token, self.trait, self.icon, self.without_icon, self.keyword)
        flags = (self.alone, self.has_power, self.on_me, self.copy_of_done)
        return self.kneeling is not None or any(filters) or any(flags)

    @cached_property
    def asks_numbers(self) -> bool:
        return self.cost_at_most is not None or self.strength_at_most is not None

    def fits_print(self, card: Any) -> bool:  # an `AgotCard`
        """Whether the printed values of a card fit. A facedown card never fits."""
        # said anew and not by `super()`: nothing is asked more often, of every card for every description
        printed = card.printed
        if (card.duplicate and not (self.duplicates or self.picked)) or card.facedown:
            return False
        if self.type and (card.type or printed.type) not in self.type:
            return False
        return not self.asks_print or (
            (not self.faction or printed.faction == self.faction)
            and (not self.title or printed.title == self.title)
            and (self.unique is None or printed.unique == self.unique)
            and (self.loyal is None or printed.loyal == self.loyal)
            and (not self.is_of_characters or (card.type or printed.type) == "character")
            and (self.printed_strength_at_most is None or printed.strength <= self.printed_strength_at_most)
        )

    @cached_property
    def asks_print(self) -> bool:
        """Whether the description asks for printed values beside the type, which most ask for alone."""
        texts, values = (self.faction, self.title), (self.unique, self.loyal, self.printed_strength_at_most)
        return any(texts) or any(each is not None for each in values) or self.is_of_characters

    @cached_property
    def is_of_characters(self) -> bool:
        """Whether the description asks for something that only characters have."""
        return asks_for_characters(self)

    def fits_state(self, context: AgotContext, card: Any) -> bool:  # an `AgotCard`
        """Whether the state of a card fits."""
        table = context.table
        return (
            (self.kneeling is None or card.kneeling == self.kneeling)
            and super().fits_state(context, card)
            and (not self.participating or self.fits_side(context, card.handle))
            and (not self.alone or (table.challenge is not None and table.challenge.is_alone(card.handle)))
            and (not self.has_power or card.power > 0)
            and (not self.icon or numbers_in_play.has_icon(table, card, self.icon))
            and (not self.without_icon or not numbers_in_play.has_icon(table, card, self.without_icon))
            and (not self.keyword or characteristics.has_keyword(table, card, self.keyword))
        )

    def fits_side(self, context: AgotContext, card: Handle) -> bool:
        """Whether a card participates as the description asks."""
        challenge = context.table.challenge
        side = challenge.side(card) if challenge else ""
        if self.participating == "no":
            return not side
        return side == self.participating or (self.participating == "any" and bool(side))

    def fits_numbers(self, context: AgotContext, card: CardState) -> bool:
        """Whether the cost and the STR of a card fit."""
        if not super().fits_numbers(context, card):
            return False
        if self.strength_at_most is None:
            return True
        return numbers_in_play.strength(context.table, card.handle).value <= amount(context, self.strength_at_most)

    def fits_look(self, context: AgotContext, seen: CardSnapshot) -> bool:
        """Whether the snapshot of a card fits."""
        printed, marks = context.registry.pool.cards[seen.key], seen.marks
        return (
            super().fits_look(context, seen)
            and (not self.is_of_characters or "type:character" in marks)
            and (not self.faction or printed.faction == self.faction)
            and (self.loyal is None or printed.loyal == self.loyal)
            and (not self.icon or f"icon:{self.icon}" in marks)
            and (not self.without_icon or f"icon:{self.without_icon}" not in marks)
            and (not self.participating or self.participating in marks or self.seen_any(marks))
        )

    def fits_seen_numbers(self, context: AgotContext, seen: CardSnapshot) -> bool:
        """Whether the printed cost and the STR in a snapshot fit."""
        printed, strength = context.registry.pool.cards[seen.key], dict(seen.numbers).get("strength", 0)
        return (
            super().fits_seen_numbers(context, seen)
            and (self.printed_strength_at_most is None or printed.strength <= self.printed_strength_at_most)
            and (self.strength_at_most is None or strength <= amount(context, self.strength_at_most))
        )

    def seen_any(self, marks: tuple[str, ...]) -> bool:
        """Whether these marks fit a description that asks for participation on any side, or for no participation."""
        takes_part = "attacking" in marks or "defending" in marks
        return (self.participating == "any" and takes_part) or (self.participating == "no" and not takes_part)


def asks_for_characters(cards: Cards) -> bool:
    """Whether a description asks for something that only characters have: a STR, an icon or a missing icon."""
    if cards.icon or cards.without_icon:
        return True
    return cards.strength_at_most is not None or cards.printed_strength_at_most is not None


def side_of(context: AgotContext, who: str) -> Seat | None:
    """The winner or the loser of the challenge: of the answered condition, otherwise of the challenge under way."""
    about, challenge = context.about, context.table.challenge
    if about is not None and about.kind in (*DECIDING, "claim_applied"):
        named_first = "winner" if about.kind == "challenge_won" else "loser"
        return about.seat if who == named_first else about.other
    if challenge is None:
        return None
    return (challenge.loser if who == "loser" else challenge.winner) or None


def margin_of(context: AgotContext) -> int:
    """The margin of the challenge: of the answered condition, otherwise of the challenge under way; 0 without one."""
    if context.about is not None and context.about.kind in DECIDING:
        return context.about.n
    return context.table.challenge.margin if context.table.challenge else 0
