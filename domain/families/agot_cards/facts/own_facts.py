"""The facts of the family as a game stores them: a game has a type under each of them, with its own tag."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar, cast

from domain.families.agot_cards.state import AgotTable, agot_rules
from domain.kernel.facts import Fact

F = TypeVar("F", bound=Fact)
OwnFacts = Mapping[type[Fact], type[Fact]]


def own_facts_among(facts: Iterable[type[Fact]]) -> OwnFacts:
    """The facts of a game by the fact of the family that each of them is."""
    return {base: fact for fact in facts for base in fact.__bases__ if base.__module__.startswith(__package__)}


def own_fact(table: AgotTable, fact: type[F]) -> type[F]:
    """The type of a fact of the family under whose tag the game of this table stores it."""
    return cast("type[F]", agot_rules(table).own_facts[fact])
