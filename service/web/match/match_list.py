"""The list of matches: which of them somebody may read, and what they read of each.

Read `page_of`, then `MatchListReader`. Event, table and the players' names are shown to those who may read both the
match and its event; an analyst reads pseudonyms, of matches of no event. Nobody finds or counts a match by something
that is not shown to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from msgspec import structs

from domain.match.envelope import SEAT, Actor
from service.app.keys import Principal
from service.app.match.match_index import OVER, RUNNING, IndexedMatch
from service.app.match_places import PlayedTable
from service.store.damage import unless_damaged
from service.web.access import ANALYST, OFFICES
from service.web.case.case_access import begins_within, readable_cases
from service.web.match.match_replies import EndingReply, ListedMatchReply, PlayedAtReply
from service.web.request_context import request_context
from service.web.tournament.tournament_access import STAFF, WALL, sight_of
from service.wiring import require_keyring

BETWEEN = "~"


class MatchListReader:
    """A reader of the list of matches; the events that they may read are looked up once."""

    def __init__(self, principal: Principal) -> None:
        events = request_context().services.events
        self.principal = principal
        places = events.places()
        self.played = places.played
        self.office = events.offices(Actor(principal.actor, principal.scope), places)

    def search(self, query: dict[str, Any], after: tuple[str, str] | None = None) -> Iterator[ListedMatchReply]:
        """The matches that fit game, state and time and that the reader may read, each as they may read it."""
        for each in request_context().services.match_index.search(query, after):
            if unless_damaged(each.match_id, partial(self.may_read, each)):
                yield self.entry(each)

    def one(self, match_id: str) -> ListedMatchReply | None:
        """A match as the reader may read it; None for one that they may not."""
        return next((each for each in self.search({"match": match_id}) if each.match == match_id), None)

    def may_read(self, match: IndexedMatch) -> bool:
        """Whether the reader may read a match."""
        scope = self.principal.scope
        if match.public or scope == "admin":
            return True
        if scope == SEAT:
            return self.principal.match_id == match.match_id
        if scope in OFFICES:
            return bool(self.office(match.match_id))
        return scope == ANALYST and match.ending is not None

    def entry(self, match: IndexedMatch) -> ListedMatchReply:
        """The entry of a match as the reader may read it."""
        event, players = place_told(self.principal, self.played.get(match.match_id), match.seats)
        ending = match.ending
        return ListedMatchReply(
            match=match.match_id,
            version=match.version,
            game=match.game,
            policy=match.policy,
            spectators=match.spectators or "none",
            opened=match.opened,
            by=match.actor,
            last=match.last,
            state=OVER if ending else RUNNING,
            over=ending_told(ending) if ending else None,
            frozen=match.frozen,
            seats=list(match.seats),
            players=seats_with_players(players),
            event=event,
        )


def place_told(
    principal: Principal, played: PlayedTable | None, named: dict[str, str]
) -> tuple[PlayedAtReply | None, dict[str, str]]:
    """The table of the event at which a match is played and who sits where, as far as somebody may read the event.

    `named` are the players by seat as the match itself names them: they too are the event's once it is played there.
    """
    if played is None:
        return None, pseudonyms_of(named) if principal.scope == ANALYST else named
    event, there, table = played
    sight = sight_of(event, principal)
    with_names = sight in (STAFF, WALL)
    played_at = PlayedAtReply(
        event=event.id,
        name=event.name,
        round=there.round,
        table=table.table,
        players=list(table.players) if with_names else [],
    )
    sitting = {**named, **{seat: player for player, seat in table.seats.items()}}
    return played_at if sight else None, sitting if with_names else {}


def pseudonyms_of(players: dict[str, str]) -> dict[str, str]:
    """The players by seat as the tables for analysts call them: beside a name, a pseudonym would be none any more."""
    keyring = require_keyring(request_context().services.matches)
    return {seat: keyring.pseudonym(player) for seat, player in players.items() if player}


def ending_told(ending: dict[str, str]) -> EndingReply:
    return {"winner": ending.get("winner", ""), "how": ending.get("how", ""), "rule": ending.get("rule", "")}


def seats_with_players(players: dict[str, str]) -> dict[str, str]:
    """The seats whose player is known, with the player."""
    return {seat: player for seat, player in players.items() if player}


# --- pages


def page_of(
    principal: Principal, query: dict[str, Any], fits: Callable[[ListedMatchReply], bool]
) -> tuple[list[ListedMatchReply], str | None]:
    """A page of the matches that fit and that somebody may read, and the place after which the next page begins."""
    opened, between, match_id = query["after"].partition(BETWEEN)
    found = filter(fits, MatchListReader(principal).search(query, (opened, match_id) if between else None))
    first = list(islice(found, query["limit"] + 1))
    page = first[: query["limit"]]
    # the place to ask on from is a match that the asker sees: those of others are not given away
    following = f"{page[-1].opened}{BETWEEN}{page[-1].match}" if len(first) > len(page) else None
    return with_cases(page, principal), following


def with_cases(page: list[ListedMatchReply], principal: Principal) -> list[ListedMatchReply]:
    """The matches, each with the open cases about it that somebody may know of."""
    about: dict[str, list[str]] = {each.match: [] for each in page}
    cases = request_context().services.cases.some(request_context().services.case_index.open_about(list(about)))
    for case, _ in readable_cases(cases, principal):
        about[case.opening.match].append(case.id)
    return [structs.replace(each, cases=about[each.match]) for each in page]


def fits(query: dict[str, Any], entry: ListedMatchReply) -> bool:
    """Whether a match fits the query's player, event and table."""
    return all(not query[name] or is_so(entry, query[name]) for name, is_so in SEARCHED.items())


def has_player(entry: ListedMatchReply, wanted: str) -> bool:
    return any(begins_within(wanted, each) for each in people(entry))


def is_of_event(entry: ListedMatchReply, wanted: str) -> bool:
    event = entry.event
    return event is not None and (wanted == event.event or wanted.casefold() in event.name.casefold())


def is_at_table(entry: ListedMatchReply, wanted: int) -> bool:
    return entry.event is not None and entry.event.table == wanted


def people(entry: ListedMatchReply) -> list[str]:
    """The names of a match: its seats and its players."""
    paired = entry.event.players if entry.event else []
    return [*entry.seats, *entry.players.values(), *paired]


SEARCHED: dict[str, Callable[[ListedMatchReply, Any], bool]] = {
    "player": has_player,
    "event": is_of_event,
    "table": is_at_table,
}
