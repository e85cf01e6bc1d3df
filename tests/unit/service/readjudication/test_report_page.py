"""The report page: numbers first, nothing from outside, and where a row leads."""

from __future__ import annotations

from msgspec import structs

from domain.judging.readjudication.rule_differences import MatchMoment, RuleDifference
from service.readjudication.deciding import MatchFindings
from service.readjudication.report_page import ReportHead, changes_in_words, report_page
from service.readjudication.rows import count_rows, rows_of

RULE = "agot_lcg.limited.one-per-round"
MOMENT = MatchMoment("round 2, marshalling", "3.2", "marshalling.action")
REFUSED = RuleDifference("refused", 42, "42", "main", MOMENT, "alice", "pass", RULE, "core/x", "<b>", {"rule": RULE})
FOUND = [
    MatchFindings("m-2", "aa", "x", "decided", "agot_lcg", 50, differences=(REFUSED, REFUSED)),
    MatchFindings("m-1", "aa", "x", "decided", "agot_lcg", 50, differences=(REFUSED,)),
    MatchFindings("m-0", "aa", "x.jsonl", "damaged", problem="line 3: <i>"),
]
HEAD = ReportHead(("a is read as b",), "1", {"decided": 2, "damaged": 1}, False)


def test_numbers_stand_by_kind_rule_and_card() -> None:
    many, one = count_rows(rows_of(FOUND))
    assert (many.kind, many.rule, many.card, many.rows, many.matches) == ("refused", RULE, "core/x", 3, 2)
    assert (one.kind, one.rows, one.matches) == ("damaged", 1, 1)


def test_a_row_leads_to_what_differs_and_to_the_match_at_the_version() -> None:
    page = report_page(structs.replace(HEAD, url="https://praetor.test/"), list(rows_of(FOUND)))
    assert '<a href="#d2">m-1</a>' in page
    assert '<section id="d2">' in page
    assert '<a href="https://praetor.test/console/matches/m-1?at=42">' in page
    assert "m-0?at" not in page
    assert "Limited" in page  # the title of the rule
    assert "&lt;i&gt;" in page
    assert "<i>" not in page
    assert "not over" not in page
    assert "With matches that are not over" in report_page(structs.replace(HEAD, running=True), [])


def test_a_change_is_said_in_words() -> None:
    assert changes_in_words("", {}, []) == ("nothing: all games by today's engine",)
    assert changes_in_words("agot_lcg", {RULE: "so"}, [{"id": "x", "cost": 3}]) == (
        f"{RULE} is read as so",
        "x: cost 3",
    )
