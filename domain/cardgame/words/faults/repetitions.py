"""Faults of words that repeat or contradict each other: a repetition has no effect, a contradiction fits no card."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.choices import Choose, ChooseOne, ChoosePlayer
from domain.cardgame.words.costs import CardCost
from domain.cardgame.words.faults.placed_ability import PlacedAbility
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault, tag
from domain.cardgame.words.triggers import WhenWord
from domain.kernel.occurring.abilities import Cost


def check_once(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each requirement, cost of one card, limit of a period and choice that is given twice."""
    for place, word in (("", said.ability), *said.words):
        requires = getattr(word, "requires", ())
        for number, each in enumerate(requires):
            if each in requires[:number]:
                yield WordFault(f"{place}.requires[{number}].{tag(each)}", "is there twice")
    costs = said.ability.costs
    for number, cost in enumerate(costs):
        if isinstance(cost, CardCost) and any(is_paid_twice(cost, each) for each in costs[:number]):
            yield WordFault(f".costs[{number}].{tag(cost)}", "one card pays once")
    limits = [(each.per, each.title) for each in said.ability.limits]
    for number, limit in enumerate(limits):
        if limit in limits[:number]:
            yield WordFault(f".limits[{number}]", f"there is a limit for the {limit[0]} already")
    for kind, what in ((ChoosePlayer, "one player"), (ChooseOne, "one option")):
        for place, _ in [*said.all(kind)][1:]:
            yield WordFault(place, f"{what} is chosen already")


def is_paid_twice(cost: CardCost, earlier: Cost) -> bool:
    """Whether the one card that pays a cost, such as this card, has to pay an earlier one with the same deed."""
    if not isinstance(earlier, CardCost) or cost.cards is not None or earlier.cards is not None:
        return False
    return cost.deed == earlier.deed and cost.payer_words == earlier.payer_words


def check_moment(said: PlacedAbility) -> Iterator[WordFault]:
    """Yield a fault for each moment that never happens to cards of the type that it describes."""
    for place, when in said.all(WhenWord):
        types = [said.lists.happens_to[kind] for kind in when.kinds if kind in said.lists.happens_to]
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
