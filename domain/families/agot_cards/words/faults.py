"""Faults of words of both games that cannot be together, or that never have an effect on such cards.

A game puts `CHALLENGE_CHECKS`, `CARD_CHECKS` and `AGOT_INERT_CHECKS` between those of every card game.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.pool.card_fields import join_plurals
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.faults.inert import check_type, description_meant, not_in_play
from domain.cardgame.words.faults.placed_ability import PlacedAbility, WordCheck
from domain.cardgame.words.parts.cards import AddToken
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault
from domain.families.agot_cards.state import AgotCard
from domain.families.agot_cards.words.challenge_faults import check_challenges, check_margin, check_sides
from domain.families.agot_cards.words.choices import ChooseCards
from domain.families.agot_cards.words.costs import POWER, KneelCost, StandCost, TokenOrPowerCost
from domain.families.agot_cards.words.parts.cards import Kill, Kneel, Stand
from domain.families.agot_cards.words.requirements import HasDuplicate, MeParticipates
from domain.families.agot_cards.words.select import Cards
from domain.kernel.state.fields import count_fields


def faults_of_loyalty(word: Constant | Until, place: str) -> Iterator[WordFault]:
    """The fault of a change for loyal neutral cards, which are none."""
    if word.match is not None and word.match.loyal and word.match.faction == "neutral":
        yield WordFault(f"{place}.match.loyal", "no neutral card is loyal")


def check_loyalty(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of changes for loyal neutral cards."""
    return (fault for place, word in said.all(Constant, Until) for fault in faults_of_loyalty(word, place))


def check_participants(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of participation of cards that never participate."""
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


def check_described_characters(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of keywords, kills and sums of STR of cards that never have them or undergo them."""
    for place, cards in said.all(Cards):
        having = said.lists.types_of("keyword", cards.keyword)
        if cards.keyword and cards.type and not set(cards.type) & set(having):
            yield WordFault(f"{place}.keyword", f"{cards.type[0]} cards never have it, only {join_plurals(having)} do")
    for place, part in said.all(Kill):
        yield from check_type(said, part.on, ("character",), f"{place}.on", "only characters are killed")
    for place, choice in said.all(ChooseCards):
        types = choice.cards.type
        if choice.strength_in_all is not None and types and "character" not in types:
            yield WordFault(f"{place}.strength_in_all", f"{types[0]} cards have none, only characters do")


def check_duplicates(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words about duplicates of an event that is only played."""
    if not said.is_played or said.timing == "constant":
        return
    for place, _ in said.all(HasDuplicate):
        yield WordFault(place, not_in_play(said.card.type))


TURNED: tuple[tuple[type, type, bool, str], ...] = (
    (Kneel, KneelCost, True, "kneels already"),
    (Stand, StandCost, False, "stands already"),
)


def check_turning(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of cards that kneel while kneeling, or stand while standing."""
    for part, cost, state, why in TURNED:
        for place, word in said.all(part, cost):
            is_part = isinstance(word, part)
            meant = word.on if is_part else word.cards
            if meant is not None and getattr(description_meant(said, meant), "kneeling", None) is state:
                yield WordFault(f"{place}.{'on' if is_part else 'cards'}", f"what is meant {why}")


def check_opposites(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each description that no card can fit, because two of its fields contradict each other."""
    for place, cards in said.all(Cards):
        if cards.icon and cards.icon == cards.without_icon:
            yield WordFault(f"{place}.without_icon", "is asked together with its opposite")
        if cards.loyal and cards.faction == "neutral":
            yield WordFault(f"{place}.loyal", "no neutral card is loyal")
        if cards.alone and cards.participating == "no":
            yield WordFault(f"{place}.alone", "who is alone on a side participates")


CHALLENGE_CHECKS: tuple[WordCheck, ...] = (
    check_revealed,
    check_sides,
    check_margin,
    check_loyalty,
    check_challenges,
)
CARD_CHECKS: tuple[WordCheck, ...] = (check_participants, check_reserved)
AGOT_INERT_CHECKS: tuple[WordCheck, ...] = (
    check_described_characters,
    check_duplicates,
    check_turning,
    check_opposites,
)
