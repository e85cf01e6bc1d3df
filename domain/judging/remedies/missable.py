"""What could be mended lately: abilities still to be resolved, windows to be opened again, actions to be annulled.

The first two walk back along the line being played, over as many decisions as are given. Whether it is right to do so
is the judge's to say; what the remedies themselves would refuse is left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from domain.judging.remedies.annulment import annulled
from domain.judging.remedies.corrections import Events
from domain.judging.remedies.interventions import Ruled, Stamp
from domain.judging.remedies.late_abilities import could_have_again, late_refusal
from domain.judging.remedies.used_opportunities import opportunities, uses
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import ConditionsOccurred, Used
from domain.kernel.occurring.occurrence import FORCED_REACTION
from domain.match.aggregate import Match, Refused
from domain.match.events import kind_of
from domain.match.orders import AnnulAction, ResolveAbilityNow

MOST_ABILITIES = 20
NO_SUCH = "judging.correct.thing-exists"
# in whose name it is tried what could be done; nothing of it is stored
TRYING = (Ruled(actor="", role="judge", case=""), Stamp("", "", ""))


class Lately(Struct, frozen=True):
    """A fact of the last decisions, with its place."""

    at: str
    fact: Any


def lately(match: Match, events: Events, decisions: int) -> Iterator[Lately]:
    """The facts of so many decisions, the newest first."""
    first = first_of(match, events, decisions)
    for version in (each for each in reversed(match.path()) if each >= first):
        for place, fact in reversed(list(enumerate(events[version].facts, 1))):
            yield Lately(f"{version}.{place}", fact)


class Missed(Struct, frozen=True):
    """A mandatory ability that may have been missed, and the condition on which; none for one of a revealed card."""

    command: ResolveAbilityNow
    condition: Any = None


def could_be_late(match: Match, events: Events, decisions: int) -> Iterator[Missed]:
    """The mandatory abilities that could be resolved now, newest condition first."""
    begun = uses(match, events)
    for each in lately(match, events, decisions):
        for condition in each.fact.conditions if isinstance(each.fact, ConditionsOccurred) else ():
            for card, ability in listening(match, f"{FORCED_REACTION}:{condition.kind}"):
                if late_refusal(match, card, ability, condition, begun) is None:
                    yield Missed(ResolveAbilityNow(card, ability, each.at, condition.id), condition)
    for card, ability in of_revealed(match, begun):
        at = next((each.at for each in lately(match, events, decisions) if names(each.fact, card)), "")
        if at:
            yield Missed(ResolveAbilityNow(card, ability, at))


def listening(match: Match, key: str) -> tuple[tuple[Handle, int], ...]:
    listeners: tuple[tuple[Handle, int], ...] = match.table.listeners(key)
    return listeners


def of_revealed(match: Match, begun: Container[Used]) -> Iterator[tuple[Handle, int]]:
    """The abilities in play that answer no condition and can be late all the same."""
    table = match.table
    for card in (each for each in table.cards if table.is_in_play(each)):
        for ability in range(MOST_ABILITIES):
            refusal = late_refusal(match, card, ability, None, begun)
            if refusal is None:
                yield card, ability
            elif refusal.rule == NO_SUCH:
                break


def names(fact: Any, card: Handle) -> bool:
    return card.encode() in msgspec.json.encode(fact)


class Restorable(Struct, frozen=True):
    """An opportunity that could be given back, with its place and the fact that tells of it; to whom."""

    at: str
    fact: Any
    seats: tuple[Seat, ...]


def could_be_restored(match: Match, events: Events, decisions: int) -> Iterator[Restorable]:
    """The opportunities in which somebody could still do what was not done in them, the newest first."""
    for each in reversed(opportunities(match, events, first_of(match, events, decisions))):
        seats = could_have_again(match, each) if each.fact is not None else ()
        if seats:
            yield Restorable(each.at, each.fact, seats)


def could_be_annulled(match: Match, events: Events, versions: Iterable[int]) -> Iterator[int]:
    """Those of these versions whose action could be annulled."""
    for version in versions:
        try:
            annulled(match, AnnulAction(version), events, *TRYING)
        except Refused:
            continue
        yield version


def first_of(match: Match, events: Events, decisions: int) -> int:
    """The version with which the last so many decisions begin."""
    first = match.version
    for first in reversed(match.path()):
        decisions -= kind_of(events[first]) == "action"
        if decisions < 0:
            break
    return first
