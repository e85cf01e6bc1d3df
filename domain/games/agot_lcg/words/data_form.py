"""The data form of abilities: the words of the Python declarations as plain data, for card packs and scenarios.

    - reaction:
        when: {kinds: [challenge_won], seat: you}
        parts: [{draw: {n: 2}}]

An ability is a mapping with one key, its timing. A word is a mapping with one key, its name. The descriptions in
`PLAIN` have no name, since their place says what they are. Read `abilities_from`, then `value_from`, which follows the
types of the fields. `data_of` writes the same form.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any, get_args, get_origin

from msgspec import Struct
from msgspec.structs import FieldInfo

from domain.games.agot_lcg.pool.card_fields import InvalidCard, convert_fields
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.ability_words import PLAIN, fields_of, is_said
from domain.games.agot_lcg.words.closed_words import closed_list, out_of_range
from domain.games.agot_lcg.words.constants import Constant
from domain.games.agot_lcg.words.faults import faults
from domain.games.agot_lcg.words.inert import faults_together
from domain.games.agot_lcg.words.vocabulary import VOCABULARY
from domain.kernel.citing import enforces
from domain.kernel.formats.reading import list_known, meant_by, nearest_first, none_of
from domain.kernel.occurring.abilities import Ability
from domain.kernel.occurring.vocabulary import word_tag

TIMINGS = {
    "action": "action",
    "reaction": "reaction",
    "interrupt": "interrupt",
    "would_interrupt": "would-interrupt",
    "cancel": "cancel",
    "forced_reaction": "forced-reaction",
    "forced_interrupt": "forced-interrupt",
    "when_revealed": "when-revealed",
    "constant": "constant",
}
WITHOUT_MOMENT = ("action", "when_revealed")
OF_PLACE = ("timing", "constants")

TRUTHS = {True: "on", False: "no"}


def abilities_from(data: object, where: str, card: Printed | None = None) -> tuple[Ability, ...]:
    """The abilities of a card from plain data. `where` is the place of the data in the message of an error.

    With `card`, words that this card cannot use are errors too. Raises InvalidCard.
    """
    if not isinstance(data, list | tuple):
        raise InvalidCard(f"{where}: expected a list")
    abilities = tuple(ability_from(each, f"{where}[{n}]", card) for n, each in enumerate(data))
    for fault in faults_together(abilities, card):
        raise InvalidCard(f"{where}{fault.place}: {fault.reason}", fault.meant)
    return abilities


@enforces("agot_lcg.abilities.types")
def ability_from(data: object, where: str, card: Printed | None = None) -> Ability:
    """One ability: a mapping of its timing to its fields, or of `constant` to a list. Raises InvalidCard."""
    timing, said = only_key(data, tuple(TIMINGS), where)
    if timing == "constant":
        ability = Ability(timing="constant", constants=constants_from(said, f"{where}.constant"))
    else:
        ability = triggered_from(timing, said, f"{where}.{timing}")
    for fault in faults(ability, card):
        place = fault.place.removeprefix(".constants") if timing == "constant" else fault.place
        raise InvalidCard(f"{where}.{timing}{place}: {fault.reason}", fault.meant)
    return ability


def triggered_from(timing: str, said: object, where: str) -> Ability:
    """A triggered ability with its moment and parts. Raises InvalidCard."""
    mapping = mapping_from(said, where)
    for name in (*OF_PLACE, *(("when",) if timing in WITHOUT_MOMENT else ())):
        if name in mapping:
            raise InvalidCard(f"{where}.{name}: unknown field of {timing}")
    check_known(mapping, fields_of_word(Ability), where)
    if timing not in WITHOUT_MOMENT and "when" not in mapping:
        raise InvalidCard(f"{where}.when: missing")
    if not mapping.get("parts"):
        raise InvalidCard(f"{where}.parts: missing")
    return Ability(timing=TIMINGS[timing], **fields_from(Ability, mapping, where))


def constants_from(data: object, where: str) -> tuple[Any, ...]:
    """The constants of an ability; there must be one. Raises InvalidCard."""
    found = listed_from(Constant, data, where)
    if not found:
        raise InvalidCard(f"{where}: expected at least one constant")
    return found


def only_key(data: object, names: tuple[str, ...], where: str) -> tuple[str, object]:
    """The only key of a mapping, which must be one of `names`, and its value. Raises InvalidCard."""
    mapping = mapping_from(data, where)
    if len(mapping) != 1:
        raise InvalidCard(f"{where}: expected one key, one of {list_known(names)}")
    ((name, said),) = mapping.items()
    if name not in names:
        raise InvalidCard(f"{where}.{name}: unknown, expected one of {list_known(names)}", meant_by(name, names))
    return name, said


def mapping_from(data: object, where: str) -> Mapping[str, object]:
    """A mapping with text as keys. Raises InvalidCard.

    YAML 1.1 reads `on` and `no` without quotes as booleans; these keys are turned back into text.
    """
    if not isinstance(data, Mapping):
        raise InvalidCard(f"{where}: expected an object")
    return {TRUTHS[key] if isinstance(key, bool) else str(key): said for key, said in data.items()}


def fields_from(word: type[Struct], data: object, where: str) -> dict[str, Any]:
    """The fields of a word from a mapping. Raises InvalidCard."""
    mapping = mapping_from(data, where)
    fields = fields_of_word(word)
    check_known(mapping, fields, where)
    for name, field in fields.items():
        if field.required and name not in mapping:
            raise InvalidCard(f"{where}.{name}: missing")
    return {name: field_from(word, fields[name], said, f"{where}.{name}") for name, said in mapping.items()}


def fields_of_word(word: type[Struct]) -> dict[str, FieldInfo]:
    """The fields of a word by name.

    The timing and the constants of an ability are left out, since its key gives them.
    """
    return {each.name: each for each in fields_of(word) if word is not Ability or each.name not in OF_PLACE}


def check_known(mapping: Mapping[str, object], names: Collection[str], where: str) -> None:
    """Raises InvalidCard for an unknown field, with the closest known name or a list of all."""
    for name in mapping:
        if name not in names:
            meant = meant_by(name, names)
            others = "" if meant else f"; known are {nearest_first(name, names)}"
            raise InvalidCard(f"{where}.{name}: unknown field{others}", meant)


def field_from(word: type[Struct], field: FieldInfo, data: object, where: str) -> Any:
    """The value of one field. Its type, its closed list and its range are checked. Raises InvalidCard."""
    value = value_from(type_of(field), data, where)
    if value == field.default:
        return value
    if value == ():
        raise InvalidCard(f"{where}: expected at least one")
    name, allowed = word_tag(word), closed_list(word_tag(word), field.name)
    seen: set[str] = set()
    for place, said in each_of(value, where):
        if isinstance(said, str) and said in seen:
            raise InvalidCard(f"{place}: {said!r} is there twice")
        seen |= {said} if isinstance(said, str) else set()
        if allowed and isinstance(said, str) and said not in allowed:
            raise InvalidCard(f"{place}: {none_of(said, allowed)}", meant_by(said, allowed))
        if type(said) is int and (wrong := out_of_range(name, field.name, said)):
            raise InvalidCard(f"{place}: {wrong}")
    return value


def each_of(value: object, where: str) -> Iterator[tuple[str, object]]:
    """A value, or the elements of a list, each with its place."""
    if isinstance(value, tuple):
        yield from ((f"{where}[{n}]", each) for n, each in enumerate(value))
    else:
        yield where, value


def value_from(kind: Any, data: object, where: str) -> Any:
    """A value of a field's type: a list, a description, a word, or a plain value."""
    if get_origin(kind) is tuple:
        return listed_from(get_args(kind)[0], data, where)
    members = get_args(kind) or (kind,)
    words = {word_tag(word): word for each in members if is_word(each) for word in VOCABULARY.words_under(each)}
    if data is None and type(None) in members:
        return None
    if not words:
        return convert_fields(data, kind, where)
    if int in members and not isinstance(data, Mapping):
        return convert_fields(data, int, where)
    only = next(iter(words.values()))
    if only in PLAIN:
        return only(**fields_from(only, data, where))
    name, said = only_key(data, tuple(words), where)
    return words[name](**fields_from(words[name], said, f"{where}.{name}"))


def listed_from(kind: Any, data: object, where: str) -> tuple[Any, ...]:
    """A list; a single string means a list of it. Raises InvalidCard."""
    if kind is str and isinstance(data, str):
        return (data,)
    if not isinstance(data, list | tuple):
        raise InvalidCard(f"{where}: expected a list")
    return tuple(value_from(kind, each, f"{where}[{n}]") for n, each in enumerate(data))


def is_word(kind: Any) -> bool:
    """Whether a type is that of a word."""
    return isinstance(kind, type) and issubclass(kind, Struct)


def type_of(field: FieldInfo) -> Any:
    """The type of a field. Where the kernel leaves the type open, it is that of the game's words."""
    return VOCABULARY.field_types[field.name] if field.type in OPEN else field.type


# the types that the kernel leaves open, under its names
OPEN = (Any, tuple[Any, ...])


def data_of(ability: Ability) -> dict[str, object]:
    """An ability in the form that `abilities_from` reads. Default values are left out."""
    timing = next(name for name, said in TIMINGS.items() if said == ability.timing)
    if timing == "constant":
        return {timing: [data_of_fields(each) for each in ability.constants]}
    return {timing: {name: said for name, said in data_of_fields(ability).items() if name != "timing"}}


def data_of_fields(word: Struct) -> dict[str, object]:
    """The fields of a word without default values."""
    said = {each.name: getattr(word, each.name) for each in fields_of(type(word)) if is_said(word, each)}
    return {name: data_of_value(value) for name, value in said.items()}


def data_of_value(value: object) -> object:
    """A value of a field as plain data."""
    if isinstance(value, tuple):
        return [data_of_value(each) for each in value]
    if not isinstance(value, Struct):
        return value
    said = data_of_fields(value)
    return said if isinstance(value, PLAIN) else {word_tag(type(value)): said}
