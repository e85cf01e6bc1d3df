"""Checks for words that repeat or contradict each other: a repetition has no effect, a contradiction fits no card."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.cardgame.words.choices import ChoosePlayer
from domain.cardgame.words.costs import CardCost
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault, tag
from domain.games.agot_lcg.pool.card_fields import ENTERING
from domain.games.agot_lcg.words.ability_words import PlacedAbility
from domain.games.agot_lcg.words.choices import Choose, ChooseOne
from domain.games.agot_lcg.words.select import Cards
from domain.games.agot_lcg.words.triggers import When

# conditions that only cards of some types undergo
HAPPENS_TO: dict[str, tuple[str, ...]] = {
    "killed": ("character",),
    "attacker_declared": ("character",),
    "defender_declared": ("character",),
    "bypassed": ("character",),
    "marshalled": ENTERING,
    "event_played": ("event",),
    "plot_revealed": ("plot",),
}


def check_once(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each requirement, cost of one card, limit of a period and choice that is given twice."""
    for place, word in (("", said.ability), *said.words):
        requires = getattr(word, "requires", ())
        for number, each in enumerate(requires):
            if each in requires[:number]:
                yield WordFault(f"{place}.requires[{number}].{tag(each)}", "is there twice")
    costs = said.ability.costs
    for number, cost in enumerate(costs):
        if isinstance(cost, CardCost) and cost.cards is None and cost in costs[:number]:
            yield WordFault(f".costs[{number}].{tag(cost)}", "one card pays once")
    limits = [(each.per, each.title) for each in said.ability.limits]
    for number, limit in enumerate(limits):
        if limit in limits[:number]:
            yield WordFault(f".limits[{number}]", f"there is a limit for the {limit[0]} already")
    for kind, what in ((ChoosePlayer, "one player"), (ChooseOne, "one option")):
        for place, _ in [*said.all(kind)][1:]:
            yield WordFault(place, f"{what} is chosen already")


def check_opposites(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each description that no card can fit, because two of its fields contradict each other."""
    for place, cards in said.all(Cards):
        if cards.icon and cards.icon == cards.without_icon:
            yield WordFault(f"{place}.without_icon", "is asked together with its opposite")
        if cards.loyal and cards.faction == "neutral":
            yield WordFault(f"{place}.loyal", "no neutral card is loyal")
        if cards.alone and cards.participating == "no":
            yield WordFault(f"{place}.alone", "who is alone on a side participates")


def check_moment(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each moment that never happens to cards of the type that it describes."""
    for place, when in said.all(When):
        types = [HAPPENS_TO[kind] for kind in when.kinds if kind in HAPPENS_TO]
        if when.card is None or not when.card.type or len(types) < len(when.kinds):
            continue
        if not any(set(when.card.type) & set(each) for each in types):
            yield WordFault(f"{place}.card.type", f"{', '.join(when.kinds)} never is of {when.card.type[0]} cards")


def check_choosers(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each choice that says its controller twice, or asks for several cards but allows only one."""
    for place, choice in said.all(Choose):
        if choice.own and choice.cards.controller:
            yield WordFault(f"{place}.own", "cannot be said together with the controller of the cards")
        if choice.one_controller and choice.most == 1:
            yield WordFault(f"{place}.one_controller", "one card has one controller")
        types = choice.cards.type
        if choice.strength_in_all is not None and types and "character" not in types:
            yield WordFault(f"{place}.strength_in_all", f"{types[0]} cards have none, only characters do")


def check_options_used(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each lasting effect that has both a name and a chosen option as its name."""
    for place, word in said.all(Until):
        if word.option and word.name:
            yield WordFault(f"{place}.name", "cannot be said together with option: the name is chosen")


def check_payers(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each cost that an opponent's cards would pay."""
    for place, cost in said.all(CardCost):
        if cost.cards is not None and cost.cards.controller == "opponent":
            yield WordFault(f"{place}.cards.controller", "nothing of an opponent pays your costs", "you")


REPEATED: tuple[Callable[[PlacedAbility], Iterator[WordFault]], ...] = (
    check_once,
    check_opposites,
    check_moment,
    check_choosers,
    check_options_used,
    check_payers,
)
