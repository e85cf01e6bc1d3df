"""The houses beside the board: what each has left, the bans on orders, the combat and the outcome."""

from __future__ import annotations

from typing import Any

from service.drawing.forces import token_face, unit_plate
from service.drawing.geography import Geography
from service.drawing.glyphs import ALARM, GOLD, OUTLINE, PAPER, UNIT_ORDER, sigil
from service.drawing.svg import INK, element, group, text, title, used
from service.drawing.tracks import LEFT, WIDTH, heading

COLUMNS = ("power", "pool", "hand", "discard", *UNIT_ORDER, "stars")
FIRST_COLUMN = LEFT + 92
COLUMN = (WIDTH - 92) / len(COLUMNS)
ROW = 27
HEADS = {
    "power": ("power", 0, GOLD),
    "pool": ("power", 0, PAPER),
    "hand": ("card", 0, INK),
    "discard": ("card", 90, PAPER),
    "stars": ("star", 0, GOLD),
}


def house_table(view: dict[str, Any], board: Geography, y: float) -> str:
    """A row for each house: power, pool, cards in hand and discarded, units in reserve, stars."""
    houses = view.get("houses", {})
    heads = [_head(column, FIRST_COLUMN + COLUMN * (n + 0.5), y + 36) for n, column in enumerate(COLUMNS)]
    rows = [_row(house, of_house, board, y + 60 + ROW * n) for n, (house, of_house) in enumerate(houses.items())]
    words = text(LEFT, y + 20, "Power, pool; hand, discards; units; stars", 11, text_anchor="start")
    return group(heading("Houses", y), words, *heads, *rows)


def _head(column: str, x: float, y: float) -> str:
    if column in UNIT_ORDER:
        return used(column, x, y, 0.75, fill=INK)
    shape, turn, fill = HEADS[column]
    return used(shape, x, y, 0.95, turn, fill=fill, **OUTLINE)


def _row(house: str, of_house: dict[str, Any], board: Geography, y: float) -> str:
    name = text(LEFT + 24, y + 4, board.house_names.get(house, house), 12.5, text_anchor="start")
    cells = [_cell(of_house, column, FIRST_COLUMN + COLUMN * (n + 0.5), y + 4) for n, column in enumerate(COLUMNS)]
    cards = title(f"Hand: {_listed(of_house.get('hand'))}. Discarded: {_listed(of_house.get('discard'))}.")
    return group(cards, sigil(house, LEFT + 10, y, 0.75), name, *cells, data_house=house)


def _listed(cards: Any) -> str:
    return ", ".join(map(str, cards)) if cards else "none known"


def _cell(of_house: dict[str, Any], column: str, x: float, y: float) -> str:
    number = of_house.get("units", {}).get(column) if column in UNIT_ORDER else of_house.get(column)
    if isinstance(number, list):
        number = len(number)
    return text(x, y, "?" if number is None else number, 12.5)


def order_bans(view: dict[str, Any], board: Geography, y: float) -> str:
    """The orders that may not be placed this round, struck out."""
    bans = view.get("order_bans") or []
    if not bans:
        return heading("Orders banned: none", y)
    discs = [_banned(ban, LEFT + 17 + 95 * (n % 3), y + 28 + 38 * (n // 3), board) for n, ban in enumerate(bans)]
    return group(heading("Orders banned", y), *discs)


def _banned(ban: str, x: float, y: float, board: Geography) -> str:
    face = element("circle", r=15, fill=PAPER, stroke=ALARM, stroke_width=2.5) + token_face(ban, board)
    struck = element("path", d="M-10.6 10.6 10.6-10.6", stroke=ALARM, stroke_width=2.5)
    word = text(x + 19, y + 4, ban.split("-")[0], 11, text_anchor="start")
    return group(group(face, struck, transform=f"translate({x:g} {y:g})"), word, data_ban=ban)


def combat_box(view: dict[str, Any], board: Geography, y: float) -> str:
    """Who attacks whom, from where, with what."""
    combat = view.get("combat")
    if not combat:
        return ""
    units = [{**unit, "house": combat["attacker"]} for unit in combat.get("units") or []]
    where = f"from {board.name(combat.get('origin', ''))} into {board.name(combat['area'])}"
    plate = unit_plate(units, LEFT, y + 48) if units else ""
    shields = sigil(combat["attacker"], LEFT + WIDTH - 62, y + 46) + sigil(
        combat["defender"], LEFT + WIDTH - 14, y + 46
    )
    crossed = used("swords", LEFT + WIDTH - 38, y + 46, 0.9, fill=ALARM)
    line = text(LEFT, y + 24, where, 12.5, text_anchor="start")
    return group(heading("Combat", y), line, plate, shields, crossed, data_box="combat")


def caption(view: dict[str, Any], board: Geography, y: float) -> str:
    """Round and phase, or how the match ended."""
    over = view.get("over")
    words = f"Round {view.get('round', '?')}, {view.get('phase', '')}"
    if over:
        winner = over.get("winner") if isinstance(over, dict) else None
        words = f"{board.house_names.get(winner, winner)} has won" if winner else "The match is over"
    seen = f"{view.get('players', '?')} players, seen by {view.get('viewer', 'public')}"
    first = text(LEFT, y, words, 22, text_anchor="start", font_weight="bold")
    return first + text(LEFT, y + 20, seen, 12.5, text_anchor="start")
