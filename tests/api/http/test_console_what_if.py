"""Branches and typed positions in the console: for whom, through whose eyes, and what a form must know."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest
from werkzeug.test import TestResponse

from domain.games import GAMES
from domain.judging.cases.entries import LookTaken
from tests.api.http.clients import Api, Match
from tests.api.http.disputes import KEEP, Dispute
from tests.api.http.test_branches import begun, played
from tests.api.http.test_offices import sealed

COOKIE = "praetor_console"
HIDDEN = ("Ice", "Put to the Sword")  # in the hand of alice
FORMS = ("commands", "reapply", "orders", "correction", "evidence", "throw-away")


class Session:
    """Somebody at the console."""

    def __init__(self, api: Api, key: str = "") -> None:
        self.client = api.app.test_client()
        self.token = ""
        if key:
            self.client.post("/console/login", data={"key": api.keys.get(key, key)})
            self.token = self.field(self.get("/matches").get_data(as_text=True), "token")

    def get(self, path: str) -> TestResponse:
        return self.client.get(path if path.startswith("/console") else f"/console{path}")

    def post(self, path: str, **form: Any) -> TestResponse:
        path = path if path.startswith("/console") else f"/console{path}"
        return self.client.post(path, data={"token": self.token, **form})

    @staticmethod
    def field(text: str, name: str) -> str:
        found = re.search(rf'name="{name}" value="([^"]*)"', text)
        assert found, name
        return found[1]

    def begins(self, match: Match, at: int = 1) -> str:
        """The address of a branch that was begun at a version."""
        key = self.field(self.get(f"/matches/{match.id}/branches").get_data(as_text=True), "key")
        response = self.post(f"/matches/{match.id}/branches", at=str(at), key=key)
        assert response.status_code == 303, response.get_data(as_text=True)
        return response.headers["Location"]


def test_a_branch_that_a_colleague_began_is_not_offered_to_be_deleted(api: Api) -> None:
    match = api.from_position()
    branch = Session(api, "judge").begins(match)
    other = Session(api, api.services.keys.issue("judge", "jo"))
    api.calls(match.id, "jo")
    offered = "Delete the branch</summary>"
    for session, is_offered in ((Session(api, "judge"), True), (Session(api, "admin"), True), (other, False)):
        page = session.get(branch).get_data(as_text=True)
        assert (offered in page, "judging.branch.whose" in page) == (is_offered, not is_offered)
    refused = other.post(f"{branch}/throw-away")
    assert refused.status_code == 403
    assert "Who deletes a branch" in refused.get_data(as_text=True)
    assert other.get(branch).status_code == 200


def test_branches_are_for_judges_who_are_called_in_the_console_too(api: Api) -> None:
    match = api.from_position()
    branch = Session(api, "judge").begins(match)
    strangers = {
        "seat": match.keys["alice"],
        "organizer": "organizer",
        "analyst": api.services.keys.issue("analyst", "ann"),
        "judge": api.services.keys.issue("judge", "uncalled"),
    }
    for who, key in strangers.items():
        session = Session(api, key)
        for path in (f"/matches/{match.id}/branches", branch, f"{branch}/correction"):
            assert session.get(path).status_code == 403, (who, path)
        assert session.post(f"/matches/{match.id}/branches", at="1", key="0" * 24).status_code == 403, who
        for form in FORMS:
            assert session.post(f"{branch}/{form}", length="0", seat="alice").status_code == 403, (who, form)
        assert session.get(f"/positions?match={match.id}").status_code == 403, who
    nobody = Session(api)
    for path in (f"/matches/{match.id}/branches", branch, "/positions"):
        assert nobody.get(path).headers["Location"].startswith("/console/login"), path
    for form in FORMS:
        assert nobody.post(f"{branch}/{form}", length="0").status_code in (401, 403), form
    assert Session(api, "admin").get(branch).status_code == 200


def test_a_form_without_its_token_does_nothing_on_a_branch(api: Api) -> None:
    match = api.from_position()
    judge = Session(api, "judge")
    branch = judge.begins(match)
    judge.token = "0" * 64
    for form in FORMS:
        assert judge.post(f"{branch}/{form}", length="0", seat="alice", type="concede").status_code == 403
    assert api.read(f"/v1/branches/{branch.rpartition('/')[2]}", "judge")["deeds"] == []


def test_who_looks_as_a_seat_sees_no_more_of_a_branch_than_the_seat_and_each_look_is_recorded(api: Api) -> None:
    match = api.from_position()
    judge = Session(api, "judge")
    branch = judge.begins(match)
    own, public = (judge.get(f"{branch}?as={who}").get_data(as_text=True) for who in ("alice", "public"))
    assert all(title in own for title in HIDDEN)
    assert not any(f">{title}<" in public for title in HIDDEN)
    assert "Only alice and the judges who act in the match may know" in public
    looks = [each for each in api.services.desks.of(match.id).entries if isinstance(each, LookTaken)]
    assert ("alice", "console.branch") in [(each.viewer, each.what) for each in looks]


def test_who_knows_a_shorter_branch_is_told_so_and_changes_nothing(api: Api) -> None:
    match = api.from_position()
    judge = Session(api, "judge")
    branch = judge.begins(match)
    assert judge.post(f"{branch}/commands", length="0", seat="alice", type="concede").status_code == 303
    late = judge.post(f"{branch}/reapply", length="0")
    assert late.status_code == 412
    assert "Somebody else was at the branch" in late.get_data(as_text=True)
    assert len(api.read(f"/v1/branches/{branch.rpartition('/')[2]}", "judge")["deeds"]) == 1


@pytest.mark.parametrize("form", ["9-9", "1-99", "x", "1-", "-1"])
def test_an_answer_that_was_not_offered_is_refused(api: Api, form: str) -> None:
    match = api.from_position()
    judge = Session(api, "judge")
    branch = judge.begins(match)
    for seat in ("bob", "nobody"):
        assert judge.post(f"{branch}/commands", length="0", seat=seat, form=form).status_code == 422
    assert api.read(f"/v1/branches/{branch.rpartition('/')[2]}", "judge")["deeds"] == []


def test_later_decisions_are_offered_as_far_as_they_can_be_tried(api: Api) -> None:
    match = played(api, "agot_board", 25)
    sealed(api, match)
    secret = api.services.matches.fresh(match.id).version
    judge = Session(api, "judge")
    from_the_first, from_the_secret = (judge.begins(match, at) for at in (1, secret))
    shown = judge.get(from_the_first).get_data(as_text=True)
    assert f"v{secret - 1} is the last" in shown
    assert re.search(rf'name="upto"[^>]* value="{secret - 1}"', shown)
    length = judge.field(shown, "length")
    assert judge.post(f"{from_the_first}/reapply", upto=str(secret - 1), length=length).status_code == 303
    for branch in (from_the_first, from_the_secret):
        assert "Try them" not in judge.get(branch).get_data(as_text=True), branch


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_run_up_to_a_version_says_that_no_decision_is_left_up_to_it(api: Api, game: str) -> None:
    match = played(api, game, 25)
    judge = Session(api, "judge")
    branch = judge.begins(match, 5)
    whole, part = "No later decision is left to try.", "No later decision up to v15 is left to try."
    assert judge.post(f"{branch}/reapply", upto="15", length="0").status_code == 303
    shown = judge.get(branch).get_data(as_text=True)
    assert (part in shown, whole in shown) == (True, False)
    [report] = api.read(f"/v1/branches/{branch.rpartition('/')[2]}", "judge")["reports"]
    assert (report["upto"], report["left"], report["beyond"] > 0) == (15, 0, True)
    newest = str(api.services.matches.fresh(match.id).version)
    assert judge.post(f"{branch}/reapply", upto=newest, length="1").status_code == 303
    later = judge.get(branch).get_data(as_text=True)
    assert later.index(whole) < later.index("Tried before") < later.index(part)
    assert later.count(whole) == 1


def test_a_run_says_which_decision_is_not_tried_since_the_branch_answers_in_its_place(api: Api) -> None:
    match = api.opened()
    match.given(match.awaited(), KEEP)
    match.given(seat := match.awaited(), KEEP)
    own = {"do": "command", "seat": seat, "command": {**KEEP, "mulligan": True}}
    branch = begun(match, 2, deeds=[own, {"do": "reapply"}])
    shown = Session(api, "judge").get(f"/branches/{branch['branch']}").get_data(as_text=True)
    assert "<strong>0</strong> decisions were accepted" in shown
    assert ">v3</a> was not tried: what was answered on the branch stands in its place" in shown


def test_a_match_is_opened_from_a_position_once_and_by_organizers_alone(api: Api) -> None:
    organizer, judge = Session(api, "organizer"), Session(api, "judge")
    page = organizer.get("/positions?start=dispute").get_data(as_text=True)
    found = re.search(r"<textarea[^>]*>(.*?)</textarea>", page, re.DOTALL)
    assert found
    given = {"text": html.unescape(found[1]), "game": "agot_lcg", "do": "open", "key": organizer.field(page, "key")}
    answers = [organizer.post("/positions", **given).get_data(as_text=True) for _ in range(2)]
    opened = [re.findall(r"m-[0-9a-f]{24}", each)[0] for each in answers]
    keys = [re.findall(r"<code>([^<]+)</code>", each) for each in answers]
    assert opened[0] == opened[1]
    assert keys[0] == keys[1]
    assert all(api.get(f"/v1/matches/{opened[0]}", key).status_code == 200 for key in keys[0])
    assert judge.post("/positions", **given).status_code == 403
    assert len(api.read("/v1/matches", "organizer")["matches"]) == 1


def test_a_place_inside_an_action_shows_the_version_of_a_branch(api: Api) -> None:
    judge = Session(api, "judge")
    branch = judge.begins(api.from_position())
    assert [judge.get(f"{branch}?at={at}").status_code for at in ("1", "1.1", "1.99", "2")] == [200, 200, 200, 404]


def test_words_beside_a_branch_that_are_too_long_are_refused_and_not_cut(api: Api) -> None:
    match = api.from_position()
    case, judge = Dispute(match).opened("judge").taken(), Session(api, "judge")
    branch = judge.begins(match)
    for words, status in (("x" * 10_001, 422), ("x" * 10_000, 303)):
        assert judge.post(f"{branch}/evidence", case=case.id, text=words, key="k" * 24).status_code == status
    assert [each["text"] for each in case.read()["entries"] if each.get("text", "").startswith("xx")] == ["x" * 10_000]
