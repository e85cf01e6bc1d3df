"""What a match needs to open this game: its rules, its seats with the options, or a position."""

from __future__ import annotations

from typing import Any

import msgspec

from domain.games.agot_board import measures as measures
from domain.games.agot_board import questions as questions
from domain.games.agot_board.components import AREAS, HOUSE_CARDS, ORDERS, SETUPS, UNITS
from domain.games.agot_board.corrections.forms import change_forms as change_forms
from domain.games.agot_board.corrections.words import CLOSED
from domain.games.agot_board.history import HISTORY
from domain.games.agot_board.positions.expectations import GameProbe
from domain.games.agot_board.positions.export import position_of as position_of
from domain.games.agot_board.positions.reading import KEYS, SECTIONS, Position, position_from
from domain.games.agot_board.rules import AgotBoard
from domain.games.agot_board.setup import GameOptions, SeatHouse, SeatsAndOptions
from domain.games.agot_board.state import RULE_SETS, BoardTable
from domain.kernel.citing import enforces
from domain.kernel.facts import Fact
from domain.kernel.formats.mismatch import explain_mismatch
from domain.kernel.formats.reading import DocumentNode, Unreadable, meant_by, position_refusal
from domain.kernel.ids import Handle
from domain.kernel.refusals import Refusal
from domain.kernel.scenarios.card_names import LyingCard

rules = AgotBoard()
sights = GameProbe()
history = HISTORY
closed_words = CLOSED
seat_counts = tuple(sorted(SETUPS))
position_keys: dict[str, tuple[str, ...]] = {key: SECTIONS.get(key, ()) for key in KEYS}
default_seats = 6
read_deck = None  # players bring no decks
HOUSES = ("chosen", "drawn")
named_things = {
    "area": {id: area.name for id, area in AREAS.items()},
    "unit": {id: unit.name for id, unit in UNITS.items()},
    "card": {id: card.name for id, card in HOUSE_CARDS.items()},
    "token": {id: order.title for id, order in ORDERS.items()},
}


def with_cards(cards: str) -> AgotBoard:
    """The rules; raises Unreadable for a card pack, since the box has no further cards."""
    if msgspec.json.decode(cards or "[]"):
        raise Unreadable("cards", "the board game takes no card pack")
    return rules


@enforces(
    "agot_board.overview.players-and-houses",
    "agot_board.overview.fewer-than-six",
    "agot_board.setup.step-6-houses",
    "agot_board.players.five-houses",
    "agot_board.players.four-houses",
    "agot_board.players.three-houses",
    "agot_board.component.six-houses",
)
def seats(rules: AgotBoard, texts: tuple[str, ...], options: str) -> SeatsAndOptions | Refusal:
    """The seats of a new match, or the refusal: wrong number of players, options or Houses."""
    try:
        listed = tuple(msgspec.json.decode(text, type=SeatHouse) for text in texts)
    except msgspec.ValidationError as error:
        return Refusal("match.seat", {"error": str(explain_mismatch(error, SeatHouse))})
    try:
        agreed = msgspec.json.decode(options or "{}", type=GameOptions)
    except msgspec.ValidationError as error:
        return Refusal(
            "match.option",
            {"error": str(explain_mismatch(error, GameOptions)), "known": list(GameOptions.__struct_fields__)},
        )
    brought = SeatsAndOptions(listed, agreed)
    return wrong_option(agreed) or wrong_houses(brought) or brought


def wrong_option(options: GameOptions) -> Refusal | None:
    for name, allowed in (("rule_set", RULE_SETS), ("houses", HOUSES)):
        given = getattr(options, name)
        if given not in allowed:
            return Refusal("match.option", {"option": name, "given": given, "known": list(allowed)})
    return None


def wrong_houses(brought: SeatsAndOptions) -> Refusal | None:
    """Why the Houses are wrong: each player names one in use for the number of players, or none if they are drawn."""
    players = len(brought.seats)
    if players not in SETUPS:
        return Refusal("agot_board.overview.players-and-houses", {"players": players, "known": list(SETUPS)})
    chosen, in_use = [seat.chosen for seat in brought.seats], list(SETUPS[players].houses)
    because: dict[str, object] = {"chosen": chosen, "in_use": in_use, "players": players}
    if brought.options.houses == "drawn":
        problem = "the Houses are drawn: name players alone, or leave out the option `houses`"
        return Refusal("agot_board.setup.step-6-houses", {**because, "problem": problem}) if any(chosen) else None
    if sorted(chosen) != sorted(in_use):
        # the first House that is none of those in use, or that a seat before it has
        place, wrong = next((n, each) for n, each in enumerate(chosen) if each not in in_use or each in chosen[:n])
        meant = {"meant": each} if wrong not in in_use and (each := meant_by(wrong, in_use)) else {}
        return Refusal("agot_board.setup.step-6-houses", {**because, "field": f"seats[{place}].house", **meant})
    return None


def position(rules: AgotBoard, text: str) -> Position | Refusal:
    """A position, or the refusal that names the invalid place in it."""
    try:
        return position_from(DocumentNode("position", msgspec.json.decode(text)))
    except (Unreadable, msgspec.DecodeError) as error:
        return position_refusal(error)


def names(brought: Any) -> tuple[str, ...]:
    """The seats' names; empty if Houses are drawn, until the match is open."""
    if isinstance(brought, Position):
        return brought.houses
    return tuple(seat.chosen for seat in brought.seats if seat.chosen)


def players(table: BoardTable) -> dict[str, str]:
    """The player of each House, where one was named."""
    return {seat: table.house(seat).player for seat in table.seats if table.house(seat).player}


def by_hand(table: BoardTable) -> dict[str, list[str]]:
    """An empty mapping: every printed text is coded."""
    return {}


def lying_cards(table: BoardTable) -> dict[Handle, LyingCard]:
    """An empty mapping: no card of this game lies on another, and none kneels."""
    return {}


def position_names(table: BoardTable) -> dict[Handle, str]:
    """An empty mapping: a position of this game names Houses, areas and cards by their ids."""
    return {}


def named_cards(rules: AgotBoard, text: str, facts: tuple[Fact, ...]) -> list[tuple[str, Handle]]:
    """An empty list: a position of this game names Houses, areas and cards by id, so none has a handle of its own."""
    return []
