"""What lasts, waits or is replaced on the floor of card games: Kites with abilities that its own cards lack."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from domain.cardgame.abilities.registry import Declaration, Declared, declares_in, once_per
from domain.cardgame.commands import InitiateAction, PlayEvent
from domain.cardgame.words.choices import Choose
from domain.cardgame.words.parts.cards import Discard
from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.parts.interrupting import Instead
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.triggers import WhenWord
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import ChooseTargets, Part
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from tests.builders import begun
from tests.examples.kites.cards import DECLARED, KITE, ME, KitesRegistry
from tests.examples.kites.game import position_of, rules
from tests.examples.kites.table import LaunchCard, SendKites, SetKites
from tests.examples.kites.tests import laid
from tests.examples.playing import after, offered, passed_to, refusal
from tests.examples.test_kites import hand_size, there

ALICE, BOB = Seat("alice"), Seat("bob")
LEAD, WREN, HERON = Handle("a-lead-kite"), Handle("a-wren"), Handle("b-heron")


@pytest.fixture(autouse=True)
def registered(kites: str) -> None:
    """Kites is among the games."""


Does = Callable[[Declaration], None]
Declaring = Callable[[Declared], None]


@pytest.fixture
def declaring(monkeypatch: pytest.MonkeyPatch) -> Declaring:
    """Lets cards of Kites do something else."""

    def declare(found: Declared) -> None:
        monkeypatch.setattr(rules, "registry", KitesRegistry(rules.pool, {**DECLARED, **found}, rules))

    return declare


def one(id: str, does: Does) -> Declared:
    """A card that does something."""
    found: Declared = {}
    declares_in(found)(f"first/{id}")(does)
    return found


def waiting_for(*kinds: str, until: str, name: tuple[str, ...] = (), parts: tuple[Part, ...] = (Draw(),)) -> Does:
    return lambda c: c.action(Later(WhenWord(kinds, name=name), parts, until=until))


def used() -> Match:
    """The action of a Lead Kite is used in the first launch phase, against a kite of Bob's."""
    match = laid(alice_play="wren lead-kite", bob_play="the-kings-kite")
    return passed_to(after(match, (ALICE, InitiateAction(LEAD, 0)), (BOB, Pass())), "send-kites")


def lost(match: Match) -> Match:
    """The match after a contest that Alice loses, in the next launch phase; she has drawn two cards before it."""
    match = after(match, (ALICE, SendKites((WREN,))), (BOB, SetKites((Handle("b-the-kings-kite"),))))
    return passed_to(match, "launch.action")


def test_what_waits_until_the_end_of_a_phase_ends_unused_with_it(declaring: Declaring) -> None:
    declaring(one("lead-kite", waiting_for("kite_lost", until="phase")))
    match = used()
    assert dict(match.table.delayed) == {}
    held = hand_size(match, ALICE)
    assert hand_size(lost(match), ALICE) == held + 2
    assert "delayed" not in position_of(match.table)


def test_what_waits_until_the_end_of_the_round_resolves_in_a_later_phase_of_it_and_ends_with_it(
    declaring: Declaring,
) -> None:
    declaring(one("lead-kite", waiting_for("kite_lost", until="round")))
    match = used()
    held = hand_size(match, ALICE)
    assert hand_size(lost(match), ALICE) == held + 1 + 2
    unused = passed_to(after(match, (ALICE, SendKites(())), (BOB, SendKites(()))), "launch.action")
    assert dict(unused.table.delayed) == {}


def test_what_waits_for_the_end_of_the_phase_itself_resolves_then(declaring: Declaring) -> None:
    declaring(one("lead-kite", waiting_for("phase_ended", until="phase")))
    match = laid(alice_play="lead-kite")
    held = hand_size(match, ALICE)
    match = passed_to(after(match, (ALICE, InitiateAction(LEAD, 0)), (BOB, Pass())), "send-kites")
    assert (hand_size(match, ALICE), dict(match.table.delayed)) == (held + 1, {})


def test_what_waits_for_the_end_of_another_phase_ends_unused(declaring: Declaring) -> None:
    declaring(one("lead-kite", waiting_for("phase_ended", until="phase", name=("contest",))))
    match = laid(alice_play="lead-kite")
    held = hand_size(match, ALICE)
    match = passed_to(after(match, (ALICE, InitiateAction(LEAD, 0)), (BOB, Pass())), "send-kites")
    assert (hand_size(match, ALICE), dict(match.table.delayed)) == (held, {})


def test_what_begins_after_a_phase_has_expired_does_not_wait_in_the_next_one(declaring: Declaring) -> None:
    later = Later(WhenWord(("kite_lost",)), (Draw(),), until="phase")
    declaring(one("lead-kite", lambda c: c.forced_reaction(WhenWord(("phase_ended",), name=("launch",)), later)))
    match = passed_to(laid(alice_play="wren lead-kite", bob_play="the-kings-kite"), "send-kites")
    assert dict(match.table.delayed) == {}


def test_a_limit_per_phase_is_fresh_in_the_next_phase(declaring: Declaring) -> None:
    declaring(one("lead-kite", lambda c: c.action(Until("lift", "round", amount=1, on=ME), limits=once_per("phase"))))
    match = after(laid(alice_play="lead-kite wren"), (ALICE, InitiateAction(LEAD, 0)), (BOB, Pass()))
    assert refusal(match, ALICE, InitiateAction(LEAD, 0)) == "kites.ability.once"
    match = passed_to(after(passed_to(match, "send-kites"), (ALICE, SendKites((WREN,)))), "contest.action")
    assert InitiateAction(LEAD, 0) in offered(match, ALICE, "initiate_action")


# --- replacements


def about_to_fall() -> Match:
    """Bob may replace that his Heron, with a spare line on it, is discarded."""
    match = laid(alice_hand="downdraft", bob_play="heron", bob_hand="spare-line")
    match = after(match, (ALICE, Pass()), (BOB, LaunchCard(Handle("b-spare-line"), HERON)))
    match = after(match, (ALICE, PlayEvent(Handle("a-downdraft"))), (ALICE, ChooseTargets((HERON,))))
    match = passed_to(match, "would-interrupt:discarded")
    return after(match, (BOB, next(each for each in offered(match, BOB, "use_interrupt") if each.card == HERON)))


def test_a_replacement_whose_condition_is_averted_waits_no_more(declaring: Declaring) -> None:
    declaring(one("heron", lambda c: c.would_interrupt(WhenWord(("discarded",), me=True), Instead(to="hand"), Draw())))
    match = about_to_fall()
    assert len(match.table.delayed) == 1
    (save,) = offered(match, BOB, "use_interrupt")
    match = passed_to(after(match, (BOB, save)), "launch.action")
    assert match.table.is_in_play(HERON)
    assert dict(match.table.delayed) == {}
    written = position_of(match.table)
    again = begun(OpenMatch("kites", (), "public", position=json.dumps(written)), 7).match
    assert position_of(again.table) == written


def test_a_replaced_condition_lets_its_later_parts_resolve_once(declaring: Declaring) -> None:
    declaring(one("heron", lambda c: c.would_interrupt(WhenWord(("discarded",), me=True), Instead(to="hand"), Draw())))
    match = about_to_fall()
    held = hand_size(match, BOB)
    match = passed_to(match, "launch.action")
    assert there(match, BOB, "hand", "heron")
    assert (hand_size(match, BOB), dict(match.table.delayed)) == (held + 2, {})


@pytest.mark.parametrize(("to", "drawn"), [("", 1), ("hand", 0)])
def test_what_follows_a_replaced_part_does_not_happen(to: str, drawn: int, declaring: Declaring) -> None:
    """It was not done in full; where nothing replaces it, it is."""

    def heron(c: Declaration) -> None:
        if to:
            c.would_interrupt(WhenWord(("discarded",), me=True), Instead(to=to), Draw())

    def downdraft(c: Declaration) -> None:
        c.action(Discard(), Draw(then=True), targets=(Choose(cards=KITE),))

    declaring(one("heron", heron) | one("downdraft", downdraft))
    match = laid(alice_hand="downdraft", bob_play="heron")
    held = hand_size(match, ALICE)
    match = after(match, (ALICE, PlayEvent(Handle("a-downdraft"))), (ALICE, ChooseTargets((HERON,))))
    match = passed_to(match, "would-interrupt:discarded" if to else "launch.action")
    for use in offered(match, BOB, "use_interrupt"):
        match = after(match, (BOB, use))
    match = passed_to(match, "launch.action")
    assert not match.table.is_in_play(HERON)
    assert hand_size(match, ALICE) == held - 1 + drawn
