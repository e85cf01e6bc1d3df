"""Cases at random beside play at random, both games: wherever a case has come to, somebody can close it.

Read `Docket.step` (what is done), then `Docket.way_out` (what whoever judges does to have the case closed).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from domain.games import GAMES
from domain.judging.cases import commands as m
from domain.judging.cases.case import (
    ANSWERED,
    APPEALED,
    CLOSED,
    EXAMINED,
    OPENED,
    REMEDIED,
    RULED,
    STATES,
    Case,
    initial,
)
from domain.judging.cases.commands import CaseContext
from domain.judging.cases.deciding import decide
from domain.judging.cases.entries import PreviewMade, Ruling
from domain.judging.cases.remedying import cannot_be_done
from domain.judging.remedies.kinds import is_same_remedy
from domain.kernel.ids import HEAD_JUDGE, JUDGE
from domain.match.aggregate import Match, Refused, decode_event
from domain.match.envelope import SEAT, Actor, Stamp
from domain.match.events import event_kind
from tests.games import BROUGHT
from tests.properties.test_rewinds import Judged

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
STAFF = (Actor("ada", JUDGE), Actor("ben", HEAD_JUDGE), Actor("cleo", HEAD_JUDGE))
OF_SEATS = (m.State, m.Accept, m.Appeal, m.Consent, m.Withdraw)
RULE = "judging.ruling.cites-rules"
# what a case has a place for, by its state; what is asked for more often stands twice
FITTING: dict[str, tuple[type[m.CaseCommand], ...]] = {
    OPENED: (m.Take, m.Take, m.State, m.Withdraw),
    EXAMINED: (m.AskSeat, m.AskSeat, m.GiveRuling, m.GiveRuling, m.Preview, m.Resume, m.Freeze, m.Abandon),
    RULED: (m.Amend, m.Appeal, m.Appeal, m.Accept, m.Accept, m.Preview, m.Remedy, m.Remedy, m.Resume, m.Freeze),
    APPEALED: (m.Answer, m.Answer, m.Preview, m.Resume, m.Freeze),
    ANSWERED: (m.Amend, m.Preview, m.Preview, m.Consent, m.Remedy, m.Remedy, m.Resume, m.Resume, m.Freeze, m.Close),
    REMEDIED: (m.Freeze, m.Preview, m.Amend, m.Close, m.Close),
    CLOSED: (m.Open,),
}
LONGEST_WAY = 25
# of the proof
SEEDS = range(12)
STEPS = 500


def ruling_with(remedy: dict[str, Any], finding: str = "found") -> Ruling:
    return Ruling(finding, "reason", "to the players", (RULE,), remedy=remedy, worse="worse" if remedy else "")


class Situation:
    """A case and its match at one moment, with the events that led there; each command gives another one."""

    def __init__(self, case: Case, match: Match, events: dict[int, Any], states: dict[int, Match], at: int) -> None:
        self.case, self.match, self.events, self.states, self.at = case, match, events, states, at

    def context(self, command: Any, by: Actor) -> CaseContext:
        at = (BEGUN + timedelta(seconds=self.at)).isoformat()
        return CaseContext(self.case, command, by, at, self.match, self.events, self.states.__getitem__)

    def change(self, command: Any, by: Actor) -> Any:
        """What a command enters; raises Refused."""
        key = f"{self.case.id}-{self.case.version}"
        context = self.context(command, by)
        return decide(context, Stamp(key, context.at, key))

    def after(self, command: Any, by: Actor) -> Situation | None:
        """The situation after a command; nothing where it is refused."""
        try:
            change = self.change(command, by)
        except Refused:
            return None
        events, states = dict(self.events), dict(self.states)
        for each in change.followings:
            events[each.match.version] = decode_event(each.match, each.payload)
            states[each.match.version] = each.match
        last = change.followings[-1].match if change.followings else self.match
        return Situation(change.case, last, events, states, self.at)

    def ways_on(self) -> list[tuple[Any, Actor]]:
        """What helps to have a case closed, the shortest way first."""
        case = self.case
        chief = STAFF[1] if case.ruled_by != STAFF[1].actor else STAFF[2]
        nothing = ruling_with({}, f"nothing {case.version}")
        seats = [Actor(seat, SEAT) for seat in case.opening.seats]
        ways: list[tuple[Any, Actor]] = [(m.Take(), chief)] if not case.judge else []
        judge = next((each for each in STAFF if each.actor == case.judge), chief)
        ways += [(m.Close(), judge), (m.Abandon("reason"), judge), (m.Answer("replace", "text", nothing), chief)]
        if case.ruling is not None and case.ruling.remedy:
            ways.append((m.Amend(nothing), judge))
            ways += [
                (m.Remedy(each.preview, len(case.rulings), self.match.version), chief)
                for each in reversed(previews(case))
                if is_same_remedy(case.ruling.remedy, each.remedy)
            ][:1]
            ways += [(m.Preview(case.ruling.remedy), chief), (m.Freeze("reason"), chief)]
        return [*ways, *((m.Accept(), seat) for seat in seats)]

    def way_out(self) -> list[str]:
        """The commands that close the case from here, each one that is allowed."""
        way, here = list[str](), self
        while here.case.state != CLOSED:
            tried = ((command, then) for command, by in here.ways_on() if (then := here.after(command, by)) is not None)
            found = next(tried, None)
            assert found is not None, f"stuck as {here.case.state} at v{here.match.version} after {way}"
            way.append(type(found[0]).tag)
            assert len(way) < LONGEST_WAY, way
            here = found[1]
        return way


def previews(case: Case) -> list[PreviewMade]:
    return [each for each in case.entries if isinstance(each, PreviewMade)]


class Docket(Judged):
    """A match that is played while its cases are opened, argued, ruled, appealed and perhaps closed."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, seed)
        self.done, self.at, self.number = Counter[str](), 0, 0
        self.case = self.fresh()

    def fresh(self) -> Case:
        self.number += 1
        return initial(f"c-{self.number}", self.match.seed)

    def here(self) -> Situation:
        return Situation(self.case, self.match, self.events, self.states, self.at)

    def step(self) -> None:
        self.at += self.dice.pick((1, 20, 400))
        if self.dice.chance(50) and self.match.table.over is None and not self.match.flags.frozen:
            self.play()
            return
        if self.case.state == CLOSED:
            self.case = self.fresh()
        seats = self.match.table.seats
        if not self.case.version:
            self.enter(m.Open("m-1"), Actor(self.dice.pick(seats), SEAT))
            return
        command = self.command()
        self.enter(command, self.asker(command))

    def asker(self, command: Any) -> Actor:
        """Who gives a command: mostly one of those who may."""
        if isinstance(command, OF_SEATS):
            return Actor(self.dice.pick(self.match.table.seats), SEAT)
        if isinstance(command, m.Answer | m.Take) or self.dice.chance(10):
            return STAFF[self.dice.below(len(STAFF))]
        return next((each for each in STAFF if each.actor == self.case.judge), STAFF[0])

    def remedy(self) -> dict[str, Any]:
        """A remedy at random, which more often than not is one that this match bears at some moment."""
        ruled = self.case.ruling.remedy if self.case.ruling is not None else {}
        if ruled and self.dice.chance(50):
            return dict(ruled)
        if self.dice.chance(3):
            return {"kind": "ending", "how": "draw"}
        version, seat = self.dice.below(self.match.version) + 1, self.dice.pick(self.match.table.seats)
        actions = [n for n in self.match.path() if event_kind(self.events[n]) == "action"]
        last = {"kind": "annulment", "of": actions[-1 - self.dice.below(min(2, len(actions)))]}
        others = ({"kind": "rewind", "to": version}, {"kind": "opportunity", "seat": seat, "at": str(version)})
        every: tuple[dict[str, Any], ...] = (
            last,
            last,
            {**last, "change_of_mind": True},
            *others,
            {"kind": "acceptance"},
            {},
        )
        return every[self.dice.below(len(every))]

    def command(self) -> Any:
        """A command at random, mostly one that the state of the case has a place for."""
        state = self.case.state if self.dice.chance(85) else self.dice.pick(STATES[:-1])
        return self.made(self.dice.pick(FITTING[state]))

    def made(self, kind: type[m.CaseCommand]) -> Any:
        """A command of a kind, about what there is."""
        case = self.case
        ruling, preview = (
            ruling_with(self.remedy(), f"found {case.version}"),
            self.dice.pick((*previews(case)[-2:], None)),
        )
        named = preview.preview if preview is not None else "p-1"
        verdict = self.dice.pick(("confirm", "change", "replace"))
        seats = self.match.table.seats
        silent = [seat for seat in seats if seat not in case.heard]
        said: dict[type[m.CaseCommand], dict[str, Any]] = {
            m.AskSeat: {"seat": self.dice.pick(silent or seats), "text": "text"},
            m.GiveRuling: {"ruling": ruling},
            m.Amend: {"ruling": ruling},
            m.Answer: {"verdict": verdict, "text": "text", "ruling": None if verdict == "confirm" else ruling},
            m.Preview: {"remedy": self.remedy() or {"kind": "acceptance"}},
            m.Consent: {"preview": named},
            m.Remedy: {"preview": named, "ruling": max(1, len(case.rulings)), "version": self.match.version},
        }
        fields = said.get(kind, {})
        if kind is m.Consent:
            fields["consent"] = self.dice.pick((True, True, False))
        needed = [each for each in kind.__struct_fields__ if each in ("text", "reason") and each not in fields]
        return kind(**fields, **dict.fromkeys(needed, "text"))

    def enter(self, command: Any, by: Actor) -> None:
        """Give a command; one that is refused changes nothing."""
        try:
            change = self.here().change(command, by)
        except Refused:
            return
        self.case = change.case
        for each in change.followings:
            self.take(each)
        self.done[type(command).tag] += 1
        if isinstance(command, m.GiveRuling | m.Amend | m.Answer):
            self.done["cannot be done"] += cannot_be_done_now(self.here())

    def check(self) -> None:
        """Somebody can close the case, and what was answered for good is ruled anew only where it cannot be done."""
        if not self.case.version or self.case.state == CLOSED:
            return
        here = self.here()
        self.done[f"closed from {self.case.state}"] += 1
        way = here.way_out()
        if self.case.state == ANSWERED and not cannot_be_done(here.context(None, STAFF[0])):
            assert way[0] != "amend", way
        self.done["amended after an answer"] += self.case.state == ANSWERED and way[0] == "amend"


def cannot_be_done_now(here: Situation) -> bool:
    """Whether the remedy that was just ruled is refused, whatever the seats think of it."""
    remedy = here.case.ruling.remedy if here.case.ruling is not None else {}
    if not remedy or here.match.flags.frozen != here.case.id:
        return False
    return here.after(m.Preview(remedy), STAFF[1]) is None


def walk(game: str, seed: int, steps: int = STEPS) -> Counter[str]:
    """One match with its cases; returns how often what was done."""
    docket = Docket(game, seed)
    for _ in range(steps):
        docket.step()
        docket.check()
    assert docket.folded() == docket.match
    return docket.done


def assert_each_can_be_closed(game: str, seeds: Iterable[int]) -> None:
    done = Counter[str]()
    for seed in seeds:
        done += walk(game, seed)
    print(f"{game}: {dict(done)}")
    assert done["cannot be done"] == 0, "what was ruled could be carried out when it was ruled"
    assert [each for each in STATES[:-1] if not done[f"closed from {each}"]] == [], done
    assert done["amended after an answer"] > 0, done


@pytest.mark.parametrize("game", sorted(GAMES))
def test_from_every_state_of_a_case_somebody_can_close_it(game: str) -> None:
    assert_each_can_be_closed(game, BROUGHT[game].judged_cases)


@pytest.mark.proof
@pytest.mark.parametrize("game", sorted(GAMES))
def test_from_every_state_of_many_cases_somebody_can_close_them(game: str) -> None:
    assert_each_can_be_closed(game, SEEDS)
