"""Random changes by hand of any game, lawful or not, and which of them were made least."""

from __future__ import annotations

from collections import Counter
from typing import Any

from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange, change_name
from domain.kernel.ids import zone_kind
from domain.match.aggregate import Match
from tests.builders import Dice
from tests.games import game_of

LEAST, DRAWN = 6, 40


def random_changes(match: Match, dice: Dice) -> tuple[AnyChange, ...]:
    """One to three changes."""
    draws = game_of(match.table).draws
    drawn = (dice.pick(draws)(match.table, dice) for _ in range(1 + dice.below(3) * dice.below(2)))
    return tuple(change for each in drawn for change in together(each))


def together(drawn: AnyChange | tuple[AnyChange, ...]) -> tuple[AnyChange, ...]:
    """What was drawn as one: a change, or several that are possible only together."""
    return drawn if isinstance(drawn, tuple) else (drawn,)


def change_kind(table: Any, change: AnyChange) -> str:
    """Which of the kinds of its game a change is at this table."""
    name, game = change_name(change), game_of(table)
    if isinstance(change, changes.AbandonStep):
        return f"{name} {change.frame if change.frame in game.whole_steps else 'other'}"
    if isinstance(change, changes.SetTokens):
        return f"{name} {change.kind if change.kind == 'power' else 'named'}"
    said = game.said_of_change(table, change)
    if said is None and isinstance(change, changes.MoveCard):
        said = f"to {zone_kind(change.to)}"
    if said is None:
        fields = ("kind", "mark", "counter", "marker", "track", "place")
        said = " ".join(getattr(change, each) for each in fields if each in change.__struct_fields__)
    return f"{name} {said}".rstrip()


def sought_changes(match: Match, dice: Dice, made: Counter[str]) -> tuple[AnyChange, ...]:
    """Changes of one of the kinds that were made least, lawful or not; none if none of these was drawn."""
    game = game_of(match.table)
    wanted = sorted(game.change_kinds, key=made.__getitem__)[:LEAST]
    for _ in range(DRAWN):
        drawn = together(dice.pick(game.draws)(match.table, dice))
        if any(change_kind(match.table, each) in wanted for each in drawn):
            return drawn
    return ()


def fixed(table: Any) -> dict[tuple[str, ...], Any]:
    """The amounts that change only by what is named."""
    return game_of(table).amounts(table)
