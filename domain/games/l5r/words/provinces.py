"""Provinces as words name them: by their places, so that a card that lies facedown there can be meant.

A choice names a province of one's own by its place (`2`, `stronghold`), one of the opponent's by `their-` before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import ClassVar

from msgspec import Struct

from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import ROW, SLOT_NAMES, SLOTS, L5rCard, L5rContext
from domain.games.l5r.words.named_choices import ChooseNamed
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import Part

THEIRS = "their-"
PLACES = (*SLOTS, *(f"{THEIRS}{each}" for each in SLOTS))
"""The names of provinces, as choices keep them."""


def words_of_targets() -> tuple[str, ...]:
    """What can stand among the targets beside cards and seats, in words for the page of commands."""
    own, theirs = ", ".join(f"`{each}`" for each in SLOTS), f"`{THEIRS}{min(SLOTS)}`"
    return (
        f"rings by element: {', '.join(f'`{each}`' for each in ELEMENTS)}",
        f"own provinces by place: {own}; those of the opponent with `{THEIRS}` before it: {theirs}",
    )


class ProvinceChoice(Struct, frozen=True):
    """A description of provinces: whose, broken or not, facedown or not, with a facedown dynasty card or not.

    With `filled` only provinces fit that have a dynasty card, with `other` none in which the card of the ability lies.
    """

    whose: str = "you"
    broken: bool | None = None
    facedown: bool | None = None
    card_facedown: bool | None = None
    filled: bool = True
    other: bool = False

    def options(self, context: L5rContext) -> tuple[str, ...]:
        """The names of the provinces that fit."""
        return tuple(name_of(context, each) for each in self.find(context))

    def find(self, context: L5rContext) -> Iterator[L5rCard]:
        table = context.table
        seats = (context.you, *context.opponents) if self.whose == "all" else (context.you,)
        for seat in seats:
            yield from (each for each in table.province_cards(seat) if self.fits(context, each))

    def fits(self, context: L5rContext, province: L5rCard) -> bool:
        on = context.table.in_slot(province.controller, province.slot)
        return (
            (self.broken is None or province.broken == self.broken)
            and (self.facedown is None or province.facedown == self.facedown)
            and (not self.filled or (bool(on) and province.slot in ROW))
            and (not self.other or context.me not in [each.handle for each in on])
            and (self.card_facedown is None or any(each.facedown == self.card_facedown for each in on))
        )


def name_of(context: L5rContext, province: L5rCard) -> str:
    """The name of a province, as the controller of an ability chooses it."""
    return ("" if province.controller == context.you else THEIRS) + SLOT_NAMES[province.slot]


def province_named(context: L5rContext, name: str) -> L5rCard | None:
    """The province of a name."""
    seat = context.table.opponent(context.you) if name.startswith(THEIRS) else context.you
    return context.table.province(seat, SLOTS[name.removeprefix(THEIRS)])


def cards_in_slots(context: L5rContext, names: tuple[str, ...]) -> list[Handle]:
    """The dynasty cards in the provinces of these names."""
    provinces = (province_named(context, name) for name in names)
    found = (context.table.in_slot(each.controller, each.slot) for each in provinces if each is not None)
    return [card.handle for cards in found for card in cards]


class OfChoice(Part, frozen=True):
    """A part that does something with what is chosen under a `name`, if anything can be chosen."""

    name: str

    def potential(self, context: L5rContext) -> bool:
        """Whether something can be chosen, or was chosen for a cost; targets are checked elsewhere."""
        return all(is_open(context, word) for word in context.parts if getattr(word, "name", "") == self.name)


def is_open(context: L5rContext, word: Part) -> bool:
    """Whether there is something to choose for a word that chooses; True for another word."""
    eligible: Callable[[L5rContext], tuple[str, ...]] | None = getattr(word, "eligible", None)
    return eligible is None or bool(eligible(context))


class ChooseProvince(ChooseNamed, frozen=True, tag="choose_province"):
    """Choose from `least` to `most` provinces, which later words name by `name`: whose, in which state.

    `broken`, `facedown` and `card_facedown` (of the dynasty card there) ask for a state. Only provinces with a dynasty
    card are meant, unless `filled` is false; with `other` none where this card lies.
    """

    every_name: ClassVar[tuple[str, ...]] = PLACES
    name: str = "province"
    whose: str = "you"
    broken: bool | None = None
    facedown: bool | None = None
    card_facedown: bool | None = None
    filled: bool = True
    other: bool = False

    @property
    def choice(self) -> ProvinceChoice:
        return ProvinceChoice(self.whose, self.broken, self.facedown, self.card_facedown, self.filled, self.other)

    def eligible(self, context: L5rContext) -> tuple[str, ...]:
        """The names of the provinces that may be chosen; a holding is no other card than itself."""
        return self.choice.options(context)
