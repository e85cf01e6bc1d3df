"""Set-up of the board game: everything lies as printed for the number of players and the options."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.games.agot_board.components import BOX, CARDS_OF, SETUPS, TRACKS
from domain.games.agot_board.state import IMPASSABLE, BoardTable
from domain.kernel.flow.waits import RandomResult
from domain.match.aggregate import Match, Refused, decode_event
from domain.match.aggregate import initial as nothing
from domain.match.events import OpenMatch
from tests.builders import begun
from tests.games.agot_board import GAME, PLAYERS, Kind, board_opened


def fresh(players: int, tides: bool = False, rule_set: str = "printed") -> BoardTable:
    table: BoardTable = board_opened(3, Kind(players, tides, rule_set)).match.table
    return table


@pytest.mark.parametrize("players", PLAYERS)
def test_units_garrisons_and_neutral_forces_stand_as_printed(players: int) -> None:
    table, printed = fresh(players), SETUPS[players]
    for house in BOX.house:
        started = {(each.area, each.unit, each.count) for each in house.starting_units}
        there = {(id, kind, n) for id in table.areas_of(house.id) for kind, n in table.area(id).units.items()}
        assert there == (started if house.id in printed.houses else set())
    assert {id: area.garrison for id, area in table.areas.items() if area.garrison} == {
        house.garrison_area: house.id for house in BOX.house if house.id in printed.houses
    }
    assert {id: area.neutral for id, area in table.areas.items() if area.neutral} == {
        each.area: IMPASSABLE if each.impassable else each.strength for each in printed.neutral
    }


@pytest.mark.parametrize("players", PLAYERS)
def test_tracks_power_and_cards_are_as_printed(players: int) -> None:
    table, printed = fresh(players), SETUPS[players]
    assert [table.track(track) for track in TRACKS] == [getattr(printed, track) for track in TRACKS]
    assert (table.throne, table.blade, table.raven) == tuple(getattr(printed, track)[0] for track in TRACKS)
    assert (table.round, table.phase, table.wildling, table.bans) == (1, "planning", 2, ())
    for house in table.seats:
        has = table.house(house)
        assert (has.power, has.pool, has.bid, has.discard) == (5, 15, 0, ())
        assert sorted(has.hand) == sorted(CARDS_OF[house])
    assert {zone: len(cards) for zone, cards in table.zones.items()} == {
        ".wildling-deck": 9,
        **{f".westeros-{n}": 10 for n in (1, 2, 3)},
    }


def test_three_players_close_the_gaps_and_bar_twelve_areas() -> None:
    table = fresh(3)
    assert sum(area.neutral == IMPASSABLE for area in table.areas.values()) == 12
    assert table.kings_court == ("lannister", "stark", "baratheon")
    assert [table.stars(house) for house in table.kings_court] == [3, 2, 1]


def test_the_first_round_begins_with_the_orders_of_all() -> None:
    table = fresh(6)
    assert table.waiting is not None
    assert (table.waiting.question, table.waiting.seats) == ("assign-orders", table.iron_throne)


def test_tides_of_battle_cards_are_laid_where_they_are_used() -> None:
    assert len(fresh(4, tides=True).zones[".tides-deck"]) == 24  # type: ignore[index]


@pytest.mark.parametrize(("players", "ships"), [(3, {}), (4, {"ship": 1}), (5, {"ship": 1}), (6, {"ship": 1})])
def test_the_faq_gives_lannister_a_ship_in_port_but_not_with_three(players: int, ships: dict[str, int]) -> None:
    assert fresh(players, rule_set="faq-2.0").area("port-of-lannisport").units == ships
    assert fresh(players).area("port-of-lannisport").units == {}


def opened(seats: list[dict[str, str]], options: dict[str, Any] | None = None) -> Match:
    texts = tuple(json.dumps(seat) for seat in seats)
    return begun(OpenMatch(GAME, texts, options=json.dumps(options) if options else "")).match


def refused(seats: list[dict[str, str]], options: dict[str, Any] | None = None) -> str:
    with pytest.raises(Refused) as raised:
        opened(seats, options)
    return raised.value.refusal.rule


THREE = [{"name": house} for house in SETUPS[3].houses]


def test_drawn_houses_are_those_in_use_and_the_draw_is_a_fact() -> None:
    following = begun(
        OpenMatch(
            GAME, tuple(json.dumps({"player": name}) for name in ("Ann", "Bo", "Cy")), options='{"houses":"drawn"}'
        )
    )
    table = following.match.table
    assert sorted(table.seats) == sorted(SETUPS[3].houses)
    assert [table.house(seat).player for seat in table.seats] == ["Ann", "Bo", "Cy"]
    facts = decode_event(nothing("m-1", following.match.seed), following.payload).facts
    drawn = next(fact for fact in facts if isinstance(fact, RandomResult))
    assert (drawn.purpose, drawn.result) == ("houses", table.seats)


@pytest.mark.parametrize(
    ("seats", "options", "rule"),
    [
        (THREE[:2], None, "agot_board.overview.players-and-houses"),
        ([*THREE, {"name": "tyrell"}], None, "agot_board.setup.step-6-houses"),
        ([*THREE[:2], {"name": "greyjoy"}], None, "agot_board.setup.step-6-houses"),
        ([*THREE[:2], THREE[0]], None, "agot_board.setup.step-6-houses"),
        (THREE, {"houses": "drawn"}, "agot_board.setup.step-6-houses"),
        (THREE, {"rule_set": "third"}, "match.option"),
        (THREE, {"houses": "bought"}, "match.option"),
        (THREE, {"tides": True}, "match.option"),
        ([*THREE[:2], {"nom": "stark"}], None, "match.seat"),
    ],
)
def test_who_cannot_sit_down_is_told_by_which_rule(
    seats: list[dict[str, str]], options: dict[str, Any] | None, rule: str
) -> None:
    assert refused(seats, options) == rule
