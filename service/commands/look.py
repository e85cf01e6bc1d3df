"""`praetor match show|board|log|window` and `praetor replay`: what happened, what is open, how it came about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click
import msgspec

from domain.kernel.flow.open_windows import describe_open_window, may_know
from domain.kernel.ids import Seat, Viewer
from domain.kernel.spaces.codec import to_builtins
from domain.match.aggregate import Match, decode_event, redact_event
from projections.windows.fold import LedgerRow, fold_ledger
from service.app.match.matches import MatchApplication
from service.commands.problems import CommandProblem
from service.commands.shared_options import (
    as_option,
    at_option,
    json_option,
    look_command,
    match_at,
    names_of,
    out_option,
    output_file,
    print_json,
    print_lines,
    store,
    viewer_of,
)
from service.games import presentation_of
from service.present.text.names import CardTitles
from service.present.text.story import StoryTeller, log_lines
from service.present.text.table import match_table_lines
from service.present.text.window import window_lines
from service.present.text.window_ledger import ledger_lines, offered_forms, options_at
from service.present.text.words_of_games import names_for

Events = list[tuple[int, Any]]


def events_of(matches: MatchApplication, found: Match) -> Events:
    """The stored events of a match, decoded, with their versions."""
    payloads = matches.payloads(found.id, upto=found.version)
    return [(version, decode_event(found, payload)) for version, payload in enumerate(payloads, 1)]


@click.command("show")
@look_command
@json_option
def show(found: Match, who: Viewer, as_json: bool) -> None:
    """The table at a version, as somebody may see it."""
    if as_json:
        view = found.rules.view(found.table, who, judging=False)
        print_json({"match": found.id, "version": found.version, "view": view})
        return
    click.echo(f"{found.id}  v{found.version}  as {who}")
    print_lines(match_table_lines(found, who, names_of(found, who), judging=False))
    if waiting := found.table.waiting:
        click.echo(f"\nawaited: {', '.join(waiting.seats)} for {waiting.question} ({waiting.kind}, w{waiting.wait})")


@click.command("board")
@look_command
@out_option
def board(found: Match, who: Viewer, out: str) -> None:
    """The board at a version as a picture (SVG), as somebody may see it."""
    drawn = presentation_of(found.rules.name).drawing
    if drawn is None:
        raise CommandProblem(f"{found.id}: no board", "request.no-board", {"game": found.rules.name})
    with output_file(out) as file:
        file.write(drawn(found.rules.view(found.table, who, judging=False)).encode())


@click.command("window")
@look_command
@json_option
def window(found: Match, who: Viewer, as_json: bool) -> None:
    """Which window is open, within what, who may do what in it, and by which rule."""
    answer = describe_open_window(found.rules, found.table, who)
    if as_json:
        print_json({"match": found.id, "version": found.version, **answer})
        return
    click.echo(f"{found.id}  v{found.version}  as {who}")
    print_lines(window_lines(answer, names_of(found, who)))


@click.command("log")
@click.argument("match_id", metavar="MATCH")
@as_option
@click.option("--windows", is_flag=True, help="The window ledger: every window, who was offered what, who used it.")
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="N", help="The first version.")
@click.option("--to", "last", type=click.IntRange(min=1), metavar="N", help="The last version.")
@json_option
def log(match_id: str, viewer: str, windows: bool, first: int, last: int | None, as_json: bool) -> None:
    """What was done and what it caused, as somebody may read it."""
    with store() as matches:
        found = match_at(matches, match_id, last)
        who = viewer_of(found, viewer)
        events = events_of(matches, found)
        if windows:
            rows = [row for row in fold_ledger(events) if touches(row, first)]
            print_ledger(rows, matches_by_version(matches, found, who), names_of(found, who), who, as_json)
        elif as_json:
            print_json([redact_event(event, version, who) for version, event in events[first - 1 :]])
        else:
            print_log(events, first, CardTitles(found.rules.pool.cards, game=found.rules.name), who)


def touches(row: LedgerRow, first: int) -> bool:
    """Whether a window was open at this version or later."""
    return not row.closed or int(row.closed.partition(".")[0]) >= first


def print_log(events: Events, first: int, names: CardTitles, who: Viewer) -> None:
    for version, event in events:
        lines = list(log_lines(version, event, names, who))
        if version >= first:
            print_lines(iter(lines))


def matches_by_version(matches: MatchApplication, found: Match, who: Viewer) -> dict[int, Match]:
    """The match at each version, for what could have been done there, by today's engine."""
    return {after.version: after for _, after in events_up_to(matches, found)}


def events_up_to(matches: MatchApplication, found: Match) -> Iterator[tuple[Any, Match]]:
    for recorded, after in matches.replay(found.id):
        if after.version > found.version:
            return
        yield recorded, after


def print_ledger(rows: list[LedgerRow], at: dict[int, Match], names: CardTitles, who: Viewer, as_json: bool) -> None:
    if as_json:
        print_json([ledger_row(row, at, who) for row in rows])
        return
    print_lines(ledger_lines(rows, names, options_at(at, who)))
    used = sum(any(deed.how == "acted" for deed in row.deeds) for row in rows)
    click.echo(f"{len(rows)} windows, {used} of them used")


def ledger_row(row: LedgerRow, at: dict[int, Match], who: Viewer) -> dict[str, Any]:
    """A row as JSON; each offer with its options where the viewer may know them."""
    fields: dict[str, Any] = msgspec.to_builtins(row)
    for described, offer in zip(fields["offers"], row.offers, strict=True):
        if may_know(who, Seat(offer.seat)):
            described["may"] = [to_builtins(form) for form in offered_forms(offer, at[offer.version], who)]
    return fields


@click.command("replay")
@click.argument("match_id", metavar="MATCH")
@as_option
@at_option
@click.option("--from", "first", type=click.IntRange(min=1), default=1, metavar="N", help="The first version to tell.")
@json_option
def tell_match(match_id: str, viewer: str, at: int | None, first: int, as_json: bool) -> None:
    """A match round by round in words; with --at only up to that version, followed by the table there."""
    with store() as matches:
        found = match_at(matches, match_id, at)
        events = events_of(matches, found)
    who = viewer_of(found, viewer)
    telling = StoryTeller(names_for(found.rules), who, found.backs)
    narrated = [(version, list(telling.lines(version, event))) for version, event in events]
    wanted = [(version, lines) for version, lines in narrated if version >= first and lines]
    if as_json:
        print_json([{"version": version, "lines": [line.strip() for line in lines]} for version, lines in wanted])
        return
    print_lines(line for _, lines in wanted for line in lines)
    if at is not None:
        click.echo(f"\nThe table at v{found.version}")
        print_lines(match_table_lines(found, who, names_of(found, who), judging=False))
