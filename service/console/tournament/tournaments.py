"""Events in the console: an event with its clock, tables, standings and staff commands; its tables; its players.

Every form is a command of the event, given in the office that the asker holds there: `commands` has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from flask import Response, g, redirect, request, url_for
from msgspec import Struct
from werkzeug.datastructures import FileStorage

from domain.kernel.formats.reading import whole_number
from domain.match.aggregate import KeyReused, Refused
from domain.match.envelope import Actor
from domain.tournaments import commands as c
from domain.tournaments.tournament import Tournament
from service.console.case.cases import token_of
from service.console.console import may_read, render_page, views
from service.console.forms.fields import check_filled, labels_of, typed_values
from service.console.forms.refusals import refusal_words
from service.console.forms.rules_meant import with_rule_ids
from service.console.tournament.command_forms import (
    BY_NAME,
    TablePlace,
    is_result_final,
    offered_tournament_forms,
    sheet_of,
)
from service.console.tournament.own_matches import OWN_MATCH, without_own_matches
from service.console.tournament.paired_results import outdated_by_table, outdated_pairings
from service.console.tournament.results_at_odds import standings_note
from service.console.words import titles_only
from service.files.pairings import enter_pairings
from service.present.text.names import in_words
from service.web import schemas
from service.web.access import require_somebody
from service.web.case.case_access import as_command, case_listed, open_cases_of, readable_cases
from service.web.case.case_replies import CaseSummaryReply
from service.web.problems import Problem
from service.web.request_context import request_context
from service.web.request_parts import BODY_BYTES
from service.web.tournament.own_matches import penalties_read
from service.web.tournament.staff_names import require_office
from service.web.tournament.tournament_access import STAFF, WALL, event_for, own_player
from service.web.tournament.tournament_documents import (
    event_summary,
    penalties_response,
    record_of,
    results_response,
    rounds_of,
    standings_for,
    standings_response,
)

EXPORTS: dict[str, Callable[[str, str], Response]] = {
    "standings": standings_response,
    "results": results_response,
    "penalties": penalties_response,
}
FORMATS = ("csv", "json")


@views.get("/events/<event:event_id>")
def event(event_id: str) -> Response:
    """An event as it is shown in public; for its staff with the penalties and their commands.

    Its standings are those after the round `through`, if that is asked for. Raises Refused where it was not paired.
    """
    found, _, sight = event_for(event_id, STAFF, WALL)
    through = round_asked()
    return event_page(found, sight, through=through, standings=standings_for(found, g.asker, sight, through))


def round_asked() -> int:
    """The last round of the standings in the query; 0 for all."""
    return whole_number(request.args.get("through", "")) or 0


def event_page(found: Tournament, sight: str, status: int = 200, **more: Any) -> Response:
    """The page of an event; `refused` and `given` belong to a form that was refused."""
    rounds, own = rounds_of(found)[::-1], own_player(found, g.asker)
    counted = rounds[::-1][: more.get("through") or None]
    at_odds = [table.at_odds for each in counted for table in each.tables if table.at_odds is not None]
    shown: dict[str, Any] = {
        "summary": event_summary(found),
        "regulation": found.rules.title,
        "staff": found.staff,
        "standings": standings_for(found, g.asker, sight),
        "standings_note": standings_note(at_odds),
        "through": 0,
        "gone": [player for player, left in found.players.items() if left],
        "rounds": rounds,
        "outdated": outdated_pairings(found),
        "finished": finished_matches(found),
        "penalties": penalties_read(found, g.asker, "" if sight == STAFF else own) if sight == STAFF or own else [],
        "sees_penalties": sight == STAFF,
        "cases": cases_to_settle(found) if sight == STAFF else [],
        "titles": found.rules.titles(),
        "own": own,
        "reporting": tables_to_report(found, Actor(g.asker.actor, g.asker.scope)),
        **forms_for(found),
        "exports": EXPORTS if sight == STAFF or own else ("standings", "results"),
    }
    return render_page("event.html", status, **{**shown, **blank_form(), **more})


def finished_matches(found: Tournament) -> list[str]:
    """The matches of an event's tables that are over, as far as the asker may read them: no time is left to them."""
    played = request_context().services.match_index.some({table.match for _, table in found.tables() if table.match})
    return [each.match_id for each in played if each.ending is not None and may_read(each.match_id)]


def tables_to_report(found: Tournament, by: Actor) -> list[int] | None:
    """The tables of the newest round without a result that the asker may report; None for who reports none."""
    if found.over or not found.rounds or found.office(by.actor, by.role) not in c.ReportResult.offices:
        return None
    newest, events = found.rounds[-1], request_context().services.events
    return [
        table
        for table in newest.open_tables
        if not events.own_match_refusal(found, c.ReportResult(round=newest.round, table=table, results={"?": "?"}), by)
    ]


def cases_to_settle(found: Tournament) -> list[CaseSummaryReply]:
    """The open cases about the event's matches, as the asker may read them."""
    cases = request_context().services.events.cases.open_cases(found)
    return [case_listed(case, eyes) for case, eyes in readable_cases(cases, g.asker)]


def blank_form() -> dict[str, Any]:
    """The values of a page of forms before a form is sent."""
    return {"key": token_hex(12), "refused": None, "given": {}, "tried": ""}


def forms_for(found: Tournament, place: TablePlace | None = None) -> dict[str, Any]:
    """The forms that the asker may use in an event, and the rule by which others of their office are left out."""
    by = Actor(g.asker.actor, g.asker.scope)
    of_office = offered_tournament_forms(found, found.office(by.actor, by.role), place)
    offered, left_out = without_own_matches(of_office, found, by, place)
    return {"offered": offered, "left_out_by": OWN_MATCH if left_out else "", "final": is_final_for(by, found, place)}


def is_final_for(by: Actor, found: Tournament, place: TablePlace | None) -> bool:
    """Whether a judge of the event has to be told that the result of a match's table is for others to change."""
    office = found.office(by.actor, by.role)
    played = place is not None and len(place.table.players) > 1 and not found.over
    return played and office in c.ReportResult.offices and is_result_final(office, place)


@views.get("/events/<event:event_id>/tables/<int:round>/<int:table>")
def table(event_id: str, round: int, table: int) -> Response:
    """A table of a round: its players, match and deadline, and the commands of the staff."""
    found, _, sight = event_for(event_id, STAFF, WALL)
    return table_page(found, table_place(found, round, table), sight)


def table_place(found: Tournament, round: int, table: int) -> TablePlace:
    """A table. Raises Problem 404."""
    there = found.table(round, table)
    if there is None:
        raise Problem(404, "request.unknown-path")
    return TablePlace(found.rounds[round - 1], there)


def table_page(found: Tournament, place: TablePlace, sight: str, status: int = 200, **more: Any) -> Response:
    rows = rounds_of(found)[place.round.round - 1].tables
    row = next(each for each in rows if each.table == place.table.table)
    given = penalties_read(found, g.asker) if sight == STAFF else []
    penalties = [each for each in given if each.player in place.table.players]
    shown = {"summary": event_summary(found), "place": place, "table": row, "penalties": penalties}
    shown |= {"outdated": outdated_by_table(found, place.round.round, place.table).values()}
    shown |= {"left": [each for each in place.table.players if found.players[each]]}
    shown |= {"ending": ending_of(found, place), "cases": open_cases_of(place.table.match, g.asker)}
    shown |= {"titles": found.rules.titles(), **forms_for(found, place)}
    return render_page("table.html", status, **{**shown, **blank_form(), **more})


class TableEnding(Struct, frozen=True):
    """How the match of a table ended: the player who won, nobody in a draw."""

    winner: str
    how: str


def ending_of(found: Tournament, place: TablePlace) -> TableEnding | None:
    """How the match of a table ended, for who may read it; None while it is not over."""
    if not place.table.match or not may_read(place.table.match):
        return None
    played = request_context().services.match_results.at_table(found, place.round, place.table)
    seen = played.listed.get(place.table.match)
    if seen is None or seen.ending is None:
        return None
    winner = seen.ending.get("winner", "")
    return TableEnding(place.table.player_of(winner) or winner, seen.ending.get("how", ""))


@views.post("/events/<event:event_id>/commands/<name>")
def event_command(event_id: str, name: str) -> Any:
    """Give a command to an event. A refusal is shown on the page, together with the form data. Raises Problem 404."""
    principal = require_somebody(g.asker)
    found, _, sight = event_for(event_id, STAFF, WALL)
    if name not in BY_NAME:
        raise Problem(404, "request.unknown-path")
    numbers = map(whole_number, request.form.get("page", "").split("."))
    at = [each for each in numbers if each is not None]
    place = table_place(found, *at) if len(at) == 2 else None
    try:
        give_form_command(found, place, name, Actor(principal.actor, principal.scope))
    except (Refused, Problem, KeyReused) as error:
        fields = BY_NAME[name].all_fields(found, place) if place or BY_NAME[name].on_event else ()
        said = refusal_words(error, titles_only(words_of(found)), labels_of(fields))
        tried = {"refused": said, "given": request.form, "tried": name}
        newest = request_context().services.events.one(event_id)
        return table_page(newest, place, sight, 422, **tried) if place else event_page(newest, sight, 422, **tried)
    if place:
        return redirect(url_for("console.table", event_id=event_id, round=at[0], table=at[1]), 303)
    return redirect(url_for("console.event", event_id=event_id), 303)


def words_of(found: Tournament) -> dict[str, str]:
    """The titles of infractions, penalties and results of an event, by name."""
    return {each.name: in_words(each.name) for each in found.rules.result} | found.rules.titles()


def uploaded_text(sent: FileStorage) -> str:
    """The text of a file of pairings. Raises Problem 413 for one that is larger than a body of the API may be."""
    text: bytes = sent.read(BODY_BYTES + 1)
    if len(text) > BODY_BYTES:
        raise Problem(413, "request.too-large", because={"of": "file", "most": BODY_BYTES})
    return text.decode("utf-8", "replace")


def give_form_command(found: Tournament, place: TablePlace | None, name: str, by: Actor) -> None:
    """Give the command that a form makes. Raises Refused, Problem, KeyReused."""
    form, entering = BY_NAME[name], request_context().services.events
    given, key = typed_values(request.form), token_of(request.form.get("key", ""))
    if form.kind is c.AppointStaff:
        require_office(found, by, form.kind)
    if place or form.on_event:
        check_filled(form.all_fields(found, place), given)
    values = form.values(found, with_rule_ids(given, found.game))
    if form.kind is c.PairRound:
        sent = request.files.get("file")
        if sent is not None and sent.filename:
            given["sheet"] = uploaded_text(sent)
        sheet = sheet_of(given)
        enter_pairings(
            sheet,
            values["round"],
            values["kind"],
            lambda command: entering.enter(found.id, command, asker=by, key=key),
            values["reason"],
            event=found,
        )
        return
    entering.enter(found.id, as_command({"type": name, **values}, form.kind), asker=by, key=key)


@views.get("/events/<event:event_id>/<what>.<form>")
def event_export(event_id: str, what: str, form: str) -> Response:
    """The standings, results or penalties as a file. Raises Problem 404 for another file or format."""
    if what not in EXPORTS or form not in FORMATS:
        raise Problem(404, "request.unknown-path")
    answer = standings_response(event_id, form, round_asked()) if what == "standings" else EXPORTS[what](event_id, form)
    answer.headers.setdefault("Content-Disposition", f'attachment; filename="{event_id}-{what}.{form}"')
    return answer


@views.get("/events/<event:event_id>/players/<player:player>")
def player(event_id: str, player: str) -> Response:
    """The record of a player: results, penalties, refused commands and their rules, the ladder.

    For the staff of the event; a seat reads the record of its own player, without the ladder and the refused commands.
    """
    found, _, sight = event_for(event_id, STAFF, WALL)
    record = record_of(event_id, player)
    return render_page(
        "player.html", summary=event_summary(found), record=record, titles=found.rules.titles(), staff=sight == STAFF
    )


# a cause that is a match of the event, or a moment of one
MOMENT = re.compile(rf"{schemas.MATCH}(@{schemas.PLACE.strip('^$')})?")
views.add_app_template_test(lambda cause: MOMENT.fullmatch(cause) is not None, "moment_of_match")
