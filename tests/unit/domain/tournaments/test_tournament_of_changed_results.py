"""The results by which later rounds were paired, where they have changed since."""

from __future__ import annotations

from domain.tournaments.tournament import initial, replay
from tests.events import DUEL, Gathering

ANN_WON, BERT_WON = {"Ann": "win", "Bert": "loss"}, {"Ann": "loss", "Bert": "win"}
AT_TIME = {"Ann": "loss", "Bert": "modified-win"}


def reports(event: Gathering, round: int, results: dict[str, str]) -> None:
    event.does("hana", "report_result", round=round, table=1, results=results, reason="It was misread.")


def pairs(event: Gathering, round: int) -> None:
    pairings = [{"table": 1, "players": ["Ann", "Bert"]}]
    event.does("hana", "pair_round", round=round, tables=pairings, reason="Anew.")


def paired_by(event: Gathering, round: int = 1) -> dict[int, dict[str, str]]:
    table = event.event.table(round, 1)
    assert table is not None
    return table.paired_by


def three_rounds() -> Gathering:
    """Ann won the first round; the second was paired then, and the third after it had been Bert's."""
    event = Gathering(*DUEL).with_players(2)
    pairs(event, 1)
    reports(event, 1, ANN_WON)
    assert paired_by(event) == {}
    pairs(event, 2)
    assert paired_by(event) == {}
    reports(event, 1, BERT_WON)
    assert paired_by(event) == {2: ANN_WON}
    reports(event, 2, ANN_WON)
    pairs(event, 3)
    assert paired_by(event) == {2: ANN_WON}
    return event


def test_each_later_round_keeps_the_result_by_which_it_was_paired() -> None:
    event = three_rounds()
    reports(event, 1, AT_TIME)
    assert paired_by(event) == {2: ANN_WON, 3: BERT_WON}
    assert paired_by(event, 2) == {}
    reports(event, 2, BERT_WON)
    assert paired_by(event, 2) == {3: ANN_WON}
    assert replay(initial("e-1"), [(each.payload, each.head) for each in event.stored]) == event.event


def test_a_round_is_at_odds_no_more_once_the_result_is_what_it_was() -> None:
    event = three_rounds()
    reports(event, 1, ANN_WON)
    assert paired_by(event) == {3: BERT_WON}
    reports(event, 1, BERT_WON)
    assert paired_by(event) == {2: ANN_WON}


def test_a_round_that_is_paired_anew_goes_by_the_results_as_they_stand() -> None:
    event = three_rounds()
    reports(event, 1, AT_TIME)
    pairs(event, 3)
    assert paired_by(event) == {2: ANN_WON}
