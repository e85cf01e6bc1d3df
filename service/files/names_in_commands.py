"""Commands that name cards, places and seats: what each name means for a viewer.

Read `Meaning.command`. A card is named by its handle, its key, its title or words of the title ("Davos"), if the viewer
sees one such card; other things of a game (areas, units) by id or printed name (`Castle Black`). A name that means
nothing, or several things, raises Unclear, since no rule of the game could explain that refusal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import NoneType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct, structs

from domain.games import GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.subjects import ThingNames, mentions
from domain.kernel.chance import ALPHABET, HANDLE_LENGTH
from domain.kernel.deciding import seat_options
from domain.kernel.flow.open_windows import describe_open_window
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.reading import meant_by
from domain.kernel.ids import Handle, Seat, Viewer
from domain.kernel.redaction import read_facts
from domain.kernel.scenarios.card_names import LyingCard
from domain.kernel.spaces.commands import Commands, Form
from domain.match.aggregate import Match
from service.present.text.names import CardTitles
from service.present.text.window import conditions_of

INTERNAL = ("condition", "ability")  # internal numbers that no viewer sees; a command may leave them out
AS_USUAL = LyingCard()
NOBODY = ("", "none", "nobody")
WORD = re.compile(r"[^\W_]+")
SIGNED = re.compile(r"(?<![^\s(])[+-]\d+|[^\W_]+")


class Candidate(Struct, frozen=True):
    """A thing that a name may mean: its handle or id, its title, and its zone or kind.

    `apart` distinguishes it from others with the same title; its end is `number` where nothing else does. A candidate
    that lies `aside` is meant only where the name says so or can mean nothing else.
    """

    card: str
    title: str
    place: str
    key: str = ""
    apart: str = ""
    aside: bool = False
    number: int = 0

    @property
    def label(self) -> str:
        """The title with what distinguishes the candidate; as a name this label means the candidate."""
        return f"{self.title} ({self.apart})" if self.apart else self.title


class Unclear(Exception):
    """A name means several things or none: `which` are the possible ones, `meant` is the closest title.

    `field` is the field of the command that holds the name.
    """

    field = ""

    def __init__(self, name: str, which: list[Candidate], meant: str = "") -> None:
        listed = ", ".join(f"{each.label} ({each.card}, {each.place})" for each in which)
        close = f"; did you mean {meant}?" if meant else ""
        super().__init__(f"{name}: which of {listed}" if which and not meant else f"{name}: names nothing seen{close}")
        self.name = name
        self.which = [{"card": each.card, "title": each.label, "place": each.place} for each in which]
        self.meant = meant


class Meaning:
    """The meaning of names at a version of a match, for a viewer."""

    def __init__(self, match: Match, viewer: Viewer) -> None:
        names = self.names = CardTitles(match.rules.pool.cards)
        names.look_at(match.table, viewer)
        self.match, self.viewer = match, viewer
        self.commands = {str(each.__struct_config__.tag): each for each in match.rules.commands}
        self.handles = frozenset(match.table.cards)
        lying = GAMES[match.rules.name].lying_cards(match.table)
        seen = [
            Candidate(handle, names.title(key), str(match.table.cards[handle].zone), key)
            for handle, key in names.keys.items()
            if handle in self.handles
        ]
        self.cards = distinguish(seen, lying, names)
        self.named_things = {
            kind: [Candidate(each, title, kind, each) for each, title in named.items()]
            for kind, named in GAMES[match.rules.name].named_things.items()
        }

    def command(self, given: Any) -> Any:
        """The command in JSON types, with handles and ids for the names. Raises Unclear."""
        tag = given.get("type") if isinstance(given, dict) else None
        kind = self.commands.get(tag) if isinstance(tag, str) else None
        return given if kind is None else self.with_numbers(kind, self.fields(kind, given))

    def with_numbers(self, kind: type[Struct], given: dict[str, Any]) -> dict[str, Any]:
        """The fields of a command with its internal numbers, taken from the one offer that fits, else 0.

        Raises Unclear where several offers fit.
        """
        numbers = {each.name: each.required for each in structs.fields(kind) if each.name in INTERNAL}
        missing = [name for name in numbers if name not in given]
        for name in missing:
            fitting = {int(each.fixed[name]) for each in self.offers(given) if name in each.fixed}
            if len(fitting) > 1:
                raise Unclear(
                    name, [Candidate(str(each), self.number_words(name, each), name) for each in sorted(fitting)]
                )
            if fitting or numbers[name]:
                given = {**given, name: next(iter(fitting), 0)}
        return given

    def offers(self, given: dict[str, Any]) -> list[Form]:
        """The offers of this type to the seat that do not contradict the command."""
        if self.viewer not in self.match.table.seats:
            return []
        space = seat_options(self.match.rules, self.match.table, Seat(self.viewer))
        forms = space.forms if isinstance(space, Commands) else ()
        same = (each for each in forms if each.type == given["type"])
        return [each for each in same if all(given.get(name, value) == value for name, value in each.fixed.items())]

    def number_words(self, name: str, number: int) -> str:
        """The words for an internal number."""
        about = conditions_of(describe_open_window(self.match.rules, self.match.table, self.viewer), self.names)
        return about.get(number, str(number)) if name == "condition" else f"ability {number + 1}"

    def fields(self, kind: type[Struct], given: dict[str, Any]) -> dict[str, Any]:
        hints, found = get_type_hints(kind, include_extras=True), dict[str, Any]()
        for name, value in given.items():
            try:
                found[name] = self.value(hints[name], value) if name in hints else value
            except Unclear as error:
                error.field = name  # of nested fields the outer one, which a form shows
                raise
        return found

    def value(self, hint: Any, given: Any) -> Any:
        """The value of a field; a single value for a list becomes a list of it, and `none` an empty list."""
        of = [each for each in get_args(hint) if each not in (Ellipsis, NoneType)]
        if get_origin(hint) is tuple:
            return [self.value(of[0], each) for each in as_list(given)] if isinstance(given, str | list) else given
        if isinstance(given, dict):
            return self.mapping(hint, of, given)
        return self.word(hint, given) if isinstance(given, str) else given

    def mapping(self, hint: Any, of: list[Any], given: dict[str, Any]) -> Any:
        """An object with its names resolved: keys and values of a mapping, or the fields of a part of a command."""
        if get_origin(hint) is dict:
            return {self.value(of[0], key): self.value(of[1], each) for key, each in given.items()}
        return self.fields(hint, given) if isinstance(hint, type) and issubclass(hint, Struct) else given

    def word(self, hint: Any, given: str) -> str:
        """The handle or id that a word means; lower-case words without spaces are words of the engine.

        Raises Unclear.
        """
        if not given or given in self.handles:
            return given
        if Handle in (hint, *get_args(hint)):
            # a handle of another version: the rules refuse it with "the card is not here"
            is_another = is_handle(given) and not candidates_called(given, self.cards)
            return given if is_another else only_candidate(given, self.cards, aside=bool(note_of(hint, "aside")))
        if kind := named_kind(hint):
            return only_candidate(given, self.named_things[kind])
        if given == given.lower() and " " not in given:
            return given
        return only_candidate(given, self.cards) if candidates_called(given, self.cards) else id_of(given)


def thing_meant(chronicle: Chronicle, viewer: Viewer, name: str, *, judging: bool = False) -> str:
    """The thing of a match that a name means, as facts name it. Raises Unclear where none or several fit.

    A handle or id that the viewer reads in the record means itself. Any other name is the title, or words of the title,
    of a card or other thing that the viewer has read of.
    """
    events = chronicle.events.values()
    thing_names = ThingNames(events, viewer, judging=judging)
    names = thing_names.names(name)
    read = (fact for event in events for _, fact in read_facts(event.facts, viewer, judging=judging))
    if not name or any(mentions(fact, names, name) for fact in read):
        return name
    rules, titles = chronicle.match.rules, CardTitles(chronicle.match.rules.pool.cards)
    cards = [Candidate(key, titles.title(key), "card", key) for key in sorted(set(thing_names.keys.values()))]
    others = GAMES[rules.name].named_things.items()
    placed = [Candidate(each, title, kind, each) for kind, named in others for each, title in named.items()]
    return only_candidate(name, [*cards, *placed])


def distinguish(cards: list[Candidate], lying: Mapping[Handle, LyingCard], names: CardTitles) -> list[Candidate]:
    """The cards; equal titles are distinguished by the card's state, else its zone, what is on it, else a number."""
    several = Counter((each.title, lying.get(Handle(each.card), AS_USUAL).aside) for each in cards)
    found = []
    for each in cards:
        how = lying.get(Handle(each.card), AS_USUAL)
        words = f"{how.words} {names.title(names.keys[how.on])}" if how.on in names.keys else how.words
        alone = several[each.title, how.aside] == 1
        apart = words if how.aside or not alone else ""
        found.append(structs.replace(each, aside=how.aside, apart=apart or ("" if alone else lying_words(each))))
    found = [structs.replace(each, apart=with_place(each)) if n else each for each, n in number_equals(found)]
    bears = titles_on(cards, lying)
    found = [
        structs.replace(each, apart=f"{each.apart} with {bears[each.card]}") if n and each.card in bears else each
        for each, n in number_equals(found)
    ]
    return [
        structs.replace(each, apart=f"{each.apart} {n}", number=n) if n else each for each, n in number_equals(found)
    ]


def titles_on(cards: list[Candidate], lying: Mapping[Handle, LyingCard]) -> dict[str, str]:
    """The titles of what lies on each card, of what the viewer sees."""
    found: dict[str, list[str]] = {}
    for each in cards:
        if on := lying.get(Handle(each.card), AS_USUAL).on:
            found.setdefault(on, []).append(each.title)
    return {card: join_names(sorted(titles)) for card, titles in found.items()}


def with_place(card: Candidate) -> str:
    return card.apart if card.apart == lying_words(card) else f"{card.apart} in {lying_words(card)}"


def lying_words(card: Candidate) -> str:
    """The zone of a card in words: `alice.hand` becomes "alice's hand"."""
    return card.place.replace(".", "'s ")


def number_equals(cards: list[Candidate]) -> Iterator[tuple[Candidate, int]]:
    """Each card with its number among those with the same label; 0 for a unique label."""
    all_of, counted = Counter(each.label for each in cards), Counter[str]()
    for each in cards:
        counted[each.label] += 1
        yield each, counted[each.label] if all_of[each.label] > 1 else 0


def only_candidate(name: str, among: list[Candidate], *, aside: bool = False) -> str:
    """The handle or id of the one thing that a name means. Raises Unclear where it means several or none.

    A thing that lies aside counts only where the name asks for one, or can mean nothing else.
    """
    found = candidates_called(name, [each for each in among if each.aside == aside]) or candidates_called(name, among)
    if len(found) == 1:
        return found[0].card
    if found:
        raise Unclear(name, found)
    close = close_to(name.casefold(), among)
    titles = {each.title for each in close}
    raise Unclear(name, close, titles.pop() if len(titles) == 1 else "")


def close_to(name: str, among: list[Candidate]) -> list[Candidate]:
    """The things of which the title, or else a word of it, may have been meant by a name that nothing has."""
    whole = meant_by(name, (each.title.casefold() for each in among))
    if whole:
        return [each for each in among if each.title.casefold() == whole]
    word = meant_by(name, dict.fromkeys(word for each in among for word in each.title.casefold().split()))
    return [each for each in among if word and word in each.title.casefold().split()]


def candidates_called(name: str, among: Iterable[Candidate]) -> list[Candidate]:
    """The candidates with this label, else this key, this title or these words in order, else all of the words."""
    named, wanted = list(among), name_words(name)
    return (
        [each for each in named if name.casefold() == each.label.casefold()]
        or [each for each in named if name == each.key]
        or [each for each in named if name.casefold() == each.title.casefold()]
        or [each for each in named if name_words(each.title) == wanted]
        or [each for each in named if wanted and set(wanted) <= set(name_words(each.title))]
        or [each for each in named if wanted and set(wanted) <= set(name_words(each.label))]
    )


def is_handle(word: str) -> bool:
    """Whether a word has the form of a handle; most words of a title do not, since they have vowels."""
    return len(word) == HANDLE_LENGTH and set(word) <= set(ALPHABET)


def named_kind(hint: Any) -> str:
    """The kind of thing that a field names; empty for a field that names none."""
    return str(note_of(hint, "names"))


def note_of(hint: Any, name: str) -> Any:
    """The annotation of a field's type under a name; empty where there is none."""
    parts = (hint, *get_args(hint))
    metas = [meta for each in parts if get_origin(each) is Annotated for meta in each.__metadata__]
    extras = (meta.extra for meta in metas if isinstance(meta, Meta) and meta.extra)
    return next((each[name] for each in extras if name in each), "")


def as_list(given: str | list[Any]) -> list[Any]:
    if isinstance(given, list):
        return given
    return [] if given.lower() in NOBODY else [given]


def name_words(text: str) -> list[str]:
    """The words of a text; a number keeps its minus, and its plus is optional."""
    return [each.removeprefix("+") for each in SIGNED.findall(text.casefold())]


def id_of(name: str) -> str:
    """The id form of a name: `Castle Black` becomes `castle-black`."""
    return "-".join(WORD.findall(name.replace("'", "").lower()))
