"""Checks of an ability as a whole: its fields together are possible, and each of them has an effect."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.constants import Constant
from domain.cardgame.words.faults import changes
from domain.cardgame.words.faults.catalogue import BASIC_CHECKS, INERT_CHECKS, LAST_CHECKS
from domain.cardgame.words.faults.placed_ability import WordCheck, run_checks
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault
from domain.games.l5r.pool.printed import Printed
from domain.games.l5r.words.word_lists import LISTS
from domain.kernel.occurring.abilities import Ability


def faults(ability: Ability, card: Printed | None = None) -> Iterator[WordFault]:
    """All faults of an ability."""
    return run_checks(CHECKS, LISTS, ability, card)


def faults_of_change(word: Constant | Until, place: str = "") -> Iterator[WordFault]:
    """The faults of a change, whatever its amount."""
    return changes.faults_of_change(word, LISTS, place)


CHECKS: tuple[WordCheck, ...] = (*BASIC_CHECKS, *INERT_CHECKS, *LAST_CHECKS)
