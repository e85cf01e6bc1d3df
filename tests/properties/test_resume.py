"""A match resumed from stored bytes, at any version, is played on as it would have been."""

import copy
from dataclasses import dataclass

from domain.match import aggregate as matches
from domain.match.aggregate import Match, NewVersion
from tests.builders import ENDLESS, Dice, Played, Player, played
from tests.games import each_start, opened
from tests.games.bringing import PlayTests, Start
from tests.properties.test_play import differences, folded

POINTS = 3
FURTHER = 60


@dataclass
class Point:
    """Where a match is resumed: what was stored so far, and the player as it was then."""

    stored: list[NewVersion]
    player: Player


def resumed(point: Point) -> Match:
    """The match rebuilt from what is stored alone."""
    match = matches.initial("m-1", point.stored[0].match.seed)
    for each in point.stored:
        match = folded(match, each)
    return match


def points(opening: NewVersion, player: Player, seed: int) -> tuple[list[Point], list[Played]]:
    """A whole match, and some versions of it at which it is resumed."""
    stored, steps = [opening], []
    dice = Dice(f"points {seed}")
    chosen = {dice.below(300) + 1 for _ in range(POINTS)}
    players = {1: copy.deepcopy(player)}
    for step in played(opening.match, player, ENDLESS):
        stored.append(step.following)
        steps.append(step)
        if step.following.match.version in chosen:
            players[step.following.match.version] = copy.deepcopy(player)
    found = [Point(stored[:version], then) for version, then in players.items()]
    return found, steps


def check_resumed(opening: NewVersion, player: Player, seed: int) -> int:
    """Resume one match at some versions and play on; returns the versions played on."""
    found, steps = points(opening, player, seed)
    played_on = 0
    for point in found:
        start = len(point.stored) - 1
        live = steps[start : start + FURTHER]
        again = played(resumed(point), point.player, start + 1 + len(live))
        for recorded, step in zip(live, again, strict=True):
            version = step.following.match.version
            assert step.following.payload == recorded.following.payload, f"version {version}"
            assert not differences(step.following.match, recorded.following.match), f"version {version}"
            played_on += 1
    return played_on


def check_resume(game: PlayTests, start: Start) -> int:
    """One match of a game, resumed and played on."""
    return check_resumed(opened(game, start), game.player(start.seed, "resume"), start.seed)


@each_start("resume")
def test_a_resumed_match_is_played_on_identically(game: PlayTests, case: Start) -> None:
    assert check_resume(game, case) > 0
