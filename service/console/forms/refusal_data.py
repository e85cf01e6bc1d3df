"""The data of a refusal as lines for people, in the terms of the form; wrong lines of a paste one by one.

Read `because_words`. The data have the API's keys; the page that shows a form gives their labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from service.app.rulebooks import rule_of
from service.console.words import duration, titles_only
from service.present.text.case_lines import utc
from service.present.text.facts import AREAS, field_value
from service.present.text.names import CardTitles, amount, in_words, zone_said

Lines = list[tuple[str, str]]
# keys that the line about a field's problem includes
STANDING = ("value", "given", "player")
OF_A_FAULT = ("field", "problem", "meant", *STANDING)
# the faults of a query and of a body, by field
BY_FIELD = ("query", "fields")
MISSING, NOT_FILLED_IN = "missing", "is not filled in"
ENGINE = re.compile(r"[a-z]+(?:[_:][a-z]+)+")
QUESTIONS = ("question", "window")
LEARNED = ("learned", "revealed", "random")
# what data are called that say no more than a word
CALLED = {
    "belongs": "it belongs to",
    "own": "the seat's own",
    "answers": "what answers it",
    "learned": "learned since",
    "revealed": "opened since",
    "random": "drawn since",
}
PLACES = (*AREAS, "area")
PENALTY = re.compile(r"penalties\[(\d+)\]\.")
LAST = re.compile(r"([A-Za-z_-]+)(?:\[[^\]]*\])*$")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
# an ability that does not answer a condition: of which card, what it answers, what happened to which card
OF_AN_ANSWER = {"card", "answers_to", "condition", "happens_to"}
OWN_CARD = "it happens to this card"
QUOTED = re.compile(r"`([^`]*)`")


def because_words(because: Any, names: CardTitles | None = None, labels: Mapping[str, str] | None = None) -> Lines:
    """The data of a problem as lines; cards by the titles that the reader knows, fields by their labels."""
    titles, data, found = names or titles_only({}), said_once(because), Lines()
    if isinstance(data.get("problem"), str):
        found.append(fault_parts(data, titles, labels or {}))
        data = {name: value for name, value in data.items() if name not in OF_A_FAULT}
    if data.keys() >= OF_AN_ANSWER:
        found.append(("it answers", answer_words(data, titles)))
        data = {name: value for name, value in data.items() if name not in OF_AN_ANSWER}
    found += [line for name, value in data.items() for line in lines_of(str(name), value, titles, labels or {})]
    named = {name.casefold() for name, _ in found}
    # the name of a field is left out if a line under that name follows
    return [(name, said) for name, said in found if name != "field" or said.casefold() not in named]


def answer_words(data: Mapping[str, Any], names: CardTitles) -> str:
    """What the ability of a card answers, and what happened instead to which card, in one sentence."""
    own = str(data["answers_to"]).replace(OWN_CARD, f"where it happens to {names.thing(data['card'])} itself")
    return f"{own}; this was {in_words(data['condition'])}: {names.thing(data['happens_to'])}"


def said_once(because: Any) -> dict[str, Any]:
    """The data without what other entries say better: the name of a need or of what is missing, that a cost is one."""
    data = dict(because)
    if "means" in data and "needed" in data:
        data["needed"] = data.pop("means")
    if data.get("field") == data.get(MISSING):
        data.pop("field", None)
    if isinstance(data.get("cost"), str):
        data["cost"] = data["cost"].removesuffix("_cost")
    if "belongs" in data:
        # whose command it is, and which, is what was asked
        return {name: value for name, value in data.items() if name not in ("seat", "command")}
    if "order" in data and "own" in data:
        left = {f"own {in_words(data['order'])} orders left": data["own"]}
        return {name: value for name, value in data.items() if name not in ("order", "own")} | left
    if isinstance(data.get("learned"), list | tuple):
        return dict(learned_since(data))
    return data


def learned_since(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What was learned since an action, each kind of it once with the places."""
    for name, kind in (("learned", "card"), ("revealed", "secret answer")):
        if places := data.get(name):
            yield name, f"{amount(len(places), kind)}, at {', '.join(dict.fromkeys(places))}"
    if data.get("random"):
        yield "random", amount(data["random"], "random result")
    yield from ((name, value) for name, value in data.items() if name not in LEARNED)


def place_fault(fault: Mapping[str, Any]) -> str:
    """The fault at a place of a regulation: the value, and the allowed values."""
    if "twice" in fault:
        return f"“{fault['twice']}” stands there twice"
    stands = next((value for name, value in fault.items() if name not in ("field", "known", "infraction")), "")
    return f"“{stands}” does not fit; what fits: {', '.join(map(str, fault.get('known', ())))}"


def lines_of(name: str, value: Any, names: CardTitles, labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if name == "field" and isinstance(value, str):
        yield name, label_of(value, labels)
    elif name in BY_FIELD and isinstance(value, dict) and all(isinstance(each, list) for each in value.values()):
        yield from ((label_of(str(field), labels), " ".join(map(with_quotes, said))) for field, said in value.items())
    elif isinstance(value, list | tuple) and value and all(isinstance(each, dict) and "line" in each for each in value):
        yield from ((f"line {each['line']}", fault_words(each, names, labels)) for each in value)
    elif name == "faults" and all(isinstance(each, dict) and "field" in each for each in value):
        yield from ((label_of(each["field"], labels), place_fault(each)) for each in value)
    elif name == MISSING and isinstance(value, str) and value in labels:
        yield in_words(name), labels[value]
    else:
        yield labels.get(name) or CALLED.get(name, in_words(name)), because_value(name, value, names)


def label_of(field: str, labels: Mapping[str, str]) -> str:
    """The form's label for a field of a body, by the last name of its path (`penalties[0].infraction`).

    For a penalty the field of the penalty itself comes first; for a later one with its number.
    """
    found, penalty = LAST.search(field), PENALTY.match(field)
    name = found[1] if found else field
    names = (field, f"penalty-{name}", name) if penalty else (field, name, f"penalty-{name}")
    label = next(filter(None, map(labels.get, names)), in_words(name))
    return f"{label[:1].upper()}{label[1:]}{f' ({int(penalty[1]) + 1})' if penalty and penalty[1] != '0' else ''}"


def fault_words(fault: Mapping[str, Any], names: CardTitles, labels: Mapping[str, str]) -> str:
    """The fault in one line of a paste: field and text, then the reason."""
    given = {name: value for name, value in fault.items() if name != "line" and value not in ("", [], ())}
    if "problem" not in given:
        lists = {name: because_value(name, value, names).replace("; ", ", ") for name, value in given.items()}
        return "; ".join(f"{in_words(name)}: {value}" for name, value in lists.items())
    label, said = fault_parts(given, names, labels)
    return f"{label}{' ' if said.startswith('“') else ': '}{said}" if label else said


def fault_parts(fault: Mapping[str, Any], names: CardTitles, labels: Mapping[str, str]) -> tuple[str, str]:
    """The form's label of the wrong field, and a text: the value, why it is wrong, what may have been meant."""
    label = label_of(str(fault["field"]), labels) if fault.get("field") else ""
    stands = [f"“{because_value(name, fault[name], names)}”" for name in STANDING if fault.get(name)]
    why = with_quotes(str(fault["problem"]))
    control, _, inside = str(fault.get("field", "")).partition(".")
    if why == MISSING and inside and control in labels and inside not in labels:
        # it stands in a text that was pasted, and has no field of its own
        return labels[control], f"“{inside}” is missing: write it there"
    said = ": ".join([*stands, NOT_FILLED_IN if why == MISSING else why])
    meant = fault.get("meant")
    return label, f"{said}; did you mean {meant}?" if meant and "did you mean" not in said else said


def because_value(name: str, value: Any, names: CardTitles) -> str:
    """A value of a problem's data; a name of the engine (`kneel_cost`, `reaction:card_played`) in plain words."""
    if isinstance(value, str) and name == "rule" and (title := rule_of(value).title):
        return title
    if isinstance(value, str) and TIME.fullmatch(value):
        return utc(value)
    if isinstance(value, str) and ENGINE.fullmatch(value):
        return in_words(value)
    if isinstance(value, int) and name == "seconds":
        return duration(value)
    if isinstance(value, str) and name in QUESTIONS:
        return in_words(value)
    if isinstance(value, str) and name in PLACES and "." in value:
        return zone_said(value)
    if isinstance(value, dict):
        pairs = (f"{names.thing(str(one))}: {because_value('', other, names)}" for one, other in value.items())
        return "; ".join(pairs) or "none"
    if isinstance(value, list | tuple):
        return "; ".join(because_value("", each, names) for each in value) or "none"
    return with_quotes(field_value(name, value, names))


def with_quotes(text: str) -> str:
    """An API text with quotation marks in place of backquotes."""
    return QUOTED.sub(r"“\1”", text)
