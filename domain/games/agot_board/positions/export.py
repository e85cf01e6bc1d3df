"""The board as a position, in a normal form from which building.py builds the same board.

A position can be written while orders are to be assigned, while the Messenger Raven is offered, while a rotation asks
for the next order, and at the waits of frames.py. At other waits only the record has the state.
"""

from __future__ import annotations

from typing import Any

from domain.games.agot_board.board.orders import BANNING_DECK
from domain.games.agot_board.chart.planning_phase import Planning
from domain.games.agot_board.chart.rounds import ActionPhase, Round
from domain.games.agot_board.components import TRACKS
from domain.games.agot_board.positions.area_text import EMPTY, text_of
from domain.games.agot_board.positions.areas import BARRIER
from domain.games.agot_board.positions.cards import DECK_ZONES, REVEALED_ZONES, position_key
from domain.games.agot_board.positions.frames import before_the_march, inner_now
from domain.games.agot_board.positions.marks import fixed_bans
from domain.games.agot_board.positions.reading import OWN_KEYS, position_from
from domain.games.agot_board.positions.waiting_points import ORDERING, QUESTIONS_AT, RESOLVES
from domain.games.agot_board.state import IMPASSABLE, PRINTED, Area, BoardTable, House, westeros_revealed
from domain.kernel.flow.frames import Procedure, Wait
from domain.kernel.formats.reading import DocumentNode, Unreadable, position_refusal
from domain.kernel.ids import ZoneKey
from domain.kernel.refusals import NoPosition, Refusal
from domain.kernel.state.listed_fields import written_fields


def position_of(table: BoardTable) -> dict[str, Any]:
    """The position at this wait, as plain data.

    Raises NoPosition in a nested sequence or after the end, and if a correction left a board that no match can reach: a
    written position can always be opened.
    """
    position = position_now(table)
    try:
        position_from(DocumentNode("position", position))
    except Unreadable as error:
        raise NoPosition(position_refusal(error)) from error
    return position


def position_now(table: BoardTable) -> dict[str, Any]:
    moment = moment_now(table)
    return {
        "houses": houses_now(table),
        "round": table.round,
        **moment,
        **options_now(table),
        "tracks": {track: list(table.track(track)) for track in TRACKS},
        "supply": {seat: table.house(seat).supply for seat in table.seats},
        "power": {seat: table.house(seat).power for seat in table.seats},
        "wildling": table.wildling,
        **marks_now(table),
        "garrisons": [area.garrison for area in table.areas.values() if area.garrison],
        "neutral": {id: neutral(area.neutral) for id, area in table.areas.items() if area.neutral},
        "areas": {id: text for id, area in table.areas.items() if (text := written_area(table, id, area)) != EMPTY},
        "hands": {seat: list(table.house(seat).hand) for seat in table.seats},
        **decks_now(table),
        **written_fields(Area, table.areas),
        **written_fields(House, table.houses, OWN_KEYS),
    }


def houses_now(table: BoardTable) -> Any:
    """The seats, with their players where they are known."""
    players = {seat: table.house(seat).player for seat in table.seats}
    return players if any(players.values()) else list(players)


def neutral(strength: int) -> int | str:
    return BARRIER if strength == IMPASSABLE else strength


def decks_now(table: BoardTable) -> dict[str, Any]:
    """All decks from the top, with their revealed cards."""
    found: dict[str, Any] = {
        "decks": {name: ids(table, zone) for name, zone in DECK_ZONES.items() if zone in table.zones}
    }
    if revealed := {name: cards for name, zone in REVEALED_ZONES.items() if (cards := ids(table, zone))}:
        found["revealed"] = revealed
    return found


def ids(table: BoardTable, zone: ZoneKey) -> list[str]:
    return [position_key(table.cards[card].key) for card in table.zone(zone)]


def written_area(table: BoardTable, id: str, area: Area) -> str:
    return text_of(before_the_march(table, id, area))


def moment_now(table: BoardTable) -> dict[str, Any]:
    """The moment, the House in turn where Houses take turns, and what is in progress besides the board.

    Raises NoPosition.
    """
    wait = table.stack[-1] if table.stack else None
    if not isinstance(wait, Wait):
        raise NoPosition(Refusal("match.over", {"over": True}))
    frames = table.stack[:-1]
    moment: dict[str, Any] = {"at": at_now(frames, wait)}
    if moment["at"] in RESOLVES:
        moment["turn"] = wait.seats[0]
    elif not moment["at"]:
        moment = inner_now(table, frames, wait)
    if not moment or table.sealed or table.neutral_call is not None:
        raise NoPosition(Refusal("position.nested", {"wait": wait.question, "see": "record"}))
    return moment


def at_now(frames: list[Procedure], wait: Wait) -> str:
    """The moment of a wait of the framework; empty for a nested one."""
    at = QUESTIONS_AT.get(wait.asked_by, "")
    inner = [ActionPhase, RESOLVES[at]] if at in RESOLVES else [Planning]
    is_begun = at == ORDERING and getattr(frames[-1], "turn", 0) > 0
    return at if [type(frame) for frame in frames] == [Round, *inner] and not is_begun else ""


def options_now(table: BoardTable) -> dict[str, Any]:
    """The game's options, and the Houses that have conceded, where these differ from the default."""
    found: dict[str, Any] = {}
    if table.rule_set != PRINTED:
        found["rule_set"] = table.rule_set
    if table.tides:
        found["tides_of_battle"] = True
    if table.retired:
        found["retired"] = list(table.retired)
    return found


def marks_now(table: BoardTable) -> dict[str, Any]:
    """The bans, written as empty if a card that bans has banned none, and the used Dominance tokens."""
    shown = [table.cards[card].key for card in table.zone(westeros_revealed(BANNING_DECK))]
    is_banned = table.bans or (table.phase == "planning" and fixed_bans(shown))
    found: dict[str, Any] = {"bans": list(table.bans)} if is_banned else {}
    return found | {name: "used" for name in ("blade", "raven") if getattr(table, f"{name}_used")}
