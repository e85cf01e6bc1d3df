"""A match decided again from its opening under other rules, up to where each of its lines parts from the record.

As long as nothing differs, both tables go side by side; the first decision that comes out otherwise ends its line, as
nobody knows what the seats would have done then. A rewind to before it begins a line on which both are side by side
again. What a wait offers is compared too, and told once for each line: it ends nothing. Read `first_differences`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from domain.games import AnyRules
from domain.judging.inquiry.chronicle import MAIN, UNDONE
from domain.judging.readjudication.rule_changes import RuleChange
from domain.judging.readjudication.rule_differences import (
    FLOW,
    OFFERS,
    REFUSED,
    WAIT,
    MatchMoment,
    RuleDifference,
    card_of,
    command_tag_of,
    fact_at,
    first_differing,
    kind_of,
    moment_of,
    offer_difference,
    refusal_json,
)
from domain.judging.remedies.redeciding import redecide
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import MatchOver
from domain.kernel.refusals import Json
from domain.kernel.state.readings import ReadingsChosen
from domain.match.aggregate import Match, NewVersion, Refused, decode_event, evolve, evolve_table, initial, with_rules
from domain.match.events import OpenMatch, StoredEvent, event_kind, path


class SideBySide(Struct, frozen=True):
    """The table of a version as it was recorded, and as it is under the other rules; None where its line has parted.

    `offers_told` says whether a wait on this line has been told that offers something else.
    """

    recorded: Any
    now: Any
    offers_told: bool = False


def first_differences(
    match_id: str, seed: bytes, events: Sequence[StoredEvent], change: RuleChange
) -> Iterator[RuleDifference]:
    """The first difference of each line of a match under other rules, and the first wait that offers something else.

    Raises Unreadable where the changed cards do not hold.
    """
    yield from Rerun(match_id, seed, events, change).differences()


def is_over(events: Sequence[StoredEvent]) -> bool:
    """Whether a match is over on the line that is played."""
    main = path(backs_of(events), len(events))
    return any(isinstance(fact, MatchOver) for version in main for fact in events[version - 1].facts)


def backs_of(events: Sequence[StoredEvent]) -> dict[int, int]:
    """The version that each event goes back to, of those that go back."""
    return {version: event.back for version, event in enumerate(events, 1) if event.back}


class Rerun:
    """One match, decided again event by event."""

    def __init__(self, match_id: str, seed: bytes, events: Sequence[StoredEvent], change: RuleChange) -> None:
        self.events = events
        self.change = change
        backs = backs_of(events)
        self.main = frozenset(path(backs, len(events)))
        self.kept = frozenset(backs.values())
        self.stream = initial(match_id, seed)
        self.sides: dict[int, SideBySide] = {}
        self.today: dict[int, StoredEvent] = {}
        self.rules: AnyRules | None = None
        self.changed: set[str] = set()

    def differences(self) -> Iterator[RuleDifference]:
        """Yield what differs, in the order of the versions. Raises Unreadable."""
        for version, event in enumerate(self.events, 1):
            if version == 1:
                self.begin(event)
            yield from self.take(version, event)
            if version - 1 not in self.kept:
                self.sides.pop(version - 1, None)

    def begin(self, event: StoredEvent) -> None:
        """Lay out both tables blank. Raises Unreadable."""
        self.stream = with_rules(self.stream, event)
        rules = self.change.with_cards(event.cmd.game)(event.cmd.pack)
        self.rules = rules
        self.changed = {key for key in rules.pool.cards if self.change.changes(key)}
        self.sides[0] = SideBySide(self.stream.rules.blank(), rules.blank())

    def take(self, version: int, event: StoredEvent) -> Iterator[RuleDifference]:
        """Take the next event in, on the line on which it lies. Yields what differs there."""
        parent, before = self.sides[event.back or version - 1], self.stream
        recorded = parent.recorded.branch()
        evolve_table(recorded, event)
        self.stream = evolve(before, event, before.head, recorded, before.keys)
        now = None
        if parent.now is not None:
            newest = self.sides[version - 1]
            if event_kind(event) != "action" and newest.now is None:
                # what a judge's event took back was something else here: nobody can tell what it would have said
                now = self.fold_recorded(parent.now, event)
            else:
                now, found = self.decide(version, event, parent, structs.replace(before, table=newest.now))
                if found is not None:
                    yield found
        self.today.setdefault(version, event)
        offers_told = parent.offers_told
        if now is not None and not offers_told and not self.change.is_empty:
            other = self.offers(version, recorded, now)
            if other is not None:
                offers_told = True
                yield other
        self.sides[version] = SideBySide(recorded, now, offers_told)

    def fold_recorded(self, table: Any, event: StoredEvent) -> Any:
        """A table after an event as it is recorded."""
        after = table.branch()
        evolve_table(after, event)
        return after

    def decide(
        self, version: int, event: StoredEvent, parent: SideBySide, newest: Match
    ) -> tuple[Any, RuleDifference | None]:
        """The table after the decision under the other rules; or None, and the difference that ends the line."""
        before = structs.replace(newest, rules=self.rules)
        try:
            decided = self.redecide(before, event)
        except Refused as refused:
            said, why = said_of(event), refused.refusal
            return None, self.decided_otherwise(REFUSED, version, event, parent, "", said, refusal_json(why), why.rule)
        if decided is None:
            return self.fold_recorded(parent.now, event), None
        today = decode_event(self.stream, decided.payload)
        found = self.compare(version, event, today, parent)
        if found is not None:
            return None, found
        self.today[version] = today
        return decided.match.table, None

    def redecide(self, before: Match, event: Any) -> NewVersion | None:
        """What is decided in place of an event under the other rules; None where nothing is. Raises Refused."""
        if isinstance(event.cmd, OpenMatch):
            opening = structs.replace(event.cmd, readings={**event.cmd.readings, **self.change.readings})
            event = structs.replace(event, cmd=opening)
        return redecide(before, event, self.today, self.change.with_cards(self.stream.rules.name))

    def compare(
        self, version: int, event: StoredEvent, today: StoredEvent, parent: SideBySide
    ) -> RuleDifference | None:
        """The first difference between an event and what is decided in its place; None where both are the same."""
        facts, facts_today = without_readings(event.facts), without_readings(today.facts)
        n = first_differing(facts, facts_today)
        if n is not None:
            one, other = fact_at(facts, n), fact_at(facts_today, n)
            values = msgspec.to_builtins(one), msgspec.to_builtins(other)
            return self.decided_otherwise(kind_of(one, other), version, event, parent, f".{n + 1}", *values)
        if event.flow != today.flow:
            values = msgspec.to_builtins(event.flow), msgspec.to_builtins(today.flow)
            return self.decided_otherwise(FLOW, version, event, parent, "", *values)
        if event.wait != today.wait:
            return self.decided_otherwise(WAIT, version, event, parent, "", event.wait, today.wait)
        return None

    def offers(self, version: int, recorded: Any, now: Any) -> RuleDifference | None:
        """The difference between what the wait after a version offered and what it offers now; None for none."""
        assert self.rules is not None
        found = offer_difference((self.stream.rules, recorded), (self.rules, now))
        if found is None:
            return None
        seat, was, today = found
        return RuleDifference(
            OFFERS,
            version,
            str(version),
            self.line(version),
            moment_of(self.stream.rules, recorded),
            seat,
            rule=self.change.sole_reading,
            card=card_of(self.stream.rules, recorded, [today, was], self.changed),
            recorded=was,
            now=today,
        )

    def decided_otherwise(
        self,
        kind: str,
        version: int,
        event: StoredEvent,
        parent: SideBySide,
        fact: str,
        recorded: Json,
        now: Json,
        rule: str = "",
    ) -> RuleDifference:
        """The difference that the decision of a version makes; `fact` is its place within the version."""
        table, rules = parent.recorded, self.stream.rules
        said = [said_of(event), recorded, now]
        return RuleDifference(
            kind,
            version,
            f"{version}{fact}",
            self.line(version),
            moment_of(rules, table) if version > 1 else MatchMoment(),
            event.actor if event_kind(event) == "action" and version > 1 else "",
            command_tag_of(event),
            rule or self.change.sole_reading,
            card_of(rules, table, said, self.changed),
            recorded,
            now,
        )

    def line(self, version: int) -> str:
        return MAIN if version in self.main else UNDONE


def without_readings(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts without the one that says how rules are read: that is the change, and no difference that it makes."""
    return tuple(each for each in facts if type(each) is not ReadingsChosen)


def said_of(event: StoredEvent) -> Json:
    """The command of an event as JSON values."""
    said: Json = msgspec.to_builtins(event.cmd) if event.cmd is not None else None
    return said
