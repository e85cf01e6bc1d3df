"""The match as an aggregate: `initial`, `open_match`, `decide`, `evolve`, `replay`; one stored event for each version.

A `Match` is an immutable value: the state after version n, which is all that deciding the next command needs. `decide`
and `open_match` return the `NewVersion` to store. `evolve_stored` applies a stored payload and verifies the hash chain.
The stored events are one union, tagged by `kind`; the first event is an action that opens the match.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET, Raw, Struct, structs
from msgspec.json import Decoder

from domain.games import GAMES
from domain.kernel import deciding as kernel_decide
from domain.kernel.cards.card_table import CardTable
from domain.kernel.commands import Command
from domain.kernel.flow.frames import Procedure
from domain.kernel.flow.priority_windows import POLICIES
from domain.kernel.flow.waits import Waiting
from domain.kernel.formats.closed_lists import with_suggestion
from domain.kernel.formats.name_tokens import escape_sign
from domain.kernel.formats.upcasters import upcast, upcast_all
from domain.kernel.ids import Seat, Viewer
from domain.kernel.redaction import redacted_command, redacted_facts
from domain.kernel.refusals import JsonObject, Refusal
from domain.kernel.refusals import Refused as Refused
from domain.match.events import (
    ENCODER,
    ENGINE,
    OPENING,
    Action,
    FirstEvent,
    FoldedEvent,
    FoldedFlow,
    OpenMatch,
    StoredCommand,
    StoredEvent,
    VisibleEvent,
    decoder,
    event_kind,
    fold_reader,
    path,
    ruling_of,
)
from domain.match.hash_chain import GENESIS, chain_head, first_break
from domain.match.opening import RulesWithCards, begin_match


class Stale(Exception):
    """A command answers a wait that is not the open one; `match` is the newest."""

    def __init__(self, match: Match) -> None:
        super().__init__(f"the open wait is w{match.wait}")
        self.match = match


class KeyReused(Exception):
    """Another command was given under the same idempotency key."""


class Paused(Exception):
    """A case freezes the match: no command of a seat is accepted."""

    def __init__(self, match: Match) -> None:
        super().__init__(f"{match.id} is frozen by {match.flags.frozen}")
        self.match = match


class GoesBack(Exception):
    """An event goes back to an earlier version, whose table is not at hand: fold the stream from its beginning."""


class BrokenChain(Exception):
    """A stored event does not fit the hash chain of its match."""

    def __init__(self, match_id: str, version: int) -> None:
        super().__init__(f"{match_id}: the hash chain is broken at version {version}")
        self.match_id = match_id
        self.version = version


class Flags(Struct, frozen=True):
    """What holds of the whole stream, undone lines included: which case freezes the match, whether its seed is out."""

    frozen: str = ""
    revealed: bool = False

    def after(self, event: FoldedEvent) -> Flags:
        """The flags after an event."""
        kind = event_kind(event)
        if kind == "frozen":
            return structs.replace(self, frozen=event.case)
        if kind == "resumed":
            return structs.replace(self, frozen="")
        return structs.replace(self, revealed=True) if kind == "seed_revealed" else self


class Match(Struct, frozen=True):
    """A match at one version.

    `backs` are the events whose parent is not the version before them, as (version, parent): a match is a tree laid
    out in one stream. The table folds along the path to this version, the flags over the whole stream. `at` is the
    latest time that was recorded so far.
    """

    id: str
    seed: bytes
    version: int
    head: bytes
    keys: array[int]
    # of which game is known when the first event has been read; a blank match has neither
    rules: Any = None
    table: Any = None
    backs: tuple[tuple[int, int], ...] = ()
    flags: Flags = Flags()
    at: str = ""

    def path(self, version: int = 0) -> list[int]:
        """The versions that make up the state at a version (default: the newest), oldest first."""
        return path(dict(self.backs), version or self.version)

    @property
    def wait(self) -> int:
        """The id of the open wait; 0 if nobody is awaited."""
        waiting = self.table.waiting if self.table is not None else None
        return waiting.wait if waiting is not None else 0

    def find_by_key(self, actor: str, key: str) -> int | None:
        """The version that stores this actor's key, found by digest: compare what is stored there.

        None if there is none.
        """
        wanted, stored = array("q", [key_digest(actor, key)]).tobytes(), self.keys.tobytes()
        place = stored.find(wanted)
        while place >= 0 and place % len(wanted):  # bytes of two neighbours
            place = stored.find(wanted, place + 1)
        return None if place < 0 else place // len(wanted) + 1


class NewVersion(Struct, frozen=True):
    """The next version of a match: the value, and what to store."""

    match: Match
    payload: bytes
    head: bytes


class Receipt(Struct, frozen=True):
    """What an accepted command is answered with: a function of the stored action and the asker only."""

    match_id: str
    version: int
    action: str
    wait: int
    facts: tuple[tuple[int, JsonObject], ...]


def key_digest(actor: str, key: str) -> int:
    """The 64 bits by which an idempotency key is found; another process has others for it, and none is stored."""
    return hash((actor, key))


def initial(match_id: str, seed: bytes) -> Match:
    """The match at version 0."""
    return Match(match_id, seed, 0, GENESIS, array("q"))


def open_match(
    match_id: str,
    opening: OpenMatch,
    with_cards: RulesWithCards | None = None,
    /,
    *,
    key: str,
    actor: str,
    at: str,
    action_id: str,
    seed: bytes,
) -> NewVersion:
    """The first version of a match, by the rules of its game or by others. Raises Refused."""
    if opening.game not in GAMES:
        raise Refused(Refusal("match.unknown-game", {"game": opening.game, "games": sorted(GAMES)}))
    if opening.policy not in POLICIES:
        raise Refused(Refusal("match.unknown-policy", {"policy": opening.policy, "policies": list(POLICIES)}))
    rules, game = begin_match(opening, seed, with_cards)
    facts, flow = game.conclude()
    event = Action(
        id=action_id,
        key=key,
        actor=actor,
        at=at,
        engine=ENGINE,
        pool=rules.pool.id,
        cmd=opening,
        facts=facts,
        flow=flow,
    )
    return chain_event(structs.replace(initial(match_id, seed), rules=rules), game.table, event)


def decide(
    match: Match,
    seat: str,
    command: Command,
    *,
    wait: int | None,
    key: str,
    actor: str,
    at: str,
    action_id: str,
) -> NewVersion:
    """The next version that a seat's command makes.

    Raises Refused; Paused where the match is frozen; Stale if the command answers another wait than the open one.
    """
    if match.flags.frozen:
        raise Paused(match)
    if wait is not None and wait != match.wait and match.table.over is None:
        raise Stale(match)
    return decide_unconditionally(match, seat, command, key=key, actor=actor, at=at, action_id=action_id)


def decide_unconditionally(
    match: Match, seat: str, command: Command, *, key: str, actor: str, at: str, action_id: str, repeats: int = 0
) -> NewVersion:
    """The next version that a command makes, also of a frozen match and whichever wait it answers. Raises Refused.

    `repeats` is the version of the action that it repeats, where later decisions are taken again after a remedy.
    """
    decided = kernel_decide.decide_command(match.rules, match.table, match.seed, Seat(seat), command, match.version + 1)
    if not isinstance(decided, kernel_decide.DecidedAction):
        raise Refused(with_suggestion(decided, command, match.table.seats))
    event = Action(
        id=action_id,
        key=key,
        actor=actor,
        at=at,
        engine=ENGINE,
        pool=match.rules.pool.id,
        wait=match.wait,
        cmd=command,
        facts=decided.facts,
        flow=decided.flow,
        again=repeats,
    )
    return chain_event(match, decided.table, event)


def chain_event(match: Match, table: CardTable, event: Action) -> NewVersion:
    """The next version: the event, chained to those before it, and its table.

    Its time is never before an earlier one's, whatever the clock says.
    """
    if event.at and event.at < match.at:
        event = structs.replace(event, at=match.at)
    payload = escape_sign(ENCODER.encode(event))
    head = chain_head(match.head, match.seed, match.version + 1, payload)
    return NewVersion(evolve(match, event, head, table), payload, head)


def evolve(match: Match, event: StoredEvent, head: bytes, table: CardTable, keys: array[int] | None = None) -> Match:
    """The match after an event that gave this table; `keys` where they have grown already."""
    version = match.version + 1
    if keys is None:
        keys = match.keys[:]
        keys.append(key_digest(event.actor, event.key))
    backs = (*match.backs, (version, event.back)) if event.back else match.backs
    # most events are actions, and change no flag
    flags = match.flags if type(event) is Action else match.flags.after(event)
    at = event.at if event.at > match.at else match.at
    return Match(match.id, match.seed, version, head, keys, match.rules, table, backs, flags, at)


def decode_event(match: Match, payload: bytes) -> StoredEvent:
    """The typed event of a stored payload."""
    payload = upcast(payload)
    game = match.rules.name if match.rules is not None else OPENING.decode(payload).cmd.game
    return decoder(game).decode(payload)


def evolve_stored(match: Match, payload: bytes, head: bytes, then: Callable[[int], CardTable] | None = None) -> Match:
    """The match after its next stored event; `then` gives the table at an earlier version.

    Raises BrokenChain, GoesBack.
    """
    event = decode_checked(match, payload, head)
    match = with_rules(match, event)
    if event.back and then is None:
        raise GoesBack(match.id)
    before = then(event.back) if event.back and then is not None else match.table
    table = before.branch()
    evolve_table(table, event)
    return evolve(match, event, head, table)


def evolve_in_place(match: Match, event: StoredEvent) -> Match:
    """The match after a decoded event, folded into its own table; chain and key are not checked. Raises GoesBack."""
    match = with_rules(match, event)
    if event.back:
        raise GoesBack(match.id)
    evolve_table(match.table, event)
    return evolve(match, event, match.head, match.table, match.keys)


def replay_path(match_id: str, events: Iterable[StoredEvent]) -> Match:
    """The match after all its decoded events, folded along the path to the last; chain and keys are not checked."""
    match, listed = initial(match_id, b""), list(events)
    for event in listed:
        match = with_rules(match, event)
        match = evolve(match, event, match.head, match.table, match.keys)
    for version in match.path():
        evolve_table(match.table, listed[version - 1])
    return match


def decode_checked(match: Match, payload: bytes, head: bytes) -> StoredEvent:
    """The typed event of a payload that fits the chain. Raises BrokenChain."""
    version = match.version + 1
    if chain_head(match.head, match.seed, version, payload) != head:
        raise BrokenChain(match.id, version)
    return decode_event(match, payload)


def ends_with(match: Match, before: bytes, payload: bytes, head: bytes) -> bool:
    """Whether this is the last event of a match; `before` is the head of the chain before it, empty for the first."""
    return chain_head(before or GENESIS, match.seed, match.version, payload) == match.head == head


def with_rules(match: Match, event: StoredEvent | FirstEvent) -> Match:
    """The match with its rules and a blank table, if this is its first event."""
    if match.rules is not None:
        return match
    rules = GAMES[event.cmd.game].with_cards(event.cmd.pack)
    return structs.replace(match, rules=rules, table=rules.blank())


def replay(match: Match, stored: Iterable[tuple[bytes, bytes]]) -> Match:
    """The match after many stored events (payload, head), folded on one branch. Raises BrokenChain, GoesBack.

    A blank match takes a whole stream, whatever goes back in it: only the path to its last version is folded.
    """
    listed, start = list(stored), match.version
    if not listed:
        return match
    match = check_next(match, listed)
    table = match.table.branch()
    version, keys, backs, flags, at = start, array("q", match.keys), match.backs, match.flags, match.at
    reader = fold_reader(match.rules.name)
    decode, idle = reader.events.decode, reader.idle
    flows: list[FoldedFlow] = []
    action = None  # the type of the events that seats gave, which are most and change no flag
    for event in map(decode, upcast_all([payload for payload, _ in listed])):
        version += 1
        keys.append(hash((event.actor, event.key)))  # as `key_digest`
        if event.at > at:
            at = event.at
        if type(event) is not action:
            action = type(event) if event_kind(event) == "action" else action
            flags = flags.after(event)
        if event.back:
            if start:
                raise GoesBack(match.id)
            backs += ((version, event.back),)
        if backs and not start:
            continue
        # as `evolve_table`, but for what a later event writes over again
        for fact in event.facts:
            if type(fact) not in idle:
                fact.apply(table)
        if event.flow is not None:
            flows.append(event.flow)
    apply_flows(table, flows, reader.frames)
    match = Match(match.id, match.seed, version, listed[-1][1], keys, match.rules, table, backs, flags, at)
    return match if start or not backs else structs.replace(match, table=table_along_path(match, listed))


def check_next(match: Match, stored: list[tuple[bytes, bytes]]) -> Match:
    """The match with its rules. Raises BrokenChain if these events (payload, head) are not those stored next."""
    if broken := first_break(match.head, match.seed, match.version, stored):
        raise BrokenChain(match.id, broken)
    return match if match.rules is not None else with_rules(match, OPENING.decode(upcast(stored[0][0])))


def apply_flows(table: CardTable, flows: list[FoldedFlow], reader: Decoder[tuple[Procedure, ...]]) -> None:
    """Write what happened to the stack, and the last draws and serials, which no fact looks at.

    Of frames that a later event keeps nothing of, none is read.
    """
    if flows:
        table.counter, table.serial = flows[-1].counter, flows[-1].serial
    kept: list[FoldedFlow] = []
    for flow in reversed(flows):
        if not kept or flow.keep < kept[-1].keep:
            kept.append(flow)
    for flow in reversed(kept):
        frames = flow.frames
        table.stack[flow.keep :] = reader.decode(frames) if isinstance(frames, Raw) else frames


def table_along_path(match: Match, stored: list[tuple[bytes, bytes]]) -> CardTable:
    """The table of a match in whose whole stream something goes back: what lies on its path, folded anew."""
    table: CardTable = match.rules.blank()
    for version in match.path():
        payload, _ = stored[version - 1]
        evolve_table(table, decode_event(match, payload))
    return table


def evolve_table(table: CardTable, event: StoredEvent) -> None:
    """Fold one event into a table that the caller owns."""
    for fact in event.facts:
        fact.apply(table)
    flow = event.flow
    if flow is not None:
        table.stack[flow.keep :] = flow.frames
        table.counter = flow.counter
        table.serial = flow.serial


def receipt(
    match: Match, payload: bytes, command: StoredCommand, viewer: str = "", *, wait: int | None = None
) -> Receipt:
    """The receipt of a stored action.

    Raises KeyReused if the action holds another command, or the answer to another `wait`.
    """
    event = decode_event(match, payload)
    if event.cmd != command or wait not in (None, event.wait):
        raise KeyReused(event.key)
    version = match.find_by_key(event.actor, event.key) or match.version
    waiting = next((fact for fact in reversed(event.facts) if isinstance(fact, Waiting)), None)
    facts = tuple(redacted_facts(event.facts, Viewer(viewer or event.actor)))
    return Receipt(match.id, version, event.id, waiting.wait if waiting else 0, facts)


def told_command(event: StoredEvent, viewer: Viewer, *, judging: bool) -> JsonObject:
    """The command of an event that has one, as a viewer may read it."""
    seat = event.actor if event_kind(event) == "action" else ""  # a judge may be called like a seat
    game = GAMES.get(event.cmd.game) if isinstance(event.cmd, OpenMatch) else None
    hide_order = getattr(game, "hide_order", None)  # a game whose positions tell no order but that of decks has none
    return redacted_command(seat, event.cmd, event.facts, viewer, hide_order, judging=judging)


def redact_event(event: StoredEvent, version: int, viewer: str, *, judging: bool = False) -> VisibleEvent:
    """A stored event as a viewer may read it: envelope, command and facts, never the flow.

    `judging` is whether a judge reads it, also as a seat. A judge's event has no command; its `kind` says what it is,
    and its ruling is public.
    """
    reader = Viewer(viewer)
    facts = redacted_facts(event.facts, reader, judging=judging)
    return VisibleEvent(
        version=version,
        id=event.id,
        actor=event.actor,
        at=event.at,
        engine=event.engine,
        pool=event.pool,
        wait=event.wait,
        command=UNSET if event.cmd is None else told_command(event, reader, judging=judging),
        facts=tuple({"place": place, **fact} for place, fact in facts),
        kind=UNSET if event_kind(event) == "action" else event_kind(event),
        **structs.asdict(ruling_of(event, reader)),
    )
