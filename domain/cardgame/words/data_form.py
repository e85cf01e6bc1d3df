"""The data form of abilities: the words of the Python declarations as plain data, for card packs and scenarios.

    - reaction:
        when: {kinds: [challenge_won], seat: you}
        parts: [{draw: {n: 2}}]

An ability is a mapping with one key, its timing. A word is a mapping with one key, its name. The
plain words have no name, since their place says what they are. Read `DataForm.read_abilities`, then `read_value`, which
follows the types of the fields. `data_of` writes the same form.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, get_args, get_origin

from msgspec import Struct
from msgspec.structs import FieldInfo

from domain.cardgame.pool.card_fields import InvalidCard, convert_fields
from domain.cardgame.words.closed_fields import ClosedWords
from domain.cardgame.words.places import WordFault, fields_of, is_said
from domain.kernel.formats.reading import list_known, meant_by, nearest_first, none_of
from domain.kernel.occurring.abilities import Ability
from domain.kernel.occurring.vocabulary import Vocabulary, is_plain, word_tag

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


# the types that the kernel leaves open, under its names
OPEN = (Any, tuple[Any, ...])


class DataForm(Struct, frozen=True):
    """The data form of one game's abilities.

    `faults` finds what is wrong with one ability as a whole, `faults_together` with all abilities of a card, each also
    for the card whose they are.
    """

    vocabulary: Vocabulary
    closed: ClosedWords
    faults: Callable[[Ability, Any], Iterable[WordFault]]
    faults_together: Callable[[tuple[Ability, ...], Any], Iterable[WordFault]]

    def read_abilities(self, data: object, where: str, card: Any = None) -> tuple[Ability, ...]:
        """The abilities of a card from plain data. `where` is the place of the data in the message of an error.

        With `card` (its printed values), words that this card cannot use are errors too. Raises InvalidCard.
        """
        if not isinstance(data, list | tuple):
            raise InvalidCard(f"{where}: expected a list")
        abilities = tuple(self.read_ability(each, f"{where}[{n}]", card) for n, each in enumerate(data))
        for fault in self.faults_together(abilities, card):
            raise InvalidCard(f"{where}{fault.place}: {fault.reason}", fault.meant)
        return abilities

    def read_ability(self, data: object, where: str, card: Any = None) -> Ability:
        """One ability: a mapping of its timing to its fields, or of `constant` to a list. Raises InvalidCard."""
        timing, said = only_key(data, tuple(TIMINGS), where)
        if timing == "constant":
            ability = Ability(timing="constant", constants=self.read_constants(said, f"{where}.constant"))
        else:
            ability = self.read_triggered(timing, said, f"{where}.{timing}")
        for fault in self.faults(ability, card):
            place = fault.place.removeprefix(".constants") if timing == "constant" else fault.place
            raise InvalidCard(f"{where}.{timing}{place}: {fault.reason}", fault.meant)
        return ability

    def read_triggered(self, timing: str, said: object, where: str) -> Ability:
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
        return Ability(timing=TIMINGS[timing], **self.read_fields(Ability, mapping, where))

    def read_constants(self, data: object, where: str) -> tuple[Any, ...]:
        """The constants of an ability; there must be one. Raises InvalidCard."""
        found = self.read_list(self.vocabulary.constant, data, where)
        if not found:
            raise InvalidCard(f"{where}: expected at least one constant")
        return found

    def read_fields(self, word: type[Struct], data: object, where: str) -> dict[str, Any]:
        """The fields of a word from a mapping. Raises InvalidCard."""
        if not isinstance(data, Mapping):
            raise InvalidCard(f"{where}: expected an object", self.with_field(word, data, where))
        mapping = mapping_from(data, where)
        fields = fields_of_word(word)
        check_known(mapping, fields, where)
        for name, field in fields.items():
            if field.required and name not in mapping:
                raise InvalidCard(f"{where}.{name}: missing")
        return {name: self.read_field(word, fields[name], said, f"{where}.{name}") for name, said in mapping.items()}

    def with_field(self, word: type[Struct], data: object, where: str) -> str:
        """A number or text that stands alone with the one field of the word that takes it; empty where none does."""
        if not isinstance(data, int | str) or isinstance(data, bool):
            return ""
        taking = [name for name, field in fields_of_word(word).items() if self.takes(word, field, data, where)]
        return f"{{{taking[0]}: {data}}}" if len(taking) == 1 else ""

    def takes(self, word: type[Struct], field: FieldInfo, data: object, where: str) -> bool:
        """Whether a field of a word takes a value."""
        try:
            self.read_field(word, field, data, where)
        except InvalidCard:
            return False
        return True

    def read_field(self, word: type[Struct], field: FieldInfo, data: object, where: str) -> Any:
        """The value of one field. Its type, its closed list and its range are checked. Raises InvalidCard."""
        value = self.read_value(self.type_of(field), data, where)
        if value == field.default:
            return value
        if value == ():
            raise InvalidCard(f"{where}: expected at least one")
        name, allowed = word_tag(word), self.closed.closed_list(word_tag(word), field.name)
        seen: set[str] = set()
        for place, said in each_of(value, where):
            if isinstance(said, str) and said in seen:
                raise InvalidCard(f"{place}: {said!r} is there twice")
            seen |= {said} if isinstance(said, str) else set()
            if allowed and isinstance(said, str) and said not in allowed:
                raise InvalidCard(f"{place}: {none_of(said, allowed)}", meant_by(said, allowed))
            if type(said) is int and (wrong := self.closed.out_of_range(name, field.name, said)):
                raise InvalidCard(f"{place}: {wrong}")
        return value

    def read_value(self, kind: Any, data: object, where: str) -> Any:
        """A value of a field's type: a list, a description, a word, or a plain value. Raises InvalidCard."""
        if get_origin(kind) is tuple:
            return self.read_list(get_args(kind)[0], data, where)
        members = get_args(kind) or (kind,)
        words = {
            word_tag(word): word for each in members if is_word(each) for word in self.vocabulary.words_under(each)
        }
        if data is None and type(None) in members:
            return None
        if not words:
            return convert_fields(data, kind, where)
        if isinstance(data, str) and (meant := word_form(data, words)):
            numbers = "a whole number or " if int in members else ""
            raise InvalidCard(f"{where}: expected {numbers}a word with its fields", meant)
        if int in members and not isinstance(data, Mapping):
            return convert_fields(data, int, where)
        only = next(iter(words.values()))
        if is_plain(only):
            return only(**self.read_fields(only, data, where))
        name, said = only_key(data, tuple(words), where)
        return words[name](**self.read_fields(words[name], said, f"{where}.{name}"))

    def read_list(self, kind: Any, data: object, where: str) -> tuple[Any, ...]:
        """A list; a single string means a list of it. Raises InvalidCard."""
        if kind is str and isinstance(data, str):
            return (data,)
        if not isinstance(data, list | tuple):
            raise InvalidCard(f"{where}: expected a list")
        return tuple(self.read_value(kind, each, f"{where}[{n}]") for n, each in enumerate(data))

    def type_of(self, field: FieldInfo) -> Any:
        """The type of a field. Where the kernel leaves the type open, it is that of the game's words."""
        return self.vocabulary.field_types[field.name] if field.type in OPEN else field.type


def word_form(name: str, words: Mapping[str, type[Struct]]) -> str:
    """The form of the word that a bare name means, with the fields that it needs; empty where it means none."""
    meant = name if name in words else meant_by(name, words)
    if not meant or is_plain(words[meant]):
        return ""
    needed = (field for field, each in fields_of_word(words[meant]).items() if each.required)
    return f"{{{meant}: {{{', '.join(f'{field}: ...' for field in needed)}}}}}"


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


def each_of(value: object, where: str) -> Iterator[tuple[str, object]]:
    """A value, or the elements of a list, each with its place."""
    if isinstance(value, tuple):
        yield from ((f"{where}[{n}]", each) for n, each in enumerate(value))
    else:
        yield where, value


def is_word(kind: Any) -> bool:
    """Whether a type is that of a word."""
    return isinstance(kind, type) and issubclass(kind, Struct)


def data_of(ability: Ability) -> dict[str, object]:
    """An ability in the form that `read_abilities` reads. Default values are left out."""
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
    return said if is_plain(type(value)) else {word_tag(type(value)): said}
