"""No page of the console shows a name of the engine: words with low lines, hyphens, colons or dots, arrows, card keys.

The matches are those of the corpus, which were played and judged by everything that judges may do; the events have a
table with a penalty, time given back, and a case with previews, a ruling and an appeal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games import GAMES as GAME_DEFINITIONS
from domain.games.agot_board.facts.combat import CardTextUsed
from domain.kernel.corrections.changes import AddEffect, Corrected, SetController, SetCount
from domain.kernel.corrections.manual_resolution import ManualResolutionProposed
from domain.kernel.facts import Fact
from domain.kernel.flow.endings import MatchOver
from domain.kernel.ids import Handle, Seat
from domain.kernel.table import MatchOutcome
from service.files.records import RecordHeader, RecordLine
from service.present.text.facts import sentence
from service.present.text.words_of_games import names_for
from tests.api.http.clients import Api, Match, api_of
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import GAMES, Gathering
from tests.api.http.test_console import logs_in
from tests.corpus import COMMITTED, read

RAW = re.compile(
    r"->|\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+:[a-z]+\b|\b[a-z]+(?:\.[a-z]+)+\b"
    r"|\b[a-z0-9]+(?:-[a-z0-9]+)+\b|\b[a-z0-9-]+/[a-z-]+\b"
)
# what is meant to be typed, or to be read as it is stored
UNREAD = re.compile(r"<(code|script|style|head|textarea|datalist)\b.*?</\1>", re.DOTALL)
# ids, times, the names of keys in these tests, and a word of English
NAMED = re.compile(r"\b[bcemp]-[0-9a-f]+(?:@[0-9.]+)?\b|\b\d{4}-\d\d-\d\d\b|\bj-ada\b|\bjudge-1\b|\bset-up\b")
RECORDS = ("agot_board-1", "agot_board-2", "agot_lcg-0", "agot_lcg-2")
PAGES = (
    "/timeline?from=1",
    "/timeline?from=50",
    "/timeline?from=1&mark=judge",
    "/orderings",
    "/knowledge",
    "/chance",
    "/clocks",
    "/integrity",
    "/things",
    "/branches",
    "/going-to-time",
    "/numbers?at={middle}",
    "/compare?left=20&right={last}",
    "/explain?at={middle}",
    "/missed?from=1&kind=all&at={last}",
)
EVERY = 15


def raw(text: str) -> list[str]:
    """The names of the engine in what is seen of a page."""
    lines = re.sub(r"<[^>]+>", "\n", UNREAD.sub(" ", text)).splitlines()
    seen = (unescape(line).strip() for line in lines)
    return [line for line in seen if RAW.search(NAMED.sub("", line))]


def test_names_of_the_engine_are_found_where_they_are_seen() -> None:
    shown = (
        "occurred: entered_play",
        "phase:won:bob",
        "challenge.initiated.action",
        "martell uses Doran Martell on iron_throne",
        "tyrell wins (ten-rounds; victory)",
        "set marker, marker power-token",
        "moves -> Kingswood",
        "up to 1 the-reach/knight",
        "alice brings 60 cards as alice.deck",
    )
    assert raw("".join(f"<p>{each}</p>" for each in shown)) == list(shown)
    assert raw('<code>entered_play</code><a href="/a_b">Entered play: Bran</a> at 12:30, v41.2, m-1@41.2') == []


ALICE = Seat("alice")
ENDED = MatchOver(MatchOutcome(Seat("tyrell"), "ten-rounds", "agot_board.victory.round-ten-winner"))
PROPOSED = ManualResolutionProposed(ALICE, "core/ice", "two gold", (SetCount(ALICE, "gold", 2),))


@pytest.mark.parametrize(
    ("game", "fact", "said"),
    [
        ("agot_board", ENDED, "the match is over: tyrell wins after the tenth round ("),
        (
            "agot_board",
            CardTextUsed(Seat("martell"), "doran-martell", object="iron_throne"),
            "Doran Martell on Iron Throne",
        ),
        ("agot_lcg", PROPOSED, "two gold (gold of alice: 2)"),
        (
            "agot_lcg",
            Corrected(AddEffect("killed-at-zero", "phase", seat=ALICE)),
            "the phase: killed at zero for alice",
        ),
        ("agot_lcg", Corrected(AddEffect("strength", "phase", "", -5, seat=ALICE)), "the phase: strength -5 for alice"),
        ("agot_lcg", Corrected(SetController(Handle("c1"), ALICE)), "corrected by a judge: alice controls a card"),
    ],
)
def test_a_fact_is_said_without_names_of_the_engine(game: str, fact: Fact, said: str) -> None:
    told = sentence(fact, names_for(GAME_DEFINITIONS[game].rules))
    assert said in told
    assert raw(told) == []


@contextmanager
def judged(folder: Path, record: str) -> Iterator[tuple[Api, str, int]]:
    """An application with a record of the corpus in it, the id of the match and its last version."""
    header, *lines = read(COMMITTED / f"{record}.jsonl.gz")
    told = msgspec.json.decode(header, type=RecordHeader)
    stored = [msgspec.json.decode(each, type=RecordLine) for each in lines]
    with api_of(folder / "praetor.db") as api:
        events = [(bytes(each.payload), bytes.fromhex(each.head)) for each in stored]
        api.services.matches.bring_in(told.match, bytes.fromhex(told.seed), events)
        api.calls(told.match)
        yield api, told.match, told.versions


def found_on(api: Api, key: str, paths: Iterable[str]) -> dict[str, list[str]]:
    """The names of the engine on each of these pages that has some, as who has this key sees them."""
    logs_in(api, api.keys.get(key, key))
    found = {}
    for path in paths:
        answer = api.client.get(path)
        assert answer.status_code == 200, path
        if lines := raw(answer.get_data(as_text=True)):
            found[path] = lines
    return found


@pytest.mark.parametrize("record", RECORDS)
def test_no_page_of_a_judged_match_shows_a_name_of_the_engine(record: str, tmp_path: Path) -> None:
    with judged(tmp_path, record) as (api, match, last):
        at = f"/console/matches/{match}"
        logs_in(api, api.keys["judge"])
        listed = unescape(api.client.get(f"{at}/things?at={last}").get_data(as_text=True))
        things = re.findall(rf'href="({at}/things/[^"]+)"', listed)
        assert len(things) > 20
        paths = [f"{at}?at={version}" for version in range(1, last + 1, EVERY)]
        paths += [f"{at}{each.format(middle=last // 2, last=last)}" for each in PAGES]
        assert found_on(api, "judge", [*paths, *things[::EVERY]]) == {}


CHANGES: dict[str, list[dict[str, Any]]] = {
    "l5r": [{"change": "set_count", "seat": "alice", "counter": "fate", "n": 3}],
    "agot_lcg": [{"change": "set_count", "seat": "alice", "counter": "gold", "n": 3}],
    "agot_board": [
        {"change": "set_marker", "area": "dragonstone", "marker": "garrison", "seat": "", "value": ""},
        {"change": "set_track", "track": "iron_throne", "order": ["stark", "lannister", "baratheon"]},
        {"change": "set_pieces", "area": "winterfell", "seat": "stark", "kind": "siege-engine", "n": 1, "mark": ""},
    ],
}
WARNED = {"penalty": "warning", "infraction": "slow-play", "reason": "Four minutes.", "rules": []}


def disputed(event: Gathering, match: Match) -> Dispute:
    """A case about a match of an event: heard, tried dry, ruled, appealed."""
    event.api.keys |= {"judge": event.keys["jan"], "head-judge": event.keys["hana"]}
    seats = list(match.keys)
    case = Dispute(match).opened(seats[0]).taken()
    for seat in seats[1:]:
        case.given(seat, "statements", {"text": "It was as it was."})
    remedy: dict[str, Any] = {"kind": "correction", "changes": CHANGES[event.game]}
    case.previewed(remedy)
    case.previewed({"kind": "acceptance"})
    case.ruled(ruling(remedy=remedy, worse="It stays wrong.", penalties=[{"seat": seats[0], **WARNED}]))
    case.given(seats[0], "appeal", {"text": "It was otherwise."})
    return case


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_an_event_or_of_a_case_shows_a_name_of_the_engine(game: str, api: Api) -> None:
    event = Gathering(api, game)
    match = event.at_table()
    event.given("hana", "start_round", round=1)
    event.penalised()
    event.given("jan", "give_time", round=1, table=1, seconds=60, reason="A lost card.")
    case = disputed(event, match)
    at, of = f"/console/cases/{case.id}", f"/console/events/{event.id}"
    seen = ("/console/cases", at, f"{at}/like", f"{at}/print", "/console/events", of, f"{of}/tables/1/1")
    players = [f"{of}/players/{each}" for each in event.players]
    chart = [f"/console/timing/{game}", f"/console/matches/{match.id}"]
    # a printed case gives beside each rule its id, where it is cited and where its text stands
    small = {f"{at}/print": ["judging.ruling.cites-rules"] * 2}
    assert found_on(api, event.keys["hana"], [*seen, *players, *chart]) == small
    seat = next(iter(match.keys))
    assert found_on(api, match.keys[seat], [*seen[:2], at, f"{at}/print", *chart]) == small
    shown = api.get(f"{case.path}/export?format=html", event.keys["hana"]).get_data(as_text=True)
    body = shown.partition("<header>")[2].partition("<footer>")[0]
    cited = {"(judging.ruling.cites-rules)", "(judging.missed.optional-consent)"}
    assert {re.sub(r"^.*\((?=[a-z])", "(", each) for each in raw(body)} == cited
