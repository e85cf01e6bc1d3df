"""Texts without names: what is told to analysts names cards by their keys, seats by numbers, and nobody.

What stands where is said by the types of the fields: a seat may be called like a word of the record or like a card.
Read `NameVeil`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
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
        return VeiledWriter(self, cards, command or Commanded()).write(value, msgspec.to_builtins(value), hint)


class VeiledWriter:
    """Writes values as JSON: since two copies of a card have one key, equal keys may stand in an object."""

    def __init__(self, veil: NameVeil, cards: Mapping[str, str], commanded: Commanded) -> None:
        self.veil, self.cards, self.commanded = veil, cards, commanded

    def write(self, value: object, plain: Any, hint: object) -> str:
        """A value of a type as JSON; `plain` is what is written of it."""
        if isinstance(value, str):
            return json_text(self.text(value, kind_of(hint)))
        if isinstance(value, Form):
            return self.form(value, plain)
        if isinstance(value, Struct):
            return self.struct(value, plain)
        if isinstance(value, dict):
            of_keys, of_values = arguments_of(hint, dict) or (UNTYPED, UNTYPED)
            pairs = zip(value.items(), plain.items(), strict=True)
            return in_braces(
                (self.key(key, of_keys), self.write(each, said, of_values)) for (key, each), (_, said) in pairs
            )
        if isinstance(value, (tuple, list)):
            kinds = entries_of(hint, value)
            if value and value[0] == OPTION:
                kinds = (UNTYPED,) * len(value)
            return in_brackets(map(self.write, value, plain, kinds))
        return json_text(plain)

    def struct(self, value: Struct, plain: Any) -> str:
        """A struct; what is no field of it, as its tag, stays."""
        kind: type[Struct] = type(value)
        hints, names = type_hints(kind), field_names(kind)
        if isinstance(plain, list):
            tags = int(kind.__struct_config__.tag is not None)
            fields = zip(names.values(), plain[tags:], strict=False)
            parts = (self.write(getattr(value, name), said, hints[name]) for name, said in fields)
            return in_brackets([*map(json_text, plain[:tags]), *parts])
        if isinstance(value, Chosen) and value.name == OPTION:
            hints = {**hints, "picks": UNTYPED}
        return in_braces(
            (json_text(name), self.write(getattr(value, names[name]), said, hints[names[name]]))
            if name in names
            else (json_text(name), json_text(said))
            for name, said in plain.items()
        )

    def form(self, form: Form, plain: Any) -> str:
        """A form of a command: what may stand in a field of it is of the type of the command's field."""
        kind: type[Struct] | None = self.commanded.types.get(form.type)
        hints = type_hints(kind) if kind is not None else {}
        found = dict(plain)
        fixed = (
            (json_text(name), self.write(each, each, hints.get(name, UNTYPED))) for name, each in form.fixed.items()
        )
        fields = (
            (json_text(name), self.space(each, found["fields"][name], kinds_within(hints.get(name, UNTYPED))))
            for name, each in form.fields.items()
        )
        parts = {"fixed": in_braces(fixed), "fields": in_braces(fields)}
        return in_braces((json_text(name), parts.get(name) or json_text(said)) for name, said in found.items())

    def space(self, value: object, plain: Any, kinds: frozenset[str]) -> str:
        """What may stand in a field: each text is a card, a seat where one may stand there, or another answer."""
        if isinstance(value, str):
            return json_text(self.text(value, THING if kinds & {SEAT, THING} else OTHER))
        if isinstance(value, Struct):
            names = field_names(type(value))
            return in_braces(
                (json_text(name), json_text(said))
                if name not in names or name in NO_ANSWERS
                else (json_text(name), self.space(getattr(value, names[name]), said, kinds))
                for name, said in plain.items()
            )
        if isinstance(value, dict):
            pairs = zip(value.items(), plain.items(), strict=True)
            return in_braces(
                (self.space(str(key), str(key), kinds), self.space(each, said, kinds))
                for (key, each), (_, said) in pairs
            )
        if isinstance(value, (tuple, list, frozenset)):
            return in_brackets(self.space(each, said, kinds) for each, said in zip(value, plain, strict=True))
        return json_text(plain)

    def key(self, key: object, hint: object) -> str:
        """The key of an object, as it stands in JSON."""
        return json_text(self.text(key, kind_of(hint)) if isinstance(key, str) else str(key))

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
        return self.write(command, msgspec.to_builtins(command), UNTYPED)


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
def field_names(kind: type[Struct]) -> dict[str, str]:
    """The fields of a struct in order, by the names under which they are written."""
    return {each.encode_name: each.name for each in structs.fields(kind)}


def json_text(plain: object) -> str:
    """A plain value as JSON."""
    return ENCODER.encode(plain).decode()


def in_braces(pairs: Iterable[tuple[str, str]]) -> str:
    """An object of JSON, from keys and values that are JSON."""
    return f"{{{','.join(f'{key}:{value}' for key, value in pairs)}}}"


def in_brackets(entries: Iterable[str]) -> str:
    """An array of JSON, from entries that are JSON."""
    return f"[{','.join(entries)}]"
