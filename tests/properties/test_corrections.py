"""Corrections, rewinds and play mixed at random, at every kind of wait: what is read from the bytes is what was live.

A correction changes what it names and nothing else before its `cut`; the open question stays unless a fact says that
it was withdrawn; cards and pieces are conserved, the index of listeners equals a rebuild, the ledger equals the stack.
"""

import json
from collections import Counter
from typing import Any

from domain.games import GAMES
from domain.judging.remedies.corrections import correct_table
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.corrections.stack_repair import frame_tag
from domain.kernel.facts import apply_all
from domain.kernel.flow.waits import StepMended
from domain.kernel.refusals import NoPosition
from domain.match import aggregate as matches
from domain.match.aggregate import Match, Refused
from domain.match.envelope import Stamp
from domain.match.events import OpenMatch, event_kind
from domain.match.judge_orders import CorrectTable
from projections.windows.fold import END, as_of
from projections.windows.store import WindowFolding
from tests.builders import begun
from tests.games import each_game
from tests.games.bringing import ChangedPlay
from tests.properties.changes import fixed, random_changes
from tests.properties.test_ledger import passes, real_windows
from tests.properties.test_rewinds import RULED, Judged

NEAR = 12


class Corrector(Judged):
    """A match that is played, rewound and corrected."""

    def __init__(self, game: str, seed: int) -> None:
        self.ledger = WindowFolding("m-1")
        self.read: list[Match] = []
        self.refused: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        super().__init__(game, seed)

    def take(self, following: Any) -> None:
        super().take(following)
        before = self.read[-1] if self.read else matches.initial("m-1", self.match.seed)
        read = matches.evolve_stored(
            before, following.payload, following.head, lambda version: self.read[version - 1].table
        )
        assert read.table == self.match.table, self.match.version
        self.read.append(read)
        self.ledger.take(self.match.version, following.payload)
        assert self.told() == real_windows(self.match), self.match.version

    def told(self) -> list[tuple[Any, ...]]:
        """The windows that are open by the ledger, with what was done in them on the line being played."""
        now, line = (self.match.version, END), set(self.match.path())
        rows = [as_of(row, now, line) for row in self.ledger.stack.open]
        return [(row.kind, row.name, row.step, row.first, passes(row)) for row in rows if row]

    def correct(self) -> None:
        before = self.match
        command = CorrectTable(random_changes(before, self.dice))
        key = f"c{before.version}"
        try:
            following = correct_table(before, command, self.events, RULED, Stamp(key, "", key))
        except Refused as refused:
            self.refused[refused.refusal.rule] += 1
            return
        self.take(following)
        self.done[before.table.waiting.question] += 1
        check_correction(before, self.match, self.events[self.match.version])
        self.done["positions"] += check_position_opens(self.match)

    def step(self) -> None:
        match = self.match
        if match.version > 5 and match.table.over is None and self.dice.chance(12):
            self.correct()
        elif match.version > 5 and self.dice.chance(4):
            far = self.dice.chance(10)
            target = (
                self.dice.below(match.version - 1) + 1 if far else max(1, match.version - 1 - self.dice.below(NEAR))
            )
            if self.states[target].table.waiting is not None:
                self.rewind(target)
        elif match.table.over is None:
            self.play()

    def check_rewind(self, before: Match, then: Match) -> None:
        super().check_rewind(before, then)
        self.done["rewinds"] += 1


def check_correction(before: Match, after: Match, event: Any) -> None:
    """What was ruled changed, and nothing else; the question is the same unless a fact says otherwise."""
    assert event_kind(event) == "corrected"
    assert event.cut > 0
    assert after.wait == after.version
    ruled = before.table.branch()
    apply_all(ruled, event.facts[: event.cut])
    check_named(before.table, ruled, event.cmd.changes)
    check_table(after.table)
    mended = any(isinstance(fact, StepMended) for fact in event.facts)
    was, now = before.table, after.table
    if not mended and len(event.facts) == event.cut + 1:
        # What must be settled now is asked above the question that is open.
        assert tags(now.stack)[: len(was.stack)] == tags(was.stack)
    if not mended and len(now.stack) == len(was.stack):
        assert was.waiting.question == now.waiting.question
        assert was.waiting.seats == now.waiting.seats


def check_position_opens(match: Match) -> bool:
    """A position that can be written opens, and is written again alike; returns whether there is one.

    In a nested sequence there is none, and a game may have none of a table that no play comes to. A question that a
    correction has left one answer is still asked in the match: opened from the position, it is answered at once.
    """
    position_of = GAMES[match.rules.name].position_of
    try:
        written = position_of(match.table)
    except NoPosition:
        return False
    again = begun(OpenMatch(match.rules.name, (), match.table.policy, position=json.dumps(written)), 7).match
    assert again.table.forced or position_of(again.table) == written, match.version
    return True


def tags(stack: list[Any]) -> list[str]:
    return [frame_tag(frame) for frame in stack]


def check_named(before: Any, after: Any, made: tuple[AnyChange, ...]) -> None:
    """Amounts that no change names are what they were."""
    named = {place for change in made for place in named_by(change)}
    was, now = fixed(before), fixed(after)
    assert {k: v for k, v in was.items() if k not in named} == {k: v for k, v in now.items() if k not in named}
    assert brought(before) == brought(after)


def named_by(change: AnyChange) -> list[tuple[str, ...]]:
    if isinstance(change, changes.SetCount):
        return [(change.counter, change.seat)]
    if isinstance(change, changes.SetPieces):
        return [("pieces", change.seat, change.kind)]
    if isinstance(change, changes.SetTrack):
        return [(change.track,)]
    return []


def brought(table: Any) -> Counter[tuple[str, str]]:
    return Counter((card.owner, card.key) for card in table.cards.values())


def check_table(table: Any) -> None:
    lying = Counter((handle, zone) for zone, cards in table.zones.items() for handle in cards)
    assert lying == Counter((handle, card.zone) for handle, card in table.cards.items())
    kept = {key: frozenset(each) for key, each in table.listens.items() if each}
    assert kept == table.rebuilt_index()
    assert table.registry.rules.table_fault(table) is None


def check_mixed(game: str, seed: int, steps: int) -> Corrector:
    """One match of play, rewinds and corrections."""
    judged = Corrector(game, seed)
    for _ in range(steps):
        judged.step()
    assert judged.folded() == judged.match
    assert {rule.rpartition(".")[0] for rule in judged.refused} <= {"judging.correct"}
    return judged


@each_game("corrections")
def test_play_goes_on_after_corrections_and_folds_to_what_was_live(game: ChangedPlay) -> None:
    judged = [check_mixed(game.name, seed, 150) for seed in range(4)]
    assert all(each.done.total() > 0 for each in judged)
    assert sum(each.done["positions"] for each in judged) > 4
