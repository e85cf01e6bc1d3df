"""The closed lists of words for changes by hand on this board.

Read `change_words`. CLOSED has the lists that are the same on every board; the others name what is on the board.
"""

from __future__ import annotations

from domain.games.agot_board.board.orders import BANS
from domain.games.agot_board.components import AREAS, HOUSE_CARDS, HOUSES, ORDERS, TRACKS, UNITS
from domain.games.agot_board.corrections.card_changes import is_pile
from domain.games.agot_board.corrections.combat_changes import IN_COMBAT, REFUSE
from domain.games.agot_board.state import Area, BoardTable, House
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.corrections.words import AtATable, Lists, listed_word, lists_at, of_a_seat
from domain.kernel.ids import Seat, ZoneKey, zone
from domain.kernel.state.fields import counts_by_hand, mark_fields

ROUTED, BANNED, USED = "routed", "banned", "used"
NOTHING = ""
WILDLING = "wildling"
COUNTERS = tuple(counts_by_hand(House))
TOKENS = {"blade": "Valyrian Steel Blade", "raven": "Messenger Raven"}

PILES = {
    "wildling-deck": "Wildling deck",
    "tides-deck": "Tides of Battle deck",
    "tides-discard": "Tides of Battle discard pile",
    "tides": "drawn Tides of Battle card",
    "tides-revealed": "revealed Tides of Battle card",
    **{f"westeros-{n}": f"Westeros deck {roman}" for n, roman in enumerate(("I", "II", "III"), 1)},
    **{f"westeros-{n}-revealed": f"revealed Westeros cards {roman}" for n, roman in enumerate(("I", "II", "III"), 1)},
}

# the words for a marker's value; the strength of a Neutral Force token is a number
VALUES: dict[str, tuple[str, ...]] = {
    "order": (NOTHING, *ORDERS),
    "power-token": (NOTHING,),
    "garrison": (NOTHING,),
    "neutral-force": (),
    "support": (NOTHING, "attacker", "defender", REFUSE),
}
MARKED: dict[str, tuple[str, ...]] = {
    BANNED: tuple(BANS),
    USED: (*TOKENS, *HOUSE_CARDS),
    **dict.fromkeys(mark_fields(Area), tuple(AREAS)),
    **dict.fromkeys(mark_fields(House), tuple(HOUSES)),
}

CLOSED: dict[type, Lists] = {
    changes.SetPieces: {"area": tuple(AREAS), "kind": tuple(UNITS), "mark": (NOTHING, ROUTED)},
    changes.SetMarker: {"area": tuple(AREAS), "marker": tuple(VALUES)},
    changes.SetCount: {"counter": (*COUNTERS, WILDLING)},
    changes.SetTrack: {"track": TRACKS},
    changes.SetPlace: {"place": ("hand", "discard", IN_COMBAT), "thing": tuple(HOUSE_CARDS)},
    changes.SetMark: {"mark": tuple(MARKED)},
}


def change_words(table: BoardTable, change: AnyChange) -> Lists:
    """The closed lists of a change on this board, by its fields."""
    return lists_at(table, change, CLOSED, AT_A_TABLE)


def of_marker(table: BoardTable, change: changes.SetMarker) -> Lists:
    values = VALUES.get(listed_word(change.marker, tuple(VALUES)))
    return {"seat": (NOTHING, *table.seats), **({"value": values} if values else {})}


def of_counted(table: BoardTable, change: changes.SetCount) -> Lists:
    return {"seat": (NOTHING, *table.seats), "counter": COUNTERS if change.seat else (WILDLING,)}


def of_track(table: BoardTable, change: changes.SetTrack) -> Lists:
    return {"order": table.seats}


def of_mark(table: BoardTable, change: changes.SetMark) -> Lists:
    markable = MARKED.get(listed_word(change.mark, tuple(MARKED)))
    return {"thing": markable} if markable else {}


def of_moved(table: BoardTable, change: changes.MoveCard) -> Lists:
    return {"to": piles(table), "top_of": (NOTHING, *piles(table))}


def piles(table: BoardTable) -> tuple[ZoneKey, ...]:
    """The decks, the discard piles and the hands of Tides of Battle cards."""
    keys = (zone(seat, kind) for seat in (Seat(NOTHING), *table.seats) for kind in table.zone_kinds)
    return tuple(key for key in keys if is_pile(table, key))


def of_shuffled(table: BoardTable, change: changes.ShuffleUnknown) -> Lists:
    return {"zone": tuple(table.zones)}


AT_A_TABLE: dict[type, AtATable] = {
    changes.SetPieces: of_a_seat,
    changes.SetMarker: of_marker,
    changes.SetCount: of_counted,
    changes.SetTrack: of_track,
    changes.SetPlace: of_a_seat,
    changes.SetMark: of_mark,
    changes.MoveCard: of_moved,
    changes.ShuffleUnknown: of_shuffled,
}
