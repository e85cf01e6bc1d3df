"""Judges' questions about any card game: the use of limits, and why a window offers nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.cardgame.abilities.window_offers import possible_commands
from domain.cardgame.table import CardGameTable, rules_of_table
from domain.kernel.checks import first_failed_check
from domain.kernel.citing import with_rule_of
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import Seat
from domain.kernel.refusals import Refusal


def limits(table: CardGameTable) -> dict[str, int]:
    """The use of each limit: `round:<card>:<ability>` and the counters that the game has beside."""
    return {key: n for key, n in table.usage.items() if n}


def reasons(
    table: CardGameTable, window: Window, seat: Seat, *, public: bool
) -> Iterator[tuple[dict[str, Any], Refusal | None]]:
    """The commands that a seat might give in a window, each with the first check that fails.

    With `public` only those of public cards.
    """
    rules = rules_of_table(table)
    for command in possible_commands(table, window, seat, hand=not public):
        context = rules.command_context(table, seat, command, window, public)
        refusal = first_failed_check(rules.checks[type(command)], context)
        fields: dict[str, Any] = msgspec.to_builtins(command)
        yield {**fields, "key": table.cards[fields["card"]].key}, refusal and with_rule_of(rules.cites, refusal)
