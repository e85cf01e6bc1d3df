"""Faults of what constants and lasting effects change, and by how much."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.table import CardMatch
from domain.cardgame.words.constants import Constant, ConstantChange
from domain.cardgame.words.costs import ChooseXCost, XCost
from domain.cardgame.words.faults.placed_ability import PlacedAbility, WordLists
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault, unknown_fault, unused_fields
from domain.cardgame.words.select import ChosenX, CostOfAnswered, OwnCost


def check_amounts(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of amounts that read something which does not exist for the ability."""
    kinds = said.ability.when.kinds if said.ability.when is not None else ()
    for place, word in said.all(ChosenX, CostOfAnswered, OwnCost):
        if isinstance(word, OwnCost) and said.timing != "constant":
            yield WordFault(place, "only constant abilities know the cards that they are about")
        if isinstance(word, CostOfAnswered) and not {"effect_initiated", "event_played"} & {*kinds}:
            yield WordFault(place, "the ability answers no event")
        if isinstance(word, ChosenX) and not any(True for _ in said.all(XCost, ChooseXCost)):
            yield WordFault(place, "no X is chosen or defined")


def check_changes(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of constants and lasting effects, with those of their amounts."""
    for place, word in said.all(Constant, Until):
        yield from faults_of_change(word, said.lists, place)
        yield from check_amount(word, said.lists.change(word.what), place)


def faults_of_change(word: Constant | Until, lists: WordLists, place: str = "") -> Iterator[WordFault]:
    """The faults of a change, whatever its amount."""
    change = lists.change(word.what)
    yield from check_name(word, change, place)
    if not is_counted(word, change):
        yield from unused_fields(word, ("amount", "how"), place, f"{word.what} has no amount")
    yield from check_whom(word, lists, place)
    if isinstance(word, Until) and not change.lasting:
        yield WordFault(f"{place}.what", f"{word.what} is for constant abilities only")
    if word.what != "cost":
        why = "is for cost only"
        yield from unused_fields(word, ("match", "any_trait", "first"), place, why)
        yield from unused_fields(word, () if change.spent else ("once",), place, why)
    elif word.match is not None and word.name in lists.priced:
        yield from check_match(word.match, word.name, lists, f"{place}.match")


def check_match(match: CardMatch, deed: str, lists: WordLists, place: str) -> Iterator[WordFault]:
    """The faults of descriptions of cards whose cost changes: their types must be paid for in that way."""
    if match == CardMatch():
        yield WordFault(place, "describes every card: leave it out")
    for number, kind in enumerate(match.types):
        if kind not in lists.priced[deed]:
            yield WordFault(f"{place}.types[{number}]", f"nothing is paid {f'to {deed} them' if deed else 'for them'}")


def check_name(word: Constant | Until, change: ConstantChange, place: str) -> Iterator[WordFault]:
    """The faults of `name`: it must be known to the change, and given unless the change allows none."""
    for name in word.names_meant():
        if not name:
            if change.named or (change.names and not change.optional):
                yield WordFault(f"{place}.name", "missing")
        elif change.names and name not in change.names:
            yield unknown_fault(f"{place}.name", name, change.names)
        elif not change.names and not change.named:
            yield WordFault(f"{place}.name", f"{word.what} has no name")


def is_counted(word: Constant | Until, change: ConstantChange) -> bool:
    """Whether it changes by an amount."""
    return change.amount or word.name in change.counted


def check_amount(word: Constant | Until, change: ConstantChange, place: str) -> Iterator[WordFault]:
    """The faults of amounts that would change nothing, or divide by less than 2."""
    if not is_counted(word, change):
        return
    if word.how == "add" and word.amount == 0:
        yield WordFault(f"{place}.amount", "missing: it would change nothing")
    elif (word.how, word.amount) in (("multiply", 1), ("divide", 1)):
        yield WordFault(f"{place}.amount", "it would change nothing")
    elif word.how == "divide" and isinstance(word.amount, int) and word.amount < 1:
        yield WordFault(f"{place}.amount", "expected at least 2")


def check_whom(word: Constant | Until, lists: WordLists, place: str) -> Iterator[WordFault]:
    """The faults of subjects: a change of cards names cards, a change for players names players."""
    if lists.change(word.what).of_itself and isinstance(word, Constant):
        yield from unused_fields(word, ("on", "who"), place, f"{word.what} is about this card")
    elif word.what in lists.card_changes:
        if word.on is None:
            yield WordFault(f"{place}.on", "missing")
        yield from unused_fields(word, ("who",), place, f"{word.what} is about cards: say `on`")
    elif word.on is not None:
        yield WordFault(f"{place}.on", f"{word.what} is about players", "who" if isinstance(word, Constant) else "")
