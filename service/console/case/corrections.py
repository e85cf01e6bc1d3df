"""Corrections as forms: a list of changes that grows one by one, without scripts.

Read `read_draft`, which makes a `CorrectionDraftForm` from the request; `console/corrections.html` shows it. Every page
with changes by hand uses both. The game of the match declares the forms (`change_forms`). Nothing is stored: the
changes so far are in the address.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec import Struct
from werkzeug.datastructures import MultiDict

from domain.games import GAMES
from domain.judging.remedies.correction_draft import draft_correction
from domain.judging.remedies.corrections import raise_fault
from domain.kernel.corrections.changes import (
    LIMIT,
    MISSING,
    SAME,
    STRANDS,
    UNFIT,
    UNNAMED,
    AnyChange,
)
from domain.kernel.corrections.forms import NUMBER, ChangeField, ChangeForm, Value, make_change
from domain.kernel.corrections.words import NO_WORD
from domain.kernel.formats.reading import whole_number
from domain.kernel.ids import PUBLIC, Viewer
from domain.match.aggregate import Match, Refused
from service.console.forms.fields import NO_CHOICE, no_number, signed_number
from service.console.forms.refusals import refusal_words
from service.games import presentation_of
from service.present.text.changes import change_words, step_words
from service.present.text.names import CardTitles, in_words, without_hyphens
from service.present.text.words_of_games import names_for
from service.web.problems import Problem
from service.web.request_parts import shape_problem

CHANGE, FORM, DO, FIELD_PREFIX = "change", "form", "do", "f-"
ADD, DROP = "add", "drop-"
STILL = "still to fill in"
OF_QUESTION = "wait"  # what a change that asks anew says is wrong
GIVE_UP = "add the change “Give up the step that is under way”"
# the words for a wrong change whose fault says no more than the rule
WHY = {
    MISSING: "there is no such thing here",
    SAME: "it is so already",
    UNFIT: "it cannot be so here",
    LIMIT: "there are not so many",
    STRANDS: "a step that is under way needs it as it is",
    UNNAMED: "the card must be named",
}
MOST = 40
PLUS = re.compile(r"^\+(?=[0-9])")
ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth")

DECODER: msgspec.json.Decoder[AnyChange] = msgspec.json.Decoder(AnyChange)


Given = MultiDict[str, str]


class BlankField(Struct, frozen=True):
    """A field to fill in: its choices by group, and its value; for an order one value for each place.

    With `signed` it takes a number that may be below 0.
    """

    name: str
    label: str
    kind: str
    needed: bool
    signed: bool = False
    hint: str = ""
    groups: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    given: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[tuple[str, str], ...]:
        """The places of an order, each with its value."""
        ids = [id for _, choices in self.groups for id, _ in choices]
        return tuple(zip(ORDINALS, self.given or ids, strict=False))


class CorrectionDraftForm(Struct, frozen=True):
    """A correction in progress: its changes in words and as stored, the forms, and the form that is open.

    `oddities` are what would be unusual on the table that was not so before; `impossible` is why the changes so far
    make no table, so that others are still needed.
    """

    changes: tuple[tuple[str, str], ...] = ()
    forms: tuple[tuple[str, str], ...] = ()
    form: str = ""
    title: str = ""
    blanks: tuple[BlankField, ...] = ()
    refused: dict[str, Any] | None = None
    oddities: tuple[str, ...] = ()
    impossible: str = ""

    @property
    def changes_text(self) -> str:
        """All changes encoded as one value."""
        return f"[{','.join(text for _, text in self.changes)}]"

    @property
    def query(self) -> str:
        """The changes as the query of the address of the page; empty without changes."""
        return urlencode([(CHANGE, text) for _, text in self.changes])


def read_draft(match: Match, events: Mapping[int, Any], viewer: Viewer, given: Given) -> CorrectionDraftForm:
    """The draft in the request, after a change was added or removed.

    Raises Problem 422 for a draft that no form makes.
    """
    changes, refused = changes_sent(given), None
    do = given.get(DO, "")
    if do.startswith(DROP):
        dropped = whole_number(do.removeprefix(DROP))
        changes = [each for n, each in enumerate(changes) if n != dropped]
    chosen, table = given.get(FORM, ""), match.table
    try:
        table = draft_correction(match, tuple(changes), events)
        if do == ADD:
            added = [*changes, change_from_form(change_forms(match, table, viewer), given)]
            table, changes, chosen = draft_correction(match, tuple(added), events), added, ""
    except Problem as error:
        refused = refusal_words(error, labels=labels_in(change_forms(match, table, viewer), chosen))
    except Refused as error:
        refused = {**refusal_words(error), "because": refusal_lines(error, change_forms(match, table, viewer), chosen)}
    forms = [each for each in change_forms(match, table, viewer) if each.possible]
    names = titles_at(match, table, viewer)
    form = next((each for each in forms if each.name == chosen), None)
    return CorrectionDraftForm(
        changes=tuple(zip(change_lines(match, changes, events, viewer), map(change_text, changes), strict=True)),
        forms=tuple((each.name, each.title) for each in forms),
        form=form.name if form else "",
        title=form.title if form else "",
        blanks=tuple(blank_field(each, given, table, names) for each in form.fields) if form else (),
        refused=refused,
        oddities=new_oddities(match, table),
        impossible=why_impossible(match, table, viewer) if changes else "",
    )


def why_impossible(match: Match, table: Any, viewer: Viewer) -> str:
    """What is wrong with the table as a whole, for which a correction would be refused; empty if nothing is."""
    try:
        raise_fault(match.rules.table_fault(table), "table")
    except Refused as error:
        return "; ".join(said for _, said in refusal_lines(error, change_forms(match, table, viewer)))
    return ""


def new_oddities(match: Match, table: Any) -> tuple[str, ...]:
    """What is unusual on a table after the changes, and was not so before."""
    oddities = presentation_of(match.rules.name).oddities
    before = set(oddities(match.table))
    return tuple(each for each in oddities(table) if each not in before)


def change_lines(
    match: Match, changes: Sequence[AnyChange], events: Mapping[int, Any], viewer: Viewer
) -> Iterator[str]:
    """The changes in words, each in terms of the table to which it is applied."""
    for n, change in enumerate(changes):
        yield change_words(change, titles_at(match, table_with(match, tuple(changes[:n]), events), viewer))


def table_with(match: Match, changes: tuple[AnyChange, ...], events: Mapping[int, Any]) -> Any:
    """The table after these changes, to which the next one is applied; the match's own table if they are invalid."""
    try:
        return draft_correction(match, changes, events)
    except Refused:
        return match.table


def change_text(change: AnyChange) -> str:
    """A change encoded for the address."""
    return msgspec.json.encode(change).decode()


def correction_refusal(error: Exception, match: Match) -> dict[str, Any]:
    """A refusal of a whole correction for a page; a refused change in the words of its form."""
    said = refusal_words(error)
    if not isinstance(error, Refused):
        return said
    because = error.refusal.because
    if "frame" in because:
        return {**said, "because": stranded_lines(because)}
    forms = [
        each
        for each in change_forms(match, match.table, Viewer(PUBLIC))
        if str(each.makes.__struct_config__.tag) == because.get("change")
    ]
    return {**said, "because": refusal_lines(error, forms) or said["because"]}


def stranded_lines(because: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The seats that cannot go on after a correction, each with the step, and the step that could be given up."""
    lines = [("who could not go on", f"{because['seat']}: {in_words(str(because['question']))}")]
    lines.append(("step", step_words(str(because["frame"]))))
    if because["abandon"]:
        return [*lines, (GIVE_UP, step_words(str(because["abandon"])))]
    return [*lines, ("instead", "no step under way can be given up: go back to before this one")]


def refusal_lines(error: Refused, forms: Iterable[ChangeForm], chosen: str = "") -> list[tuple[str, str]]:
    """Why a change was refused, in the words of its form."""
    because = error.refusal.because
    wrong, problem, meant = (str(because.get(name, "")) for name in ("wrong", "problem", "meant"))
    label = {OF_QUESTION: "open question", **labels_in(forms, chosen)}.get(wrong, in_words(wrong))
    if problem == NO_WORD:
        return [(STILL, label)]
    problem = problem or WHY.get(error.refusal.rule.rpartition(".")[2], "")
    said = f"{label}: {without_hyphens(problem)}" if problem else label
    return [("does not fit", f"{said}; did you mean {without_hyphens(meant)}?" if meant else said)] if wrong else []


def labels_in(forms: Iterable[ChangeForm], chosen: str) -> dict[str, str]:
    """The labels of the fields of the chosen form by name; of all forms if none is chosen."""
    return {field.name: field.label for form in forms if chosen in ("", form.name) for field in form.fields}


def changes_sent(given: Given) -> list[AnyChange]:
    """The changes in the request. Raises Problem 422."""
    try:
        return [DECODER.decode(each) for each in given.getlist(CHANGE)[:MOST]]
    except msgspec.DecodeError as error:
        raise Problem(422, "request.shape", NO_CHOICE) from error


def change_from_form(forms: Iterable[ChangeForm], given: Given) -> AnyChange:
    """The change that the form data make. Raises Problem 422."""
    form = next((each for each in forms if each.name == given.get(FORM, "")), None)
    if form is None:
        raise Problem(422, "request.shape", NO_CHOICE)
    said = {field.name: given.getlist(f"{FIELD_PREFIX}{field.name}") for field in form.fields}
    missing = [field.label for field in form.fields if field.is_due(said) and not any(said[field.name])]
    if missing:
        raise Problem(422, "request.nothing-chosen", because={STILL: ", ".join(missing)})
    for field in form.fields:
        if field.kind == NUMBER and any(said[field.name]):
            said[field.name] = [str(number_in(field, said[field.name][0].strip()))]
    try:
        return make_change(form, said)
    except msgspec.ValidationError as error:
        raise shape_problem(error, form.makes) from error


def number_in(field: ChangeField, text: str) -> int:
    """The whole number in a field; it may be below 0, and an amount may have a plus. Raises Problem 422."""
    number = signed_number(PLUS.sub("", text) if field.signed else text)
    if number is None:
        raise no_number(field.name, text)
    return number


def change_forms(match: Match, table: Any, viewer: Viewer) -> tuple[ChangeForm, ...]:
    return GAMES[match.rules.name].change_forms(match.rules, table, viewer)


# --- words


def titles_at(match: Match, table: Any, viewer: Viewer) -> CardTitles:
    """The titles that a viewer knows at a table."""
    names = names_for(match.rules)
    names.look_at(table, viewer)
    return names


def choice_words(value: Value, table: Any, names: CardTitles) -> str:
    """A value in words, with what tells it from others and the numbers as they are now."""
    said = value.words or thing_words(value.id, table, names)
    now = ", ".join(f"{kind_words(kind, names)}{n}" for kind, n in value.now.items())
    notes = filter(None, (value.note, f"now {now}" if now else ""))
    return f"{said} ({'; '.join(noted)})" if (noted := tuple(notes)) else said


def kind_words(kind: str, names: CardTitles) -> str:
    """The name of a kind before its number, its mark after a comma; nothing for what has no kind."""
    return f"{', '.join(names.name_words(each) for each in kind.split('/'))} " if kind else ""


def thing_words(id: str, table: Any, names: CardTitles) -> str:
    """A thing of the table: a card by title if the viewer knows it, an id of the box by its printed name."""
    if id in getattr(table, "cards", ()):
        return names.card(id)
    said = names.text(id)
    game, _, frame = said.partition(".")
    return in_words(frame if game in ("kernel", *GAMES) else said) if said == id else said


def blank_field(field: ChangeField, given: Given, table: Any, names: CardTitles) -> BlankField:
    """A form's field with its value; things with the same name are numbered."""
    groups: dict[str, list[tuple[str, str]]] = {}
    seen: Counter[tuple[str, str]] = Counter()
    for value in field.values:
        said = choice_words(value, table, names)
        seen[value.group, said] += 1
        many = seen[value.group, said]
        groups.setdefault(value.group, []).append((value.id, f"{said} ({many})" if many > 1 else said))
    filled_in = tuple(given.getlist(f"{FIELD_PREFIX}{field.name}"))
    shown = tuple((group, tuple(choices)) for group, choices in groups.items())
    return BlankField(field.name, field.label, field.kind, field.needed, field.signed, field.hint, shown, filled_in)
