"""Results that are not what the matches of their tables have, in words."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from domain.tournaments.results_at_odds import ResultAtOdds
from domain.tournaments.tournament import Tournament
from service.app.results_at_odds import PlayedMatches
from service.console.console import views
from service.console.tournament.paired_results import results_in_words
from service.present.text.names import amount
from service.present.text.results import match_phrase
from service.web.request_context import request_context

# the number of tables that a sentence names
MOST_NAMED = 20


def odds_sentence(found: ResultAtOdds) -> str:
    """What a result is at odds with, in a sentence."""
    return f"The result is at odds with the match, which {match_phrase(found)}."


def standings_note(found: Iterable[ResultAtOdds]) -> str:
    """The sentence over standings that count results at odds; empty where there are none."""
    named = [f"round {each.round}, table {each.table} (the match {match_phrase(each)})" for each in found]
    counted = "results that are at odds with their matches" if len(named) > 1 else "a result at odds with its match"
    return f"The standings count {counted}: {name_first(named)}." if named else ""


def matches_left(event: Tournament) -> list[str]:
    """What the end of an event leaves as it is: results at odds with their matches, and matches that are not over."""
    played: PlayedMatches = request_context().services.match_results.played_at(event)
    at_odds = [
        f"round {each.round}, table {each.table} (the match {match_phrase(each)})" for each in played.at_odds.values()
    ]
    going_on = [f"round {there.round}, table {table.table}" for there, table in played.find_unfinished(event.tables())]
    found = [f"{amount(len(at_odds), 'result')} at odds with the match: {name_first(at_odds)}"] if at_odds else []
    return found + ([f"not over: the match of {name_first(going_on)}"] if going_on else [])


def name_first(named: list[str]) -> str:
    """The first of some tables, and how many more there are."""
    more = len(named) - MOST_NAMED
    return f"{'; '.join(named[:MOST_NAMED])}{f' and {more} more' if more > 0 else ''}"


class ReportedResult(Struct, frozen=True):
    """The result that is reported for the table of a match, in words, and what the match has instead, if anything."""

    event: str
    round: int
    table: int
    words: str
    at_odds: ResultAtOdds | None


class LeftTable(Struct, frozen=True):
    """A table that waits for its result though some of its players have left the event."""

    event: str
    round: int
    table: int
    players: list[str]


def left_table(match_id: str) -> LeftTable | None:
    """The table at which a match is played, where its result is open and players of it have left; else None."""
    place = request_context().services.events.of_match(match_id)
    if place is None or place[0].over or place[2].results:
        return None
    event, there, table = place
    left = [each for each in table.players if event.players.get(each)]
    return LeftTable(event.id, there.round, table.table, left) if left else None


def reported_result(match_id: str) -> ReportedResult | None:
    """The result of the table at which a match is played; None where none is reported."""
    services = request_context().services
    place = services.events.of_match(match_id)
    if place is None or not place[2].results:
        return None
    event, there, table = place
    at_odds = services.match_results.at_table(event, there, table).at_odds.get((there.round, table.table))
    return ReportedResult(event.id, there.round, table.table, results_in_words(table.results), at_odds)


views.add_app_template_filter(odds_sentence, "odds_sentence")
