"""No page of the console shows a name of the engine: words with low lines, colons or dots between them."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest

from tests.api.http.test_console_traces import page
from tests.judging.heard import MATCH, heard, names, stored_in

RAW = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+:[a-z]+\b|[a-z]+\.[a-z]+\.[a-z]+")
# what is meant to be typed, or to be read as it is stored
UNREAD = re.compile(r"<(code|script|style|head|textarea|option|datalist)\b.*?</\1>", re.DOTALL)
# the office and the name of who opened the match
OPENER = re.compile(r"\borganizer:[a-z]+")
PAGES = (
    "/timeline?from=1",
    "/orderings",
    "/knowledge",
    "/chance",
    "/clocks",
    "/integrity",
    "/things",
    "/numbers?at={middle}",
    "/compare?left=20&right={last}",
    "/explain?at={middle}",
    "/missed?from=1&kind=all&at={last}",
)
EVERY = 4


def raw(text: str) -> list[str]:
    """The names of the engine in what is seen of a page."""
    lines = re.sub(r"<[^>]+>", "\n", UNREAD.sub(" ", text)).splitlines()
    seen = (OPENER.sub("", unescape(line)) for line in lines)
    return [line.strip() for line in seen if RAW.search(line)]


def test_names_of_the_engine_are_found_where_they_are_seen() -> None:
    assert raw("<p>occurred: entered_play</p><li>phase:won:bob</li><b>challenge.initiated.action</b>") == [
        "occurred: entered_play",
        "phase:won:bob",
        "challenge.initiated.action",
    ]
    assert raw('<code>entered_play</code><a href="/a_b">Entered play: Bran</a> at 12:30, v41.2') == []


@pytest.mark.parametrize("game", names())
def test_no_page_of_a_match_shows_a_name_of_the_engine(game: str, tmp_path: Path) -> None:
    match = heard(game)
    last = match.match.version
    with stored_in(tmp_path, match) as api:
        listed = unescape(page(api, "judge", f"/things?at={last}").get_data(as_text=True))
        things = re.findall(rf'href="/console/matches/{MATCH}(/things/[^"]+)"', listed)
        assert len(things) > 20
        paths = [f"?at={version}" for version in range(1, last + 1, EVERY)]
        paths += [each.format(middle=last // 2, last=last) for each in PAGES] + things[::EVERY]
        found = {}
        for path in paths:
            answer = page(api, "judge", path)
            assert answer.status_code == 200
            if lines := raw(answer.get_data(as_text=True)):
                found[path] = lines
    assert found == {}
