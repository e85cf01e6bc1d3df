"""What an expectation of a scenario looks at, and the differences that it finds.

Read `ExpectationChecker.differences`, then `look_up` (what a key looks at). An `ObservedMoment` is looked at; the
game's `ScenarioProbe` shows what only the game can see. Every key of an expectation is compared, and every difference
is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Literal

from msgspec import Struct, to_builtins

from domain.kernel.command_moments import command_tag
from domain.kernel.deciding import refusal_of, seat_options
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Procedure
from domain.kernel.formats.closed_lists import hints_of
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.reading import DocumentNode, Unreadable
from domain.kernel.ids import PUBLIC, Seat, Viewer
from domain.kernel.occurring.conditions import AbilityTable
from domain.kernel.redaction import read_facts
from domain.kernel.refusals import Json, Refusal
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.commands import SHAPE, Misshapen, check_command, read_command, read_command_part
from domain.kernel.scenarios.expected_words import (
    ExpectedWords,
    one_of_list,
    one_or_more,
    or_none,
    or_words,
    type_like,
    word_of,
)
from domain.kernel.scenarios.negations import expected_refusal, unknown_key
from domain.kernel.scenarios.scenario import AFTER, UnmetExpectation, read_rules_named
from domain.kernel.scenarios.views import UNSEEN, find_in_view, shows
from domain.kernel.scenarios.window_names import NONE, ScenarioProbe, WindowNames, known_windows, windows_open
from domain.kernel.spaces.commands import Form

if TYPE_CHECKING:
    from domain.kernel.rules import Rules

CHOICE = "choice"
NAMES_NOTHING = "the expectation names nothing"


class NoSuchKey(LookupError):
    """A game knows no key of this name."""


class Among(Struct, frozen=True):
    """What is there, of which an expectation names some."""

    names: frozenset[str]


class ObservedMoment(Struct, frozen=True):
    """What is looked at: a table with the facts that led to it, the names; `is_wait`: whether somebody is asked.

    `opened` has each window that opened in these facts, under all its names, its own first.
    """

    rules: Rules[AbilityTable]
    table: AbilityTable
    facts: tuple[Fact, ...]
    names: CardNames
    opened: tuple[WindowNames, ...]
    is_wait: bool = True


class ExpectationChecker:
    """What is expected of a moment."""

    def __init__(
        self, moment: ObservedMoment, sights: ScenarioProbe[AbilityTable], known_rules: Collection[str]
    ) -> None:
        self.moment = moment
        self.rules = moment.rules
        self.table = moment.table
        self.names = moment.names
        self.sights = sights
        self.known_rules = known_rules
        self.vocabulary = ExpectedWords(self.table.seats, self.names.handles)
        # of the fields of facts, where a word may be none at all
        self.fact_vocabulary = ExpectedWords(self.table.seats, self.names.handles, also=("",))

    def differences(self, at: DocumentNode) -> Iterator[UnmetExpectation]:
        """The differences of every key, and the keys without a meaning."""
        return compare_each(at, self.differs)

    def differs(self, name: str, key: DocumentNode) -> Iterator[UnmetExpectation]:
        root, *path = name.split(".")
        if name == AFTER:
            raise key.wrong("the moment is said once, beside all that is expected of it")
        if root in ASKING and not self.moment.is_wait:
            raise key.wrong("nobody is asked at that moment: play runs on first")
        if root in LAWFUL:
            yield from LAWFUL[root](self, self.seat(".".join(path), key), key)
        elif name in WHOLE:
            yield from WHOLE[name](self, key)
        else:
            found = self.look_up(root, tuple(path), key)
            self.check_value(root, self.type_of(root, tuple(path), key) or type_like(found), key)
            if isinstance(found, Among):
                non_empty_items(key)
            if not agrees(key.value, found):
                there = self.describe_found(root, found, self.moment.facts)
                yield UnmetExpectation(key.place, f"expected {key.value}, found {there}")

    def faults(self, at: DocumentNode) -> Iterator[UnmetExpectation]:
        """What of an expectation could be read at no moment, whatever it finds at this one."""
        return compare_each(at, self.fault)

    def fault(self, name: str, key: DocumentNode) -> Iterator[UnmetExpectation]:
        root, *path = name.split(".")
        if root in LAWFUL:
            self.seat(".".join(path), key)
            for each in non_empty_items(key):
                yield from self.fault_of_command(root, each)
        elif name == "one_of":
            for each in non_empty_items(key):
                yield from self.faults(each)
        elif name in WHOLE:
            self.viewers(key)
        else:
            found = self.look_up(root, tuple(path), key)
            if kind := self.type_of(root, tuple(path), key):
                self.check_value(root, kind, key)
            if isinstance(found, Among):
                non_empty_items(key)

    def fault_of_command(self, root: str, at: DocumentNode) -> Iterator[UnmetExpectation]:
        """What of a command that can or cannot be given could be read at no table."""
        try:
            wanted = expected_refusal(at) if root == "cannot" else {"command": at}
            rules = read_rules_named(wanted["rule"], self.known_rules) if root == "cannot" else ()
            check_command(self.rules, self.names, wanted["command"], rules)
        except Unreadable as error:
            yield UnmetExpectation(error.place, error.reason, is_error=True)

    def check_value(self, root: str, kind: object, key: DocumentNode) -> None:
        """Raises Unreadable for what no key of this kind can find."""
        (self.fact_vocabulary if root == "fact" else self.vocabulary).check(kind, key)

    def look_up(self, root: str, path: tuple[str, ...], key: DocumentNode) -> object:
        """What a key looks at: the wait, the end, the last step's facts; all else is the game's. Raises Unreadable."""
        if key.value is None:
            raise key.wrong("nothing stands there", NONE)
        if root == "options" and len(path) == 1:
            return self.option_types(self.seat(path[0], key))
        if (look_at := LOOKS.get(root)) and not path:
            return look_at(self, key)
        if seen := self.seen_in_facts(self.moment.facts, root, path, key):
            return seen[0]
        try:
            return self.sights.see(self.table, self.names, key, (root, *path))
        except NoSuchKey:
            name = ".".join((root, *path))
            raise unknown_key(key, f"unknown key {name!r}", name, tuple(self.keys())) from None

    def type_of(self, root: str, path: tuple[str, ...], key: DocumentNode) -> object:
        """The type of what a key finds; None where that is not known."""
        if root == "options":
            return one_or_more(one_of_list("command", (command_tag(each) for each in self.rules.commands)))
        if root == "fact":
            return self.type_in_fact(path, key)
        if (type_of := TYPES.get(root)) and not path:
            return type_of(self)
        return self.sights.type_of(self.table, self.names, (root, *path))

    def type_in_fact(self, path: tuple[str, ...], key: DocumentNode) -> object:
        tag, field, *inner = path
        own = next(hints_of(each)[field] for each in self.rules.facts if command_tag(each).partition(".")[2] == tag)
        kind = self.sights.type_of(self.table, self.names, ("fact", tag, field)) or own
        for name in inner:
            kind = self.vocabulary.inside(kind, name, key)
        return or_none(kind)

    def keys(self) -> Iterator[str]:
        """Every key that exists."""
        yield from (*LOOKS, *FACTS, *WHOLE, AFTER)
        yield from (f"{root}.{seat}" for root in ("options", *LAWFUL) for seat in self.table.seats)
        yield from self.sights.keys(self.table, self.names)

    def describe_found(self, root: str, found: object, facts: tuple[Fact, ...]) -> object:
        """What was found, in words; where facts were looked for, all those that were read."""
        if root in FACTS:
            return ", ".join(short for _, short in fact_tags(facts)) or "no fact"
        return plain_result(found)

    def seat(self, name: str, key: DocumentNode) -> Seat:
        if name not in self.table.seats:
            raise key.unknown_word(f"no seat is named {name!r}", name, self.table.seats)
        return Seat(name)

    # facts

    def seen_in_facts(
        self, facts: tuple[Fact, ...], root: str, path: tuple[str, ...], key: DocumentNode
    ) -> tuple[object, ...]:
        """The value that a key finds in facts, alone in a tuple; empty for a key that does not look at facts."""
        if root == "fact" and len(path) > 1:
            return (self.fact_field(facts, path, key),)
        return (FACTS[root](self, facts, key),) if root in FACTS and not path else ()

    def facts_in_order(self, facts: tuple[Fact, ...], key: DocumentNode) -> object:
        """The facts that the key names, as far as they came in this order."""
        rest = iter(fact_tags(facts))
        found = []
        for wanted in self.known_tags(key):
            if not any(wanted in tag for tag in rest):
                break
            found.append(wanted)
        return found

    def did_not_happen(self, facts: tuple[Fact, ...], key: DocumentNode) -> object:
        there = set().union(*fact_tags(facts)) if facts else set()
        return [wanted for wanted in self.known_tags(key) if wanted not in there]

    def fact_field(self, facts: tuple[Fact, ...], path: tuple[str, ...], key: DocumentNode) -> object:
        """A field of the newest fact of a kind, and inside it. Raises Unreadable for an unknown kind or field."""
        tag, field, *inner = path
        fields = {command_tag(kind).partition(".")[2]: kind.__struct_fields__ for kind in self.rules.facts}
        if tag not in fields:
            raise key.unknown_word(f"no fact of this game is called {tag}", tag, fields)
        if field not in fields[tag]:
            raise key.unknown_word(f"{tag} has no field {field}", field, fields[tag])
        fact = next((each for each in reversed(facts) if command_tag(type(each)).partition(".")[2] == tag), None)
        value: Json = NONE if fact is None else self.names.with_names(to_builtins(getattr(fact, field)))
        for name in inner:
            value = value.get(name, NONE) if isinstance(value, dict) else NONE
        return value

    def known_tags(self, key: DocumentNode) -> tuple[str, ...]:
        self.vocabulary.check(TYPES["happened"](self), key)
        return tuple(each.text() for each in non_empty_items(key))

    # what may be done

    def option_types(self, seat: Seat) -> frozenset[str]:
        return frozenset(form.type for form in self.forms(seat))

    def forms(self, seat: Seat) -> tuple[Form, ...]:
        space = seat_options(self.rules, self.table, seat)
        return space.forms if space is not None else ()

    def refusal_now(self, seat: Seat, at: DocumentNode, expected: tuple[str, ...] = ()) -> Refusal | None:
        """Why a command is refused now; a command that no game could decode counts only where that is expected."""
        try:
            command = read_command(self.rules, self.table, self.sights, self.names, seat, at, expected)
        except Misshapen as error:
            if SHAPE not in expected:
                raise
            return error.refusal
        return refusal_of(self.rules, self.table, seat, command)

    def can(self, seat: Seat, key: DocumentNode) -> Iterator[UnmetExpectation]:
        """The differences from an expectation that each of these commands is lawful now."""
        for each in non_empty_items(key):
            if refusal := self.refusal_now(seat, each):
                yield UnmetExpectation(each.place, f"refused: {refusal_text(refusal, self.names)}")

    def cannot(self, seat: Seat, key: DocumentNode) -> Iterator[UnmetExpectation]:
        """The differences from an expectation that each of these commands is refused now by a named rule."""
        for each in non_empty_items(key):
            wanted = expected_refusal(each)
            rules = read_rules_named(wanted["rule"], self.known_rules)
            if reason := not_refused_by(rules, self.refusal_now(seat, wanted["command"], rules), self.names):
                yield UnmetExpectation(each.place, reason)

    def offers(self, seat: Seat, key: DocumentNode) -> Iterator[UnmetExpectation]:
        """The differences from an expectation that each of these commands, whole or in part, is offered to the seat."""
        for each in non_empty_items(key):
            if not self.is_offered(seat, each):
                instead = self.what_is_offered(seat, each)
                yield UnmetExpectation(each.place, f"{each.value} is not offered to {seat}; {instead}")

    def offers_not(self, seat: Seat, key: DocumentNode) -> Iterator[UnmetExpectation]:
        """The differences from an expectation that none of these commands, whole or in part, is offered to the seat."""
        for each in non_empty_items(key):
            if self.is_offered(seat, each):
                yield UnmetExpectation(each.place, f"{each.value} is offered to {seat}")

    def is_offered(self, seat: Seat, at: DocumentNode) -> bool:
        tag, said = read_command_part(self.rules, self.table, self.names, at)
        return any(form.type == tag and form.has_room_for_all(said) for form in self.forms(seat))

    def what_is_offered(self, seat: Seat, at: DocumentNode) -> str:
        """The offers to the seat instead: other types of command, or this one with other values."""
        tag, said = read_command_part(self.rules, self.table, self.names, at)
        forms = [form for form in self.forms(seat) if form.type == tag]
        strange = [name for name in said if not any(form.has_room_for_all({name: said[name]}) for form in forms)]
        if forms:
            return f"{tag} is, but not with this {join_names(strange or said)}"
        return f"offered is {', '.join(sorted(self.option_types(seat))) or 'nothing'}"

    # several expectations in one

    def one_of(self, key: DocumentNode) -> Iterator[UnmetExpectation]:
        """The differences from an expectation that one of these whole outcomes is found."""
        tried = [list(self.differences(each)) for each in non_empty_items(key)]
        wrong = [found for differences in tried for found in differences if found.is_error]
        if wrong:
            yield from wrong
        elif all(tried):
            found = "; or ".join("; ".join(f"{each.place}: {each.reason}" for each in every) for every in tried)
            yield UnmetExpectation(key.place, f"none of these is so: {found}")

    def sees(self, key: DocumentNode) -> Iterator[UnmetExpectation]:
        """The differences in what viewers may know: paths in their view, cards shown or not, facts as they read them.

        Raises Unreadable for an unknown viewer, or where nothing is named.
        """
        for viewer, keys in self.viewers(key).items():
            yield from compare_each(keys, partial(self.seen_differently, Viewer(viewer)))

    def viewers(self, key: DocumentNode) -> dict[str, DocumentNode]:
        """The keys by viewer. Raises Unreadable for an unknown viewer, or where nothing is named."""
        if not key.mapping():
            raise key.wrong(NAMES_NOTHING)
        for viewer, keys in key.mapping().items():
            if viewer not in (*self.table.seats, PUBLIC):
                raise keys.unknown_word(f"no seat is named {viewer!r}", viewer, (*self.table.seats, PUBLIC))
        return key.mapping()

    def seen_differently(self, viewer: Viewer, name: str, key: DocumentNode) -> Iterator[UnmetExpectation]:
        found = self.known_to(viewer, name, key)
        root, *path = name.split(".")
        kind = self.type_in_fact(tuple(path), key) if root == "fact" else or_words(type_like(found), NONE, UNSEEN)
        self.check_value(root, kind, key)
        if not agrees(key.value, found):
            there = self.describe_found(root, found, facts_read_by(self.moment.facts, viewer))
            yield UnmetExpectation(key.place, f"{viewer}: expected {key.value}, found {there}")

    def known_to(self, viewer: Viewer, name: str, key: DocumentNode) -> object:
        root, *path = name.split(".")
        if name in ("knows", "knows_not"):
            view, cards = (
                self.rules.view(self.table, viewer, judging=False),
                [each.text() for each in non_empty_items(key)],
            )
            seen = [each for each in cards if shows(view, self.names.card(key, each))]
            return seen if name == "knows" else [each for each in cards if each not in seen]
        facts = facts_read_by(self.moment.facts, viewer)
        if in_facts := self.seen_in_facts(facts, root, tuple(path), key):
            return in_facts[0]
        return find_in_view(self.rules, self.table, self.names, viewer, name.split("."), key)

    # what the other keys look at

    def window(self, key: DocumentNode) -> object:
        """The open window, by the name of the condition that the expectation uses, if it is about that one."""
        self.vocabulary.check(TYPES["window"](self), key)
        name = word_of(key.value)
        if (now := self.table.waiting) is None:
            return NONE
        return name if name in windows_open(self.table) else now.question

    def windows(self, key: DocumentNode) -> object:
        """The windows that opened, each by the name of the condition that the expectation uses."""
        self.vocabulary.check(TYPES["windows"](self), key)
        named = [each.text() for each in key.items()]
        pairs = zip_longest(self.moment.opened, named[: len(self.moment.opened)])
        return [name if name in opened else opened[0] for opened, name in pairs]

    def kind(self, key: DocumentNode) -> object:
        return self.table.waiting.kind if self.table.waiting else NONE

    def step(self, key: DocumentNode) -> object:
        return self.rules.step(self.table)

    def awaited_seats(self, key: DocumentNode) -> object:
        return frozenset(self.table.waiting.seats if self.table.waiting else ())

    def over(self, key: DocumentNode) -> object:
        outcome = self.table.over
        return NONE if outcome is None else outcome.winner or "draw"

    def over_how(self, key: DocumentNode) -> object:
        return self.table.over.how if self.table.over else NONE


Lawful = Callable[[ExpectationChecker, Seat, DocumentNode], Iterator[UnmetExpectation]]
LAWFUL: dict[str, Lawful] = {
    "can": ExpectationChecker.can,
    "cannot": ExpectationChecker.cannot,
    "offers": ExpectationChecker.offers,
    "offers_not": ExpectationChecker.offers_not,
}
WHOLE: dict[str, Callable[[ExpectationChecker, DocumentNode], Iterator[UnmetExpectation]]] = {
    "one_of": ExpectationChecker.one_of,
    "sees": ExpectationChecker.sees,
}
LOOKS: dict[str, Callable[[ExpectationChecker, DocumentNode], object]] = {
    "window": ExpectationChecker.window,
    "kind": ExpectationChecker.kind,
    "step": ExpectationChecker.step,
    "waiting_for": ExpectationChecker.awaited_seats,
    "over": ExpectationChecker.over,
    "over_how": ExpectationChecker.over_how,
    "windows": ExpectationChecker.windows,
}
# The types of what the keys of `LOOKS` and `FACTS` find.
TYPES: dict[str, Callable[[ExpectationChecker], object]] = {
    "window": lambda now: one_of_list("window", known_windows(now.rules, now.sights)),
    "windows": lambda now: one_or_more(one_of_list("window", known_windows(now.rules, now.sights) - {NONE})),
    **dict.fromkeys(
        ("happened", "not_happened"),
        lambda now: one_or_more(one_of_list("fact", set().union(*fact_tags(now.rules.facts)))),
    ),
    "kind": lambda now: one_of_list("kind", (*now.rules.window_kinds, CHOICE, NONE)),
    "step": lambda now: one_of_list("step", steps(now.rules.frames)),
    "waiting_for": lambda now: one_or_more(Seat),
    "over": lambda now: Seat | Literal["draw", "none"],
    "over_how": lambda now: one_of_list("ending", (*now.sights.endings, NONE)),
}
FACTS: dict[str, Callable[[ExpectationChecker, tuple[Fact, ...], DocumentNode], object]] = {
    "happened": ExpectationChecker.facts_in_order,
    "not_happened": ExpectationChecker.did_not_happen,
}
ASKING = ("window", "kind", "waiting_for", "options", *LAWFUL)


def compare_each(
    at: DocumentNode, differs: Callable[[str, DocumentNode], Iterator[UnmetExpectation]]
) -> Iterator[UnmetExpectation]:
    """The differences of every key; one that cannot be read does not keep the others from being compared.

    Raises Unreadable where no key is named.
    """
    if not at.mapping():
        raise at.wrong(NAMES_NOTHING)
    for name, key in at.mapping().items():
        try:
            yield from differs(name, key)
        except Unreadable as error:
            yield UnmetExpectation(error.place, error.reason, is_error=True)


def facts_read_by(facts: tuple[Fact, ...], viewer: Viewer) -> tuple[Fact, ...]:
    """The facts as a viewer may read them."""
    return tuple(fact for _, fact in read_facts(facts, viewer, judging=False))


def non_empty_items(at: DocumentNode) -> list[DocumentNode]:
    """The items of a list with at least one. Raises Unreadable for an empty list, which would find nothing."""
    if not at.items():
        raise at.wrong(NAMES_NOTHING)
    return at.items()


def steps(frames: Iterable[type[Procedure]]) -> Iterator[str]:
    """The numbered steps of these procedures."""
    for frame in frames:
        yield from (each.label for each in frame.steps if each.chart)


def fact_tags(facts: Iterable[Fact | type[Fact]]) -> list[tuple[str, str]]:
    """The tags of each fact, with the game in front and without it."""
    whole = [command_tag(fact if isinstance(fact, type) else type(fact)) for fact in facts]
    return [(tag, tag.partition(".")[2]) for tag in whole]


def refusal_text(refusal: Refusal, names: CardNames) -> str:
    """A refusal with cards by their names."""
    return f"{refusal.rule} {names.with_names(refusal.because)}"


def not_refused_by(rules: tuple[str, ...], refusal: Refusal | None, names: CardNames) -> str:
    """What came out differently where one of these rules was to refuse; empty if one did."""
    wanted = join_names(rules, "or")
    if refusal is None:
        return f"accepted, not refused by {wanted}"
    return "" if refusal.rule in rules else f"refused by {refusal_text(refusal, names)}, not by {wanted}"


def agrees(expected: object, found: object) -> bool:
    """Whether the found value is the expected one; sets in any order, `no` and `none` also as YAML reads them."""
    if isinstance(found, Among):
        return isinstance(expected, list) and len(set(expected)) == len(expected) and set(expected) <= found.names
    if isinstance(found, frozenset):
        return isinstance(expected, list) and len(set(expected)) == len(expected) and set(expected) == found
    if isinstance(found, str):
        return {"None": NONE, "False": "no"}.get(str(expected), str(expected)) == found
    return type(expected) is type(found) and expected == found


def plain_result(found: object) -> object:
    if isinstance(found, Among):
        return sorted(found.names)
    return sorted(found) if isinstance(found, frozenset) else found
