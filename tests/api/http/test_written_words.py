"""What people write, and ids, stand letter by letter on each page of a case, also what looks like an id of the game."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest

from service.console.words import actor_words
from service.present.text.facts import command_words, field_value
from service.present.text.names import CardTitles
from service.present.text.words_of_games import word_of
from tests.api.http.clients import Api
from tests.api.http.disputes import Dispute, ruling
from tests.api.http.gatherings import GAMES
from tests.api.http.test_console import logs_in
from tests.api.http.test_precedents import played

# ids of both games, and words that have their form
WRITTEN = """
march-0 march-plus-1 kings-landing well-known so-so re-roll power-token siege-engine the-narrow-sea core/ice and/or
core/bran-stark winterfell/knight no-march-0 iron_throne faq-2.0 last-days-of-summer clash-of-kings web-of-lies
""".split()  # noqa: SIM905
PAGES = ("/v1{}/export?format=html", "/console{}", "/console{}/print")


class Written:
    """A closed case whose every field that somebody writes has a word of its own; `words` are those."""

    def __init__(self, api: Api, game: str) -> None:
        self.words: list[str] = []
        self.unused = iter(WRITTEN)
        self.match = match = played(api, f"written-{game}", **GAMES[game]["opening"])
        seats = list(match.keys)
        self.case = case = Dispute(match, text=self.word()).opened(seats[0]).taken()
        case.given("judge", "questions", {"seat": seats[1], "text": self.word()})
        for seat in seats[1:]:
            case.given(seat, "statements", {"text": self.word()})
        link = f"{match.id}@1"
        case.given("judge", "evidence", {"links": [link], "text": self.word(), "shared": True})
        case.given("judge", "resume", {"reason": self.word()})
        case.given("judge", "freeze", {"reason": self.word()})
        remedy = {"kind": "acceptance"}
        names = ("finding", "reason", "to_players", "worse")
        case.ruled(ruling(remedy=remedy, **{name: self.word() for name in names}))
        case.given(seats[1], "appeal", {"text": self.word()})
        case.given("head-judge", "answer", {"verdict": "confirm", "text": self.word()})
        preview = case.previewed(remedy)
        assert case.carries_out("judge", preview).status_code == 201
        case.given("judge", "publish", {"text": self.word()})
        case.given("judge", "close", {"text": self.word()})
        case.given("head-judge", "tags", {"tags": [self.word()], "text": self.word()})
        self.ids = [case.id, match.id, link, preview]

    def word(self) -> str:
        self.words.append(next(self.unused))
        return self.words[-1]


def page_of(api: Api, written: Written, page: str) -> str:
    """The text of a page, line by line."""
    logs_in(api, api.keys["judge"])
    address = page.format(f"/cases/{written.case.id}")
    answer = api.get(address, "judge") if address.startswith("/v1") else api.client.get(address)
    assert answer.status_code == 200
    return unescape(re.sub(r"<[^>]+>", "\n", answer.get_data(as_text=True).partition("</style>")[2] or answer.text))


@pytest.mark.parametrize("game", GAMES)
def test_what_people_wrote_stands_on_each_page_as_they_wrote_it(api: Api, game: str) -> None:
    written = Written(api, game)
    changed = {
        (page, word)
        for page in PAGES
        for text in (page_of(api, written, page),)
        for word in [*written.words, *(written.ids if page == PAGES[0] else ())]
        if not re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
    }
    assert changed == set()


@pytest.mark.parametrize("game", GAMES)
def test_what_a_player_says_of_a_card_is_told_as_it_was_written(game: str) -> None:
    """`effect` is what a player writes to carry out a card by hand."""
    names = CardTitles({}, False, word_of(game))
    command: dict[str, Any] = {"type": "resolve_manually", "effect": "re-roll"}
    assert command_words(command, names) == "resolve manually, effect re-roll"
    assert field_value("effect", "march-0", names) == "march-0"


@pytest.mark.parametrize(
    ("actor", "said"),
    [("jean-luc", "jean-luc"), ("organizer:ann-marie", "ann-marie, organizer"), ("head-judge", "head judge")],
)
def test_a_person_is_named_as_they_are_called(actor: str, said: str) -> None:
    assert actor_words(actor) == said
