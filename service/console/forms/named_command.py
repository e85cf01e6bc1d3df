"""A command as fields that take names: any command of a game, offered or not.

Read `CommandField`, then `command_fields` and the way back, `compose_command`. A list is typed as names with commas, or
ticked; `Meaning` says which cards the names mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct
from werkzeug.datastructures import MultiDict

from domain.games import GAMES
from domain.kernel.formats.closed_lists import ClosedList
from domain.kernel.ids import Handle, Seat
from service.console.forms.values import HalfPair, NotCounted, is_part, read_value, singular
from service.console.match.match_page import MatchPage
from service.files.names_in_commands import INTERNAL, Meaning, named_kind
from service.present.text.names import in_words
from service.present.text.words_of_games import ANSWERS
from service.web.problems import Problem

TYPED, TICKED = "f-", "t-"
FEW = 12  # at most so many words are offered as a choice
HALF = "half of a pair: one side is missing"
Filled = MultiDict[str, str]
Group = tuple[str, tuple[tuple[str, str], ...]]


class CommandField(Struct, frozen=True):
    """A field of a command: `kind` is list, pairs, part, parts, flag, number, choice or word.

    `example` shows a part, or in JSON a list of parts.

    `value` is the typed text, `ticked` the ticked ones of `cards` (grouped by where they lie), `options` the values of
    a choice with their labels.

    `suggested` are words that the field takes; if it `names_cards`, they are cards.
    """

    name: str
    kind: str
    value: str = ""
    ticked: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    cards: tuple[Group, ...] = ()
    suggested: tuple[str, ...] = ()
    names_cards: bool = False
    example: str = ""


def command_fields(command: Any, filled: Filled, page: MatchPage) -> list[CommandField]:
    """The fields of a command, each with its form data."""
    hints, noted = get_type_hints(command), get_type_hints(command, include_extras=True)
    lying, own = tuple(cards_on(page)), filled.get("seat", "")
    return [
        CommandField(
            each.name,
            field_kind(hints[each.name], noted[each.name]),
            filled.get(f"{TYPED}{each.name}", ""),
            tuple(filled.getlist(f"{TICKED}{each.name}")),
            tuple(choices(command, each, hints[each.name], noted[each.name], page, own)),
            lying if is_of_cards(hints[each.name]) else (),
            tuple(dict.fromkeys(suggestions(noted[each.name], page))),
            is_or_has(hints[each.name], Handle),
            example_of(noted[each.name], page) if is_part(hints[each.name]) else written_of(parts_of(hints[each.name])),
        )
        for each in msgspec.structs.fields(command)
        if each.name not in INTERNAL or filled.get(f"{TYPED}{each.name}")
    ]


def field_kind(hint: Any, noted: Any = None) -> str:
    """The kind of control for a field, from its type and annotations."""
    if parts_of(hint):
        return "parts"
    if get_origin(hint) in (tuple, dict):
        return "list" if get_origin(hint) is tuple else "pairs"
    if is_part(hint):
        return "part"
    if get_origin(hint) is Literal or hint is Seat or few_words(noted):
        return "choice"
    return {bool: "flag", int: "number"}.get(hint, "word")


def choices(command: Any, field: Any, hint: Any, noted: Any, page: MatchPage, own: str) -> Iterator[tuple[str, str]]:
    """The few words that a field takes, with labels; the first is empty if the field is optional."""
    if hint is Seat:
        yield from ((each, each) for each in others_first(page.match.table.seats, own))
    elif get_origin(hint) is Literal:
        choice_words = ANSWERS.get(str(command.__struct_config__.tag), {}).get(field.name, {})
        yield from (
            (str(each), choice_words.get(each) or in_words(str(each)))
            for each in get_args(hint)
            if each is not NoneType
        )
    elif words := few_words(noted):
        yield from [] if field.required else [("", "none")]
        yield from ((each, in_words(each)) for each in words)


def few_words(noted: Any) -> tuple[str, ...]:
    """The words of a text type that takes few: those of a closed list, or the examples if they are complete.

    Names of areas and pieces are typed and suggested by title.
    """
    if get_origin(noted) is not Annotated or noted.__origin__ is not str or named_kind(noted):
        return ()
    lists = [each.names for each in noted.__metadata__ if isinstance(each, ClosedList)]
    examples = [tuple(each.examples) for each in noted.__metadata__ if isinstance(each, Meta) and each.examples]
    return next((words for words in (*lists, *examples) if len(words) <= FEW), ())


def others_first(seats: tuple[Seat, ...], own: str) -> list[Seat]:
    """The seats with the command's own seat last: a command that names a seat hardly ever names its own."""
    return sorted(seats, key=lambda each: each == own)


def suggestions(hint: Any, page: MatchPage) -> Iterator[str]:
    """The words suggested for a field: the titles of areas and pieces, or the examples of its type."""
    if kind := named_kind(hint):
        yield from GAMES[page.match.rules.name].named_things[kind].values()
    notes = hint.__metadata__ if get_origin(hint) is Annotated else ()
    for note in notes:
        yield from (getattr(note, "examples", None) or ()) if isinstance(note, Meta) else ()
    for inner in get_args(hint)[:1] if notes else get_args(hint):
        yield from suggestions(inner, page)


def example_of(part: Any, page: MatchPage) -> str:
    """An example of a part of a command: what goes where, then its yes-or-no fields."""
    hints = get_type_hints(part, include_extras=True)
    said = []
    for hint in hints.values():
        if get_origin(hint) is dict:
            words = [next(suggestions(each, page), "name") for each in get_args(hint)]
            said.append(f"{words[0]}: 1 {words[1]}" if get_origin(get_args(hint)[1]) is dict else ": ".join(words))
    return "; ".join([*said, *(in_words(name) for name, hint in hints.items() if hint is bool)])


def parts_of(hint: Any) -> tuple[type[Struct], ...]:
    """The types of part of a list field; empty for another field."""
    kinds = tuple(kind for each in get_args(hint) for kind in (get_args(each) or (each,))) if is_list(hint) else ()
    return tuple(each for each in kinds if is_part(each))


def is_list(hint: Any) -> bool:
    return get_origin(hint) is tuple


def written_of(parts: tuple[type[Struct], ...]) -> str:
    """An example in JSON of a list of parts, made from the first type whose fields are all required."""
    for kind in parts:
        fields, said = msgspec.structs.fields(kind), kind.__struct_config__
        if fields and all(each.required for each in fields):
            names = (f'"{each.encode_name}": …' for each in fields)
            return f'[{{"{said.tag_field}": "{said.tag}", {", ".join(names)}}}]'
    return ""


def is_or_has(hint: Any, kind: Any) -> bool:
    """Whether a field's type is `kind`, or a list or mapping of it."""
    return hint is kind or any(is_or_has(each, kind) for each in get_args(hint))


def is_of_cards(hint: Any) -> bool:
    return get_origin(hint) is tuple and Handle in get_args(hint)


def cards_on(page: MatchPage) -> Iterator[Group]:
    """The cards that the viewer sees, grouped by where they lie; those in play first."""
    cards = sorted(Meaning(page.match, page.viewer).cards, key=lambda each: ("play" not in each.place, each.place))
    for place, lying in groupby(cards, key=lambda each: each.place):
        yield place.replace(".", "'s "), tuple((each.card, each.label) for each in lying)


def compose_command(command: Any, filled: Filled) -> str:
    """The command that the fields make, as JSON with names as typed. Raises Problem 422."""
    hints = get_type_hints(command)
    given: dict[str, Any] = {"type": str(command.__struct_config__.tag)}
    for field in msgspec.structs.fields(command):
        value = convert_pairs(field.name, hints[field.name], filled)
        ticked = filled.getlist(f"{TICKED}{field.name}")
        if isinstance(value, list):
            value = [*value, *ticked]
        if value is not None:
            given[field.name] = value
    return msgspec.json.encode(given).decode()


def convert_pairs(name: str, hint: Any, filled: Filled) -> Any:
    """The value typed for a field. Raises Problem 422 for an incomplete pair, or several units without a number."""
    try:
        return read_value(hint, filled.get(f"{TYPED}{name}", ""))
    except (HalfPair, NotCounted) as error:
        several = isinstance(error, NotCounted)
        said = f"how many? Write “2 {error}”, or “1 {singular(str(error))}”" if several else HALF
        raise Problem(422, "command.shape", because={"field": name, "given": str(error), "problem": said}) from error
