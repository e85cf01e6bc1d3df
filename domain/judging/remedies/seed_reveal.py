"""The event that reveals the seed of a match: from then on everybody can repeat what was drawn.

Read `reveal_refusal` (when it may be revealed, and by whom), then `reveal_seed`.
"""

from __future__ import annotations

from collections.abc import Collection

from domain.judging.cases.commands import MatchSetting
from domain.judging.cases.desk import Desk, own_match_refusal
from domain.judging.remedies.interventions import RulingEnvelope, intervention
from domain.kernel.ids import ADMIN, HEAD_JUDGE, JUDGE
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, NewVersion
from domain.match.envelope import ORGANIZER, Actor, Stamp

SETTLED = "judging.reveal.when-settled"
OFFICES = (JUDGE, HEAD_JUDGE, ORGANIZER, ADMIN)


def reveal_refusal(
    match: Match, desk: Desk, setting: MatchSetting, by: Actor, open_cases: Collection[str]
) -> Refusal | None:
    """Why somebody may not reveal the seed now; `by` in the office in which they act, `open_cases` about the match."""
    if by.role not in OFFICES:
        return setting.outside(by.actor)
    if refusal := own_match_refusal(match, setting, desk.interested, by.actor):
        return refusal
    if match.table.over is None or open_cases:
        return Refusal(SETTLED, {"over": match.table.over is not None, "cases": sorted(open_cases)})
    return None


def reveal_seed(match: Match, by: Actor, stamp: Stamp) -> NewVersion:
    """The version that reveals the seed; the table stays as it is."""
    ruled = RulingEnvelope(actor=by.actor, role=by.role, case="", rules=(SETTLED,))
    return intervention(match, "seed_revealed", ruled, stamp, match.table)
