"""What the tests of every game that reads decks ask of one that was read, the texts that they try, and its checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, TypeVar

import pytest
from hypothesis import strategies as st

from domain.cardgame.decks.deck_lists import ImportedDeck, LineFault

DeckT = TypeVar("DeckT")
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


def texts(titles: Iterable[str], labels: Iterable[str]) -> st.SearchStrategy[str]:
    """Lists of decks with these titles, and with lines behind a label; most of them cannot be read."""
    title = st.sampled_from(sorted(titles))
    lines = st.one_of(
        st.text(max_size=60),
        title,
        st.builds("{}x {}".format, st.integers(0, 120), title),
        st.builds("{}: {}".format, st.sampled_from(sorted(labels)), st.text(max_size=9) | title),
    )
    return st.lists(lines, max_size=20).map("\n".join)


def documents(*fields: str) -> st.SearchStrategy[dict[str, Any]]:
    """Documents that have some of these fields, whatever is in them."""
    return st.fixed_dictionaries({}, optional=dict.fromkeys(fields, JSON))


def deck_in(imported: ImportedDeck[DeckT]) -> DeckT:
    """The deck that was read, in which nothing is wrong."""
    assert imported.faults == ()
    assert imported.deck
    return imported.deck


def fault_in(imported: ImportedDeck[Any]) -> LineFault:
    """The only fault of what was read."""
    assert imported.deck is None
    (fault,) = imported.faults
    return fault


def check_deck_or_faults(imported: ImportedDeck[Any]) -> None:
    """Either a deck was read, or it is told what was not."""
    assert (imported.deck is None) == bool(imported.faults)


def check_unreadable(imported: ImportedDeck[Any], said: str) -> None:
    """The document was refused with these words."""
    fault = fault_in(imported)
    assert fault.rule == "deck.unreadable-line"
    assert said in fault.text


def check_each_is_tested(
    deck_building: ModuleType, tests: Mapping[str, Callable[[], None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each check of a deck has its test, in the order of the checks, and switched off alone makes it fail."""
    every = deck_building.CHECKS
    assert [each.__name__ for each in every] == list(tests)
    for check in every:
        tests[check.__name__]()
        monkeypatch.setattr(deck_building, "CHECKS", tuple(each for each in every if each is not check))
        with pytest.raises((AssertionError, ValueError)):
            tests[check.__name__]()
        monkeypatch.setattr(deck_building, "CHECKS", every)
