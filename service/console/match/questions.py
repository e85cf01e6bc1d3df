"""A judge's questions about a match as pages: explanation of a command, numbers, comparison."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from flask import Response, g, request, url_for
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from domain.judging.inquiry.divergence import place_key
from domain.judging.inquiry.explaining import (
    ComputedNumber,
    VerdictTurn,
    explain_at,
    is_accepted,
    limits_at,
    nearest_turns,
    numbers_at,
    what_comes_next,
)
from domain.judging.inquiry.view_changes import view_at
from domain.kernel.catalogue import union_of
from domain.kernel.deciding import seat_options
from domain.kernel.flow.priority_windows import PriorityPassed, WindowClosed, WindowOpened
from domain.kernel.flow.waits import StepReached, Waiting
from domain.kernel.formats.reading import whole_number
from domain.kernel.ids import OFFICIALS, Seat, Viewer
from domain.kernel.numbers import TraceLine
from domain.kernel.spaces.commands import Commands
from domain.match.aggregate import Refused
from service.app.match.matches import Unknown
from service.console.console import render_page, views
from service.console.forms.fields import read_place
from service.console.forms.named_command import TYPED, command_fields, compose_command
from service.console.forms.refusal_data import because_words
from service.console.forms.refusals import WHICH_CARD, refusal_words
from service.console.forms.values import plurals
from service.console.match.differences import group_pieces
from service.console.match.match_page import MatchPage
from service.console.match.pages import after_action, match_page_of
from service.console.match.subjects import field_words
from service.console.words import command_sentence, fact_line, source_words, zone_line
from service.files.names_in_commands import INTERNAL, Meaning
from service.games import presentation_of
from service.present.text.names import CardTitles, in_words, limit_words
from service.present.text.sentences import amount_words
from service.web.access import JUDGES
from service.web.branch.compared_sides import ComparisonSide, compare_two_sides, side_of
from service.web.match.question_schemas import SIDE
from service.web.match.questions import Question
from service.web.problems import Problem
from service.web.queues import in_turn
from service.web.request_context import request_context
from service.web.request_parts import command_named

Ahead = StepReached | WindowOpened | WindowClosed | PriorityPassed | Waiting
STOPPED = {
    "over": "The match is over then.",
    "policy": "What comes then depends on what the seats hold.",
    "hidden or random": "What comes then depends on hidden cards or on chance.",
}
# the part of a view that holds what belongs to players
PLACES = ("players.", "houses.", "areas.")


@views.get("/matches/<match:match_id>/explain")
def explain(match_id: str) -> Response:
    """The verdict on a command of a seat at a version, with every check and with the version at which it changes."""
    page = after_action(match_id)
    seat = request.args.get("seat", "")[:40] or first_awaited(page)
    kinds = {str(each.__struct_config__.tag): each for each in page.match.rules.commands}
    offered = offered_commands(page, Seat(seat))
    kind = request.args.get("type", "")
    text = request.args.get("command", "")
    answer, refused, which = None, None, list[dict[str, str]]()
    if text or (kind in kinds and "ask" in request.args):
        try:
            text = text or compose_command(kinds[kind], request.args)
            answer = verdict(page, seat, text)
        except (Problem, Refused) as error:
            refused, which = refusal_words(error), card_candidates(error)
            if not which and isinstance(error, Problem) and error.rule == WHICH_CARD:
                refused = {**refused, "title": f"Nothing that {seat} sees is called so", "detail": ""}
    given: dict[str, Any] = {
        "seat": seat,
        "type": kind,
        "command": text,
        "things": card_labels(page, seat),
        "fields": command_fields(kinds[kind], with_seat(seat), page) if kind in kinds else [],
        "offered": offered,
        "kinds": sorted(kinds.keys() - set(offered)),
        "which": which,
    }
    return render_page("explain.html", page=page, answer=answer, refused=None if which else refused, **given)


def with_seat(seat: str) -> MultiDict[str, str]:
    """The parameters of the question, with the seat."""
    query = MultiDict(request.args)
    query["seat"] = seat
    return query


def offered_commands(page: MatchPage, seat: Seat) -> list[str]:
    """The commands that a seat was offered, if the viewer may know its options."""
    if page.viewer not in (seat, *OFFICIALS):
        return []
    space = seat_options(page.match.rules, page.match.table, seat)
    return list(dict.fromkeys(form.type for form in space.forms)) if isinstance(space, Commands) else []


def card_candidates(error: Exception) -> list[dict[str, str]]:
    """The cards that an unclear name may mean, each with the address of the question about it."""
    if not isinstance(error, Problem) or error.rule != WHICH_CARD:
        return []
    name, field = str(error.because["named"]), in_words(str(error.because.get("field", "")))
    # of several that have the name one is meant; of none that has it, one whose name is close
    close = "yes" if error.because.get("meant") else ""
    return [
        {**each, "named": name, "field": field, "close": close, "url": with_card(name, each)}
        for each in msgspec.to_builtins(error.because["which"])
    ]


def with_card(name: str, meant: dict[str, str]) -> str:
    """The address of this question with the label of a card, or a number, in place of a name."""
    pattern = "|".join(map(re.escape, (*plurals(name), name)))  # among several units each kind is named in the singular
    called = re.compile(rf"(?<!\w)(?:{pattern})(?!\w| \()")
    query: dict[str, Any] = {
        field: [
            called.sub(lambda _: meant["title"], value) if field.startswith(TYPED) or field == "command" else value
            for value in values
        ]
        for field, values in request.args.lists()
    }
    if name in INTERNAL:
        query[f"{TYPED}{name}"] = [meant["card"]]
    return url_for("console.explain", **(request.view_args or {}), **query)


def first_awaited(page: MatchPage) -> str:
    """The seat that the page is seen as, else of those whose options the viewer may read the first awaited or first."""
    if page.viewer in page.seats:
        return str(page.viewer)
    waiting = page.match.table.waiting
    seats = page.seats or page.match.table.seats
    awaited = [each for each in waiting.seats if each in seats] if waiting else []
    return str((awaited or seats)[0])


def card_labels(page: MatchPage, seat: str = "") -> dict[str, str]:
    """The labels of the cards that a seat, or the viewer, can name, each with its place; else the handle.

    A card that has left has only that. A command is read as the seat names cards, so a label must be the seat's.
    """
    meaning = Meaning(page.match, Viewer(seat) if seat in page.seats else page.viewer)
    gone = {handle: page.names.title(key) for handle, key in page.names.keys.items() if handle not in meaning.handles}
    return {each.label: zone_line(each.place) for each in meaning.cards} | {
        handle: f"{title}, {handle}" for handle, title in gone.items()
    }


def verdict(page: MatchPage, seat: str, text: str) -> dict[str, Any]:
    """The API's explanation. Raises Problem 403, and 422 for a seat whose commands the viewer may not ask about."""
    question = Question(page.id, seat)
    own = question.seat()
    command = command_named(page.match, own, text)
    outcomes = explain_at(page.chronicle, page.version, own, command)
    turns = nearest_turns(page.chronicle, page.version, own, command, question.viewer, judging=question.judging)
    changed = {which: changed_words(page, turn) for which, turn in turns.turns.items()}
    said = command_sentence(msgspec.to_builtins(command), page.names_apart(Viewer(own)))
    lawful = is_accepted(outcomes)
    return {"checks": outcomes, "lawful": lawful, "turns": turns, "changed": changed, "seat": own, "command": said}


def changed_words(page: MatchPage, turn: VerdictTurn) -> list[tuple[str, str]]:
    """The facts that changed a verdict, in the order of the record: the place of each, and its words."""
    facts = union_of(page.match.rules.facts)
    seen = sorted((dict(each) for each in turn.changed), key=lambda each: place_key(each["at"]))
    facts_read = [(each.pop("at"), msgspec.convert(each, facts)) for each in seen]
    # a card has another handle there
    page.names.look_at(page.chronicle.at(turn.version).table, page.viewer)
    page.names.learn(fact for _, fact in facts_read)
    return [(at, fact_line(fact, page.names)) for at, fact in facts_read]


@views.get("/matches/<match:match_id>/numbers")
def numbers(match_id: str) -> Response:
    """The numbers that the rules compute at a version with their traces, the used limits, and what would come next."""
    page = after_action(match_id)
    found = numbers_at(page.chronicle, page.version, page.viewer)
    limits = [(limit_words(each.limit, page.names), each) for each in limits_at(page.chronicle, page.version)]
    steps, stopped = coming_lines(page)
    names = page.names_apart(page.viewer)
    rows = [number_row(each, names, page.match.rules.name) for each in found]
    return render_page("numbers.html", page=page, numbers=rows, limits=limits, steps=steps, stopped=stopped)


class NumberRow(Struct, frozen=True):
    """A number that the rules compute, in words."""

    what: str
    of: str
    value: int
    trace: str


def number_row(number: ComputedNumber, names: CardTitles, game: str) -> NumberRow:
    """A number with its trace in words."""
    what = presentation_of(game).numbers.get(number.what) or in_words(number.what)
    trace = ", ".join(filter(None, (trace_line_words(line, names) for line in number.trace)))
    return NumberRow(what, at_place(number.of, names), number.value, trace)


def trace_line_words(line: TraceLine, names: CardTitles) -> str:
    """A line of a trace: its amount and its source; empty for a number that begins with nothing."""
    source = source_words(line.source, names)
    if not line.amount:
        return "" if line.how == "base" else source
    return f"{amount_words(line.how, line.amount)} {source}"


def coming_lines(page: MatchPage) -> tuple[list[str], str]:
    """The facts that would follow if every seat passed, one a line, and why the list ends."""
    coming = what_comes_next(page.chronicle, page.version, page.viewer)
    steps = [ahead_words(msgspec.convert(each, Ahead), page.names) for each in coming.steps if "pass" not in each]
    stopped = coming.stopped
    if stopped.why == "asked":
        question = in_words(page.names.text(stopped.question))
        return steps[:-1], f"{', '.join(stopped.seats)} must answer then: {question}."
    return steps, STOPPED.get(stopped.why, "")


def ahead_words(fact: Any, names: CardTitles) -> str:
    """A future fact in words."""
    return fact_line(fact, names)


@views.get("/matches/<match:match_id>/compare")
@in_turn
def compare(match_id: str) -> Response:
    """The differences between two versions or branches, each with the place that last changed it."""
    page = match_page_of(match_id)
    typed = {"left": request.args.get("left", "") or str(max(1, page.version - 1))}
    typed["right"] = request.args.get("right", "") or str(page.version)
    kept = request_context().services.branches.of_match(match_id) if g.asker.scope in JUDGES else []
    try:
        left, right = (known_side(page, read_place(typed[name].strip()[:80])) for name in typed)
    except Problem as error:
        if error.status != 422:
            raise
        refused: dict[str, Any] = {"refused": refusal_words(error), "sides": (), "found": None}
        return render_page("compare.html", 422, page=page, asked=typed, branches=kept, **refused)
    found = compare_two_sides(
        left, right, page.viewer, version_of(page, request.args.get("before", ""), 0), judging=page.judging
    )
    names = known_titles(page, left, right, found.handles)
    sides = (ComparedSide(page, left), ComparedSide(page, right))
    one, other = (view_at(each.chronicle, page.viewer, each.version, judging=page.judging) for each in (left, right))
    rows = list(group_pieces(found, one, other, names))
    shown: dict[str, Any] = {"sides": sides, "found": found, "rows": rows, "names": names}
    return render_page("compare.html", page=page, asked=typed, branches=kept, **shown)


def known_side(page: MatchPage, text: str) -> ComparisonSide:
    """The side of a comparison that was typed.

    Raises Problem 403, 404, and 422 with the versions that exist.
    """
    try:
        if not re.fullmatch(SIDE, text):
            raise Unknown(page.id, whole_number(text))
        return side_of(text, page.chronicle, page.viewer)
    except Unknown as error:
        if text.startswith("b-"):
            raise Problem(422, "request.unknown", because={"side": text}) from error
        detail = f"There is no version {text}: the match has the versions 1 to {page.last}."
        raise Problem(422, "request.unknown", detail, because={"version": text}) from error


class ComparedSide(Struct, frozen=True):
    """A side of a comparison for the page."""

    page: MatchPage
    side: ComparisonSide

    @property
    def title(self) -> str:
        return f"what if, v{self.side.version}" if self.side.branch else f"v{self.side.version}"

    @property
    def address(self) -> str:
        return self.at(self.side.version)

    def at(self, place: object) -> str:
        """The address of a place in the history of this side."""
        version = int(str(place).partition(".")[0])
        if self.side.chronicle.events.get(version) is self.page.chronicle.events.get(version):
            return self.page.at(place)
        more: dict[str, Any] = {"at": version, "as": self.page.asked_as or None}
        return url_for("console.branch", branch_id=self.side.branch, **more)


def version_of(page: MatchPage, given: str, otherwise: int) -> int:
    """The version in a parameter. Raises Problem 422."""
    if not given:
        return otherwise
    version = whole_number(read_place(given)) or 0
    if not 1 <= version <= page.last:
        said = f"no version: the match has the versions 1 to {page.last}"
        raise Problem(422, "request.shape", because={"field": "from", "given": given, "problem": said})
    return version


def known_titles(page: MatchPage, left: ComparisonSide, right: ComparisonSide, handles: dict[str, str]) -> CardTitles:
    """The titles that the viewer sees on either side, by the names that the comparison has for the cards.

    A handle of the left may be another card's on the right; `handles` are those of the right by such names.
    """
    names = page.names
    names.look_at(right.chronicle.at(right.version).table, page.viewer)
    keys = {object: names.keys[handle] for object, handle in handles.items() if handle in names.keys}
    names.look_at(left.chronicle.at(left.version).table, page.viewer)
    names.keys.update(keys)
    return names


@views.app_template_filter("because")
def because_line(values: Any, names: CardTitles | None = None) -> str:
    """The data that show the reason, in a line; cards by the titles that the reader knows."""
    shown = msgspec.to_builtins(values, enc_hook=str)
    return ", ".join(f"{name} {value}" for name, value in because_words(shown, names))


@views.app_template_global("place_words")
def place_words(object: str, field: str, names: CardTitles) -> tuple[str, str]:
    """An object of a view and its field in words; without a field where the game has words for both together."""
    path = f"{object}.{field}"
    together = names.word(path)
    return (together, "") if together != path else (at_place(object, names), field_words(field, names))


@views.app_template_filter("at_place")
def at_place(name: str, names: CardTitles) -> str:
    """A path in a view (`players.alice.hand`) in words; a card or a seat by its name."""
    parts = name.split(".")[name.startswith(PLACES) :]
    return " ".join(map(names.name_words, parts)) if "." in name else names.thing(name).replace("_", " ")
