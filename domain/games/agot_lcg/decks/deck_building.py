"""Deck building: a registered deck, and every rule that it breaks.

Read in this order: the sizes and limits, `Deck`, `deck_faults`, `CHECKS` (in the order of the rule book's entry on
building decks), then the checks in that order.
"""

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
    wrong_size,
)
from domain.cardgame.pool.pool import Pool
from domain.games.agot_lcg.pool.printed import Printed
from domain.kernel.citing import enforces
from domain.kernel.refusals import Refusal

PLOT_DECK_SIZE = DeckSize("agot_lcg.deckbuilding.plot-deck-seven", "plot deck", least=7, most=7, cards="plots")
DRAW_DECK_SIZE = DeckSize("agot_lcg.deckbuilding.draw-deck-minimum-sixty", "draw deck", least=60)
PLOT_LIMIT = CopyLimit(
    usual=2,
    rule="agot_lcg.deckbuilding.plot-deck-one-double",
    lower="agot_lcg.plot-deck-limit.one-restricts",
    higher="agot_lcg.plot-deck-limit.x",
)
COPY_LIMIT = CopyLimit(
    usual=3,
    rule="agot_lcg.deckbuilding.three-copies",
    lower="agot_lcg.deck-limit.two-or-less-restricts",
    higher="agot_lcg.deck-limit.deck-limit-x",
)
PLACES = {
    "faction": "agot_lcg.deckbuilding.one-faction-card",
    "agenda": "agot_lcg.deckbuilding.optional-agenda",
    "plot": "agot_lcg.deck.plot-deck-named-explicitly",
    "draw": "agot_lcg.deck.unqualified-means-draw-deck",
}


class Deck(msgspec.Struct, frozen=True):
    """A registered deck in card keys; `plots` and `cards` (the draw deck) repeat a key for each copy."""

    faction: str
    agenda: str | None
    plots: tuple[str, ...]
    cards: tuple[str, ...]


class DeckCards(msgspec.Struct, frozen=True):
    """The cards of a deck that the pool knows and that are in the right part of the deck."""

    faction: Printed | None
    agenda: Printed | None
    plots: tuple[Printed, ...]
    cards: tuple[Printed, ...]


def deck_faults(deck: Deck, pool: Pool[Printed]) -> tuple[Refusal, ...]:
    """Every rule of deck building that the deck breaks, in the rule book's order; empty for a legal deck."""
    sections = sections_of(deck)
    faction, agenda, plots, cards = (cards_of_section(sections, pool, each) for each in PLACES)
    built = DeckCards(faction[0] if faction else None, agenda[0] if agenda else None, plots, cards)
    found = (fault for check in CHECKS for fault in check(built))
    return (*unknown_cards(sections, pool), *_cards_out_of_place(sections, pool), *found)


def sections_of(deck: Deck) -> Sections:
    """The keys of a deck by section."""
    faction, agenda = ((key,) if key else () for key in (deck.faction, deck.agenda))
    return {"faction": faction, "agenda": agenda, "plot": deck.plots, "draw": deck.cards}


@enforces(
    "agot_lcg.deckbuilding.one-faction-card",
    "agot_lcg.deckbuilding.optional-agenda",
    "agot_lcg.agenda.at-most-one",
    "agot_lcg.deck.unqualified-means-draw-deck",
    "agot_lcg.deck.plot-deck-named-explicitly",
    "agot_lcg.anatomy.card-types",
)
def _cards_out_of_place(sections: Sections, pool: Pool[Printed]) -> Iterator[Refusal]:
    if not sections["faction"]:
        yield deck_fault(PLACES["faction"], "The deck names no faction card.", has=0, needs=1)
    yield from cards_out_of_place(sections, pool, PLACES)


@enforces("agot_lcg.deckbuilding.plot-deck-seven", "agot_lcg.plot-deck.exactly-seven")
def plot_deck_has_seven(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a plot deck without exactly seven cards."""
    return wrong_size(len(built.plots), PLOT_DECK_SIZE)


@enforces("agot_lcg.deckbuilding.plot-deck-one-double", "agot_lcg.plot-deck.one-title-doubled")
def one_plot_is_doubled(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a plot deck in which more than one title is doubled."""
    doubled = {cards[0].title: len(cards) for cards in group_by_title(built.plots) if len(cards) > 1}
    if len(doubled) > 1:
        text = f"More than one plot is doubled: {', '.join(doubled)}."
        yield deck_fault("agot_lcg.deckbuilding.plot-deck-one-double", text, doubled=doubled)


@enforces(
    "agot_lcg.plot-deck-limit.x",
    "agot_lcg.plot-deck-limit.one-restricts",
    "agot_lcg.plot-deck-limit.three-or-more-permits",
    "agot_lcg.copies.same-title",
)
def plots_keep_their_limits(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of plots over their limit: 1 restricts, 3 or more permits; without one a plot is doubled at most."""
    return too_many_copies(built.plots, PLOT_LIMIT)


@enforces("agot_lcg.deckbuilding.draw-deck-minimum-sixty", "agot_lcg.deckbuilding.draw-deck-no-maximum")
def draw_deck_has_sixty(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a draw deck with fewer than sixty cards; there is no maximum."""
    return wrong_size(len(built.cards), DRAW_DECK_SIZE)


@enforces(
    "agot_lcg.deckbuilding.three-copies",
    "agot_lcg.deck-limit.three-copies",
    "agot_lcg.deck-limit.deck-limit-x",
    "agot_lcg.deck-limit.two-or-less-restricts",
    "agot_lcg.deck-limit.four-or-more-permits",
    "agot_lcg.copies.same-title",
)
def cards_keep_their_limits(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of cards with more than three copies by title, or more than their own deck limit."""
    return too_many_copies(built.cards, COPY_LIMIT)


@enforces(
    "agot_lcg.deckbuilding.affiliation",
    "agot_lcg.faction.card-shows-main-faction",
    "agot_lcg.loyal.needs-matching-faction-card",
    "agot_lcg.neutral.any-deck",
    "agot_lcg.neutral.no-affiliation",
)
def cards_share_the_affiliation(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of cards, plots too, that are not of the deck's faction and neither neutral nor admitted."""
    if not built.faction:
        return
    main = built.faction.faction
    for card, copies in Counter((*built.plots, *built.cards)).items():
        # agot_lcg.neutral.any-deck
        if card.faction not in (main, "neutral") and not _banner_admits(built.agenda, card):
            yield _foreign(card, copies, main)


@enforces("agot_lcg.loyal.banner-allows-nonloyal")
def _banner_admits(agenda: Printed | None, card: Printed) -> bool:
    """Whether a banner admits a card (agot_lcg.loyal.banner-allows-nonloyal); it concerns the draw deck only."""
    return bool(agenda and agenda.banner_faction == card.faction and not card.loyal and card.deck == "draw")


def _foreign(card: Printed, copies: int, main: str) -> Refusal:
    rule = "agot_lcg.loyal.needs-matching-faction-card" if card.loyal else "agot_lcg.deckbuilding.affiliation"
    text = f"{card.title} {'is loyal' if card.loyal else 'belongs'} to {card.faction}, the deck to {main}."
    return deck_fault(rule, text, card=card.key, copies=copies, faction=card.faction, main=main)


@enforces("agot_lcg.agenda.gives-deck-abilities")
def banner_has_its_cards(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a banner without enough cards of its faction (agot_lcg.agenda.gives-deck-abilities)."""
    agenda = built.agenda
    if not agenda or not agenda.banner_faction:
        return
    has, needs = sum(card.faction == agenda.banner_faction for card in built.cards), agenda.faction_minimum
    if has < needs:
        text = f"{agenda.title} asks for {needs} {agenda.banner_faction} cards, the deck has {has}."
        because = {"agenda": agenda.key, "faction": agenda.banner_faction, "has": has, "needs": needs}
        yield deck_fault("agot_lcg.agenda.gives-deck-abilities", text, **because)


def neutral_cards_keep_the_agendas_limit(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of more neutral cards in the draw deck than the agenda allows."""
    agenda = built.agenda
    if not agenda or agenda.neutral_maximum is None:
        return
    has, limit = sum(card.faction == "neutral" for card in built.cards), agenda.neutral_maximum
    if has > limit:
        text = f"{agenda.title} admits {limit} neutral cards, the deck has {has}."
        yield deck_fault("agot_lcg.golden.card-over-rules", text, agenda=agenda.key, has=has, limit=limit)


CHECKS: tuple[Callable[[DeckCards], Iterator[Refusal]], ...] = (
    plot_deck_has_seven,
    one_plot_is_doubled,
    plots_keep_their_limits,
    draw_deck_has_sixty,
    cards_keep_their_limits,
    cards_share_the_affiliation,
    banner_has_its_cards,
    neutral_cards_keep_the_agendas_limit,
)
