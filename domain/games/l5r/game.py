"""What a match needs to open this game: the rules, the seats or a position from JSON."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import Struct, structs

from domain.cardgame.decks.deck_lists import LineFault
from domain.cardgame.positions.writing import lying_cards as lying_cards
from domain.cardgame.seats import DeckSeat, read_seats, seat_names
from domain.games.l5r import cards as cards  # declares what the cards do
from domain.games.l5r import measures as measures
from domain.games.l5r import questions as questions
from domain.games.l5r.commands import DeckList
from domain.games.l5r.corrections.forms import change_forms as change_forms
from domain.games.l5r.decks.deck_building import Deck, deck_faults
from domain.games.l5r.decks.website_lists import import_deck
from domain.games.l5r.history import HISTORY
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.positions.expectations import GameProbe
from domain.games.l5r.positions.game_positions import POSITIONS
from domain.games.l5r.positions.hidden_order import hide_order as hide_order
from domain.games.l5r.rules import L5r
from domain.games.l5r.state import L5rTable
from domain.kernel.citing import enforces
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.refusals import Refusal

rules = L5r()
sights = GameProbe()
history = HISTORY
closed_words = rules.closed_lists(L5rTable)
named_things: dict[str, dict[str, str]] = {
    "ring": {element: f"{element.capitalize()} Ring" for element in ELEMENTS},
}
names = seat_names
seat_counts = POSITIONS.seat_counts
default_seats = 2
position_keys = POSITIONS.keys
position = POSITIONS.position_from_text
position_of = POSITIONS.position_of
position_names = POSITIONS.position_names
named_cards = POSITIONS.named_cards


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What is agreed on for a match: whether each deck is built of one core set."""

    single_core: bool = False


@lru_cache(128)
def with_cards(cards: str) -> L5r:
    """The rules with the pool and a card pack (JSON text; empty for none)."""
    return rules if not cards else rules.with_pack(cards)


@lru_cache(32)
def with_changed_cards(cards: str, changed: str) -> L5r:
    """The rules with a card pack, and with cards of the pool that are otherwise than printed (JSON texts)."""
    otherwise = rules.with_changed_cards(changed)
    return otherwise if not cards else otherwise.with_pack(cards)


@enforces("l5r.setup.1-select-decks")
def seats(rules: L5r, texts: tuple[str, ...], options: str) -> tuple[DeckSeat[DeckList], ...] | Refusal:
    """The seats of a new match, or the refusal: wrong options, number of players, or deck."""
    try:
        agreed = msgspec.json.decode(options or "{}", type=Options)
    except msgspec.ValidationError as error:
        return Refusal("match.option", {"error": str(explain_mismatch(error, Options))})

    def faults(listed: DeckList) -> tuple[Refusal, ...]:
        return tuple(deck_faults(deck_of(listed), rules.pool, single_core=agreed.single_core))

    return read_seats(DeckSeat[DeckList], texts, seat_counts, POSITIONS.players_rule, faults)


def read_deck(deck: str | dict[str, Any]) -> dict[str, Any] | tuple[LineFault, ...]:
    """A deck in card keys, from such a deck, a list or a site's JSON; or the lines that cannot be read."""
    if isinstance(deck, dict) and "stronghold" in deck:
        return deck
    imported = import_deck(deck if isinstance(deck, str) else msgspec.json.encode(deck).decode(), rules.pool)
    if imported.deck is None:
        return imported.faults
    return {**structs.asdict(imported.deck), "role": imported.deck.role or ""}


def players(table: L5rTable) -> dict[str, str]:
    """The names of players by seat: always empty, since seats are named by whoever opens the match."""
    return {}


def by_hand(table: L5rTable) -> dict[str, list[str]]:
    """The clans of each seat's cards whose text is not coded."""
    clans: dict[str, set[str]] = {}
    for card in table.cards.values():
        if card.key in table.registry.uncoded:
            clans.setdefault(card.owner, set()).add(card.printed.clan)
    return {seat: sorted(clans[seat]) for seat in table.seats if seat in clans}


def deck_of(listed: DeckList) -> Deck:
    """The deck that a seat brings, as the rules of deck building look at it."""
    return Deck(listed.stronghold, listed.role or None, listed.provinces, listed.dynasty, listed.conflict)
