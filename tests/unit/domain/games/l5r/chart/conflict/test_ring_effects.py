"""3.2.6: the effect of each ring, what it may be resolved on, and that it may be declined."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.commands import DeclineRing, ResolveRing
from domain.kernel.ids import Handle
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, Refused
from tests.builders import acted
from tests.l5r_tables import ALICE, BOB, after, card, conflict, keys, laid, pools, question, refusal, rings_of

THEIRS: list[Any] = [
    ("seeker-initiate", {"fate": 2}),
    ("savvy-politician", {"bowed": True}),
    ("kakita-asami", {"dishonored": True}),
]
IDLE = "l5r.target.must-be-affectable"
OWN: list[Any] = [("doji-hotaru", {"honored": True, "fate": 1})]


def won(ring: str, **said: Any) -> Match:
    """A conflict for a ring that Alice has won, at the resolution of its effect."""
    contest = conflict(ring=ring, attackers=(Handle("a-doji-hotaru"),), winner=ALICE, loser=BOB, decided=True)
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.6"))
    has = {"alice": {"play": OWN}, "bob": {"play": THEIRS, "hand": ["fine-katana", "court-mask"]}, **said}
    return laid(frames, contest=contest, **has)


def resolved(ring: str, effect: str, target: str = "", **said: Any) -> Match:
    match = won(ring, **said)
    assert question(match) == ("ring-effect", (ALICE,))
    return after(match, (ALICE, ResolveRing(ring, effect, Handle(target))))


def status(match: Match, handle: str) -> tuple[bool, bool]:
    """Whether a character is honored, and whether it is dishonored."""
    return card(match, handle).honored, card(match, handle).dishonored


def test_air_takes_1_honor_or_gains_2() -> None:
    assert pools(resolved("air", "take-honor"), "honor") == (11, 9)
    assert pools(resolved("air", "gain-honor"), "honor") == (12, 10)


def test_earth_draws_a_card_and_discards_one_of_the_other_hand_at_random() -> None:
    match = resolved("earth", "draw-and-discard")
    assert (len(keys(match, ALICE, "hand")), len(keys(match, BOB, "hand"))) == (2, 1)
    assert len(keys(match, BOB, "discard")) == 1
    match = resolved("earth", "draw-and-discard", bob={"hand": [], "play": THEIRS})
    assert (len(keys(match, ALICE, "hand")), keys(match, BOB, "discard")) == (2, [])


def test_fire_honors_or_dishonors_a_character_by_one_step() -> None:
    match = resolved("fire", "honor", "b-kakita-asami")
    assert status(match, "b-kakita-asami") == (False, False)
    assert status(resolved("fire", "honor", "b-seeker-initiate"), "b-seeker-initiate") == (True, False)
    assert status(resolved("fire", "dishonor", "b-seeker-initiate"), "b-seeker-initiate") == (False, True)
    match = resolved("fire", "dishonor", "a-doji-hotaru")
    assert status(match, "a-doji-hotaru") == (False, False)


def test_water_readies_a_character_or_bows_one_without_fate() -> None:
    assert not card(resolved("water", "ready", "b-savvy-politician"), "b-savvy-politician").bowed
    assert card(resolved("water", "bow", "b-kakita-asami"), "b-kakita-asami").bowed


def test_void_removes_a_fate() -> None:
    assert card(resolved("void", "remove-fate", "b-seeker-initiate"), "b-seeker-initiate").fate == 1


@pytest.mark.parametrize(
    ("ring", "effect", "target", "rule"),
    [
        ("air", "honor", "", "l5r.ring.effect-air"),
        ("air", "take-honor", "b-seeker-initiate", "l5r.ring.effect-air"),
        ("fire", "honor", "a-doji-hotaru", IDLE),
        ("fire", "dishonor", "b-kakita-asami", IDLE),
        ("fire", "honor", "b-fine-katana", "l5r.ring.effect-fire"),
        ("water", "ready", "b-kakita-asami", IDLE),
        ("water", "bow", "b-seeker-initiate", "l5r.ring.effect-water"),
        ("water", "bow", "b-savvy-politician", IDLE),
        ("void", "remove-fate", "b-kakita-asami", IDLE),
    ],
)
def test_an_effect_that_would_change_nothing_is_refused_by_its_rule(
    ring: str, effect: str, target: str, rule: str
) -> None:
    assert refusal(won(ring), ALICE, ResolveRing(ring, effect, Handle(target))) == rule


def test_fire_does_not_dishonor_an_ordinary_character_that_a_card_keeps_from_it() -> None:
    contest = conflict(ring="fire", attackers=(Handle("a-steward-of-law"),), winner=ALICE, loser=BOB, decided=True)
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at="3.2.6"))
    theirs = ["seeker-initiate", ("kaiu-envoy", {"honored": True})]
    match = laid(frames, contest=contest, alice={"play": ["steward-of-law"]}, bob={"play": theirs})
    with pytest.raises(Refused) as caught:
        acted(match, ALICE, ResolveRing("fire", "dishonor", Handle("b-seeker-initiate")))
    told: dict[str, object] = {
        "target": "b-seeker-initiate",
        "effect": "dishonor",
        "because_of": ["core/steward-of-law"],
    }
    assert caught.value.refusal == Refusal(IDLE, told)
    match = after(match, (ALICE, ResolveRing("fire", "dishonor", Handle("b-kaiu-envoy"))))
    assert status(match, "b-kaiu-envoy") == (False, False)


def test_the_effect_may_be_declined_and_the_ring_is_claimed_all_the_same() -> None:
    match = after(won("air"), (ALICE, DeclineRing()))
    assert (pools(match, "honor"), [*rings_of(match)]) == ((10, 10), [("air", ALICE)])


def test_without_any_possible_effect_nobody_is_asked() -> None:
    bare = {"alice": {"play": ["doji-hotaru"]}, "bob": {"play": []}}
    match = won("void", **bare)
    assert question(match)[0] != "ring-effect"
    assert [*rings_of(match)] == [("void", ALICE)]
