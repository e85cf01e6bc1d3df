"""Every game is registered once for people, and whole: its words, its picture or its card table, its demonstration."""

from __future__ import annotations

import pytest

from domain.games import GAMES
from domain.kernel.ids import Viewer
from domain.match.aggregate import Match, open_match
from domain.match.events import OpenMatch
from service.demo.decks import demo_seats
from service.games import PRESENTATIONS, presentation_of
from service.games.presentation import ChangeWords, Presentation
from service.present.text import facts
from service.present.text.names import CardTitles
from service.present.text.words_of_games import game_title, names_for


def test_every_game_is_registered() -> None:
    assert list(PRESENTATIONS) == list(GAMES)


def test_a_game_without_a_presentation_is_shown_plainly() -> None:
    plain = presentation_of("two-kites")
    assert (plain.title, plain.label("the-reach"), dict(plain.story)) == ("Two kites", "the-reach", {})
    assert (plain.drawing, plain.layout, plain.demo.decks) == (None, None, None)
    assert [*plain.table_lines({"round": 3}, CardTitles({}))] == ["round: 3"]


@pytest.fixture(params=GAMES)
def match(request: pytest.FixtureRequest) -> Match:
    """A match of each game, as its demonstration opens one."""
    opening = OpenMatch(request.param, demo_seats(request.param, GAMES[request.param].default_seats), "public")
    envelope = {"key": "open", "actor": "organizer", "at": "2026-01-01T00:00:00Z", "action_id": "i-1"}
    return open_match("m-1", opening, seed=bytes(32), **envelope).match


def presented(match: Match) -> tuple[Presentation, CardTitles]:
    return PRESENTATIONS[match.rules.name], names_for(match.rules)


def test_a_match_of_the_demonstration_has_a_table_in_words_and_a_picture_or_a_layout(match: Match) -> None:
    presentation, names = presented(match)
    view = match.rules.view(match.table, Viewer("public"), judging=False)
    assert any(seat in "\n".join(presentation.table_lines(view, names)) for seat in match.table.seats)
    assert (presentation.drawing is None) != (presentation.layout is None)
    if presentation.drawing is not None:
        assert presentation.drawing(view).startswith("<svg")
    if presentation.layout is not None:
        assert [side.seat for side in presentation.layout(view, match.rules.pool.cards).sides] == [*match.table.seats]
    assert game_title(match.rules.name) == presentation.title


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_of_a_game_has_a_sentence(game: str) -> None:
    worded = {*facts.LOG, *PRESENTATIONS[game].story, *PRESENTATIONS[game].log}
    assert [fact.__name__ for fact in GAMES[game].rules.facts if fact not in worded] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_story_has_headings_and_they_are_facts_of_the_game(game: str) -> None:
    headings = PRESENTATIONS[game].headings
    assert headings
    assert set(headings) <= set(GAMES[game].rules.facts)


@pytest.mark.parametrize("game", GAMES)
def test_no_fact_is_worded_twice(game: str) -> None:
    presentation = PRESENTATIONS[game]
    assert not facts.LOG.keys() & (presentation.story.keys() | presentation.log.keys())
    assert not presentation.story.keys() & presentation.log.keys()


@pytest.mark.parametrize("kind", ChangeWords.__struct_fields__)
def test_games_with_a_name_in_common_have_the_same_words_for_changes_of_it(kind: str) -> None:
    """The words of all games are read together."""
    said: dict[str, list[object]] = {}
    for presentation in PRESENTATIONS.values():
        for name, words in getattr(presentation.changes, kind).items():
            said.setdefault(name, []).append(words)
    assert said
    assert {name: words for name, words in said.items() if words.count(words[0]) < len(words)} == {}
