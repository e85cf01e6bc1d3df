"""The commands of an event's staff as forms: each command that an office may give.

Read `FORMS` at the end: for each type of command its title, its fields for an event or a table of it, and how form data
become the command. The command's own `offices` say who may give it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.judging.cases.commands import JUDGING
from domain.tournaments import commands as c
from domain.tournaments.checks import AFTER_THE_END
from domain.tournaments.tournament import CHANGERS, Tournament, TournamentRound, TournamentTable
from service.console.forms.fields import AS_TIME, Field, Given, Options, read_number, read_seconds, split_words
from service.console.tournament.match_choices import free_matches, match_options, seat_choices
from service.console.tournament.names_in_forms import COMMAS, KEYLESS, one_name_a_line, require_keys
from service.console.tournament.results_at_odds import matches_left
from service.console.tournament.ruled_penalties import ruled_penalties
from service.console.words import clock_time, duration
from service.files.pairings import PairingSheet, columns_for, read_pairings
from service.present.text.names import amount, in_words
from service.web.problems import Problem
from service.web.request_context import request_context

REASON = Field("reason", "Reason", "text")
MOST_SECONDS = 86_400
CAUSE_HINT = "c-... or m-...@41.2, or words for what is neither. One penalty for one cause"
SEATED = "Columns seat_1, seat_2 and so on say where each sits in the match."
# the number of tables that a warning names
MOST_NAMED = 20
# the number of seats that a hint names
MOST_SEATS_NAMED = 8


class TablePlace(Struct, frozen=True):
    """A table of a round."""

    round: TournamentRound
    table: TournamentTable

    @property
    def path(self) -> str:
        return f"{self.round.round}.{self.table.table}"

    @property
    def words(self) -> str:
        return f"Round {self.round.round}, table {self.table.table}: {', '.join(self.table.players)}"


class TournamentForm(Struct, frozen=True):
    """A command as a form; with `at_table` it stands on the page of a table.

    `warns` describes the effect that cannot be undone, which the sender must confirm.
    """

    kind: type[c.TournamentCommand]
    title: str
    fields: Callable[[Tournament, TablePlace | None], tuple[Field, ...]]
    values: Callable[[Tournament, Given], dict[str, Any]]
    at_table: bool = False
    on_event: bool = True
    main: bool = False
    warns: Callable[[Tournament, TablePlace | None], str] | None = None

    def all_fields(self, event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
        """All fields, with the confirmation if the command has one."""
        fields = self.fields(event, place)
        if self.warns is None or not can_be_filled(fields):
            return fields
        return (*fields, Field("sure", self.warns(event, place), "check"))

    @property
    def name(self) -> str:
        return str(self.kind.__struct_config__.tag)


class OfferedTournamentForm(Struct, frozen=True):
    """A form that a principal may fill in, with its fields."""

    form: TournamentForm
    fields: tuple[Field, ...]


def can_be_filled(fields: Iterable[Field]) -> bool:
    """Whether every choice field that is required has an option."""
    return all(each.options for each in fields if each.kind == "choice" and each.needed)


def offered_tournament_forms(
    event: Tournament, office: str, place: TablePlace | None = None
) -> Iterator[OfferedTournamentForm]:
    """The forms for an office, of the event or of one of its tables."""
    alone = place is not None and len(place.table.players) == 1
    # nobody is paired who is not enrolled
    first = (c.EnrolPlayers,) if not event.players else ()
    for form in sorted(FORMS, key=lambda each: each.kind not in first):
        if event.over and form.kind not in AFTER_THE_END:
            continue
        if alone and form.kind in AT_A_MATCH and not (form.kind is c.ReportResult and office in CHANGERS):
            continue
        if form.kind is c.ReportResult and is_result_final(office, place):
            continue
        if office in form.kind.offices and (form.at_table if place else form.on_event):
            fields = form.all_fields(event, place)
            if can_be_filled(fields):
                yield OfferedTournamentForm(form, fields)


def is_result_final(office: str, place: TablePlace | None) -> bool:
    """Whether the result of a table is reported, and the office may not change it."""
    return place is not None and bool(place.table.results) and office not in CHANGERS


# --- fields


def round_fields(
    holds: Callable[[TournamentRound], bool],
) -> Callable[[Tournament, TablePlace | None], tuple[Field, ...]]:
    """A function that returns the field for the newest round if `holds` is true of it; other clocks cannot change."""

    def fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
        found = tuple((str(each.round), f"round {each.round}") for each in event.rounds[-1:] if holds(each))
        return (Field("round", "Round", "choice", found),)

    return fields


def is_waiting(round: TournamentRound) -> bool:
    """Whether the clock of a round can be started."""
    return not round.started


def is_running(round: TournamentRound) -> bool:
    """Whether time can be called in a round."""
    return bool(round.started) and not round.called


# --- effects that cannot be undone


def without_result(round: TournamentRound) -> str:
    """The number of tables of a round without a result, and their numbers."""
    without, more = round.open_tables, len(round.open_tables) - MOST_NAMED
    named = ", ".join(map(str, without[:MOST_NAMED]))
    named = f" ({'table' if len(without) == 1 else 'tables'} {named}{f' and {more} more' if more > 0 else ''})"
    return f"with {len(without)} of {amount(len(round.tables), 'table')} without a result{named if without else ''}"


def start_warning(event: Tournament, place: TablePlace | None) -> str:
    newest = event.rounds[-1]
    minutes = event.rules.minutes(newest.kind)
    return f"The clock of round {newest.round} starts now, for {minutes} minutes. It cannot be stopped or restarted."


def call_warning(event: Tournament, place: TablePlace | None) -> str:
    newest = event.rounds[-1]
    called = f"Time is called now in round {newest.round}, {without_result(newest)}."
    return " ".join(filter(None, (called, time_left(event, newest), "This cannot be undone.")))


def time_left(event: Tournament, round: TournamentRound) -> str:
    """Which tables without a result play on for the time that was given to them, or that a ruling gave."""
    ruled = request_context().services.events.cases.time_ruled(event)
    seconds = {n: round.tables[n].given + ruled.get(round.tables[n].match, 0) for n in round.open_tables}
    owed = [f"table {n} for {duration(more)}" for n, more in seconds.items() if more > 0]
    named = f"{', '.join(owed[:MOST_NAMED])}{f' and {len(owed) - MOST_NAMED} more' if len(owed) > MOST_NAMED else ''}"
    return f"Time that was given still runs then: {named}." if owed else ""


def drop_warning(event: Tournament, place: TablePlace | None) -> str:
    return "The player leaves for good and cannot be enrolled again."


def end_warning(event: Tournament, place: TablePlace | None) -> str:
    without = "".join(f", {without_result(each)} in round {each.round}" for each in event.rounds if each.open_tables)
    owed = [
        f"{words} awaits approval: it is approved or withdrawn before the event ends"
        for _, words in standing_penalties(event, "pending")
    ]
    cases = request_context().services.events.cases.open_cases(event)
    owed += ruled_penalties(event, cases)
    owed += [f"{amount(len(cases), 'case')} about its matches open"] if cases else []
    owed += matches_left(event)
    still = "".join(f" {each[:1].upper()}{each[1:]}." for each in owed)
    none = "Nothing can be entered after that, no penalty and no time of a case either, and it cannot be undone."
    return f"The event ends now{without}.{still} {none}"


# --- fields of the other commands


def still_playing(event: Tournament, place: TablePlace | None = None) -> Options:
    """The players who have not dropped out; for a table those who sit at it."""
    names: Iterable[str] = place.table.players if place else event.players
    return tuple((each, each) for each in names if not event.players.get(each))


def drop_fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
    names: Iterable[str] = place.table.players if place else event.players
    # who is out by a penalty alone may leave too
    players = Field("player", "Player", "choice", tuple((each, each) for each in names if each not in event.drops))
    return (players, Field("reason", "Reason", "line", needed=False))


def table_field(event: Tournament, place: TablePlace | None) -> Field:
    """The field for the table: fixed on a table's page, else one of the newest round's tables with a match."""
    if place:
        return Field("at", "Table", "hidden", value=place.path)
    newest = event.rounds[-1:]
    places = (TablePlace(each, table) for each in newest for table in each.tables.values() if len(table.players) > 1)
    return Field("at", "Table", "choice", tuple((each.path, each.words) for each in places))


def time_fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
    most = event.rules.limits.extension
    hint = f"{AS_TIME} At most {duration(most)} for a table in all; only the head judge gives more."
    return (
        table_field(event, place),
        Field("seconds", "Time", "time", hint=hint, value=clock_time(min(60, most)), span=(1, MOST_SECONDS)),
        REASON,
    )


def penalty_fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
    infractions = tuple((each.name, each.title) for each in event.rules.infraction)
    penalties = tuple((each.name, each.title) for each in event.rules.penalty)
    at = Field("at", "Table", "hidden", value=place.path if place else "")
    return (
        Field("player", "Player", "choice", still_playing(event, place)),
        Field("infraction", "Infraction", "choice", infractions),
        Field(
            "penalty",
            "Penalty",
            "choice",
            penalties,
            hint="The record of the player shows the next step of the ladder.",
        ),
        REASON,
        Field("rules", "Rules", "rules", needed=False),
        Field("cause", "Case or moment", "name", needed=False, hint=CAUSE_HINT),
        at,
    )


NOBODY = (Field("nobody", "All lose, though the match goes on", "check", needed=False),)


def result_fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
    assert place is not None
    alone = len(place.table.players) == 1
    played = [each.name for each in event.rules.result if alone or each.counts != "bye"]
    # a table has no more places than players
    possible = (() if alone else event.rules.places()[: len(place.table.players)]) or played
    kinds, stands = tuple((each, in_words(each)) for each in possible), place.table.results
    fields = (
        Field(f"result-{player}", f"Result of {player}", "choice", kinds, value=stands.get(player, ""))
        for player in place.table.players
    )
    hint = "A change of the result needs a reason." if stands else ""
    newest = len(event.rounds)
    if place.round.round < newest:
        hint = f"{hint} Round {newest} is paired already, and its pairings stay as they are.".strip()
    reason = Field("reason", "Reason", "line", needed=alone, hint=hint)
    return (table_field(event, place), *fields, reason, *(NOBODY if match_goes_on(event, place.table) else ()))


def match_fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
    stands = place.table.match if place else ""
    free = free_matches(event) if place else []
    hint = "Its id; the running matches at no table that you may read are offered." if free else "Its id"
    reason = Field("reason", "Reason", "line", needed=False, hint="A change of the match needs a reason.")
    return (
        table_field(event, place),
        Field("match", "Match", "name", match_options(free), hint=hint, value=stands),
        *(seat_fields(place.table, seat_choices(free, place.table)) if place else ()),
        *((reason,) if stands else ()),
    )


def seat_fields(table: TournamentTable, seats: Options) -> Iterator[Field]:
    """A field for the seat of each player of a table in its match; the hint names the seats where they are few."""
    named = f" Seats: {', '.join(seat for seat, _ in seats)}." if 0 < len(seats) <= MOST_SEATS_NAMED else ""
    usual = f"If no seat is given, the players sit where the match names them, or in the order of its seats.{named}"
    for player in table.players:
        stands = f"Now {table.seats[player]}. " if player in table.seats else ""
        hint = f"{stands}{usual}"
        yield Field(f"seat-{player}", f"Seat of {player}", "name", seats, needed=False, hint=hint)


def pairing_fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
    kinds = tuple((each.kind, f"{in_words(each.kind)}, {each.minutes} minutes") for each in event.rules.round)
    names = ", ".join(columns_for(max(event.rules.seats)))
    hint = f"From another tool: a line of names ({names}), then a line for each table, with commas, semicolons or tabs."
    return (
        Field("round", "Round", "number", value=str(len(event.rounds) + 1), span=(1, len(event.rounds) + 1)),
        Field("kind", "Kind of round", "choice", kinds, value=kinds[0][0]),
        Field("sheet", "Pairings", "names", needed=False, hint=f"{hint} {SEATED}"),
        Field("reason", "Reason", "line", needed=False, hint="Pairings that give a table another match need a reason."),
    )


def standing_penalties(event: Tournament, *states: str, among: Iterable[str] | None = None) -> Options:
    """The penalties in one of these states by number, each in words; of these players alone where they are named."""
    players = set(event.players if among is None else among)
    found = (each for each in event.penalties if each.state in states and each.player in players)
    titles = event.rules.titles()
    return tuple(
        (str(each.penalty), f"{titles[each.given]} for {each.player}: {titles[each.infraction]}") for each in found
    )


def staff_fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
    offices = (("judge", "judge"), ("head-judge", "head judge"), ("none", "none (release)"))
    head = event.head_judge
    hint = f"{head} is the head judge; whoever becomes it makes {head} a judge." if head else ""
    return (
        Field("actor", "Who", "name", hint="The name of their key"),
        Field("office", "Office", "choice", offices, hint=hint),
        KEYLESS,
    )


def no_fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
    return ()


# --- values


def table_values(given: Given) -> dict[str, Any]:
    round, _, table = given.get("at", "").partition(".")
    read = {"round": round, "table": table}
    return {name: read_number(read, name) for name in read}


def field_values(*names: str) -> Callable[[Tournament, Given], dict[str, Any]]:
    """A function that reads these fields of a form; numbers are converted."""

    def values(event: Tournament, given: Given) -> dict[str, Any]:
        read = {name: NUMBERS[name](given, name) if name in NUMBERS else given.get(name, "") for name in names}
        return {**read, **(table_values(given) if given.get("at") else {})}

    return values


NUMBERS: dict[str, Callable[[Given, str], int]] = {"round": read_number, "seconds": read_seconds}


def penalty_values(event: Tournament, given: Given) -> dict[str, Any]:
    said = field_values("player", "infraction", "penalty", "reason", "cause")(event, given)
    return {**said, "rules": split_words(given.get("rules", ""))}


def penalty_record_values(event: Tournament, given: Given) -> dict[str, Any]:
    return {"penalty": read_number(given, "penalty"), "reason": given.get("reason", "")}


def result_values(event: Tournament, given: Given) -> dict[str, Any]:
    """The results in a form; that nobody wins a match which goes on must be said. Raises Problem 422."""
    results = values_by_player("result-", given)
    if (
        "nobody" not in given
        and is_lost_by_all(event, results)
        and match_goes_on(event, event.table(**table_values(given)))
    ):
        problem = "all lose a match that goes on: say so below if it is meant"
        field = next(f"result-{player}" for player in results)
        raise Problem(422, "request.shape", because={"field": field, "problem": problem})
    return {**table_values(given), "results": results, "reason": given.get("reason", "")}


def is_lost_by_all(event: Tournament, results: Mapping[str, str]) -> bool:
    """Whether each of these results counts as a loss."""
    counts = {each.name: each.counts for each in event.rules.result}
    return bool(results) and all(counts.get(each) == "loss" for each in results.values())


def match_goes_on(event: Tournament, there: TournamentTable | None) -> bool:
    """Whether a table has a match that is not over."""
    if there is None or not there.match:
        return False
    played = request_context().services.match_results.played_at(event)
    return any(table.match == there.match for _, table in played.find_unfinished(event.tables()))


def match_values(event: Tournament, given: Given) -> dict[str, Any]:
    seats = {player: seat.strip() for player, seat in values_by_player("seat-", given).items()}
    return {**field_values("match", "reason")(event, given), "seats": seats}


def values_by_player(before: str, given: Given) -> dict[str, str]:
    """What was filled in for each player, in the fields whose names begin so."""
    return {name.removeprefix(before): each for name, each in given.items() if name.startswith(before) and each}


def staff_values(event: Tournament, given: Given) -> dict[str, Any]:
    """The fields of an appointment; a name without a judge's key must be confirmed. Raises Problem 422."""
    said = field_values("actor", "office")(event, given)
    if said["office"] in JUDGING:
        require_keys({said["actor"]: said["office"]}, given, "actor")
    return said


def enrol_values(event: Tournament, given: Given) -> dict[str, Any]:
    return {"players": one_name_a_line(given, "players")}


def enrol_fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
    return (Field("players", "Names, one a line", "names"), COMMAS)


def sheet_of(given: Given) -> PairingSheet:
    """The pairings that were pasted or uploaded. Raises Refused where there are none."""
    return read_pairings(given.get("sheet", ""))


def penalty_choice(*states: str) -> Callable[[Tournament, TablePlace | None], tuple[Field, ...]]:
    """A function that returns the fields for a penalty in one of these states, at a table of one of its players."""

    def fields(event: Tournament, place: TablePlace | None) -> tuple[Field, ...]:
        among = place.table.players if place else tuple(event.players)
        return (Field("penalty", "Penalty", "choice", standing_penalties(event, *states, among=among)), REASON)

    return fields


FORMS = (
    # what waits for somebody comes first
    TournamentForm(
        c.ApprovePenalty,
        "Approve a penalty",
        penalty_choice("pending"),
        penalty_record_values,
        at_table=True,
        main=True,
    ),
    TournamentForm(
        c.StartRound,
        "Start the clock of the round",
        round_fields(is_waiting),
        field_values("round"),
        main=True,
        warns=start_warning,
    ),
    TournamentForm(
        c.CallTime,
        "Call time in the round",
        round_fields(is_running),
        field_values("round"),
        main=True,
        warns=call_warning,
    ),
    TournamentForm(
        c.GiveTime, "Give lost time back", time_fields, field_values("seconds", "reason"), at_table=True, main=True
    ),
    TournamentForm(c.ReportResult, "Report the result", result_fields, result_values, True, False, main=True),
    TournamentForm(c.GivePenalty, "Give a penalty", penalty_fields, penalty_values, at_table=True, main=True),
    TournamentForm(c.SeatMatch, "Set the match of the table", match_fields, match_values, True, False),
    TournamentForm(
        c.DropPlayer,
        "Remove a player from the event",
        drop_fields,
        field_values("player", "reason"),
        at_table=True,
        warns=drop_warning,
    ),
    TournamentForm(
        c.PairRound, "Enter the pairings of a round", pairing_fields, field_values("round", "kind", "reason")
    ),
    TournamentForm(
        c.EnrolPlayers,
        "Enrol players",
        enrol_fields,
        enrol_values,
    ),
    TournamentForm(c.WithdrawPenalty, "Withdraw a penalty", penalty_choice("given", "pending"), penalty_record_values),
    TournamentForm(c.AppointStaff, "Appoint or release staff", staff_fields, staff_values),
    TournamentForm(c.EndEvent, "End the event", no_fields, field_values(), warns=end_warning),
)
# commands that make no sense at a bye: it has no match, no clock and no other result
AT_A_MATCH = (c.GiveTime, c.ReportResult, c.SeatMatch)
BY_NAME = {form.name: form for form in FORMS}
