"""What shared code reads of a printed card is what the protocols of printed cards say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import domain.cardgame
from domain.cardgame.abilities.registry import Registry
from domain.cardgame.decks.deck_lists import DeckCard
from domain.cardgame.pool.printed_card import AttachedCard, HostCard, PlayedCard, PrintedCard


def members(protocol: type) -> set[str]:
    """What a protocol and those under it ask of a card."""
    return {name for each in protocol.__mro__ for name, value in vars(each).items() if isinstance(value, property)}


def values_read(path: Path) -> Iterator[str]:
    """The values of cards that a module reads as `printed.value`, of a name or of a card; not what it calls."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    called = {id(each.func) for each in ast.walk(tree) if isinstance(each, ast.Call)}
    for each in ast.walk(tree):
        if isinstance(each, ast.Attribute) and id(each) not in called:
            of: Any = each.value
            if "printed" in (getattr(of, "id", ""), getattr(of, "attr", "")):
                yield each.attr


def test_every_printed_value_that_shared_code_reads_is_of_a_protocol() -> None:
    read = {name for path in Path(domain.cardgame.__path__[0]).rglob("*.py") for name in values_read(path)}
    said = members(HostCard) | members(AttachedCard) | members(DeckCard)
    assert sorted(read - said) == []
    assert {"cost", "cost_x", "traits", "title"} <= read


def test_the_cards_whose_abilities_are_registered_have_what_playing_reads() -> None:
    (card,) = Registry.__parameters__  # type: ignore[attr-defined]
    assert card.__bound__ is PlayedCard
    assert members(PlayedCard) - members(PrintedCard) == {"cost", "cost_x", "traits"}
