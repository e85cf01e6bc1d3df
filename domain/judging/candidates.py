"""What may have been missed lately: abilities that could still be resolved, and windows that could be opened again.

Both walk back along the line being played, over as many decisions as are given. Whether it is right to do so is the
judge's to say; what the remedies themselves would refuse is left out as far as it can be told without trying them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import msgspec
from msgspec import Struct

from domain.events import kind_of
from domain.judging.commands import ResolveAbilityNow
from domain.judging.corrections import Events
from domain.judging.late import ACTION, can_be_late
from domain.kernel.conditions import ConditionsOccurred
from domain.kernel.ids import Handle
from domain.kernel.occurrence import FORCED_REACTION, REACTION
from domain.kernel.windows import WindowOpened
from domain.match import Match

MOST_ABILITIES = 20


class Lately(Struct, frozen=True):
    """A fact of the last decisions, with its place."""

    at: str
    fact: Any


def lately(match: Match, events: Events, decisions: int) -> Iterator[Lately]:
    """The facts of so many decisions, the newest first."""
    for version in reversed(match.path()):
        for place, fact in reversed(list(enumerate(events[version].facts, 1))):
            yield Lately(f"{version}.{place}", fact)
        decisions -= kind_of(events[version]) == "action"
        if decisions < 0:
            return


class Missed(Struct, frozen=True):
    """A mandatory ability that may have been missed, and the condition on which; none for one of a revealed card."""

    command: ResolveAbilityNow
    condition: Any = None


def could_be_late(match: Match, events: Events, decisions: int) -> Iterator[Missed]:
    """The mandatory abilities that could be resolved now, newest condition first."""
    for each in lately(match, events, decisions):
        for condition in each.fact.conditions if isinstance(each.fact, ConditionsOccurred) else ():
            for card, ability in listening(match, f"{FORCED_REACTION}:{condition.kind}"):
                if can_be_late(match, card, ability, condition):
                    yield Missed(ResolveAbilityNow(card, ability, each.at, condition.id), condition)
    for card, ability in of_revealed(match):
        at = next((each.at for each in lately(match, events, decisions) if names(each.fact, card)), "")
        if at:
            yield Missed(ResolveAbilityNow(card, ability, at))


def listening(match: Match, key: str) -> tuple[tuple[Handle, int], ...]:
    listeners: tuple[tuple[Handle, int], ...] = match.table.listeners(key)
    return listeners


def of_revealed(match: Match) -> Iterator[tuple[Handle, int]]:
    """The abilities in play that answer no condition and can be late all the same."""
    table, rules = match.table, match.rules
    for card in (each for each in table.cards if table.is_in_play(each)):
        for ability in count():
            refusal = rules.late_refusal(table, card, ability, None)
            if refusal is None:
                yield card, ability
            elif ability == MOST_ABILITIES or refusal.because.get("timing") is None:
                break


def names(fact: Any, card: Handle) -> bool:
    return card.encode() in msgspec.json.encode(fact)


def could_be_restored(match: Match, events: Events, decisions: int) -> Iterator[Lately]:
    """The windows of actions and reactions that stood open, and what occurred that could have been reacted to."""
    for each in lately(match, events, decisions):
        opened = isinstance(each.fact, WindowOpened) and each.fact.kind in (ACTION, REACTION)
        if opened or isinstance(each.fact, ConditionsOccurred):
            yield each
