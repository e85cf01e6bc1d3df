"""Faults of words that can never have an effect on this card, in this phase, or on such cards."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from domain.cardgame.pool.card_fields import join_plurals
from domain.cardgame.words.choices import Choose, ChoosePlayer
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import CardCost, LeavingCost, TokenCost
from domain.cardgame.words.faults.placed_ability import PlacedAbility
from domain.cardgame.words.parts.cards import Discard, Leaves, OnCards, TakeControl
from domain.cardgame.words.parts.counts import DiscardAtRandom, DiscardTop
from domain.cardgame.words.parts.entering import KeepEntered, PutIntoPlay
from domain.cardgame.words.parts.time import Until
from domain.cardgame.words.places import WordFault, tag
from domain.cardgame.words.requirements import EnteredBy
from domain.cardgame.words.select import CardFilter
from domain.cardgame.words.text import with_article
from domain.cardgame.words.triggers import WhenWord
from domain.kernel.formats.listing import join_names

FORCED = {"forced-reaction": "reaction", "forced-interrupt": "interrupt"}


def not_in_play(type: str) -> str:
    """What is wrong with words that need a card in play, on one of a type that is played for its effect alone."""
    return f"{with_article(type)} is not in play"


def check_event(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of an event: it is played from hand, so no ability of it is forced or needs it in play."""
    if not said.is_played or said.timing == "constant":
        return
    why = not_in_play(said.card.type)
    if said.timing in FORCED:
        yield WordFault("", f"{with_article(said.card.type)} is played, nothing forces it", FORCED[said.timing])
    for place, cost in said.all(CardCost, TokenCost):
        if isinstance(cost, TokenCost) or cost.is_by_me:
            yield WordFault(place if isinstance(cost, TokenCost) else f"{place}.which", f"{why} when it is paid for")
    for place, _ in said.all(EnteredBy):
        yield WordFault(place, why)
    for place, when in said.all(WhenWord):
        if when.me:
            yield WordFault(f"{place}.me", f"{why}, and only from hand is it played")
    for place, part in said.all(OnCards):
        if part.on.me and not getattr(part, "out_of_play", False):
            yield WordFault(f"{place}.on.me", why)


def check_staying(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of costs that a card pays by leaving play although it never leaves, and of taking such cards."""
    if said.card is not None and said.card.type in said.lists.staying:
        for place, cost in said.all(LeavingCost):
            if cost.is_by_me:
                yield WordFault(f"{place}.which", f"{said.card.type} cards never leave play")
    for place, part in said.all(TakeControl):
        types = description_meant(said, part.on).type
        if types and set(types) <= set(said.lists.staying):
            yield WordFault(f"{place}.on", f"{types[0]} cards stay with their player")


def check_phase(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of conditions that do not occur in the ability's phase."""
    when, phase = said.ability.when, said.ability.phase
    if when is None or not phase:
        return
    for number, kind in enumerate(when.kinds):
        of_phase = kind in ("phase_began", "phase_ended") and when.name
        phases = when.name if of_phase else said.lists.occasions[kind].phases
        if phases and phase not in phases:
            yield WordFault(f".when.kinds[{number}]", f"{kind} never occurs in the phase that is named ({phase})")


def description_meant(said: PlacedAbility, cards: CardFilter) -> CardFilter:
    """The description of the cards meant; for a named choice the description of that choice."""
    chosen = (word.cards for _, word in said.all(Choose) if cards.picked and word.name == cards.picked)
    return next(chosen, cards)


def check_put_into_play(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of putting cards into play that are in play already, or cannot be."""
    works_elsewhere = any(True for _ in said.all(*said.lists.elsewhere))
    for place, part in said.all(PutIntoPlay):
        cards = description_meant(said, part.on)
        if cards.type and not set(cards.type) & set(said.lists.permanents):
            yield WordFault(f"{place}.on", f"{cards.type[0]} cards are never put into play")
        in_play = said.card is not None and said.card.type in said.lists.in_play_types
        if cards.me and in_play and not works_elsewhere:
            yield WordFault(f"{place}.on.me", "this card is in play already")
        if cards.me and said.is_played:
            why = f"{with_article(said.card.type)} is played, it never enters play"
            yield WordFault(f"{place}.on.me", why, said.lists.attaching)
        if not cards.is_named and not set(cards.where).difference(said.lists.in_play_areas):
            yield WordFault(f"{place}.on", in_play_already(said, part))


def in_play_already(said: PlacedAbility, part: PutIntoPlay) -> str:
    """What is wrong with cards that are already in play before they are put there, and how to mend it."""
    if not part.on.picked:
        return "these cards are in play already: say `where`"
    if any(each.on.picked == part.on.picked for _, each in said.all(Leaves)):
        return "a card that left play is a new card where it lies: it is not what was chosen any more"
    return "the chosen cards are in play already: say `where` in the choice"


def check_types(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of changes and parts whose cards have no such value or cannot undergo it."""
    for place, word in said.all(Constant, Until):
        if word.on is not None and (types := said.lists.types_of(word.what, word.name)):
            named = word.name if f"{word.what} {word.name}" in said.lists.only_of else word.what
            yield from check_type(said, word.on, types, f"{place}.on", f"{named} is of {join_plurals(types)} only")


def check_type(
    said: PlacedAbility, on: CardFilter, types: tuple[str, ...], place: str, why: str
) -> Iterator[WordFault]:
    cards = description_meant(said, on)
    own = said.card.type if said.card is not None and cards.me else ""
    given = (own,) if own and not said.is_played else cards.type
    if given and not set(given) & set(types):
        yield WordFault(place, why)


def check_described(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of descriptions that no card of the type and place can fit."""
    for place, cards in said.all(CardFilter):
        for field, types in said.lists.asked_of.items():
            if asks(cards, field) and cards.type and not set(cards.type) & set(types):
                yield WordFault(f"{place}.{field}", f"{cards.type[0]} cards have none, only {join_plurals(types)} do")
        if is_out_of_play(said, cards):
            for field in (field for field in said.lists.in_play_fields if asks(cards, field)):
                yield WordFault(
                    f"{place}.{field}", f"is of cards in play, not of those in {join_names(cards.where, 'or')}"
                )


def asks(cards: CardFilter, field: str) -> bool:
    """Whether a field requires something of a card; standing and not participating fit any card."""
    given = getattr(cards, field, None)
    return given is not None and given is not False and given not in ("", "no")


def check_areas(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of parts and costs for cards in play whose description names other areas."""
    for place, part in said.all(OnCards):
        cards = description_meant(said, part.on)
        if not getattr(part, "out_of_play", False) and is_out_of_play(said, cards):
            yield WordFault(f"{place}.on", f"is done to cards in play, not to those in {join_names(cards.where, 'or')}")
    for place, cost in said.all(CardCost):
        if cost.cards is not None and not cost.out_of_play and is_out_of_play(said, cost.cards):
            yield WordFault(
                f"{place}.cards", f"cards in play pay it, not those in {join_names(cost.cards.where, 'or')}"
            )
    for place, word in said.all(Constant, Until):
        if word.on is not None and is_out_of_play(said, word.on) and word.what in said.lists.counts_in_play:
            yield WordFault(f"{place}.on", f"{word.what} counts in play, not in {join_names(word.on.where, 'or')}")


def is_out_of_play(said: PlacedAbility, cards: CardFilter) -> bool:
    return bool(cards.where) and said.lists.out_of_play.issuperset(cards.where)


DISCARDING = (DiscardAtRandom, DiscardTop, Discard)


def check_results(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words that use the result of a part which has none, or a chosen player that nothing uses."""
    if not any(True for _ in said.all(*DISCARDING)):
        for place, cards in said.all(CardFilter):
            for field in ("done", "copy_of_done"):
                if getattr(cards, field):
                    yield WordFault(f"{place}.{field}", "no part discards cards from a hand or deck")
    if not any(True for _ in said.all(PutIntoPlay, *said.lists.entering_words)):
        for place, _ in said.all(KeepEntered):
            yield WordFault(place, "no part brings a card into play")
    naming = ("who", "controller", "than", "source")
    used = any(getattr(word, field, "") == "chosen" for _, word in said.words for field in naming)
    for place, _ in said.all(ChoosePlayer):
        if not used:
            yield WordFault(place, "nothing is done with the player: no word says `chosen`")


def check_contradictions(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of requirements that contradict each other, as a player who wins against themselves."""
    for place, word in (("", said.ability), *said.words):
        listed = getattr(word, "requires", ())
        for number, each in enumerate(listed):
            if getattr(each, "no", False) and structs.replace(each, no=False) in listed:
                yield WordFault(f"{place}.requires[{number}].{tag(each)}.no", "is asked together with its opposite")
    for place, when in said.all(WhenWord):
        if when.seat == when.other == "you" and not set(said.lists.to_oneself) & set(when.kinds):
            yield WordFault(f"{place}.other", "the other player is never the same player: you are `seat` already")


def check_number_of_payers(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of costs in which one card pays more than once."""
    for place, cost in said.all(CardCost):
        if cost.cards is None and cost.n > 1:
            yield WordFault(f"{place}.n", f"{cost.payer_words} pays once: say `cards`")
