"""Answers as forms of HTML: whatever may be answered can be filled in, and what was filled in is that answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.deciding import seat_options
from domain.kernel.spaces.assign import Assign
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.distribute import Distribute
from domain.kernel.spaces.fields import Flag, Multiset, Number, Ordering, Pick
from service.console.forms.answers import Control, FormAnswers, answer_of, form_fields
from service.present.text.names import CardTitles
from service.tools.simulate import SimulationTask, decisions
from service.web.problems import Problem
from tests.builders import Dice

NAMES = CardTitles({}, handles=False)
EVERY = Form(
    "try",
    {"card": "x"},
    {
        "one": Pick(("a", "b"), 1, 1, single=True),
        "some": Pick(("a", "b", "c"), 0, 2),
        "number": Number(2, 8, 2),
        "order": Ordering(("a", "b", "c")),
        "yes": Flag(),
        "units": Multiset({"knight": 2, "footman": 3}, 3),
        "orders": Assign(("a", "b"), {"raid": 1, "march": 2}),
        "march": Distribute("a", {"knight": 1, "footman": 2}, {"b": ("knight", "footman"), "c.d": ("knight",)}),
    },
)


def filled(answer: dict[str, Any], form: Form) -> Iterator[tuple[str, list[str]]]:
    """What somebody fills in who wants to give this answer, by the names of the controls."""
    for name, space in form.fields.items():
        value, at = answer[name], f"a.{name}"
        if isinstance(space, Pick):
            yield at, [value or ""] if space.single else list(value)
        elif isinstance(space, Ordering):
            yield from ((f"{at}.{item}", [str(place)]) for place, item in enumerate(value, 1))
        elif isinstance(space, Multiset | Assign):
            yield from ((f"{at}.{each}", [str(what)]) for each, what in value.items())
        elif isinstance(space, Distribute):
            moves = [(place, kind, n) for place, counts in value["moves"].items() for kind, n in counts.items()]
            yield from ((f"{at}.to.{place}.{kind}", [str(n)]) for place, kind, n in moves)
            yield f"{at}.token", ["yes"] if value["token"] else []
        else:
            yield at, ["yes"] if value is True else [] if value is False else [str(value)]


def controls(form: Form) -> dict[str, Control]:
    return {each.name: each for field in form_fields(form, NAMES, FormAnswers({})) for each in field.controls}


def is_possible(control: Control, value: str) -> bool:
    """Whether a browser would let somebody fill this in."""
    if control.kind == "number":
        return control.least <= int(value) <= control.most and (int(value) - control.least) % control.step == 0
    return control.kind == "flag" or value in [option for option, _ in control.options]


def holds(form: Form, answer: dict[str, Any]) -> None:
    given, there = dict(filled(answer, form)), controls(form)
    assert all(name in there for name, values in given.items() if values), (given, sorted(there))
    assert all(is_possible(there[name], value) for name, values in given.items() for value in values)
    assert answer_of(form, FormAnswers(given)) == without_nothing(form, answer)
    shown = {each.name: each.given for field in form_fields(form, NAMES, FormAnswers(given)) for each in field.controls}
    assert all(list(shown[name]) == [each for each in values if each] for name, values in given.items() if any(values))


def without_nothing(form: Form, answer: dict[str, Any]) -> dict[str, Any]:
    """The same answer with kinds that are taken 0 times left out."""
    said = dict(answer)
    for name, space in form.fields.items():
        if isinstance(space, Multiset):
            said[name] = {kind: n for kind, n in said[name].items() if n}
        elif isinstance(space, Distribute):
            moves = {place: {kind: n for kind, n in each.items() if n} for place, each in said[name]["moves"].items()}
            said[name] = {**said[name], "moves": {place: each for place, each in moves.items() if each}}
    return said


def test_no_more_is_asked_for_than_there_is_to_pick() -> None:
    [field] = form_fields(Form("try", {}, {"some": Pick(("a", "b"), 0, 5)}), NAMES, FormAnswers({}))
    assert field.hint == "0 to 2 of these"


def test_every_kind_of_field_can_be_filled_in_with_every_answer() -> None:
    dice = Dice("every field")
    for _ in range(300):
        answer = EVERY.sample(dice)
        assert isinstance(answer, dict)
        holds(EVERY, answer)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_offered_in_a_match_can_be_filled_in(game: str) -> None:
    dice, kinds = Dice(f"answering {game}"), set[type]()
    for each in decisions(SimulationTask(game, 20261121, 4)):
        match = each.match
        if match.table.over is not None:
            break
        for seat in match.table.waiting.seats:
            space = seat_options(match.rules, match.table, seat)
            for form in space.forms if isinstance(space, Commands) else ():
                kinds |= set(map(type, form.fields.values()))
                answer = next(form.walk(dice), None)
                if isinstance(answer, dict):
                    holds(form, answer)
    assert len(kinds) > 2


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(Problem):
        answer_of(EVERY, FormAnswers({"a.number": ["many"]}))
