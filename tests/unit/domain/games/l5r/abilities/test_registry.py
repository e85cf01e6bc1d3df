"""Limits, and the sequence around a condition, as cards of this game meet them."""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.abilities.registry import Declaration, at_most_once_per, once_per
from domain.cardgame.words.constants import Constant
from domain.games.l5r.abilities.registry import UNLIMITED, GeneralLimit, L5rRegistry, with_default_limits
from domain.games.l5r.chart.regroup_phase import RegroupPhase
from domain.games.l5r.commands import ResolveRing
from domain.games.l5r.game import rules
from domain.games.l5r.words.choices import Choose
from domain.games.l5r.words.costs import FateCost
from domain.games.l5r.words.parts.cards import Bow
from domain.games.l5r.words.parts.pools import GainFate, GainHonor
from domain.games.l5r.words.select import CHARACTER, HOST
from domain.games.l5r.words.triggers import When
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import Ability, Limit
from domain.kernel.table import CopyOnWriteMap
from tests.builders import acted
from tests.l5r_cards import (
    ALICE,
    BOB,
    FAN,
    HELD,
    RONIN,
    answers,
    card,
    chooses,
    declares,
    in_conflict,
    in_phase,
    offered,
    players,
    plays,
    uses,
)
from tests.l5r_tables import keys, laid, pools, question

HOTARU = "doji-hotaru"
Patch = pytest.MonkeyPatch


def test_a_triggered_ability_without_a_limit_is_used_once_a_round_but_no_event() -> None:
    action, constant = Ability(timing="action"), Ability(timing="constant")
    limited = Ability(timing="action", limits=once_per("conflict", 2))
    declared = {"core/doji-hotaru": (action, constant, limited), "core/banzai": (action,)}
    found = with_default_limits(rules.pool, declared)
    once = GeneralLimit(1, "round")
    assert [each.limits for each in found["core/doji-hotaru"]] == [(once,), (), (Limit(2, "conflict"),)]
    assert found["core/banzai"][0].limits == ()
    assert UNLIMITED[0].times > 100


def test_a_second_copy_has_its_own_use_and_the_next_round_another(monkeypatch: Patch) -> None:
    declares(monkeypatch, "matsu-berserker", lambda c: c.action(GainFate()))
    two = {"play": [("matsu-berserker", {"fate": 2}), ("matsu-berserker", {"fate": 2})], **HELD}
    match = uses(in_phase("regroup", alice=two), "a-matsu-berserker")
    assert offered(match, ALICE) & {"a-matsu-berserker", "a-matsu-berserker-2"} == {"a-matsu-berserker-2"}
    match = uses(match, "a-matsu-berserker-2")
    assert pools(match, "fate")[0] == 7
    match = laid(
        RegroupPhase(at="5.2"),
        "regroup",
        usage=CopyOnWriteMap({"round:a-matsu-berserker:0": 1}),
        **players({"alice": two}),
    )
    assert match.table.usage == {}  # the round is over


def test_a_maximum_counts_all_copies_and_a_cancelled_use_too(monkeypatch: Patch) -> None:
    """A17: what is cancelled is played and paid, and counts."""

    def costly(c: Declaration) -> None:
        c.action(Bow(), costs=(FateCost(2),), targets=(Choose(cards=CHARACTER),), limits=at_most_once_per("round"))

    declares(monkeypatch, "let-go", costly)
    alice = {"hand": ["let-go", "let-go", FAN], "play": [RONIN]}
    bob = {"play": [(HOTARU, {"honored": True})], "hand": ["voice-of-honor"]}
    match = chooses(plays(in_phase("draw", alice=alice, bob=bob), "a-let-go"), "b-doji-hotaru")
    match = answers(match, "b-voice-of-honor", "effect_initiated")
    assert (card(match, "b-doji-hotaru").bowed, pools(match, "fate")[0], keys(match, ALICE, "discard")) == (
        *(False, 3),
        ["let-go"],
    )
    assert "a-let-go-2" not in offered(match, ALICE)


def test_each_ability_of_a_card_may_be_used_once_more_by_an_attachment(monkeypatch: Patch) -> None:
    declares(monkeypatch, "way-of-the-dragon", lambda c: c.constant(Constant("limit", amount=1, on=HOST)))
    shuichi = ["kaiu-shuichi", ("way-of-the-dragon", {"host": Handle("a-kaiu-shuichi")})]
    alice = {"play": shuichi, "holding": [("funeral-pyre", {"slot": 1})], **HELD}
    match = in_conflict("military", "a-kaiu-shuichi", alice=alice, bob={"play": [RONIN], **HELD})
    match = uses(uses(match, "a-kaiu-shuichi"), "a-kaiu-shuichi")
    assert pools(match, "fate")[0] == 7
    assert "a-kaiu-shuichi" not in offered(match, ALICE)


def test_a_repeatable_reaction_is_used_once_on_each_occurrence(monkeypatch: Patch) -> None:
    """Q57, whatever its limit says."""

    def eager(c: Declaration) -> None:
        c.reaction(When(("honored",)), GainFate(), limits=UNLIMITED)

    declares(monkeypatch, "matsu-berserker", eager)
    alice = {"play": ["matsu-berserker", "brash-samurai"], "hand": ["way-of-the-crane", "way-of-the-crane", FAN]}
    match = chooses(plays(in_phase("draw", alice=alice), "a-way-of-the-crane"), "a-brash-samurai")
    match = answers(match, "a-matsu-berserker", "honored")
    assert not question(match)[0].startswith("reaction")
    assert pools(match, "fate")[0] == 6


def test_forced_reactions_come_before_optional_ones(monkeypatch: Patch) -> None:
    def forced(c: Declaration) -> None:
        c.forced_reaction(When(("honored",)), GainFate())

    declares(monkeypatch, "matsu-berserker", forced)
    alice = {"play": ["savvy-politician", "matsu-berserker", RONIN], "hand": ["way-of-the-crane", FAN]}
    match = chooses(plays(in_phase("draw", alice=alice), "a-way-of-the-crane"), "a-savvy-politician")
    assert (question(match), pools(match, "fate")[0]) == (("reaction:honored", (ALICE,)), 6)


def test_a_shared_window_holds_the_reactions_to_all_parts_of_an_occurrence(monkeypatch: Patch) -> None:
    """A5: the draw and the discard of the ring of earth are one occurrence."""

    def both(c: Declaration) -> None:
        c.reaction(When(("cards_drawn",), seat="opponent"), GainHonor())
        c.reaction(When(("card_discarded",), seat="you"), GainFate())

    declares(monkeypatch, "matsu-berserker", both)
    won: dict[str, Any] = {"winner": ALICE, "loser": BOB, "decided": True, "ring": "earth"}
    bob = {"play": ["matsu-berserker"], "hand": [FAN]}
    match = in_conflict("political", "a-doji-hotaru", at="3.2.6", alice={"play": [HOTARU]}, bob=bob, **won)
    match = acted(match, ALICE, ResolveRing("earth", "draw-and-discard")).match
    window = match.table.stack[-2]
    match = answers(match, "b-matsu-berserker", "card_discarded", 1)
    assert match.table.stack[-2].about == window.about
    match = answers(match, "b-matsu-berserker", "cards_drawn", 0)
    assert (pools(match, "honor")[1], pools(match, "fate")[1]) == (11, 6)


def test_the_first_player_has_the_first_opportunity_for_reactions_within_a_conflict(monkeypatch: Patch) -> None:
    """B1: the defending player is first in the action window alone."""

    def watch(c: Declaration) -> None:
        c.reaction(When(("honored",)), GainFate())

    declares(monkeypatch, "matsu-berserker", watch)
    play = {"play": ["matsu-berserker", "brash-samurai"], "hand": ["way-of-the-crane"]}
    match = in_conflict("political", "a-brash-samurai", "b-brash-samurai", alice=play, bob=play)
    assert question(match)[1] == (BOB,)
    match = chooses(plays(match, "b-way-of-the-crane"), "b-brash-samurai")
    assert question(match) == ("reaction:honored", (ALICE,))


def test_a_character_that_comes_back_is_a_new_copy(monkeypatch: Patch) -> None:
    """A15: its ability is fresh, a maximum is not."""

    def fate(c: Declaration) -> None:
        c.action(GainFate())

    declares(monkeypatch, "matsu-berserker", fate)
    match = uses(in_phase("draw", alice={"play": ["matsu-berserker"], **HELD}), "a-matsu-berserker")
    assert [*match.table.usage] == ["round:a-matsu-berserker:0"]


def test_an_event_lies_in_the_discard_pile_when_its_effect_is_reacted_to() -> None:
    """A16."""
    alice = {"play": ["savvy-politician", RONIN], "hand": ["way-of-the-crane", FAN]}
    match = chooses(plays(in_phase("draw", alice=alice), "a-way-of-the-crane"), "a-savvy-politician")
    assert question(match)[0] == "reaction:honored"
    assert keys(match, ALICE, "discard") == ["way-of-the-crane"]


def test_an_action_event_is_played_in_the_dynasty_phase() -> None:
    """B4."""
    match = in_phase("dynasty", alice={"hand": ["way-of-the-crane"], "play": ["brash-samurai"]})
    assert card(chooses(plays(match, "a-way-of-the-crane"), "a-brash-samurai"), "a-brash-samurai").honored


def test_abilities_are_indexed_where_they_work(monkeypatch: Patch) -> None:
    match = in_phase("draw", alice={"play": [RONIN, ("duelist-training", {"host": Handle("a-wandering-ronin")})]})
    registry = match.table.registry
    assert isinstance(registry, L5rRegistry)
    assert registry.lent_by("core/duelist-training") == {1}
    assert not registry.works_from("core/duelist-training", 1, "play")
    assert registry.works_from("core/doji-hotaru", 0, "play")
    assert not registry.works_from("core/doji-hotaru", 0, "discard")
