"""What could be mended now: abilities to resolve, windows to open again, actions to annul.

The first two are searched back along the line being played, over a number of decisions. The judge decides whether a
remedy is right; what the remedies themselves would refuse is left out.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

import msgspec
from msgspec import Struct

from domain.judging.remedies.annulment import MatchAt, annul_action
from domain.judging.remedies.corrections import Events
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.late_abilities import cards_with_options, late_refusal, seats_with_options
from domain.judging.remedies.used_opportunities import opportunities, uses
from domain.kernel.facts import Fact
from domain.kernel.flow.priority_windows import Window, WindowClosed, WindowOpened, seats_passed
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import AbilityUse, Condition, ConditionsOccurred
from domain.kernel.occurring.occurrence import FORCED_REACTION
from domain.kernel.table import Table
from domain.match.aggregate import Match, Refused
from domain.match.envelope import Stamp
from domain.match.events import event_kind
from domain.match.judge_orders import AnnulAction, ResolveAbilityNow

MOST_ABILITIES = 20
NO_SUCH = "judging.correct.thing-exists"
# in whose name it is tried what could be done; nothing of it is stored
TRYING = (RulingEnvelope(actor="", role="judge", case=""), Stamp("", "", ""))


class RecentFact(Struct, frozen=True):
    """A fact of the last decisions, with its place."""

    at: str
    fact: Fact


def recent_facts(match: Match, events: Events, decisions: int) -> Iterator[RecentFact]:
    """The facts of the last `decisions` decisions, newest first."""
    first = first_recent_version(match, events, decisions)
    for version in (each for each in reversed(match.path()) if each >= first):
        for place, fact in reversed(list(enumerate(events[version].facts, 1))):
            yield RecentFact(f"{version}.{place}", fact)


class MissableAbility(Struct, frozen=True):
    """A mandatory ability that may have been missed, and the condition on which; none for one of a revealed card."""

    command: ResolveAbilityNow
    condition: Condition | None = None


def missable_abilities(match: Match, events: Events, decisions: int) -> Iterator[MissableAbility]:
    """The mandatory abilities that could be resolved now, newest condition first."""
    begun = uses(match, events)
    for each in recent_facts(match, events, decisions):
        for condition in each.fact.conditions if isinstance(each.fact, ConditionsOccurred) else ():
            for card, ability in listeners_of(match, f"{FORCED_REACTION}:{condition.kind}"):
                if late_refusal(match, card, ability, condition, begun) is None:
                    yield MissableAbility(ResolveAbilityNow(card, ability, each.at, condition.id), condition)
    for card, ability in abilities_of_revealed(match, begun):
        at = next((each.at for each in recent_facts(match, events, decisions) if is_about_card(each.fact, card)), "")
        if at:
            yield MissableAbility(ResolveAbilityNow(card, ability, at))


def listeners_of(match: Match, key: str) -> tuple[tuple[Handle, int], ...]:
    listeners: tuple[tuple[Handle, int], ...] = match.table.listeners(key)
    return listeners


def abilities_of_revealed(match: Match, begun: Container[AbilityUse]) -> Iterator[tuple[Handle, int]]:
    """The abilities in play that answer no condition and can be late all the same."""
    table = match.table
    for card in (each for each in table.cards if table.is_in_play(each)):
        for ability in range(MOST_ABILITIES):
            refusal = late_refusal(match, card, ability, None, begun)
            if refusal is None:
                yield card, ability
            elif refusal.rule == NO_SUCH:
                break


def is_about_card(fact: Fact, card: Handle) -> bool:
    return card.encode() in msgspec.json.encode(fact)


class Restorable(Struct, frozen=True):
    """An opportunity that could be given back, with its place and the fact that tells of it; to whom.

    `cards` are those in play that could be used. Two with the same `name` and `about`, which is not 0, are reactions to
    the same conditions.
    """

    at: str
    fact: Fact
    seats: tuple[Seat, ...]
    cards: tuple[Handle, ...] = ()
    name: str = ""
    about: int = 0


def restorable_opportunities(match: Match, events: Events, decisions: int) -> Iterator[Restorable]:
    """The opportunities in which somebody could still do what was not done in them, the newest first.

    Who is still to be asked in a window has it: it is not listed for that seat.
    """
    present = present_opportunities(match, events)
    for each in reversed(opportunities(match, events, first_recent_version(match, events, decisions))):
        about = each.about.id if each.about is not None else 0
        offered = {seat for window in present if window.is_in(each.at, about) for seat in window.seats}
        seats = tuple(seat for seat in seats_with_options(match, each) if seat not in offered) if each.fact else ()
        if each.fact is not None and seats:
            yield Restorable(each.at, each.fact, seats, cards_with_options(match, each, seats), each.name, about)


class PresentOpportunity(Struct, frozen=True):
    """A window that is open: its place, the conditions reacted to there (0: none), the seats still to be asked."""

    at: str
    about: int
    seats: tuple[Seat, ...]

    def is_in(self, at: str, about: int) -> bool:
        """Whether an opportunity at a place, about these conditions, is the one of this window."""
        return at == self.at or about == self.about != 0


def present_opportunities(match: Match, events: Events) -> list[PresentOpportunity]:
    """The windows that are open, the innermost last, as the facts on the line being played tell their places."""
    places: list[str] = []
    for version in match.path():
        for number, fact in enumerate(events[version].facts, 1):
            if isinstance(fact, WindowOpened):
                places.append(f"{version}.{number}")
            elif isinstance(fact, WindowClosed):
                places.pop()
    windows = (frame for frame in match.table.stack if isinstance(frame, Window) and frame.opened)
    return [
        PresentOpportunity(at, window.about, seats_still_asked(match.table, window))
        for at, window in zip(places, windows, strict=True)
    ]


def seats_still_asked(table: Table, window: Window) -> tuple[Seat, ...]:
    """The seats that have not passed since somebody last acted in a window."""
    clockwise = table.clockwise_from(window.turn)
    passed = seats_passed(window, clockwise)
    return tuple(seat for seat in clockwise if seat not in passed and window.only in ("", seat))


def annullable_versions(match: Match, events: Events, versions: Iterable[int], at: MatchAt) -> Iterator[int]:
    """The versions of these whose action could be annulled; `at` gives the match at a version."""
    for version in versions:
        try:
            annul_action(match, AnnulAction(version), events, *TRYING, at)
        except Refused:
            continue
        yield version


def first_recent_version(match: Match, events: Events, decisions: int) -> int:
    """The version with which the last `decisions` decisions begin."""
    first = match.version
    for first in reversed(match.path()):
        decisions -= event_kind(events[first]) == "action"
        if decisions < 0:
            break
    return first
