"""The board game in the demonstration: a match of six Houses, and its last combat with its numbers."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_board.facts.combat import CombatBegan, FinalStrengthCounted
from domain.kernel.ids import Viewer
from domain.match.aggregate import Match, decode_event
from service.app.match.matches import MatchApplication
from service.present.text.story import StoryTeller
from service.present.text.tellers import names_for
from service.tools.simulate import SimulationTask, play_into_store

TASK = SimulationTask("agot_board", series=4, number=1, seats=6)


def board_game(matches: MatchApplication) -> Iterator[str]:
    """Play a whole match into the store. Yields who won, and the last combat as the public may read it."""
    played = play_into_store(matches, TASK)
    versions = {after.version: after for _, after in matches.replay(TASK.match_id)}
    newest = versions[len(versions)]
    yield f"  {TASK.match_id}: {played.versions} actions by six random legal players, {newest.table.round} rounds"
    yield f"  {played.winner} wins: {played.how}"
    yield ""
    yield "  Its last combat, with both strengths as they were counted:"
    yield ""
    yield from story_lines(matches, newest, *last_combat(matches, newest))


def last_combat(matches: MatchApplication, newest: Match) -> tuple[int, int]:
    """The versions at which the last combat began and at which its strengths were counted."""
    began = counted = 0
    found = (0, 0)
    for version, payload in enumerate(matches.payloads(newest.id), 1):
        kinds = {type(fact) for fact in decode_event(newest, payload).facts}
        began = version if CombatBegan in kinds else began
        counted = version if FinalStrengthCounted in kinds else counted
        found = (began, counted) if counted == version else found
    return found


def story_lines(matches: MatchApplication, newest: Match, first: int, last: int) -> Iterator[str]:
    """The story lines of the versions from `first` to `last`, as the public may read them."""
    telling = StoryTeller(names_for(newest.rules), Viewer("public"))
    for version, payload in enumerate(matches.payloads(newest.id, upto=last), 1):
        lines = list(telling.lines(version, decode_event(newest, payload)))
        if version >= first:
            yield from (f"    {line.strip(chr(10))}" for line in lines)


def board_moment(matches: MatchApplication) -> int:
    """The version whose board is shown: the beginning of the last combat."""
    newest = matches.cached_match(TASK.match_id)
    return last_combat(matches, newest)[0]
