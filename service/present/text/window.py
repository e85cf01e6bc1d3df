"""The open window in words: what is open, within what, who may do what and by which rule.

Made from the reply of `domain.kernel.flow.open_windows.describe_open_window`, so it shows no more than the viewer may
know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from domain.kernel.formats.listing import join_names
from domain.kernel.spaces.codec import AnySpace, decode
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick
from service.app.rulebooks import rule_of
from service.present.text.endings import ending_sentence
from service.present.text.facts import about_words, command_words, field_value, value_words
from service.present.text.names import CardTitles


def window_lines(answer: dict[str, Any], names: CardTitles) -> Iterator[str]:
    """The lines of a description of the open window."""
    if not answer["open"]:
        over = answer["over"]
        yield f"no window is open: {ending_sentence(over['winner'], over['how'])} ({over['rule']})"
        return
    yield f"{answer['kind'].upper()}  {answer['name']}  step {answer['step']}  wait w{answer['wait']}"
    yield f"  {'within':<9} {answer['within']}"
    yield from about_lines(answer, names)
    yield from awaited_lines(answer)
    yield f"  {'nesting':<9} {' > '.join(nesting_line(answer, names))}"
    yield from options_lines(answer, names)
    yield f"  any time: {', '.join(answer['always'])}"


def about_lines(answer: dict[str, Any], names: CardTitles) -> Iterator[str]:
    for number, each in enumerate(answer.get("about", ())):
        yield f"  {'' if number else 'about':<9} {each['condition']}: {condition_line(each, names)}"


def condition_line(seen: dict[str, Any], names: CardTitles) -> str:
    said = about_words(seen["says"], names)
    card = f" ({seen['card']})" if seen.get("card") and names.handles else ""
    return f"{said}{card}"


def awaited_lines(answer: dict[str, Any]) -> Iterator[str]:
    if "priority" in answer:
        passed = ", ".join(answer["passed"]) or "nobody"
        yield f"  {'priority':<9} {answer['priority']}  (first {answer['first']}, passed: {passed})"
        return
    answered = f"  (answered: {', '.join(answer['answered'])})" if answer["answered"] else ""
    secret = "  in secret" if answer["sealed"] else ""
    yield f"  {'awaited':<9} {', '.join(answer['awaited'])}{answered}{secret}"
    yield f"  {'rule':<9} {cite_rule(answer['rule'])}"


def nesting_line(answer: dict[str, Any], names: CardTitles) -> Iterator[str]:
    frames = answer["nesting"]
    # set-up stays at the bottom of the stack: it is the frame that began the first round
    below = len(frames) > 1 and frames[0]["frame"] == "setup"
    for frame in frames[1:] if below else frames:
        words = [frame["frame"].replace("_", " ")]
        if "name" in frame:
            words = [f"{frame['name']} window"]
        if "of" in frame:
            words = [f"{names.title(frame['of'])} of {frame['by']}"]
        if "conditions" in frame:
            words.append(f"of {', '.join(dict.fromkeys(each['kind'] for each in frame['conditions']))}")
        if "step" in frame:
            words.append(f"at step {frame['step']}")
        yield " ".join(words)


def options_lines(answer: dict[str, Any], names: CardTitles) -> Iterator[str]:
    for seat in answer["awaited"]:
        if seat not in answer["options"]:
            yield f"  {seat} may: for {seat} and the judges to know"
            continue
        yield f"  {seat} may"
        space = space_of(answer["options"][seat])
        yield from (f"    {line}" for line in space_lines(space, names, conditions_of(answer, names)))


def conditions_of(answer: dict[str, Any], names: CardTitles) -> dict[int, str]:
    """What the open window is about, in words, by the number of the condition."""
    return {each["condition"]: condition_line(each, names) for each in answer.get("about", ())}


def space_of(described: dict[str, Any]) -> AnySpace:
    """A space from its JSON form."""
    return decode(msgspec.json.encode(described))


def space_lines(space: AnySpace, names: CardTitles, conditions: dict[int, str]) -> Iterator[str]:
    """The numbered forms of a space; a form that leaves something to choose is followed by its fields."""
    forms = space.forms if isinstance(space, Commands) else ()
    for number, form in enumerate(forms, 1):
        yield f"{number:>2}  {form_words(form, names, conditions)}"
        yield from (f"      {name}: {field_words(field, names)}" for name, field in form.fields.items())
        if form.fields:
            example = next(form.walk(_LargestChoice()), None)
            yield f"      e.g. {msgspec.json.encode(example).decode()}"
    yield from rules_lines(forms)


def place_lines(space: AnySpace, places: Mapping[str, str]) -> Iterator[str]:
    """The places among the targets that a space offers, each with what lies there."""
    forms = space.forms if isinstance(space, Commands) else ()
    fields = (form.fields.get("targets") for form in forms if form.type == "choose_targets")
    offered = {option: None for field in fields if isinstance(field, Pick) for option in field.options}
    yield from (f"    {option} is {places[option]}" for option in offered if option in places)


def rules_lines(forms: tuple[Form, ...]) -> Iterator[str]:
    """The rules by which the forms are offered, each with the numbers of its forms."""
    by: dict[str, list[str]] = {}
    for number, form in enumerate(forms, 1):
        for rule in form.rules:
            by.setdefault(rule, []).append(str(number))
    yield from (f"by {cite_rule(rule)} ({', '.join(numbers)})" for rule, numbers in by.items())


class _LargestChoice:
    """Chooses the largest value of each field, so that the example shows the shape of an answer best."""

    def below(self, n: int) -> int:
        return n - 1


def form_words(form: Form, names: CardTitles, conditions: dict[int, str]) -> str:
    fixed: dict[str, Any] = {name: value for name, value in form.fixed.items() if value not in (0, "")}
    if (about := fixed.pop("condition", None)) is not None:
        fixed["answering"] = conditions.get(int(about), str(about))
    card = fixed.pop("card", None)
    words = [form.type, *([names.thing(str(card))] if card else [])]
    words += [f"{name} {fixed_words(name, value, names)}" for name, value in fixed.items()]
    return f"{words[0]:<20} {', '.join(words[1:])}".rstrip()


def fixed_words(name: str, value: Any, names: CardTitles) -> str:
    """A fixed value as it is answered; behind the number of an ability that a keyword gives stands the keyword."""
    if name == "ability" and value < 0:
        return f"{value} ({field_value(name, value, names)})"
    return value_words(value, names)


def field_words(field: AnySpace, names: CardTitles) -> str:
    """The values that a field accepts, in one line."""
    described: dict[str, Any] = msgspec.to_builtins(field)
    kind = described.pop("kind")
    said = FIELDS.get(kind)
    return said(described, names) if said else command_words({"type": kind, **described}, names)


def pick_words(pick: dict[str, Any], names: CardTitles) -> str:
    many = f"{field_range(pick)} of " if not pick["single"] else ""
    limits = "".join(f"; {constraint_words(each, ids=names.handles)}" for each in pick["constraints"])
    return f"{many}{names.thing_list(pick['options'])}{limits}"


def assign_words(assign: dict[str, Any], names: CardTitles) -> str:
    tokens = join_names((names.thing(each) for each in assign["tokens"]), "or")
    each_of = "each of " if len(assign["slots"]) > 1 else ""
    return f"{each_of}{names.thing_list(assign['slots'])}: {tokens}" if assign["slots"] and tokens else "none"


def multiset_words(multiset: dict[str, Any], names: CardTitles) -> str:
    kinds = ", ".join(f"up to {n} {names.thing(kind)}" for kind, n in multiset["kinds"].items())
    return f"{multiset['n']} in all of {kinds}"


def distribute_words(march: dict[str, Any], names: CardTitles) -> str:
    """Which units may go where, and the limits of the whole choice."""
    units = ", ".join(f"{n} {names.thing(kind)}" for kind, n in march["units"].items())
    words = [f"{units} of {names.thing(march['source'])} to {names.thing_list(march['dests'])}"]
    if len(march["exclusive"]) > 1:
        words.append(f"at most one of {names.thing_list(march['exclusive'])}")
    words += [f"at most {n} in {names.thing(place)}" for place, n in march["room"].items()]
    words += [f"strength {need['at_least']} into {names.thing(place)}" for place, need in march["need"].items()]
    if march["ranks"]:
        words.append(f"armies of at most {', '.join(map(str, march['ranks']['flags'])) or '1'}")
    return "; ".join(words)


FIELDS: dict[str, Callable[[dict[str, Any], CardTitles], str]] = {
    "pick": pick_words,
    "number": lambda number, names: f"{number['min']} to {number['max']}",
    # who types ids types the values of JSON too
    "flag": lambda flag, names: "true or false" if names.handles else "yes or no",
    "ordering": lambda ordering, names: f"in an order: {names.thing_list(ordering['items'])}",
    "assign": assign_words,
    "multiset": multiset_words,
    "distribute": distribute_words,
}


def field_range(pick: dict[str, Any]) -> str:
    low, high = pick["min"], min(pick["max"], len(pick["options"]))
    return str(low) if low == high else f"{low} to {high}"


def constraint_words(constraint: dict[str, Any], *, ids: bool = False) -> str:
    """The constraint on a choice: the title of its rule, with the id for people who type ids."""
    number = constraint.get("at_most", constraint.get("n"))
    limit = "" if number is None else f" ({number})"
    rule = str(constraint["rule"])
    return f"{cite_rule(rule) if ids else rule_of(rule).title or rule}{limit}"


def cite_rule(rule: str) -> str:
    """A rule id with its title."""
    title = rule_of(rule).title
    return f"{rule}: {title}" if title else rule


__all__ = ["cite_rule", "conditions_of", "form_words", "nesting_line", "space_lines", "space_of", "window_lines"]
