"""Faults of the costs and parts of an ability: their order, the cards that they name, what is chosen for them."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.pool.card_fields import join_plurals
from domain.cardgame.words.choices import Choose, ChooseOne, ChoosePlayer
from domain.cardgame.words.costs import CardCost, ChooseXCost, TokenCost, XCost
from domain.cardgame.words.faults.placed_ability import PlacedAbility
from domain.cardgame.words.parts.cards import AddToken, Leaves
from domain.cardgame.words.parts.entering import KeepEntered, PutIntoPlay
from domain.cardgame.words.parts.time import If, Later, Until
from domain.cardgame.words.places import WordFault, places, tag, unknown_fault
from domain.cardgame.words.requirements import HostIs
from domain.cardgame.words.select import CardFilter
from domain.kernel.occurring.abilities import Part


def check_then(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of `then` without a part before it, and of `if` without a `then` after it."""
    for place, target in enumerate(said.ability.targets):
        if target.then:
            yield WordFault(f".targets[{place}].{tag(target)}.then", "a target follows no part")
    for start, listed in (("", said.ability.parts), *((place, word.parts) for place, word in said.all(Later))):
        yield from check_order(listed, f"{start}.parts")


def check_order(listed: tuple[Part, ...], start: str) -> Iterator[WordFault]:
    """The faults of parts that follow no other, and of an `if` that no `then` follows; `start` is their place."""
    for number, part in enumerate(listed):
        place = f"{start}[{number}].{tag(part)}"
        if number == 0 and part.then:
            yield WordFault(f"{place}.then", "the first part follows no other")
        if number == 0 and isinstance(part, KeepEntered):
            yield WordFault(place, "the first part follows no other")
        if isinstance(part, If) and not any(each.then for each in listed[number + 1 : number + 2]):
            yield WordFault(place, "no part with `then` follows")


RELATIONS = ("me", "host", "answered", "source", "picked", "done")


def check_relations(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of relations: a card has one; `host` needs an attachment, `answered` an ability with a moment."""
    for place, cards in said.all(CardFilter):
        given = [each for each in RELATIONS if getattr(cards, each)]
        if len(given) > 1 and not set(given) <= {"picked", "done"}:
            yield WordFault(f"{place}.{given[1]}", f"cannot be said together with {given[0]}")
        if cards.me and cards.other:
            yield WordFault(f"{place}.other", "cannot be said together with me")
        if cards.host and not (said.may_be_attached or holds_in_play(said)):
            yield WordFault(f"{place}.host", said.only_attached)
        yield from check_condition_named(said, place, cards)


def holds_in_play(said: PlacedAbility) -> bool:
    """Whether the ability is a constant of a card that is played, which holds while that is an attachment in play."""
    return said.is_played and said.timing == "constant"


def check_condition_named(said: PlacedAbility, place: str, cards: CardFilter) -> Iterator[WordFault]:
    """The faults of words that name the card of the answered condition if that has none."""
    enclosing = next((word for at, word in said.all(Later) if place.startswith(f"{at}.parts")), None)
    when = enclosing.when if enclosing is not None else said.ability.when
    kinds = when.kinds if when is not None else ()
    for field, needed in (("answered", "card"), ("source", "source")):
        if getattr(cards, field) and not any(said.lists.occasions[kind].has(needed) for kind in kinds):
            yield WordFault(f"{place}.{field}", f"the ability answers no condition with a {needed}")


def check_choices(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of choices: `most` below `least`, and `chosen` where no player is."""
    for place, word in said.all(Choose):
        if word.most is not None and word.most < word.least:
            yield WordFault(f"{place}.most", f"expected at least {word.least}, which is the least")
    chosen = any(True for _ in said.all(ChoosePlayer))
    for place, each in said.words:
        for field in ("who", "controller", "than", "source"):
            if getattr(each, field, "") == "chosen" and not chosen:
                yield WordFault(f"{place}.{field}", "no player is chosen", "choose_player")


def check_options(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of choices among options that do not name a lasting effect."""
    options = [word for _, word in said.all(ChooseOne)]
    named = [word for _, word in said.all(Until) if word.option]
    for place, word in said.all(ChooseOne):
        if not named:
            yield WordFault(place, "no until has `option`")
        for number, one in enumerate(word.options):
            allowed = tuple(dict.fromkeys(name for each in named for name in said.lists.change(each.what).names))
            if named and one not in allowed:
                yield unknown_fault(f"{place}.options[{number}]", one, allowed)
    for place, word in said.all(Until):
        if word.option and not options:
            yield WordFault(f"{place}.option", "no option is chosen", "choose_one")


def check_marks(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of `unsavable` in parts that do not make cards leave play."""
    if said.ability.unsavable and not any(True for _ in said.all(Leaves)):
        yield WordFault(".unsavable", "no part makes a card leave play")


def check_costs(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of costs: they are paid before targets, by one card or by described cards; X is one number."""
    for number, cost in enumerate(said.ability.costs):
        place = f".costs[{number}].{tag(cost)}"
        if isinstance(cost, CardCost) and cost.cards is not None and cost.which:
            yield WordFault(
                f"{place}.which", f"cannot be said together with cards: {cost.which} pays, or what is chosen"
            )
        for at, word in places(cost, place):
            if not isinstance(word, CardFilter):
                continue
            named = [each for each in ("picked", "not_picked") if getattr(word, each)]
            for field in (*named, *(("controller",) if word.controller == "chosen" else ())):
                yield WordFault(f"{at}.{field}", "costs are paid before targets are chosen")
    for place, _ in [*said.all(XCost, ChooseXCost)][1:]:
        yield WordFault(place, "X is chosen or defined once")


def check_tokens(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of tokens: each needs a name, and a number that changes something."""
    for place, word in said.all(AddToken, TokenCost):
        paid = isinstance(word, TokenCost)
        if not word.token:
            yield WordFault(f"{place}.token", "missing")
        if paid and word.n < 1:
            yield WordFault(f"{place}.n", "expected at least 1")
        elif word.n == 0:
            yield WordFault(f"{place}.n", "it would change nothing")


def check_host(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words about the card that this one is on, where this one is no attachment."""
    for place, _ in said.all(HostIs):
        if not said.may_be_attached:
            yield WordFault(place, said.only_attached)


def check_x(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words that define X on a card that is no event, or whose cost is not X."""
    for place, _ in said.all(XCost, ChooseXCost):
        if not said.is_on(*said.lists.played_types):
            yield WordFault(place, f"is for {join_plurals(said.lists.played_types)} only")
        if said.card is not None and not said.card.cost_x:
            yield WordFault(place, "the card's cost is not X")


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
