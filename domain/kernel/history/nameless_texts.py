"""Texts without names: what is told to analysts names cards by their keys, seats by numbers, and nobody.

What stands where is said by the types of the fields: a seat may be called like a word of the record or like a card.
Read `NameVeil`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from functools import cache
from typing import Any, get_args, get_type_hints

import msgspec
from msgspec import Meta, Struct, field, structs

from domain.kernel.formats.renaming import (
    ANSWER,
    COUNTER,
    OTHER,
    PLAYER,
    PUBLIC_WORDS,
    SEAT,
    SPOKEN,
    THING,
    UNTYPED,
    ZONE,
    arguments_of,
    entries_of,
    kind_of,
)
from domain.kernel.occurring.abilities import Chosen
from domain.kernel.spaces.commands import Form

# where public words name a seat: `challenge by alice against bob`, `card_drawn: a card of alice`
PLACES = r"(?:(?<= by ){0}(?=$|,| against )|(?<= against ){0}(?=$|,)|(?<=: ){0}$|(?<=: a card of ){0}$)"
# the fields of a space that hold no answers
NO_ANSWERS = ("rule", "rules", "within")
# the parts of the key of a counter of uses before the number of the ability: a period, a card by its handle
PARTS_OF_CARD = 2
# the name under which words are chosen, never seats
OPTION = "option"
# no name stands in a value of these types
NAMELESS = (int, bool, type(None))
ENCODER = msgspec.json.Encoder()


class Commanded(Struct, frozen=True):
    """What is known of the commands of a game: the type of each by its tag, and how one is read from a text."""

    types: Mapping[str, type] = field(default_factory=dict)
    read: Callable[[str], object] | None = None


class NameVeil:
    """The names of one match that are not told: `numbers` of the seats, and what stands for each player's name.

    Where the rules name the seats (`is_part`), these stay as they are in texts.
    """

    def __init__(self, seats: tuple[str, ...], players: Mapping[str, str], *, is_part: bool) -> None:
        self.numbers = {str(seat): number for number, seat in enumerate(seats, 1)}
        self.players = dict(players)
        self.shown = {} if is_part else {seat: f"seat-{number}" for seat, number in self.numbers.items()}
        listed = "|".join(map(re.escape, sorted(self.shown, key=len, reverse=True)))
        self._seats = re.compile(PLACES.format(f"(?:{listed})")) if listed else None

    def seat(self, name: str) -> str:
        """What stands for a seat; a name that is no seat's stays."""
        return self.shown.get(name, name)

    def words(self, text: str) -> str:
        """A text of public words, with the numbers of the seats that it names."""
        return self._seats.sub(lambda found: self.seat(found[0]), text) if self._seats is not None else text

    def json(
        self, value: object, cards: Mapping[str, str], command: Commanded | None = None, hint: object = UNTYPED
    ) -> str:
        """A value as JSON, with what stands for each name, and the key of each card that `cards` has by its handle.

        `command` gives the type of a command by its tag, and reads one that is a text.
        """
        return json_text(Veiling(self, cards, command or Commanded()).value(value, msgspec.to_builtins(value), hint))


class Veiling:
    """Makes plain values of what is told, with what stands for each name."""

    def __init__(self, veil: NameVeil, cards: Mapping[str, str], commanded: Commanded) -> None:
        self.veil, self.cards, self.commanded = veil, cards, commanded

    def value(self, value: object, plain: Any, hint: object) -> Any:
        """A value of a type; `plain` is it as `msgspec.to_builtins` gives it."""
        if type(value) in NAMELESS:
            return plain
        if isinstance(value, str):
            return self.text(value, kind_of(hint))
        if isinstance(value, Form):
            return self.form(value, plain)
        if isinstance(value, Struct):
            return self.struct(value, plain)
        if isinstance(value, dict):
            of_keys, of_values = arguments_of(hint, dict) or (UNTYPED, UNTYPED)
            pairs = zip(value.items(), plain.items(), strict=True)
            return as_object(
                [(self.key(key, of_keys), self.value(each, said, of_values)) for (key, each), (_, said) in pairs]
            )
        if isinstance(value, (tuple, list)):
            kinds = entries_of(hint, value)
            if value and value[0] == OPTION:
                kinds = (UNTYPED,) * len(value)
            return list(map(self.value, value, plain, kinds))
        return plain

    def struct(self, value: Struct, plain: Any) -> Any:
        """A struct; what is no field of it, as its tag, stays."""
        kind: type[Struct] = type(value)
        fields = typed_fields(kind)
        if isinstance(plain, list):
            tags = int(kind.__struct_config__.tag is not None)
            listed = zip(fields.values(), plain[tags:], strict=False)
            return [*plain[:tags], *(self.value(getattr(value, name), said, hint) for (name, hint), said in listed)]
        if isinstance(value, Chosen) and value.name == OPTION:
            fields = {**fields, "picks": ("picks", UNTYPED)}
        veiled = {}
        for encoded, said in plain.items():
            if type(said) not in NAMELESS and (field := fields.get(encoded)) is not None:
                name, hint = field
                held = getattr(value, name)
                said = self.text(held, kind_of(hint)) if type(held) is str else self.value(held, said, hint)
            veiled[encoded] = said
        return veiled

    def form(self, form: Form, plain: Any) -> dict[str, Any]:
        """A form of a command: what may stand in a field of it is of the type of the command's field."""
        kind: type[Struct] | None = self.commanded.types.get(form.type)
        hints = type_hints(kind) if kind is not None else {}
        parts = {
            "fixed": {name: self.value(each, each, hints.get(name, UNTYPED)) for name, each in form.fixed.items()},
            "fields": {
                name: self.space(each, plain["fields"][name], kinds_within(hints.get(name, UNTYPED)))
                for name, each in form.fields.items()
            },
        }
        return {name: parts.get(name, said) for name, said in plain.items()}

    def space(self, value: object, plain: Any, kinds: frozenset[str]) -> Any:
        """What may stand in a field: each text is a card, a seat where one may stand there, or another answer."""
        if isinstance(value, str):
            return self.text(value, THING if kinds & {SEAT, THING} else OTHER)
        if isinstance(value, Struct):
            fields = typed_fields(type(value))
            return {
                name: said
                if name not in fields or name in NO_ANSWERS
                else self.space(getattr(value, fields[name][0]), said, kinds)
                for name, said in plain.items()
            }
        if isinstance(value, dict):
            pairs = zip(value.items(), plain.items(), strict=True)
            return as_object(
                [
                    (str(self.space(str(key), str(key), kinds)), self.space(each, said, kinds))
                    for (key, each), (_, said) in pairs
                ]
            )
        if isinstance(value, (tuple, list, frozenset)):
            return [self.space(each, said, kinds) for each, said in zip(value, plain, strict=True)]
        return plain

    def key(self, key: object, hint: object) -> str:
        """The key of an object."""
        return self.text(key, kind_of(hint)) if isinstance(key, str) else str(key)

    def text(self, text: str, kind: str) -> str:
        """What stands for a text of a kind; the handle of a card is one wherever it stands."""
        if not text:
            return text
        if kind == ZONE:
            seat, point, rest = text.partition(".")
            return f"{self.veil.seat(seat)}{point}{rest}"
        if kind == PLAYER:
            return self.veil.players.get(text) or self.veil.seat(text)
        if kind == COUNTER:
            return self.counter(text)
        if kind == ANSWER:
            return self.answer(text)
        if kind in (PUBLIC_WORDS, SPOKEN):
            return self.veil.words(text)
        found = self.cards.get(text, text)
        return found if kind == OTHER or found != text else self.veil.seat(text)

    def counter(self, key: str) -> str:
        """The key of a counter, whose last part is a seat unless it counts the uses of an ability of a card."""
        head, point, last = key.rpartition(":")
        parts = head.split(":")
        of_card = len(parts) == PARTS_OF_CARD and parts[1] in self.cards
        return key if of_card else f"{head}{point}{self.veil.seat(last)}"

    def answer(self, text: str) -> str:
        """A command as a text of JSON; nothing of one that cannot be read."""
        if self.commanded.read is None:
            return text
        try:
            command = self.commanded.read(text)
        except msgspec.MsgspecError:
            return ""
        return json_text(self.value(command, msgspec.to_builtins(command), UNTYPED))


@cache
def kinds_within(hint: object) -> frozenset[str]:
    """The kinds of texts within a type."""
    within = (each for each in get_args(hint) if isinstance(each, Hashable) and not isinstance(each, Meta))
    return frozenset({kind_of(hint)}).union(*map(kinds_within, within))


@cache
def type_hints(kind: type[Struct]) -> dict[str, object]:
    """The types of the fields of a struct."""
    return get_type_hints(kind, include_extras=True)


@cache
def typed_fields(kind: type[Struct]) -> dict[str, tuple[str, object]]:
    """The fields of a struct in order, each with its type, by the names under which they are written."""
    hints = type_hints(kind)
    return {each.encode_name: (each.name, hints[each.name]) for each in structs.fields(kind)}


def as_object(pairs: list[tuple[str, Any]]) -> Any:
    """An object of JSON. Since two copies of a card have one key, equal keys may stand in it."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    return msgspec.Raw(f"{{{','.join(f'{json_text(key)}:{json_text(value)}' for key, value in pairs)}}}".encode())


def json_text(plain: object) -> str:
    """A plain value as JSON."""
    return ENCODER.encode(plain).decode()
