"""The previews of a case: which of them is of what is to be carried out."""

from __future__ import annotations

from collections.abc import Iterator

from domain.judging.cases import entries as e
from domain.judging.cases.case import Case
from domain.judging.remedies.kinds import is_same_remedy


def current_preview(case: Case) -> e.PreviewMade | None:
    """The preview of what is to be carried out; None once it was carried out."""
    done = case.remedied == len(case.rulings) > 0
    return None if done else next(relevant_previews(case), None)


def relevant_previews(case: Case) -> Iterator[e.PreviewMade]:
    """The previews of what was ruled, or all before a ruling, the newest first."""
    made = (each for each in reversed(case.entries) if isinstance(each, e.PreviewMade))
    return (each for each in made if case.ruling is None or is_same_remedy(case.ruling.remedy, each.remedy))
