"""Deck building: a registered deck, and every rule that it breaks.

Read in this order: the sizes and limits, `Deck`, `deck_faults`, `CHECKS`, then the checks in that order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import msgspec

from domain.cardgame.decks.deck_checks import (
    CopyLimit,
    DeckSize,
    Sections,
    cards_of_section,
    cards_out_of_place,
    deck_fault,
    group_by_title,
    too_many_copies,
    unknown_cards,
    words_of_deck,
    wrong_size,
)
from domain.cardgame.pool.pool import Pool
from domain.games.l5r.pool.printed import ELEMENTS, Printed
from domain.kernel.citing import enforces
from domain.kernel.refusals import Refusal

PROVINCES = DeckSize("l5r.deck.five-provinces", "province set", least=5, most=5, cards="provinces")
DYNASTY_DECK = DeckSize("l5r.deck.dynasty-size", "dynasty deck", least=40, most=45)
CONFLICT_DECK = DeckSize("l5r.deck.conflict-size", "conflict deck", least=40, most=45)
CONFLICT_CHARACTERS = DeckSize("l5r.deck.conflict-character-cap", "conflict deck", most=10, cards="characters")
SINGLE_CORE = "l5r.deck.single-core-minimum"
SINGLE_CORE_LEAST = 30
COPY_LIMIT = CopyLimit(
    usual=3,
    rule="l5r.deck.three-copies",
    lower="l5r.deck.limit-x-lower",
    higher="l5r.deck.limit-x-higher",
)
PROVINCE_LIMIT = CopyLimit(
    usual=1,
    rule="l5r.deck.province-one-copy",
    lower="l5r.deck.province-one-copy",
    higher="l5r.deck.province-one-copy",
)
PLACES = {
    "stronghold": "l5r.deck.one-stronghold",
    "role": "l5r.deck.role-optional",
    "province": "l5r.deck.five-provinces",
    "dynasty": "l5r.deck.dynasty-size",
    "conflict": "l5r.deck.conflict-size",
}


class Deck(msgspec.Struct, frozen=True):
    """A registered deck in card keys; `dynasty` and `conflict` repeat a key for each copy."""

    stronghold: str
    role: str | None
    provinces: tuple[str, ...]
    dynasty: tuple[str, ...]
    conflict: tuple[str, ...]


class DeckCards(msgspec.Struct, frozen=True):
    """The cards of a deck that the pool knows and that are in the right part of the deck.

    `single_core`: it is built of the cards of one core set.
    """

    stronghold: Printed | None
    role: Printed | None
    provinces: tuple[Printed, ...]
    dynasty: tuple[Printed, ...]
    conflict: tuple[Printed, ...]
    single_core: bool = False

    @property
    def every(self) -> tuple[Printed, ...]:
        """All cards, each once for every copy."""
        alone = tuple(card for card in (self.stronghold, self.role) if card)
        return (*alone, *self.provinces, *self.dynasty, *self.conflict)


def deck_faults(deck: Deck, pool: Pool[Printed], *, single_core: bool = False) -> tuple[Refusal, ...]:
    """Every rule of deck building that the deck breaks, those of the stronghold first; empty for a legal deck.

    `single_core` says that the decks of the match are built of one core set only, for which they may be smaller.
    """
    sections = sections_of(deck)
    strongholds, roles, provinces, dynasty, conflict = (cards_of_section(sections, pool, each) for each in PLACES)
    stronghold, role = next(iter(strongholds), None), next(iter(roles), None)
    built = DeckCards(stronghold, role, provinces, dynasty, conflict, single_core)
    found = (fault for check in CHECKS for fault in check(built))
    return (*unknown_cards(sections, pool), *misplaced_cards(sections, pool), *found)


def sections_of(deck: Deck) -> Sections:
    """The keys of a deck by section."""
    stronghold, role = ((key,) if key else () for key in (deck.stronghold, deck.role))
    return {
        "stronghold": stronghold,
        "role": role,
        "province": deck.provinces,
        "dynasty": deck.dynasty,
        "conflict": deck.conflict,
    }


@enforces("l5r.deck.one-stronghold", "l5r.deck.role-optional", "l5r.role.max-one", "l5r.setup.1-select-decks")
def misplaced_cards(sections: Sections, pool: Pool[Printed]) -> Iterator[Refusal]:
    """The refusals of a deck without a stronghold, and of cards that belong in another part of it."""
    if not sections["stronghold"]:
        yield deck_fault(PLACES["stronghold"], "The deck names no stronghold.", has=0, needs=1)
    yield from cards_out_of_place(sections, pool, PLACES, words_of_deck)


@enforces("l5r.deck.five-provinces")
def there_are_five_provinces(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a province set without exactly five provinces."""
    return wrong_size(len(built.provinces), PROVINCES)


@enforces(
    "l5r.deck.province-per-element",
    "l5r.deck.province-element-symbol",
    "l5r.role.function",
    "l5r.scope.jade-card-over-rules",
)
def one_province_for_each_ring(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of elements that no province has, or more than one; a Seeker may replace one by a second."""
    by_element = {each: [card.title for card in built.provinces if each in card.elements] for each in ELEMENTS}
    doubled = built.role.doubled_element if built.role else None
    missing = [element for element, has in by_element.items() if not has]
    has_second = doubled is not None and len(by_element[doubled]) == 2 and bool(missing)
    # in place of one province, so that with two elements missing no one of them is the replaced one
    lawful = (doubled, *(missing if len(missing) == 1 else ())) if has_second else ()
    for element, has in by_element.items():
        if len(has) != 1 and element not in lawful:
            text = f"{len(has)} provinces are associated with {element}, 1 is needed."
            yield deck_fault("l5r.deck.province-per-element", text, element=element, provinces=has, needs=1)


@enforces("l5r.deck.province-one-copy", "l5r.card.copy")
def provinces_are_single(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of provinces with more than one copy."""
    return too_many_copies(built.provinces, PROVINCE_LIMIT)


@enforces("l5r.deck.province-affiliation", "l5r.card.primary-clan", "l5r.card.in-clan", "l5r.card.neutral")
def provinces_are_of_the_clan(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of provinces that are neither of the stronghold's clan nor neutral."""
    return foreign_cards(built, built.provinces, "l5r.deck.province-affiliation")


@enforces("l5r.deck.dynasty-size", SINGLE_CORE)
def dynasty_deck_has_its_size(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a dynasty deck that is too small or too large."""
    return wrong_deck_size(built, len(built.dynasty), DYNASTY_DECK)


@enforces("l5r.deck.dynasty-affiliation", "l5r.card.primary-clan", "l5r.card.in-clan", "l5r.card.neutral")
def dynasty_deck_is_of_the_clan(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of dynasty cards that are neither of the stronghold's clan nor neutral."""
    return foreign_cards(built, built.dynasty, "l5r.deck.dynasty-affiliation")


@enforces("l5r.deck.conflict-size", SINGLE_CORE)
def conflict_deck_has_its_size(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a conflict deck that is too small or too large."""
    return wrong_deck_size(built, len(built.conflict), CONFLICT_DECK)


@enforces("l5r.deck.conflict-affiliation", "l5r.deck.influence-cost-required", "l5r.card.out-of-clan")
def foreign_conflict_cards_can_be_bought(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of conflict cards of another clan that have no influence cost."""
    for card, copies in bought_cards(built).items():
        if not card.splash:
            text = f"{card.title} is of the {card.clan} clan and has no influence cost."
            yield deck_fault("l5r.deck.influence-cost-required", text, card=card.key, copies=copies, clan=card.clan)


@enforces("l5r.deck.conflict-affiliation", "l5r.deck.influence-one-clan", "l5r.card.neutral-not-clan")
def influence_buys_of_one_clan(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of conflict cards of more than one other clan."""
    clans = sorted({card.clan for card in bought_cards(built)})
    if len(clans) > 1:
        text = f"The conflict deck has cards of several other clans: {', '.join(clans)}."
        yield deck_fault("l5r.deck.influence-one-clan", text, clans=clans)


@enforces(
    "l5r.deck.conflict-influence-budget",
    "l5r.deck.influence-one-clan",
    "l5r.deck.influence-per-copy",
    "l5r.card.field-influence-value",
    "l5r.role.function",
)
def influence_is_enough(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of conflict cards that cost more influence than the stronghold and the role give."""
    if not built.stronghold:
        return
    spent = sum((card.influence_cost or 0) * copies for card, copies in bought_cards(built).items())
    limit = built.stronghold.influence_value + (built.role.influence_bonus if built.role else 0)
    if spent > limit:
        text = f"Cards of other clans cost {spent} influence, the deck has {limit}."
        yield deck_fault("l5r.deck.conflict-influence-budget", text, spent=spent, limit=limit)


@enforces("l5r.deck.conflict-character-cap")
def conflict_deck_has_few_characters(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a conflict deck with more than ten characters."""
    return wrong_size(sum(card.type == "character" for card in built.conflict), CONFLICT_CHARACTERS)


@enforces(
    "l5r.deck.three-copies",
    "l5r.deck.limit-three-total",
    "l5r.deck.limit-x",
    "l5r.deck.limit-x-lower",
    "l5r.deck.limit-x-higher",
    "l5r.card.copy",
)
def cards_keep_their_limits(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of titles with more copies in both decks together than three, or than their own deck limit."""
    return too_many_copies((*built.dynasty, *built.conflict), COPY_LIMIT)


@enforces("l5r.role.function", "l5r.scope.jade-card-over-rules")
def restricted_cards_have_their_role(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of cards that are only for decks with a role of a kind, in a deck without one."""
    for card, copies in Counter(built.every).items():
        needs, has = card.role_restriction, built.role.role if built.role else None
        if needs not in (None, has):
            text = f"{card.title} is for decks with a {needs} role only."
            yield deck_fault("l5r.role.function", text, card=card.key, copies=copies, needs=needs, role=has or "none")


@enforces(SINGLE_CORE)
def one_core_set_is_enough(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of titles with more copies than one core set holds, where decks are built of one."""
    for copies in group_by_title(built.every) if built.single_core else ():
        card = copies[0]
        if len(copies) > card.quantity:
            text = f"{len(copies)} copies of {card.title}, one core set holds {card.quantity}."
            yield deck_fault(SINGLE_CORE, text, title=card.title, copies=len(copies), limit=card.quantity)


CHECKS: tuple[Callable[[DeckCards], Iterator[Refusal]], ...] = (
    there_are_five_provinces,
    one_province_for_each_ring,
    provinces_are_single,
    provinces_are_of_the_clan,
    dynasty_deck_has_its_size,
    dynasty_deck_is_of_the_clan,
    conflict_deck_has_its_size,
    foreign_conflict_cards_can_be_bought,
    influence_buys_of_one_clan,
    influence_is_enough,
    conflict_deck_has_few_characters,
    cards_keep_their_limits,
    restricted_cards_have_their_role,
    one_core_set_is_enough,
)


def wrong_deck_size(built: DeckCards, has: int, size: DeckSize) -> Iterator[Refusal]:
    """The refusal of a dynasty or conflict deck of the wrong size, which is smaller for a single core set."""
    if built.single_core and has < SINGLE_CORE_LEAST:
        return wrong_size(has, DeckSize(SINGLE_CORE, size.deck, least=SINGLE_CORE_LEAST))
    least = SINGLE_CORE_LEAST if built.single_core else size.least
    return wrong_size(has, msgspec.structs.replace(size, least=least))


def foreign_cards(built: DeckCards, cards: tuple[Printed, ...], rule: str) -> Iterator[Refusal]:
    """The refusals of cards that are neither of the stronghold's clan nor neutral; none without a stronghold."""
    for card, copies in Counter(cards).items():
        if built.stronghold and card.clan not in (built.stronghold.clan, "neutral"):
            main = built.stronghold.clan
            text = f"{card.title} is of the {card.clan} clan, the deck of the {main} clan."
            yield deck_fault(rule, text, card=card.key, copies=copies, clan=card.clan, main=main)


def bought_cards(built: DeckCards) -> Counter[Printed]:
    """The conflict cards of other clans with their copies; none without a stronghold."""
    if not built.stronghold:
        return Counter()
    own = (built.stronghold.clan, "neutral")
    return Counter(card for card in built.conflict if card.clan not in own)
