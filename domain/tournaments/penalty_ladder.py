"""Penalties: what the ladder allows for a player's record, and who may give it; for events and for cases."""

from __future__ import annotations

from collections.abc import Iterable

from domain.kernel.refusals import Refusal
from domain.tournaments.regulation import Regulation


def step_allowed(regulation: Regulation, infraction: str, earlier: int) -> str:
    """The penalty of the ladder for an infraction that a player has been penalised for `earlier` times."""
    steps = regulation.infractions()[infraction].steps
    return steps[min(earlier, len(steps) - 1)]


def earlier_ones(infraction: str, infractions: Iterable[str]) -> int:
    """The number of times that an infraction is in a record."""
    return sum(each == infraction for each in infractions)


def ladder_refusal(
    regulation: Regulation, record: Iterable[str], infraction: str, penalty: str, office: str
) -> Refusal | None:
    """Why a penalty may not be given in an office for an infraction, after those of the player's record.

    `record` are the infractions that the player was penalised for. A step that the ladder does not allow needs the
    head judge, and so do grave penalties.
    """
    rule, infractions, kinds = "judging.penalty.ladder", regulation.infractions(), regulation.penalties()
    if infraction not in infractions:
        return Refusal(rule, {"field": "infraction", "infraction": infraction, "known": sorted(infractions)})
    if penalty not in kinds:
        return Refusal(rule, {"field": "penalty", "penalty": penalty, "known": list(kinds)})
    if office == "head-judge":
        return None
    if "head-judge" in (infractions[infraction].given_by, kinds[penalty].given_by):
        because: dict[str, object] = {"infraction": infraction, "penalty": penalty, "needs": "head-judge"}
        return Refusal("judging.penalty.head-judge-only", because)
    earlier = earlier_ones(infraction, record)
    allowed = step_allowed(regulation, infraction, earlier)
    if penalty != allowed:
        because = {"infraction": infraction, "earlier": earlier, "allowed": allowed, "given": penalty}
        return Refusal(rule, {**because, "needs": "head-judge"})
    return None
