"""A page of the abilities that a seat could have used and did not, with cards, conditions and areas in words.

Read `missed_page`, then `MissedRow`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from flask import Response, request
from msgspec import Struct

from domain.judging.inquiry.missed_opportunities import (
    CHANGED,
    KINDS,
    ONLY,
    POLICY_ERROR,
    MissedOpportunity,
    report_missed,
    report_refusal,
)
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import AboutConditions
from domain.kernel.spaces.commands import Form
from domain.match.envelope import SEAT
from service.console.console import render_page, views
from service.console.forms.refusal_data import because_words
from service.console.forms.refusals import refusal_words
from service.console.match.match_page import MatchPage
from service.console.match.pages import after_action
from service.console.match.questions import version_of
from service.console.match.window_panel import choice
from service.console.words import capitalise, command_sentence, fact_line
from service.present.text.names import CardTitles, in_words
from service.web.problems import Problem
from service.web.queues import in_turn
from service.web.request_context import request_context
from service.web.version_pages import USUAL, version_page

# the console's name of a kind whose own name is meant for programs
KIND_SAID = {
    POLICY_ERROR: "not asked by an error of the engine",
    CHANGED: "the engine of today decides otherwise",
}
# keys of a reason that the line of its window includes
OF_THE_WINDOW = ("to", "seat")


class MissedReason(Struct, frozen=True):
    """An option that a seat may have considered, and what forbids it; `done` is empty if the reason is the window's."""

    done: str
    rule: str
    because: str


class MissedRow(Struct, frozen=True):
    """One missed opportunity in words; `changed` says where the record differs from today's engine."""

    kind: str
    version: int
    window: str
    where: str
    options: tuple[tuple[str, tuple[str, ...]], ...]
    reasons: tuple[MissedReason, ...]
    given: str
    changed: tuple[str, str]


@views.get("/matches/<match:match_id>/missed", endpoint="missed")
@in_turn
def missed_page(match_id: str) -> Response:
    """The opportunities that a seat missed: for judges, and for the seat itself once the match is over.

    Raises Problem 422 for an unknown seat, 403 for a viewer who may not ask.
    """
    page = after_action(match_id)
    seats = page.match.table.seats
    seat = Seat(request.args.get("seat", "")[:40] or usual_seat(page))
    if seat not in seats:
        raise Problem(422, "match.no-such-seat", because={"seat": seat, "seats": list(seats)})
    if refusal := report_refusal(page.chronicle, seat, page.viewer):
        named = "seat" in request.args
        because = {name: value for name, value in refusal.because.items() if named or name != "seat"}
        raise Problem(403, refusal.rule, because=because)
    kind, typed = request.args.get("kind", "all"), request.args.get("from", "")
    form: dict[str, Any] = {"seat": seat, "kind": kind, "kinds": KINDS, "first": typed}
    try:
        first = version_of(page, typed, max(1, page.version - 20))
    except Problem as error:
        refused = refusal_words(error, labels={"from": "From v"})
        return render_page("missed.html", 422, page=page, refused=refused, report=None, **form)
    part = version_page(first, page.version, USUAL)
    report = report_missed(page.chronicle, seat, first, page.version, "" if kind == "all" else kind, stop=part.last)
    more: dict[str, Any] = {**form, "first": first, "part": part, "report": report}
    return render_page("missed.html", page=page, refused=None, found=list(missed_in_words(page, report.found)), **more)


def usual_seat(page: MatchPage) -> Seat:
    """The seat that the page begins with: the viewer's own, for judges that which called last, else the first."""
    seats = page.match.table.seats
    if page.viewer in seats:
        return Seat(page.viewer)
    readable = page.reported_seats or seats
    cases = request_context().services.cases.of_match(page.id) if page.sees_all else []
    called = [each.opening for each in cases if each.opening.role == SEAT and each.opening.actor in readable]
    return Seat(max(called, key=lambda opening: opening.at).actor) if called else readable[0]


@views.app_template_filter("missed_kind")
def kind_said(kind: str) -> str:
    """The name of a kind of opportunity on the page."""
    return KIND_SAID.get(kind, kind)


@views.app_template_global("kinds_counted")
def kinds_counted(counts: dict[str, int]) -> str:
    """The number of findings of each kind, in a line."""
    return ", ".join(f"{n} {kind_said(kind)}" for kind, n in counts.items())


def missed_in_words(page: MatchPage, found: Iterable[MissedOpportunity]) -> Iterator[MissedRow]:
    """The findings in words, each with the titles that could be seen in its action."""
    names: CardTitles = page.words_of_game()
    learned = 0
    for each in found:
        if each.version != learned:
            learned = each.version
            learn_action(page, names, learned)
        yield missed_words(page, names, each)


def learn_action(page: MatchPage, names: CardTitles, version: int) -> None:
    """Learn the titles on the table before and after an action, and from its facts."""
    after = page.chronicle.at(version).table
    page.learn(names, page.chronicle.at(page.chronicle.parent(version)).table)
    page.learn(names, after)
    facts = [fact for _, fact in page.course.readable_facts(page.chronicle.events[version])]
    names.learn(facts)
    happened = (each for fact in facts if isinstance(fact, AboutConditions) for each in fact.conditions)
    page.put_into_words(names, after, happened)


def missed_words(page: MatchPage, names: CardTitles, found: MissedOpportunity) -> MissedRow:
    window = found.window
    kind, name = window.get("kind", ""), str(window.get("name", "")).rpartition(":")[2]
    step = f"step {window['step']}" if window.get("step") else ""
    named = "" if kind == name else in_words(kind)
    return MissedRow(
        found.kind,
        found.version,
        in_words(name),
        ", ".join(filter(None, (named, step))),
        tuple(missed_options(names, found)),
        tuple(missed_reason(names, each) for each in found.reasons),
        found.order.get("given", ""),
        first_change(page, names, found),
    )


def missed_options(names: CardTitles, found: MissedOpportunity) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The options that were missed, each with its details: the offer, or the answer that the rules gave."""
    for each in found.options:
        if found.kind == ONLY:
            yield capitalise(command_sentence(each, names)), ()
        else:
            done = choice(msgspec.convert(each, Form), names, names.conditions)
            fields = (f"{name}: {value}" for name, value in done.fields)
            yield f"{done.does} {done.card}".strip(), (*done.details, *fields)


def missed_reason(names: CardTitles, reason: dict[str, Any]) -> MissedReason:
    tried = {name: value for name, value in reason.get("command", {}).items() if name != "key"}
    done = capitalise(command_sentence(tried, names)) if tried else ""
    if reason.get("lawful"):
        return MissedReason(done, "", "was lawful")
    because = {name: value for name, value in reason["because"].items() if name not in OF_THE_WINDOW}
    said = (f"{name} {value}" for name, value in because_words(because, names))
    return MissedReason(done, reason.get("rule", ""), ", ".join(said))


def first_change(page: MatchPage, names: CardTitles, found: MissedOpportunity) -> tuple[str, str]:
    """The first place where the record differs from today's engine, with the fact as the viewer may read it."""
    version, number = found.version, found.fact
    seen = dict(page.course.readable_facts(page.chronicle.events[version]))
    if found.kind != CHANGED:
        return "", ""
    return f"{version}.{number}", fact_line(seen[number], names) if number in seen else ""
