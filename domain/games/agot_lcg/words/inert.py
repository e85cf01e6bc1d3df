"""Checks for words that can never have an effect on this card, in this phase, or on such cards.

The checks of `INERT` read one ability as those of `faults` do; `faults_together` reads all abilities of a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import structs

from domain.cardgame.pool.card_fields import join_plurals
from domain.cardgame.words.choices import ChoosePlayer
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.costs import CardCost, LeavingCost, SacrificeCost
from domain.cardgame.words.parts.cards import Discard, Leaves, OnCards
from domain.cardgame.words.parts.counts import DiscardAtRandom, DiscardTop
from domain.cardgame.words.parts.entering import KeepEntered
from domain.cardgame.words.parts.time import Later, Until
from domain.cardgame.words.places import WordFault, places, tag
from domain.cardgame.words.requirements import EnteredBy
from domain.cardgame.words.select import CardFilter
from domain.games.agot_lcg.abilities.condition_kinds import OCCASIONS
from domain.games.agot_lcg.pool.card_fields import ENTERING, TYPES_OF_KEYWORD
from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.words.ability_words import PlacedAbility
from domain.games.agot_lcg.words.choices import Choose
from domain.games.agot_lcg.words.costs import KneelCost, StandCost, TokenCost
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.games.agot_lcg.words.parts.cards import PERMANENT, Kill, Kneel, Stand
from domain.games.agot_lcg.words.parts.hidden import DuplicateFromDeck, PutIntoPlay
from domain.games.agot_lcg.words.requirements import HasDuplicate
from domain.games.agot_lcg.words.select import Cards
from domain.games.agot_lcg.words.triggers import When
from domain.kernel.formats.listing import join_names
from domain.kernel.occurring.abilities import Ability

FORCED = {"forced-reaction": "reaction", "forced-interrupt": "interrupt"}
STAY_IN_PLAY = ("plot", "agenda", "faction", "title")
IN_PLAY = ("faction", "plot", "character", "location", "attachment")
NOT_IN_PLAY = "an event is not in play"


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


def check_event(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of an event: it is played from hand, so no ability of it is forced or needs it in play."""
    if said.card is None or said.card.type != "event" or said.timing == "constant":
        return
    if said.timing in FORCED:
        yield WordFault("", "an event is played, nothing forces it", FORCED[said.timing])
    for place, cost in said.all(CardCost, TokenCost):
        if isinstance(cost, TokenCost) or cost.is_by_me:
            yield WordFault(
                place if isinstance(cost, TokenCost) else f"{place}.which", f"{NOT_IN_PLAY} when it is paid for"
            )
    for place, _ in said.all(EnteredBy, HasDuplicate):
        yield WordFault(place, NOT_IN_PLAY)
    for place, when in said.all(When):
        if when.me:
            yield WordFault(f"{place}.me", f"{NOT_IN_PLAY}, and only from hand is it played")
    for place, part in said.all(OnCards):
        if part.on.me and not getattr(part, "out_of_play", False):
            yield WordFault(f"{place}.on.me", NOT_IN_PLAY)


def check_staying(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of costs that a card pays by leaving play although it never leaves."""
    if said.card is not None and said.card.type in STAY_IN_PLAY:
        for place, cost in said.all(LeavingCost):
            if cost.is_by_me:
                yield WordFault(f"{place}.which", f"{said.card.type} cards never leave play")


def check_phase(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of conditions that do not occur in the ability's phase."""
    when, phase = said.ability.when, said.ability.phase
    if when is None or not phase:
        return
    for number, kind in enumerate(when.kinds):
        of_phase = kind in ("phase_began", "phase_ended") and when.name
        phases = when.name if of_phase else OCCASIONS[kind].phases
        if phases and phase not in phases:
            yield WordFault(f".when.kinds[{number}]", f"{kind} never occurs in the phase that is named ({phase})")


def description_meant(said: PlacedAbility, cards: CardFilter) -> CardFilter:
    """The description of the cards meant; for a named choice the description of that choice."""
    chosen = (word.cards for _, word in said.all(Choose) if cards.picked and word.name == cards.picked)
    return next(chosen, cards)


def check_put_into_play(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of putting cards into play that are in play already, or cannot be."""
    for place, part in said.all(PutIntoPlay):
        cards = description_meant(said, part.on)
        if cards.type and not set(cards.type) & set(PERMANENT):
            yield WordFault(f"{place}.on", f"{cards.type[0]} cards are never put into play")
        if cards.me and said.card is not None and said.card.type in IN_PLAY:
            yield WordFault(f"{place}.on.me", "this card is in play already")
        if cards.me and said.card is not None and said.card.type == "event":
            yield WordFault(f"{place}.on.me", "an event is played, it never enters play", "become_attachment")
        if not cards.is_named and not set(cards.where) - {"play", "faction", "plot"}:
            yield WordFault(f"{place}.on", in_play_already(said, part))


def in_play_already(said: PlacedAbility, part: PutIntoPlay) -> str:
    """What is wrong with cards that are already in play before they are put there, and how to mend it."""
    if not part.on.picked:
        return "these cards are in play already: say `where`"
    if any(each.on.picked == part.on.picked for _, each in said.all(Leaves)):
        return "a card that left play is a new card where it lies: it is not what was chosen any more"
    return "the chosen cards are in play already: say `where` in the choice"


def types_changed(word: Constant | Until) -> tuple[str, ...]:
    """The types of card for which a change can count; empty if it counts for all."""
    gained = TYPES_OF_KEYWORD.get(word.name, ()) if word.what == "keyword" else ()
    return gained or ONLY_OF.get(f"{word.what} {word.name}", ()) or ONLY_OF.get(word.what, ())


# words for what only some types of card have or undergo
ONLY_OF: dict[str, tuple[str, ...]] = {
    "strength": ("character",),
    "icon": ("character",),
    "lose-icon": ("character",),
    **dict.fromkeys((f"card-cannot {deed}" for deed in ("attack", "defend", "be-bypassed")), ("character",)),
    "card-must": ("character",),
    "card-does-not": ("character",),
    "killed-at-zero": ("character",),
    "base-income": ("plot",),
}


def check_types(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of changes and parts whose cards have no such value or cannot undergo it."""
    for place, word in said.all(Constant, Until):
        if word.on is not None and (types := types_changed(word)):
            named = word.name if word.what in ("keyword", "card-cannot") else word.what
            yield from check_type(said, word.on, types, f"{place}.on", f"{named} is of {join_plurals(types)} only")
    for place, part in said.all(Kill):
        yield from check_type(said, part.on, ("character",), f"{place}.on", "only characters are killed")


def check_type(
    said: PlacedAbility, on: CardFilter, types: tuple[str, ...], place: str, why: str
) -> Iterator[WordFault]:
    cards = description_meant(said, on)
    own = said.card.type if said.card is not None and cards.me else ""
    given = (own,) if own and own != "event" else cards.type
    if given and not set(given) & set(types):
        yield WordFault(place, why)


# fields of descriptions, and the types of card that can have them
ASKED_OF: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("strength_at_most", "printed_strength_at_most", "icon", "without_icon"), ("character",)),
    "participating": ("character",),
    "alone": ("character",),
    "cost_at_most": (*ENTERING, "event"),
}
# fields that only cards in play can have
IN_PLAY_ONLY = ("participating", "alone", "kneeling", "has_power", "token", "on_me")
OUT_OF_PLAY = ("hand", "deck", "discard", "dead", "plots", "used", "removed")


def check_described(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of descriptions that no card of the type and place can fit."""
    for place, cards in said.all(Cards):
        for field in (field for field in ASKED_OF if asks(cards, field)):
            if cards.type and not set(cards.type) & set(ASKED_OF[field]):
                yield WordFault(
                    f"{place}.{field}", f"{cards.type[0]} cards have none, only {join_plurals(ASKED_OF[field])} do"
                )
        if cards.keyword and cards.type and not set(cards.type) & set(TYPES_OF_KEYWORD[cards.keyword]):
            why = f"{cards.type[0]} cards never have it, only {join_plurals(TYPES_OF_KEYWORD[cards.keyword])} do"
            yield WordFault(f"{place}.keyword", why)
        if cards.where and set(cards.where) <= set(OUT_OF_PLAY):
            for field in (field for field in IN_PLAY_ONLY if asks(cards, field)):
                yield WordFault(
                    f"{place}.{field}", f"is of cards in play, not of those in {join_names(cards.where, 'or')}"
                )


def asks(cards: Cards, field: str) -> bool:
    """Whether a field requires something of a card; standing and not participating fit any card."""
    given = getattr(cards, field)
    return given is not None and given is not False and given not in ("", "no")


def check_areas(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of parts and costs for cards in play whose description names other areas."""
    for place, part in said.all(OnCards):
        cards = description_meant(said, part.on)
        if not getattr(part, "out_of_play", False) and is_out_of_play(cards):
            yield WordFault(f"{place}.on", f"is done to cards in play, not to those in {join_names(cards.where, 'or')}")
    for place, cost in said.all(KneelCost, StandCost, SacrificeCost):
        if cost.cards is not None and is_out_of_play(cost.cards):
            yield WordFault(
                f"{place}.cards", f"cards in play pay it, not those in {join_names(cost.cards.where, 'or')}"
            )
    for place, word in said.all(Constant, Until):
        if word.on is not None and is_out_of_play(word.on) and word.what in COUNTS_IN_PLAY:
            yield WordFault(f"{place}.on", f"{word.what} counts in play, not in {join_names(word.on.where, 'or')}")


COUNTS_IN_PLAY = ("strength", "icon", "lose-icon", "card-must", "card-does-not", "killed-at-zero")


def is_out_of_play(cards: CardFilter) -> bool:
    return bool(cards.where) and set(cards.where) <= set(OUT_OF_PLAY)


DISCARDING = (DiscardAtRandom, DiscardTop, Discard)
ENTERS = (PutIntoPlay, DuplicateFromDeck, BecomeAttachment)


def check_results(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of words that use the result of a part which has none, or a chosen player that nothing uses."""
    if not any(True for _ in said.all(*DISCARDING)):
        for place, cards in said.all(CardFilter):
            for field in ("done", "copy_of_done"):
                if getattr(cards, field):
                    yield WordFault(f"{place}.{field}", "no part discards cards from a hand or deck")
    if not any(True for _ in said.all(*ENTERS)):
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
    for place, when in said.all(When):
        if when.seat == when.other == "you" and "power_moved" not in when.kinds:
            yield WordFault(f"{place}.other", "the other player is never the same player: you are `seat` already")


def check_periods(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of ends and limits tied to a challenge where there is none."""
    for place, word in said.all(Later):
        if word.until == "challenge" and not any(OCCASIONS[kind].in_challenge for kind in word.when.kinds):
            yield WordFault(
                f"{place}.until", f"{', '.join(word.when.kinds)} never occurs before the challenge has ended"
            )
    outside = said.ability.phase not in ("", "challenges") or said.timing == "when-revealed"
    for number, limit in enumerate(said.ability.limits):
        if limit.per == "challenge" and outside:
            yield WordFault(f".limits[{number}].per", "no challenge is under way when the ability is used")


def check_number_of_payers(said: PlacedAbility) -> Iterator[WordFault]:
    """The faults of costs in which one card pays more than once."""
    for place, cost in said.all(CardCost):
        if cost.cards is None and cost.n > 1:
            payer = "your faction card" if cost.which == "faction" else "this card"
            yield WordFault(f"{place}.n", f"{payer} pays once: say `cards`")


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


INERT: tuple[Callable[[PlacedAbility], Iterator[WordFault]], ...] = (
    check_event,
    check_staying,
    check_phase,
    check_put_into_play,
    check_types,
    check_described,
    check_areas,
    check_results,
    check_contradictions,
    check_periods,
    check_number_of_payers,
    check_turning,
)
