"""Each game stores the facts of the family under tags of its own."""

from __future__ import annotations

from domain.families.agot_cards.facts import cards, challenges, course
from domain.families.agot_cards.facts.own_facts import own_fact
from domain.games.agot_lcg.rules import AgotLcg
from domain.kernel.facts import Fact
from tests.first_edition import FirstEdition, table_of

FAMILY = {
    each
    for module in (cards, challenges, course)
    for each in vars(module).values()
    if isinstance(each, type) and issubclass(each, Fact) and each.__module__ == module.__name__
}


def test_every_fact_has_a_type_of_its_own_in_every_game() -> None:
    assert len(FAMILY) >= 20
    for rules in (AgotLcg, FirstEdition):
        assert rules.own_facts.keys() == FAMILY
        own = [str(each.__struct_config__.tag) for each in rules.own_facts.values()]
        assert [each for each in own if not each.startswith(f"{rules.name}.")] == []


def test_the_own_type_is_that_of_the_table() -> None:
    assert own_fact(table_of().table, cards.GoldGained) is FirstEdition.own_facts[cards.GoldGained]
