"""What an open page is told of a case that goes on: that there is news for its reader, and for nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest

from tests.api.http.clients import Api, api_of
from tests.api.http.disputes import Dispute
from tests.api.http.gatherings import Gathering
from tests.api.http.test_console_what_if import Session

PULSE = re.compile(r'class="pulse" hx-get="([^"]+)"')


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    with api_of(tmp_path_factory.mktemp("news") / "praetor.db") as made:
        yield made


class Follower:
    """An open page, which asks for news as its scripts do."""

    def __init__(self, api: Api, key: str, path: str) -> None:
        self.session, self.path = Session(api, key), path
        self.opens()

    def opens(self) -> str:
        self.text = self.session.get(self.path).get_data(as_text=True)
        found = PULSE.search(self.text)
        assert found, self.text
        self.asks = unescape(found[1])
        return self.text

    def news(self) -> str:
        """What comes in; nothing where there is no news."""
        return self.session.get(self.asks).get_data(as_text=True)


def test_the_page_of_a_case_is_told_of_what_its_reader_may_read_and_of_nothing_else(api: Api) -> None:
    event = Gathering(api)
    case = Dispute(event.at_table()).opened("alice")
    jan = event.keys["jan"]
    case.given(jan, "take")
    pages = {name: Follower(api, case.key(name), f"/cases/{case.id}") for name in ("alice", "bob", jan)}

    def told() -> set[str]:
        return {name for name, page in pages.items() if "There is news" in page.news()}

    # to open the page was a look of the judge's
    assert told() == set()
    case.given("bob", "statements", {"text": "It was one."})
    # each seat reads that the other has spoken, not what it said
    assert told() == {"alice", "bob", jan}
    assert "<main" not in pages[jan].news()
    pages[jan].opens()
    for name in ("alice", "bob"):
        pages[name].opens()
    assert told() == set()
    case.given(event.keys["hana"], "advice", {"text": "Look at the log."})
    assert told() == {jan}
    case.given(jan, "questions", {"seat": "alice", "text": "How many?"})
    assert told() == {jan, "alice", "bob"}


def test_a_seat_that_is_asked_for_a_statement_reads_so_on_the_open_page_of_its_match(api: Api) -> None:
    event = Gathering(api)
    match = event.at_table()
    case = Dispute(match).opened("alice")
    jan = event.keys["jan"]
    case.given(jan, "take")
    pages = {name: Follower(api, case.key(name), f"/matches/{match.id}") for name in ("alice", "bob", jan)}
    case.given(event.keys["hana"], "advice", {"text": "Ask bob."})
    assert not any(page.news() for page in pages.values())
    case.given(jan, "questions", {"seat": "bob", "text": "How many?"})
    assert {name for name, page in pages.items() if page.news()} == {"alice", "bob"}
    said, way = "You are asked for a statement", f'/cases/{case.id}#form-statements"'
    assert said in pages["bob"].news()
    assert way in pages["bob"].opens()
    assert not any(said in pages[name].opens() for name in ("alice", jan))
    assert not any(page.news() for page in pages.values())
    case.given("bob", "statements", {"text": "One."})
    assert said not in pages["bob"].news()
