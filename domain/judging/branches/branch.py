"""Branches: what would have been from a version on, with other commands and corrections, or the same decisions again.

A branch is stored as the list of what was done on it (`deeds`), and is replayed on reading. Read `Branch`,
`begin_branch`, then `BranchReplay`. Chance on a branch is that of the match as far as the match had drawn when the
branch was begun, then a stream of its own. Cards of a deck that had neither come out by then nor been seen lie in an
order of their own: a branch tells nothing of what the match will draw.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Protocol

import msgspec
from msgspec import Meta, Struct, structs

from domain.judging.branches.reapplying import AHEAD, ReapplyReport, Walk
from domain.judging.branches.recorded_decisions import CardHomes, RecordedDecision, question_key, recorded_decisions
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.unknown_deck_order import known_places, mixed_decks
from domain.judging.remedies.corrections import correct_table
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.late_abilities import resolve_ability_now, restore_opportunity
from domain.kernel import deciding as kernel_decide
from domain.kernel.cards.card_table import CardTable
from domain.kernel.catalogue import union_of
from domain.kernel.chance import branch_seed
from domain.kernel.commands import Command
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Flow
from domain.kernel.formats.mismatch import because_of
from domain.kernel.ids import Seat
from domain.kernel.refusals import JsonObject, Refusal
from domain.kernel.scenarios.commands import command_types_named
from domain.match.aggregate import Flags, Match, NewVersion, Refused, decode_event
from domain.match.envelope import Stamp
from domain.match.events import Action, StoredCommand, StoredEvent
from domain.match.judge_orders import REMEDIES, CorrectTable, ResolveAbilityNow, RestoreOpportunity

MOST_DEEDS = 500
MOST_KEPT = 100

# Under whom and when something is ordered makes no difference on a branch.
JUDGE, NOW = RulingEnvelope(actor="", role="judge", case=""), Stamp("", "", "")
AnyOrder = CorrectTable | ResolveAbilityNow | RestoreOpportunity
ORDERS: dict[type, Callable[..., NewVersion]] = {
    CorrectTable: correct_table,
    ResolveAbilityNow: resolve_ability_now,
    RestoreOpportunity: restore_opportunity,
}


class Trunk(Protocol):
    """A match as a branch needs it: its newest value, its events by version, undone lines included."""

    match: Match
    events: Mapping[int, StoredEvent]

    def at(self, version: int) -> Match:
        """The match after a version. Raises KeyError."""

    def path(self, version: int) -> list[int]:
        """The versions that make up the state at a version, oldest first."""

    def onward(self, version: int) -> list[int]:
        """The versions after this one on its own line, in order."""


class CommandDeed(Struct, frozen=True, tag="command", tag_field="do", forbid_unknown_fields=True):
    """Give a command for a seat. The decision that the seat took here on the match is not applied again."""

    seat: str
    command: JsonObject


class ReapplyDeed(Struct, frozen=True, tag="reapply", tag_field="do", omit_defaults=True, forbid_unknown_fields=True):
    """Apply the later decisions of the match again, up to a version (0: all that the branch began with)."""

    upto: Annotated[int, Meta(ge=0)] = 0


class OrderDeed(Struct, frozen=True, tag="order", tag_field="do", forbid_unknown_fields=True):
    """Change the table by a judge's order, as in the record: `{"type": "correct_table", "changes": [...]}`."""

    order: JsonObject


BranchDeed = CommandDeed | OrderDeed | ReapplyDeed
DEEDS = msgspec.json.Decoder(tuple[BranchDeed, ...])


class Branch(Struct, frozen=True):
    """A branch as it is stored.

    `requested` is the version that was asked for; `base`, where it begins, is earlier where answers to a choice were
    secret there and still are. `tip` is the last version of the line that went on from there, `drawn` how far the match
    had drawn, both when the branch was begun.
    """

    id: str
    match: str
    requested: int
    base: int
    tip: int
    drawn: int
    deeds: tuple[BranchDeed, ...] = ()


def begin_branch(id: str, trunk: Trunk, version: int) -> Branch:
    """A branch from a version, also from an undone one. Raises Refused."""
    if not 0 < version <= trunk.match.version:
        raise Refused(Refusal("judging.branch.known-version", {"version": version, "newest": trunk.match.version}))
    tip = (trunk.onward(version) or [version])[-1]
    secret = first_secret(trunk, version)
    way = trunk.path(version)
    base = way[way.index(secret) - 1] if secret and first_secret(trunk, tip) == secret else version
    return Branch(id, trunk.match.id, version, base, tip, trunk.match.table.counter)


def check_room(kept: int) -> None:
    """Raises Refused where a judge has as many branches of a match as they may."""
    if kept >= MOST_KEPT:
        raise Refused(Refusal("judging.branch.number", {"kept": kept, "most": MOST_KEPT}))


def first_secret(trunk: Trunk, version: int) -> int:
    """The version of the first secret answer that is not opened at a version; 0 if there is none."""
    found = 0
    for each in trunk.path(version):
        for fact in trunk.events[each].facts:
            if fact.unseals:
                found = 0
            elif fact.seals and not found:
                found = each
    return found


def mix_unknown_cards(branch: Branch, trunk: Trunk, table: CardTable, seed: bytes) -> CardTable:
    """The table at which a branch begins; cards that nobody knew then lie in an order of their own."""
    led = trunk.path(branch.base)
    came = [each for each in trunk.path(branch.tip) if each > branch.base]
    before, after = ([(each, trunk.events[each]) for each in versions] for versions in (led, came))
    return mixed_decks(table, known_places(table, before, after), seed)


class BranchEvent(Struct, frozen=True):
    """One thing that happened on a branch: as which version of it, by whom, what, with which facts.

    `how` is `given` (for the branch), `again` (an event of the match, of version `of`), `passed`, or `judged` (an
    event of a judge, taken over as it is). What a judge does has no seat.
    """

    version: int
    how: str
    seat: str
    command: StoredCommand | None
    facts: tuple[Fact, ...]
    flow: Flow | None
    of: int = 0


class BranchReplay:
    """A branch while it is replayed: the match on it, what was done, and what is left of the match's later decisions.

    `left` are those not used yet, `replaced` the versions of those that answers of the branch replace; `level` says
    that nothing on the branch differs from the match so far.
    """

    def __init__(self, branch: Branch, trunk: Trunk) -> None:
        start = trunk.at(branch.base)
        seed = branch_seed(start.seed, branch.drawn, branch.id)
        self.branch = branch
        self.trunk = trunk
        self.start = structs.replace(
            start, seed=seed, flags=Flags(), table=mix_unknown_cards(branch, trunk, start.table, seed)
        )
        self.match = self.start
        self.done: list[BranchEvent] = []
        self.as_stored: list[StoredEvent] = []
        self.reports: list[ReapplyReport] = []
        self.homes = CardHomes()
        self.level = True
        self.replaced: list[int] = []
        self._left: list[RecordedDecision] | None = None

    @property
    def rules(self) -> Any:
        return self.match.rules

    @property
    def table(self) -> Any:
        return self.match.table

    @property
    def left(self) -> list[RecordedDecision]:
        """The later events that were not tried yet, without answers that are still secret."""
        if self._left is None:
            start = self.trunk.at(self.branch.base)
            secret = first_secret(self.trunk, self.branch.tip)
            after = [each for each in self.trunk.path(self.branch.tip) if each > self.branch.base]
            readable = [each for each in after if not secret or each < secret]
            self._left = recorded_decisions(start, self.trunk.events, readable)
        return self._left

    def find_replaced(self, seat: str, command: Command) -> list[RecordedDecision]:
        """The decision of the match that this command of a seat replaces, or None."""
        if isinstance(command, self.rules.always) or not any(
            isinstance(each, ReapplyDeed) for each in self.branch.deeds
        ):
            return []
        question = question_key(self.rules, self.table)
        return [each for each in self.left[:AHEAD] if each.seat == seat and each.question == question][:1]

    def give(self, seat: str, command: Command, how: str = "given", of: int = 0) -> Refusal | None:
        """Decide a command on the branch. Returns why it is refused, or None."""
        match = self.match
        decided = kernel_decide.decide_command(
            match.rules, match.table, match.seed, Seat(seat), command, match.version + 1
        )
        if isinstance(decided, Refusal):
            return decided
        done = BranchEvent(match.version + 1, how, seat, command, decided.facts, decided.flow, of)
        action = Action(
            id="", key="", actor=seat, at="", engine="", pool="", cmd=command, facts=done.facts, flow=done.flow
        )
        self.add(done, action, decided.table)
        return None

    def events(self) -> dict[int, Any]:
        """The events that led to the branch as it stands, by version of the branch."""
        before: dict[int, Any] = {each: self.trunk.events[each] for each in self.trunk.path(self.branch.base)}
        return before | {each.version: each for each in self.done}

    def stored_events(self) -> dict[int, StoredEvent]:
        """The events that led to the branch, as a match would have stored them: what a judge's order is based on."""
        before = {each: self.trunk.events[each] for each in self.trunk.path(self.branch.base)}
        return before | {each.version: stored for each, stored in zip(self.done, self.as_stored, strict=True)}

    def order(self, order: JsonObject, how: str = "given", of: int = 0) -> Refusal | None:
        """Carry out a judge's order on the branch. Returns why it is refused, or None."""
        match = self.match
        try:
            wanted = read_order(order)
            following = ORDERS[type(wanted)](match, wanted, self.stored_events(), JUDGE, NOW)
        except Refused as refused:
            return refused.refusal
        event = decode_event(match, following.payload)
        done = BranchEvent(match.version + 1, how, "", wanted, event.facts, event.flow, of)
        self.add(done, event, following.match.table)
        return None

    def add(self, done: BranchEvent, stored: StoredEvent, table: CardTable) -> None:
        """Add an event, also as it would be stored; the branch stays level while its events are those of the match."""
        event = self.trunk.events.get(done.of)
        same = (
            event is not None
            and done.version == done.of
            and done.facts == event.facts
            and same_flow(done.flow, event.flow)
        )
        self.level = self.level and same
        self.match = structs.replace(self.match, version=done.version, table=table)
        self.homes.follow(done.facts)
        self.done.append(done)
        self.as_stored.append(stored)

    def take_over(self, event: StoredEvent, of: int, table: CardTable) -> None:
        """Copy a judge's event of the match, with the table after it."""
        if event.back:
            self.match = structs.replace(self.match, backs=(*self.match.backs, (of, event.back)))
        self.add(BranchEvent(of, "judged", "", event.cmd, event.facts, event.flow, of), event, table)


class BranchChronicle(Chronicle):
    """A branch as a chronicle of its own: its versions are the match's up to the base, then those of the branch."""

    def __init__(self, replay: BranchReplay) -> None:
        base = replay.branch.base
        super().__init__(replay.match, replay.events(), {base: replay.start})
        self.replay = replay

    def at(self, version: int) -> Match:
        """The match as it was after a version of the branch."""
        return self.replay.trunk.at(version) if version < self.replay.branch.base else super().at(version)

    def flags(self, version: int) -> Flags:
        """No case freezes a branch."""
        return Flags()


def same_flow(one: Flow | None, other: Flow | None) -> bool:
    """Whether two events did the same to the stack; a decoded flow has a type of its own."""
    if one is None or other is None:
        return one is None and other is None
    return all(getattr(one, name) == getattr(other, name) for name in Flow.__struct_fields__)


def give_command(replay: BranchReplay, deed: CommandDeed) -> None:
    """Give a seat's command in place of its decision here, if it took one. Raises Refused."""
    try:
        wanted = replay.rules.command(deed.command)
    except msgspec.ValidationError as error:
        raise Refused(
            Refusal("command.shape", because_of(error, *command_types_named(replay.rules, deed.command)))
        ) from None
    replaced = replay.find_replaced(deed.seat, wanted)
    refusal = replay.give(deed.seat, wanted)
    if refusal is not None:
        raise Refused(refusal)
    for each in replaced:
        replay.left.remove(each)
        replay.replaced.append(each.version)


def read_order(order: JsonObject) -> Any:
    """A judge's order from its JSON values. Raises Refused for a value that is none, or is not done on branches."""
    try:
        found = msgspec.convert(order, union_of(REMEDIES))
    except msgspec.ValidationError as error:
        raise Refused(Refusal("judging.ruling.remedy-as-named", because_of(error, *REMEDIES))) from None
    if type(found) not in ORDERS:
        raise Refused(Refusal("judging.ruling.remedy-as-named", {"kind": order["type"], "kinds": order_kinds()}))
    return found


def order_kinds() -> list[str]:
    """The names of the orders that can be tried on a branch."""
    return [str(each.__struct_config__.tag) for each in ORDERS]  # type: ignore[attr-defined]


def give_order(replay: BranchReplay, deed: OrderDeed) -> None:
    """Carry out a judge's order. Raises Refused."""
    refusal = replay.order(deed.order)
    if refusal is not None:
        raise Refused(refusal)


def reapply_decisions(replay: BranchReplay, deed: ReapplyDeed) -> None:
    """Try the later decisions again, as far as they are not used."""
    replay.reports.append(Walk(replay, deed.upto or replay.branch.tip).go_on())


CARRIED: dict[type, Callable[..., None]] = {
    CommandDeed: give_command,
    OrderDeed: give_order,
    ReapplyDeed: reapply_decisions,
}


def replay_branch(branch: Branch, trunk: Trunk) -> BranchReplay:
    """The branch after all that was done on it. Raises Refused where today's rules refuse part of it."""
    replay = BranchReplay(branch, trunk)
    for deed in branch.deeds:
        CARRIED[type(deed)](replay, deed)
    return replay


def grow_branch(branch: Branch, trunk: Trunk, *deeds: BranchDeed) -> tuple[Branch, BranchReplay]:
    """The branch with one more thing done on it, and its replay. Raises Refused."""
    if len(branch.deeds) + len(deeds) > MOST_DEEDS:
        raise Refused(Refusal("judging.branch.length", {"most": MOST_DEEDS}))
    longer = structs.replace(branch, deeds=(*branch.deeds, *deeds))
    return longer, replay_branch(longer, trunk)
