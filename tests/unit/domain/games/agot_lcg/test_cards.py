"""The declared cards of the pool: each is a card that there is, says what is printed, and stands in a scenario."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from domain.games.agot_lcg.abilities.registry import DECLARED
from domain.games.agot_lcg.game import rules
from domain.games.agot_lcg.pool.pool import core_pool

SCENARIOS = Path(__file__).parents[4] / "scenarios" / "agot_lcg"
README = Path(__file__).parents[5] / "README.md"
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


def test_the_readme_says_of_which_houses_the_cards_are_not_coded() -> None:
    uncoded = {POOL[key].faction for key in rules.registry.uncoded}
    coded = {POOL[key].faction for key, abilities in IN_POOL.items() if abilities}
    houses = {card.faction: card.title.removeprefix("House ") for card in POOL.values() if card.type == "faction"}
    whole, some, none = (
        listed(houses[each] for each in found & houses.keys())
        for found in (coded - uncoded, coded & uncoded, uncoded - coded)
    )
    said = f"Abilities are coded of plots, agendas, neutral cards and the houses {whole}; those of {none} are not." + (
        f" Of {some} some are." if some else ""
    )
    assert said in " ".join(README.read_text(encoding="utf-8").split())
    assert uncoded <= houses.keys()


def listed(names: Iterable[str]) -> str:
    """Names in a sentence, in the order of the alphabet."""
    *first, last = [
        re.sub("^The ", "the ", each) for each in sorted(names, key=lambda each: each.removeprefix("The "))
    ] or [""]
    return f"{', '.join(first)} and {last}" if first else last
