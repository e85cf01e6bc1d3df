"""What demonstrations show of A Game of Thrones: The Board Game: a match of six houses, and its last combat."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.agot_board.components import SETUPS
from domain.games.agot_board.facts.combat import CombatBegan, FinalStrengthCounted
from domain.kernel.facts import Fact
from service.games.demonstration import DemoExcerpt, Demonstration, rounds_played


def last_combat(versions: Iterable[tuple[int, tuple[Fact, ...]]]) -> tuple[int, int]:
    """The versions at which the last counted combat began and its strengths were counted; zeros if there was none."""
    began = 0
    found = (0, 0)
    for version, facts in versions:
        kinds = {type(fact) for fact in facts}
        began = version if CombatBegan in kinds else began
        found = (began, version) if FinalStrengthCounted in kinds else found
    return found


DEMONSTRATION = Demonstration(
    length=rounds_played,
    names={players: setup.houses for players, setup in SETUPS.items()},
    excerpt=DemoExcerpt(
        title="A board game, in the same store",
        seats=6,
        introduction="Its last combat, with both strengths as they were counted:",
        picture="The board of the game of six, at its last combat, as a picture:",
        span=last_combat,
    ),
)
