"""Staff who play at their event: the forms that are left of those that their office has.

Read `without_own_matches`. A command that is about a match of the asker's own is refused whatever else is filled in, so
its form, or the option that names the match, its table, a player or a penalty of it, is not offered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import structs

from domain.kernel.formats.reading import whole_number
from domain.match.envelope import Actor
from domain.tournaments import commands as c
from domain.tournaments.player_names import is_named
from domain.tournaments.tournament import Tournament, TournamentTable
from service.console.forms.fields import Field
from service.console.tournament.command_forms import OfferedTournamentForm, TablePlace, can_be_filled
from service.web.request_context import request_context

OWN_MATCH = "judging.case.not-own-match"
# what is filled in only once the form is sent
ANY = "?"


def round_and_table(path: str) -> tuple[int, int]:
    """The round and the table of a path such as `2.14`; 0 and 0 for the page of an event, which has none."""
    round, _, table = path.partition(".")
    return whole_number(round) or 0, whole_number(table) or 0


def sample_time(at: str, page: str) -> c.GiveTime:
    round, table = round_and_table(at)
    return c.GiveTime(round=round, table=table, seconds=1, reason=ANY)


def sample_result(at: str, page: str) -> c.ReportResult:
    round, table = round_and_table(at)
    return c.ReportResult(round=round, table=table, results={ANY: ANY})


def sample_match(at: str, page: str) -> c.SeatMatch:
    round, table = round_and_table(at)
    return c.SeatMatch(round=round, table=table, match=ANY)


def sample_penalty(player: str, page: str) -> c.GivePenalty:
    round, table = round_and_table(page)
    return c.GivePenalty(player=player, infraction=ANY, penalty=ANY, reason=ANY, round=round, table=table)


# for each command that judges a match: the field that says which, and the command for a value of it on a table's page
SAMPLES: dict[type[c.TournamentCommand], tuple[str, Callable[[str, str], c.TournamentCommand]]] = {
    c.GiveTime: ("at", sample_time),
    c.ReportResult: ("at", sample_result),
    c.SeatMatch: ("at", sample_match),
    c.GivePenalty: ("player", sample_penalty),
    c.DropPlayer: ("player", lambda player, page: c.DropPlayer(player=player)),
    c.ApprovePenalty: ("penalty", lambda number, page: c.ApprovePenalty(penalty=int(number), reason=ANY)),
    c.WithdrawPenalty: ("penalty", lambda number, page: c.WithdrawPenalty(penalty=int(number), reason=ANY)),
}

# the commands that are about everything of the asker's that is still played, whatever is filled in
WHOLE: dict[type[c.TournamentCommand], Callable[[Tournament], c.TournamentCommand]] = {
    c.AppointStaff: lambda event: c.AppointStaff(actor=ANY, office="judge"),
    c.CallTime: lambda event: c.CallTime(round=len(event.rounds)),
    c.EndEvent: lambda event: c.EndEvent(),
}


def without_own_matches(
    forms: Iterable[OfferedTournamentForm], event: Tournament, asker: Actor, place: TablePlace | None
) -> tuple[list[OfferedTournamentForm], bool]:
    """The forms without what would judge a match of the asker's own, and whether anything was left out."""
    left, whole = list[OfferedTournamentForm](), True
    plays = any(is_named(asker.actor, table.players) for _, table in event.tables())
    plays = plays or any(sits_at(table, asker.actor) for table in tables_asked_about(event, place))
    for each in forms:
        fields = each.fields
        if each.form.kind in WHOLE:
            sample = WHOLE[each.form.kind](event)
            if request_context().services.events.own_match_refusal(event, sample, asker):
                whole = False
                continue
        if plays or each.form.kind in (c.ApprovePenalty, c.WithdrawPenalty):
            fields = tuple(without_own_options(each, event, asker, place))
        whole = whole and fields == each.fields
        if len(fields) == len(each.fields) and can_be_filled(fields):
            left.append(structs.replace(each, fields=fields))
    return left, not whole


def tables_asked_about(event: Tournament, place: TablePlace | None) -> Iterator[TournamentTable]:
    """The tables that the forms of a page may be about: that of the page, of the newest round, without a result."""
    newest = len(event.rounds)
    for round, table in event.tables():
        if not table.results or round.round == newest or (place and table is place.table):
            yield table


def sits_at(table: TournamentTable, actor: str) -> bool:
    """Whether somebody plays at a table, or has declared an interest in its match."""
    desks = request_context().services.desks
    interested = desks.interested_judges(table.match) if table.match else ()
    return is_named(actor, (*table.players, *interested))


def without_own_options(
    offered: OfferedTournamentForm, event: Tournament, asker: Actor, place: TablePlace | None
) -> Iterator[Field]:
    """The fields of a form without options about the asker's own matches; a field that is fixed to one is left out."""
    events, page = request_context().services.events, place.path if place else ""
    name, sample = SAMPLES.get(offered.form.kind, ("", None))
    for field in offered.fields:
        if sample is None or field.name != name:
            yield field
            continue
        values = [field.value] if field.kind == "hidden" else [value for value, _ in field.options]
        left = [each for each in values if not events.own_match_refusal(event, sample(each, page), asker)]
        if field.kind != "hidden":
            yield structs.replace(field, options=tuple(each for each in field.options if each[0] in left))
        elif left:
            yield field
