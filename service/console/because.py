"""The data of a refusal in lines that people read: by the labels of the form, wrong lines of a paste one by one.

Read `because_words`. The keys of the data are the API's; what they are called here is said by whoever shows a form.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from service.console.words import NAME, place_said, plain
from service.told.facts import field_value
from service.told.names import Names

Lines = list[tuple[str, str]]
LAST = re.compile(r"([A-Za-z_-]+)(?:\[[^\]]*\])*$")
QUOTED = re.compile(r"`([^`]*)`")


def because_words(because: Any, names: Names | None = None, labels: Mapping[str, str] | None = None) -> Lines:
    """The data of a problem, in lines; cards by the titles that the reader knows, fields by their labels."""
    known = names or Names({}, handles=False)
    return [line for name, value in dict(because).items() for line in lines_of(str(name), value, known, labels or {})]


def lines_of(name: str, value: Any, names: Names, labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    if name == "field" and isinstance(value, str):
        yield name, label_of(value, labels)
    elif isinstance(value, dict) and all(isinstance(each, list) for each in value.values()) and name == "query":
        yield from ((label_of(str(field), labels), " ".join(map(quoted, said))) for field, said in value.items())
    elif isinstance(value, list | tuple) and value and all(isinstance(each, dict) and "line" in each for each in value):
        yield from ((f"line {each['line']}", fault_words(each, names, labels)) for each in value)
    elif name == "which":
        # the cards that a name may mean; none is said by the rule itself
        yield from ((name, f"{each['title']}, {place_said(each['place'])}") for each in value)
    else:
        yield labels.get(name, plain(name)), because_value(name, value, names)


def label_of(field: str, labels: Mapping[str, str]) -> str:
    """What the form calls a field of a body, by the last name of its place (`penalties[0].infraction`)."""
    found = LAST.search(field)
    name = found[1] if found else field
    label = labels.get(field) or labels.get(name) or labels.get(f"penalty-{name}") or plain(name)
    return label[:1].upper() + label[1:]


def fault_words(fault: Mapping[str, Any], names: Names, labels: Mapping[str, str]) -> str:
    """What is wrong with one line: the field and what it says, then why."""
    given = {name: value for name, value in fault.items() if name != "line" and value not in ("", [], ())}
    if "problem" not in given:
        return "; ".join(f"{plain(name)}: {because_value(name, value, names)}" for name, value in given.items())
    about = [label_of(str(given["field"]), labels)] if "field" in given else []
    about += [f"“{because_value(name, given[name], names)}”" for name in ("value", "player") if name in given]
    said = ": ".join(filter(None, (" ".join(about), quoted(str(given["problem"])))))
    return f"{said}; did you mean {given['meant']}?" if "meant" in given else said


def because_value(name: str, value: Any, names: Names) -> str:
    """A value of a problem's data; a name of the engine (`kneel_cost`) in words."""
    if isinstance(value, str) and NAME.fullmatch(value):
        return plain(value)
    if isinstance(value, dict):
        pairs = (f"{names.thing(str(one))}: {because_value('', other, names)}" for one, other in value.items())
        return "; ".join(pairs) or "none"
    if isinstance(value, list | tuple):
        return "; ".join(because_value("", each, names) for each in value) or "none"
    return quoted(field_value(name, value, names))


def quoted(text: str) -> str:
    """A text of the API with its marks for what is typed as quotation marks."""
    return QUOTED.sub(r"“\1”", text)
