"""Where matches are played is what the events say now, and only changed events are gone through again."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from msgspec import structs

from domain.tournaments.tournament import Tournament, TournamentRound, TournamentTable
from service.app.match_places import MatchPlaces, MatchPlacesIndex

SEED = 20261129


def event_of(name: str, dice: random.Random, matches: Iterator[str]) -> Tournament:
    """An event of two rounds with three tables each, some of them without a match yet, and a match that has left."""
    rounds = tuple(
        TournamentRound(
            round=number,
            kind="swiss",
            tables={
                table: TournamentTable(table=table, players=("a", "b"), match=dice.choice(("", next(matches))))
                for table in (1, 2, 3)
            },
        )
        for number in (1, 2)
    )
    return structs.replace(Tournament(name), version=1, rounds=rounds, left={next(matches): {"a": "north"}})


def places_by_hand(events: list[Tournament]) -> MatchPlaces:
    return MatchPlaces(
        {table.match: (each, there, table) for each in events for there, table in each.tables() if table.match},
        {match: each for each in events for match in each.left},
    )


def test_the_places_are_those_of_the_events_now_however_they_change() -> None:
    dice = random.Random(SEED)
    matches = (f"m-{number}" for number in range(10**6))
    events: dict[str, Tournament] = {}
    index = MatchPlacesIndex()
    seen = Counter[str]()
    for step in range(200):
        what = dice.choice(("new", "change", "end", "nothing", "several"))
        if what == "new":
            events[f"e-{step}"] = event_of(f"e-{step}", dice, matches)
        elif what != "nothing" and events:
            for name in dice.sample(sorted(events), min(len(events), 1 if what != "several" else 3)):
                if what == "end":
                    del events[name]
                else:
                    events[name] = event_of(name, dice, matches)
        seen[what] += 1
        before = index.follow(events.values()) if what == "nothing" else None
        places = index.follow(events.values())
        assert places == places_by_hand(list(events.values()))
        assert before is None or places is before
    assert min(seen.values()) > 20


def test_only_the_events_that_have_changed_are_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(SEED)
    matches = (f"m-{number}" for number in range(10**6))
    events = [event_of(f"e-{number}", dice, matches) for number in range(5)]
    gone_through: list[str] = []
    tables = Tournament.tables

    def counted(event: Tournament) -> list[tuple[TournamentRound, TournamentTable]]:
        gone_through.append(event.id)
        return tables(event)

    monkeypatch.setattr(Tournament, "tables", counted)
    index = MatchPlacesIndex()
    index.follow(events)
    assert gone_through == [event.id for event in events]
    events[3] = event_of("e-3", dice, matches)
    index.follow(events)
    index.follow(events)
    assert gone_through[5:] == ["e-3"]


def test_places_that_were_read_stay_as_they_were() -> None:
    dice = random.Random(SEED)
    matches = (f"m-{number}" for number in range(10**6))
    event = event_of("e", dice, matches)
    index = MatchPlacesIndex()
    places = index.follow([event])
    kept = dict(places.played)
    index.follow([])
    assert places.played == kept
    assert kept
