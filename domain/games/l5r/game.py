"""What a match needs to open this game: the rules, and the seats from JSON. It is not registered yet."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from domain.cardgame.seats import DeckSeat, read_seats, seat_names
from domain.games.l5r import cards as cards  # declares what the cards do
from domain.games.l5r.commands import DeckList
from domain.games.l5r.decks.deck_building import Deck, deck_faults
from domain.games.l5r.positions.game_positions import POSITIONS
from domain.games.l5r.rules import L5r
from domain.kernel.citing import enforces
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.refusals import Refusal

rules = L5r()
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


def with_cards(cards: str) -> L5r:
    """The rules; there are no cards but those of the pool."""
    return rules


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


def deck_of(listed: DeckList) -> Deck:
    """The deck that a seat brings, as the rules of deck building look at it."""
    return Deck(listed.stronghold, listed.role or None, listed.provinces, listed.dynasty, listed.conflict)
