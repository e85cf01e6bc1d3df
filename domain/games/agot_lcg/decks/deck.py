"""Deck building: a registered deck, and every rule that it breaks.

Read in this order: `Deck`, `deck_faults`, `CHECKS` (in the order of the rule book's entry on building decks), then the
checks in that order.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from domain.cardgame.pool.pool import Pool, fold_title
from domain.games.agot_lcg.pool.printed import Printed
from domain.kernel.citing import enforces
from domain.kernel.refusals import Refusal

PLOT_DECK_SIZE = 7
DRAW_DECK_MINIMUM = 60
USUAL_COPIES = 3
USUAL_PLOT_COPIES = 2


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
    built = DeckCards(
        faction=_find_card(deck.faction, pool, "faction"),
        agenda=_find_card(deck.agenda, pool, "agenda"),
        plots=_all_known(deck.plots, pool, "plot"),
        cards=_all_known(deck.cards, pool, "draw"),
    )
    found = (fault for check in CHECKS for fault in check(built))
    return (*_unknown_cards(deck, pool), *_cards_out_of_place(deck, pool), *found)


def _find_card(key: str | None, pool: Pool[Printed], deck: str) -> Printed | None:
    card = pool.cards.get(key) if key else None
    return card if card and card.deck == deck else None


def _all_known(keys: Iterable[str], pool: Pool[Printed], deck: str) -> tuple[Printed, ...]:
    return tuple(card for key in keys if (card := _find_card(key, pool, deck)))


def _unknown_cards(deck: Deck, pool: Pool[Printed]) -> Iterator[Refusal]:
    keys = Counter(key for key in (deck.faction, deck.agenda, *deck.plots, *deck.cards) if key)
    for key, copies in keys.items():
        if key not in pool.cards:
            yield _fault("deck.unknown-card", f"The pool has no card {key}.", card=key, copies=copies)


@enforces(
    "agot_lcg.deckbuilding.one-faction-card",
    "agot_lcg.deckbuilding.optional-agenda",
    "agot_lcg.agenda.at-most-one",
    "agot_lcg.deck.unqualified-means-draw-deck",
    "agot_lcg.deck.plot-deck-named-explicitly",
    "agot_lcg.anatomy.card-types",
)
def _cards_out_of_place(deck: Deck, pool: Pool[Printed]) -> Iterator[Refusal]:
    if not deck.faction:
        yield _fault("agot_lcg.deckbuilding.one-faction-card", "The deck names no faction card.", has=0, needs=1)
    yield from _misplaced_cards((deck.faction,), pool, "faction", "agot_lcg.deckbuilding.one-faction-card")
    yield from _misplaced_cards((deck.agenda,), pool, "agenda", "agot_lcg.deckbuilding.optional-agenda")
    yield from _misplaced_cards(deck.plots, pool, "plot", "agot_lcg.deck.plot-deck-named-explicitly")
    yield from _misplaced_cards(deck.cards, pool, "draw", "agot_lcg.deck.unqualified-means-draw-deck")


def _misplaced_cards(keys: Iterable[str | None], pool: Pool[Printed], deck: str, rule: str) -> Iterator[Refusal]:
    for key, copies in Counter(keys).items():
        card = pool.cards.get(key) if key else None
        if card and card.deck != deck:
            text = f"{card.title} is of type {card.type}."
            yield _fault(rule, text, deck=deck, card=card.key, type=card.type, copies=copies)


@enforces("agot_lcg.deckbuilding.plot-deck-seven", "agot_lcg.plot-deck.exactly-seven")
def plot_deck_has_seven(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a plot deck without exactly seven cards."""
    has = len(built.plots)
    if has != PLOT_DECK_SIZE:
        text = f"The plot deck holds {has} plots."
        yield _fault("agot_lcg.deckbuilding.plot-deck-seven", text, has=has, needs=PLOT_DECK_SIZE)


@enforces("agot_lcg.deckbuilding.plot-deck-one-double", "agot_lcg.plot-deck.one-title-doubled")
def one_plot_is_doubled(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a plot deck in which more than one title is doubled."""
    doubled = {cards[0].title: len(cards) for cards in _by_title(built.plots) if len(cards) > 1}
    if len(doubled) > 1:
        text = f"More than one plot is doubled: {', '.join(doubled)}."
        yield _fault("agot_lcg.deckbuilding.plot-deck-one-double", text, doubled=doubled)


@enforces(
    "agot_lcg.plot-deck-limit.x",
    "agot_lcg.plot-deck-limit.one-restricts",
    "agot_lcg.plot-deck-limit.three-or-more-permits",
)
def plots_keep_their_limits(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of plots over their limit: 1 restricts, 3 or more permits; without one a plot is doubled at most."""
    for cards in _by_title(built.plots):
        limit = min(card.deck_limit for card in cards)
        if len(cards) > limit:
            yield _too_many(_plot_limit_rule(limit), cards, limit)


def _plot_limit_rule(limit: int) -> str:
    if limit < USUAL_PLOT_COPIES:
        return "agot_lcg.plot-deck-limit.one-restricts"
    if limit > USUAL_PLOT_COPIES:
        return "agot_lcg.plot-deck-limit.x"
    return "agot_lcg.deckbuilding.plot-deck-one-double"


@enforces("agot_lcg.deckbuilding.draw-deck-minimum-sixty", "agot_lcg.deckbuilding.draw-deck-no-maximum")
def draw_deck_has_sixty(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of a draw deck with fewer than sixty cards; there is no maximum."""
    has = len(built.cards)
    if has < DRAW_DECK_MINIMUM:
        text = f"The draw deck holds {has} cards."
        yield _fault("agot_lcg.deckbuilding.draw-deck-minimum-sixty", text, has=has, needs=DRAW_DECK_MINIMUM)


@enforces(
    "agot_lcg.deckbuilding.three-copies",
    "agot_lcg.deck-limit.three-copies",
    "agot_lcg.deck-limit.deck-limit-x",
    "agot_lcg.deck-limit.two-or-less-restricts",
    "agot_lcg.deck-limit.four-or-more-permits",
)
def cards_keep_their_limits(built: DeckCards) -> Iterator[Refusal]:
    """The refusals of cards with more than three copies by title, or more than their own deck limit."""
    for cards in _by_title(built.cards):
        limit = min(card.deck_limit for card in cards)
        if len(cards) > limit:
            yield _too_many(_limit_rule(limit), cards, limit)


def _limit_rule(limit: int) -> str:
    if limit < USUAL_COPIES:
        return "agot_lcg.deck-limit.two-or-less-restricts"
    if limit > USUAL_COPIES:
        return "agot_lcg.deck-limit.deck-limit-x"
    return "agot_lcg.deckbuilding.three-copies"


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
    return _fault(rule, text, card=card.key, copies=copies, faction=card.faction, main=main)


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
        yield _fault("agot_lcg.agenda.gives-deck-abilities", text, **because)


def neutral_cards_keep_the_agendas_limit(built: DeckCards) -> Iterator[Refusal]:
    """The refusal of more neutral cards in the draw deck than the agenda allows."""
    agenda = built.agenda
    if not agenda or agenda.neutral_maximum is None:
        return
    has, limit = sum(card.faction == "neutral" for card in built.cards), agenda.neutral_maximum
    if has > limit:
        text = f"{agenda.title} admits {limit} neutral cards, the deck has {has}."
        yield _fault("agot_lcg.golden.card-over-rules", text, agenda=agenda.key, has=has, limit=limit)


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


@enforces("agot_lcg.copies.same-title")
def _by_title(cards: Sequence[Printed]) -> list[list[Printed]]:
    titles: dict[str, list[Printed]] = {}
    for card in cards:
        titles.setdefault(fold_title(card.title), []).append(card)
    return list(titles.values())


def _too_many(rule: str, cards: Sequence[Printed], limit: int) -> Refusal:
    title, copies = cards[0].title, len(cards)
    return _fault(rule, f"{copies} copies of {title}, {limit} allowed.", title=title, copies=copies, limit=limit)


def _fault(rule: str, text: str, **because: object) -> Refusal:
    return Refusal(rule, because, text)
