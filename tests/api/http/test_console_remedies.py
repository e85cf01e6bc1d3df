"""What the forms of remedies offer: nothing that its preview would refuse."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.kinds import Situation, annul
from domain.kernel.flow.waits import SealsOpened
from domain.match.aggregate import Refused
from domain.match.judge_orders import AnnulAction
from service.console.case.remedies import TRIED, CaseTeller, annulment_fields
from tests.api.http.clients import Api, Match
from tests.api.http.disputes import Dispute, to_rewind
from tests.api.http.test_console import logs_in
from tests.judging.heard import MATCH, Heard, heard, names, stored_in

RULED = RulingEnvelope(actor="jan", role="judge", case="c-1")


class Reading(CaseTeller):
    """The words of a match that no case is about."""

    def __init__(self, chronicle: Chronicle) -> None:
        self.chronicle = chronicle

    def seat(self, seat: str) -> str:
        return seat


def refused(match: Heard, of: int) -> bool:
    """Whether the annulment of a version is refused."""
    situation = Situation(match.match, match.told.events, match.told.at, 10)
    try:
        annul(situation, AnnulAction(of), RULED, match.stamp())
    except Refused:
        return True
    return False


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("actions", [1, 2, 8, 60])
def test_only_what_could_be_annulled_is_offered(game: str, actions: int) -> None:
    match = Heard(game, 2)
    told = match.told
    # asked at first, once more of the same, and after another action
    for more in (actions, 0, 1):
        match.play(more)
        told = match.told if more else told
        offered = [int(value) for value, _ in annulment_fields(Reading(told))[0].options]
        tried = [each for each in reversed(match.match.path()) if each > match.match.version - TRIED]
        assert offered == [each for each in tried if not refused(match, each)]
        assert 1 not in offered


@pytest.mark.parametrize("game", names())
def test_of_a_match_that_was_just_opened_nothing_can_be_annulled(game: str) -> None:
    assert annulment_fields(Reading(Heard(game, 2).told))[0].options == ()


def previewed_back(api: Api, match: Heard, to: int) -> tuple[Dispute, str]:
    """A case about a stored match with a preview of going back, and the page of the case as its judge reads it."""
    seats = [{"seat": seat, "key": api.keys[seat]} for seat in match.match.table.seats]
    case = Dispute(Match(api, {"match": MATCH, "seats": seats}))
    case.opened(match.match.table.seats[0]).taken()
    case.previewed({"kind": "rewind", "to": to})
    logs_in(api, api.keys["judge"])
    return case, api.client.get(f"/console/cases/{case.id}").get_data(as_text=True)


@pytest.mark.parametrize("game", names())
def test_a_preview_of_going_back_names_no_zone_of_the_engine_and_counts_what_it_may_not_name(
    game: str, tmp_path: Path
) -> None:
    match = heard(game, 2, 150)
    zones = {zone for zone in match.match.table.zones if "." in zone}
    with stored_in(tmp_path, match) as api:
        case, page = previewed_back(api, match, 2)
        text = re.sub(r"<[^>]*>", " ", page)
        assert "shuffle of" in text
        told = re.findall(r"<li[^>]*>(.*?)</li>", page[page.index("What happens then") :].partition("</ol>")[0])
        # what it comes to first, and of what is known to somebody nothing is said to be lost
        assert re.search(r"(is|are) asked", told[0]), told
        assert "seen before" not in page
        assert all("the unknown part of" in each for each in (line.lower() for line in told) if "shuffled" in each)
        assert any("the unknown cards of" in each.lower() for each in told) or game == "agot_board"
        assert [zone for zone in zones if re.search(rf"(?<![\w/.]){re.escape(zone)}\b", text)] == []
        assert not re.search(r"a card\s+\d+\.\d+", text)
        [made] = [each for each in case.read()["entries"] if each["kind"] == "preview_made"]
        shown = {row["card"] for row in made["report"]["learned"] if row["seat"] == "public"}
        counted = dict(re.findall(r"<b>(\w+)</b> (\d+) cards?, (?:the first )?at", page))
        by_seat: dict[str, int] = {}
        for row in made["report"]["learned"]:
            if row["seat"] != "public" and row["card"] not in shown:
                by_seat[row["seat"]] = by_seat.get(row["seat"], 0) + 1
        assert counted == {seat: str(n) for seat, n in by_seat.items()}
        # a card that a seat learned before everybody saw it is counted, and named: the page says so
        assert page.count("counting those that everybody saw later") == (len(counted) if shown else 0)
        assert len(counted) > 0 or game == "agot_board"
        printed = api.client.get(f"/console/cases/{case.id}/print").get_data(as_text=True)
        assert [zone for zone in zones if re.search(rf"(?<![\w/.]){re.escape(zone)}\b", printed)] == []
        assert printed.count("counting those that everybody saw later") == page.count("counting those that")


def between_secret_answers(match: Heard) -> int:
    """A version of the line being played with a secret answer on the table that is revealed later."""
    return next(
        version
        for version, state in match.states.items()
        if state.table.sealed
        and match.told.line(version) == "main"
        and state.table.waiting.wait < version
        and any(
            isinstance(fact, SealsOpened)
            for later in match.main()
            if later > version
            for fact in match.events[later].facts
        )
    )


def words(page: str) -> str:
    """A page without its tags and with single blanks."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def test_a_target_between_secret_answers_is_told_with_the_reason_for_another(tmp_path: Path) -> None:
    match = heard("agot_board", 1, 60)
    asked = between_secret_answers(match)
    with stored_in(tmp_path, match) as api:
        page = previewed_back(api, match, asked)[1]
        assert f"at v{asked} a secret answer lay on the table that is revealed by now" in page
        wait = match.states[asked].table.waiting.wait
        assert re.search(rf"back to <a[^>]*>v{wait}</a>", page)


def test_a_rewind_is_called_by_the_version_to_which_it_goes_wherever_it_is_said(tmp_path: Path) -> None:
    match = heard("agot_board", 1, 60)
    asked = between_secret_answers(match)
    called = f"go back to v{match.states[asked].table.waiting.wait} (asked: v{asked})"
    with stored_in(tmp_path, match) as api:
        case, page = previewed_back(api, match, asked)
        assert called in words(page)
        assert f"{called} (previewed at " in words(page)
        for seat in match.match.table.seats[1:]:
            case.given(seat, "statements", {"text": "It was as it was."})
        [preview] = [each["preview"] for each in case.read()["entries"] if each["kind"] == "preview_made"]
        case.ruled(to_rewind(asked))
        case.accepted()
        case.given("head-judge", "approve", {"number": 1, "reason": "I read the report.", "preview": preview})
        assert case.carries_out("judge", preview).status_code == 201
        for path in ("", "/print"):
            said = words(api.client.get(f"/console/cases/{case.id}{path}").get_data(as_text=True))
            assert said.count(called) == 3, path
            assert said.count(f"back to v{asked}") == 0, path


@pytest.mark.parametrize("to", [-5, 0, 10**9])
def test_a_rewind_to_no_version_is_called_as_it_was_asked_for(to: int) -> None:
    match = heard("agot_board", 1, 60)
    words_of = Reading(match.told)
    assert words_of.rewind_target({"to": to}, match.match.version) == to


def test_a_preview_says_every_reason_why_the_head_judge_is_needed(tmp_path: Path) -> None:
    match = heard("agot_board", 1, 60)
    opened = max(
        version
        for version in match.main()
        if any(isinstance(fact, SealsOpened) for fact in match.events[version].facts)
    )
    with stored_in(tmp_path, match) as api:
        case, page = previewed_back(api, match, opened - 1)
        [made] = [each for each in case.read()["entries"] if each["kind"] == "preview_made"]
        assert "hidden information learned" in made["because"]
        assert made["report"]["revealed"]
        printed = api.client.get(f"/console/cases/{case.id}/print").get_data(as_text=True)
        for said in (words(page), words(printed)):
            assert f"Secret answers opened since at {', '.join(made['report']['revealed'])}" in said.replace(" ,", ",")


@pytest.mark.parametrize("game", names())
def test_a_preview_over_the_end_of_a_round_says_so(game: str, tmp_path: Path) -> None:
    match = heard(game, 2, 150)
    with stored_in(tmp_path, match) as api:
        case, page = previewed_back(api, match, 2)
        [made] = [each for each in case.read()["entries"] if each["kind"] == "preview_made"]
        crossed = made["report"]["rounds_crossed"]
        assert ("it goes back over the end of" in page) == ("end of a round" in made["because"]) == (crossed > 0)
