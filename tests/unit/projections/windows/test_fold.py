"""The card that a seat used in a window, by the facts of its action."""

from __future__ import annotations

from domain.kernel.cards.card_facts import Learned
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.abilities import AbilityAnnounced
from domain.kernel.occurring.conditions import EffectObject
from projections.windows.fold import used_card

ALICE = Seat("alice")
LATER = AbilityAnnounced(EffectObject(6, "core/hear-me-roar", 0, ALICE, path=(3,)))
USED = AbilityAnnounced(EffectObject(7, "core/fealty", 0, ALICE))
SHOWN = Learned(("public",), ((Handle("h1"), "core/tywin-lannister"),))


def test_it_is_the_first_that_was_used_or_shown_to_all() -> None:
    assert used_card([USED, SHOWN]) == "core/fealty"
    assert used_card([SHOWN, USED]) == "core/tywin-lannister"
    assert used_card([]) == ""


def test_what_an_earlier_ability_does_meanwhile_was_not_used() -> None:
    assert used_card([LATER, USED]) == "core/fealty"
    assert used_card([LATER]) == ""
