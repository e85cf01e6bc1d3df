"""`praetor ask`: the judge's questions about one match, answered in words or as JSON, through the eyes of `--as`."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click
import msgspec

from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.clocks import TimeUsed
from domain.judging.inquiry.clocks import clocks as clocks_of
from domain.judging.inquiry.comparing import compare_versions
from domain.judging.inquiry.explaining import (
    ComingSteps,
    explain_at,
    limits_at,
    nearest_turns,
    numbers_at,
    refused_by,
    what_comes_next,
)
from domain.judging.inquiry.missed_opportunities import KINDS, MissedReport, report_missed, report_refusal
from domain.judging.inquiry.timeline import TimelineExtras, TimelineQuery, TimelineTree
from domain.judging.inquiry.timeline import timeline as timeline_of
from domain.judging.inquiry.tracing import MatchKnowledge, ThingTrace, chance_of, knowledge_at, trace_thing
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.ids import ADMIN, OFFICIALS, Seat, Viewer
from domain.kernel.scenarios.commands import command_types_named
from domain.match.aggregate import Match
from service.app.match.chronicles import Chronicles
from service.app.match.matches import Unknown, now
from service.app.record.integrity import integrity_report
from service.commands.cases import open_services
from service.commands.problems import fail_field, place_and_meant
from service.commands.shared_options import (
    as_option,
    at_option,
    json_of,
    json_option,
    print_json,
    print_lines,
    store,
    viewer_of,
)
from service.files.names_in_commands import Meaning, Unclear, thing_meant
from service.present.text.answers import ANSWER_LINES, integrity_lines, telling_at

Answer = Callable[..., Any]


@click.group("ask")
def ask() -> None:
    """What judges ask of a match: each answer says of which version and line it is."""


def question(name: str, answer: Answer) -> click.Command:
    """A question of this name about MATCH at a version: handed the chronicle, the version and the viewer."""

    @click.argument("match_id", metavar="MATCH")
    @as_option
    @at_option
    @json_option
    @wraps(answer)
    def answer_question(match_id: str, viewer: str, at: int | None, as_json: bool, **more: Any) -> None:
        with store() as matches:
            chronicle = Chronicles(matches).of(match_id)
        version, who = at or chronicle.newest, viewer_of(chronicle.match, viewer)
        require_version(chronicle, version)
        line, found = chronicle.line(version), answer(chronicle, version, who, **more)
        if as_json:
            about = {"match": match_id, "version": version, "line": line, "viewer": who}
            print_json({**about, **msgspec.to_builtins(found)})
            return
        click.echo(f"{match_id}  v{version}  {line}  as {who}")
        print_lines(ANSWER_LINES[name](found, telling_at(chronicle, version, who)))

    return ask.command(name)(answer_question)


def require_version(chronicle: Chronicle, version: int) -> None:
    """Raises Unknown for a version that the match does not have."""
    if not 1 <= version <= chronicle.newest:
        raise Unknown(chronicle.match.id, version)


def timeline(chronicle: Chronicle, version: int, who: Viewer, mark: str, thing: str) -> TimelineTree:
    """The rounds, phases, steps, actions and facts as a tree with jump marks, up to the version."""
    try:
        named = thing_meant(chronicle, who, thing)
    except Unclear as error:
        fail_field("--thing", str(error))
    return timeline_of(chronicle, who, TimelineQuery(last=version, mark=mark, thing=named), TimelineExtras())


def ask_missed(chronicle: Chronicle, version: int, who: Viewer, seat: str, kind: str | None) -> MissedReport:
    """What a seat could have used and did not, up to the version; `counts` are of all kinds."""
    if refusal := report_refusal(chronicle, Seat(viewer_of(chronicle.match, seat)), who):
        fail_field("--seat", f"{refusal.rule} {refusal.because}")
    return report_missed(chronicle, Seat(seat), 1, version, kind or "")


def explain(chronicle: Chronicle, version: int, who: Viewer, seat: str, command: str) -> dict[str, Any]:
    """The verdict on a seat's command (JSON, cards by name or handle), every check, and where the verdict turns."""
    if seat not in chronicle.match.table.seats or who not in (seat, *OFFICIALS):
        fail_field("SEAT", f"{who} may not ask for {seat!r}; the seats are {', '.join(chronicle.match.table.seats)}")
    given = command_named(chronicle.at(version), seat, command)
    outcomes = explain_at(chronicle, version, Seat(seat), given)
    turns = nearest_turns(chronicle, version, Seat(seat), given, who, judging=who in OFFICIALS)
    rule = refused_by(outcomes)
    verdict = {"seat": seat, "verdict": "no" if rule else "yes", "refused_by": rule, "command": given}
    return {**verdict, "checks": outcomes, "nearest": turns}


def command_named(match: Match, seat: str, text: str) -> Any:
    """The typed command of a text in JSON in which names may stand for cards that the seat sees."""
    meant: Any = None
    try:
        meant = Meaning(match, Viewer(seat)).command(json_of("COMMAND", text))
        return match.rules.command(meant)
    except Unclear as error:
        fail_field("COMMAND", str(error), place_and_meant(error.field, error.meant))
    except msgspec.ValidationError as error:
        wrong = explain_mismatch(error, *command_types_named(match.rules, meant))
        fail_field("COMMAND", str(wrong), place_and_meant(wrong.place, wrong.meant))


def numbers(chronicle: Chronicle, version: int, who: Viewer) -> dict[str, Any]:
    """Every number that the rules compute at the version with its trace, and the limits that are used."""
    return {"numbers": numbers_at(chronicle, version, who), "limits": limits_at(chronicle, version)}


def coming_next(chronicle: Chronicle, version: int, who: Viewer) -> ComingSteps:
    """What would come if everybody passed from the version on."""
    return what_comes_next(chronicle, version, who)


def thing(chronicle: Chronicle, version: int, who: Viewer, name: str) -> ThingTrace:
    """The way of a thing: a card by handle or key, an area, `house.unit`."""
    return trace_thing(chronicle, name, who)


def knowledge(chronicle: Chronicle, version: int, who: Viewer) -> MatchKnowledge:
    """Who knows which hidden card at the version, and since when."""
    return knowledge_at(chronicle, version, who)


def chance(chronicle: Chronicle, version: int, who: Viewer) -> dict[str, Any]:
    """Each random result up to the version, with its purpose."""
    return {"results": chance_of(chronicle, 1, version, who)}


def compare(chronicle: Chronicle, version: int, who: Viewer, left: int) -> dict[str, Any]:
    """What differs between version LEFT and the version, with what touched each difference last."""
    require_version(chronicle, left)
    return {"left": left, "differences": compare_versions(chronicle, left, version, who, judging=False)}


def clocks(chronicle: Chronicle, version: int, who: Viewer) -> TimeUsed:
    """The time used per seat, round and decision up to the version, of the newest up to now."""
    return clocks_of(chronicle, version, now())


SEAT = click.argument("seat", metavar="SEAT")

question(
    "timeline",
    click.option("--mark", default="", help="Only events with this mark.")(
        click.option("--thing", default="", help="Only what is about this.")(timeline)
    ),
)
question(
    "missed",
    SEAT(
        click.option(
            "--kind",
            type=click.Choice(KINDS),
            help="Only findings of this kind; default all but nothing to use.",
        )(ask_missed)
    ),
)
question("explain", SEAT(click.argument("command")(explain)))
question("thing", click.argument("name", metavar="THING")(thing))
question("compare", click.argument("left", type=int)(compare))
question("numbers", numbers)
question("next", coming_next)
question("knowledge", knowledge)
question("chance", chance)
question("clocks", clocks)


@ask.command("integrity")
@click.argument("match_id", metavar="MATCH")
@click.option("--readjudicate", is_flag=True, help="Decide every action again by today's engine.")
@json_option
def integrity(match_id: str, readjudicate: bool, as_json: bool) -> None:
    """Chain, versions, judges' events told from play, engine and pool of each action."""
    with open_services() as services:
        found = integrity_report(services, match_id, ADMIN, readjudicated=readjudicate, hidden=True)
    if as_json:
        print_json({"match": match_id, **found})
        return
    click.echo(match_id)
    print_lines(integrity_lines(found))
