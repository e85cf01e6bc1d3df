"""Faults of words that can never have an effect on this card or on such cards, or that contradict each other.

The checks of `OWN_INERT` read one ability as those of `faults` do; `faults_together` reads all abilities of a card.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.pool.card_fields import join_plurals
from domain.cardgame.words.faults.inert import NOT_IN_PLAY, check_type, description_meant
from domain.cardgame.words.faults.placed_ability import PlacedAbility, WordCheck
from domain.cardgame.words.places import WordFault, places
from domain.families.agot_cards.words.costs import KneelCost, StandCost
from domain.families.agot_cards.words.parts.cards import Kill, Kneel, Stand
from domain.families.agot_cards.words.requirements import HasDuplicate
from domain.families.agot_cards.words.select import Cards
from domain.games.agot_lcg.pool.card_fields import TYPES_OF_KEYWORD
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.choices import Choose
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.kernel.occurring.abilities import Ability


def faults_of_card(card: Printed, abilities: tuple[Ability, ...]) -> Iterator[WordFault]:
    """The faults of printed values that never count with these abilities, as on an event that is only played."""
    if card.type != "event" or becomes_attachment(abilities):
        return
    if not abilities and not card.ability_notes:
        yield WordFault("", "an event without abilities can never be played: say `abilities`")
    for number, keyword in enumerate(card.keywords):
        if keyword.name != "limited":
            yield WordFault(f".keywords[{number}]", f"{NOT_IN_PLAY}, unless it becomes an attachment")
    for name in ("income_bonus", "initiative_bonus", "reserve_bonus"):
        if getattr(card, name):
            yield WordFault(f".{name}", f"{NOT_IN_PLAY}, unless it becomes an attachment")


def becomes_attachment(abilities: tuple[Ability, ...]) -> bool:
    return any(isinstance(word, BecomeAttachment) for each in abilities for _, word in places(each, ""))


def faults_together(abilities: tuple[Ability, ...], card: Printed | None) -> Iterator[WordFault]:
    """The faults of a card's abilities together: an event has one ability for each kind of window."""
    if card is None or card.type != "event":
        return
    timings = [ability.timing for ability in abilities]
    attaches = becomes_attachment(abilities)
    for number, timing in enumerate(timings):
        name = timing.replace("-", "_")
        if timing == "constant" and not attaches:
            yield WordFault(f"[{number}].constant", f"{NOT_IN_PLAY}, unless it becomes an attachment", "until")
        if timing != "constant" and timing in timings[:number]:
            yield WordFault(f"[{number}].{name}", f"an event has one {name}: this one could never be chosen")


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


def check_described_characters(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of keywords, kills and sums of STR of cards that never have them or undergo them."""
    for place, cards in said.all(Cards):
        if cards.keyword and cards.type and not set(cards.type) & set(TYPES_OF_KEYWORD[cards.keyword]):
            why = f"{cards.type[0]} cards never have it, only {join_plurals(TYPES_OF_KEYWORD[cards.keyword])} do"
            yield WordFault(f"{place}.keyword", why)
    for place, part in said.all(Kill):
        yield from check_type(said, part.on, ("character",), f"{place}.on", "only characters are killed")
    for place, choice in said.all(Choose):
        types = choice.cards.type
        if choice.strength_in_all is not None and types and "character" not in types:
            yield WordFault(f"{place}.strength_in_all", f"{types[0]} cards have none, only characters do")


def check_duplicates(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words about duplicates of an event that is only played."""
    if said.card is None or said.card.type != "event" or said.timing == "constant":
        return
    for place, _ in said.all(HasDuplicate):
        yield WordFault(place, NOT_IN_PLAY)


OWN_INERT: tuple[WordCheck, ...] = (
    check_described_characters,
    check_duplicates,
    check_turning,
    check_opposites,
)
