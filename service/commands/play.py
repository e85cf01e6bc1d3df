"""`praetor match options|do`: what may be done, and doing it."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

import click
import msgspec

from domain.kernel.deciding import awaited_options, seat_options
from domain.kernel.flow.open_windows import describe_open_window, may_know
from domain.kernel.formats.listing import join_names
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.formats.reading import whole_number
from domain.kernel.ids import Seat, Viewer
from domain.kernel.scenarios.commands import command_types_named
from domain.kernel.spaces.codec import to_builtins
from domain.kernel.spaces.commands import Commands
from domain.match.aggregate import Match, Refused
from service.app.match.matches import new_id
from service.commands.cases import open_services
from service.commands.problems import CommandProblem, fail_field, place_and_meant, refusal_problem
from service.commands.shared_options import (
    json_of,
    json_option,
    look_command,
    names_of,
    print_json,
    print_lines,
    viewer_of,
)
from service.games import presentation_of
from service.present.text.facts import command_words
from service.present.text.window import conditions_of, place_lines, space_lines, window_lines


@click.command("options")
@look_command
@json_option
def options(found: Match, who: Viewer, as_json: bool) -> None:
    """What each awaited seat may answer now, numbered; `match do` takes the number or the command."""
    answer = describe_open_window(found.rules, found.table, who)
    if as_json:
        wanted = ("open", "wait", "name", "within", "awaited", "options", "always", "over")
        print_json({"match": found.id, "version": found.version, **{k: v for k, v in answer.items() if k in wanted}})
        return
    names = names_of(found, who)
    if not answer["open"]:
        print_lines(window_lines(answer, names))
        return
    click.echo(f"{found.id}  v{found.version}  wait w{answer['wait']}  {answer['name']}, step {answer['step']}")
    click.echo(answer["within"])
    for seat in answer["awaited"]:
        click.echo(f"{seat} may" if may_know(who, seat) else f"{seat} may: for {seat} and the judges to know")
        if may_know(who, seat):
            space = awaited_options(found.rules, found.table, seat)
            print_lines(f"  {line}" for line in space_lines(space, names, conditions_of(answer, names)))
            view = found.rules.view(found.table, who, judging=False)
            print_lines(place_lines(space, presentation_of(found.rules.name).places(view, seat, names)))


@click.command("do")
@click.argument("match_id", metavar="MATCH")
@click.argument("seat")
@click.argument("command")
@click.option("--wait", metavar="wN", help="The wait that is answered; refused if another one is open.")
@click.option("--key", help="An idempotency key: the same command under the same key is done once.")
@json_option
def do(match_id: str, seat: str, command: str, wait: str | None, key: str | None, as_json: bool) -> None:
    """Act for a seat: COMMAND is JSON, a bare word such as pass, or the number of an option."""
    with open_services() as services:
        matches = services.matches
        found = matches.fresh(match_id)
        given = command_from_text(found, seat, command)
        try:
            accepted = matches.act(match_id, seat, given, wait=wait_of(wait), key=key or new_id(), actor=seat)
        except Refused as error:
            problem = refusal_problem(error)
            problem.names = names_of(found, viewer_of(found, seat if seat in found.table.seats else "public"))
            raise problem from error
        after = matches.at(match_id, accepted.version)
    if as_json:
        print_json(accepted)
        return
    names = names_of(found, viewer_of(found, seat))
    click.echo(f"v{accepted.version}  {seat}: {command_words(msgspec.to_builtins(given), names)}")
    if waiting := after.table.waiting:
        click.echo(f"awaited: {', '.join(waiting.seats)} for {waiting.question} ({waiting.kind}, w{waiting.wait})")
    else:
        click.echo("the match is over")


def wait_of(text: str | None) -> int | None:
    """The number of a wait given as w41 or 41."""
    if text is None:
        return None
    number = whole_number(text.removeprefix("w"))
    if number is None:
        fail_field("--wait", f"{text!r} is not of the form w41")
    return number


def command_from_text(found: Any, seat: str, text: str) -> Any:
    """The typed command that a text gives: a number, JSON or a type.

    Raises CommandProblem, which cites command.shape and names the field, where the text is none.
    """
    number = whole_number(text)
    if number is not None:
        answer: Any = numbered_option(found, seat, number)
    elif text.lstrip().startswith("{"):
        answer = json_of("COMMAND", text, "command.shape")
    else:
        answer = {"type": text}
    try:
        return found.rules.command(answer)
    except msgspec.ValidationError as error:
        wrong = explain_mismatch(error, *command_types_named(found.rules, answer))
        because = {**place_and_meant(wrong.place, wrong.meant), **near_types(found, answer)}
        raise CommandProblem(f"COMMAND: {wrong}", "command.shape", because) from error


def near_types(found: Any, answer: Any) -> dict[str, Any]:
    """The types of command that an unknown one may be meant to be."""
    types = [str(each.__struct_config__.tag) for each in found.rules.commands]
    given = str(answer.get("type"))
    alike = [] if given in types else get_close_matches(given, types)
    return {"like": alike} if alike else {}


def numbered_option(found: Any, seat: str, number: int) -> Any:
    """The command of an option by its number; one that leaves something to choose must be written out."""
    waiting = found.table.waiting
    if waiting is None or seat not in waiting.seats:
        awaited = join_names(waiting.seats) if waiting else "nobody"
        fail_field("COMMAND", f"no option {number}: {seat} is not awaited, {awaited} is")
    space = seat_options(found.rules, found.table, Seat(seat))
    forms = space.forms if isinstance(space, Commands) else ()
    if not 1 <= number <= len(forms):
        fail_field("COMMAND", f"{seat} has no option {number}; there are {len(forms)}")
    answers = forms[number - 1].answers(1)
    if not answers:
        fields = ", ".join(to_builtins(forms[number - 1])["fields"])
        fail_field("COMMAND", f"option {number} leaves {fields} to choose: write the command out as JSON")
    return answers[0]
