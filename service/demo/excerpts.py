"""Excerpts in the demonstration: a match of another game, played to its end, and a part of it in words."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.ids import Viewer
from domain.match.aggregate import Match, decode_event
from service.app.match.matches import MatchApplication
from service.games import PRESENTATIONS, presentation_of
from service.games.demonstration import DemoExcerpt
from service.present.text.endings import ending_sentence
from service.present.text.story import StoryTeller
from service.present.text.words_of_games import names_for
from service.tools.simulate import SimulationTask, play_into_store


def excerpts() -> list[tuple[SimulationTask, DemoExcerpt]]:
    """The excerpts of all games that have one, each with the match to play."""
    found = [(game, presentation.demo.excerpt) for game, presentation in PRESENTATIONS.items()]
    return [(SimulationTask(game, series=4, number=1, seats=each.seats), each) for game, each in found if each]


def excerpt_lines(matches: MatchApplication, task: SimulationTask, excerpt: DemoExcerpt) -> Iterator[str]:
    """Play a whole match into the store. Yields who won, and the excerpt as the public may read it."""
    played = play_into_store(matches, task)
    newest = matches.cached_match(task.match_id)
    length = presentation_of(task.game).demo.length(newest.table)
    by = f"{played.versions} actions by {task.seat_count} random legal players"
    yield f"  {task.match_id}: {', '.join(filter(None, (by, length)))}"
    yield f"  {ending_sentence(played.winner, played.how)}"
    yield ""
    yield f"  {excerpt.introduction}"
    yield ""
    yield from story_lines(matches, newest, *excerpt_span(matches, newest, excerpt))


def excerpt_span(matches: MatchApplication, newest: Match, excerpt: DemoExcerpt) -> tuple[int, int]:
    """The first and the last version of an excerpt, in the match that was played for it."""
    stored = enumerate(matches.payloads(newest.id), 1)
    return excerpt.span((version, decode_event(newest, payload).facts) for version, payload in stored)


def story_lines(matches: MatchApplication, newest: Match, first: int, last: int) -> Iterator[str]:
    """The story lines of the versions from `first` to `last`, as the public may read them."""
    telling = StoryTeller(names_for(newest.rules), Viewer("public"))
    for version, payload in enumerate(matches.payloads(newest.id, upto=last), 1):
        lines = list(telling.lines(version, decode_event(newest, payload)))
        if version >= first:
            yield from (f"    {line.strip(chr(10))}" for line in lines)
