"""A command as a scenario writes it: cards by name, what is left out filled in from the seat's options."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import msgspec

from domain.kernel.decide import options, tag_of
from domain.kernel.ids import Handle, Seat
from domain.kernel.naming import Names
from domain.kernel.reading import At
from domain.kernel.spaces import Form, Pick
from domain.kernel.windows import Window

if TYPE_CHECKING:
    from domain.kernel.scene import Sights

# Fields that mean nothing further where they are left out.
EMPTY: dict[str, Any] = {"ability": 0, "condition": 0, "x": 0, "host": "", "stealth": {}}


def command_of(rules: Any, table: Any, sights: Sights, names: Names, seat: Seat, at: At) -> Any:
    """The command that a step writes as `pass` or `{play_event: {card: ice}}`; raises Unreadable."""
    tag, fields = written(at)
    kinds = {tag_of(each): each for each in rules.commands}
    if tag not in kinds:
        raise at.wrong(f"no command is called {tag!r}")
    known = kinds[tag].__struct_fields__
    given = {name: named_value(kinds[tag], names, table, each) for name, each in fields.mapping(known).items()}
    whole = filled(rules, table, sights, seat, kinds[tag], given)
    for name in known:
        if name not in whole and is_needed(kinds[tag], name):
            raise at.wrong(f"{name}: missing")
    try:
        return rules.command({"type": tag, **whole})
    except msgspec.ValidationError as error:
        raise at.wrong(str(error)) from None


def written(at: At) -> tuple[str, At]:
    """The type of a command and its fields."""
    if isinstance(at.value, str):
        return at.value, At(at.place, {})
    fields = at.mapping()
    if len(fields) != 1:
        raise at.wrong("expected one command")
    ((tag, inner),) = fields.items()
    return tag, inner


def named_value(kind: type, names: Names, table: Any, at: At) -> Any:
    """A field's value with handles in place of names; where only cards can stand, the names must be known."""
    field = at.place.rpartition(".")[2]
    if field == "condition" and isinstance(at.value, str):
        return condition_named(names, table, at)
    strict = field == "targets" or takes_handles(kind, field)
    return renamed(names, at, strict)


def renamed(names: Names, at: At, strict: bool) -> Any:
    value = at.value
    if isinstance(value, dict):
        return {
            renamed(names, at.named(str(key), key), strict): renamed(names, at.named(str(key), each), strict)
            for key, each in value.items()
        }
    if isinstance(value, list):
        return [renamed(names, each, strict) for each in at.items()]
    if not isinstance(value, str) or not value or value in names.seats:
        return value
    return names.card(at, value) if strict else names.handles.get(value, value)


@cache
def takes_handles(kind: type, field: str) -> bool:
    return mentions_handles(get_type_hints(kind)[field])


def mentions_handles(hint: Any) -> bool:
    return hint is Handle or any(mentions_handles(each) for each in get_args(hint))


def condition_named(names: Names, table: Any, at: At) -> int:
    """The condition of the open window that is named by its kind, or by kind and card (`killed:arya-stark`).

    One that the window does not have is 0, as it is for the rules.
    """
    kind, _, card = at.text().partition(":")
    if kind not in table.registry.rules.condition_kinds:
        raise at.wrong(f"no condition is of kind {kind!r}")
    if card:
        names.card(at, card)
    found = (each.id for each in conditions(table) if each.kind == kind)
    if card:
        found = (each.id for each in conditions(table) if each.kind == kind and names.names.get(each.card) == card)
    return next(found, 0)


def conditions(table: Any) -> tuple[Any, ...]:
    """What the open window is about."""
    frame = table.stack[-2] if len(table.stack) > 1 else None
    if not isinstance(frame, Window):
        return ()
    shelf = table.aftermaths if frame.kind == "reaction" else table.occurrences
    happening = shelf.get(frame.about)
    return happening.conditions if happening else ()


def filled(rules: Any, table: Any, sights: Sights, seat: Seat, kind: type, given: dict[str, Any]) -> dict[str, Any]:
    """The fields of a command with those that were left out, as far as they can be known."""
    tag = tag_of(kind)
    space = options(rules, table, seat) if table.over is None else None
    forms = [form for form in getattr(space, "forms", ()) if form.type == tag and fits(form, given)]
    whole = dict(given)
    for field in kind.__struct_fields__:  # type: ignore[attr-defined]
        if field in whole:
            continue
        value = offered(forms, field)
        if value is None:
            value = sights.default(table, seat, tag, whole, field)
        if value is None:
            value = EMPTY.get(field)
        if value is not None:
            whole[field] = value
            forms = [form for form in forms if fits(form, whole)]
    return whole


def fits(form: Form, given: dict[str, Any]) -> bool:
    return all(given[name] == value for name, value in form.fixed.items() if name in given)


def offered(forms: list[Form], field: str) -> Any:
    """The one value that the fitting forms offer; of several abilities or conditions the first."""
    values = list(dict.fromkeys(form.fixed[field] for form in forms if field in form.fixed))
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
