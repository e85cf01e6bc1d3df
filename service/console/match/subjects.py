"""Things of a match as pages: each card, place and kind of piece that the viewer can name, and its history.

Read `thing`; `domain.judging.inquiry.thing_history` computes the history, which is shown in the words of the story.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response, request
from msgspec import UNSET, Struct

from domain.games import GAMES
from domain.judging.inquiry.chronicle import UNDONE
from domain.judging.inquiry.subjects import ThingNames, texts_of
from domain.judging.inquiry.thing_history import (
    HistoryStep,
    copies,
    dicts,
    listed_words,
    state_of_thing,
    thing_histories,
)
from domain.judging.inquiry.tracing import facts_about
from service.console.console import render_page, views
from service.console.match.course import event_title
from service.console.match.match_page import MatchPage
from service.console.match.pages import match_page_of
from service.console.words import actor_words, capitalise, contains_words, fact_line
from service.files.names_in_commands import Meaning
from service.present.text.names import CardTitles, in_words
from service.web.match.questions import thing_by_name
from service.web.problems import Problem
from service.web.queues import in_turn
from service.web.version_pages import USUAL

# the part of a view that holds what belongs to players, and fields that hold the contents of a place
PLACES = ("players", "houses", "areas")
MOST = 24
NUMBERED = re.compile(r" \d+(?=\)$)")


class SubjectChange(Struct, frozen=True):
    """A field of a thing that an action changed, in words; `card` says which card if there are several."""

    field: str
    before: str
    after: str
    card: str = ""


class SubjectStep(Struct, frozen=True):
    """The effect of one action on a thing: the changes, and the facts about it by place."""

    version: int
    actor: str
    done: str
    undone: bool
    changes: tuple[SubjectChange, ...]
    facts: tuple[tuple[str, str], ...]


class NamedSubject(Struct, frozen=True):
    """A thing that may be asked about: its name in addresses, and its title.

    `handle` is there for a card that lies beside others which only a number tells from it.
    """

    thing: str
    title: str
    handle: str = ""


@views.get("/matches/<match:match_id>/things", endpoint="things")
def list_subjects(match_id: str) -> Response:
    """The cards, places and kinds of piece that the viewer can name, by zone."""
    page = match_page_of(match_id)
    search = request.args.get("q", "").strip()[:80]
    groups = {
        area: kept
        for area, named in listed_subjects(page)
        if (kept := [each for each in named if fits_search(each, search)])
    }
    return render_page("things.html", page=page, groups=groups, search=search)


def fits_search(named: NamedSubject, search: str) -> bool:
    return contains_words(search, f"{named.title} {named.thing}")


def listed_subjects(page: MatchPage) -> Iterator[tuple[str, list[NamedSubject]]]:
    """The things that may be asked about, by group."""
    cards: dict[str, list[NamedSubject]] = {}
    called = {each.card: each.label for each in Meaning(page.match, page.viewer).cards}
    alike = Counter(NUMBERED.sub("", each) for each in called.values())
    pieces: dict[str, NamedSubject] = {}
    for path, each in dicts(page.view, ()):
        if "card" in each and "key" in each:
            cards.setdefault(area_words(path), []).append(
                named_card(each["card"], called.get(each["card"]) or page.names.title(each["key"]), alike)
            )
        elif words := piece_words(path, each):
            pieces[".".join(words)] = NamedSubject(".".join(words), " ".join(map(page.names.text, words)))
    printed = GAMES[page.match.rules.name].named_things.get("card", {})
    for path, word in listed_words(page.view):
        if word in printed:
            cards.setdefault(area_words(path), []).append(NamedSubject(word, printed[word]))
    yield from cards.items()
    if pieces:
        yield "Pieces", sorted(pieces.values(), key=lambda each: each.title)
    for name in PLACES:
        held = page.view.get(name)
        if isinstance(held, dict):
            yield capitalise(name), [NamedSubject(each, page.names.text(each)) for each in held]


def named_card(card: str, title: str, alike: Mapping[str, int]) -> NamedSubject:
    """A card with its title, and with its handle if a number alone tells it from another."""
    return NamedSubject(card, title, card if alike[NUMBERED.sub("", title)] > 1 else "")


def piece_words(path: tuple[str, ...], each: dict[str, Any]) -> list[str]:
    """The words for a kind of piece; for one in a list of a place, its owner and type."""
    words = [value for value in each.values() if isinstance(value, str)]
    return words if len(words) > 1 and path and path[-1].isdecimal() else []


@views.app_template_global("things_of")
def things_of(page: MatchPage) -> list[NamedSubject]:
    """The cards, places and pieces that the facts of the shown version name."""
    said = {word for _, fact in page.course.readable_facts(page.event) for word in texts_of(fact)}
    found = {
        each.thing: each for _, named in listed_subjects(page) for each in named if set(each.thing.split(".")) <= said
    }
    return [each for each in found.values() if each.thing not in page.match.table.seats][:MOST]


@views.get("/matches/<match:match_id>/things/<path:thing>")
@in_turn
def thing(match_id: str, thing: str) -> Response:
    """The history of a thing: its present fields, and the effect of each action on it.

    Raises Problem 404 for a name of nothing that the viewer can know of.
    """
    page = match_page_of(match_id)
    thing_names = ThingNames(page.chronicle.events.values(), page.viewer, judging=page.judging)
    check_named(page, thing, thing_names)
    names = seen_titles(page)
    first = max(1, page.version + 1 - USUAL)
    steps = list(subject_steps(page, thing, thing_names, names, range(first, page.version + 1)))
    title = title_of(page, thing, thing_names, names)
    given: dict[str, Any] = {
        "now": list(current_fields(page, thing, thing_names, names)),
        "key": thing_names.key(thing),
    }
    return render_page("thing.html", page=page, thing=thing, steps=steps, title=title, earlier=first - 1, **given)


def check_named(page: MatchPage, thing: str, thing_names: ThingNames) -> None:
    """Raises Problem 404 unless a name means something of the match; a card of its pool does before it is seen, too."""
    if thing in page.match.rules.pool.cards or thing in thing_names.links or thing in page.match.table.cards:
        return
    if any(thing == each.thing for _, named in listed_subjects(page) for each in named):
        return
    try:
        thing_by_name(page.chronicle, page.viewer, thing, judging=page.judging)
    except Problem as error:
        raise Problem(404, "request.unknown", f"nothing here is called {thing}", {"thing": thing}) from error


def current_fields(
    page: MatchPage, thing: str, thing_names: ThingNames, names: CardTitles
) -> Iterator[tuple[str, str]]:
    """The fields of a thing at the shown version; of each copy if there are several."""
    numbers = copy_numbers(thing, thing_names)
    if not page.match.table.seats:
        return
    for each, own in copies(thing, thing_names).items() or {thing: thing_names.names(thing)}.items():
        for field, value in state_of_thing(page.view, own, each).items():
            copy = numbers.get(each, "")
            yield ", ".join(filter(None, (copy, field_words(field, names)))), value_words(field, value, names)


def copy_numbers(key: str, thing_names: ThingNames) -> dict[str, str]:
    """The labels of copies of a card by handle, such as `copy 1`; empty for a single card."""
    handles = list(copies(key, thing_names))
    return {handle: f"copy {n}" for n, handle in enumerate(handles, 1)} if len(handles) > 1 else {}


def seen_titles(page: MatchPage) -> CardTitles:
    """The titles of every card that the viewer has ever seen."""
    names = page.words_of_game()
    for event in page.course.events.values():
        names.learn(fact for _, fact in page.course.readable_facts(event))
        names.learn_event(event)
    names.look_at(page.match.table, page.viewer)
    return names


def title_of(page: MatchPage, thing: str, thing_names: ThingNames, names: CardTitles) -> str:
    """The title of a thing."""
    if key := thing_names.key(thing):
        return names.title(key)
    if thing in thing_names.links or thing in page.match.table.cards:
        return "A card that you do not know"
    return " ".join(names.thing(word) for word in thing.split("."))


def subject_steps(
    page: MatchPage, thing: str, thing_names: ThingNames, names: CardTitles, versions: range
) -> Iterator[SubjectStep]:
    """The effect on a thing of each action of some versions, newest first."""
    changed: dict[int, list[SubjectChange]] = {}
    numbers = copy_numbers(thing, thing_names)
    for row in thing_histories(page.chronicle, thing, thing_names, page.viewer, versions, judging=page.judging):
        changed.setdefault(row.version, []).extend(row_changes(row, numbers, names))
    said: dict[int, list[tuple[str, str]]] = {}
    for at, fact in facts_about(
        page.chronicle, thing, thing_names.names(thing), page.viewer, versions, judging=page.judging
    ):
        said.setdefault(int(at.partition(".")[0]), []).append((at, fact_line(fact, names)))
    for version in sorted({*changed, *said}, reverse=True):
        event, undone = page.chronicle.events[version], page.chronicle.line(version) == UNDONE
        own, facts = tuple(changed.get(version, ())), tuple(said.get(version, ()))
        yield SubjectStep(version, actor_words(event.actor), event_title(event), undone, own, facts)


def row_changes(row: HistoryStep, numbers: dict[str, str], names: CardTitles) -> Iterator[SubjectChange]:
    """The changes of a row in words."""
    for each in row.changes:
        sides = (each.before, each.after)
        missing = False if any(isinstance(side, bool) for side in sides) else None
        before, after = (value_words(each.field, missing if side is UNSET else side, names) for side in sides)
        yield SubjectChange(field_words(each.field, names), before, after, numbers.get(row.card or "", ""))


# --- in words


def area_words(path: tuple[str, ...] | str) -> str:
    """An area in words: `players.alice.in_play` becomes `alice, in play`."""
    parts = [part for part in (path.split(".") if isinstance(path, str) else path) if not part.isdecimal()]
    parts = [part for part in parts if part != "cards"]
    return ", ".join(map(in_words, parts[1:] if parts[:1] and parts[0] in PLACES else parts))


@views.app_template_filter("field")
def field_words(field: str, names: CardTitles) -> str:
    """A field of a thing in words; for pieces the place that holds them."""
    if "." in field:
        return ", ".join(names.name_words(part) for part in field.split(".") if part not in PLACES)
    return in_words(names.word(field))


def value_words(field: str, value: Any, names: CardTitles) -> str:
    """A value of a field in words: `none` for a missing one, `no` for a missing mark."""
    if field == "area":
        return area_words(value) if value else "out of sight"
    return plain_value_words(value, names) or "none"


def plain_value_words(value: Any, names: CardTitles) -> str:
    """A plain value in words: for pieces their owner, type, number and marks."""
    if isinstance(value, dict):
        return " ".join(word for name, each in value.items() if (word := pair_words(name, each, names)))
    if isinstance(value, (list, tuple)):
        return ", ".join(plain_value_words(each, names) for each in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return names.thing(str(value)) if value not in (None, "") else ""


def pair_words(name: str, value: Any, names: CardTitles) -> str:
    """A named value of a mapping in words."""
    if isinstance(value, bool):
        return in_words(name) if value else ""
    if isinstance(value, str):
        return names.thing(value)
    return f"×{value}" if name == "count" else f"{in_words(name)} {plain_value_words(value, names)}"
