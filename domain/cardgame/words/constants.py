"""Constant abilities: changes that apply as long as a card is in play."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.pool.printed_card import PlayedCard
from domain.cardgame.table import CardMatch
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import Amount, CardFilter, amount, seats_of
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.occurring.abilities import Word


class ConstantChange(Struct, frozen=True):
    """A change that a constant ability or a lasting effect can make.

    `names` are the names that it accepts; with `named` it requires a name and accepts any text. With `optional` a
    missing name means all names. `amount` says that it has an amount; otherwise only the names in `counted` have one. A
    change that is not `lasting` is made by constant abilities only. One that is `of_itself` is about the card in whose
    text it stands, and names no cards. One that is `spent` changes what is paid, and may end at its first use.
    """

    names: tuple[str, ...] = ()
    named: bool = False
    optional: bool = False
    amount: bool = False
    counted: tuple[str, ...] = ()
    lasting: bool = True
    of_itself: bool = False
    spent: bool = False

    def names_taken(self, traits: tuple[str, ...]) -> tuple[str, ...]:
        """The names that the change accepts, with "" if it needs none; `traits` if it accepts any text."""
        if self.named:
            return traits
        return (*self.names, "") if self.optional or not self.names else self.names


class Constant(Word, frozen=True, tag="constant"):
    """A constant ability changes `what` by `amount`, on cards or for players.

    `what` is one of the changes at the head of the page: a change of cards needs `on`, a change for players applies to
    `who`. `name` says which icon, keyword, trait or deed is changed. `how` says how the amount is applied. The change
    applies while all `requires` hold. For `cost`, `match` and `any_trait` describe the cards whose cost is changed;
    with `first` only the first such card in that period is.
    """

    plain: ClassVar[bool] = True
    what: str
    name: str = ""
    amount: Amount = 0
    how: str = "add"
    on: CardFilter | None = None
    who: str = "you"
    requires: tuple[Requirement, ...] = ()
    match: CardMatch | None = None
    any_trait: tuple[str, ...] = ()
    first: str = ""

    def names_meant(self) -> tuple[str, ...]:
        """The names that the change may have."""
        return (self.name,)

    def touches(self, context: AnyContext, card: Handle) -> bool:
        """Whether the constant changes this card now."""
        if self.on is None or not self.on.fits(context, card):
            return False
        return self.holds(context, context.you)

    def concerns(self, context: AnyContext, seat: Seat) -> bool:
        """Whether the constant changes a number of this player now."""
        return seat in seats_of(context, self.who) and self.holds(context, seat)

    def holds(self, context: AnyContext, seat: Seat) -> bool:
        """Whether all requirements hold. `seat` is the player whom they are about."""
        return all(each.holds(context, seat) for each in self.requires)

    def value(self, context: AnyContext, card: Handle = NO_CARD) -> int:
        """The amount of the change. `card` is the card that is changed."""
        return amount(context, self.amount, card)

    def prices(self, context: AnyContext, seat: Seat, printed: PlayedCard, deed: str) -> bool:
        """Whether the constant changes what this player pays for a card. `deed` is `marshal` or `play`."""
        if not self.is_about(printed, deed) or not self.concerns(context, seat):
            return False
        return not self.first or not context.table.usage.get(first_key(self.first, context.key, context.index, seat))

    def is_about(self, printed: PlayedCard, deed: str) -> bool:
        """Whether a card that is marshalled or played (`deed`) is among those whose cost is changed."""
        if self.name not in ("", deed) or (self.match and not self.match.fits(printed)):
            return False
        return not self.any_trait or bool(set(self.any_trait) & set(printed.traits))


def first_key(per: str, card: str, index: int, seat: Seat) -> str:
    """The key of the counter for the first card in a period whose cost a constant ability changes.

    `card` is a key of the pool: the counter is shared by all copies, and it counts before a copy is in play.
    """
    return f"{per}:first:{card}:{index}:{seat}"
