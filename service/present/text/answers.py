"""The answers to a judge's questions in words, for people at a terminal; `praetor ask` prints them.

Each function takes an answer, as the domain gave it, and yields its lines; cards stand by title and handle.
`ANSWER_LINES` has the function of each question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from domain.judging.inquiry.chronicle import UNDONE, Chronicle
from domain.judging.inquiry.clocks import TimedDecision, TimeUsed, UnansweredWait
from domain.judging.inquiry.comparing import FieldDifference
from domain.judging.inquiry.explaining import ComingSteps, NearestTurns
from domain.judging.inquiry.missed_opportunities import MissedOpportunity, MissedReport
from domain.judging.inquiry.timeline import TimelineTree
from domain.judging.inquiry.tracing import MatchKnowledge, ThingTrace
from domain.kernel.catalogue import union_of
from domain.kernel.checks import CheckOutcome
from domain.kernel.ids import Viewer
from domain.kernel.redaction import read_facts
from domain.kernel.spaces.commands import Form
from service.app.rulebooks import rule_of
from service.present.text.facts import command_words, fields_words, sentence, value_words
from service.present.text.names import CardTitles, amount, in_words, limit_words, step_said
from service.present.text.sentences import number_words
from service.present.text.window import cite_rule, form_words
from service.present.text.words_of_games import names_for

# what a fact_data fact has beside its own fields
PLACES = ("at", "line", "place", "address", "mark")
STOPPED = {
    "over": "then the match is over",
    "policy": "what comes then depends on what the seats hold",
    "hidden or random": "what comes then depends on hidden cards or on chance",
}


class Telling(Struct, frozen=True):
    """What an answer is fact_data with: the match, and the names that the viewer knows up to the version."""

    chronicle: Chronicle
    names: CardTitles

    def fact(self, fact_data: dict[str, Any]) -> str:
        """A fact as it was fact_data, in words."""
        own = {name: value for name, value in fact_data.items() if name not in PLACES}
        return sentence(msgspec.convert(own, union_of(self.chronicle.match.rules.facts)), self.names)

    def seen_as(self, key: str, handle: str) -> str:
        """A card by key and handle; by the handle alone where the key is not known."""
        return f"{self.names.title(key)} ({handle})" if key else self.names.thing(handle)


def telling_at(chronicle: Chronicle, version: int, viewer: Viewer) -> Telling:
    """The telling of an answer at a version to a viewer, who knows what could be read up to it."""
    names = names_for(chronicle.match.rules, handles=True)
    for each in range(1, version + 1):
        event = chronicle.events[each]
        names.learn(fact for _, fact in read_facts(event.facts, viewer, judging=False))
        names.learn_event(event)
    names.look_at(chronicle.at(version).table, viewer)
    return Telling(chronicle, names)


def align_rows(rows: Iterable[tuple[str, ...]], indent: str = "  ") -> Iterator[str]:
    """The rows with their columns aligned; the last column is as long as it is."""
    listed = list(rows)
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)][:-1] if listed else []
    for *cells, last in listed:
        yield indent + "  ".join([*map(str.ljust, cells, widths), last])


def timeline_lines(tree: TimelineTree, telling: Telling) -> Iterator[str]:
    """The rounds, phases and steps with their actions and facts, each fact with its place and its mark."""
    for round in tree.rounds:
        for phase in round.phases:
            yield f"{f'Round {round.round}, ' if round.round else ''}{in_words(phase.phase)}"
            for step in phase.steps:
                yield from step_lines(step.step, step.actions, telling)
    marks: dict[str, list[str]] = {}
    for each in tree.marks:
        marks.setdefault(each.mark, []).append(each.at)
    yield from align_rows(((mark, ", ".join(places)) for mark, places in marks.items()), "marked ")


def step_lines(step: str, actions: list[dict[str, Any]], telling: Telling) -> Iterator[str]:
    """The actions of a step, or their parts in it."""
    if step:
        yield f" step {step_said(step)}"
    for action in actions:
        version = action["version"]
        undone = "  (undone)" if telling.chronicle.line(version) == UNDONE else ""
        done = "goes on" if action.get("goes_on") else f"{action['actor']}  {deed_words(action)}"
        yield f"  v{version}  {done}{undone}"
        for each in action["facts"]:
            if said := telling.fact(each):
                yield f"    {each['place']:<8} {said}{f'  [{mark}]' if (mark := each.get('mark')) else ''}"


def deed_words(action: dict[str, Any]) -> str:
    """The type of the command of an action; what else an event is, where it has no command."""
    command: dict[str, Any] = action.get("command") or {}
    return str(command.get("type") or in_words(action["kind"]))


def missed_lines(report: MissedReport, telling: Telling) -> Iterator[str]:
    """Each opportunity: at which version in which window, the options, and what forbade others."""
    for each in report.found:
        window, step = each.window, each.window.get("step")
        where = in_words(str(window.get("name", ""))) + (f", step {step_said(step)}" if step else "")
        yield f"  v{each.version:<5} {each.kind:<18} {where}".rstrip()
        yield from (f"         {line}" for line in opportunity_lines(each, telling))
    found = ", ".join(f"{n} {kind}" for kind, n in report.counts.items() if n) or "nothing"
    yield f"{report.seat} in {report.actions} actions: {found}"


def opportunity_lines(found: MissedOpportunity, telling: Telling) -> Iterator[str]:
    names = telling.names
    for option in found.options:
        is_form = option.get("kind") == "form"
        yield "may " + (
            " ".join(form_words(msgspec.convert(option, Form), names, {}).split())
            if is_form
            else command_words(option, names)
        )
    for reason in found.reasons:
        tried = {name: value for name, value in reason.get("command", {}).items() if name != "key"}
        verdict = "was lawful" if reason.get("lawful") else cite_rule(reason.get("rule", ""))
        yield f"{f'{command_words(tried, names)}: ' if tried else ''}{verdict}"
        if because := reason.get("because"):
            yield f"  because {fields_words(because, names)}"
    if given := found.order.get("given", ""):
        yield f"by the standing order of {given}"


def explain_lines(answer: dict[str, Any], telling: Telling) -> Iterator[str]:
    """The verdict and its rule, every check, and the nearest versions at which the verdict is the other one."""
    names = telling.names
    said = command_words(msgspec.to_builtins(answer["command"]), names)
    yield f"{answer['verdict']}: {said}"
    if answer["refused_by"]:
        rule = rule_of(answer["refused_by"])
        yield f"  by {cite_rule(rule.id)}"
        yield from ([f"  {rule.text}"] if rule.text else [])
    yield from check_lines(answer["checks"], names)
    turns: NearestTurns = answer["nearest"]
    for which, turn, unnamed in turns.both_ways:
        if turn is None:
            yield f"{which}: {answer['verdict']} {turns.where_none(which)}"
        else:
            yield f"{which}: {'yes' if turn.accepted else 'no'} at v{turn.version}"
            until = "until then" if turn.to_lawful else "from then on"
            yield f"  v{turn.turned_at} turned it: {until} refused by {cite_rule(turn.refused_by)}"
            yield from align_rows((f"{each['at']}", telling.fact(dict(each))) for each in turn.changed)
            yield from ([f"  and {turn.left_out} facts more"] if turn.left_out else [])
        if unnamed is not None:
            yield f"  at v{unnamed.version} {answer['seat']} could not name {names.thing_list(unnamed.cards)}"


def check_lines(checks: Iterable[CheckOutcome], names: CardTitles) -> Iterator[str]:
    """Each check: whether it holds, its name, its rule; under one that failed what shows it."""
    for each in checks:
        outcome = "not asked" if not each.asked else "holds" if each.ok else "fails"
        yield f"  {outcome:<9}  {in_words(each.check)}  ({each.rule})"
        if each.because:
            yield f"             because {fields_words(each.because, names)}"


def thing_lines(trace: ThingTrace, telling: Telling) -> Iterator[str]:
    """What a thing is called, each fact about it, and each change of it by version."""
    named = telling.names.title(trace.key) if trace.key else in_words(telling.names.thing(trace.thing))
    yield f"{named}: {', '.join(trace.names) or 'no name'}"
    yield from align_rows((each["at"], telling.fact(each)) for each in trace.facts)
    for step in trace.way:
        of = f"  {telling.names.thing(step.card)}" if step.card is not UNSET else ""
        undone = "  (undone)" if step.line == UNDONE else ""
        yield f"v{step.version}{of}{undone}"
        for change in step.changes:
            sides = [
                "" if side is UNSET else value_words(side, telling.names) for side in (change.before, change.after)
            ]
            yield f"  {in_words(change.field)}: {' -> '.join(each or 'nothing' for each in sides)}"


def numbers_lines(answer: dict[str, Any], telling: Telling) -> Iterator[str]:
    """Each number with its trace, and each limit with how often and by which actions it was used."""
    names = telling.names
    yield from align_rows(
        (
            in_words(each.what),
            telling.seen_as("" if each.key is UNSET else each.key, each.of),
            number_words(each.value, each.trace, names.text),
        )
        for each in answer["numbers"]
    )
    for limit in answer["limits"]:
        by = ", ".join(f"v{version}" for version in limit.by)
        yield f"  limit {limit_words(limit.limit, names)}: used {limit.used}{f' by {by}' if by else ''}"


def next_lines(coming: ComingSteps, telling: Telling) -> Iterator[str]:
    """What would come if everybody passed, why that is all, and the steps that the chart has left."""
    yield from (f"  {telling.fact(dict(each))}" for each in coming.steps if "pass" not in each)
    stopped = coming.stopped
    question = f"then {', '.join(stopped.seats)} must answer: {in_words(telling.names.text(stopped.question))}"
    yield question if stopped.why == "asked" else STOPPED.get(stopped.why, f"then {stopped.why}")
    for each in coming.chart:
        yield f"left of {in_words(each.procedure.rpartition('.')[2])}"
        yield from align_rows((step_said(step.step), step.title) for step in each.left)


def knowledge_lines(found: MatchKnowledge, telling: Telling) -> Iterator[str]:
    """The hidden cards that somebody knows, and every card that a seat has learned, or everybody on an undone line."""
    for title, rows in (("known, lying hidden", found.known), ("seen so far", found.seen)):
        yield f"{title}: {len(rows)}"
        yield from align_rows(
            (
                each.seat,
                f"since {each.since}",
                "" if each.zone is UNSET else telling.names.zone(each.zone),
                telling.seen_as(each.key, each.card),
            )
            for each in rows
        )


def chance_lines(answer: dict[str, Any], telling: Telling) -> Iterator[str]:
    """Each random result: where, what for, and to what it came."""
    names = telling.names
    yield from align_rows(
        (
            each.at,
            names.purpose_words(each.purpose),
            "" if each.start is UNSET else f"counter {each.start} to {each.to}",
            "" if each.result is UNSET else names.drawn_words(each.result),
        )
        for each in answer["results"]
    )


def compare_lines(answer: dict[str, Any], telling: Telling) -> Iterator[str]:
    """Each difference: what, the values of both versions, and the place that touched each last."""
    found: list[FieldDifference] = answer["differences"]
    yield f"{len(found)} differences from v{answer['left']}"
    names = telling.names
    for each in found:
        of = " ".join(names.name_words(part) for part in each.object.split("."))
        touched = " | ".join(filter(None, (each.touched_left, each.touched_right)))
        sides = f"{value_words(each.left, names)} -> {value_words(each.right, names)}"
        yield f"  {of}{f', {in_words(each.field)}' if each.field else ''}: {sides}{f'  ({touched})' if touched else ''}"


def clocks_lines(used: TimeUsed, telling: Telling) -> Iterator[str]:
    """The time of each seat, in all and by round, the longest waits, and the time in which the match was frozen."""
    for seat, time in used.seats.items():
        decided = f"{amount(time.decisions, 'decision')} of {time.average:.1f} s on average"
        yield f"{seat}  {time.seconds:.1f} s, {decided}, the longest wait {time.longest:.1f} s"
        yield from align_rows((f"round {each.round}", f"{each.seconds:.1f} s") for each in time.rounds)
    for each in used.open:
        yield f"{each.seat} is awaited since v{each.since}, {each.seconds:.1f} s up to {used.as_of}"
    yield "the longest waits"
    yield from align_rows(
        (
            f"v{each.version}",
            each.seat,
            f"round {each.round}",
            f"{each.seconds:.1f} s",
            f"{in_words(each.question)}{how_ended(each)}",
        )
        for each in used.longest_waits
    )
    so_far = f" so far, up to {used.frozen_as_of}" if used.frozen_as_of else ""
    yield f"frozen {used.frozen_so_far:.1f} s{so_far}, {used.untimed} decisions without a time"
    for freeze in used.freezes:
        ended = f" to v{freeze.last}, {freeze.seconds:.1f} s" if freeze.last else f", {freeze.so_far:.1f} s so far"
        yield f"  case {freeze.case}: from v{freeze.first}{ended}, since {freeze.since}"
    if used.out_of_order:
        yield f"times out of order at {', '.join(f'v{each}' for each in used.out_of_order)}"


def how_ended(wait: TimedDecision | UnansweredWait) -> str:
    """How a wait ended, where the seat did not answer it, and whether it was undone."""
    undone = ", undone" if wait.line == UNDONE else ""
    if isinstance(wait, TimedDecision):
        return undone
    return f", not answered{f', ended by {wait.case}' if wait.case else ''}{undone}"


def integrity_lines(found: dict[str, Any]) -> Iterator[str]:
    """The lines that say whether the record is whole, its faults, and where today's engine decides otherwise."""
    names = CardTitles({})
    yield f"{found['versions']} versions, {'whole' if found['whole'] else 'not whole'}"
    for title in ("faults", "engines", "judged", "unreadable", "differences"):
        for each in found[title]:
            said = fields_words(each, names) if isinstance(each, dict) else value_words(each, names)
            yield f"  {title:<11}  {said}"
    engine = "decided again by engine" if found["readjudicated"] else "not decided again; the engine today is"
    yield f"{engine} {found['engine_today']}"


ANSWER_LINES: dict[str, Callable[[Any, Telling], Iterator[str]]] = {
    "timeline": timeline_lines,
    "missed": missed_lines,
    "explain": explain_lines,
    "thing": thing_lines,
    "compare": compare_lines,
    "numbers": numbers_lines,
    "next": next_lines,
    "knowledge": knowledge_lines,
    "chance": chance_lines,
    "clocks": clocks_lines,
}
