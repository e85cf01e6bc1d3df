"""Play and rewinds mixed at random, to undone versions too: what is folded from the bytes is what was live."""

import random
from typing import Any

import msgspec
import pytest

from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.rewind import lawful_target, report_rewind, rewind_match
from domain.kernel.flow.endings import AcceptDraw, DeclineDraw, OfferDraw
from domain.match import aggregate as matches
from domain.match.aggregate import Match, NewVersion, Refused
from domain.match.envelope import Stamp
from domain.match.events import OpenMatch
from tests.builders import Dice, options_of
from tests.games import PLAYED, each_game, group_start
from tests.games.bringing import PlayTests

RULED = RulingEnvelope(actor="j-ada", role="head-judge", case="c-1", reason="a test", rules=("judging.rewind.whole",))


class Judged:
    """A match that is played and judged, with every stored event and the state at every version."""

    def __init__(self, game: str, seed: int) -> None:
        secret = random.Random(seed).randbytes(32)
        self.dice = Dice(f"judged {game} {seed}")
        self.events: dict[int, Any] = {}
        self.states: dict[int, Match] = {}
        self.stored: list[tuple[bytes, bytes]] = []
        opening = self.opening(game, seed)
        self.take(matches.open_match("m-1", opening, key="k", actor="o", at="", action_id="a", seed=secret))

    def opening(self, game: str, seed: int) -> OpenMatch:
        """How the match is opened: the groups of what the game can agree on by turns."""
        brought = PLAYED[game]
        group = [*brought.groups][seed % len(brought.groups)]
        return brought.opening(group_start(brought, group, seed))

    def take(self, following: NewVersion) -> None:
        self.match = following.match
        self.stored.append((following.payload, following.head))
        self.events[self.match.version] = matches.decode_event(self.match, following.payload)
        self.states[self.match.version] = self.match

    def play(self) -> None:
        match = self.match
        seat = self.dice.pick(match.table.waiting.seats)
        command = match.rules.command(options_of(match.rules, match.table, seat).sample(self.dice))
        key = f"k{match.version}"
        self.take(matches.decide(match, seat, command, wait=match.wait, key=key, actor=seat, at="", action_id=key))

    def rewind(self, target: int) -> None:
        asked = self.states[target]
        lawful = lawful_target(self.match, asked, self.events, target)
        then = self.states[lawful]
        report = report_rewind(self.match, then, self.events, target)
        before = self.match
        key = f"r{before.version}"
        self.take(rewind_match(before, then, self.events, report, RULED, Stamp(key, "", key)))
        self.check_rewind(before, then)

    def check_rewind(self, before: Match, then: Match) -> None:
        now = self.match
        assert now.wait == now.version
        assert now.table.counter >= before.table.counter
        assert now.table.waiting.seats == then.table.waiting.seats
        assert now.table.round == then.table.round
        assert sorted((c.key, c.zone) for c in now.table.cards.values()) == sorted(
            (c.key, c.zone) for c in then.table.cards.values()
        )
        assert now.path()[-2:] == [then.version, now.version]

    def folded(self) -> Match:
        return matches.replay(matches.initial("m-1", self.match.seed), self.stored)


def check_rewinds(game: str, seed: int, steps: int = 120) -> int:
    """Play with a rewind now and then; returns how many rewinds there were."""
    judged, rewinds = Judged(game, seed), 0
    for _ in range(steps):
        if judged.match.version > 5 and judged.dice.chance(8):
            target = judged.dice.below(judged.match.version - 1) + 1
            if judged.states[target].table.waiting is not None:
                judged.rewind(target)
                rewinds += 1
                assert judged.folded() == judged.match, judged.match.version
        elif judged.match.table.over is None:
            judged.play()
    assert judged.folded() == judged.match
    assert [fold_of(judged, version).table for version in judged.states] == [s.table for s in judged.states.values()]
    return rewinds


def fold_of(judged: Judged, version: int) -> Match:
    return matches.replay(matches.initial("m-1", judged.match.seed), judged.stored[:version])


@each_game("rewinds")
@pytest.mark.parametrize("seed", range(4))
def test_play_goes_on_after_rewinds_and_folds_to_what_was_live(game: PlayTests, seed: int) -> None:
    assert check_rewinds(game.name, seed) > 0


@each_game("rewinds")
def test_a_frozen_match_takes_no_command_of_a_seat(game: PlayTests) -> None:
    from domain.judging.remedies.interventions import freeze_match, resume_match

    judged = Judged(game.name, 1)
    judged.play()
    judged.take(freeze_match(judged.match, RULED, Stamp("f", "", "f")))
    with pytest.raises(matches.Paused):
        judged.play()
    assert judged.folded() == judged.match
    judged.take(resume_match(judged.match, RULED, Stamp("g", "", "g")))
    judged.play()
    assert judged.folded() == judged.match


def given(judged: Judged, seat: Any, command: Any) -> None:
    match, key = judged.match, f"g{judged.match.version}"
    judged.take(matches.decide(match, seat, command, wait=match.wait, key=key, actor=seat, at="", action_id=key))


@each_game("rewinds")
@pytest.mark.parametrize("how", ["declined", "played on", "stands"])
def test_no_offer_of_a_draw_survives_a_rewind(game: PlayTests, how: str) -> None:
    judged = Judged(game.name, 3)
    for _ in range(3):
        judged.play()
    offers, *others = judged.match.table.seats
    given(judged, offers, OfferDraw())
    if len(others) > 1:
        given(judged, others[0], AcceptDraw())
    target = judged.match.version
    if how == "declined":
        given(judged, others[-1], DeclineDraw())
    while how == "played on" and judged.match.table.offers:
        judged.play()
    judged.play()
    assert judged.states[target].table.offers
    judged.rewind(target)
    assert judged.match.table.offers == ()
    assert judged.folded() == judged.match
    for seat in judged.match.table.seats:
        with pytest.raises(Refused) as refused:
            given(judged, seat, AcceptDraw())
        assert refused.value.refusal.rule == "match.no-draw-offered"
    # what was offered unasked counts no longer either, and it is offered anew
    assert not judged.match.table.unasked
    given(judged, offers, OfferDraw())
    for seat in others:
        given(judged, seat, AcceptDraw())
    assert judged.match.table.over is not None
    assert judged.match.table.over.rule == "match.agreed-draw"


@each_game("rewinds")
def test_a_rewind_over_a_report_that_is_old_is_refused(game: PlayTests) -> None:
    judged = Judged(game.name, 2)
    for _ in range(5):
        judged.play()
    then = judged.states[2]
    report = msgspec.structs.replace(report_rewind(judged.match, then, judged.events, 2), from_=4)
    with pytest.raises(Refused) as refused:
        rewind_match(judged.match, then, judged.events, report, RULED, Stamp("r", "", "r"))
    assert refused.value.refusal.rule == "judging.rewind.report-seen"
