"""Where a rule is cited: in the moments of a match, in the cases that rest on it, in the scenarios that show it.

The scenarios lie beside the source, in an installed package within it; where neither is, none are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

import service
from domain.judging.cases.redaction import cited
from domain.judging.inquiry.citations import rules_of_event
from domain.kernel.flow.open_windows import open_window
from domain.match.events import ruling_of
from service.console.match.course import done_by
from service.console.match.desk import Desk
from service.present.text.names import in_words
from service.web.access import asker
from service.web.case_access import readable, summed
from service.web.questions import refused_in
from service.web.request_context import request_context

PACKAGE = Path(service.__file__).parent
FOLDERS = (PACKAGE / "scenarios", PACKAGE.parent / "tests" / "scenarios")
RULE = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)+")
TITLE = re.compile(r"^title: *(.+)$", re.MULTILINE)
RULES = re.compile(r"^rules:(.*(?:\n[ -].*)*)", re.MULTILINE)


class Moment(Struct, frozen=True):
    """A version of a match at which a rule was cited, and by what."""

    version: int
    how: str


class Scenario(Struct, frozen=True):
    """A scenario that cites a rule: its file, its line, its title."""

    file: str
    line: int
    title: str


def moments(desk: Desk, rule: str) -> list[Moment]:
    """Where a rule was cited in a match, as far as the viewer may know: looked at, asked by, offered by, refused by."""
    found = [*looked_at(desk, rule), *offered(desk, rule), *refused(desk, rule)]
    return sorted(dict.fromkeys(found), key=lambda each: (each.version, each.how))


def looked_at(desk: Desk, rule: str) -> Iterator[Moment]:
    """The events for which the rule was checked or carried out, and those of a judge that cite it."""
    for version, event in desk.told.events.items():
        if rule in ruling_of(event, desk.viewer).get("rules", ()):
            yield Moment(version, f"cited by {event.actor}: {done_by(event)}")
        elif rule in rules_of_event(desk.match.rules, event, desk.viewer):
            yield Moment(version, f"checked or carried out: {event.actor}, {done_by(event)}")


def offered(desk: Desk, rule: str) -> Iterator[Moment]:
    """The windows and questions in which an answer was offered by the rule, or that the rule asks."""
    for version in desk.told.events:
        then = desk.told.at(version)
        now = open_window(then.rules, then.table, desk.viewer)
        if now.get("rule") == rule and now["kind"] == "choice":
            yield Moment(version, f"asks {', '.join(now['awaited'])}: {in_words(now['name'])}")
        for seat, space in now.get("options", {}).items():
            for form in (space or {}).get("forms", ()):
                if rule in form["rules"]:
                    yield Moment(version, f"lets {seat} {in_words(form['type'])}")


def refused(desk: Desk, rule: str) -> Iterator[Moment]:
    """The commands that the rule refused, for judges who look at more than the public sees."""
    for attempt in refused_in(desk.id, asker(), desk.viewer):
        if attempt.rule == rule:
            yield Moment(attempt.version, f"refused to {attempt.seat}")


def cases_of(rule: str) -> list[dict[str, Any]]:
    """The cases that cite a rule, as far as the asker may know of them, the newest first."""
    known = asker()
    found = [each for each in readable(request_context().services.cases.all(), known) if rule in cited(*each)]
    return [summed(case, eyes) for case, eyes in sorted(found, key=lambda each: each[0].opening.at, reverse=True)]


def scenarios_of(rule: str) -> tuple[Scenario, ...]:
    """The scenarios that cite a rule."""
    return scenarios().get(rule, ())


@cache
def scenarios() -> dict[str, tuple[Scenario, ...]]:
    """The scenarios by the rules that they cite."""
    found: dict[str, list[Scenario]] = {}
    folder = next((each for each in FOLDERS if each.is_dir()), None)
    for path in sorted(folder.rglob("*.yaml")) if folder else ():
        for rule, case in cases_in(f"{path.parent.name}/{path.name}", path.read_text(encoding="utf-8")):
            found.setdefault(rule, []).append(case)
    return {rule: tuple(cases) for rule, cases in found.items()}


def cases_in(file: str, text: str) -> Iterator[tuple[str, Scenario]]:
    """The cases of a file with each rule that they cite; read by their first lines, not as YAML."""
    line = 1
    for document in re.split(r"^---.*$", text, flags=re.MULTILINE):
        title, rules = TITLE.search(document), RULES.search(document)
        if title and rules:
            where = line + document.count("\n", 0, title.start())
            case = Scenario(file, where, title.group(1).strip("\"' "))
            yield from ((rule, case) for rule in dict.fromkeys(RULE.findall(rules.group(1))))
        line += document.count("\n")
