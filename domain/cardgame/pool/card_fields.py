"""A card's fields as they are written in a set or a pack, converted with errors that name the place.

A game extends `CardFields` by what is printed on its cards. Read `InvalidCard`, `convert_fields`, then
`check_fields_of_type`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct, structs

from domain.cardgame.pool.printed_card import AbilityNote, Slug
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.formats.reading import Unreadable
from domain.kernel.formats.text_forms import form

T = TypeVar("T")

Count = Annotated[int, Meta(ge=0)]
Copies = Annotated[int, Meta(ge=1)]
SideNumber = Annotated[str, form("[1-9][0-9]{0,2}[A-Z]", "a number with the letter of a side, as `214A`")]


class InvalidCard(ValueError):
    """The fields of a card or set are invalid; `message` begins with the place, `meant` is the likely intention."""

    def __init__(self, message: str, meant: str = "") -> None:
        super().__init__(f"{message}; did you mean {meant}?" if meant else message)
        self.message = message
        self.meant = meant


def unreadable_of(error: InvalidCard) -> Unreadable:
    """The same error as one of a document."""
    place, _, reason = error.message.partition(": ")
    return Unreadable(place, reason, error.meant)


class AbilityFields(Struct, forbid_unknown_fields=True):
    """One ability for display, in the parts in which it is described."""

    kind: str
    phase: str = ""
    when: str = ""
    limit: str = ""
    cost: str = ""
    target: str = ""
    select: str = ""
    effect: str = ""


class CardFields(Struct, kw_only=True, forbid_unknown_fields=True):
    """The fields of a card of any game.

    `number` is its place in the set, with a letter where each side of one card is a card of its own: `214A`.
    `abilities`, the data form of abilities, is not read with them.
    """

    id: Slug
    name: Annotated[str, Meta(min_length=1)]
    type: str
    number: Annotated[int, Meta(ge=1, le=999)] | SideNumber | None = None
    traits: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    deck_limit: Copies | None = None
    quantity: Copies = 1
    ability: tuple[AbilityFields, ...] = ()
    abilities: Any = None


class FieldsOfTypes(Struct, frozen=True):
    """Which fields only cards of some types have, and which fields every card of a type has."""

    only_on: Mapping[str, tuple[str, ...]]
    needed_by: Mapping[str, tuple[str, ...]]


def convert_fields(mapping: object, fields: type[T], where: str) -> T:
    """The struct of plain fields. `where` begins the message of an error. Raises InvalidCard."""
    try:
        return msgspec.convert(mapping, fields)
    except msgspec.ValidationError as error:
        wrong = explain_mismatch(error, fields)
        place = f"{where}.{wrong.place}" if wrong.place else where
        reason = wrong.reason.removesuffix(f"; did you mean {wrong.meant}?")
        raise InvalidCard(f"{place}: {reason}", wrong.meant) from None


def printed_values(fields: CardFields, set_id: str, set_code: str) -> dict[str, Any]:
    """The values of a printed card that come from its fields in every game, by the names of `PrintedCard`.

    With its traits and the notes of its abilities.
    """
    return {
        "key": f"{set_id}/{fields.id}",
        "id": fields.id,
        "set": set_id,
        "code": code_of(fields.number, set_code) if fields.number and set_code else "",
        "title": fields.name,
        "type": fields.type,
        "quantity": fields.quantity,
        "traits": fields.traits,
        "ability_notes": tuple(note_of(each) for each in fields.ability),
    }


def code_of(number: int | str, set_code: str) -> str:
    """The digits of the set and of the number in it, with the letter of a side: `01153`, `01007B`."""
    return f"{set_code}{number:03}" if isinstance(number, int) else f"{set_code}{number:0>4}"


@cache
def defaults_of(kind: type[CardFields]) -> dict[str, Any]:
    """The default of each field, by its name; asked for once, since every card of a pool is checked."""
    return {each.name: each.default for each in structs.fields(kind)}


def check_fields_of_type(fields: CardFields, of_types: FieldsOfTypes, where: str) -> None:
    """Raises InvalidCard for a field that the card's type does not have, and for one that it lacks."""
    defaults = defaults_of(type(fields))
    for name, types in of_types.only_on.items():
        if fields.type not in types and getattr(fields, name) != defaults[name]:
            raise InvalidCard(f"{where}.{name}: a card of type {fields.type} has none, only {join_plurals(types)} do")
    for name in of_types.needed_by.get(fields.type, ()):
        if getattr(fields, name) is None:
            raise InvalidCard(f"{where}.{name}: missing, every {fields.type} has one")


def join_plurals(types: tuple[str, ...]) -> str:
    """The types in the plural: `characters, locations and attachments`."""
    *others, last = (f"{each}s" for each in types)
    return f"{', '.join(others)} and {last}" if others else last


def note_of(ability: AbilityFields) -> AbilityNote:
    """The description of an ability in one sentence."""
    # if several players choose, the target's words say which
    target = ability.target if "chooses" in ability.target else ability.target and f"choose {ability.target}"
    parts = (ability.phase, ability.when, ability.cost, target, ability.select, ability.effect, ability.limit)
    return AbilityNote(ability.kind, "; ".join(part for part in parts if part))
