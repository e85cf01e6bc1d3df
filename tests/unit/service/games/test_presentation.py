"""Every game is registered once for people, and whole: its words, its picture or its card table, its demonstration."""

from __future__ import annotations

import pytest

from domain.games import GAMES
from domain.kernel.corrections.changes import MoveCard
from domain.kernel.ids import Viewer, ZoneKey
from domain.match.aggregate import Match, open_match
from domain.match.events import OpenMatch
from service.demo.decks import demo_seats
from service.games import PRESENTATIONS, presentation_of
from service.games.presentation import ChangeWords, Presentation
from service.present.text import facts
from service.present.text.changes import change_words
from service.present.text.names import CardTitles
from service.present.text.words_of_games import change_words_of, game_title, names_for


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
def test_no_field_of_a_fact_is_called_as_where_it_stands_in_its_action(game: str) -> None:
    taken = {"place", "address", "mark"}
    assert [fact.__name__ for fact in GAMES[game].rules.facts if taken & {*fact.__struct_fields__}] == []


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


@pytest.mark.parametrize("game", GAMES)
def test_changes_by_hand_are_told_in_the_words_of_their_game(game: str) -> None:
    """Games may have different words for one name; where no game is known, those of the first that has the name."""
    assert change_words_of(names_for(GAMES[game].rules)) is PRESENTATIONS[game].changes
    listed = [getattr(PRESENTATIONS[game].changes, kind) for kind in ChangeWords.__struct_fields__]
    assert any(listed)
    deck = {
        "agot_lcg": "the bottom of alice's draw deck",
        "agot_board": "alice's deck",
        "l5r": "the bottom of alice's conflict deck",
    }[game]
    moved = MoveCard(ZoneKey("alice.deck"), top_of=ZoneKey("alice.hand"))
    assert change_words(moved, names_for(GAMES[game].rules)) == f"the top card of alice's hand goes to {deck}"
    assert change_words(moved, CardTitles({})) == "the top card of alice's hand goes to the bottom of alice's draw deck"


@pytest.mark.parametrize("kind", ChangeWords.__struct_fields__)
def test_a_change_of_no_known_game_is_told_in_the_words_of_the_first_that_has_the_name(kind: str) -> None:
    of_games = [getattr(presentation.changes, kind) for presentation in PRESENTATIONS.values()]
    found = getattr(change_words_of(CardTitles({})), kind)
    assert found == {name: words for listed in reversed(of_games) for name, words in listed.items()}
