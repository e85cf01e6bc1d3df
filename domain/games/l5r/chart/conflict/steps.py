"""The steps of a conflict in order, and its beginning."""

from __future__ import annotations

from domain.cardgame.commands import DeclareDefenders
from domain.games.l5r.chart.conflict.declaration import Declaration
from domain.games.l5r.chart.conflict.defense import (
    DEFENDERS,
    conflict_actions,
    declare_defenders,
    defenders_space,
    defending_player,
)
from domain.games.l5r.chart.conflict.outcome import (
    MAY_DISCARD,
    apply_unopposed,
    break_province,
    broken_space,
    compare_skill,
    discard_from_broken,
    who_may_discard,
)
from domain.games.l5r.chart.conflict.return_home import return_home
from domain.games.l5r.chart.conflict.ring_effects import (
    MAY_RESOLVE,
    claim_ring,
    resolve_or_decline,
    ring_space,
    tell_stopped,
    who_resolves,
)
from domain.games.l5r.commands import (
    DeclareConflict,
    DeclineRing,
    DiscardFromBroken,
    ResolveRing,
)
from domain.games.l5r.state import SLOTS, L5rGame
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import Seat
from domain.kernel.occurring.occurrence import collect_reactions


def begin_conflict(game: L5rGame, seat: Seat, command: DeclareConflict) -> None:
    """Begin the declaration of a conflict; what reacts to it waits for the revealed province (3.2)."""
    game.push(ConflictFrame())
    collect_reactions(game, "3.2")
    slot, covert = SLOTS[command.province], tuple(sorted(command.covert.items()))
    game.push(
        Declaration(
            seat=seat, kind=command.kind, ring=command.ring, slot=slot, attackers=command.attackers, covert=covert
        )
    )


def go_on_if_declared(game: L5rGame, frame: Procedure) -> None:
    """End the conflict at once whose declaration did not come about."""
    if game.table.contest is None:
        game.leave()


@enforces("l5r.conflict.chart-order")
class ConflictFrame(Procedure, frozen=True, tag="l5r.conflict"):
    """One conflict, after its declaration (3.2)."""

    steps = (
        step("/declared", go_on_if_declared, "the conflict was declared"),
        Decision(
            "3.2.1",
            "defenders",
            title="the defending player declares defenders",
            seats=defending_player,
            options=defenders_space,
            accepts=(DeclareDefenders,),
            on_answer=declare_defenders,
            rule=DEFENDERS,
            checked=True,
            public=True,
        ),
        step("3.2.2", conflict_actions, "a conflict action window"),
        step("3.2.3", compare_skill, "skill is compared"),
        step("3.2.4", apply_unopposed, "an unopposed conflict costs honor"),
        step("3.2.5", break_province, "the province may break"),
        Decision(
            "/discard",
            "broken-province",
            title="the attacking player may discard from the broken province",
            seats=who_may_discard,
            options=broken_space,
            accepts=(DiscardFromBroken,),
            on_answer=discard_from_broken,
            rule=MAY_DISCARD,
        ),
        Decision(
            "3.2.6",
            "ring-effect",
            title="the attacking player may resolve the effect of the ring",
            seats=who_resolves,
            options=ring_space,
            accepts=(ResolveRing, DeclineRing),
            on_answer=resolve_or_decline,
            rule=MAY_RESOLVE,
            public=True,
            unasked=tell_stopped,
        ),
        step("3.2.7", claim_ring, "the ring is claimed"),
        step("3.2.8", return_home, "the participants return home"),
    )
