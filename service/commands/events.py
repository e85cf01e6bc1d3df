"""`praetor event new|do|pairings|show|standings|export`: tournaments on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
import msgspec

from domain.games import DEFAULT
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.formats.text_forms import read_command
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE
from domain.match.aggregate import Refused
from domain.match.envelope import Actor
from domain.tournaments import commands as c
from domain.tournaments.checks import office_refusal
from domain.tournaments.regulation import regulations
from domain.tournaments.standings import (
    PenaltyRow,
    PlayerStanding,
    ResultRow,
    penalty_rows,
    result_rows,
    standings_through,
)
from domain.tournaments.tournament import Tournament
from service.app.match.matches import new_id
from service.app.staff_names import displaced_by, staff_appointed, staff_name_fault
from service.app.tournament_cases import LapsedPenalty
from service.app.tournament_entries import entry_json
from service.app.tournaments import TournamentApplication, TournamentReceipt
from service.commands.cases import open_services
from service.commands.problems import fail_field, place_and_meant
from service.commands.shared_options import GAME, json_of, json_option, out_option, output_file, print_json, read_text
from service.files.event_sheets import event_sheet
from service.files.pairings import enter_pairings, read_pairings
from service.present.text.results import match_phrase
from service.wiring import Services

EXPORTS: dict[str, tuple[type[Any], Any]] = {
    "results": (ResultRow, lambda events, found, through: result_rows(found, events.cases.time_ruled(found))),
    "penalties": (PenaltyRow, lambda events, found, through: penalty_rows(found)),
    "standings": (PlayerStanding, lambda events, found, through: standings_through(found, through)),
}
by_option = click.option(
    "--by", "who", default="organizer", metavar="WHO", help="Who does it, in their office; default the organizer."
)
key_option = click.option("--key", metavar="KEY", help="Idempotency key: the same command under it is done once.")


@contextmanager
def open_tournaments() -> Iterator[TournamentApplication]:
    """The events of this process's store, closed at the end."""
    with open_services() as services:
        yield services.events


def require_staff_names(services: Services, field: str, command: c.TournamentCommand) -> None:
    """Raises CommandProblem where a command appoints somebody by a name in which nobody could act."""
    fault = staff_name_fault(services.keys, staff_appointed(command))
    if fault is not None:
        fail_field(field, fault.problem)


@click.group("event")
def event() -> None:
    """Tournaments: create one, pair its rounds, enter what happens, see and export how it stands."""


def asker_of(found: Tournament, who: str) -> Actor:
    """Who gives a command: one of the staff in their office, or the organizer, with an admin's right."""
    office = found.staff.get(who, "")
    if not office and who != "organizer":
        fail_field("--by", f"{who!r} is none of the staff: {', '.join(found.staff)}")
    return Actor(who, office if office in (HEAD_JUDGE, JUDGE) else ADMIN)


@event.command("new")
@click.argument("name")
@click.option("--game", default=DEFAULT, show_default=True, type=GAME)
@click.option("--regulation", required=True, metavar="NAME|FILE", help="One that comes with it, or a JSON file.")
@click.option("--staff", multiple=True, metavar="WHO=OFFICE", help="A judge or the head-judge; once for each.")
@click.option("--id", "event_id", help="The id of the event; default a new one.")
@by_option
@json_option
def new(
    name: str, game: str, regulation: str, staff: tuple[str, ...], event_id: str | None, who: str, as_json: bool
) -> None:
    """Create an event of a game under a regulation; prints its id."""
    made = event_id or f"e-{new_id()}"
    if not made.startswith("e-"):
        fail_field("--id", f"{made!r} does not begin with e-")
    values = {"name": name, "game": game, "regulation": regulation_of(regulation), "staff": dict(map(office_of, staff))}
    with open_services() as services:
        command = command_from_json(c.CreateEvent, values)
        require_staff_names(services, "--staff", command)
        answered = services.events.create(made, command, asker=Actor(who, ADMIN), key="create")
    print_receipt(answered, as_json, f"{answered.event.game} under {answered.event.rules.name}, organizer {who}")


def office_of(given: str) -> tuple[str, str]:
    actor, equals, office = given.rpartition("=")
    if not equals or office not in ("judge", "head-judge"):
        fail_field("--staff", f"{given!r} is not WHO=judge or WHO=head-judge")
    return actor, office


def regulation_of(named: str) -> Any:
    """A regulation by name, or as a JSON file holds it."""
    if named in regulations():
        return msgspec.to_builtins(regulations()[named])
    if not named.endswith(".json"):
        fail_field("--regulation", f"{named!r} is none of {', '.join(regulations())} and no JSON file")
    return json_of("--regulation", read_text(named))


def command_from_json(kind: Any, values: Any) -> Any:
    """The command that JSON values give. Raises CommandProblem with what is wrong with them."""
    try:
        return read_command(values, kind)
    except msgspec.ValidationError as error:
        wrong = explain_mismatch(error, kind)
        fail_field("COMMAND", str(wrong), place_and_meant(wrong.place, wrong.meant))


def print_receipt(answered: TournamentReceipt, as_json: bool, what: str, **more: Any) -> None:
    """Print an entry that was made; as JSON with what more it was answered with, of what there is."""
    if as_json:
        found = {name: value for name, value in more.items() if value}
        print_json({"event": answered.event.id, "entry": answered.entry, **found})
    else:
        click.echo(f"{answered.event.id}  entry {answered.entry}  {what}")


@event.command("do")
@click.argument("event_id", metavar="EVENT")
@click.argument("command", metavar="COMMAND")
@by_option
@key_option
@json_option
def do(event_id: str, command: str, who: str, key: str | None, as_json: bool) -> None:
    """Enter what happens: COMMAND is JSON, {"type": "give_penalty", ...}, or a bare word such as end_event."""
    values = json_of("COMMAND", command) if command.lstrip().startswith("{") else {"type": command}
    with open_services() as services:
        found = services.events.one(event_id)
        asker = asker_of(found, who)
        given = command_from_json(c.AnyTournamentCommand, values)
        if staff_appointed(given) and (refusal := office_refusal(found, asker, type(given))):
            raise Refused(refusal)
        require_staff_names(services, "actor", given)
        answered = services.events.enter(event_id, given, asker=asker, key=key or new_id())
        displaced = displaced_by(services.events, answered, given)
        lapsed = lapsed_by(services.events, answered, given)
        outdated = outdated_by(services.events, answered, given)
        unpaired = unpaired_by(services.events, answered, given)
    said = f": {displaced}, who was the head judge, is a judge now" if displaced else ""
    print_receipt(
        *(answered, as_json, f"{c.command_type_of(given)}{said}"),
        displaced=displaced,
        lapsed=msgspec.to_builtins(lapsed),
        paired_by=[{"round": number, "results": results} for number, results in outdated.items()],
        unpaired=unpaired,
    )
    print_unpaired(as_json, unpaired)
    for number, results in () if as_json else outdated.items():
        then = join_names([f"{player} {result}" for player, result in results.items()])
        click.echo(f"  round {number} was paired by another result: {then}")
    for each in () if as_json else lapsed:
        appeal = ", under appeal" if each.appealed else ""
        click.echo(f"  lapsed: {each.penalty} of {each.player} for {each.infraction} (case {each.case}{appeal})")


def unpaired_by(events: TournamentApplication, answered: TournamentReceipt, command: c.TournamentCommand) -> list[str]:
    """Who is in the event and was left out of the round that a command pairs or starts; nobody by any other command."""
    paired = isinstance(command, (c.PairRound, c.StartRound))
    return events.at(answered.event.id, answered.entry).unpaired if paired else []


def print_unpaired(as_json: bool, unpaired: list[str]) -> None:
    if unpaired and not as_json:
        click.echo(f"  at no table of the round: {join_names(unpaired)}")


def lapsed_by(
    events: TournamentApplication, answered: TournamentReceipt, command: c.TournamentCommand
) -> list[LapsedPenalty]:
    """The ruled penalties that the end of an event leaves ungiven; none by any other command."""
    if not isinstance(command, c.EndEvent):
        return []
    return events.cases.lapsed_penalties(answered.event, events.setting)


def outdated_by(
    events: TournamentApplication, answered: TournamentReceipt, command: c.TournamentCommand
) -> dict[int, dict[str, str]]:
    """The later rounds that a result leaves paired by another one, with that one; none by any other command."""
    if not isinstance(command, c.ReportResult):
        return {}
    table = events.at(answered.event.id, answered.entry).table(command.round, command.table)
    return dict(sorted(table.paired_by.items())) if table is not None else {}


@event.command("pairings")
@click.argument("event_id", metavar="EVENT")
@click.argument("number", metavar="ROUND", type=click.IntRange(min=1))
@click.argument("path", metavar="FILE")
@click.option("--kind", default="", help="The kind of round; default the regulation's first.")
@click.option("--reason", default="", help="Why; needed where the pairings give a table another match.")
@by_option
@key_option
@json_option
def pairings(
    event_id: str, number: int, path: str, kind: str, reason: str, who: str, key: str | None, as_json: bool
) -> None:
    """Bring the pairings of a round in from another tool's CSV or JSON; every wrong line is named."""
    sheet = read_pairings(read_text(path))
    with open_tournaments() as events:
        found = events.one(event_id)
        asker = asker_of(found, who)
        answered = enter_pairings(
            *(sheet, number, kind),
            lambda given: events.enter(event_id, given, asker=asker, key=key or new_id()),
            reason,
            event=found,
        )
        unpaired = events.at(event_id, answered.entry).unpaired
    print_receipt(answered, as_json, f"round {number}: {len(sheet.tables)} tables", unpaired=unpaired)
    print_unpaired(as_json, unpaired)


@event.command("show")
@click.argument("event_id", metavar="EVENT")
@json_option
def show(event_id: str, as_json: bool) -> None:
    """Every entry of an event: who did what in which office, and when."""
    with open_tournaments() as events:
        found = events.one(event_id)
        entries = [entry_json(each) for each in events.entries(event_id)]
    if as_json:
        print_json({"event": event_id, "version": found.version, "entries": entries})
        return
    click.echo(f"{event_id}  {found.name}  {found.game} under {found.rules.name}")
    for number, each in enumerate(entries, 1):
        click.echo(f"{number:>4}  {each['at']}  {each['actor']} ({each['office']})  {command_line(each['command'])}")


def command_line(command: dict[str, Any]) -> str:
    """A command in one line."""
    plain = {name: value for name, value in command.items() if isinstance(value, (str, int)) and name != "type"}
    return " ".join([command["type"].replace("_", " "), *(f"{name}={value}" for name, value in plain.items())])


through_option = click.option(
    "--through", type=click.IntRange(min=1), default=None, metavar="ROUND", help="The last round that is counted."
)


@event.command("standings")
@click.argument("event_id", metavar="EVENT")
@through_option
@json_option
def show_standings(event_id: str, through: int | None, as_json: bool) -> None:
    """Places by points, then strength of schedule, then that of the opponents; those in a cut first, by how far."""
    with open_services() as services:
        tournament = services.events.one(event_id)
        found, at_odds = (
            standings_through(tournament, through or 0),
            services.match_results.played_at(tournament).at_odds_through(through or 0),
        )
    if as_json:
        print_json(msgspec.to_builtins(found))
        return
    for each in found:
        strength = f"{each.schedule / 1000:.3f}  {each.extended / 1000:.3f}"
        left = (f"  cut {each.cut}" if each.cut else "") + (f"  {each.left}" if each.left else "")
        click.echo(f"{each.place:>3}  {each.player:<24}  {each.points:>3} points of {each.played}  {strength}{left}")
    for odd in at_odds:
        place = f"round {odd.round}, table {odd.table}"
        click.echo(f"{place}: the result is at odds with the match, which {match_phrase(odd)}")


@event.command("export")
@click.argument("event_id", metavar="EVENT")
@click.argument("what", type=click.Choice(sorted(EXPORTS)))
@click.option("--form", type=click.Choice(["csv", "json"]), default="csv", show_default=True, help="Which form.")
@through_option
@out_option
def export_event(event_id: str, what: str, form: str, through: int | None, out: str) -> None:
    """Write results, penalties or standings as CSV or JSON.

    The CSV is for spreadsheets: a text that one would read as a formula (it begins with =, +, - or @) has an apostrophe
    before it, and strengths are in points. JSON has every text as it is, and strengths in thousandths.
    """
    if through and what != "standings":
        raise click.UsageError("--through is of standings.")
    kind, rows_of = EXPORTS[what]
    with open_tournaments() as events:
        rows = rows_of(events, events.one(event_id), through or 0)
    text = event_sheet(kind, rows) if form == "csv" else f"{msgspec.json.encode(rows).decode()}\n"
    with output_file(out) as file:
        file.write(text.encode())
