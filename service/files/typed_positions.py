"""Positions that somebody types: YAML text in, a match in memory or the list of wrong lines out.

Read `read_typed` first. Reading goes on after a wrong line, with the value that was probably meant or without the line,
so that all errors are reported at once. Nothing is stored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

import yaml
from msgspec import Meta, Struct, structs

from domain.games import GAMES
from domain.kernel.formats.reading import UNKNOWN_KEY, DocumentNode, Unreadable
from domain.match.aggregate import Match, NewVersion, Refused, decode_event, open_match
from domain.match.events import OpenMatch
from service.app.rulebooks import rule_of
from service.files.documents import TAG, Loader, loading, note
from service.files.positions import PLAIN_SEED, document_opening

MOST_TEXT = 65_536
MOST_DEPTH = 30
MOST_FAULTS = 20
MOST_NUMBER = 1000
ID = "m-position"
MERGE = "<<"
AT = "1970-01-01T00:00:00.000000Z"
KNOWN_WORDS = re.compile(r"(?:;|(?<=[?])) [Kk]nown are ")
STEP = re.compile(r"\[(\d+)\]|\.?([^.\[\]]+)")


class LineProblem(Struct, frozen=True, omit_defaults=True):
    """A wrong line: its number (from 1), its text, the fault, and what may have been meant."""

    schema_name: ClassVar[str] = "PositionFault"

    line: int
    field: str
    problem: str
    meant: Annotated[str, Meta(description="The probable correction: a word, or the whole text with it.")] = ""

    @property
    def short(self) -> str:
        """The problem without the list of valid values."""
        return KNOWN_WORDS.split(self.problem)[0]

    @property
    def alternatives(self) -> str:
        """The valid values, where the problem lists them."""
        return "".join(KNOWN_WORDS.split(self.problem)[1:])


class TypedPosition(Struct, frozen=True):
    """The result of reading a typed text: the match with its first event, or the problems."""

    text: str
    game: str
    faults: tuple[LineProblem, ...] = ()
    opening: OpenMatch | None = None
    match: Match | None = None
    event: Any = None

    @property
    def holds(self) -> bool:
        return self.match is not None


def read_typed(text: str, game: str, cards: str = "") -> TypedPosition:
    """The match that a typed text describes, or its faults; `game` and `cards` (JSON) apply where it names none."""
    if len(text) > MOST_TEXT:
        return TypedPosition(text, game, (LineProblem(1, "", f"longer than {MOST_TEXT} characters"),))
    try:
        check_plain(text)
        with loading(text) as loader:
            return PositionDraft(text, (game, cards), loader, root_of(loader)).read_all()
    except Unreadable as error:
        return TypedPosition(text, game, (LineProblem(int(error.place.removeprefix("line ")), "", error.reason),))


def count_known_keys(text: str, game: str) -> int:
    """How many keys of a typed text are those of a position of a game, and of its sections, however they are written.

    0 for a text that is no YAML, or of no named fields.
    """
    try:
        check_plain(text)
        with loading(text) as loader:
            typed = loader.construct_document(root_of(loader))
    except Unreadable:
        return 0
    typed, count = typed.get("position", typed), 0
    sections = {plain_key(key): section for key, section in GAMES[game].position_keys.items()}
    for key, value in typed.items() if isinstance(typed, dict) else ():
        if plain_key(key) in sections:
            section = {*map(plain_key, sections[plain_key(key)])}
            count += 1 + sum(plain_key(inner) in section for inner in keys_of_section(value))
    return count


def plain_key(key: object) -> str:
    """A key in small letters, with one sign for what stands between its words."""
    return re.sub(r"[\s_-]+", "-", str(key).strip().lower())


def keys_of_section(value: Any) -> Iterator[object]:
    """The keys of a section and those of its members."""
    if isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from each if isinstance(each, dict) else ()


def check_plain(text: str) -> None:
    """Raises Unreadable for a text with so much nesting or repetition that it would take long to read."""
    depth = 0
    with loading(text) as loader:
        while loader.check_event():
            event = loader.get_event()
            line = f"line {event.start_mark.line + 1}"
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > MOST_DEPTH:
                raise Unreadable(line, "nested too deeply")
            if isinstance(event, yaml.AliasEvent):
                raise Unreadable(line, "aliases are not read here: write it out")
            if isinstance(event, yaml.ScalarEvent) and event.value == MERGE and event.implicit[0]:
                raise Unreadable(line, f"{MERGE} is not read here: write out what it would bring in")


def root_of(loader: Loader) -> yaml.MappingNode:
    """The only document, which is a mapping. Raises Unreadable."""
    root = loader.get_node() if loader.check_node() else None
    if root is None:
        raise Unreadable("line 1", "nothing is written")
    note(root, "", {})
    if loader.check_node():
        raise Unreadable(f"line {loader.get_node().start_mark.line + 1}", "a second document: a position is one alone")
    if not isinstance(root, yaml.MappingNode):
        raise Unreadable(f"line {root.start_mark.line + 1}", "expected named fields, as round: 2")
    return root


class PositionDraft:
    """A typed text while it is read: its nodes, each with its line and its place in the text."""

    def __init__(self, text: str, brought: tuple[str, str], loader: Loader, root: yaml.MappingNode) -> None:
        self.text = text
        self.game, self.cards = brought
        self.loader = loader
        self.root = root
        self.faults: list[LineProblem] = []
        self.cut = False
        self.first: dict[int, tuple[int, str]] = {}
        self.note(root, "", root.start_mark.line + 1)

    def note(self, node: yaml.Node, place: str, line: int) -> None:
        """Record the places of a node and of the nodes inside it, before anything is mended."""
        self.first[id(node)] = (line, place)
        if isinstance(node, yaml.SequenceNode):
            for number, each in enumerate(node.value):
                self.note(each, f"{place}[{number}]", each.start_mark.line + 1)
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                self.note(value, f"{place}.{key.value}" if place else str(key.value), key.start_mark.line + 1)

    def read_all(self) -> TypedPosition:
        """The match, or all faults that can be reported at once."""
        while len(self.faults) < MOST_FAULTS:
            try:
                found = self.build()
            except Unreadable as error:
                if not self.mend(error):
                    break
            else:
                return found if not self.faults else self.with_faults()
        return self.with_faults()

    def with_faults(self) -> TypedPosition:
        return TypedPosition(self.text, self.game, tuple(sorted(self.faults, key=lambda each: each.line)))

    def build(self) -> TypedPosition:
        """The match that the nodes describe at present. Raises Unreadable."""
        document = DocumentNode("", self.loader.construct_document(self.root))
        opening = document_opening(document)
        game = opening.game if {"game", "position"} <= document.mapping().keys() else self.game
        opening = structs.replace(opening, game=game, cards=opening.cards or self.cards)
        self.game = game
        check_number("position", json.loads(opening.position))
        first = open_in_memory(opening)
        event = decode_event(first.match, first.payload)
        return TypedPosition(self.text, self.game, (), opening, first.match, event)

    def mend(self, error: Unreadable) -> bool:
        """Record a fault, and replace the wrong value by the one that was meant or remove it.

        Returns whether reading can go on.
        """
        found = self.locate(error.place)
        mendable = found.mendable(error)
        if self.cut and not mendable:
            return False  # the fault may be caused only by a value that was removed
        line, field = self.first.get(id(found.node), (found.line, error.place))
        field = ".".join(filter(None, (field, *found.missing)))
        self.faults.append(LineProblem(line, field, error.reason, error.meant))
        if mendable:
            self.cut = not found.mend(error) or self.cut
        return mendable

    def locate(self, place: str) -> LocatedNode:
        """The node at a place, or the nearest around it; a place begins with `position` even if that is all."""
        steps = [each for each in STEP.findall(place) if any(each)]
        if not any(key.value == "position" for key, _ in self.root.value):
            steps = steps[1:]
        found = LocatedNode(self.root, self.root.start_mark.line + 1)
        for n, (number, name) in enumerate(steps):
            inner = found.inside(int(number) if number else name)
            if inner is None:
                return LocatedNode(found.node, found.line, missing=tuple(each for _, each in steps[n:] if each))
            found = inner
        return found


class LocatedNode(Struct, frozen=True):
    """A node, its line, its parent's list and its index in that list. The root has no parent.

    `missing` are the names of the place below the node that the text does not have.
    """

    node: yaml.Node
    line: int
    among: list[Any] | None = None
    place: int = 0
    missing: tuple[str, ...] = ()

    def inside(self, step: int | str) -> LocatedNode | None:
        """The node at a step inside this one, or None."""
        values = self.node.value
        if isinstance(self.node, yaml.SequenceNode) and isinstance(step, int) and step < len(values):
            return LocatedNode(values[step], values[step].start_mark.line + 1, values, step)
        if isinstance(self.node, yaml.MappingNode):
            for number, (key, value) in enumerate(values):
                if key.value == str(step):
                    return LocatedNode(value, key.start_mark.line + 1, values, number)
        return None

    def mendable(self, error: Unreadable) -> bool:
        """Whether the fault is one word or key that exists in the text."""
        return self.among is not None and (isinstance(self.node, yaml.ScalarNode) or is_unknown(error))

    def mend(self, error: Unreadable) -> bool:
        """Replace the wrong value by the one that was meant, or remove it. Returns whether a value is left there."""
        assert self.among is not None
        was = self.among[self.place]
        name = yaml.ScalarNode(f"{TAG}str", error.meant, self.node.start_mark, self.node.end_mark)
        if not error.meant or (is_unknown(error) and any(key.value == error.meant for key, _ in self.among)):
            del self.among[self.place]
            return False
        if is_unknown(error):
            self.among[self.place] = (name, was[1])
        else:
            self.among[self.place] = (was[0], name) if isinstance(was, tuple) else name
        return True


def is_unknown(error: Unreadable) -> bool:
    """Whether the name of a field is wrong, and not its value."""
    return error.reason.startswith(UNKNOWN_KEY)


def check_number(place: str, value: Any) -> None:
    """Raises Unreadable for a number of cards above what any game has."""
    if isinstance(value, dict):
        for name, inner in value.items():
            check_number(f"{place}.{name}", inner)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            check_number(f"{place}[{number}]", inner)
    elif isinstance(value, (int, float)) and abs(value) > MOST_NUMBER:
        raise Unreadable(place, f"expected at most {MOST_NUMBER}")


def place_of_seat(opening: OpenMatch, seat: str) -> str:
    """The place of a seat in a position; that of the whole position where it is not named there."""
    laid = json.loads(opening.position)
    places = (name for name, each in laid.items() if isinstance(each, dict) and seat in each)
    return next((f"position.{name}.{seat}" for name in places), "position")


def open_in_memory(opening: OpenMatch) -> NewVersion:
    """The match opened in memory. Raises Unreadable where the position is not valid."""
    try:
        return open_match(ID, opening, key="open", actor="organizer", at=AT, action_id="a1", seed=PLAIN_SEED)
    except Refused as error:
        rule, because = error.refusal.rule, error.refusal.because
        place = str(because.get("field") or place_of_seat(opening, str(because.get("seat", ""))))
        unreadable = Unreadable(place, str(because.get("problem", "") or rule_of(rule).title or rule))
        unreadable.meant = str(because.get("meant", ""))  # set afterwards: the problem names it already
        raise unreadable from None
