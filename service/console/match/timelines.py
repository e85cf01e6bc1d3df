"""The timeline as a page: the API's timeline, filtered, with a stable address for each action and fact.

Read `tell`; `jumps_of` returns the jump marks of a match page, each with the nearest before and after.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from flask import Response, g, redirect, request, url_for
from msgspec import Struct, structs

from domain.judging.inquiry.chronicle import UNDONE
from domain.judging.inquiry.timeline import (
    DISAGREEMENT,
    JUDGE,
    REFUSAL,
    TimelineExtras,
    TimelineQuery,
    TimelineTree,
    jump_marks,
    timeline,
)
from domain.kernel.redaction import read_facts
from service.console.console import read_query, render_page, views
from service.console.forms.fields import read_place
from service.console.forms.refusals import refusal_words
from service.console.forms.rules_meant import rule_sought
from service.console.match.course import event_title
from service.console.match.match_page import MatchPage
from service.console.match.pages import match_page_of
from service.console.match.refused_commands import AttemptRow, refused_commands
from service.console.match.subjects import listed_subjects, seen_titles
from service.console.words import actor_words, capitalise, fact_line
from service.present.text.names import CardTitles
from service.web.access import JUDGES
from service.web.match import question_schemas
from service.web.match.questions import attempts_in, disagreements_in, thing_by_name
from service.web.problems import Problem
from service.web.queues import in_turn
from service.web.schemas import PLACE
from service.web.version_pages import USUAL, version_page

TIMELINE_QUERY = question_schemas.Timeline()
FILTERS = ("thing", "seat", "rule", "mark", "line")
SPAN = ("from", "to")
LABELS = {"thing": "Card, place, piece", "seat": "Seat", "rule": "Rule", "from": "From v", "to": "To v"}
MOST, BEFORE = 60, 10
MARKED = {
    "power": "Power",
    "loss": "Losses",
    "random": "Chance",
    "forced": "Forced",
    JUDGE: "Judges",
    REFUSAL: "Refused",
    "over": "The end",
    DISAGREEMENT: "Disagreement",
}
FOR_JUDGES = (REFUSAL, DISAGREEMENT)


class TimelineLine(Struct, frozen=True):
    """A fact in words, with its place and its jump mark; `step` is set for the first fact of a step."""

    place: str
    said: str
    mark: str
    step: str = ""


class TimelineAction(Struct):
    """An action, or its part in one phase: who did what when, its facts, and refused commands after it."""

    version: int
    step: str
    goes_on: bool
    actor: str
    done: str
    time: str
    undone: bool
    lines: list[TimelineLine]
    refused: tuple[dict[str, Any], ...] = ()


class TimelinePhase(Struct, frozen=True):
    """A phase of a round with its actions."""

    round: str
    phase: str
    actions: list[TimelineAction]


class MarkJump(Struct, frozen=True):
    """A kind of jump mark: the number of marks, and the nearest before and after the shown version."""

    mark: str
    title: str
    count: int
    before: str
    after: str


@views.get("/matches/<match:match_id>/timeline", endpoint="timeline")
@in_turn
def tell(match_id: str) -> Response:
    """The match as rounds, phases, steps, actions and facts, filtered and in pages.

    A filter that cannot be used is explained beside the form, which keeps its data.
    """
    page = match_page_of(match_id)
    given = {name: request.args.get(name, "").strip()[:120] for name in (*FILTERS, *SPAN)}
    titles = sorted({each.title for _, named in listed_subjects(page) for each in named})
    form: dict[str, Any] = {"given": given, "marks": marks_for_asker(page), "things": titles}
    try:
        wanted = wanted_of(page, given)
    except Problem as error:
        if error.status != 422:
            raise
        refused = refusal_words(error, page.names, LABELS)
        return render_page(
            "timeline.html", 422, page=page, refused=refused, found=(), more=0, wanted=TimelineQuery(), **form
        )
    part = version_page(wanted.first, min(wanted.last or page.last, page.last), USUAL)
    asked_for = structs.replace(wanted, first=part.first, last=part.last)
    beside = TimelineExtras(
        attempts_in(match_id, g.asker, page.viewer), disagreements_in(page.chronicle, g.asker, asked_for)
    )
    shown = timeline(page.chronicle, page.viewer, asked_for, beside, judging=page.judging)
    parts, rest = limit_actions(
        [each for part in timeline_phases(page, shown) if (each := filter_marked(part, wanted.mark)).actions], MOST
    )
    form["commands"] = commands_refused_in(page, parts)
    return render_page(
        "timeline.html", page=page, refused=None, found=parts, more=rest or part.next, wanted=wanted, **form
    )


def commands_refused_in(page: MatchPage, parts: list[TimelinePhase]) -> dict[int, list[AttemptRow]]:
    """The commands that were refused after the actions of a timeline, by version, for a judge who sees all."""
    after = {each.version for part in parts for each in part.actions if each.refused}
    if not after or not page.sees_all:
        return {}
    names = seen_titles(page)
    rows = refused_commands(page.chronicle, after, lambda _: names)
    return {version: [each for each in rows if each.version == version] for version in after}


def wanted_of(page: MatchPage, given: dict[str, str]) -> TimelineQuery:
    """The filter in the request; without one the timeline begins a little before the shown version."""
    asked_for = read_query(TIMELINE_QUERY, (*FILTERS, *SPAN), {**given, "rule": rule_sought(given["rule"])})
    asked_for.pop("viewer")
    asked_for.pop("limit")
    if not any(given[name] for name in FILTERS) and not asked_for["first"]:
        asked_for["first"] = max(1, page.version - BEFORE)
    return TimelineQuery(**{**asked_for, "thing": thing_named(page, given["thing"])})


def thing_named(page: MatchPage, text: str) -> str:
    """A thing by its title, or by its name in addresses; a title means all cards with it.

    Raises Problem 422 for a name that fits nothing in the match.
    """
    wanted = text.casefold()
    cards = (key for key, card in page.match.rules.pool.cards.items() if card.title.casefold() == wanted)
    others = (each.thing for _, named in listed_subjects(page) for each in named if each.title.casefold() == wanted)
    found = next(cards, "") or next(others, "")
    return found or thing_by_name(page.chronicle, page.viewer, text, judging=page.judging)


def marks_for_asker(page: MatchPage) -> dict[str, str]:
    """The marks that the asker may filter by, with their titles."""
    return {mark: title for mark, title in mark_titles(page) if g.asker.scope in JUDGES or mark not in FOR_JUDGES}


def mark_titles(page: MatchPage) -> Iterator[tuple[str, str]]:
    """The marks with their titles: the game's own word for one that it calls otherwise."""
    names = seen_titles(page)
    for mark, title in MARKED.items():
        word = names.word(mark)
        yield mark, title if word == mark else word.capitalize()


def timeline_phases(page: MatchPage, tree: TimelineTree) -> Iterator[TimelinePhase]:
    """The phases of a timeline in words."""
    names = seen_titles(page)
    for each in tree.rounds:
        number = f"Round {each.round}" if each.round else "Set-up"
        for phase in each.phases:
            actions: list[TimelineAction] = []
            for step in phase.steps:
                for told_of in step.actions:
                    append_action(actions, timeline_action(page, told_of, step.step, names))
            yield TimelinePhase(number, capitalise(phase.phase), actions)


def append_action(actions: list[TimelineAction], new: TimelineAction) -> None:
    """Add an action; a further part of the last action is joined to it."""
    if actions and actions[-1].version == new.version:
        first = [structs.replace(each, step=new.step) for each in new.lines[:1]]
        actions[-1].lines += [*first, *new.lines[1:]]
    else:
        actions.append(new)


def filter_marked(part: TimelinePhase, mark: str) -> TimelinePhase:
    """The actions of a phase with a mark; all if no mark is given."""
    if mark in ("", JUDGE, REFUSAL, DISAGREEMENT):
        return part
    bearing = [each for each in part.actions if any(line.mark == mark for line in each.lines)]
    return TimelinePhase(part.round, part.phase, bearing)


def timeline_action(page: MatchPage, action: dict[str, Any], step: str, names: CardTitles) -> TimelineAction:
    """An action of a timeline in words."""
    version = action["version"]
    event = page.chronicle.events[version]
    return TimelineAction(
        version,
        step,
        action.get("goes_on", False),
        actor_words(event.actor),
        event_title(event),
        event.at,
        page.chronicle.line(version) == UNDONE,
        [each for fact in action["facts"] if (each := timeline_line(page, fact, names)).said or each.mark],
        tuple(action.get("refused_after", ())),
    )


def timeline_line(page: MatchPage, fact: dict[str, Any], names: CardTitles) -> TimelineLine:
    """A fact of a timeline in words."""
    version, number = map(int, fact["place"].split("."))
    event = page.chronicle.events[version]
    seen = dict(read_facts(event.facts, page.viewer, judging=page.judging))
    return TimelineLine(fact["place"], fact_line(seen[number], names), fact.get("mark", ""))


def limit_actions(parts: list[TimelinePhase], most: int) -> tuple[list[TimelinePhase], int]:
    """The first `most` actions, and the version at which the next page begins; 0 if there is none."""
    versions = sorted({each.version for part in parts for each in part.actions})
    if len(versions) <= most:
        return parts, 0
    end = versions[most]
    kept = [TimelinePhase(each.round, each.phase, [one for one in each.actions if one.version < end]) for each in parts]
    return [each for each in kept if each.actions], end


# --- jump marks


@views.app_template_global("jumps_of")
def jumps_of(page: MatchPage) -> list[MarkJump]:
    """The jump marks of a match by kind, with the nearest ones around the shown version."""
    beside = TimelineExtras(attempts_in(page.id, g.asker, page.viewer))
    by: dict[str, list[str]] = {}
    for each in jump_marks(page.chronicle, page.viewer, beside, judging=page.judging):
        by.setdefault(each.mark, []).append(each.at)
    return [mark_jump(mark, title, by[mark], page.version) for mark, title in mark_titles(page) if mark in by]


def mark_jump(mark: str, title: str, places: list[str], version: int) -> MarkJump:
    before = [place for place in places if int(place.partition(".")[0]) < version]
    after = [place for place in places if int(place.partition(".")[0]) > version]
    return MarkJump(mark, title, len(places), before[-1] if before else "", after[0] if after else "")


# --- stable addresses


@views.get("/matches/<match:match_id>@<place>", endpoint="addressed")
def show_address(match_id: str, place: str) -> Any:
    """Redirect to a version or a fact by its stable address, `match@version.fact`.

    Raises Problem 404 for an address of another form.
    """
    place = read_place(place)
    if not re.fullmatch(PLACE, place):
        raise Problem(404, "request.unknown-path")
    return redirect(url_for("console.match", match_id=match_id, at=place), 303)
