"""A match that is played and judged with everything that judges may do, and what must hold of it at every version.

Read `Judgement.take` (what holds after every event), then `step` (what is done at random), then `check_judging`.
`Tally` counts over many matches: at which questions and windows there was play and where corrections were made, and
which changes of the closed list were carried out.
"""

from collections import Counter
from typing import Any, cast

from msgspec import structs

from domain.judging.remedies.annulment import annul_action
from domain.judging.remedies.corrections import correct_table
from domain.judging.remedies.interventions import freeze_match, resume_match
from domain.judging.remedies.possible_remedies import present_opportunities
from domain.kernel import deciding as kernel
from domain.kernel.corrections.changes import AbandonStep, AnyChange, SetCount
from domain.kernel.corrections.manual_resolution import ResolveManually
from domain.kernel.deciding import refusal_of
from domain.kernel.facts import apply_all
from domain.kernel.flow.frames import Wait
from domain.kernel.ids import NO_CARD, Seat
from domain.kernel.refusals import Refusal
from domain.match import aggregate as matches
from domain.match.aggregate import Match, Paused, Refused
from domain.match.envelope import Stamp
from domain.match.events import OpenMatch, event_kind
from domain.match.judge_orders import AnnulAction, CorrectTable
from projections.windows.fold import END, as_of, parse_place
from tests.builders import Talkative, options_of
from tests.games import PLAYED, game_of
from tests.games.bringing import JudgedTests
from tests.games.common_changes import show
from tests.properties.changes import change_kind, fixed, random_changes, sought_changes
from tests.properties.test_corrections import check_correction, check_table
from tests.properties.test_late import Remedied
from tests.properties.test_ledger import passes, real_windows
from tests.properties.test_rewinds import RULED

TRIES = 25
EVERY = 5
NEVER_WAITED = "match over"


class Tally:
    """What was done in many matches of a game."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.corrected_at: Counter[str] = Counter()
        self.changes: Counter[str] = Counter()
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.versions = 0

    def never_corrected_at(self) -> list[str]:
        """The kinds of waits that play came to and at which no correction was made."""
        return sorted(set(self.asked) - set(self.corrected_at))


class Judgement(Remedied):
    """One match; what goes on is always what was read back from the stored bytes."""

    def __init__(self, game: str, seed: int, tally: Tally) -> None:
        self.tally = tally
        super().__init__(game, seed)

    def opening(self, game: str, seed: int) -> OpenMatch:
        return cast("JudgedTests", PLAYED[game]).judged_opening(seed)

    # --- what holds after every event

    def take(self, following: Any) -> None:
        before = self.match if self.states else None
        super().take(following)  # folded == live, ledger == stack, judges' events decided again, conservation, index
        self.match = self.states[self.match.version] = self.read[-1]
        event = self.events[self.match.version]
        if before is not None:
            assert self.match.table.counter >= before.table.counter, "chance is never drawn again"
        if event_kind(event) == "action":
            self.check_decided_again(event)
        self.check_answerable()
        self.check_offer()
        self.check_open_windows()

    def check_decided_again(self, event: Any) -> None:
        """An action decided on the state that was read from the bytes gives the very same facts and stack."""
        version, backs = self.match.version, dict(self.match.backs)
        if isinstance(event.cmd, OpenMatch):
            return
        before = self.states[backs.get(version, version - 1)].table
        again = kernel.decide_command(self.match.rules, before, self.match.seed, event.actor, event.cmd, version)
        assert not isinstance(again, Refusal), (version, again)
        assert again.facts == event.facts, version
        assert structs.astuple(again.flow) == structs.astuple(event.flow), version

    def check_answerable(self) -> None:
        """Whoever is awaited has something to answer; nobody else's secret answers lie about."""
        table, rules = self.match.table, self.match.rules
        if table.over is not None:
            return
        assert table.waiting.seats, self.match.version
        for seat in table.waiting.seats:
            assert not options_of(rules, table, seat).is_empty(), (self.match.version, seat, table.waiting.question)
        assert not table.sealed or any(isinstance(frame, Wait) and frame.sealed for frame in table.stack)

    def check_offer(self) -> None:
        """The newest offer of the innermost window is to the seat that holds it, under the open wait."""
        waiting = self.match.table.waiting
        if self.match.table.over is not None or waiting is None or waiting.kind == "choice":
            return
        row = as_of(self.ledger.stack.open[-1], (self.match.version, END), set(self.match.path()))
        assert row is not None
        offer = row.offers[-1]
        assert ((offer.seat,), offer.wait) == (waiting.seats, waiting.wait), self.match.version

    def check_open_windows(self) -> None:
        """The windows that a judge is told are open are those of the ledger and of the stack."""
        if self.match.table.over is None:
            present = present_opportunities(self.match, self.events)
            assert [each.at for each in present] == [row.id for row in self.ledger.stack.open], self.match.version

    def check_rewind(self, before: Match, then: Match) -> None:
        super().check_rewind(before, then)
        assert fixed(self.match.table) == fixed(then.table)
        assert not self.match.table.orders
        self.done["rewinds to an undone version"] += then.version not in before.path()

    # --- what is done

    def play(self) -> None:
        """An answer; where no correction has been made of such a question, a harmless one goes before."""
        question = self.match.table.waiting.question
        self.tally.asked[question] += 1
        if question not in self.tally.corrected_at:
            self.made(question, (show(self.match.table, self.dice),))
        super().play()

    def correct(self) -> None:
        question = self.match.table.waiting.question if self.match.table.over is None else NEVER_WAITED
        made = sought_changes(self.match, self.dice, self.tally.changes)
        changes = made if self.dice.chance(60) and made else random_changes(self.match, self.dice)
        self.made(question, changes)

    def made(self, question: str, changes: tuple[AnyChange, ...]) -> bool:
        """Carry a correction out, if it is not refused."""
        before, key = self.match, f"c{self.match.version}"
        kinds = [change_kind(before.table, each) for each in changes]
        try:
            following = correct_table(before, CorrectTable(changes), self.events, RULED, Stamp(key, "", key))
        except Refused as refused:
            self.refused[refused.refusal.rule] += 1
            return False
        self.take(following)
        self.tally.changes.update(kinds)
        self.tally.corrected_at[question] += 1
        self.done["corrections"] += 1
        event = self.events[self.match.version]
        check_correction(before, self.match, event)
        check_given_up(before.table, event)
        return True

    def correct_here(self) -> None:
        """A question at which no correction has been made: try until one is possible."""
        question = self.match.table.waiting.question
        for _ in range(TRIES):
            if self.made(question, random_changes(self.match, self.dice)):
                return

    def step(self) -> None:
        match = self.match
        over = match.table.over is not None
        if not over and match.table.waiting.question not in self.tally.corrected_at:
            self.correct_here()
        elif not over and self.dice.chance(3):
            self.call()
        elif not over and match.rules.periods and self.dice.chance(3):
            self.dice.pick((self.talk, self.talk, self.by_hand))()
        elif not over and self.dice.chance(12):
            self.correct()
        else:
            super().step()

    def call(self) -> None:
        """A seat, awaited or not, opens a case: nobody goes on until a judge has resumed the match."""
        before = self.match
        seat = self.dice.pick(before.table.seats)
        caller = RULED if self.dice.chance(50) else type(RULED)(actor=seat, role="seat", case="c-1")
        self.take(freeze_match(before, caller, Stamp(f"f{before.version}", "", f"f{before.version}")))
        assert (self.match.table, self.match.wait) == (before.table, before.wait)
        try:
            super().play()
        except Paused:
            self.done["cases opened"] += 1
        else:
            raise AssertionError("a frozen match took a command")
        if self.dice.chance(50):
            self.correct()
        self.take(resume_match(self.match, RULED, Stamp(f"g{self.match.version}", "", f"g{self.match.version}")))

    def annul(self) -> None:
        """The amounts are those before the action, if it was the last."""
        version = self.match.version
        actions = [n for n in self.match.path() if event_kind(self.events[n]) == "action"]
        back = 1 + self.dice.below(2) * self.dice.below(4)
        is_done = self.tried(annul_action, AnnulAction(actions[-min(back, len(actions))]))
        if is_done and self.match.version == version + 1:
            then = self.states[dict(self.match.backs)[self.match.version]]
            assert fixed(self.match.table) == fixed(then.table)

    def talk(self) -> None:
        """A seat, awaited or not, gives or withdraws a standing order, offers or declines a draw."""
        self.says(self.dice.pick(self.match.table.remaining_seats()), Talkative(self.dice).says(self.match))

    def by_hand(self) -> None:
        """A seat proposes to carry out by hand what one of its cards says that is not implemented."""
        table, rules = self.match.table, self.match.rules
        seat = self.dice.pick(table.waiting.seats)
        own = (each for each in table.cards.values() if each.controller == seat)
        card = next((each.handle for each in own if rules.is_unimplemented(each.key)), NO_CARD)
        self.says(seat, ResolveManually(card, "what it says", (SetCount(seat, "gold", self.dice.below(8)),)))

    def says(self, seat: Seat, command: Any) -> None:
        """A command that is no answer, if the seat may give it now."""
        match, key = self.match, f"o{self.match.version}"
        if refusal_of(match.rules, match.table, seat, command) is None:
            self.take(matches.decide(match, seat, command, wait=None, key=key, actor=seat, at="", action_id=key))
            self.done[type(command).__name__] += 1


def check_ledger_of(judged: Judgement) -> None:
    """The ledger of each earlier version, undone ones too, tells the windows that were open then."""
    rows = list(judged.ledger.stack.touched.values())
    for version in range(1, judged.match.version + 1, EVERY):
        line = set(judged.match.path(version))
        told = [row for each in rows if (row := as_of(each, (version, END), line)) and not row.closed]
        told.sort(key=lambda row: parse_place(row.id))
        real = real_windows(judged.states[version])
        assert [(row.kind, row.name, row.step, row.first, passes(row)) for row in told] == real, version


def check_given_up(before: Any, event: Any) -> None:
    """A step that was given up is over, with nothing of it left on the table, before anything else follows."""
    ruled = before.branch()
    apply_all(ruled, event.facts[: event.cut])
    for change in event.cmd.changes:
        if isinstance(change, AbandonStep):
            game_of(ruled).check_given_up(ruled, change.frame)


def check_judging(game: str, seed: int, steps: int, tally: Tally) -> Judgement:
    """One match of play and judging; what was done is added to the tally."""
    judged = Judgement(game, seed, tally)
    check_table(judged.match.table)
    for _ in range(steps):
        judged.step()
    folded = judged.folded()
    assert folded == judged.match
    check_ledger_of(judged)
    tally.done += judged.done
    tally.refused += judged.refused
    tally.versions += judged.match.version
    return judged
