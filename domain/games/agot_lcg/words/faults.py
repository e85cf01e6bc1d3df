"""Checks of an ability as a whole: its fields together are possible, and each of them has an effect.

`faults` runs the checks below and yields faults, each with its place in the ability and, where a word of a closed list
is close, what may have been meant. A check is a function from a `PlacedAbility` to faults.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.games.agot_lcg.abilities.condition_kinds import BEFORE, OCCASIONS, kinds_met
from domain.games.agot_lcg.abilities.occurring import LEAVING
from domain.games.agot_lcg.pool.card_fields import ENTERING
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import CardMatch
from domain.games.agot_lcg.words.ability_words import (
    PlacedAbility,
    WordFault,
    places,
    tag,
    unknown_fault,
    unused_fields,
)
from domain.games.agot_lcg.words.choice_names import check_chosen_before, check_picks, check_used
from domain.games.agot_lcg.words.choices import Choose, ChooseOne, ChoosePlayer
from domain.games.agot_lcg.words.constants import CARD_CHANGES, CHANGES, Constant, ConstantChange
from domain.games.agot_lcg.words.costs import POWER, CardCost, ChooseXCost, TokenCost, XCost
from domain.games.agot_lcg.words.inert import INERT
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.games.agot_lcg.words.parts.cards import AddToken, Joins, Leaves, RemoveFromChallenge
from domain.games.agot_lcg.words.parts.hidden import PutIntoPlay
from domain.games.agot_lcg.words.parts.interrupting import Cancel, Instead, Prevent, Save
from domain.games.agot_lcg.words.parts.time import If, Later, Until
from domain.games.agot_lcg.words.phrases import KeepEntered
from domain.games.agot_lcg.words.repetitions import REPEATED
from domain.games.agot_lcg.words.requirements import During, HostIs, MeParticipates
from domain.games.agot_lcg.words.select import Cards, ChosenX, CostOfAnswered, Margin, OwnCost
from domain.games.agot_lcg.words.triggers import When
from domain.kernel.formats.reading import meant_by
from domain.kernel.occurring.abilities import Ability, Part

MANDATORY = ("forced-reaction", "forced-interrupt", "when-revealed")


def faults(ability: Ability, card: Printed | None = None) -> Iterator[WordFault]:
    """All faults of an ability."""
    said = PlacedAbility(ability, card, (("", ability), *places(ability, "")))
    return (fault for check in CHECKS for fault in check(said))


# --- the moment


def check_kinds(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of kinds of condition that do not occur in the ability's timing."""
    when = said.ability.when
    met = kinds_met(said.timing)
    for number, kind in enumerate(when.kinds if when is not None else ()):
        if kind not in met:
            reason = f"{kind!r} never occurs for {said.timing.replace('-', '_')}"
            yield WordFault(f".when.kinds[{number}]", reason, meant_by(kind, met))


def check_later_kinds(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of a delayed effect that waits for a condition which does not occur."""
    met = kinds_met("delayed")
    for place, word in said.all(Later):
        for number, kind in enumerate(word.when.kinds):
            if kind not in met:
                yield WordFault(
                    f"{place}.when.kinds[{number}]", f"{kind!r} never occurs for later", meant_by(kind, met)
                )


# --- the fields of `when`, and what a condition must have for them
ASKS = {
    "card": "card",
    "me": "card",
    "host": "card",
    "source": "source",
    "seat": "seat",
    "other": "other",
    "margin": "n",
}
NOT_SEEN = (
    "kneeling",
    "has_power",
    "token",
    "keyword",
    "on_me",
    "alone",
    "where",
    "copy_of_done",
    "done",
    "duplicates",
)


def check_when(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of moments with fields that their kind does not have; `host` needs a card that is on another one."""
    for place, when in said.all(When):
        for kind in when.kinds:
            yield from check_asked(place, when, kind)
            yield from check_details(place, when, kind)
        if when.host and not said.is_on("attachment"):
            yield WordFault(f"{place}.host", "is on no card: only an attachment is")
        if when.me and when.host:
            yield WordFault(f"{place}.host", "this card is never the card that it is on")


def check_asked(place: str, when: When, kind: str) -> Iterator[WordFault]:
    for name, needed in ASKS.items():
        if getattr(when, name) and not OCCASIONS[kind].has(needed):
            yield WordFault(f"{place}.{name}", f"{kind} has no {needed if needed != 'n' else 'number'}")
    if when.card is not None and (kind in LEAVING or kind == "left_play"):
        yield from unused_fields(when.card, NOT_SEEN, f"{place}.card", "is not known of a card that leaves play")


def check_details(place: str, when: When, kind: str) -> Iterator[WordFault]:
    """The faults of `name` and `how` that none of the kinds can have, or of kinds that can have neither."""
    occasions = tuple(OCCASIONS[each] for each in when.kinds)
    own = OCCASIONS[kind]
    yield from check_detail(f"{place}.name", kind, when.name, own.names, [each.names for each in occasions])
    how = (when.how,) if when.how else ()
    yield from check_detail(f"{place}.how", kind, how, own.hows, [each.hows for each in occasions])


def check_detail(
    place: str, kind: str, given: tuple[str, ...], own: tuple[str, ...], word_lists: list[tuple[str, ...]]
) -> Iterator[WordFault]:
    listed = tuple(dict.fromkeys(one for names in word_lists for one in names))
    for number, one in enumerate(given):
        if listed and one not in listed:
            yield unknown_fault(f"{place}[{number}]" if place.endswith(".name") else place, one, listed)
    if given and not set(own) & set(given):
        yield WordFault(place, f"{kind} never has that {place.rpartition('.')[2]}")


def check_fields_of_timing(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of fields that a timing does not have: a mandatory ability has no costs, constants only their list."""
    if said.timing in MANDATORY:
        yield from unused_fields(said.ability, ("phase",), "", f"has no effect on {said.timing.replace('-', '_')}")
        yield from unused_fields(said.ability, ("costs",), "", "a mandatory ability has no costs")
    if said.timing == "when-revealed":
        yield from unused_fields(said.ability, ("limits", "requires"), "", "has no effect on when_revealed")
        if not said.is_on("plot"):
            yield WordFault("", "only plots have when_revealed")


# --- parts and their objects


def check_then(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of `then` without a part before it, and of `if` without a `then` after it."""
    for place, target in enumerate(said.ability.targets):
        if target.then:
            yield WordFault(f".targets[{place}].{tag(target)}.then", "a target follows no part")
    for start, listed in (("", said.ability.parts), *((place, word.parts) for place, word in said.all(Later))):
        yield from check_order(listed, f"{start}.parts")


def check_order(listed: tuple[Part, ...], start: str) -> Iterator[WordFault]:
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
                if isinstance(word, Cards) and word.picked in entered:
                    why = f"what was chosen as {word.picked!r} is a new card in play: keep it when it has entered"
                    yield WordFault(f"{at}.picked", why, "keep_entered")
            if isinstance(part, PutIntoPlay) and part.on.picked:
                entered.add(part.on.picked)
            elif isinstance(part, KeepEntered):
                entered.discard(part.name)


RELATIONS = ("me", "host", "answered", "source", "picked", "done")


def check_relations(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of relations: a card has one; `host` needs an attachment, `answered` an ability with a moment."""
    for place, cards in said.all(Cards):
        given = [each for each in RELATIONS if getattr(cards, each)]
        if len(given) > 1 and not set(given) <= {"picked", "done"}:
            yield WordFault(f"{place}.{given[1]}", f"cannot be said together with {given[0]}")
        if cards.me and cards.other:
            yield WordFault(f"{place}.other", "cannot be said together with me")
        if cards.host and not (said.is_on("attachment") or becomes_attachment(said)):
            yield WordFault(f"{place}.host", "is on no card: only an attachment is")
        yield from check_condition_named(said, place, cards)


def becomes_attachment(said: PlacedAbility) -> bool:
    return said.card is not None and said.card.type == "event" and said.timing == "constant"


def check_condition_named(said: PlacedAbility, place: str, cards: Cards) -> Iterator[WordFault]:
    """The faults of words that name the card of the answered condition if that has none."""
    enclosing = next((word for at, word in said.all(Later) if place.startswith(f"{at}.parts")), None)
    when = enclosing.when if enclosing is not None else said.ability.when
    kinds = when.kinds if when is not None else ()
    for field, needed in (("answered", "card"), ("source", "source")):
        if getattr(cards, field) and not any(OCCASIONS[kind].has(needed) for kind in kinds):
            yield WordFault(f"{place}.{field}", f"the ability answers no condition with a {needed}")


def check_choices(said: PlacedAbility) -> Iterator[WordFault]:
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


INTERRUPTING = {
    Save: (BEFORE, tuple(kind for kind in (*LEAVING, "leaves_play") if kind != "sacrificed")),
    Prevent: (BEFORE, tuple(OCCASIONS)),
    Instead: (BEFORE, (*LEAVING, "leaves_play", "card_discarded", "claim_applied")),
    Cancel: (("cancel",), ("effect_initiated",)),
}


def check_interrupting(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of parts that change an imminent condition in an ability that does not answer such a condition."""
    when = said.ability.when
    for word, (timings, kinds) in INTERRUPTING.items():
        for place, part in said.all(word):
            if said.timing not in timings:
                yield WordFault(place, f"has no effect in {said.timing.replace('-', '_')}")
            elif not set(when.kinds) & set(kinds):
                yield WordFault(place, f"has no effect on {', '.join(when.kinds)}")
            elif isinstance(part, Instead):
                yield from check_instead(part, place, when.kinds)


def check_instead(part: Instead, place: str, kinds: tuple[str, ...]) -> Iterator[WordFault]:
    """The faults of replacements: a card must go to another place than before; claim goes nowhere."""
    if part.to and "claim_applied" in kinds:
        yield WordFault(f"{place}.to", "claim goes nowhere: the parts that follow happen in its place")
    if not part.to and set(kinds) != {"claim_applied"}:
        yield WordFault(f"{place}.to", "missing")
    if part.to and all(goes_to(kind) == part.to for kind in kinds):
        yield WordFault(f"{place}.to", f"it would change nothing: of {', '.join(kinds)} the card goes there anyway")


def goes_to(kind: str) -> str:
    """Where a card goes in this condition; empty if several ways of leaving play are meant."""
    return "discard" if kind == "card_discarded" else LEAVING.get(kind, "")


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


# --- challenges


def in_challenge(kinds: tuple[str, ...]) -> bool:
    return any(OCCASIONS[kind].in_challenge for kind in kinds)


def never_in_challenge(said: PlacedAbility) -> bool:
    """Whether no challenge can be in progress when the ability is used."""
    if said.timing == "when-revealed" or said.ability.phase not in ("", "challenges"):
        return True
    when = said.ability.when
    return when is not None and not in_challenge(when.kinds)


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
            if not isinstance(word, Cards):
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
