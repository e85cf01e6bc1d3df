"""The citations of a rule: in the events of a match, in the cases that rest on it, in the scenarios that show it.

The scenarios lie beside the source, or inside an installed package. If neither exists, no scenarios are found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

import service
from domain.judging.cases.redaction import rules_read
from domain.judging.inquiry.citations import rules_of_event
from domain.kernel.flow.open_windows import describe_open_window
from domain.match.events import ruling_of
from service.console.match.course import event_title
from service.console.match.match_page import MatchPage
from service.present.text.names import in_words
from service.web.access import asker
from service.web.case.case_access import case_listed, readable_cases
from service.web.case.case_replies import CaseSummaryReply
from service.web.match.questions import attempts_in
from service.web.request_context import request_context

PACKAGE = Path(service.__file__).parent
FOLDERS = (PACKAGE / "scenarios", PACKAGE.parent / "tests" / "scenarios")
RULE = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)+")
TITLE = re.compile(r"^title: *(.+)$", re.MULTILINE)
RULES = re.compile(r"^rules:(.*(?:\n[ -].*)*)", re.MULTILINE)


class CitingMoment(Struct, frozen=True):
    """A version of a match at which a rule was cited, and what cited it."""

    version: int
    how: str


class CitingScenario(Struct, frozen=True):
    """A scenario that cites a rule: its file, line and title."""

    file: str
    line: int
    title: str


def citing_moments(page: MatchPage, rule: str) -> list[CitingMoment]:
    """The versions of a match that cite a rule, as far as the viewer may know: checks, questions, offers, refusals."""
    found = [*event_moments(page, rule), *offered_moments(page, rule), *refused_moments(page, rule)]
    return sorted(dict.fromkeys(found), key=lambda each: (each.version, each.how))


def event_moments(page: MatchPage, rule: str) -> Iterator[CitingMoment]:
    """The events that checked or carried out the rule, and the judges' events that cite it."""
    for version, event in page.chronicle.events.items():
        if rule in (ruling_of(event, page.viewer).rules or ()):
            yield CitingMoment(version, f"cited by {event.actor}: {event_title(event)}")
        elif rule in rules_of_event(page.match.rules, event, page.viewer):
            yield CitingMoment(version, f"checked or carried out: {event.actor}, {event_title(event)}")


def offered_moments(page: MatchPage, rule: str) -> Iterator[CitingMoment]:
    """The questions that the rule asks, and the windows and questions in which it offers an answer."""
    for version in page.chronicle.events:
        then = page.chronicle.at(version)
        now = describe_open_window(then.rules, then.table, page.viewer)
        if now.get("rule") == rule and now["kind"] == "choice":
            yield CitingMoment(version, f"asks {', '.join(now['awaited'])}: {in_words(now['name'])}")
        for seat, space in now.get("options", {}).items():
            for form in (space or {}).get("forms", ()):
                if rule in form["rules"]:
                    yield CitingMoment(version, f"lets {seat} {in_words(form['type'])}")


def refused_moments(page: MatchPage, rule: str) -> Iterator[CitingMoment]:
    """The commands that the rule refused, for judges who see more than the public."""
    for attempt in attempts_in(page.id, asker(), page.viewer):
        if attempt.rule == rule:
            yield CitingMoment(attempt.version, f"refused to {attempt.seat}")


def cases_of(rule: str) -> list[CaseSummaryReply]:
    """The cases that cite a rule and that the asker may know of, newest first."""
    principal = asker()
    found = [
        each for each in readable_cases(request_context().services.cases.all(), principal) if rule in rules_read(*each)
    ]
    return [case_listed(case, eyes) for case, eyes in sorted(found, key=lambda each: each[0].opening.at, reverse=True)]


def scenarios_of(rule: str) -> tuple[CitingScenario, ...]:
    """The scenarios that cite a rule."""
    return scenarios().get(rule, ())


@cache
def scenarios() -> dict[str, tuple[CitingScenario, ...]]:
    """The scenarios by rule."""
    found: dict[str, list[CitingScenario]] = {}
    folder = next((each for each in FOLDERS if each.is_dir()), None)
    for path in sorted(folder.rglob("*.yaml")) if folder else ():
        for rule, case in cited_in_file(f"{path.parent.name}/{path.name}", path.read_text(encoding="utf-8")):
            found.setdefault(rule, []).append(case)
    return {rule: tuple(cases) for rule, cases in found.items()}


def cited_in_file(file: str, text: str) -> Iterator[tuple[str, CitingScenario]]:
    """The scenarios of a file with each rule that they cite. Only their first lines are read, not the YAML."""
    line = 1
    for document in re.split(r"^---.*$", text, flags=re.MULTILINE):
        title, rules = TITLE.search(document), RULES.search(document)
        if title and rules:
            where = line + document.count("\n", 0, title.start())
            case = CitingScenario(file, where, title.group(1).strip("\"' "))
            yield from ((rule, case) for rule in dict.fromkeys(RULE.findall(rules.group(1))))
        line += document.count("\n")
