"""The declared cards: each is a card that there is, says what is printed on it, and is written without a fault."""

from __future__ import annotations

from collections import Counter

from domain.games.l5r.abilities.registry import DECLARED
from domain.games.l5r.game import rules
from domain.games.l5r.pool.pool import core_pool

POOL = core_pool().cards
PRINTED_AS = {"cancel": "interrupt", "would-interrupt": "interrupt"}
"""What the words call by its moment, and a card by its kind."""
SAID_OTHERWISE = {
    "core/duelist-training": "the action that it gives stands in its text",
    "core/guidance-of-the-ancestors": "that it is played from the discard pile is so at any time",
    "core/togashi-kazue": "the action that it has as an attachment stands in its text",
}
"""The cards whose words are of other kinds than what is printed, and why."""


def test_every_declaration_is_of_a_card_of_the_pool() -> None:
    assert sorted(DECLARED.keys() - POOL.keys()) == []


def test_a_card_is_declared_with_the_abilities_that_are_printed_on_it() -> None:
    """What a role says about decks is no ability in play: deck building reads it."""
    differing = {}
    for key, abilities in DECLARED.items():
        declared = Counter(PRINTED_AS.get(each.timing, each.timing) for each in abilities)
        printed = Counter(note.kind for note in POOL[key].ability_notes)
        if POOL[key].type == "role":
            printed["constant"] -= 1
        if +printed != declared and key not in SAID_OTHERWISE:
            differing[key] = (declared, printed)
    assert differing == {}


def test_cards_without_a_declaration_are_resolved_by_hand() -> None:
    with_text = {key for key, printed in POOL.items() if printed.ability_notes}
    assert rules.registry.uncoded == with_text - DECLARED.keys()
