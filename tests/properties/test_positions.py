"""Positions of random matches: what is written opens to the same table, and is written again alike."""

from __future__ import annotations

import json
from collections import Counter
from typing import cast

from domain.games import GAMES
from domain.kernel.ids import Seat
from domain.kernel.refusals import NoPosition
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from tests.builders import awaited, begun, options_of, played
from tests.games import PLAYED, each_case, opened
from tests.games.bringing import GameTests, PositionPlay, Start

COUNTED = 500  # answers of a wait


def position_of(match: Match) -> dict[str, object] | None:
    """The match as a position; none where a position has no words for it, which is never because it were unlawful."""
    try:
        return GAMES[match.rules.name].position_of(match.table)
    except NoPosition as error:
        refusal = error.refusal
    positions = cast("PositionPlay", PLAYED[match.rules.name]).positions
    assert refusal.rule in positions.no_words, (match.version, refusal)
    return None


def check_opened_again(game: PositionPlay, match: Match, written: dict[str, object]) -> None:
    """The position opens to a table that looks the same, where the same seats may answer the same."""
    again = begun(OpenMatch(game.name, (), match.table.policy, position=json.dumps(written)), 7).match
    version = f"version {match.version}"
    assert position_of(again) == written, version
    assert game.seen(again) == game.seen(match), version
    assert awaited(again) == awaited(match), version
    assert again.table.waiting.question == match.table.waiting.question, version
    for seat in map(Seat, awaited(match)):
        there, here = (options_of(each.rules, each.table, seat).count(COUNTED) for each in (match, again))
        assert there == here, version


def check_positions(game: PositionPlay, start: Start, every: int = 0) -> Counter[str]:
    """One match, written and opened again every so often, and some times at each moment; returns how often at each."""
    opening, how = opened(game, start), game.positions
    every = every or how.every
    written: Counter[str] = Counter()
    for step in played(opening.match, game.player(start.seed, "position"), how.cap):
        match = step.following.match
        position = position_of(match) if match.table.over is None else None
        if position is None:
            continue
        at = str(position["at"])
        if not match.version % every or written[at] < how.within:
            check_opened_again(game, match, position)
            written[at] += 1
    return written


@each_case("positions", lambda game: game.positions.groups)
def test_a_position_opens_to_the_table_that_it_was_written_from(game: GameTests, case: str) -> None:
    """At the waits of every moment, nested ones too."""
    starts = game.positions.groups[case]
    found = [check_positions(game, start) for start in starts]
    assert all(found)
    assert not game.positions.moments - set(sum(found, Counter[str]()))
