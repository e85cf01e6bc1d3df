"""An answer as an HTML form: a choice space as controls, and form data as an answer.

Read `Control`, then `form_fields` (a form's fields) and `answer_of` (the way back). This module does not judge the
answer: the rules do, and their refusal says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.commands import FieldSpace, Form
from domain.kernel.spaces.distribute import Distribute
from domain.kernel.spaces.fields import Flag, Multiset, Number, Ordering, Pick
from service.console.forms.fields import no_number, signed_number
from service.present.text.names import CardTitles, in_words
from service.present.text.window import FIELDS, constraint_words

NONE = ("", "none")
BELOW = "."


class Control(Struct, frozen=True):
    """One control: `kind` is `one` (of the options), `many` (of them), `number` or `flag`; `given` is its value."""

    name: str
    label: str
    kind: str
    options: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0
    step: int = 1
    given: tuple[str, ...] = ()


class AnswerField(Struct, frozen=True):
    """A field of a command: its name in words, the limits of its answer, its controls."""

    label: str
    hint: str
    controls: tuple[Control, ...]


class FormAnswers:
    """Form data, by the names of the controls."""

    def __init__(self, filled: Mapping[str, list[str]], before: str = "a") -> None:
        self.filled = filled
        self.before = before

    def name(self, *path: str) -> str:
        """The name of the control at a path."""
        return BELOW.join((self.before, *path))

    def all(self, *path: str) -> tuple[str, ...]:
        return tuple(each for each in self.filled.get(self.name(*path), ()) if each)

    def one(self, *path: str) -> str:
        return next(iter(self.all(*path)), "")

    def number(self, *path: str, span: tuple[int, int] | None = None) -> int:
        """A whole number, 0 if the control is empty. Raises Problem 422."""
        text = self.one(*path).strip() or "0"
        number = signed_number(text)
        if number is None:
            raise no_number(in_words(path[0]), text, f"from {span[0]} to {span[1]}" if span else "")
        return number


class ControlBuilder(Struct, frozen=True):
    """Builds the controls of one field, from its path, the words for its values and the earlier form data."""

    path: str
    names: CardTitles
    given: FormAnswers

    def control(self, kind: str, label: str = "", *below: str, first: tuple[str, ...] = (), **more: Any) -> Control:
        """A control below the field; `first` is its initial value."""
        shown = self.given.all(self.path, *below) or first
        return Control(self.given.name(self.path, *below), label, kind, given=shown, **more)

    def options(self, values: Any) -> tuple[tuple[str, str], ...]:
        return tuple((value, self.names.thing(value)) for value in values)


# --- building


def draw_pick(pick: Pick, draw: ControlBuilder) -> Iterator[Control]:
    options = draw.options(pick.options)
    if pick.single:
        yield draw.control("one", options=options if pick.min else (NONE, *options))
    else:
        yield draw.control("many", options=options)


def draw_number(number: Number, draw: ControlBuilder) -> Iterator[Control]:
    shown = (str(number.min),)
    yield draw.control("number", least=number.min, most=number.max, step=number.step, first=shown)


def draw_flag(flag: Flag, draw: ControlBuilder) -> Iterator[Control]:
    yield draw.control("flag", "Yes")


def draw_ordering(ordering: Ordering, draw: ControlBuilder) -> Iterator[Control]:
    """The controls of an ordering: one for each place."""
    places = tuple((str(n), str(n)) for n in range(1, len(ordering.items) + 1))
    for n, item in enumerate(ordering.items, 1):
        yield draw.control("one", draw.names.thing(item), item, options=places, first=(str(n),))


def draw_multiset(multiset: Multiset, draw: ControlBuilder) -> Iterator[Control]:
    for kind, most in multiset.kinds.items():
        yield draw.control("number", draw.names.thing(kind), kind, most=most, first=("0",))


def draw_assignment(assign: Assign, draw: ControlBuilder) -> Iterator[Control]:
    """The controls of an assignment: one for each slot."""
    for slot in assign.slots:
        tokens = [token for token in assign.allowed.get(slot, tuple(assign.tokens)) if token in assign.tokens]
        yield draw.control("one", draw.names.thing(slot), slot, options=(NONE, *draw.options(tokens)))


def draw_distribution(march: Distribute, draw: ControlBuilder) -> Iterator[Control]:
    """The controls of a distribution: the number of units of each kind for each place, and whether the token stays."""
    for place, kinds in march.dests.items():
        for kind in kinds:
            if most := march.units.get(kind, 0):
                label = f"{draw.names.thing(kind)} to {draw.names.thing(place)}"
                yield draw.control("number", label, "to", place, kind, most=most, first=("0",))
    if march.option_if_emptied:
        yield draw.control("flag", "Leave a Power token behind", "token")


DRAWN: dict[type, Callable[[Any, ControlBuilder], Iterator[Control]]] = {
    Pick: draw_pick,
    Number: draw_number,
    Flag: draw_flag,
    Ordering: draw_ordering,
    Multiset: draw_multiset,
    Assign: draw_assignment,
    Distribute: draw_distribution,
}


def form_fields(form: Form, names: CardTitles, given: FormAnswers) -> tuple[AnswerField, ...]:
    """The fields of a form that must be filled in."""
    return tuple(
        AnswerField(
            in_words(name).capitalize(),
            hint_of(space, names),
            tuple(DRAWN[type(space)](space, ControlBuilder(name, names, given))),
        )
        for name, space in form.fields.items()
    )


def hint_of(space: FieldSpace, names: CardTitles) -> str:
    """The limits of an answer that the controls do not show."""
    described: dict[str, Any] = msgspec.to_builtins(space)
    if isinstance(space, Pick):
        many = "" if space.single else f"{least_to_most(space.min, min(space.max, len(space.options)))} of these"
        return "; ".join(filter(None, [many, *map(constraint_words, described["constraints"])]))
    if isinstance(space, Multiset):
        return f"{space.n} in all"
    if isinstance(space, Assign):
        return f"{space.fill} of them" if space.fill >= 0 else ""
    if isinstance(space, Number):
        return least_to_most(space.min, space.max)
    return FIELDS["distribute"](described, names) if isinstance(space, Distribute) else ""


def least_to_most(least: int, most: int) -> str:
    return str(least) if least == most else f"{least} to {most}"


# --- reading


def read_ordering(ordering: Ordering, name: str, given: FormAnswers) -> list[str]:
    return sorted(ordering.items, key=lambda item: given.number(name, item))


def read_multiset(multiset: Multiset, name: str, given: FormAnswers) -> dict[str, int]:
    return {kind: n for kind in multiset.kinds if (n := given.number(name, kind))}


def read_assignment(assign: Assign, name: str, given: FormAnswers) -> dict[str, str]:
    return {slot: token for slot in assign.slots if (token := given.one(name, slot))}


def read_distribution(march: Distribute, name: str, given: FormAnswers) -> dict[str, Any]:
    moves: dict[str, dict[str, int]] = {}
    for place, kinds in march.dests.items():
        if counts := {kind: n for kind in kinds if (n := given.number(name, "to", place, kind))}:
            moves[place] = counts
    return {"moves": moves, "token": bool(given.one(name, "token"))}


def read_pick(pick: Pick, name: str, given: FormAnswers) -> Any:
    return (given.one(name) or None) if pick.single else list(given.all(name))


READ: dict[type, Callable[[Any, str, FormAnswers], Any]] = {
    Pick: read_pick,
    Number: lambda number, name, given: given.number(name, span=(number.min, number.max)),
    Flag: lambda flag, name, given: bool(given.one(name)),
    Ordering: read_ordering,
    Multiset: read_multiset,
    Assign: read_assignment,
    Distribute: read_distribution,
}


def answer_of(form: Form, given: FormAnswers) -> dict[str, Any]:
    """The command that a form and its form data make. Raises Problem 422 for a number that cannot be read."""
    fields = {name: READ[type(space)](space, name, given) for name, space in form.fields.items()}
    return {"type": form.type, **form.fixed, **fields}
