"""Checks of an ability as a whole: its fields together are possible, and each of them has an effect.

`faults` runs the checks below and yields faults, each with its place in the ability and, where a word of a closed list
is close, what may have been meant. A check is a function from a `PlacedAbility` to faults. Those of timing and
conditions are in trigger_faults.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.cardgame.table import CardMatch
from domain.cardgame.words.choices import ChoosePlayer
from domain.cardgame.words.constants import Constant, ConstantChange
from domain.cardgame.words.costs import CardCost
from domain.cardgame.words.parts.cards import AddToken, Leaves
from domain.cardgame.words.parts.entering import KeepEntered
from domain.cardgame.words.parts.time import If, Later, Until
from domain.cardgame.words.places import WordFault, places, tag, unknown_fault, unused_fields
from domain.cardgame.words.requirements import HostIs
from domain.cardgame.words.select import CardFilter, ChosenX, CostOfAnswered, OwnCost
from domain.games.agot_lcg.abilities.condition_kinds import OCCASIONS
from domain.games.agot_lcg.pool.card_fields import ENTERING
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.ability_words import PlacedAbility
from domain.games.agot_lcg.words.choice_names import check_chosen_before, check_picks, check_used
from domain.games.agot_lcg.words.choices import Choose, ChooseOne
from domain.games.agot_lcg.words.constants import CARD_CHANGES, CHANGES
from domain.games.agot_lcg.words.costs import POWER, ChooseXCost, TokenCost, XCost
from domain.games.agot_lcg.words.inert import INERT
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.games.agot_lcg.words.parts.hidden import PutIntoPlay
from domain.games.agot_lcg.words.repetitions import REPEATED
from domain.games.agot_lcg.words.requirements import MeParticipates
from domain.games.agot_lcg.words.select import Margin
from domain.games.agot_lcg.words.trigger_faults import (
    check_challenges,
    check_fields_of_timing,
    check_interrupting,
    check_kinds,
    check_later_kinds,
    check_when,
    in_challenge,
)
from domain.kernel.occurring.abilities import Ability, Part


def faults(ability: Ability, card: Printed | None = None) -> Iterator[WordFault]:
    """All faults of an ability."""
    said = PlacedAbility(ability, card, (("", ability), *places(ability, "")))
    return (fault for check in CHECKS for fault in check(said))


# --- parts and their objects


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


RELATIONS = ("me", "host", "answered", "source", "picked", "done")


def check_relations(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of relations: a card has one; `host` needs an attachment, `answered` an ability with a moment."""
    for place, cards in said.all(CardFilter):
        given = [each for each in RELATIONS if getattr(cards, each)]
        if len(given) > 1 and not set(given) <= {"picked", "done"}:
            yield WordFault(f"{place}.{given[1]}", f"cannot be said together with {given[0]}")
        if cards.me and cards.other:
            yield WordFault(f"{place}.other", "cannot be said together with me")
        if cards.host and not (said.is_on("attachment") or becomes_attachment(said)):
            yield WordFault(f"{place}.host", "is on no card: only an attachment is")
        yield from check_condition_named(said, place, cards)


def becomes_attachment(said: PlacedAbility) -> bool:
    """Whether the ability is a constant of an event, which holds while the event is an attachment."""
    return said.card is not None and said.card.type == "event" and said.timing == "constant"


def check_condition_named(said: PlacedAbility, place: str, cards: CardFilter) -> Iterator[WordFault]:
    """The faults of words that name the card of the answered condition if that has none."""
    enclosing = next((word for at, word in said.all(Later) if place.startswith(f"{at}.parts")), None)
    when = enclosing.when if enclosing is not None else said.ability.when
    kinds = when.kinds if when is not None else ()
    for field, needed in (("answered", "card"), ("source", "source")):
        if getattr(cards, field) and not any(OCCASIONS[kind].has(needed) for kind in kinds):
            yield WordFault(f"{place}.{field}", f"the ability answers no condition with a {needed}")


def check_choices(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of choices: `most` below `least`, `chosen` where no player is, `winner` or `loser` in an action."""
    for place, word in said.all(Choose):
        if word.most is not None and word.most < word.least:
            yield WordFault(f"{place}.most", f"expected at least {word.least}, which is the least")
    chosen = any(True for _ in said.all(ChoosePlayer))
    for place, each in said.words:
        for field in ("who", "controller", "than", "source"):
            if getattr(each, field, "") == "chosen" and not chosen:
                yield WordFault(f"{place}.{field}", "no player is chosen", "choose_player")
            if getattr(each, field, "") in ("loser", "winner") and said.timing == "action":
                yield WordFault(f"{place}.{field}", "in an action no challenge has been won")


def check_options(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of choices among options that do not name a lasting effect."""
    options = [word for _, word in said.all(ChooseOne)]
    named = [word for _, word in said.all(Until) if word.option]
    for place, word in said.all(ChooseOne):
        if not named:
            yield WordFault(place, "no until has `option`")
        for number, one in enumerate(word.options):
            allowed = tuple(dict.fromkeys(name for each in named for name in CHANGES[each.what].names))
            if named and one not in allowed:
                yield unknown_fault(f"{place}.options[{number}]", one, allowed)
    for place, word in said.all(Until):
        if word.option and not options:
            yield WordFault(f"{place}.option", "no option is chosen", "choose_one")


def check_marks(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of `unsavable` in parts that do not make cards leave play."""
    if said.ability.unsavable and not any(True for _ in said.all(Leaves)):
        yield WordFault(".unsavable", "no part makes a card leave play")


# --- amounts


def check_amounts(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of amounts that read something which does not exist for the ability."""
    kinds = said.ability.when.kinds if said.ability.when is not None else ()
    constant = said.timing == "constant"
    for place, word in said.all(ChosenX, CostOfAnswered, Margin, OwnCost):
        if isinstance(word, OwnCost) and not constant:
            yield WordFault(place, "only constant abilities know the cards that they are about")
        if isinstance(word, CostOfAnswered) and not {"effect_initiated", "event_played"} & {*kinds}:
            yield WordFault(place, "the ability answers no event")
        if isinstance(word, ChosenX) and not any(True for _ in said.all(XCost, ChooseXCost)):
            yield WordFault(place, "no X is chosen or defined")
        if isinstance(word, Margin) and (said.timing == "action" or not in_challenge(kinds)) and not constant:
            yield WordFault(place, "no challenge has been won when the ability is used")


# --- constants and lasting effects


def check_changes(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of constants and lasting effects, with those of their amounts."""
    for place, word in said.all(Constant, Until):
        yield from faults_of_change(word, place)
        yield from check_amount(word, CHANGES[word.what], place)


def faults_of_change(word: Constant | Until, place: str = "") -> Iterator[WordFault]:
    """The faults of a change, whatever its amount."""
    change = CHANGES[word.what]
    yield from check_name(word, change, place)
    if not is_counted(word, change):
        yield from unused_fields(word, ("amount", "how"), place, f"{word.what} has no amount")
    yield from check_whom(word, place)
    if isinstance(word, Until) and not change.lasting:
        yield WordFault(f"{place}.what", f"{word.what} is for constant abilities only")
    if word.what != "cost":
        why = "is for cost only"
        yield from unused_fields(word, ("match", "any_trait", "first", "once"), place, why)
    elif word.match is not None and word.name in PRICED:
        yield from check_match(word.match, word.name, f"{place}.match")


PRICED = {"marshal": ENTERING, "play": ("event",), "": (*ENTERING, "event")}
"""The types of card that are paid for, by how."""


def check_match(match: CardMatch, deed: str, place: str) -> Iterator[WordFault]:
    """The faults of descriptions of cards whose cost changes: their types must be paid for in that way."""
    if match == CardMatch():
        yield WordFault(place, "describes every card: leave it out")
    for number, kind in enumerate(match.types):
        if kind not in PRICED[deed]:
            yield WordFault(f"{place}.types[{number}]", f"nothing is paid {f'to {deed} them' if deed else 'for them'}")
    if match.loyal and match.faction == "neutral":
        yield WordFault(f"{place}.loyal", "no neutral card is loyal")


def check_name(word: Constant | Until, change: ConstantChange, place: str) -> Iterator[WordFault]:
    """The faults of `name`: it must be known to the change, and given unless the change allows none."""
    if getattr(word, "option", False):
        return
    if not word.name:
        if change.named or (change.names and not change.optional):
            yield WordFault(f"{place}.name", "missing")
    elif change.names and word.name not in change.names:
        yield unknown_fault(f"{place}.name", word.name, change.names)
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


def check_whom(word: Constant | Until, place: str) -> Iterator[WordFault]:
    """The faults of subjects: a change of cards names cards, a change for players names players."""
    if word.what in CARD_CHANGES:
        if word.on is None:
            yield WordFault(f"{place}.on", "missing")
        yield from unused_fields(word, ("who",), place, f"{word.what} is about cards: say `on`")
    elif word.on is not None:
        yield WordFault(f"{place}.on", f"{word.what} is about players", "who" if isinstance(word, Constant) else "")


# --- the card


def check_card(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words that the card's type cannot use."""
    for place, _ in said.all(HostIs):
        if not said.is_on("attachment"):
            yield WordFault(place, "is on no card: only an attachment is")
    for place, _ in said.all(BecomeAttachment, XCost, ChooseXCost):
        if not said.is_on("event"):
            yield WordFault(place, "is for events only")
    for place, _ in said.all(XCost, ChooseXCost):
        if said.card is not None and not said.card.cost_x:
            yield WordFault(place, "the card's cost is not X")
    for place, word in said.all(MeParticipates):
        if not said.is_on("attachment" if word.host else "character"):
            yield WordFault(place, "only characters participate" if not word.host else "is on no card")


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


RESERVED = ("power", "gold")


def check_tokens(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of tokens: a named token needs a name; power and gold have words of their own."""
    for place, word in said.all(AddToken, TokenCost):
        paid = isinstance(word, TokenCost)
        if not word.token:
            yield WordFault(f"{place}.token", "missing")
        elif word.token in RESERVED and not (paid and word.token == POWER):
            meant = "gold_cost" if paid else f"gain_{word.token}"
            yield WordFault(f"{place}.token", f"{word.token} is no named token", meant)
        if paid and word.n < 1:
            yield WordFault(f"{place}.n", "expected at least 1")
        elif word.n == 0:
            yield WordFault(f"{place}.n", "it would change nothing")


CHECKS: tuple[Callable[[PlacedAbility], Iterator[WordFault]], ...] = (
    check_kinds,
    check_later_kinds,
    check_when,
    check_fields_of_timing,
    check_picks,
    check_entered,
    check_then,
    check_relations,
    check_choices,
    check_options,
    check_interrupting,
    check_marks,
    check_amounts,
    check_changes,
    check_challenges,
    check_card,
    check_costs,
    check_tokens,
    *INERT,
    *REPEATED,
    check_chosen_before,
    check_used,
)
