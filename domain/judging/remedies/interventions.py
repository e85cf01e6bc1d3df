"""What every event of a judge carries beside its facts: who, in which office, under which case and ruling, and why."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kernel.cards.card_table import CardTable
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Flow
from domain.kernel.flow.waits import ChanceKept
from domain.kernel.game import Game
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, NewVersion, Refused, chain_event
from domain.match.envelope import Stamp
from domain.match.events import ENGINE, event_type


class RulingEnvelope(Struct, frozen=True, kw_only=True):
    """The ruling under which a judge acts: the envelope of the events that carry it out.

    `role` is judge or head-judge; `approved` names actor, role and report of the approval where one is needed.
    """

    actor: str
    role: str
    case: str
    reason: str = ""
    rules: tuple[str, ...] = ()
    approved: dict[str, str] | None = None


def over_refusal(match: Match) -> Refusal | None:
    """Why nothing can be changed by hand or resolved in a match that is over: nothing is on its stack to go on with."""
    over = match.table.over
    return None if over is None else Refusal("match.over", {"how": over.how})


def check_running(match: Match) -> None:
    """Raises Refused where nobody is awaited."""
    if refusal := over_refusal(match):
        raise Refused(refusal)


def game_of_judge(match: Match, table: CardTable) -> Game[CardTable]:
    """The game in which a judge's event is decided, on a branch of a table; chance goes on where the match left it."""
    game: Game[CardTable] = Game(match.rules, table.branch(), match.seed, match.version + 1)
    game.chance.counter = match.table.counter
    return game


def keep_chance(game: Game[CardTable]) -> None:
    game.emit(ChanceKept(game.chance.counter))


def intervention(
    match: Match,
    kind: str,
    ruled: RulingEnvelope,
    stamp: Stamp,
    table: CardTable,
    facts: tuple[Fact, ...] = (),
    flow: Flow | None = None,
    **more: Any,
) -> NewVersion:
    """A judge's event of a kind, with the table after it."""
    event = event_type(kind)(
        id=stamp.id,
        key=stamp.key,
        actor=ruled.actor,
        at=stamp.at,
        engine=ENGINE,
        pool=match.rules.pool.id,
        wait=match.wait,
        facts=facts,
        flow=flow,
        by={"actor": ruled.actor, "role": ruled.role},
        case=ruled.case,
        reason=ruled.reason,
        rules=ruled.rules,
        approved=ruled.approved,
        **more,
    )
    return chain_event(match, table, event)


def freeze_match(match: Match, ruled: RulingEnvelope, stamp: Stamp) -> NewVersion:
    """The version with which a case freezes the match."""
    return intervention(match, "frozen", ruled, stamp, match.table)


def resume_match(match: Match, ruled: RulingEnvelope, stamp: Stamp) -> NewVersion:
    """The version by which the match goes on."""
    return intervention(match, "resumed", ruled, stamp, match.table)
