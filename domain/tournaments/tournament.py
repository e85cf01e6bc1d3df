"""The event (a tournament, light): staff, players, rounds with their tables, penalties - folded from its entries.

A `Tournament` is an immutable value in a stream of its own (`event-<id>`), with a hash chain like a match. Its entries
are accepted commands in an envelope; `decide` decides what may be entered, by the ordered checks of checks.py. Pairings
come from outside. Read `Tournament`, `decide`, then FOLDS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from hashlib import blake2b
from itertools import pairwise, takewhile
from typing import Any

from msgspec import Struct, structs

from domain.kernel.formats.name_tokens import escape_sign
from domain.kernel.formats.text_forms import is_legible
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE
from domain.match.aggregate import BrokenChain
from domain.match.envelope import ORGANIZER, Actor, Stamp, command_digest
from domain.match.hash_chain import GENESIS, chain_head
from domain.tournaments import commands as c
from domain.tournaments.penalty_records import Leaving, TournamentPenalty
from domain.tournaments.regulation import Regulation
from domain.tournaments.round_times import TimeGiven, seconds_of_table

# the offices of an event that a key of each scope can be used for
REACH = {ORGANIZER: (ORGANIZER,), HEAD_JUDGE: (HEAD_JUDGE, JUDGE), JUDGE: (JUDGE,)}

# the offices that report another result than stands, or than the match has
CHANGERS = (HEAD_JUDGE, ORGANIZER)


class TournamentTable(Struct, frozen=True, omit_defaults=True):
    """A table of a round: who plays, in which match, who sits where in it, time given (seconds), its result.

    `paired_by` has for each later round that was paired by another result of the table that result. `reported` is when
    the result was reported, `decided` whether the head judge or the organizer gave a reason with it.
    """

    table: int
    players: tuple[str, ...]
    match: str = ""
    seats: dict[str, str] = {}
    given: int = 0
    results: dict[str, str] = {}
    paired_by: dict[int, dict[str, str]] = {}
    reported: str = ""
    decided: bool = False

    def player_of(self, seat: str) -> str:
        """The player in a seat; empty if it is not known."""
        return next((player for player, each in self.seats.items() if each == seat), "")


class TournamentRound(Struct, frozen=True, omit_defaults=True):
    """A round: its kind, its tables by number, when its clock started and when time was called.

    `times` is what its tables were given, however it was paired then; `given` of each table follows from it. `begun` is
    the entry by which it began, 0 before: its clock was started, a result reported, or the next round paired.
    """

    round: int
    kind: str
    tables: dict[int, TournamentTable]
    started: str = ""
    called: str = ""
    times: tuple[TimeGiven, ...] = ()
    begun: int = 0

    @property
    def open_tables(self) -> list[int]:
        """The tables without a result."""
        return [number for number, each in self.tables.items() if not each.results]

    @property
    def has_begun(self) -> bool:
        """Whether it is played: its clock was started, or a result was reported."""
        return bool(self.started) or any(len(each.players) > 1 and each.results for each in self.tables.values())


class Sitting(Struct, frozen=True):
    """Who sits where in a match from a time on: the seat of each player."""

    since: str
    seats: dict[str, str]


class Tournament(Struct, frozen=True):
    """An event after so many entries.

    `staff` is each actor's office, the organizer's too; `players` are those enrolled, each with why they left (nothing
    while they play), as it follows from their `leavings`; `drops` are those who left by a drop. `left` are the matches
    that were at a table in whose stead another is played, each with the seat of each player; `sittings` has for each
    match that was at a table who sat where in it, one after the other; `stored` finds an entry by actor and key.
    `served` has whoever held an office or made an entry, each with the office of the last.
    """

    id: str
    version: int = 0
    head: bytes = GENESIS
    name: str = ""
    game: str = ""
    regulation: Any = None
    created: str = ""
    staff: dict[str, str] = {}
    players: dict[str, str] = {}
    drops: dict[str, Leaving] = {}
    rounds: tuple[TournamentRound, ...] = ()
    penalties: tuple[TournamentPenalty, ...] = ()
    over: str = ""
    left: dict[str, dict[str, str]] = {}
    sittings: dict[str, tuple[Sitting, ...]] = {}
    stored: dict[tuple[str, str], int] = {}
    served: dict[str, str] = {}

    @property
    def rules(self) -> Regulation:
        """Its regulation."""
        regulation: Regulation = self.regulation
        return regulation

    def table(self, round: int, table: int) -> TournamentTable | None:
        """A table of a round, if there is one."""
        return self.rounds[round - 1].tables.get(table) if 0 < round <= len(self.rounds) else None

    def tables(self) -> list[tuple[TournamentRound, TournamentTable]]:
        """All tables of all rounds."""
        return [(each, table) for each in self.rounds for table in each.tables.values()]

    def table_of(self, match: str) -> tuple[TournamentRound, TournamentTable] | None:
        """The place at which a match is played, or None."""
        return next(((each, table) for each, table in self.tables() if match and table.match == match), None)

    def seats_at(self, match: str, at: str) -> dict[str, str]:
        """The seat of each player in a match at a time; before it was at a table, of those who came to sit there."""
        sat = self.sittings.get(match, ())
        there = [each.seats for each in sat if each.since <= at] or [each.seats for each in sat[:1]]
        return there[-1] if there else {}

    def players_at(self, match: str, at: str) -> dict[str, str]:
        """The player in each seat of a match at a time, as `seats_at` has them."""
        return {seat: player for player, seat in self.seats_at(match, at).items()}

    def unsure_at(self, match: str, at: str) -> frozenset[str]:
        """The seats of a match that got another player at that very time: whether before or after is not known."""
        sat = self.sittings.get(match, ())
        pairs = ((before.seats, then.seats) for before, then in pairwise(sat) if then.since == at)
        return frozenset(seat for old, new in pairs for player, seat in new.items() if old.get(player) != seat)

    def record(self, player: str) -> list[TournamentPenalty]:
        """The penalties of a player that stand, oldest first."""
        return [each for each in self.penalties if each.player == player and not each.withdrawn]

    def leavings(self, player: str) -> list[Leaving]:
        """All that a player is out by: each penalty that stands and drops them, the newest first, and their own drop.

        Who is out by nothing plays. Whatever is withdrawn, the others still hold.
        """
        kinds = self.rules.penalties()
        out = [each for each in self.record(player) if each.state == "given" and kinds[each.given].drops]
        dropped = [self.drops[player]] if player in self.drops else []
        return [*(Leaving(each.given, each.held) for each in reversed(out)), *dropped]

    def has_bye(self, there: TournamentRound, player: str) -> bool:
        """Whether a player who sits alone in a round that has begun has its bye: they had not left before it began."""
        return all(each.since > there.begun for each in self.leavings(player))

    @property
    def unpaired(self) -> list[str]:
        """The players who are in and sit at no table of the newest round; a cut leaves players out, so none of one."""
        if not self.rounds or self.rules.is_cut(self.rounds[-1].kind):
            return []
        paired = {player for table in self.rounds[-1].tables.values() for player in table.players}
        return [player for player, left in self.players.items() if not left and player not in paired]

    @property
    def head_judge(self) -> str:
        """The head judge; empty where there is none."""
        return next((actor for actor, office in self.staff.items() if office == HEAD_JUDGE), "")

    def office(self, actor: str, scope: str) -> str:
        """The office in which somebody with a key of this scope acts here; empty where they have none."""
        if scope == ADMIN:
            return ORGANIZER
        held = self.staff.get(actor, "")
        if held == HEAD_JUDGE and scope == JUDGE:
            return JUDGE
        return held if held in REACH.get(scope, ()) else ""


class TournamentChange(Struct, frozen=True):
    """The event after an entry, and what to store of it."""

    event: Tournament
    payload: bytes
    head: bytes


def initial(event_id: str) -> Tournament:
    """An event before its first entry."""
    return Tournament(event_id)


def chain_salt(event_id: str) -> bytes:
    """The salt of an event's chain: its entries hide nothing from readers of the chain, so the name serves."""
    return blake2b(event_id.encode(), digest_size=32, person=b"praetor.event").digest()


def chain_entry(
    event: Tournament,
    asker: Actor,
    office: str,
    command: c.TournamentCommand,
    stamp: Stamp,
    given: c.TournamentCommand,
) -> TournamentChange:
    """The event after an accepted command, as it is stored; `given` is how it was given."""
    entry = c.TournamentEntry(
        id=stamp.id,
        key=stamp.key,
        actor=asker.actor,
        office=office,
        at=stamp.at,
        cmd=command,
        asked=command_digest(given),
    )
    payload = escape_sign(c.ENCODER.encode(entry))
    head = chain_head(event.head, chain_salt(event.id), event.version + 1, payload)
    return TournamentChange(evolve(event, c.DECODER.decode(payload), head), payload, head)


def evolve_stored(event: Tournament, payload: bytes, head: bytes) -> Tournament:
    """The tournament after its next stored entry. Raises BrokenChain."""
    if head != chain_head(event.head, chain_salt(event.id), event.version + 1, payload):
        raise BrokenChain(event.id, event.version + 1)
    return evolve(event, c.DECODER.decode(payload), head)


def replay(event: Tournament, stored: Iterable[tuple[bytes, bytes]]) -> Tournament:
    """The tournament after several stored entries. Raises BrokenChain."""
    for payload, head in stored:
        event = evolve_stored(event, payload, head)
    return event


def given_until(event_id: str, entries: Iterable[c.TournamentEntry], match: str, until: str) -> int:
    """The seconds that the table of a match had been given by a recorded time, from the entries of its event."""
    event = initial(event_id)
    # where a clock was set back, an entry is folded on those before it alone
    for entry in takewhile(lambda each: each.at <= until, entries):
        event = evolve(event, entry, b"")
    tables = (table for each in event.rounds for table in each.tables.values())
    return next((table.given for table in tables if table.match == match), 0)


def evolve(event: Tournament, entry: c.TournamentEntry, head: bytes) -> Tournament:
    version = event.version + 1
    stored = {**event.stored, (entry.actor, entry.key): version}
    found = FOLDS[type(entry.cmd)](structs.replace(event, version=version, head=head, stored=stored), entry)
    served = {entry.actor: entry.office, **found.staff}
    return (
        found if served.items() <= found.served.items() else structs.replace(found, served={**found.served, **served})
    )


# --- what each command changes


def apply_created(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    cmd: c.CreateEvent = entry.cmd
    staff = {**cmd.staff, entry.actor: ORGANIZER}
    regulation = cmd.regulation
    return structs.replace(event, name=cmd.name, game=cmd.game, regulation=regulation, staff=staff, created=entry.at)


def apply_appointed(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    """The event after an appointment: it has one head judge, so a new one makes the one before a judge."""
    cmd: c.AppointStaff = entry.cmd
    staff = {actor: office for actor, office in event.staff.items() if actor != cmd.actor}
    if cmd.office == HEAD_JUDGE:
        staff = {actor: JUDGE if office == HEAD_JUDGE else office for actor, office in staff.items()}
    return structs.replace(event, staff=staff if cmd.office == "none" else {**staff, cmd.actor: cmd.office})


def apply_enrolled(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    return structs.replace(event, players={**event.players, **dict.fromkeys(entry.cmd.players, "")})


def apply_paired(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    """The event after a pairing: a player without an opponent has the result of a bye at once.

    A round that is paired anew keeps the time that its tables were given.
    """
    cmd: c.PairRound = entry.cmd
    bye = event.rules.bye()
    tables = {
        each.table: TournamentTable(
            each.table,
            each.players,
            each.match,
            each.seats,
            results={each.players[0]: bye} if len(each.players) == 1 else {},
        )
        for each in cmd.tables
    }
    times = next((each.times for each in event.rounds[cmd.round - 1 : cmd.round]), ())
    made = TournamentRound(cmd.round, cmd.kind or event.rules.round[0].kind, tables, times=times)
    earlier = (with_beginning(event, without_outdated(each, cmd.round), True) for each in event.rounds[: cmd.round - 1])
    return with_seats_taken(event, structs.replace(event, rounds=(*earlier, with_times(made))), entry.at)


def with_beginning(event: Tournament, there: TournamentRound, begins: bool) -> TournamentRound:
    """The round with the entry by which it began, where this entry lets it begin and none did before."""
    return structs.replace(there, begun=event.version) if begins and not there.begun else there


def with_begun(event: Tournament, number: int) -> Tournament:
    """The event with the entry by which a round began, where it has."""
    there = event.rounds[number - 1]
    return with_round(event, number, begun=with_beginning(event, there, there.has_begun).begun)


def with_times(there: TournamentRound) -> TournamentRound:
    """The round with what each of its tables was given, as it is paired now."""
    played = {table.match for table in there.tables.values()}
    tables = {
        number: structs.replace(each, given=seconds_of_table(there.times, each.match, each.players, played))
        for number, each in there.tables.items()
    }
    return structs.replace(there, tables=tables) if there.times else there


def without_outdated(earlier: TournamentRound, paired: int) -> TournamentRound:
    """A round after a later one was paired, perhaps anew: by its results as they stand."""
    tables = {
        number: structs.replace(table, paired_by={n: each for n, each in table.paired_by.items() if n != paired})
        if paired in table.paired_by
        else table
        for number, table in earlier.tables.items()
    }
    return structs.replace(earlier, tables=tables)


def with_seats_taken(before: Tournament, after: Tournament, at: str) -> Tournament:
    """The event after tables got matches, with all that follows from who sits where since then."""
    sat = dict(after.sittings)
    for _, table in after.tables():
        earlier = sat.get(table.match, ())
        if table.match and table.seats and (not earlier or earlier[-1].seats != table.seats):
            sat[table.match] = (*earlier, Sitting(at, table.seats))
    return with_match_of_penalties(with_matches_left(before, structs.replace(after, sittings=sat)))


def with_matches_left(before: Tournament, after: Tournament) -> Tournament:
    """The event after a change, with the matches that are at no table any more and who sat where in them."""
    had, has = ({table.match: table.seats for _, table in each.tables() if table.match} for each in (before, after))
    left = {match: seats for match, seats in {**after.left, **had}.items() if match not in has}
    return structs.replace(after, left=left)


def with_round(event: Tournament, number: int, **changes: Any) -> Tournament:
    rounds = list(event.rounds)
    rounds[number - 1] = structs.replace(rounds[number - 1], **changes)
    return structs.replace(event, rounds=tuple(rounds))


def with_table(event: Tournament, round: int, table: int, **changes: Any) -> Tournament:
    tables = event.rounds[round - 1].tables
    return with_round(event, round, tables={**tables, table: structs.replace(tables[table], **changes)})


def apply_seated(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    """The event after a match was set; what was said of the result was said of who sat where before."""
    cmd: c.SeatMatch = entry.cmd
    changes = {"match": cmd.match, "seats": cmd.seats, "decided": False}
    return with_seats_taken(
        event, with_times_of(with_table(event, cmd.round, cmd.table, **changes), cmd.round), entry.at
    )


def with_times_of(event: Tournament, number: int) -> Tournament:
    """The event with what each table of a round was given, as the round is now."""
    return with_round(event, number, tables=with_times(event.rounds[number - 1]).tables)


def apply_started(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    return with_begun(with_round(event, entry.cmd.round, started=entry.at), entry.cmd.round)


def apply_called(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    return with_round(event, entry.cmd.round, called=entry.at)


def apply_time_given(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    cmd: c.GiveTime = entry.cmd
    there = event.rounds[cmd.round - 1]
    table = there.tables[cmd.table]
    given = TimeGiven(cmd.seconds, table.match, frozenset(table.players))
    return with_times_of(with_round(event, cmd.round, times=(*there.times, given)), cmd.round)


def apply_reported(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    """The event after a result, which may be another one than that by which later rounds were paired."""
    cmd: c.ReportResult = entry.cmd
    table = event.rounds[cmd.round - 1].tables[cmd.table]
    paired_since = range(cmd.round + 1, len(event.rounds) + 1)
    paired_by = {number: table.paired_by.get(number, table.results) for number in paired_since}
    outdated = {number: results for number, results in paired_by.items() if results != cmd.results}
    decided = entry.office in CHANGERS and is_legible(cmd.reason)
    changes = {"results": cmd.results, "paired_by": outdated, "reported": entry.at, "decided": decided}
    return with_begun(with_table(event, cmd.round, cmd.table, **changes), cmd.round)


def apply_dropped(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    cmd: c.DropPlayer = entry.cmd
    drops = {**event.drops, cmd.player: Leaving(cmd.reason or "dropped", event.version)}
    return with_leaving(structs.replace(event, drops=drops), cmd.player)


def with_leaving(event: Tournament, player: str) -> Tournament:
    """The event with why a player is out of it: by the first of what they left by, by nothing if they play."""
    why = next((each.why for each in event.leavings(player)), "")
    return structs.replace(event, players={**event.players, player: why})


def apply_penalised(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    cmd: c.GivePenalty = entry.cmd
    kind = event.rules.penalties()[cmd.penalty]
    made = TournamentPenalty(
        penalty=len(event.penalties) + 1,
        player=cmd.player,
        infraction=cmd.infraction,
        given=cmd.penalty,
        reason=cmd.reason,
        by=entry.actor,
        office=entry.office,
        at=entry.at,
        rules=cmd.rules,
        round=cmd.round,
        table=cmd.table,
        cause=cmd.cause,
        needs=kind.approved_by,
        held=0 if kind.approved_by else event.version,
    )
    after = with_match_of_penalties(structs.replace(event, penalties=(*event.penalties, made)))
    return with_leaving(after, cmd.player)


def with_match_of_penalties(event: Tournament) -> Tournament:
    """The event with the matches of the penalties that have none yet, where the player's table plays one."""
    penalties = list(event.penalties)
    for index, penalty in enumerate(penalties):
        table = None if penalty.match else event.table(penalty.round, penalty.table)
        if table is not None and penalty.player in table.players:
            penalties[index] = structs.replace(penalty, match=table.match)
    return structs.replace(event, penalties=tuple(penalties))


def with_penalty(event: Tournament, number: int, **changes: Any) -> Tournament:
    """The event after a penalty changed, with what follows for its player."""
    made = list(event.penalties)
    made[number - 1] = structs.replace(made[number - 1], **changes)
    return with_leaving(structs.replace(event, penalties=tuple(made)), made[number - 1].player)


def apply_approved(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    return with_penalty(event, entry.cmd.penalty, approved=entry.actor, held=event.version)


def apply_withdrawn(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    return with_penalty(event, entry.cmd.penalty, withdrawn=entry.cmd.reason, withdrawn_at=entry.at)


def apply_ended(event: Tournament, entry: c.TournamentEntry) -> Tournament:
    return structs.replace(event, over=entry.at)


FOLDS: dict[type, Callable[[Tournament, c.TournamentEntry], Tournament]] = {
    c.CreateEvent: apply_created,
    c.AppointStaff: apply_appointed,
    c.EnrolPlayers: apply_enrolled,
    c.PairRound: apply_paired,
    c.SeatMatch: apply_seated,
    c.StartRound: apply_started,
    c.CallTime: apply_called,
    c.GiveTime: apply_time_given,
    c.ReportResult: apply_reported,
    c.DropPlayer: apply_dropped,
    c.GivePenalty: apply_penalised,
    c.ApprovePenalty: apply_approved,
    c.WithdrawPenalty: apply_withdrawn,
    c.EndEvent: apply_ended,
}
