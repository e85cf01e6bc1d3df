"""Checks of an ability as a whole: its fields together are possible, and each of them has an effect.

`faults` runs the checks of every card game and those of this one, and yields faults, each with its place in the ability
and, where a word of a closed list is close, what may have been meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.constants import Constant
from domain.cardgame.words.faults import changes
from domain.cardgame.words.faults.catalogue import BASIC_CHECKS, INERT_CHECKS, LAST_CHECKS
from domain.cardgame.words.faults.placed_ability import PlacedAbility, WordCheck, run_checks
from domain.cardgame.words.parts.cards import AddToken
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault
from domain.families.agot_cards.words.challenge_faults import check_challenges, check_margin, check_periods, check_sides
from domain.families.agot_cards.words.costs import POWER, TokenOrPowerCost
from domain.families.agot_cards.words.requirements import MeParticipates
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import AgotCard
from domain.games.agot_lcg.words.inert import OWN_INERT
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.games.agot_lcg.words.word_lists import LISTS
from domain.kernel.occurring.abilities import Ability
from domain.kernel.state.fields import count_fields


def faults(ability: Ability, card: Printed | None = None) -> Iterator[WordFault]:
    """All faults of an ability."""
    return run_checks(CHECKS, LISTS, ability, card)


def faults_of_change(word: Constant | Until, place: str = "") -> Iterator[WordFault]:
    """The faults of a change, whatever its amount."""
    yield from changes.faults_of_change(word, LISTS, place)
    yield from faults_of_loyalty(word, place)


def faults_of_loyalty(word: Constant | Until, place: str) -> Iterator[WordFault]:
    """The fault of a change for loyal neutral cards, which are none."""
    if word.match is not None and word.match.loyal and word.match.faction == "neutral":
        yield WordFault(f"{place}.match.loyal", "no neutral card is loyal")


def check_loyalty(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of changes for loyal neutral cards."""
    return (fault for place, word in said.all(Constant, Until) for fault in faults_of_loyalty(word, place))


def check_card(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words that the card's type cannot use."""
    for place, _ in said.all(BecomeAttachment):
        if not said.is_on("event"):
            yield WordFault(place, "is for events only")
    for place, word in said.all(MeParticipates):
        if not said.is_on("attachment" if word.host else "character"):
            yield WordFault(place, "only characters participate" if not word.host else "is on no card")


def check_revealed(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of when-revealed abilities of cards that are no plots."""
    if said.timing == "when-revealed" and not said.is_on("plot"):
        yield WordFault("", "only plots have when_revealed")


RESERVED = tuple(count_fields(AgotCard))


def check_reserved(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of power and gold as named tokens: they have words of their own."""
    for place, word in said.all(AddToken, TokenOrPowerCost):
        paid = isinstance(word, TokenOrPowerCost)
        if word.token in RESERVED and not (paid and word.token == POWER):
            meant = "gold_cost" if paid else f"gain_{word.token}"
            yield WordFault(f"{place}.token", f"{word.token} is no named token", meant)


CHECKS: tuple[WordCheck, ...] = (
    *BASIC_CHECKS,
    check_revealed,
    check_sides,
    check_margin,
    check_loyalty,
    check_challenges,
    check_card,
    check_reserved,
    *INERT_CHECKS,
    *OWN_INERT,
    check_periods,
    *LAST_CHECKS,
)
