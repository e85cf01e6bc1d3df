"""Whole answers: a command with fields to fill in, and one of several such commands."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

import msgspec

from domain.kernel.refusals import Json, Refusal
from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.base import Chooser, Space, in_field, in_order, same, wrong_type
from domain.kernel.spaces.distribute import Distribute
from domain.kernel.spaces.fields import Flag, Multiset, Number, Ordering, Pick

FieldSpace = Pick | Number | Ordering | Flag | Multiset | Assign | Distribute


class Form(Space, frozen=True, tag="form"):
    """A command of one type, some fields fixed, others to be answered; `rules` cites what allows it."""

    type: str
    fixed: dict[str, str | int | bool] = msgspec.field(default_factory=dict)
    fields: dict[str, FieldSpace] = msgspec.field(default_factory=dict)
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.fields:
            return
        if both := self.fields.keys() & {"type", *self.fixed}:
            raise ValueError(f"fields: fixed already: {sorted(both)}")
        for field in self.fields:
            if self._parent(field) and not isinstance(self.fields.get(self._parent(field)), Pick):
                raise ValueError(f"fields.{field}.within: no field {self._parent(field)!r} to pick")

    def check(self, answer: Json) -> Refusal | None:
        if not isinstance(answer, dict):
            return wrong_type(answer, "object")
        return self._wrong_fixed(answer) or self._wrong_names(answer) or self._wrong_field(answer)

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        if not self.fields:
            return iter(({"type": self.type, **self.fixed},))
        return self._fill(chooser, self._parents_first(), {"type": self.type, **self.fixed})

    def is_plural(self) -> bool:
        """Whether its one field has several answers."""
        if len(self.fields) != 1:
            return False
        (space,) = self.fields.values()
        return space.is_plural()

    def likeness(self, answer: Mapping[Json, Json]) -> tuple[int, int]:
        """How near an answer of this type comes: the number of fixed fields that differ, then of field names."""
        shared = sum(name in answer and same(answer[name], value) for name, value in self.fixed.items())
        strange = len(self._names() ^ answer.keys())
        return shared - len(self.fixed), -strange

    def has_room_for_all(self, said: Mapping[str, Json]) -> bool:
        """Whether each of these values, whole or in part, could stand in an answer, one by one."""
        return all(
            same(self.fixed[name], value)
            if name in self.fixed
            else name in self.fields and self.fields[name].has_room_for(value)
            for name, value in said.items()
        )

    def _names(self) -> set[Json]:
        return {"type", *self.fixed, *self.fields}

    def _wrong_names(self, answer: Mapping[Json, Json]) -> Refusal | None:
        for field in answer:
            if field not in self._names():
                return Refusal("choice.unknown-field", {"field": field, "type": self.type})
        for field in ("type", *self.fixed, *self.fields):
            if field not in answer:
                return Refusal("choice.missing-field", {"field": field, "type": self.type})
        return None

    def _wrong_fixed(self, answer: Mapping[Json, Json]) -> Refusal | None:
        for field, value in {"type": self.type, **self.fixed}.items():
            if field in answer and not same(answer[field], value):
                return _no_such_form(field, answer[field], [value])
        return None

    def _wrong_field(self, answer: Mapping[Json, Json]) -> Refusal | None:
        for field in self._parents_first():
            if refusal := self._space(field, answer.get(self._parent(field))).check(answer[field]):
                return in_field(refusal, field)
        return None

    def _parents_first(self) -> list[str]:
        """Fields before those whose slots they restrict."""
        fields = list(self.fields)
        return fields if len(fields) < 2 else sorted(fields, key=lambda field: self._parent(field) != "")

    def _parent(self, field: str) -> str:
        space = self.fields[field]
        return space.within if isinstance(space, Assign) else ""

    def _space(self, field: str, parent: Json) -> FieldSpace:
        space = self.fields[field]
        if isinstance(space, Assign) and space.within:
            return space.restricted_to(_picked_names(parent))
        return space

    def _fill(self, chooser: Chooser, fields: list[str], answer: dict[str, Json]) -> Iterator[Json]:
        if not fields:
            yield {name: answer[name] for name in ("type", *self.fixed, *self.fields)}
            return
        field, others = fields[0], fields[1:]
        matters = any(self._parent(other) == field for other in others)
        for value in self._space(field, answer.get(self._parent(field))).walk(chooser):
            found = False
            for whole in self._fill(chooser, others, {**answer, field: value}):
                found = True
                yield whole
            if not found and not matters:
                return  # no other value of this field can help the fields after it


class Commands(Space, frozen=True, tag="commands"):
    """Any command that matches one of the forms."""

    forms: tuple[Form, ...]

    def is_plural(self) -> bool:
        """Whether there are several answers of one form, or two different commands without a field."""
        return are_plural(self.forms)

    def check(self, answer: Json) -> Refusal | None:
        if not isinstance(answer, dict):
            return wrong_type(answer, "object")
        of_type = [form for form in self.forms if same(form.type, answer.get("type"))]
        if not of_type:
            return _no_such_form("type", answer.get("type"), sorted({form.type for form in self.forms}))
        refusals = {n: refusal for n, form in enumerate(of_type) if (refusal := form.check(answer))}
        if len(refusals) < len(of_type):
            return None
        alike = {n: of_type[n].likeness(answer) for n in refusals}
        nearest = [refusals[n] for n in refusals if alike[n] == max(alike.values())]
        return _of_all(of_type, answer, _widest(nearest))

    def walk(self, chooser: Chooser) -> Iterator[Json]:
        if len(self.forms) == 1:
            (form,) = in_order(chooser, self.forms)
            yield from form.walk(chooser)
            return
        # by what they are in any order, since two forms may list the same options differently
        seen: dict[bytes, dict[bytes, dict[str, Json]]] = {}
        for form in in_order(chooser, self.forms):
            for answer in form.walk(chooser):
                assert isinstance(answer, dict)
                alike = seen.setdefault(_canonical_answer(answer, answer), {})
                canonical = _canonical_answer(answer, ())
                if canonical in alike or any(self._key(answer) == self._key(each) for each in alike.values()):
                    continue
                alike[canonical] = answer
                yield answer

    def _key(self, answer: Mapping[str, Json]) -> bytes:
        """What answers that say the same have in common: the order of what is picked, where no form asks for one."""
        accepting = [form for form in self.forms if form.check(answer) is None]
        picked = [field for field in answer if all(isinstance(form.fields.get(field), Pick) for form in accepting)]
        return _canonical_answer(answer, picked)


def _canonical_answer(answer: Mapping[str, Json], unordered: Container[str]) -> bytes:
    """An answer as one comparable text, some of its lists in one order; 1 and true, equal in Python, differ."""
    sorts = {
        name: sorted(map(str, value)) for name, value in answer.items() if name in unordered and isinstance(value, list)
    }
    return msgspec.json.encode({**answer, **sorts}, order="sorted")


def are_plural(forms: Iterable[Form]) -> bool:
    """Whether one form has several answers, or two commands have no fields; reads no more forms than it must."""
    first: tuple[str, object] | None = None
    for form in forms:
        if form.fields:
            if form.is_plural():
                return True
        elif first is None:
            first = form.type, form.fixed
        elif first != (form.type, form.fixed):
            return True
    return False


def _widest(refusals: Sequence[Refusal]) -> Refusal:
    """The first of these refusals; of those that differ from it by how many a form takes, that of the widest form."""
    first = refusals[0]
    same_place = [each for each in refusals if each.rule == first.rule and each.because.keys() == first.because.keys()]
    if first.rule == "choice.too-many" and "max" in first.because:
        return max(same_place, key=lambda each: int(str(each.because["max"])))
    if first.rule == "choice.too-few" and "min" in first.because:
        return min(same_place, key=lambda each: int(str(each.because["min"])))
    return first


def _of_all(forms: list[Form], answer: Mapping[Json, Json], refusal: Refusal) -> Refusal:
    """The nearest form's refusal; where a fixed field differs, with what any form has there."""
    field = refusal.because.get("field")
    if refusal.rule != "choice.no-such-form" or not isinstance(field, str):
        return refusal
    values = [form.fixed[field] for form in forms if field in form.fixed]
    # a dict keeps the forms' order; the type beside the value keeps 1 and true apart
    return _no_such_form(field, answer[field], [value for _, value in {(type(v), v): 0 for v in values}])


def _no_such_form(field: str, given: Json, offered: Sequence[Json]) -> Refusal:
    return Refusal("choice.no-such-form", {"field": field, "given": given, "offered": list(offered)})


def _picked_names(value: Json) -> list[str]:
    """The names that a sibling field's answer picks."""
    names = value if isinstance(value, list) else [value]
    return [name for name in names if isinstance(name, str)]
