"""The sides of a comparison: a version of the match, or one of a branch (`b-...`, `b-...@57` in its own count)."""

from __future__ import annotations

from msgspec import UNSET, Struct

from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.comparing import TableComparison, compare_in_part
from domain.judging.inquiry.view_changes import NO_BOUND
from domain.kernel.formats.reading import whole_number
from domain.kernel.ids import Viewer
from service.app.match.matches import Unknown
from service.web.branch.branch_access import branch_editor, other_branch
from service.web.match.question_replies import SideReply
from service.web.problems import Problem
from service.web.version_pages import MOST_VIEWS

BRANCH = "branch"


class ComparisonSide(Struct, frozen=True):
    """One side: a chronicle at a version; `branch` is empty for the match itself."""

    chronicle: Chronicle
    version: int
    branch: str = ""

    @property
    def line(self) -> str:
        """The line on which it lies."""
        return BRANCH if self.branch else self.chronicle.line(self.version)

    def reply(self) -> SideReply:
        """The side as it is answered."""
        return SideReply(version=self.version, line=self.line, branch=self.branch or UNSET)


def compare_two_sides(
    left: ComparisonSide, right: ComparisonSide, viewer: Viewer, before: int = 0, *, judging: bool
) -> TableComparison:
    """The differences between two sides, each with the place that last touched it on either side.

    In a long match the search takes some views at a time, before a version if one is given.
    """
    bounds = {"before": before or NO_BOUND, "most": MOST_VIEWS}
    return compare_in_part(
        left.chronicle, left.version, right.version, viewer, right.chronicle, judging=judging, **bounds
    )


def side_of(text: str, chronicle: Chronicle, viewer: Viewer) -> ComparisonSide:
    """The side that a text names, of a match that may be read; branches are for judges who were called.

    Raises Unknown, Problem 403, 404, 422, Refused.
    """
    branch, _, at = text.partition("@") if text.startswith("b-") else ("", "", text)
    other = other_branch(branch, branch_editor(chronicle.match.id, viewer)) if branch else chronicle
    version = number_of(text, at) or other.newest
    if version > other.newest:
        raise Unknown(chronicle.match.id, version)
    return ComparisonSide(other, version, branch)


def number_of(text: str, at: str) -> int:
    number = whole_number(at or "0")
    if number is None:
        raise Problem(422, "request.shape", because={"side": text, "needed": "41, b-..., or b-...@57"})
    return number
