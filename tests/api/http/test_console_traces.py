"""The reading pages of a match with every reader: nobody reads what they could not know; a broken record is told."""

from __future__ import annotations

import re
from html import escape
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs
from werkzeug.test import TestResponse

from domain.judging.inquiry.missed_opportunities import report_missed
from domain.judging.inquiry.tracing import chance_of, knowledge_at, proof
from domain.judging.remedies.interventions import intervention
from domain.kernel.flow.priority_windows import WindowOpened
from domain.kernel.flow.waits import RandomResult
from projections.windows.fold import Stack
from service.present.text.facts import sentence
from service.present.text.names import CardTitles
from tests.api.http.clients import Api
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console import logs_in
from tests.judging.heard import MATCH, RULED, Heard, ended, heard, names, stored_in
from tests.judging.test_comparing import spoil

PAGES = (
    "",
    "?at=40",
    "/timeline",
    "/timeline?from=1&mark=random",
    "/things",
    "/orderings",
    "/knowledge",
    "/chance",
    "/clocks",
    "/integrity",
    "/going-to-time",
)
CONSOLE = f"/console/matches/{MATCH}"


def page(api: Api, who: str, path: str) -> TestResponse:
    """A page as somebody is shown it."""
    return api.session(api.keys[who]).get(f"{CONSOLE}{path}")


def hidden_from(match: Heard, viewer: str) -> set[str]:
    """The handles of cards that lie hidden from somebody who never learned them."""
    table = match.match.table
    lying = {card.handle for card in table.cards.values() if not table.sees(viewer, card.zone)}
    rows = knowledge_at(match.told, match.match.version, viewer)
    return lying - {each.card for each in (*rows.known, *rows.seen)}


@pytest.mark.parametrize("game", names())
def test_no_page_names_a_card_that_its_reader_does_not_know(game: str, tmp_path: Path) -> None:
    match = heard(game)
    things = [f"/things/{card}" for card in list(match.match.table.cards)[::15]]
    with stored_in(tmp_path, match) as api:
        for who in (*match.match.table.seats[:2], "public"):
            hidden = hidden_from(match, who)
            assert hidden or game == "agot_board"
            for path in (*PAGES, *things):
                answer = page(api, who, path)
                assert answer.status_code == 200, path
                # the thing that is asked about is named by who asks
                said = set(re.findall(r"[a-z0-9]{9}", answer.get_data(as_text=True))) - {path.rpartition("/")[2]}
                assert not said & hidden, path


@pytest.mark.parametrize("game", names())
def test_every_page_is_there_for_every_office_and_an_unknown_version_is_not(game: str, tmp_path: Path) -> None:
    match = ended(game)
    with stored_in(tmp_path, match) as api:
        for who in (*match.match.table.seats, "judge", "head-judge", "admin", "analyst", "public"):
            assert {path: page(api, who, path).status_code for path in PAGES} == dict.fromkeys(PAGES, 200)
        assert {page(api, "judge", f"{each}?at=9999").status_code for each in PAGES if "?" not in each} == {404}
        for place, status in (("40", 303), ("40.2", 303), ("x", 404)):
            answer = page(api, "judge", f"@{place}")
            assert answer.status_code == status
            assert status == 404 or answer.headers["Location"] == f"{CONSOLE}?at={place}"


@pytest.mark.parametrize("game", names())
def test_what_was_missed_is_told_by_what_things_are_called(game: str, tmp_path: Path) -> None:
    match = ended(game)
    seats = match.match.table.seats
    missed = {seat: report_missed(match.told, seat, 1, match.match.version).found for seat in seats}
    handles = {handle for state in match.states.values() for handle in state.table.cards}
    assert any(each.options or each.reasons for found in missed.values() for each in found)
    with stored_in(tmp_path, match) as api:
        for seat in seats:
            text = page(api, "judge", f"/missed?seat={seat}&from=1").get_data(as_text=True)
            said = re.sub(r"<[^>]*>", " ", text)
            assert len(re.findall(r"<li><a[^>]*>v\d+</a> <strong>", text)) == len(missed[seat])
            assert not handles & set(re.findall(r"\w+", said))
            assert not re.search(r"(condition|answering:) \d", said)


def test_a_stable_address_is_found_where_matches_are_searched(tmp_path: Path) -> None:
    with stored_in(tmp_path, ended("agot_lcg")) as api:
        logs_in(api, api.keys["judge"])
        found = api.client.get(f"/console/matches?q={MATCH}@40.2", follow_redirects=True)
        assert found.status_code == 200
        assert "at 40.2, as judge" in found.get_data(as_text=True)


@pytest.mark.parametrize("game", GAMES)
def test_at_time_goes_by_the_regulation_of_the_event_or_by_one_that_fits(api: Api, game: str) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    logs_in(api, "judge")
    shown = api.client.get(f"/console/matches/{match.id}/going-to-time").get_data(as_text=True)
    answer = match.read("/going-to-time")
    assert f"/console/events/{event.id}" in shown
    for value in answer["values"]:
        assert escape(value["title"]) in shown
    unknown = api.client.get(f"/console/matches/{match.id}/going-to-time?regulation=nobody").get_data(as_text=True)
    assert 'role="alert"' in unknown
    other = next(each for each in GAMES if each != game)
    named = f"/console/matches/{match.id}/going-to-time?regulation={GAMES[other]['regulation']}"
    assert "judging.event.regulation-fits" in api.client.get(named).get_data(as_text=True)


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("given", ["left=0", "left=99999", "right=0", "left=x", "left=-1", "right=1.5"])
def test_a_comparison_with_no_version_says_which_there_are(game: str, given: str, tmp_path: Path) -> None:
    match = heard(game)
    with stored_in(tmp_path, match) as api:
        answer = page(api, "judge", f"/compare?{given}")
        text = answer.get_data(as_text=True)
        assert answer.status_code == 422
        asked = given.partition("=")[2]
        assert f"There is no version {asked}: the match has the versions 1 to {match.match.version}." in text
        assert 'id="left"' in text
        assert "What differs" in text
        whole = page(api, "judge", f"/compare?left=1&right={match.match.version}")
        assert whole.status_code == 200


def test_a_judge_who_was_not_called_reads_as_the_public_and_proves_nothing(tmp_path: Path) -> None:
    match = heard("agot_lcg")
    with stored_in(tmp_path, match) as api:
        api.keys["stranger"] = api.services.keys.issue("judge", "judge-2")
        text = page(api, "stranger", "/chance").get_data(as_text=True)
        token = re.search(r'name="token" value="([0-9a-f]{64})"', text)
        assert token
        given = {"token": token[1], "seed": ""}
        refused = api.session(api.keys["stranger"]).post(f"{CONSOLE}/chance", data=given)
        assert refused.status_code == 403
        assert "judging.case.judge-called" in refused.get_data(as_text=True)
        assert "Decide all" not in page(api, "stranger", "/integrity").get_data(as_text=True)
        text = page(api, "alice", "/chance").get_data(as_text=True)
        assert 'name="seed"' not in text
        token = re.search(r'name="token" value="([0-9a-f]{64})"', text)
        assert token
        alice = api.session(api.keys["alice"])
        assert alice.post(f"{CONSOLE}/chance", data={"token": token[1]}).status_code == 403


def test_a_seed_that_is_none_is_told_by_the_label_of_the_form_which_keeps_it(tmp_path: Path) -> None:
    with stored_in(tmp_path, heard("agot_lcg")) as api:
        text = page(api, "judge", "/chance").get_data(as_text=True)
        token = re.search(r'name="token" value="([0-9a-f]{64})"', text)
        assert token
        given = {"token": token[1], "seed": "no seed"}
        refused = api.session(api.keys["judge"]).post(f"{CONSOLE}/chance", data=given)
        assert refused.status_code == 422
        told = refused.get_data(as_text=True)
        assert "Sealed copy" in told.partition("alert")[2].partition("</div>")[0]
        assert 'value="no seed"' in told


@pytest.mark.parametrize("game", names())
def test_once_the_seed_is_out_everybody_reads_the_proof_of_each_result(game: str, tmp_path: Path) -> None:
    match = revealed(game)
    with stored_in(tmp_path, match) as api:
        for who in (match.match.table.seats[0], "judge", "analyst", "public"):
            text = page(api, who, "/chance").get_data(as_text=True)
            assert match.match.seed.hex() in text
            results = [each for each in proof(match.told, match.match.seed).results if each.follows]
            assert text.count("follows from the seed") == len(results) > 0
            assert 'name="seed"' not in text


def revealed(game: str) -> Heard:
    """A match that is over and whose seed is out."""
    match = Heard(game, 2)
    match.play(30)
    for seat in match.match.table.seats[1:]:
        match.give(seat, match.match.rules.command({"type": "concede"}))
    match.take(intervention(match.match, "seed_revealed", RULED, match.stamp(), match.match.table))
    return match


def test_a_record_that_was_changed_is_told_so_where_the_match_cannot_be_shown(tmp_path: Path) -> None:
    with stored_in(tmp_path, ended("agot_lcg")) as api:
        spoil(tmp_path)
        failed = page(api, "admin", "")
        assert failed.status_code >= 400
        assert f"{CONSOLE}/integrity" in failed.get_data(as_text=True)
        answer = page(api, "admin", "/integrity")
        text = answer.get_data(as_text=True)
        assert answer.status_code == 200
        assert "Damaged: " in text
        assert "v9 does not follow" in text


def open_inside(match: Heard, version: int, fact: int) -> set[str]:
    """The windows that are open after a fact of a version."""
    stack = Stack()
    for each in match.told.path(version)[:-1]:
        stack.take(each, match.told.events[each])
    event: Any = match.told.events[version]
    stack.take(version, structs.replace(event, facts=event.facts[:fact]))
    return {each.id for each in stack.open}


def test_inside_an_action_a_page_shows_the_windows_that_were_open_there(tmp_path: Path) -> None:
    match = heard("agot_lcg")
    version = max(at for at, event in match.told.events.items() if opens_late(event))
    places = range(1, len(match.told.events[version].facts) + 1)
    standing = [open_inside(match, version, fact) for fact in places]
    assert standing[0] != standing[-1]
    with stored_in(tmp_path, match) as api:
        for fact, expected in zip(places, standing, strict=True):
            text = page(api, "admin", f"?at={version}.{fact}").get_data(as_text=True)
            shown = re.findall(r'<span class="state running">open</span>.*?<small>[^,]*, v([^<]+)</small>', text)
            assert set(shown) == expected
            assert all(f"v{each}</a>:" in text for each in (version - 1, version))


def opens_late(event: Any) -> bool:
    """Whether an action opens a window after its first fact."""
    return any(isinstance(each, WindowOpened) for each in event.facts[1:])


def test_a_card_drawn_from_a_hand_and_discarded_is_named_to_every_reader(tmp_path: Path) -> None:
    match = heard("agot_lcg", 3, 160)
    title = CardTitles(match.match.rules.pool.cards).title
    drawn = [(at, fact["result"]) for at, _, fact in match.facts() if fact.get("seat") and "purpose" in fact]
    with stored_in(tmp_path, match) as api:
        for who in ("alice", "bob", "public", "judge"):
            text = page(api, who, "/chance").get_data(as_text=True)
            assert "result: <b>none" not in text
            for at, cards in drawn:
                titles = [title(match.states[at].table.cards[each].key) for each in cards]
                assert f"result: <b>{escape(', '.join(titles))}</b>" in text, (who, at)


def test_a_card_that_was_drawn_and_stays_hidden_is_said_to_be_hidden() -> None:
    titles = CardTitles({}, handles=False)
    assert titles.drawn_words(("",)) == "a card that you may not know"
    assert sentence(RandomResult("claim, intrigue", ("",)), titles).endswith(": a card that you may not know")


@pytest.mark.parametrize("game", names())
def test_how_many_random_numbers_an_action_took_is_said_once_and_apart_from_the_results(
    game: str, tmp_path: Path
) -> None:
    match = heard(game)
    rows = chance_of(match.told, 1, match.match.version, "judge")
    actions = list(dict.fromkeys((each.at.partition(".")[0], each.start, each.to) for each in rows))
    assert len(actions) < len(rows)
    with stored_in(tmp_path, match) as api:
        text = page(api, "judge", "/chance").get_data(as_text=True)
        listed, _, apart = text.partition("<summary>How many random numbers each action took</summary>")
        taken = re.compile(r"Before v(\d+), (\d+) numbers had been taken, after it (\d+)\.")
        assert taken.findall(apart) == [(version, str(start), str(to)) for version, start, to in actions]
        assert not taken.findall(listed)
        assert "stream" not in text
        told = page(api, "public", "/chance").get_data(as_text=True)
        assert "random numbers each action took" not in told


def test_whom_not_all_may_be_told_reads_that_nothing_was_shown_as_far_as_they_may_know(tmp_path: Path) -> None:
    with stored_in(tmp_path, heard("agot_lcg")) as api:
        for who in ("public", "analyst"):
            text = page(api, who, "/knowledge").get_data(as_text=True)
            assert "Nothing hidden has been shown to one seat alone, as far as the public may know." in text
        assert "Nothing hidden has been shown" not in page(api, "judge", "/knowledge").get_data(as_text=True)
