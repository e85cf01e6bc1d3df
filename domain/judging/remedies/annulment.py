"""Annulling one action: the last one by going back before it; an earlier one only where all after it fits unchanged.

Read `annul_action`. In the place of an action in a window stands a pass, so that an earlier pass is not annulled: that
would change nothing. What answered a question can only be answered anew, so that it is annulled only as the last. Those
after it become new actions of their seats (`again`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial

from msgspec import structs

from domain.judging.branches.reapplying import Walk
from domain.judging.branches.recorded_decisions import CardHomes, RecordedDecision, recorded_decisions
from domain.judging.remedies.corrections import Events
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.rewind import (
    DECISIONS,
    RewindEffects,
    lawful_target,
    random_draws,
    report_rewind,
    rewind_match,
    undone_versions,
)
from domain.judging.remedies.used_opportunities import table_at
from domain.kernel.cards.card_table import CardTable
from domain.kernel.commands import Command
from domain.kernel.flow.frames import Procedure, find_open_wait
from domain.kernel.flow.priority_windows import Pass, Window, WindowClosed, WindowOpened
from domain.kernel.flow.waits import Waiting
from domain.kernel.refusals import JsonObject, Refusal
from domain.match.aggregate import Match, NewVersion, Refused, decide_unconditionally, decode_event
from domain.match.envelope import Stamp
from domain.match.events import RESEATED, StoredEvent, event_kind
from domain.match.judge_orders import AnnulAction

LAST_ONLY = "judging.annul.last-only"
NOT_KNOWLEDGE = "judging.annul.not-knowledge"
MatchAt = Callable[[int], Match]


def match_at_version(match: Match, events: Events, version: int) -> Match:
    """The match at an earlier version."""
    backs = tuple(each for each in match.backs if each[0] <= version)
    return structs.replace(match, version=version, table=table_at(match, events, version), backs=backs)


def versions_after(match: Match, events: Events, of: int) -> list[int]:
    """The later versions on the line being played that changed the table.

    Raises Refused where the action is not on it.
    """
    line = match.path()
    if of not in line or event_kind(events[of]) != "action" or of == line[0]:
        raise Refused(Refusal(LAST_ONLY, {"of": of, "newest": match.version}))
    after = [each for each in line if each > of and events[each].facts]
    # seats that got other players are no decision: alone they keep nothing from being undone
    return after if any(event_kind(events[each]) != RESEATED for each in after) else []


def match_before(match: Match, events: Events, of: int, at: MatchAt | None = None) -> Match:
    """The match as it is once an action is gone back before. Raises Refused."""
    then = at or partial(match_at_version, match, events)
    before = version_before(match, of)
    return then(lawful_target(match, then(before), events, before))


def version_before(match: Match, of: int) -> int:
    """The version that an action followed."""
    return dict(match.backs).get(of, of - 1)


def report_of(match: Match, events: Events, of: int, decisions: int = DECISIONS) -> RewindEffects:
    """What going back before an action would undo. Raises Refused."""
    return report_rewind(match, match_before(match, events, of), events, version_before(match, of), decisions)


def annul_action(
    match: Match,
    command: AnnulAction,
    events: Events,
    ruled: RulingEnvelope,
    stamp: Stamp,
    at: MatchAt | None = None,
) -> tuple[NewVersion, ...]:
    """The versions that undo one action: a rewind, then, if others followed, a pass in its place and those again.

    `at` gives the match at an earlier version; without it that is folded. Raises Refused.
    """
    after = versions_after(match, events, command.of)
    then = match_before(match, events, command.of, at)
    # it is made once, and only where it is needed: of the last actions most are tried in vain
    report_made = cache(lambda: report_rewind(match, then, events, version_before(match, command.of)))
    if command.change_of_mind:
        check_nothing_learned(report_made())
    check_can_be_left_out(match, then, events, command.of, after)
    report = report_made()
    if after and report.zones_to_shuffle:
        raise Refused(Refusal(LAST_ONLY, {"of": command.of, "after": len(after), "random": 0}))
    first = rewind_match(match, then, events, report, ruled, stamp, "annulled", command)
    if not after:
        return (first,)
    retaking = Retaking(first, recorded_decisions(then, events, [command.of, *after])[1:], stamp)
    retaking.take_all(events[command.of].actor, command.of, match.version)
    retaken = [decode_event(each.match, each.payload) for each in retaking.taken[1:]]
    closed = any(isinstance(fact, WindowClosed) for fact in retaken[0].facts)
    if closed or window_course(retaken[1:]) != window_course(events[each] for each in after):
        raise Refused(Refusal(LAST_ONLY, {"of": command.of, "after": len(after), "windows": "others"}))
    return tuple(retaking.taken)


def check_can_be_left_out(match: Match, then: Match, events: Events, of: int, after: list[int]) -> None:
    """Raises Refused where actions followed and what is plain to see keeps them from fitting without this one."""
    if not after:
        return
    if match.table.sealed:
        raise Refused(Refusal(LAST_ONLY, {"of": of, "after": len(after), "sealed": list(match.table.sealed)}))
    if isinstance(events[of].cmd, match.rules.passing):
        raise Refused(Refusal(LAST_ONLY, {"of": of, "after": len(after), "is": "pass"}))
    random = random_draws([(version, events[version]) for version in undone_versions(match, then.version)])
    if random or not isinstance(window_of(then), Window):
        raise Refused(Refusal(LAST_ONLY, {"of": of, "after": len(after), "random": len(random)}))


def check_nothing_learned(report: RewindEffects) -> None:
    """Raises Refused where the seat that changes its mind has learned something since."""
    if report.learned or report.revealed or report.random:
        learned = [each.at for each in report.learned]
        because: dict[str, object] = {"learned": learned, "revealed": report.revealed, "random": len(report.random)}
        raise Refused(Refusal(NOT_KNOWLEDGE, because))


def window_course(events: Iterable[StoredEvent]) -> list[tuple[object, ...]]:
    """The windows that these events opened and closed, and whom they left awaited for what."""
    course: list[tuple[object, ...]] = []
    for fact in (fact for event in events for fact in event.facts):
        if isinstance(fact, WindowOpened):
            course.append(("opened", fact.name, fact.within))
        elif isinstance(fact, WindowClosed):
            course.append(("closed", fact.how))
        elif isinstance(fact, Waiting):
            course.append(("waiting", fact.question, fact.seats))
    return course


def window_of(then: Match) -> Procedure | None:
    """The frame that asks."""
    found = find_open_wait(then.table.stack)
    return found[1] if found else None


class Retaking:
    """The decisions after an annulled action, taken again as new actions of their seats."""

    def __init__(self, first: NewVersion, left: list[RecordedDecision], stamp: Stamp) -> None:
        self.match = first.match
        self.left = left
        self.level = False
        self.homes = CardHomes()
        self.stamp = stamp
        self.taken = [first]
        self.homes.follow(decode_event(first.match, first.payload).facts)

    def take_all(self, seat: str, of: int, upto: int) -> None:
        """A pass in the place of the action, then all the others; raises Refused if one does not fit unchanged."""
        refusal = self.give(seat, Pass(), "passed", of)
        if refusal is not None:
            raise Refused(refusal)
        report = Walk(self, upto).go_on()
        if report.is_clean and not any(each.ambiguous for each in report.outcomes):
            return
        first = report.first
        because: dict[str, object] = {"of": of, "fitted": report.fitted_before, "stopped": report.stopped}
        if first is not None:
            because |= {"at": first.of, "question": first.question, "what": first.what, "rule": first.rule}
        raise Refused(Refusal(LAST_ONLY, because))

    def give(self, seat: str, command: Command, how: str, of: int = 0) -> Refusal | None:
        """Take one decision again. Returns why it is refused, or None."""
        stamp, number = self.stamp, len(self.taken)
        envelope = {"key": f"{stamp.key}/{number}", "at": stamp.at, "action_id": f"{stamp.id}/{number}"}
        try:
            taken = decide_unconditionally(self.match, seat, command, actor=seat, repeats=of, **envelope)
        except Refused as refused:
            return refused.refusal
        self.taken.append(taken)
        self.match = taken.match
        self.homes.follow(decode_event(taken.match, taken.payload).facts)
        return None

    def order(self, order: JsonObject, how: str, of: int = 0) -> Refusal | None:
        """Why a judge's event is refused here: it is not taken again."""
        return Refusal(LAST_ONLY, {"of": of, "kind": how})

    def take_over(self, event: StoredEvent, of: int, table: CardTable) -> None:
        """Nothing of a judge is taken over: the table differs by the pass."""
