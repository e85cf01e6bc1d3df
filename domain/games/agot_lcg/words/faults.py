"""Checks of an ability as a whole: its fields together are possible, and each of them has an effect.

`faults` runs the checks of every card game and those of this one, and yields faults, each with its place in the ability
and, where a word of a closed list is close, what may have been meant.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.constants import Constant
from domain.cardgame.words.faults import changes, choice_names
from domain.cardgame.words.faults.catalogue import BASIC_CHECKS, INERT_CHECKS, LAST_CHECKS
from domain.cardgame.words.faults.choice_names import CARDS, NUMBERS
from domain.cardgame.words.faults.placed_ability import PlacedAbility, WordCheck, run_checks
from domain.cardgame.words.parts.cards import AddToken
from domain.cardgame.words.parts.entering import KeepEntered
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.places import WordFault, places, tag
from domain.cardgame.words.select import CardFilter
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.challenge_faults import check_challenges, check_margin, check_periods, check_sides
from domain.games.agot_lcg.words.costs import POWER, ChooseXCost, TokenCost, XCost
from domain.games.agot_lcg.words.inert import OWN_INERT
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.games.agot_lcg.words.parts.hidden import PutIntoPlay
from domain.games.agot_lcg.words.requirements import MeParticipates
from domain.games.agot_lcg.words.word_lists import LISTS
from domain.kernel.occurring.abilities import Ability


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


def check_entered(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of parts that name a chosen card after it was put into play; `keep_entered` keeps its new handle."""
    for start, listed in (("", said.ability.parts), *((place, word.parts) for place, word in said.all(Later))):
        entered: set[str] = set()
        for number, part in enumerate(listed):
            place = f"{start}.parts[{number}].{tag(part)}"
            for at, word in places(part, place):
                if isinstance(word, CardFilter) and word.picked in entered:
                    why = f"what was chosen as {word.picked!r} is a new card in play: keep it when it has entered"
                    yield WordFault(f"{at}.picked", why, "keep_entered")
            if isinstance(part, PutIntoPlay) and part.on.picked:
                entered.add(part.on.picked)
            elif isinstance(part, KeepEntered):
                entered.discard(part.name)


def check_loyalty(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of changes for loyal neutral cards."""
    return (fault for place, word in said.all(Constant, Until) for fault in faults_of_loyalty(word, place))


def check_card(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words that the card's type cannot use."""
    for place, _ in said.all(BecomeAttachment, XCost, ChooseXCost):
        if not said.is_on("event"):
            yield WordFault(place, "is for events only")
    for place, _ in said.all(XCost, ChooseXCost):
        if said.card is not None and not said.card.cost_x:
            yield WordFault(place, "the card's cost is not X")
    for place, word in said.all(MeParticipates):
        if not said.is_on("attachment" if word.host else "character"):
            yield WordFault(place, "only characters participate" if not word.host else "is on no card")


def check_revealed(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of when-revealed abilities of cards that are no plots."""
    if said.timing == "when-revealed" and not said.is_on("plot"):
        yield WordFault("", "only plots have when_revealed")


RESERVED = ("power", "gold")


def check_reserved(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of power and gold as named tokens: they have words of their own."""
    for place, word in said.all(AddToken, TokenCost):
        paid = isinstance(word, TokenCost)
        if word.token in RESERVED and not (paid and word.token == POWER):
            meant = "gold_cost" if paid else f"gain_{word.token}"
            yield WordFault(f"{place}.token", f"{word.token} is no named token", meant)


CHECKS: tuple[WordCheck, ...] = (
    *BASIC_CHECKS,
    check_revealed,
    check_entered,
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


def kept_names(ability: Ability) -> dict[str, str | tuple[str, ...]]:
    """The names that an effect of this ability may keep values under, each with what it holds.

    A value is CARDS, SEATS or NUMBERS, or the options of a choice among options.
    """
    found = choice_names.kept_names(ability)
    for _, word in places(ability, ""):
        if isinstance(word, PutIntoPlay):
            found[word.hosts_name] = CARDS
        elif isinstance(word, ChooseXCost):
            found["x"] = NUMBERS
    return found
