"""The fact of the contests of a game that has no more to say of them."""

from __future__ import annotations

from domain.cardgame.contest import Contest, ContestTable
from domain.kernel.facts import Fact


class ContestChanged(Fact, frozen=True, tag="cards.contest_changed"):
    """A contest began or changed; None where it ended."""

    contest: Contest | None

    def apply(self, table: ContestTable) -> None:
        table.contest = self.contest
