"""Figures: what they count is what the questions of api_docs/analysts.md count, and each number leads to its rows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from domain.kernel.history.figures import HistoryFigure
from projections.analytics.counting import (
    ROWS_AT_ONCE,
    FigureGroup,
    QuestionScope,
    count_figure,
    rows_behind,
)
from projections.analytics.figures import all_figures
from projections.analytics.match_filter import MatchFilter
from projections.analytics.match_rows import RUNNING
from projections.analytics.reading import AnalystReader, TookTooLong
from service.wiring import analyst_reader
from tests.integration.exports.months import change, live_tables, told_in_months, told_of_every_game
from tests.integration.projections.analysts import Analysts, analysts_in
from tests.integration.store.places import Place
from tests.unit.test_layout import ROOT

TEXT = (ROOT / "api_docs" / "analysts.md").read_text(encoding="utf-8")
QUESTIONS = dict(re.findall(r"### (\d+)\. .*?```sql\n(.*?)```", TEXT, re.DOTALL))
GIVEN = ((1, 1), (1, 2), (2, 1))
REFUSED: list[list[object]] = [[f"m-{m}", n, 9, 1, "pass", "some.rule", None, None] for m, n in GIVEN]
RULED: list[list[object]] = [["m-1", "c-1", n, None, "judge", "given", "rewind", True, 0, 1, n == 2] for n in (1, 2)]
JUDGED: dict[str, Sequence[Sequence[object]]] = {
    "refusals": REFUSED,
    "cases": [["m-1", "c-1", 7, None, "seat", True, "closed", "ruled", None, None, 0, 0, 2, None]],
    "rulings": RULED,
    "ruling_rules": [["m-1", "c-1", n, "some.rule"] for n in (1, 2)],
}
ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT MAX(i) FROM n"
ALL = QuestionScope()
BOARD = QuestionScope(MatchFilter(game="agot_board"))


@pytest.fixture
def analysts(place: Place) -> Iterator[Analysts]:
    """Tables with five matches of two games, with refused commands and a case."""
    with analysts_in(place.db) as found:
        told_in_months(found)
        tables = live_tables(found)
        with found.tables.database.writing() as session:
            for name, rows in JUDGED.items():
                session.insert(tables[name], rows)
        yield found


@pytest.fixture
def reader(analysts: Analysts) -> Iterator[AnalystReader]:
    found = analyst_reader(analysts.settings, 60)
    yield found
    found.close()


def about(value: Any) -> Any:
    """A number that another database may have rounded."""
    return pytest.approx(float(value))


def counted(reader: AnalystReader, name: str, scope: QuestionScope = ALL) -> list[FigureGroup]:
    found = count_figure(reader, all_figures()[name], scope)
    assert not found.more
    return found.groups


def answer(reader: AnalystReader, number: int) -> list[dict[str, Any]]:
    """The answer to a question of the guide."""
    found = reader.query(QUESTIONS[str(number)])
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def test_every_number_leads_to_its_rows_and_to_no_others(analysts: Analysts, reader: AnalystReader) -> None:
    told_of_every_game(analysts)
    for figure in all_figures().values():
        groups = count_figure(reader, figure, ALL).groups
        assert groups, figure.name
        for each in groups[:6]:
            labels = {name: str(label) for name, label in zip(figure.by, each.labels, strict=True)}
            found = list(every_row(reader, figure, QuestionScope(MatchFilter(game=each.game)), labels))
            assert len(found) == len(set(map(repr, found))) == each.rows, (figure.name, labels)
            assert {row["game"] for row in found} == {each.game}
            assert all(str(row[name]) == label for row in found for name, label in labels.items())
            if "hit" in found[0] and each.hits is not None:
                assert sum(row["hit"] for row in found) == each.hits
        assert sum(each.rows for each in groups) == len(list(every_row(reader, figure, ALL, {})))


def every_row(
    reader: AnalystReader, figure: HistoryFigure, scope: QuestionScope, labels: dict[str, str]
) -> Iterator[dict[str, Any]]:
    """The rows behind a number, page after page."""
    after, more = 0, True
    while more:
        page = rows_behind(reader, figure, scope, labels, after)
        assert page.columns[:4] == ("game", "match_id", "version", "place")
        yield from (dict(zip(page.columns, row, strict=True)) for row in page.rows)
        after, more = after + ROWS_AT_ONCE, page.more


def test_figures_count_what_the_questions_of_the_guide_count(reader: AnalystReader) -> None:
    results = {(each.game, *each.labels): each for each in counted(reader, "results")}
    asked = answer(reader, 1)
    assert len(asked) == len(results)
    for row in asked:
        each = results[row["game"], row["faction"], row["seat"]]
        assert (each.n, each.value) == (int(row["n"]), about(row["rate"]))
        assert (each.low, each.high) == (about(row["low"]), about(row["high"]))
    cards = {each.labels: each for each in counted(reader, "cards", QuestionScope(MatchFilter(game="agot_lcg")))}
    for row in answer(reader, 3):
        for how in ("drawn", "played"):
            found = cards.get((row["card"], how))
            assert (found.n if found else 0) == row[how]
            assert (found.value if found else None) == (row[f"rate_{how}"] and about(row[f"rate_{how}"]))
    windows: dict[str, tuple[int, int]] = {}
    for each in counted(reader, "windows"):
        could, unused = windows.get(str(each.labels[0]), (0, 0))
        windows[str(each.labels[0])] = (could + each.n, unused + each.n - (each.hits or 0))
    assert windows == {row["name"]: (row["could"], row["unused"]) for row in answer(reader, 4) if row["could"]}
    times = {(each.game, *each.labels): (each.n, each.value, each.highest) for each in counted(reader, "times")}
    assert times == {
        (row["game"], row["question"]): (row["n"], about(row["mean"]), row["longest"]) for row in answer(reader, 5)
    }
    refusals = {each.labels: (each.rows, each.hits) for each in counted(reader, "refusals")}
    assert refusals == {(row["rule"], row["command"]): (row["n"], row["matches"]) for row in answer(reader, 6)}
    assert refusals == {("some.rule", "pass"): (3, 2)}
    rulings = {each.labels: each.rows for each in counted(reader, "rulings")}
    assert (
        rulings == {(row["rule"], row["remedy"]): row["n"] for row in answer(reader, 9)} == {("some.rule", "rewind"): 2}
    )


def test_a_row_behind_a_ruling_says_whether_it_stands(reader: AnalystReader) -> None:
    found = list(every_row(reader, all_figures()["rulings"], ALL, {}))
    assert [(row["place"], row["stands"]) for row in found] == [(1, "no"), (2, "yes")]


def test_a_share_of_matches_is_one_of_all_that_are_asked_about(reader: AnalystReader) -> None:
    [refused] = counted(reader, "refusals")
    assert (refused.game, refused.hits, refused.n, refused.rows) == ("agot_lcg", 2, 4, 3)
    [one] = counted(reader, "refusals", QuestionScope(MatchFilter(since="2026-02-01")))
    assert (one.hits, one.n, one.rows) == (1, 2, 1)
    for each in counted(reader, "length"):
        of = 1 if each.game == "agot_board" else 4
        assert (each.n, each.hits, each.value) == (of, of, 1.0)
    lengths = {each.labels[0]: each.labels for each in counted(reader, "length", BOARD)}
    assert lengths.keys() == {"rounds", "actions"}
    assert lengths["rounds"][1] == lengths["rounds"][2]
    assert int(lengths["actions"][2]) - int(lengths["actions"][1]) == 49


def test_a_match_from_a_position_has_no_length(analysts: Analysts, reader: AnalystReader) -> None:
    """It begins in the midst of a game: neither its rounds nor its actions are those of a match."""
    change(analysts, "from_position", True, "m-1")
    assert {(each.game, each.n) for each in counted(reader, "length")} == {("agot_lcg", 3), ("agot_board", 1)}
    change(analysts, "from_position", True, "m-3")
    assert counted(reader, "length", BOARD) == []


FILTERS: list[tuple[dict[str, str], set[str]]] = [
    ({}, {"m-1", "m-2", "m-3", "m-4", "m-5"}),
    ({"game": "agot_board"}, {"m-3"}),
    ({"since": "2026-02-01"}, {"m-2", "m-3", "m-5"}),
    ({"until": "2026-01-31"}, {"m-1"}),
    ({"since": "2026-02-01", "until": "2026-02-27"}, {"m-2", "m-5"}),
    ({"until": "9999-12-31"}, {"m-1", "m-2", "m-3", "m-5"}),
    ({"event": "e-1"}, {"m-5"}),
    ({"event": "e-none"}, set()),
    ({"game": "agot_board' OR 'a' = 'a"}, set()),
]


def test_only_matches_that_are_over_and_fit_are_counted(analysts: Analysts, reader: AnalystReader) -> None:
    def matches(scope: QuestionScope) -> set[str]:
        found = every_row(reader, all_figures()["length"], scope, {"measured": "rounds"})
        return {row["match_id"] for row in found}

    change(analysts, "event_id", "e-1", "m-5")
    change(analysts, "event_id", "e-2", "m-3")
    for chosen, expected in FILTERS:
        assert matches(QuestionScope(MatchFilter(**chosen))) == expected, chosen
    # who may read some events alone
    for events, expected in {("e-1",): {"m-5"}, ("e-1", "e-2"): {"m-3", "m-5"}, (): set(), ("e-3",): set()}.items():
        assert matches(QuestionScope(MatchFilter(), events)) == expected
        for figure in all_figures().values():
            found = every_row(reader, figure, QuestionScope(MatchFilter(), events), {})
            assert {row["match_id"] for row in found} <= expected
    assert matches(QuestionScope(MatchFilter(event="e-2"), ("e-1",))) == set()
    # a running one that everybody may watch
    change(analysts, "status", RUNNING, "m-5")
    assert matches(ALL) == {"m-1", "m-2", "m-3", "m-4"}


def test_a_question_that_takes_too_long_is_broken_off(analysts: Analysts) -> None:
    hasty = analyst_reader(analysts.settings, 0.2)
    with pytest.raises(TookTooLong):
        list(hasty.query(ENDLESS).rows)
    assert [row for (row,) in hasty.query("SELECT COUNT(*) FROM matches WHERE game = ?", ["agot_lcg"]).rows] == [4]
    hasty.close()
