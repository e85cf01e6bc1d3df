"""Faults of words about challenges where none is or was under way."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.faults.placed_ability import PlacedAbility
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.places import WordFault
from domain.families.agot_cards.words.parts.cards import Joins, RemoveFromChallenge
from domain.families.agot_cards.words.requirements import During, MeParticipates
from domain.families.agot_cards.words.select import Cards, Margin


def in_challenge(said: PlacedAbility, kinds: tuple[str, ...]) -> bool:
    """Whether a condition of one of these kinds occurs in a challenge."""
    return any(said.lists.occasions[kind].in_contest for kind in kinds)


def never_in_challenge(said: PlacedAbility) -> bool:
    """Whether no challenge can be in progress when the ability is used."""
    if said.timing == "when-revealed" or said.ability.phase not in ("", "challenges"):
        return True
    when = said.ability.when
    return when is not None and not in_challenge(said, when.kinds)


def check_challenges(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words about participants where no challenge can be in progress."""
    if not never_in_challenge(said):
        return
    why = "no challenge is under way when the ability is used"
    for place, word in said.now():
        if isinstance(word, (During, MeParticipates, Joins, RemoveFromChallenge)):
            yield WordFault(place, why)
        elif isinstance(word, Cards) and (word.alone or word.participating not in ("", "no")):
            yield WordFault(f"{place}.{'alone' if word.alone else 'participating'}", why)
        elif isinstance(word, Until) and word.until == "challenge":
            yield WordFault(f"{place}.until", why)


def check_periods(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of ends and limits tied to a challenge where there is none."""
    for place, word in said.all(Later):
        if word.until == "challenge" and not in_challenge(said, word.when.kinds):
            yield WordFault(
                f"{place}.until", f"{', '.join(word.when.kinds)} never occurs before the challenge has ended"
            )
    outside = said.ability.phase not in ("", "challenges") or said.timing == "when-revealed"
    for number, limit in enumerate(said.ability.limits):
        if limit.per == "challenge" and outside:
            yield WordFault(f".limits[{number}].per", "no challenge is under way when the ability is used")


def check_sides(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of `winner` and `loser` in an action, when no challenge has been won."""
    for place, each in said.words:
        for field in ("who", "controller", "than", "source"):
            if getattr(each, field, "") in ("loser", "winner") and said.timing == "action":
                yield WordFault(f"{place}.{field}", "in an action no challenge has been won")


def check_margin(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of the margin of a challenge where none has been won."""
    kinds = said.ability.when.kinds if said.ability.when is not None else ()
    for place, _ in said.all(Margin):
        if (said.timing == "action" or not in_challenge(said, kinds)) and said.timing != "constant":
            yield WordFault(place, "no challenge has been won when the ability is used")
