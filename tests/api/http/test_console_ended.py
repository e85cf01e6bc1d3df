"""What the console offers where a game has ended, and what a branch tells of judges: no page breaks, no empty line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from tests.api.http.clients import Api, api_of, problem
from tests.api.http.disputes import Dispute
from tests.api.http.test_console_what_if import Session
from tests.judging.heard import MATCH, ended, heard, names, stored_in

# forms after which the case is no longer in work, or in another's hands: they are sent last
LAST = ("resume", "assign", "withdraw", "abandon", "close", "throw-away")
# the kinds of remedy for which a match must not be over
REMEDIES: tuple[dict[str, Any], ...] = (
    {"kind": "correction", "changes": [{"change": "ask_again"}]},
    {"kind": "late-ability", "card": "c", "ability": 0, "missed_at": "2.1"},
    {"kind": "opportunity", "seat": "alice", "at": "2.1"},
)
LEAVES = ("/logout", "/login")
PATTERNS = (rf"/console/matches/{MATCH}(/branches|/case|/missed|/questions)?$", r"/console/(cases|branches)/[cb]-\w+")


class PageForms(HTMLParser):
    """The forms of a page, each as its method, its address and what it sends, and the page's links."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, str, dict[str, str]]] = []
        self.links: set[str] = set()
        self.select = ""
        self.inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.add(said.get("href", "").partition("#")[0])
        if tag == "form":
            self.forms.append((said.get("method", "get"), said.get("action", ""), {}))
            self.inside = True
        if not self.inside:
            return
        filled, name = self.forms[-1][2], said.get("name", "")
        if tag == "select":
            self.select = name
        elif tag == "option" and self.select and not filled.get(self.select):
            filled[self.select] = said.get("value", "")
        elif tag == "textarea" and name:
            filled[name] = "As it was."
        elif tag == "input" and name and said.get("type") not in ("checkbox", "radio"):
            filled[name] = said.get("value") or "1"
        elif tag in ("input", "button") and name:
            filled.setdefault(name, said.get("value", "on"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        if tag == "select":
            self.select = ""


class Walk:
    """Somebody who opens every page about a match and sends every form that they find there."""

    def __init__(self, api: Api, who: str) -> None:
        self.session = Session(api, who)
        self.broken: list[tuple[str, int]] = []
        self.sent: set[str] = set()

    def reads(self, path: str) -> PageForms:
        response = self.session.client.get(path)
        self.note(path, response.status_code)
        return PageForms(response.get_data(as_text=True) if response.status_code < 300 else "")

    def note(self, path: str, status: int) -> None:
        if status >= 500:
            self.broken.append((path, status))

    def pages(self, first: str) -> dict[str, PageForms]:
        """The page, and those about the match that it leads to."""
        found, left = {}, [first]
        while left:
            path = left.pop()
            if path not in found:
                found[path] = page = self.reads(path)
                left += filter(is_about, page.links)
        return found

    def sends(self, pages: dict[str, PageForms]) -> None:
        sent = [(page, *form) for page, found in pages.items() for form in found.forms]
        for page, method, action, filled in sorted(sent, key=lambda each: each[2].endswith(LAST)):
            path = action or page
            if path.endswith(LEAVES):
                continue
            self.sent.add(path.rpartition("/")[2])
            send = self.session.client.get if method == "get" else self.session.client.post
            more: dict[str, Any] = {"query_string": filled} if method == "get" else {"data": filled}
            self.note(path, send(path, **more).status_code)


def is_about(path: str) -> bool:
    return any(re.match(each, path) for each in PATTERNS)


@pytest.fixture(params=names())
def api(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Api]:
    with stored_in(tmp_path, ended(request.param)) as made:
        yield made


class Ended:
    """What a `Dispute` needs of a match that was brought in."""

    def __init__(self, api: Api) -> None:
        self.api, self.id, self.path = api, MATCH, f"/v1/matches/{MATCH}"
        self.keys = {seat: key for seat, key in api.keys.items() if key.startswith("pra_") and key.endswith("-key")}


def dispute_of(api: Api) -> Dispute:
    match: Any = Ended(api)
    return Dispute(match).opened("judge").taken()


def last_version(api: Api) -> int:
    version: int = api.read(f"/v1/matches/{MATCH}", "admin")["version"]
    return version


def begun(session: Session, version: int) -> str:
    """The address of a branch that was begun at a version."""
    key = session.field(session.get(f"/matches/{MATCH}/branches").get_data(as_text=True), "key")
    address: str = session.post(f"/matches/{MATCH}/branches", at=str(version), key=key).headers["Location"]
    return address


def test_no_form_about_a_finished_match_breaks(api: Api) -> None:
    case = dispute_of(api)
    walk = Walk(api, "judge")
    for start in (f"/console/cases/{case.id}", begun(walk.session, last_version(api)), f"/console/matches/{MATCH}"):
        walk.sends(walk.pages(start))
    assert walk.broken == []
    assert {"preview-rewind", "preview-ending", "ruling", "abandon", "throw-away"} <= walk.sent
    assert not {"correction", "preview-late-ability", "preview-opportunity", "reapply"} & walk.sent


def test_a_correction_of_a_finished_match_is_not_offered_and_the_rule_is_named(api: Api) -> None:
    case = dispute_of(api)
    session = Session(api, "judge")
    shown = session.get(f"/cases/{case.id}").get_data(as_text=True)
    assert f'href="/console/cases/{case.id}/correction"' not in shown
    for title in ("correct the table", "resolve a missed ability", "give an opportunity back"):
        assert re.search(rf"<li>Preview: {title}: <a[^>]*/rules/match\.over", shown), title
    assert session.get(f"/cases/{case.id}/correction").status_code == 409
    changes = {"changes": "[]", "key": session.field(shown, "key")}
    assert session.post(f"/cases/{case.id}/correction", **changes).status_code == 409
    for remedy in REMEDIES:
        response = case.gives("judge", "previews", remedy)
        assert problem(response) == (409, "match.over")


@pytest.mark.parametrize("game", names())
def test_an_act_of_a_judge_that_a_branch_repeats_is_named(game: str, tmp_path: Path) -> None:
    match = heard(game)
    judged = next(n for n in sorted(match.main()) if match.events[n].__struct_config__.tag == "resumed")
    with stored_in(tmp_path, match) as api:
        session = Session(api, "judge")
        branch = begun(session, judged - 1)
        length = session.field(session.get(branch).get_data(as_text=True), "length")
        session.post(f"{branch}/reapply", upto=str(judged + 2), length=length)
        shown = session.get(branch).get_data(as_text=True)
    told = re.findall(r"<strong>judge</strong>: ([^<]*)<", shown)
    assert told
    assert all(each.strip() for each in told), told
    assert "resumed" in " ".join(told)
    assert "(draw " not in shown


@pytest.mark.parametrize("game", names())
def test_a_correction_of_a_branch_whose_game_has_ended_is_not_offered(game: str, tmp_path: Path) -> None:
    """On a running match: all but one concede on the branch."""
    with stored_in(tmp_path, heard(game)) as api:
        session = Session(api, "judge")
        branch = begun(session, last_version(api))
        shown = session.get(branch).get_data(as_text=True)
        for seat in heard(game).match.table.seats[1:]:
            assert f"{branch}/correction" in shown
            session.post(f"{branch}/commands", seat=seat, type="concede", length=session.field(shown, "length"))
            shown = session.get(branch).get_data(as_text=True)
        assert f"{branch}/correction" not in shown
        assert session.get(f"{branch}/correction").status_code == 409
        sent = session.post(f"{branch}/correction", changes="[]", length=session.field(shown, "length"))
        assert sent.status_code == 409


def test_the_position_of_a_finished_match_says_that_it_is_over(tmp_path: Path) -> None:
    with api_of(tmp_path / "praetor.db") as made:
        match = made.from_position("over")
        match.given("alice", {"type": "concede"})
        last = match.read("")["version"]
        session = Session(made, "judge")
        shown = session.get(f"/positions?match={match.id}&at={last}").get_data(as_text=True)
        assert f"v{last} has ended the match" in shown
        assert "lies inside a sequence" not in shown
        assert "has ended the match" not in session.get(f"/positions?match={match.id}&at=1").get_data(as_text=True)


def test_the_version_that_ended_a_match_is_named_where_a_judge_has_stopped_it_since(tmp_path: Path) -> None:
    with api_of(tmp_path / "praetor.db") as made:
        match = made.from_position("stopped")
        match.given("alice", {"type": "concede"})
        over = match.read("")["version"]
        Dispute(match).opened()
        last = match.read("")["version"]
        assert last > over
        session = Session(made, "judge")
        for at in (over, last):
            shown = session.get(f"/positions?match={match.id}&at={at}").get_data(as_text=True)
            assert f"v{over} has ended the match" in shown
            assert f"This is v{over - 1}, the last before it." in shown
