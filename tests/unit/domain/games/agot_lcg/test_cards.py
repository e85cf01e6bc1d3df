"""The declared cards of the pool: each is a card that there is, says what is printed, and stands in a scenario."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from domain.games.agot_lcg.abilities.registry import DECLARED
from domain.games.agot_lcg.pool.pool import core_pool

SCENARIOS = Path(__file__).parents[4] / "scenarios" / "agot_lcg"
# what the words call by its moment, and a card by its kind
PRINTED_AS = {"cancel": "interrupt", "would-interrupt": "interrupt"}
POOL = core_pool().cards
IN_POOL = {key: abilities for key, abilities in DECLARED.items() if key.partition("/")[0] in core_pool().sets}


def test_every_declaration_is_of_a_card_of_the_pool() -> None:
    assert sorted(IN_POOL.keys() - POOL.keys()) == []


def test_a_card_is_declared_with_the_abilities_that_are_printed_on_it() -> None:
    """What an agenda says about decks is no ability in play: deck building reads it."""
    differing = {}
    for key, abilities in IN_POOL.items():
        declared = Counter(PRINTED_AS.get(each.timing, each.timing) for each in abilities)
        printed = Counter(note.kind for note in POOL[key].ability_notes)
        left = printed - declared
        if declared - printed or set(left) - ({"constant"} if POOL[key].type == "agenda" else set()):
            differing[key] = (declared, printed)
    assert differing == {}


def test_every_declared_card_stands_in_a_scenario() -> None:
    written = "\n".join(path.read_text(encoding="utf-8") for path in sorted(SCENARIOS.glob("*.yaml")))
    assert [key for key, abilities in IN_POOL.items() if abilities and key.partition("/")[2] not in written] == []
