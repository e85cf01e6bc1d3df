"""The open window on a page: what is open, within what, who may do what and by which rule.

Made from the reply of `domain.kernel.flow.open_windows.describe_open_window`, so it shows no more than the viewer may
know.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.kernel.rulebook import Rule
from domain.kernel.spaces.commands import Commands, Form
from projections.windows.fold import LedgerRow
from service.app.rulebooks import rule_of
from service.console.words import capitalise, condition_phrase
from service.present.text.command_titles import answering_field, command_title
from service.present.text.facts import field_value
from service.present.text.names import CardTitles, in_words, step_said
from service.present.text.window import conditions_of, field_words, space_of

# frames that stay on the stack for a whole match
OUTERMOST = ("setup", "round")


class Choice(Struct, frozen=True):
    """One form of an answer: the command, its fixed values, its open fields, the rules that offer it."""

    form: Form
    does: str
    card: str
    handle: str
    details: tuple[str, ...]
    fields: tuple[tuple[str, str], ...]
    rules: tuple[Rule, ...]
    example: str = ""


class LargestChoice:
    """Chooses the largest value of each field, so that the example shows the shape of an answer best."""

    def below(self, n: int) -> int:
        return n - 1


class AwaitedSeat(Struct, frozen=True):
    """An awaited seat and its options; `may_see` says whether the viewer may know these."""

    seat: str
    may_see: bool
    choices: tuple[Choice, ...] = ()


class Panel(Struct, frozen=True):
    """The open window in words; for a match that is over only `over`."""

    open: bool
    title: str = ""
    kind: str = ""
    step: str = ""
    wait: int = 0
    within: str = ""
    nesting: tuple[tuple[str, str], ...] = ()
    about: tuple[str, ...] = ()
    awaited: tuple[AwaitedSeat, ...] = ()
    answered: tuple[str, ...] = ()
    sealed: bool = False
    priority: str = ""
    first: str = ""
    passed: tuple[str, ...] = ()
    rule: Rule | None = None
    always: tuple[str, ...] = ()
    over: dict[str, Any] | None = None


def panel_of(answer: dict[str, Any], names: CardTitles) -> Panel:
    """The panel of a description; `names` are the titles that its viewer knows."""
    if not answer["open"]:
        return Panel(False, over=answer["over"])
    kind = answer["kind"]
    return Panel(
        True,
        title=capitalise(answer["name"]),
        kind="question" if kind == "choice" else f"{in_words(kind)} window",
        step=step_said(answer["step"]),
        wait=answer["wait"],
        within=step_said(answer["within"]),
        nesting=tuple(panel_nesting(answer, names)),
        about=tuple(conditions_of(answer, names).values()),
        awaited=tuple(awaited_seat(answer, seat, names) for seat in answer["awaited"]),
        answered=tuple(answer["answered"]),
        sealed=answer["sealed"],
        priority=answer.get("priority", ""),
        first=answer.get("first", ""),
        passed=tuple(answer.get("passed", ())),
        rule=rule_of(answer["rule"]) if kind == "choice" and answer["rule"] else None,
        always=tuple(map(in_words, answer["always"])),
    )


def panel_nesting(answer: dict[str, Any], names: CardTitles) -> Iterator[tuple[str, str]]:
    """The frames from the outside in, each with its step, without set-up and rounds, which contain everything."""
    for frame in answer["nesting"]:
        name = frame["frame"]
        if name in OUTERMOST and len(answer["nesting"]) > 1:
            continue
        words = in_words(name)
        if "name" in frame:
            words = f"{in_words(frame['name'])} window"
        elif "of" in frame:
            words = f"{names.title(frame['of'])} of {frame['by']}"
        if "conditions" in frame:
            words += f" of {', '.join(dict.fromkeys(in_words(each['kind']) for each in frame['conditions']))}"
        yield words, step_said(frame.get("step", ""))


def awaited_seat(answer: dict[str, Any], seat: str, names: CardTitles) -> AwaitedSeat:
    described = answer["options"].get(seat)
    if described is None:
        return AwaitedSeat(seat, False)
    space, about = space_of(described), conditions_of(answer, names)
    forms = space.forms if isinstance(space, Commands) else ()
    return AwaitedSeat(seat, True, tuple(choice(form, names, about) for form in forms))


def choice(form: Form, names: CardTitles, about: dict[int, str]) -> Choice:
    """A form in words; the condition that it answers is described by what happened."""
    fixed: dict[str, Any] = {name: value for name, value in form.fixed.items() if value not in (0, "")}
    details = []
    if (condition := fixed.pop("condition", None)) is not None:
        details.append(f"answering: {about.get(int(condition), str(condition))}")
    title = command_title(form.type, form.fixed)
    fixed.pop(answering_field(form.type, form.fixed), None)
    handle = str(fixed.pop("card", ""))
    details += [f"{in_words(name)}: {field_value(name, value, names)}" for name, value in fixed.items()]
    fields = tuple((in_words(name), field_words(field, names)) for name, field in form.fields.items())
    rules = tuple(rule_of(rule) for rule in form.rules)
    card = names.thing(handle) if handle else ""
    example = next(form.walk(LargestChoice()), None)
    text = msgspec.json.encode(example).decode() if example is not None else ""
    return Choice(form, capitalise(title), card, handle, tuple(details), fields, rules, text)


class WindowTurn(Struct, frozen=True):
    """An offer in a window, or the seat's answer to it."""

    version: int
    seat: str
    how: str


class LedgerWindow(Struct, frozen=True):
    """A window of the ledger in words."""

    id: str
    version: int
    title: str
    kind: str
    step: str
    within: str
    inside: str
    about: tuple[str, ...]
    turns: tuple[WindowTurn, ...]
    closed: str
    how: str


def ledger_window(row: LedgerRow, names: CardTitles) -> LedgerWindow:
    """A row of the ledger in words."""
    turns = [(deed.at, WindowTurn(version_of(deed.at), deed.seat, use_words(deed, names))) for deed in row.deeds]
    turns += [(f"{offer.version}.9999", WindowTurn(offer.version, offer.seat, "is asked")) for offer in row.offers]
    turns.sort(key=lambda each: tuple(map(int, each[0].split("."))))
    return LedgerWindow(
        row.id,
        version_of(row.id),
        capitalise(row.name),
        f"{in_words(row.kind)} window",
        step_said(row.step),
        step_said(row.within),
        row.inside,
        tuple(condition_phrase(each, names) for each in row.about),
        tuple(turn for _, turn in turns),
        row.closed,
        row.how,
    )


def use_words(deed: Any, names: CardTitles) -> str:
    if deed.how == "acted":
        return f"{in_words(deed.command)} {names.title(deed.card) if deed.card else ''}".strip()
    how = {"own": "", "standing-order": " by standing order", "policy": " by the window policy"}
    return f"passes{how.get(deed.how, f' ({in_words(deed.how)})')}"


def version_of(place: str) -> int:
    """The version of a place."""
    return int(place.partition(".")[0])
