"""The events (tournaments) of the store: create one, enter a command, read them, find where a match is played.

An entry is decided on the newest event and stored under the next version. If another writer was first, the version is
taken, and everything is decided again. The stream itself is the receipt of idempotency. Read
`TournamentApplication.enter`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain
from threading import Lock
from time import monotonic

from msgspec import Struct, structs

from domain.games import GAMES
from domain.judging.cases.case import CaseChange
from domain.judging.cases.commands import JUDGING, MatchSetting
from domain.judging.cases.desk import office_at
from domain.judging.cases.entries import PLACE, LookTaken, PenaltyGiven, PenaltyWithdrawn
from domain.judging.cases.tournament_penalties import entries_by_case, moments_of, penalties_of_event
from domain.kernel.ids import ADMIN
from domain.kernel.refusals import Refusal
from domain.match.aggregate import KeyReused, Refused, decode_event
from domain.match.envelope import ORGANIZER, Actor, Stamp
from domain.match.events import OpenMatch
from domain.tournaments import commands as c
from domain.tournaments.checks import decide, named_matches, over_refusal, own_match_refusal, seating_refusal
from domain.tournaments.context import (
    MatchCourse,
    MatchInTournament,
    OpenCase,
    PenaltyByCase,
    TournamentContext,
    cause_of,
)
from domain.tournaments.own_causes import appoints_staff, own_opening_refusal, present_opponents
from domain.tournaments.player_names import with_enrolled_names
from domain.tournaments.tournament import (
    Tournament,
    TournamentChange,
    chain_salt,
    initial,
    replay,
)
from service.app.case.cases import CaseApplication
from service.app.case.desks import DeskApplication
from service.app.match.match_index import time_of_turn
from service.app.match.matches import MatchApplication, MatchIdTaken, Unknown, new_id, now
from service.app.match.openings import SEAT, Openings, everybody_named, is_chosen, players_named
from service.app.match_places import MatchPlaces, MatchPlacesIndex, PlayedTable
from service.app.seats_changed import SeatPlace, rows_of_seats, seats_changed
from service.app.tournament_cases import TournamentCases
from service.app.tournament_entries import READ_BESIDE, row_of_entry
from service.app.write_loop import append_with_retry, available
from service.store.damage import unless_damaged
from service.store.recorded import EVENTS, RecordedEvent, RowChange, Unchanged, event_stream
from service.store.stream_rows import Fault, faults_of

# the scopes of keys by which somebody has an office of their own about a match
SCOPES = (*JUDGING, ORGANIZER)


class TournamentReceipt(Struct, frozen=True):
    """An event, and the number of the entry that answers a command."""

    event: Tournament
    entry: int


class TournamentApplication:
    """The events of one process's store; an event that was read is cached, and only its new entries are read again."""

    def __init__(
        self,
        matches: MatchApplication,
        cases: CaseApplication,
        desks: DeskApplication,
        openings: Openings,
        *,
        budget: float = 4.0,
        clock: Callable[[], str] = now,
        ids: Callable[[], str] = new_id,
        holds_key: Callable[[str, str], bool] = lambda actor, scope: True,
        revocations: Callable[[Iterable[SeatPlace]], Sequence[RowChange]] = lambda seats: (),
        forget_keys: Callable[[], object] = lambda: None,
    ) -> None:
        self._matches = matches
        self._cases = cases
        self.cases = TournamentCases(cases)
        self._desks = desks
        self._openings = openings
        self._recorder = matches.recorder
        self._budget = budget
        self._clock = clock
        self._ids = ids
        self._holds_key = holds_key
        self._revocations = revocations
        self._forget_keys = forget_keys
        self._cached: dict[str, Tournament] = {}
        self._places = MatchPlacesIndex()
        self._lock = Lock()

    # --- entering

    def create(self, event_id: str, command: c.CreateEvent, *, asker: Actor, key: str) -> TournamentReceipt:
        """Create an event under an id. Returns the receipt, for a repeated request the first one.

        Raises Refused, KeyReused, MatchIdTaken, Contended, Unavailable.
        """
        return self._enter(event_id, command, asker, key)

    def enter(self, event_id: str, command: c.TournamentCommand, *, asker: Actor, key: str) -> TournamentReceipt:
        """Give a command to an event. Returns the receipt, for a repeated key the first one.

        Raises Refused, KeyReused, Unknown, Contended, Unavailable.
        """
        self.one(event_id)
        return self._enter(event_id, c.with_read_ids(command), asker, key)

    def may_seat(self, event_id: str, command: c.SeatMatch, asker: Actor, opening: OpenMatch, key: str) -> None:
        """Check that a match which is not opened yet may be played at a table, or was seated there under this key.

        Raises Refused, KeyReused, Unknown, Unavailable.
        """
        event = self.one(event_id)
        if self._earlier_receipt(event, command, asker, key):
            return
        seats = 0 if opening.position else len(opening.seats)
        named = [player for each in opening.seats if (player := SEAT.decode(each).player)]
        if refusal := seating_refusal(event, asker, command, opening.game, seats, named):
            raise Refused(refusal)

    def may_open(self, asker: Actor, opening: OpenMatch) -> None:
        """Check that somebody does not open a match of no table in which they are named as a player. Raises Refused."""
        if refusal := own_opening_refusal(asker, everybody_named(opening)):
            raise Refused(refusal)

    def own_match_refusal(self, event: Tournament, command: c.TournamentCommand, asker: Actor) -> Refusal | None:
        """Why somebody gives no such command about a match that they play or have declared an interest in; or None.

        Raises Unavailable.
        """
        context = TournamentContext(
            event,
            asker,
            event.office(asker.actor, asker.role),
            command,
            named=self._named_causes(event, command),
            interested=self._interested_in,
            course=partial(self._course, event),
            at=self._clock(),
        )
        return own_match_refusal(context)

    def _enter(self, event_id: str, command: c.TournamentCommand, asker: Actor, key: str) -> TournamentReceipt:
        return append_with_retry(
            event_id,
            lambda: self._try(event_id, command, asker, key),
            lambda: self._earlier_receipt(self._fresh(event_id), command, asker, key),
            deadline=monotonic() + self._budget,
        )

    def _try(self, event_id: str, command: c.TournamentCommand, asker: Actor, key: str) -> TournamentReceipt:
        """One look, one decision, and the decision stored."""
        unchanged = self._read_by(event_id, command)
        event = self._fresh(event_id)
        if given := self._earlier_receipt(event, command, asker, key):
            return given
        if isinstance(command, c.CreateEvent) and event.version:
            raise MatchIdTaken(event_id)
        stamp = Stamp(key, self._clock(), self._ids())
        seen = self._matches_named(event, command, asker)
        named, read = self._named_causes(event, command), with_enrolled_names(event.players, command)
        entered = decide(
            event,
            asker,
            command,
            stamp,
            seen,
            self._elsewhere(event, read),
            named,
            self._cases_in_the_way(event, command),
            self._interested_in,
            partial(self._course, event),
            lambda match: self.cases.time_ruled(event).get(match, 0),
            self.cases.penalties_awaiting(event, self.setting) if isinstance(command, c.EndEvent) else (),
            moments_of(list(self.cases.about(event, event.left))) if isinstance(command, c.GivePenalty) else {},
        )
        [entered] = self._matches.sealer.entries(event, [entered], command)
        changed = list[SeatPlace]()
        if isinstance(command, (c.SeatMatch, c.PairRound)):
            changed = seats_changed(event, entered.event, self.places(), self._opener_of)
        self._store(entered, unchanged, rows_of_seats(self._matches, entered.event, asker, stamp, changed), changed)
        return TournamentReceipt(self._keep(entered.event), entered.event.version)

    def _opener_of(self, match_id: str) -> str:
        return self._openings.known_opening(match_id).organizer

    def _earlier_receipt(
        self, event: Tournament, command: c.TournamentCommand, asker: Actor, key: str
    ) -> TournamentReceipt | None:
        """The answer that the stream already holds under this key; raises KeyReused where it is of something else."""
        entry = event.stored.get((asker.actor, key))
        if entry is None:
            return None
        with available(event.id):
            [recorded] = self._recorder.since(event_stream(event.id), entry - 1, entry)
        entry_stored = c.DECODER.decode(recorded.payload)
        if not self._matches.sealer.answers(entry_stored.asked, command):
            raise KeyReused(key)
        return TournamentReceipt(event, entry)

    def _matches_named(
        self, event: Tournament, command: c.TournamentCommand, asker: Actor
    ) -> dict[str, MatchInTournament]:
        """What an event must know of the matches that a command names, as far as there are such."""
        found = {each: seen for each in named_matches(event, command) if (seen := self._match_context(each))}
        if asker.role == ADMIN or not isinstance(command, (c.SeatMatch, c.PairRound)):
            return found
        return {each: structs.replace(seen, looked=self._lookers(each)) for each, seen in found.items()}

    def _lookers(self, match_id: str) -> frozenset[str]:
        """The judges who have looked at what is hidden in a match, or have acted in a case about it.

        Raises Unavailable, Refused for a damaged desk.
        """
        cases = (case.entries for case in self._cases.all() if case.opening.match == match_id)
        looked = (each for each in self._desks.of(match_id).entries if isinstance(each, LookTaken))
        judged = (each for each in chain(*cases) if each.role in JUDGING)
        return frozenset(each.actor for each in chain(looked, judged))

    def _match_context(self, match_id: str) -> MatchInTournament | None:
        """What an event must know of a match; nothing where there is none."""
        try:
            match = self._matches.fresh(match_id)
        except Unknown:
            return None
        opening, over = self._openings.of(match_id), match.table.over
        won = over.winner if over else ""
        at = place[0].id if (place := self.of_match(match_id)) else ""
        named = {**players_named(opening.cmd), **GAMES[match.rules.name].players(match.table)}
        return MatchInTournament(
            *(match.rules.name, tuple(match.table.seats), opening.organizer, over is not None, won, at, named),
            begun=match.version > 1,
            chosen=is_chosen(opening.cmd),
            gone=() if over else tuple(each for each in match.table.seats if not match.table.is_asked(each)),
        )

    def _elsewhere(self, event: Tournament, command: c.TournamentCommand) -> tuple[PenaltyByCase, ...]:
        """What the player was penalised for in cases of the event's matches before it held their penalties."""
        if not isinstance(command, c.GivePenalty):
            return ()
        return tuple(
            PenaltyByCase(case_id, given.penalty.infraction)
            for case_id, given in self.cases.unheld(event, command.player)
        )

    def _named_causes(self, event: Tournament, command: c.TournamentCommand) -> dict[str, str]:
        """The case or the moment that a command is about, with its match, if it is one of the event's matches."""
        named = cause_of(event, command)
        if named.startswith("c-"):
            return {case.id: case.opening.match for case in self.cases.about(event) if case.id == named}
        match_id, at, place = named.partition("@")
        played = event.table_of(match_id) is not None
        return {named: match_id} if played and (not at or self._is_place(match_id, place)) else {}

    def _interested_in(self, match_id: str) -> frozenset[str]:
        """Who declared an interest in a match; nobody where it does not exist."""
        try:
            return self._desks.interested_judges(match_id)
        except Unknown:
            return frozenset()

    def _cases_in_the_way(self, event: Tournament, command: c.TournamentCommand) -> tuple[OpenCase, ...]:
        """The open cases that a command has to heed by which a match leaves its table, or a player a seat."""
        if not isinstance(command, (c.SeatMatch, c.PairRound)):
            return ()
        found = self.cases.open_cases(event, named_matches(event, command))
        return tuple(OpenCase(case.id, case.opening.match, case.opening.players) for case in found)

    def _is_place(self, match_id: str, place: str) -> bool:
        """Whether a text is a version of a match, or a fact of one."""
        match = self._matches.fresh(match_id)
        version, _, fact = place.partition(".")
        if not re.fullmatch(PLACE, place) or int(version) > match.version:
            return False
        [payload] = self._matches.payloads(match_id, int(version) - 1, int(version))
        return not fact or int(fact) <= len(decode_event(match, payload).facts)

    def _read_by(self, event_id: str, command: c.TournamentCommand) -> Unchanged | None:
        """What a command is decided by beside its event, by its type: looks, cases, other events."""
        if type(command) not in READ_BESIDE:
            return None
        with available(event_id):
            return self._recorder.as_it_stands(*READ_BESIDE[type(command)])

    def _store(
        self,
        entered: TournamentChange,
        unchanged: Unchanged | None = None,
        beside: Iterable[RecordedEvent] = (),
        seats: Collection[SeatPlace] = (),
    ) -> None:
        """Store an entry, what the matches store of it, and that seats have lost their keys: all of it or nothing."""
        rows = [self._matches.mapper.to_stored_event(each) for each in (row_of_entry(entered), *beside)]
        try:
            self._recorder.append_together(rows, {}, unchanged, self._revocations(seats))
        finally:
            # it may be stored though it failed
            self._forget_keys()

    def beside(self, moved: CaseChange) -> list[RecordedEvent]:
        """What an event stores of an entry of a case: a penalty of a player at one of its tables, what was taken back.

        Raises Unavailable, and Refused where the event has ended since the entry was decided.
        """
        if not isinstance(moved.case.entries[-1], (PenaltyGiven, PenaltyWithdrawn)):
            return []
        places, match_id = self.places(), moved.case.opening.match
        place = places.played.get(match_id)
        event = place[0] if place else places.left.get(match_id)
        made = self._matches.sealer.entries(event, entries_by_case(moved.case, event, place)) if event else ()
        return [row_of_entry(each) for each in made]

    # --- reading

    def one(self, event_id: str) -> Tournament:
        """The event with its newest entries. Raises Unknown, Unavailable."""
        event = self._fresh(event_id)
        if not event.version:
            raise Unknown(event_id)
        return event

    def at(self, event_id: str, version: int) -> Tournament:
        """The event after its first entries, as many as `version` says. Raises Unavailable."""
        with available(event_id):
            stored = self._recorder.since(event_stream(event_id), 0, version)
        return replay(initial(event_id), ((each.payload, each.head) for each in stored))

    def all(self) -> list[Tournament]:
        """Every undamaged event with its newest entries, newest first."""
        with available("the list of events"):
            listed = [(stream.removeprefix(EVENTS), version) for stream, version in self._recorder.streams(EVENTS)]
        found = (unless_damaged(event_id, partial(self._caught_up, event_id, version)) for event_id, version in listed)
        whole = (event for event in found if event is not None)
        return sorted(whole, key=lambda event: (event.created, event.id), reverse=True)

    def faults(self) -> Iterator[tuple[str, list[Fault]]]:
        """Each event with what is wrong with its stored entries. Raises Unavailable."""
        with available("the list of events"):
            for stream, _ in self._recorder.streams(EVENTS):
                event_id = stream.removeprefix(EVENTS)
                yield event_id, faults_of(self._recorder, stream, chain_salt(event_id), c.DECODER.decode)

    def of_match(self, match_id: str) -> PlayedTable | None:
        """The event, round and table at which a match is played; None for one that belongs to no event."""
        return self.places().played.get(match_id)

    def places(self) -> MatchPlaces:
        """Where the matches of the events are played now, and which events they left. Raises Unavailable."""
        return self._places.follow(self.all())

    def offices(self, asker: Actor, places: MatchPlaces) -> Callable[[str], str]:
        """A function that gives the office in which somebody acts about a match, empty for none."""

        def office(match_id: str) -> str:
            if match_id in places.played:
                return places.played[match_id][0].office(asker.actor, asker.role)
            return self._outside(match_id, places.left.get(match_id)).office(asker.actor, asker.role)

        return office

    def setting(self, match_id: str) -> MatchSetting:
        """The setting of a match for its cases: who has which office, its event's numbers, and who sits where.

        Raises Unknown, Unavailable.
        """
        places = self.places()
        place = places.played.get(match_id)
        if place is None:
            return self._outside(match_id, places.left.get(match_id))
        event, _, table = place
        players = {seat: player for player, seat in table.seats.items()}

        def record(player: str) -> tuple[str, ...]:
            earlier = [each.infraction for each in event.record(player)]
            return (*earlier, *(given.penalty.infraction for _, given in self.cases.unheld(event, player)))

        acting = partial(self._those_acting, lambda: event.staff, event.office)
        interested = partial(self._desks.interested_judges, match_id)
        return MatchSetting(
            *(event.rules, players, event.id, event.office, record, over_refusal(event), acting, interested),
            sat_at=partial(event.players_at, match_id),
            unsure_at=partial(event.unsure_at, match_id),
            opponents=self.opponents_in(event, table.players),
            appoints=partial(appoints_staff, event, self._interested_in, partial(self._course, event)),
            seated=True,
            enrolled=tuple(event.players),
            given=table.given,
            **penalties_of_event(event, players, self.cases.others_of),
        )

    def opponents_in(self, event: Tournament, players: Collection[str]) -> Callable[[str], list[str]]:
        """A function that gives those of some players against whom somebody plays now, who may be of the staff.

        It raises Unavailable.
        """
        # it is asked of everybody who could act
        interested, course = cache(self._interested_in), cache(partial(self._course, event))
        return lambda actor: present_opponents(event, actor, players, interested, course)

    def _course(self, event: Tournament, match_id: str) -> MatchCourse | None:
        """How the match of a table stands; None where there is no such match, or it is damaged.

        Raises Unavailable.
        """
        try:
            match = unless_damaged(match_id, partial(self._matches.fresh, match_id))
        except Unknown:
            return None
        if match is None:
            return None
        disputed = any(case.opening.match == match_id for case in self.cases.open_cases(event))
        turned = partial(time_of_turn, self._matches, match)
        goes_on = not disputed and not match.table.over
        since = (unless_damaged(match_id, turned) or "") if goes_on else ""
        return MatchCourse(match.table.over is not None, disputed, since)

    def _outside(self, match_id: str, left: Tournament | None) -> MatchSetting:
        """What holds of a match that is at no table; the staff of the event that it left still judge and read it."""
        opening = self._openings.known_opening(match_id)
        of_desk = partial(office_at, lambda: self._desks.judges(match_id), opening.organizer)

        def office(actor: str, scope: str) -> str:
            return (left.office(actor, scope) if left is not None else "") or of_desk(actor, scope)

        people = partial(self._those_called, match_id, left, opening.organizer)
        acting = partial(self._those_acting, people, office)
        sat, event = (left.left[match_id] if left is not None else {}), left or Tournament("")
        players = {**players_named(opening.cmd), **{seat: player for player, seat in sat.items()}}
        interested = partial(self._desks.interested_judges, match_id)
        opponents = self.opponents_in(left, list(sat)) if left is not None else MatchSetting().opponents
        return MatchSetting(
            players=players,
            office=office,
            acting=acting,
            interested=interested,
            opponents=opponents,
            sat_at=partial(event.players_at, match_id),
            unsure_at=partial(event.unsure_at, match_id),
            seated=left is not None,
            enrolled=tuple(event.players),
            **penalties_of_event(left, players, self.cases.others_of),
        )

    def _those_called(self, match_id: str, left: Tournament | None, organizer: str) -> set[str]:
        """Who runs a match or was called to it, and the staff of the event that it left."""
        return {organizer, *self._desks.judges(match_id), *(left.staff if left is not None else ())}

    def _those_acting(
        self, people: Callable[[], Collection[str]], office_of: Callable[[str, str], str], office: str
    ) -> frozenset[str]:
        """Those of some people who can act in an office, with a valid key for it."""
        held = ((actor, scope) for actor in people() for scope in SCOPES if office_of(actor, scope) == office)
        return frozenset(actor for actor, scope in held if self._holds_key(actor, scope))

    def entries(self, event_id: str) -> list[c.TournamentEntry]:
        """The entries of an event, oldest first."""
        with available(event_id):
            found = self._recorder.since(event_stream(event_id), 0)
        return [c.DECODER.decode(each.payload) for each in found]

    def _caught_up(self, event_id: str, version: int) -> Tournament:
        cached = self._cached.get(event_id)
        return cached if cached is not None and cached.version == version else self._fresh(event_id)

    def _fresh(self, event_id: str) -> Tournament:
        cached = self._cached.get(event_id) or initial(event_id)
        with available(event_id):
            since = self._recorder.since(event_stream(event_id), cached.version)
        if not since:
            return cached
        return self._keep(replay(cached, ((each.payload, each.head) for each in since)))

    def forget_all(self) -> None:
        """Drop every event from memory: a player whom some of them name was erased."""
        with self._lock:
            self._cached.clear()
            self._places = MatchPlacesIndex()

    def _keep(self, event: Tournament) -> Tournament:
        with self._lock:
            cached = self._cached.get(event.id)
            if cached is None or cached.version < event.version:
                self._cached[event.id] = event
        return event
