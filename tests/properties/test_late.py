"""Late abilities, restored opportunities, annulments and endings mixed with play, corrections and rewinds, each game.

After a remedy that stands above the open question that question is open again; every stored event is decided again to
the same bytes; what is folded from the bytes is what was live.
"""

from collections.abc import Callable
from typing import Any

import pytest

from domain.games import GAMES
from domain.judging.remedies.annulment import annul_action
from domain.judging.remedies.corrections import correct_table
from domain.judging.remedies.ending_remedies import accept_table, end_match
from domain.judging.remedies.late_abilities import resolve_ability_now, restore_opportunity
from domain.judging.remedies.possible_remedies import missable_abilities
from domain.judging.remedies.redeciding import redecide_event
from domain.kernel.flow.priority_windows import WindowOpened
from domain.kernel.flow.waits import StepMended
from domain.kernel.occurring.conditions import ConditionsOccurred
from domain.match.aggregate import Match, Refused
from domain.match.envelope import Stamp
from domain.match.events import event_kind
from domain.match.judge_orders import (
    AcceptTable,
    AnnulAction,
    CorrectTable,
    EndMatch,
    ResolveAbilityNow,
    RestoreOpportunity,
)
from tests.games import game_of
from tests.properties.test_corrections import Corrector, check_table
from tests.properties.test_rewinds import RULED

RECENT = 15


class Remedied(Corrector):
    """A match in which judges do all that they may."""

    def __init__(self, game: str, seed: int) -> None:
        self.below: list[tuple[int, Match]] = []
        super().__init__(game, seed)

    def take(self, following: Any) -> None:
        before = self.match if self.states else None
        super().take(following)
        event = self.events[self.match.version]
        if before is not None and event_kind(event) != "action":
            today = redecide_event(
                before, event, {n: each for n, each in self.events.items() if n < self.match.version}
            )
            assert today is None or today.payload == following.payload, event_kind(event)
        check_table(self.match.table)

    def step(self) -> None:
        match = self.match
        if match.table.over is None and match.version > 5 and self.dice.chance(15):
            self.dice.pick((self.late, self.restore, self.restore, self.annul))()
        else:
            super().step()

    def tried(self, carried: Callable[..., Any], command: Any) -> bool:
        """Carry a remedy out, if it is not refused."""
        before, key = self.match, f"t{self.match.version}"
        try:
            found = carried(before, command, self.events, RULED, Stamp(key, "", key))
        except Refused as refused:
            self.refused[refused.refusal.rule] += 1
            return False
        for each in found if isinstance(found, tuple) else (found,):
            self.take(each)
        self.done["taken again"] += len(found) > 1 if isinstance(found, tuple) else 0
        self.done[type(command).__name__] += 1
        return True

    def recent(self, *kinds: type) -> list[str]:
        """Places of facts of these kinds in the last versions of the line, and the versions themselves."""
        line = self.match.path()[-RECENT:]
        places = [
            f"{version}.{n}"
            for version in line
            for n, fact in enumerate(self.events[version].facts, 1)
            if isinstance(fact, kinds)
        ]
        return [*places, *map(str, line)]

    def late(self) -> None:
        """Resolve a mandatory ability late: half the time one that was missed, if there is one, else any."""
        if self.dice.chance(50):
            self.misses()
            missed = next(missable_abilities(self.match, self.events, RECENT), None)
            if missed is not None:
                self.above(resolve_ability_now, missed.command)
                return
        table = self.match.table
        cards = [card for card in table.cards if table.is_in_play(card)] or list(table.cards)
        forced = [card for key, each in table.listens.items() if key.startswith("forced-reaction") for card, _ in each]
        card = (
            self.dice.pick(sorted(forced) or sorted(cards)) if self.dice.chance(80) else self.dice.pick(sorted(cards))
        )
        at = self.dice.pick(self.recent(ConditionsOccurred))
        command = ResolveAbilityNow(card, self.dice.below(2), at)
        self.above(resolve_ability_now, command)

    def misses(self) -> None:
        """Change the table so that a mandatory ability of a seat was missed, if the game has a way to."""
        table = self.match.table
        changes = game_of(table).missing_changes(table, self.dice.pick(table.seats), self.dice)
        if changes:
            self.tried(correct_table, CorrectTable(changes))

    def restore(self) -> None:
        seat = self.dice.pick(self.match.table.seats)
        at = self.dice.pick(self.recent(WindowOpened, ConditionsOccurred))
        self.above(restore_opportunity, RestoreOpportunity(seat, at))

    def above(self, carried: Callable[..., Any], command: Any) -> None:
        """A remedy above the open question: played on to its end, it is the same question, under a new id."""
        was, depth, version = self.match.table.waiting, len(self.match.table.stack), self.match.version
        if not self.tried(carried, command):
            return
        while self.match.table.over is None and len(self.match.table.stack) > depth:
            self.play()
        now = self.match.table.waiting
        if now is None or (now.kind, now.question, now.seats) != (was.kind, was.question, was.seats):
            # An ability may end the match, or change whom a step must ask; it never passes a window, unless what the
            # window is about can no longer happen, which a fact tells.
            since = (fact for n in range(version + 1, self.match.version + 1) for fact in self.events[n].facts)
            assert now is None or was.kind == "choice" or any(isinstance(fact, StepMended) for fact in since)
            self.done["another question"] += 1
            return
        assert len(self.match.table.stack) == depth
        assert now.wait == self.match.version
        self.done["back at the same question"] += 1

    def annul(self) -> None:
        actions = [n for n in self.match.path() if event_kind(self.events[n]) == "action"]
        back = 1 + self.dice.below(2) * self.dice.below(4)
        self.tried(annul_action, AnnulAction(actions[-min(back, len(actions))]))


def check_remedies(game: str, seed: int, steps: int) -> Remedied:
    judged = Remedied(game, seed)
    for _ in range(steps):
        judged.step()
    assert judged.folded() == judged.match
    return judged


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("seed", range(3))
def test_late_remedies_leave_the_question_open_and_are_decided_again(game: str, seed: int) -> None:
    judged = check_remedies(game, seed, 200)
    assert judged.done["AnnulAction"] > 0


@pytest.mark.parametrize("game", sorted(GAMES))
def test_an_accepted_table_stays_and_a_ruling_ends_the_match(game: str) -> None:
    judged = Remedied(game, 5)
    for _ in range(10):
        judged.play()
    before = judged.match
    assert judged.tried(accept_table, AcceptTable())
    assert judged.match.table == before.table
    assert judged.match.wait == before.wait
    winner = judged.match.table.seats[0]
    assert judged.tried(end_match, EndMatch("loss", winner))
    assert (judged.match.table.over.winner, judged.match.table.over.how) == (winner, "ruled-loss")
    assert judged.tried(end_match, EndMatch("draw"))
    assert not judged.tried(end_match, EndMatch("draw"))
    assert judged.match.table.over.winner == ""
    assert judged.folded() == judged.match
