"""A command as a scenario writes it: cards by name; omitted fields are filled in from the seat's options."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import TYPE_CHECKING, TypeVar, get_args, get_type_hints

import msgspec

from domain.kernel.command_moments import command_tag
from domain.kernel.commands import Command
from domain.kernel.deciding import seat_options
from domain.kernel.flow.priority_windows import Window
from domain.kernel.formats.closed_lists import check_names
from domain.kernel.formats.mismatch import explain_mismatch, join_place
from domain.kernel.formats.reading import UNKNOWN_KEY, DocumentNode, Unreadable
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import AbilityTable, Condition, ConditionGroup, condition_group
from domain.kernel.occurring.occurrence import Aftermath, Occurrence
from domain.kernel.refusals import Json, Refusal
from domain.kernel.scenarios.card_names import CardNames
from domain.kernel.scenarios.scenario import WORDS
from domain.kernel.spaces.commands import Form
from domain.kernel.spaces.fields import Pick
from domain.kernel.table import Table

if TYPE_CHECKING:
    from domain.kernel.rules import FlowRules, Rules, WindowRules
    from domain.kernel.scenarios.window_names import ScenarioProbe

# a game without abilities has no window, and no condition is looked for on its table
T = TypeVar("T", bound=AbilityTable)

SHAPE = "command.shape"
OF_THE_STEP = "stands beside the seat, outside the braces of the command"
PASS = "pass"
NO_PASS = (
    "no command is called 'pass': nobody passes in this game, each question has answers of its own; "
    "expect options.SEAT to be the commands that a seat may give"
)


class Misshapen(Unreadable):
    """A command that no game could decode: its type, a field or a value is none; refused by `command.shape`."""

    @property
    def refusal(self) -> Refusal:
        """The refusal with which the sender would be answered."""
        return Refusal(SHAPE, {"problem": str(self)})


def read_command(
    rules: Rules[T],
    table: T,
    sights: ScenarioProbe[T],
    names: CardNames,
    seat: Seat,
    at: DocumentNode,
    expected: Collection[str] = (),
) -> Command:
    """The command that a step writes as `pass` or `{play_event: {card: ice}}`.

    Raises Unreadable, of which Misshapen is for a command that no game could decode. Where one of the rules `expected`
    to refuse it is about choices, an unknown name stays as it is, for the game to refuse.
    """
    tag, fields = split_command(at)
    kind = command_type(rules, tag, fields)
    field_names = kind.__struct_fields__
    said = command_fields(fields, kind)
    given = {name: resolve_names(kind, names, table, each, expected) for name, each in said.items()}
    whole = fill_fields(rules, table, sights, seat, kind, given)
    for name in field_names:
        if name not in whole and is_needed(kind, name):
            raise Misshapen(fields.place, f"{name}: missing")
    return decode_command(rules, fields, {"type": tag, **whole})


def check_command(rules: FlowRules[T], names: CardNames, at: DocumentNode, expected: Collection[str] = ()) -> None:
    """Raises Unreadable for a command that could be read at no table: its type, a field or a name in it is none.

    One that no game could decode may be refused as such by one of the rules `expected`.
    """
    try:
        tag, fields = split_command(at)
        kind = command_type(rules, tag, fields)
        for name, each in command_fields(fields, kind).items():
            check_names(kind, name, each, names.seats, expected)
            if takes_cards(kind, name, expected):
                check_card_names(names, each)
    except Misshapen:
        if SHAPE not in expected:
            raise


def check_card_names(names: CardNames, at: DocumentNode) -> None:
    """Raises Unreadable for a word that is the name of no card, seat excepted."""
    if isinstance(at.value, dict) and "card" in at.value:
        check_card_names(names, at.child("card", at.value["card"]))
    elif isinstance(at.value, dict):
        for name, each in at.mapping().items():
            check_card_names(names, DocumentNode(each.place, name))
            check_card_names(names, each)
    elif isinstance(at.value, list):
        for each in at.items():
            check_card_names(names, each)
    elif isinstance(at.value, str) and at.value and at.value not in names.seats:
        names.card(at, at.value)


def read_command_part(rules: FlowRules[T], table: T, names: CardNames, at: DocumentNode) -> tuple[str, dict[str, Json]]:
    """The type of a command and its written fields, nothing filled in. Raises Unreadable."""
    tag, fields = split_command(at)
    kind = command_type(rules, tag, fields)
    said = command_fields(fields, kind)
    return tag, {name: resolve_names(kind, names, table, each) for name, each in said.items()}


def command_type(rules: FlowRules[T], tag: str, at: DocumentNode) -> type[Command]:
    """The type of command with this name. Raises Misshapen."""
    kinds = {command_tag(each): each for each in rules.commands}
    if tag == PASS and tag not in kinds:
        raise Misshapen(at.place, NO_PASS)
    if tag not in kinds:
        raise as_misshapen(at.unknown_word(f"no command is called {tag!r}", tag, kinds))
    return kinds[tag]


def command_fields(at: DocumentNode, kind: type[Command]) -> dict[str, DocumentNode]:
    """The written fields. Raises Misshapen for a name that is no field, with the field that it belongs under if any."""
    names = kind.__struct_fields__
    if meant := with_only_field(kind, at.value):
        raise as_misshapen(at.wrong("expected named fields", meant))
    for name, field in at.mapping().items() if isinstance(at.value, dict) else ():
        if name not in names and name in WORDS:
            raise Misshapen(field.place, f"{name} {OF_THE_STEP}")
        if name not in names and (outer := field_with(kind, name)):
            raise Misshapen(field.place, f"{UNKNOWN_KEY}; it belongs under {outer}: {{{outer}: {{{name}: ...}}}}")
    try:
        return at.mapping(names)
    except Unreadable as error:
        raise as_misshapen(error) from None


def with_only_field(kind: type[Command], value: object) -> str:
    """A number, text or list that stands alone with the one field of a command that takes it; empty where none does."""
    if isinstance(value, dict):
        return ""
    hints = get_type_hints(kind)
    taking = [name for name in kind.__struct_fields__ if is_needed(kind, name) and fits_type(value, hints[name])]
    said = f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)
    return f"{{{taking[0]}: {said.lower() if isinstance(value, bool) else said}}}" if len(taking) == 1 else ""


def fits_type(value: object, hint: object) -> bool:
    """Whether a value as it is written can be one of a type."""
    try:
        msgspec.convert(value, hint)
    except msgspec.ValidationError:
        return False
    return True


def field_with(kind: type[Command], name: str) -> str:
    """The field of a command that has a part of this name in it; empty where none has."""
    hints = get_type_hints(kind)
    parts = {field: hints[field] for field in kind.__struct_fields__}
    inside = (field for field, of in parts.items() if name in getattr(of, "__struct_fields__", ()))
    return next(inside, "")


def as_misshapen(error: Unreadable) -> Misshapen:
    """The same error as one of a command's shape; its words have the suggestion already."""
    return Misshapen(error.place, error.reason)


def decode_command(rules: FlowRules[T], at: DocumentNode, values: dict[str, Json]) -> Command:
    """The command with these values. Raises Misshapen."""
    try:
        return rules.command(values)
    except msgspec.ValidationError as error:
        found = explain_mismatch(error, *command_types_named(rules, values))
        raise Misshapen(join_place(at.place, found.place), found.reason) from None


def command_types_named(rules: FlowRules[T], answer: Json) -> tuple[type[Command], ...]:
    """The type of command that an answer names; all types where it names none."""
    tag = answer.get("type") if isinstance(answer, dict) else None
    named = tuple(each for each in rules.commands if command_tag(each) == tag)
    return named or tuple(rules.commands)


def split_command(at: DocumentNode) -> tuple[str, DocumentNode]:
    """The type of a command and its fields, at the place of the type. Raises Unreadable for more than one command."""
    if isinstance(at.value, str):
        return at.value, DocumentNode(at.place, {})
    fields = at.mapping()
    if len(fields) != 1:
        if of_step := next((fields[name] for name in WORDS if name in fields), None):
            raise of_step.wrong(f"{of_step.place.rpartition('.')[2]} {OF_THE_STEP}")
        raise at.wrong("expected one command")
    ((tag, inner),) = fields.items()
    return tag, inner


def resolve_names(
    kind: type, names: CardNames, table: AbilityTable, at: DocumentNode, expected: Collection[str] = ()
) -> Json:
    """The value of a field with handles in place of names; names of a closed list must be known."""
    field = at.place.rpartition(".")[2]
    check_names(kind, field, at, names.seats, expected)
    if field == "condition" and not isinstance(at.value, int):
        return find_condition(names, table, at)
    return Renaming(names, table, takes_cards(kind, field, expected)).replace_names(at)


def takes_cards(kind: type, field: str, expected: Collection[str]) -> bool:
    """Whether nothing but cards can stand in a field; any name can where a rule about choices is to refuse it."""
    cards = field == "targets" or takes_handles(kind, field)
    return cards and not any(rule.startswith("choice.") for rule in expected)


class Renaming:
    """Handles in place of names; `strict` where nothing but cards can stand."""

    def __init__(self, names: CardNames, table: Table, strict: bool) -> None:
        self.names = names
        self.table = table
        self.strict = strict

    def replace_names(self, at: DocumentNode) -> Json:
        """A value with handles; raises Unreadable."""
        value = at.value
        if isinstance(value, dict):
            if "card" in value:
                return self.names.find_mentioned(at, self.table)
            return {
                self.name(at.child(str(key), key)): self.replace_names(at.child(str(key), value[key])) for key in value
            }
        if isinstance(value, list):
            return [self.replace_names(each) for each in at.items()]
        return self.name(at)

    def name(self, at: DocumentNode) -> Json:
        """One word; a seat, a number or nothing stays as it is."""
        value = at.value
        if not isinstance(value, str) or not value or value in self.names.seats:
            return value
        return self.names.card(at, value) if self.strict else self.names.handles.get(value, value)


@cache
def takes_handles(kind: type, field: str) -> bool:
    return mentions_handles(get_type_hints(kind)[field])


def mentions_handles(hint: object) -> bool:
    return hint is Handle or any(mentions_handles(each) for each in get_args(hint))


def find_condition(names: CardNames, table: AbilityTable, at: DocumentNode) -> int:
    """The condition of the open window that is named by its kind, or by kind and card (`killed:arya-stark`).

    One that has been averted is found too; one that the window never had is 0, as it is for the rules. Raises
    Unreadable for an unknown kind.
    """
    if not isinstance(at.value, str):
        raise at.wrong("a condition is given by its kind, or by kind and card: killed, killed:arya-stark")
    kind, _, card = at.text().partition(":")
    rules: WindowRules[AbilityTable] = table.registry.rules
    kinds = rules.condition_kinds
    if kind not in kinds:
        raise at.unknown_word(f"no condition is of kind {kind!r}", kind, kinds)
    if card:
        names.card(at, card)
    of_kind = (each for each in known_conditions(table) if each.kind == kind)
    return next((each.id for each in of_kind if not card or names.names.get(each.card) == card), 0)


def open_conditions(table: Table) -> tuple[Condition, ...]:
    """The conditions that the open window is about."""
    happening = open_group(table)
    return happening.conditions if happening else ()


def known_conditions(table: Table) -> tuple[Condition, ...]:
    """The conditions that the open window or order is about, and after them those that were averted."""
    happening = open_group(table)
    return (*happening.conditions, *(each.condition for each in happening.averted)) if happening else ()


def open_group(table: Table) -> ConditionGroup | None:
    """The group of conditions that the open window is about, or for whose mandatory abilities an order is asked.

    None where it is about none or nothing of that kind is open.
    """
    frame = table.stack[-2] if len(table.stack) > 1 else None
    if isinstance(frame, Occurrence | Aftermath):
        return condition_group(table, frame.id)
    return condition_group(table, frame.about) if isinstance(frame, Window) else None


def fill_fields(
    rules: Rules[T], table: T, sights: ScenarioProbe[T], seat: Seat, kind: type[Command], given: dict[str, Json]
) -> dict[str, Json]:
    """The fields of a command, with the omitted ones as far as they can be known."""
    tag = command_tag(kind)
    space = seat_options(rules, table, seat) if table.over is None else None
    forms = [form for form in getattr(space, "forms", ()) if form.type == tag and form_fits(form, given)]
    forms = [form for form in forms if given.keys() <= form.fixed.keys() | form.fields.keys()] or forms
    whole = dict(given)
    for field in kind.__struct_fields__:
        if field in whole:
            continue
        value = offered_value(forms, field)
        if value is None:
            value = sights.default(table, seat, tag, whole, field)
        if value is not None:
            whole[field] = value
            forms = [form for form in forms if form_fits(form, whole)]
    return whole


def form_fits(form: Form, given: dict[str, Json]) -> bool:
    return all(given[name] == value for name, value in form.fixed.items() if name in given)


def offered_value(forms: list[Form], field: str) -> Json:
    """The one value that the fitting forms offer; of several abilities or conditions the first."""
    values: list[Json] = list(dict.fromkeys(form.fixed[field] for form in forms if field in form.fixed))
    values += [only for form in forms if (only := only_pick(form, field))]
    if len(values) == 1 or (values and field in ("ability", "condition")):
        return values[0]
    return None


def only_pick(form: Form, field: str) -> str:
    space = form.fields.get(field)
    if not isinstance(space, Pick) or not space.single or space.min == 0:
        return ""
    return space.options[0] if len(space.options) == 1 else ""


def is_needed(kind: type, field: str) -> bool:
    found = next(each for each in msgspec.structs.fields(kind) if each.name == field)
    return bool(found.required)
