"""The page to print of a case: in the words of the console, without JSON, names of the engine and digests; short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from service.files.signing import SigningKey
from service.settings import Settings
from service.web.app import create_app
from service.wiring import services_of
from tests.api.http.clients import Api
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import GAMES
from tests.api.http.test_console import logs_in
from tests.api.http.test_console_words import raw
from tests.api.http.test_precedents import SECRET, played
from tests.patience import PATIENCE
from tests.stores import make_store

AT = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*(?: UTC)?")
UNSAID = re.compile(r"[{}\[\]]|null|\b[a-z]+\.(hand|deck|play|plot_deck|board)\b|handles|\bw\d+\)", re.IGNORECASE)
A_SHEET = 3600  # characters, at a size at which they are read


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """An application with a key to sign with."""
    db: Path = tmp_path_factory.mktemp("print") / "praetor.db"
    settings = Settings(db=db, threads=4, store_timeout=PATIENCE, signing_key=SigningKey(SECRET))
    make_store(settings)
    services = services_of(settings)
    yield Api(create_app(services), services)
    services.close()


def rewound(api: Api, game: str, name: str) -> Dispute:
    """A case in which the table was corrected or set back, as far as the game goes."""
    match = played(api, f"print-{game}-{name}", **GAMES[game]["opening"])
    seats = list(match.keys)
    case = Dispute(match).opened(seats[0]).taken()
    for seat in seats[1:]:
        case.given(seat, "statements", {"text": "It was as it was."})
    remedy: dict[str, Any] = {"kind": "acceptance"}
    if game == "agot_lcg":
        gold = {"change": "set_count", "seat": seats[0], "counter": "gold", "n": 3}
        case.previewed({"kind": "correction", "changes": [gold]})
        remedy = {"kind": "rewind", "to": match.read("", "admin")["version"] - 1}
    case.previewed(remedy)
    case.ruled(ruling(remedy=remedy, worse="Both would have played otherwise."))
    return case


def printed(api: Api, case: Dispute, who: str = "judge") -> str:
    logs_in(api, case.api.keys.get(who, case.key(who)))
    answer = api.client.get(f"/console/cases/{case.id}/print")
    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; style-src 'sha256-")
    return answer.get_data(as_text=True)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("who", ["judge", "head-judge", "seat"])
def test_a_case_is_printed_in_words(api: Api, game: str, who: str) -> None:
    case = rewound(api, game, who)
    text = printed(api, case, next(iter(case.match.keys)) if who == "seat" else who)
    body = text.partition("<header>")[2]
    said = unescape(re.sub(r"<[^>]+>", "\n", body))
    assert "He took two gold." in said
    assert not UNSAID.search(said)
    rules = re.compile(r"<small>[a-z0-9_.-]+</small>")
    assert raw(rules.sub("", body.partition("<section>")[0])) == []
    assert not re.search(r"\b[0-9a-f]{32,}\b", said)
    assert len([line for line in said.splitlines() if re.search(r"\S{60,}", line)]) == 1
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", each) for each in AT.findall(said))
    assert AT.findall(said)
    assert len(" ".join(said.split())) < 2 * A_SHEET


def test_what_happens_by_a_remedy_is_said_in_sentences(api: Api) -> None:
    match = played(api, "sentences")
    case = Dispute(match).opened().taken()
    case.given("bob", "statements", {"text": "It was as it was."})
    case.previewed({"kind": "rewind", "to": match.read("", "admin")["version"] - 1})
    said = unescape(printed(api, case))
    shown = api.client.get(f"/console/cases/{case.id}").get_data(as_text=True)
    sentences = [each.strip() for each in re.findall(r'<ol class="facts"><li[^>]*>(.*?)</li>', unescape(shown))]
    assert "go back to v" in said
    assert "Undoes" in said
    for each in sentences:
        assert re.sub(r"<[^>]+>.*", "", each).strip() in said


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("who", ["judge", "seat"])
def test_the_export_to_print_is_in_words_too(api: Api, game: str, who: str) -> None:
    case = rewound(api, game, f"export-{who}")
    key = next(iter(case.match.keys)) if who == "seat" else who
    text = api.get(f"{case.path}/export?format=html", case.key(key)).get_data(as_text=True)
    said = unescape(re.sub(r"<[^>]+>", "\n", text.partition("<header>")[2].partition("<footer>")[0]))
    assert not UNSAID.search(said)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC", each) for each in AT.findall(said))
    assert AT.findall(said)
    assert "A ruling gives reason and rules" in said
    assert not re.search(r"\b[0-9a-f]{32,}\b", said)


BANNER = {"id": "sworn-banner", "type": "character", "cost": 2, "strength": 2}


def test_an_export_names_areas_in_words_and_own_cards_by_their_titles(api: Api) -> None:
    players = {"alice": {"hand": ["sworn-banner"]}, "bob": {}}
    position = {"at": "challenges.action", "players": players}
    match = api.opened("own-cards", seats=[], options={"cards": [BANNER]}, position=position)
    table = api.services.matches.fresh(match.id).table
    show = {"change": "show", "card": table.zones["alice.hand"][0], "to": ["public"]}
    move = {"change": "move_card", "top_of": "alice.hand", "to": "alice.discard"}
    shown, moved = ({"kind": "correction", "changes": [each]} for each in (show, move))
    first = Dispute(match).opened().taken().heard().ruled(ruling(remedy=shown)).accepted()
    assert first.carries_out("judge", first.previewed(shown)).status_code == 201
    first.given("judge", "close", {"text": "Shown."})
    case = Dispute(match).opened().taken().heard()
    case.previewed(moved)
    for said in (
        api.get(f"{case.path}/export?format=html", "judge").get_data(as_text=True),
        printed(api, case),
    ):
        words = " ".join(re.sub(r"<[^>]+>", " ", unescape(said)).split())
        assert "own/sworn-banner" not in words
        assert "Sworn Banner" in words
        assert not re.search(r"\balice\.(hand|discard)\b", words)
