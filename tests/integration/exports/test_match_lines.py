"""Analysts stream matches that are over as lines: what the tables tell, by filter, in the memory of a page."""

from __future__ import annotations

import json
import tracemalloc
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.games import GAMES
from domain.kernel.history.tables import HistoryTable
from projections.analytics.column_types import columns_of
from projections.analytics.match_rows import MATCHES, RESULTS, SEATS
from projections.analytics.schema import all_tables
from service.exports import match_lines
from service.exports.exported_rows import typed_value
from service.exports.match_lines import LineFilter, card_columns, match_pages
from service.web.exports.export_schemas import validate_card
from tests.api.http.clients import Api, lines, problem
from tests.integration.exports.months import TOLD, change, columns, live_tables, whole_rows
from tests.integration.exports.test_serving import serving
from tests.integration.projections.analysts import Analysts, whole

PATH = "/v1/matches.ndjson"


@pytest.fixture
def api(analysts: Analysts) -> Api:
    return serving(analysts, None)


def told(api: Api, **asked: str) -> list[str]:
    """The matches that are streamed to an analyst."""
    answer = api.ask("GET", PATH, "analyst", query_string=asked)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return [each["match_id"] for each in lines(answer)]


def as_json(analysts: Analysts, table: HistoryTable, match_id: str) -> list[dict[str, Any]]:
    """The rows of a match as JSON has them."""
    named = {each.name: each for each in columns_of(table.row)}
    typed = [
        {name: typed_value(named[name], value) for name, value in row.items()} for row in analysts.rows(table, match_id)
    ]
    return [{name: zulu(value) for name, value in row.items()} for row in typed]


def zulu(value: object) -> object:
    return value.isoformat().replace("+00:00", "Z") if isinstance(value, datetime) else value


def test_a_line_has_the_rows_of_a_match(analysts: Analysts, api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_lines, "AT_ONCE", 2)
    answer = api.get(PATH, "analyst", Accept="application/x-ndjson")
    assert answer.content_type == "application/x-ndjson"
    found = lines(answer)
    assert [each["match_id"] for each in found] == sorted(TOLD)
    for each in found:
        [match], [result] = (as_json(analysts, table, each["match_id"]) for table in (MATCHES, RESULTS))
        assert each == {**match, "by_seat": as_json(analysts, SEATS, each["match_id"]), "result": result}


CARD = "deck_cards"


def test_filters_choose_matches(analysts: Analysts, api: Api) -> None:
    cards, board = sorted(each for each in TOLD if each != "m-3"), ["m-3"]
    opened = "2026-02-01T00:00:00"
    assert told(api, game="agot_board") == board
    assert told(api, since=opened) == told(api, since="2026-02-01") == ["m-2", "m-3", "m-5"]
    assert told(api, until=opened) == ["m-1"]
    assert told(api, since="2026-01-31T23:59:59.500000Z", until="2026-01-31T23:59:59.500001Z") == ["m-1"]
    assert told(api, since="2026-01-31T23:59:59.500001Z", until="2026-02-01T00:00:00.000001Z") == ["m-2"]
    rule = analysts.rows(RESULTS, "m-3")[0]["rule"]
    assert told(api, rule=rule) == told(api, rule=rule.rpartition(".")[0]) == board
    # a seat has the player, the card and the result that are asked for, and not one seat each
    for seat, player in ((1, "p-one"), (2, "p-other")):
        with analysts.tables.database.writing() as session:
            statement = f"UPDATE {live_tables(analysts)['seats'].name} SET player = ? WHERE match_id = ? AND seat = ?"
            session.write(statement, [player, "m-1", seat])
    seats = {row["seat"]: row for row in analysts.rows(SEATS, "m-1")}
    [of_one, of_other] = [{row["card"] for row in analysts.rows(CARD, "m-1") if row["seat"] == seat} for seat in seats]
    for card, seat in ((min(of_one - of_other), 1), (min(of_other - of_one), 2)):
        player, result = seats[seat]["player"], seats[seat]["result"]
        other = {"won": "lost", "lost": "won"}[result]
        assert told(api, card=card) == told(api, card=card, result=result) == cards
        assert told(api, card=card, result=other) == []
        assert told(api, player=player) == told(api, player=player, card=card, result=result) == ["m-1"]
        assert told(api, player=player, result=other) == []
    assert told(api, player="p-nobody") == told(api, card="own/no-such-card") == told(api, result="drawn") == []
    # in a game without decks: what a seat revealed, and what nobody owns
    results = {row["seat"]: row["result"] for row in analysts.rows(SEATS, "m-3")}
    combat = next(row for row in analysts.rows("agot_board_combats", "m-3") if row["attacker_card"])
    revealed = combat["attacker_card"]
    assert told(api, card=revealed) == told(api, card=revealed, result=results[combat["attacker"]]) == board
    both = {"won", "lost"} - {results[combat["attacker"]]}
    assert told(api, card=revealed, result=both.pop()) == []
    wildlings = next(row["card"] for row in analysts.rows("agot_board_wildlings", "m-3") if row["card"])
    assert told(api, card=wildlings) == told(api, card=wildlings, result="won") == board


def test_every_card_of_the_tables_can_be_asked_for(analysts: Analysts) -> None:
    """Also without the game: a pool has them all."""
    asked = 0
    for game in GAMES:
        for table in all_tables():
            names = [name for name, _ in card_columns(table)]
            places = [table.row.__struct_fields__.index(name) for name in names]
            for row in whole_rows(game).get(table.name, ()):
                for card in (str(row[place]) for place in places if row[place]):
                    validate_card(card, game)
                    validate_card(card, "")
                    asked += 1
    assert asked > 100


def test_what_refused_a_command_or_a_ruling_rests_on_is_found_by_its_rule(analysts: Analysts, api: Api) -> None:
    rows = {
        "refusals": [["m-2", 1, 9, 1, "pass", "kernel.a_b.one", None, None]],
        "rulings": [["m-5", "c-1", 1, None, "judge", "given", None, True, 0, 1, True]],
        "ruling_rules": [["m-5", "c-1", 1, "kernel.a_b.two"]],
    }
    tables = live_tables(analysts)
    with analysts.tables.database.writing() as session:
        for name, those in rows.items():
            session.insert(tables[name], those)
    found = {
        rule: [each.match["match_id"] for page in match_pages(analysts.tables, LineFilter(rule=rule)) for each in page]
        for rule in ("kernel.a_b", "kernel.a_b.one", "kernel.a_b.two", "kernel.a", "kernel.axb", "kernel.a_b.on")
    }
    assert found == {
        "kernel.a_b": ["m-2", "m-5"],
        "kernel.a_b.one": ["m-2"],
        "kernel.a_b.two": ["m-5"],
        **{rule: [] for rule in ("kernel.a", "kernel.axb", "kernel.a_b.on")},
    }


WRONG = {
    "game": "chess",
    "since": "31.1.2026",
    "until": "2026-02-30",
    "player": "Ann",
    "card": "core/no-such-card",
    "rule": "no.such.rule",
    "result": "winning",
    "state": "over",
}


def test_a_wrong_filter_is_named_and_a_client_that_takes_no_lines_told(analysts: Analysts, api: Api) -> None:
    for name, value in WRONG.items():
        refused = api.ask("GET", PATH, "analyst", query_string={name: value})
        assert problem(refused) == (422, "request.shape")
        assert [*refused.get_json()["because"]["query"]] == [name]
    misspelt = api.ask("GET", PATH, "analyst", query_string={"card": "Arya Stark!"})
    assert [*misspelt.get_json()["because"]["query"]] == ["card"]
    # the board game has one that the card game calls otherwise
    assert api.ask("GET", PATH, "analyst", query_string={"card": "tywin-lannister"}).status_code == 200
    asked = {"card": "tywin-lannister", "game": "agot_lcg", "rule": "no.such.rule"}
    both = api.ask("GET", PATH, "analyst", query_string=asked).get_json()["because"]["query"]
    assert [*both] == ["card", "rule"]
    assert both["card"] == ["No card of agot_lcg has this key; did you mean core/tywin-lannister?"]
    backwards = api.ask("GET", PATH, "analyst", query_string={"since": "2026-02-01", "until": "2026-01-01"})
    assert [*backwards.get_json()["because"]["query"]] == ["until"]
    taken = {"*/*": 200, "text/html, */*;q=0.1": 200, "application/json": 406, "application/x-ndjson;q=0": 406}
    taken |= {"application/x-ndjson; charset=utf-8": 200, "Application/X-NDJSON;charset=utf-8;q=0.5": 200}
    taken |= {"application/json; charset=utf-8": 406, "application/x-ndjson; charset=utf-8; q=0": 406}
    for accept, status in taken.items():
        assert api.get(PATH, "analyst", Accept=accept).status_code == status, accept
    assert problem(api.get(PATH, "analyst", Accept="text/html")) == (406, "request.accept")
    for who in ("organizer", "judge"):
        assert problem(api.get(PATH, who)) == (403, "request.scope")
    assert problem(api.get(PATH)) == (401, "request.no-key")
    assert told(api) == [each["match_id"] for each in lines(api.get(PATH, "admin"))]


def test_nothing_of_a_match_that_goes_on_is_told(analysts: Analysts, api: Api) -> None:
    before = api.get(PATH, "analyst").data
    analysts.bring_in("m-6", whole("agot_lcg"), 60)
    analysts.catch_up()
    change(analysts, "status", "running", "m-5")
    running = {row["match_id"]: row["status"] for row in analysts.rows("matches")}
    assert running["m-5"] == "running"
    after = api.get(PATH, "analyst").data
    assert after == b"".join(each for each in before.splitlines(keepends=True) if b'"m-5"' not in each)


def test_nothing_is_held_between_two_pages(analysts: Analysts, api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_lines, "AT_ONCE", 1)
    answer = api.get(PATH, "analyst")
    pieces = iter(answer.response)
    assert json.loads(next(pieces))["match_id"] == "m-1"  # type: ignore[arg-type]
    # it takes the old tables away, which waits for whoever reads them; the new ones have what is in the store: nothing
    analysts.rebuild()
    assert [each for each in pieces if each] == []
    answer.close()


def test_memory_does_not_grow_with_the_matches(analysts: Analysts, api: Api) -> None:
    tables = live_tables(analysts)
    peaks = []
    for first, last in ((0, 200), (200, 2000)):
        with analysts.tables.database.writing() as session:
            made = [made_up(f"m-made-{number:05d}", number) for number in range(first, last)]
            for table in (MATCHES, SEATS, RESULTS):
                session.insert(tables[table.name], [row for each in made for row in each[table.name]])
        del made
        tracemalloc.start()
        answer = api.ask("GET", PATH, "analyst", query_string={"since": "2027-01-01"})
        size = number = 0
        for piece in answer.response:
            size, number = size + len(piece), number + piece.count(b"\n")  # type: ignore[arg-type]
        answer.close()
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert number == last
        assert size > 500 * last
    assert peaks[1] < 1.3 * peaks[0]


def made_up(match_id: str, number: int) -> dict[str, list[list[Any]]]:
    """Rows of a match, made of those of another one."""
    rows = {
        table.name: [[match_id, *row[1:]] for row in whole_rows("agot_lcg")[table.name]]
        for table in (MATCHES, SEATS, RESULTS)
    }
    rows["matches"][0][columns(MATCHES).index("opened")] = datetime(2027, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
    return rows
