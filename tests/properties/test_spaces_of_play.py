"""What is offered is accepted, and what is accepted was offered, along whole matches.

Of a space with fewer than 500 answers every one is decided, of a larger one 50 samples. Wrong commands that are
accepted would be found by `test_wrong_commands`, which compares every verdict with the space.
"""

from typing import NamedTuple

from domain.kernel.ids import Seat
from domain.kernel.spaces.base import Space
from domain.kernel.spaces.codec import decode, encode
from domain.match.aggregate import Match, NewVersion, Refused
from tests.builders import ENDLESS, Dice, Player, acted, awaited, options_of, played
from tests.games import each_start, opened
from tests.games.bringing import PlayTests, Start

SMALL = 499
DRAWN = 50


class Offered(NamedTuple):
    """Spaces looked at: small ones in full, large ones by samples, and the answers decided."""

    small: int = 0
    large: int = 0
    answers: int = 0

    def plus(self, other: "Offered") -> "Offered":
        return Offered(*(mine + more for mine, more in zip(self, other, strict=True)))


def check_space(match: Match, seat: str, dice: Dice) -> Offered:
    """Decide every answer of a small space, samples of a large one."""
    space = options_of(match.rules, match.table, Seat(seat))
    assert decode(encode(space)) == space
    every = space.answers(SMALL)
    answers = every if every is not None else [space.sample(dice) for _ in range(DRAWN)]
    for answer in answers:
        check_answer(match, seat, space, answer)
    return Offered(int(every is not None), int(every is None), len(answers))


def check_answer(match: Match, seat: str, space: Space, answer: object) -> None:
    assert space.check(answer) is None, f"version {match.version}: {answer} was listed and lies outside"
    try:
        acted(match, seat, match.rules.command(answer))
    except Refused as refused:
        raise AssertionError(f"version {match.version}: {seat} was offered {answer}: {refused}") from refused


def check_offers_of(opening: NewVersion, player: Player, seed: int, every: int) -> Offered:
    """One match, its spaces probed every so many versions."""
    sum_of = Offered()
    for step in played(opening.match, player, ENDLESS):
        if (step.before.version + seed) % every:
            continue
        for seat in awaited(step.before):
            sum_of = sum_of.plus(check_space(step.before, seat, Dice(f"{seed} {step.before.version}")))
    return sum_of


def check_offers(game: PlayTests, start: Start, every: int = 0) -> Offered:
    """One match of a game, probed as often as that says unless something else is said."""
    player = game.player(start.seed, "offer")
    return check_offers_of(opened(game, start), player, start.seed, every or game.probed)


@each_start("offers")
def test_every_answer_that_is_offered_is_accepted(game: PlayTests, case: Start) -> None:
    assert check_offers(game, case).answers > 0
