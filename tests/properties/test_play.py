"""Whole matches by the random legal player: what is stored gives what is live, at every version.

`check_match` is the property: at every version the fold of the decoded bytes equals the live table, the command
decided again on the folded table before gives the same bytes, the index equals a rebuilt one, and whoever is awaited
has a legal answer, and several where its only one would be given for it. The proof plays a thousand of each game.
"""

from typing import NamedTuple
from unittest.mock import patch

from domain.kernel.cards.card_table import CardTable
from domain.kernel.deciding import open_wait
from domain.kernel.game import Game
from domain.kernel.ids import Seat
from domain.kernel.table import CopyOnWriteMap
from domain.match import aggregate as matches
from domain.match.aggregate import Match, NewVersion
from tests.builders import ENDLESS, Played, Player, acted, awaited, options_of, played
from tests.games import each_case, each_start, opened
from tests.games.bringing import PlayTests, Start

STIRRED = 8
"""So many matches of each game are played with all taken for stirred."""


class Tally(NamedTuple):
    """What was played: matches to their end, and versions compared."""

    ended: int = 0
    versions: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(mine + more for mine, more in zip(self, other, strict=True)))


def differences(one: Match, other: Match) -> list[str]:
    """The fields in which two tables differ, the order of shelves included."""
    found = []
    for name in type(one.table).__struct_fields__:
        mine, theirs = getattr(one.table, name), getattr(other.table, name)
        if mine != theirs or (isinstance(mine, dict) and list(mine) != list(theirs)):
            found.append(name)
    return found


def folded(before: Match, stored: NewVersion) -> Match:
    return matches.evolve_stored(before, stored.payload, stored.head)


def check_index(match: Match) -> None:
    if not isinstance(match.table, CardTable):
        return  # without cards nothing listens
    kept = {key: frozenset(listeners) for key, listeners in match.table.listens.items() if listeners}
    assert kept == match.table.rebuilt_index(), f"version {match.version}: the index of listeners"


def check_way_on(match: Match) -> None:
    if match.table.over is not None:
        assert not awaited(match)
        return
    assert awaited(match), f"version {match.version}: nobody is awaited"
    out = {*awaited(match)} - {*match.table.remaining_seats()}
    assert not out, f"version {match.version}: {out} are awaited, who have left the game"
    wait, _, decision = open_wait(match.table)
    is_alone = decision.public and len(wait.seats) == 1
    for seat in awaited(match):
        space = options_of(match.rules, match.table, Seat(seat))
        assert not space.is_empty(), f"version {match.version}: {seat} has no legal answer: {space}"
        several = not is_alone or space.answers(1) is None
        assert several, f"version {match.version}: {seat} is asked for its only answer: {space}"


def check_settled(match: Match) -> None:
    """The state checks have nothing to do while somebody is awaited, also where they took things for unchanged."""
    if match.table.over is not None:
        return
    table = match.table.branch()
    for shelf in table.copy_on_write_fields():
        getattr(table, shelf).stirred = True
    game = Game(match.rules, table, match.seed, match.version + 1)
    assert not game.settle_state(), f"version {match.version}: not settled"
    assert not game.facts, f"version {match.version}: not settled"


def check_again(before: Match, step: Played) -> None:
    """The stored command, decided on the folded table before, gives the stored action."""
    stored = matches.decode_event(before, step.following.payload)
    again = acted(before, stored.actor, stored.cmd)
    assert again.payload == step.following.payload, f"version {again.match.version} is decided otherwise now"
    assert again.head == step.following.head


def check_stirred(game: PlayTests, start: Start) -> int:
    """Every decision of a match is the same where all is taken for stirred. Returns how many there were.

    A check that asks `stirred`, and depends on what no write stirs, sees less than it would then.
    """
    match, decided = opened(game, start).match, 0
    for step in played(match, game.player(start.seed, "stirred"), ENDLESS):
        stored = matches.decode_event(match, step.following.payload)
        with patch.object(CopyOnWriteMap, "stirred", property(lambda _: True, lambda _, __: None)):
            again = acted(match, stored.actor, stored.cmd)
        assert again.payload == step.following.payload, f"version {again.match.version}: a check was left out"
        match, decided = step.following.match, decided + 1
    return decided


def check_match(opening: NewVersion, player: Player) -> Tally:
    """One match, checked at every version."""
    live, fold = opening.match, folded(matches.initial("m-1", opening.match.seed), opening)
    assert not differences(live, fold)
    for step in played(live, player, ENDLESS):
        check_again(fold, step)
        live, fold = step.following.match, folded(fold, step.following)
        assert not differences(live, fold), f"version {live.version}"
        check_index(fold)
        check_way_on(fold)
        check_settled(fold)
    assert live.table.over is not None, f"not over at version {live.version}"
    return Tally(1, live.version)


def check_play(game: PlayTests, start: Start) -> Tally:
    """One match of a game, checked at every version."""
    return check_match(opened(game, start), game.player(start.seed, "play"))


@each_case("play", lambda game: game.samples["play"][:STIRRED])
def test_no_state_check_is_left_out_that_would_do_something(game: PlayTests, case: Start) -> None:
    assert check_stirred(game, case) > 0


@each_start("play")
def test_stored_bytes_fold_to_the_live_table_at_every_version(game: PlayTests, case: Start) -> None:
    assert check_play(game, case).ended == 1
