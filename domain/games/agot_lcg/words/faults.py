"""Checks of an ability as a whole: its fields together are possible, and each of them has an effect.

`faults` runs the checks of every card game, of the family and of this game, and yields faults, each with its place in
the ability and, where a word of a closed list is close, what may have been meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.constants import Constant
from domain.cardgame.words.faults import changes
from domain.cardgame.words.faults.catalogue import BASIC_CHECKS, INERT_CHECKS, LAST_CHECKS
from domain.cardgame.words.faults.placed_ability import PlacedAbility, WordCheck, run_checks
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault
from domain.families.agot_cards.words.challenge_faults import check_periods
from domain.families.agot_cards.words.faults import (
    AGOT_INERT_CHECKS,
    CARD_CHECKS,
    CHALLENGE_CHECKS,
    faults_of_loyalty,
)
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.games.agot_lcg.words.word_lists import LISTS
from domain.kernel.occurring.abilities import Ability


def faults(ability: Ability, card: Printed | None = None) -> Iterator[WordFault]:
    """All faults of an ability."""
    return run_checks(CHECKS, LISTS, ability, card)


def faults_of_change(word: Constant | Until, place: str = "") -> Iterator[WordFault]:
    """The faults of a change, whatever its amount."""
    yield from changes.faults_of_change(word, LISTS, place)
    yield from faults_of_loyalty(word, place)


def check_becoming(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of cards of other types that would become attachments."""
    for place, _ in said.all(BecomeAttachment):
        if not said.is_on("event"):
            yield WordFault(place, "is for events only")


CHECKS: tuple[WordCheck, ...] = (
    *BASIC_CHECKS,
    *CHALLENGE_CHECKS,
    check_becoming,
    *CARD_CHECKS,
    *INERT_CHECKS,
    *AGOT_INERT_CHECKS,
    check_periods,
    *LAST_CHECKS,
)
