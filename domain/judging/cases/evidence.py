"""Whether a case names a thing, as evidence or in a ruling: what a case rests on stays as long as the case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from domain.judging.cases.case import Case
from domain.judging.cases.entries import AppealAnswered, EvidenceAttached, RulingGiven
from domain.kernel.refusals import Refusal

STAYS = "judging.branch.evidence-stays"
BETWEEN = re.compile(r"[^a-z0-9-]+")


def links_of(case: Case) -> Iterator[str]:
    """Every link in the evidence of a case and in its rulings."""
    for entry in case.entries:
        if isinstance(entry, EvidenceAttached):
            yield from entry.links
        elif isinstance(entry, RulingGiven | AppealAnswered) and entry.ruling is not None:
            yield from entry.ruling.evidence


def rests_on(case: Case, id: str) -> bool:
    """Whether a case names this id, alone or within an address."""
    return any(id in BETWEEN.split(link) for link in links_of(case))


def deletion_refusal(branch_id: str, cases: Iterable[Case]) -> Refusal | None:
    """Why a branch may not be deleted: the cases of its match that rest on it."""
    named = [case.id for case in cases if rests_on(case, branch_id)]
    return Refusal(STAYS, {"branch": branch_id, "cases": named}) if named else None
