"""What a match needs to open this game: the rules with a card pack, the seats or a position from JSON."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec import structs

from domain.cardgame.decks.deck_lists import LineFault
from domain.cardgame.seats import read_seats, seat_names
from domain.families.agot_cards import measures as measures
from domain.families.agot_cards.positions.writing import lying_cards as lying_cards
from domain.games.agot_lcg import questions as questions
from domain.games.agot_lcg.commands import DeckList
from domain.games.agot_lcg.corrections.forms import change_forms as change_forms
from domain.games.agot_lcg.decks.deck_building import Deck, deck_faults
from domain.games.agot_lcg.decks.website_lists import THRONESDB_CARDS, import_deck
from domain.games.agot_lcg.history import HISTORY
from domain.games.agot_lcg.positions.expectations import GameProbe
from domain.games.agot_lcg.positions.game_positions import POSITIONS
from domain.games.agot_lcg.rules import AgotLcg
from domain.games.agot_lcg.setup import SeatDeck
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.refusals import Refusal

rules = AgotLcg()
sights = GameProbe()
history = HISTORY
closed_words = rules.closed_lists(AgotTable)
named_things: dict[str, dict[str, str]] = {}  # commands name only cards
seat_counts = POSITIONS.seat_counts
position_keys = POSITIONS.keys
position = POSITIONS.position_from_text
position_of = POSITIONS.position_of
position_names = POSITIONS.position_names
named_cards = POSITIONS.named_cards
names = seat_names
default_seats = 2


@lru_cache(128)
def with_cards(cards: str) -> AgotLcg:
    """The rules with the pool and a card pack (JSON text; empty for none)."""
    return rules if not cards else rules.with_pack(cards)


@lru_cache(32)
def with_changed_cards(cards: str, changed: str) -> AgotLcg:
    """The rules with a card pack, and with cards of the pool that are otherwise than printed (JSON texts)."""
    otherwise = rules.with_changed_cards(changed)
    return otherwise if not cards else otherwise.with_pack(cards)


def read_deck(deck: str | dict[str, Any]) -> dict[str, Any] | tuple[LineFault, ...]:
    """A deck in card keys, from such a deck, a list or ThronesDB's JSON; or the lines that cannot be read."""
    if isinstance(deck, dict) and THRONESDB_CARDS not in deck:
        return deck
    imported = import_deck(deck if isinstance(deck, str) else msgspec.json.encode(deck).decode(), rules.pool)
    if imported.deck is None:
        return imported.faults
    return {**structs.asdict(imported.deck), "agenda": imported.deck.agenda or ""}


@enforces("agot_lcg.joust.two-players", "agot_lcg.setup.step-1-format-and-decks")
def seats(rules: AgotLcg, texts: tuple[str, ...], options: str) -> tuple[SeatDeck, ...] | Refusal:
    """The seats of a new match, or the refusal: wrong options, number of players, or deck."""
    if options:
        return Refusal("match.option", {"given": msgspec.json.decode(options), "known": []})
    return read_seats(
        SeatDeck, texts, seat_counts, POSITIONS.players_rule, lambda deck: deck_faults(deck_of(deck), rules.pool)
    )


def deck_of(listed: DeckList) -> Deck:
    """The deck that a seat brings, as the rules of deck building look at it."""
    return Deck(listed.faction, listed.agenda or None, listed.plots, listed.cards)


def players(table: AgotTable) -> dict[str, str]:
    """The names of players by seat: always empty, since seats are named by whoever opens the match."""
    return {}


def by_hand(table: AgotTable) -> dict[str, list[str]]:
    """The factions of each seat's cards whose text is not coded."""
    uncoded = [card for card in table.cards.values() if card.key in table.registry.uncoded]
    houses: dict[str, set[str]] = {}
    for card in uncoded:
        houses.setdefault(card.owner, set()).add(card.printed.faction)
    return {seat: sorted(houses[seat]) for seat in table.seats if seat in houses}
