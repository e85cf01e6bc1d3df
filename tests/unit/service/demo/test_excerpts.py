"""The tour shows a game by its registration alone: here the game of the guide, which is not served."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

import pytest

from domain.games import GAMES
from domain.kernel.facts import Fact
from service.demo import tour
from service.demo.decks import demo_bodies, demo_decks
from service.demo.excerpts import excerpt_lines, excerpt_span, excerpts
from service.games import PRESENTATIONS
from service.games.demonstration import DemoExcerpt, Demonstration
from service.games.presentation import Presentation
from service.migrate import migrate
from service.present.text import words_of_games
from service.settings import read_settings
from service.wiring import matches_of
from tests.examples.cairn import game
from tests.examples.cairn.table import StonesTaken

CAIRN = game.rules.name


def first_taking(versions: Iterable[tuple[int, tuple[Fact, ...]]]) -> tuple[int, int]:
    version = next(version for version, facts in versions if any(isinstance(fact, StonesTaken) for fact in facts))
    return version, version


EXCERPT = DemoExcerpt(
    title="A heap of stones", seats=2, introduction="Its first stones:", picture="The heap:", span=first_taking
)


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cairn among the games, in the two registries alone."""
    shown = Presentation(
        title="Cairn",
        story={StonesTaken: lambda fact, names: f"{fact.seat} takes {fact.count}"},
        log={},
        headings={},
        label=str,
        table_lines=lambda view, names: iter(()),
        demo=Demonstration(names={2: ("ann", "ben")}, excerpt=EXCERPT),
    )
    monkeypatch.setattr(game, "default_seats", 2, raising=False)
    monkeypatch.setitem(GAMES, CAIRN, game)
    monkeypatch.setitem(PRESENTATIONS, CAIRN, shown)
    # the sentences of all registered games are gathered on import
    monkeypatch.setitem(cast(Any, words_of_games.STORIES), StonesTaken, shown.story[StonesTaken])


def test_a_third_game_has_its_seats_and_its_chapter(registered: None, tmp_path: Path) -> None:
    assert demo_bodies(CAIRN, 2) == [{"name": "ann"}, {"name": "ben"}]
    assert demo_decks(CAIRN, 2) == []
    settings = read_settings({"PRAETOR_DB": str(tmp_path / "demo.db")})
    migrate(settings)
    matches = matches_of(settings)
    *_, (task, excerpt) = excerpts()
    assert (task.game, excerpt) == (CAIRN, EXCERPT)
    lines = list(excerpt_lines(matches, task, excerpt))
    match = matches.cached_match(task.match_id)
    assert match.table.over is not None
    assert lines[0] == f"  {task.match_id}: {match.version} actions by 2 random legal players"
    assert lines[1].startswith(f"  {match.table.over.winner} wins")
    assert "  Its first stones:" in lines
    assert excerpt_span(matches, match, excerpt) == (2, 2)
    assert any(" takes " in line for line in lines[4:])
    matches.close()


def test_each_game_with_a_dispute_or_an_excerpt_is_in_the_tour() -> None:
    first, _ = tour.tour_game()
    shown = {first, *(task.game for task, _ in excerpts())}
    assert shown == set(PRESENTATIONS)
