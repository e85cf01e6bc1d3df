"""The side panel of houses: what each has left, the bans on orders, the combat and the outcome."""

from __future__ import annotations

from typing import Any

from domain.games.agot_board.components import HOUSE_CARDS
from domain.games.agot_board.state import House
from service.games.agot_board.drawing.forces import token_face, unit_plate
from service.games.agot_board.drawing.geography import area_name, house_name
from service.games.agot_board.drawing.glyphs import ALARM, GOLD, OUTLINE, PAPER, UNIT_ORDER, sigil
from service.games.agot_board.drawing.tracks import LEFT, WIDTH, side_heading
from service.games.agot_board.words import PHASES, label
from service.present.field_words import further_words
from service.present.svg_elements import INK, element, group, text_line, title_element, use_shape

COLUMNS = ("power", "pool", "hand", "discard", *UNIT_ORDER, "stars")
FIRST_COLUMN = LEFT + 92
COLUMN = (WIDTH - 92) / len(COLUMNS)
ROW = 27
AWAITED_STEP = 17
HEADS = {
    "power": ("power", 0, GOLD),
    "pool": ("power", 0, PAPER),
    "hand": ("card", 0, INK),
    "discard": ("card", 90, PAPER),
    "stars": ("star", 0, GOLD),
}


def house_table(view: dict[str, Any], y: float) -> str:
    """A row for each house: power, pool, cards in hand and discarded, units in reserve, stars."""
    houses = view.get("houses", {})
    heads = [_head(column, FIRST_COLUMN + COLUMN * (n + 0.5), y + 36) for n, column in enumerate(COLUMNS)]
    rows = [_row(house, of_house, y + 60 + ROW * n) for n, (house, of_house) in enumerate(houses.items())]
    words = text_line(LEFT, y + 20, "Power, pool; hand, discards; units; stars", 11, text_anchor="start")
    return group(side_heading("Houses", y), words, *heads, *rows)


def _head(column: str, x: float, y: float) -> str:
    if column in UNIT_ORDER:
        return use_shape(column, x, y, 0.75, fill=INK)
    shape, turn, fill = HEADS[column]
    return use_shape(shape, x, y, 0.95, turn, fill=fill, **OUTLINE)


def _row(house: str, of_house: dict[str, Any], y: float) -> str:
    struck = "line-through" if of_house.get("retired") else None
    name = text_line(LEFT + 24, y + 4, house_name(house), 12.5, text_anchor="start", text_decoration=struck)
    cells = [_cell(of_house, column, FIRST_COLUMN + COLUMN * (n + 0.5), y + 4) for n, column in enumerate(COLUMNS)]
    cards = title_element(
        f"Hand: {_card_names(of_house.get('hand'))}. Discarded: {_card_names(of_house.get('discard'))}."
        + "".join(f" {each}." for each in further_words(House, of_house, ("power", "supply")))
    )
    return group(cards, sigil(house, LEFT + 10, y, 0.75), name, *cells, data_house=house)


def card_name(card: str) -> str:
    """A house card's name, or its id where the game has no such card."""
    return HOUSE_CARDS[card].name if card in HOUSE_CARDS else card


def _card_names(cards: Any) -> str:
    return ", ".join(map(card_name, cards)) if cards else "none known"


def _cell(of_house: dict[str, Any], column: str, x: float, y: float) -> str:
    number = of_house.get("units", {}).get(column) if column in UNIT_ORDER else of_house.get(column)
    if isinstance(number, list):
        number = len(number)
    return text_line(x, y, "?" if number is None else number, 12.5)


def order_bans(view: dict[str, Any], y: float) -> str:
    """The orders that may not be placed this round, struck out."""
    bans = view.get("order_bans") or []
    if not bans:
        return side_heading("Orders banned: none", y)
    discs = [_banned_order(ban, LEFT + 17 + 95 * (n % 3), y + 28 + 38 * (n // 3)) for n, ban in enumerate(bans)]
    return group(side_heading("Orders banned", y), *discs)


def _banned_order(ban: str, x: float, y: float) -> str:
    face = element("circle", r=15, fill=PAPER, stroke=ALARM, stroke_width=2.5) + token_face(ban)
    struck = element("path", d="M-10.6 10.6 10.6-10.6", stroke=ALARM, stroke_width=2.5)
    word = text_line(x + 19, y + 4, ban.split("-")[0], 11, text_anchor="start")
    return group(group(face, struck, transform=f"translate({x:g} {y:g})"), word, data_ban=ban)


def combat_box(view: dict[str, Any], y: float) -> str:
    """The combat: attacker and defender, the areas, the units, and the revealed house cards."""
    combat = view.get("combat")
    if not combat:
        return ""
    units = [{**unit, "house": combat["attacker"]} for unit in combat.get("units") or []]
    where = f"from {area_name(combat.get('origin', ''))} into {area_name(combat['area'])}"
    plate = unit_plate(units, LEFT, y + 48) if units else ""
    shields = sigil(combat["attacker"], LEFT + WIDTH - 62, y + 46) + sigil(
        combat["defender"], LEFT + WIDTH - 14, y + 46
    )
    crossed = use_shape("swords", LEFT + WIDTH - 38, y + 46, 0.9, fill=ALARM)
    line = text_line(LEFT, y + 24, where, 12.5, text_anchor="start")
    sides = [
        _side(house, side, y + 78 + 17 * n, bool(combat.get("winner")))
        for n, (house, side) in enumerate(combat.get("sides", {}).items())
    ]
    return group(side_heading("Combat", y), line, plate, shields, crossed, *sides, data_box="combat")


def _side(house: str, side: dict[str, Any], y: float, won: bool) -> str:
    card = card_name(side["card"]) if side.get("card") else "no House card revealed"
    strength = f", strength {side['strength']}" if side.get("strength") or won else ""
    return text_line(LEFT, y, f"{house_name(house)}: {card}{strength}", 12, text_anchor="start")


def caption(view: dict[str, Any], y: float) -> str:
    """The caption of a picture: round and phase or how the match ended, the viewer, and who is awaited."""
    over = view.get("over")
    words = f"Round {view.get('round', '?')}, {phase_name(view)}"
    if over:
        words = f"{house_name(over['winner'])} has won" if over.get("winner") else "The match is over"
    seen = f"{view.get('players', '?')} players, seen by {label(view.get('viewer', 'public'))}"
    first = text_line(LEFT, y, words, 22, text_anchor="start", font_weight="bold")
    return (
        first + text_line(LEFT, y + 20, seen, 12.5, text_anchor="start") + _awaited_shields(view.get("waiting"), y + 16)
    )


def phase_name(view: dict[str, Any]) -> str:
    """The name of the phase of a view."""
    phase = str(view.get("phase", ""))
    return PHASES.get(phase, phase)


def _awaited_shields(waiting: dict[str, Any] | None, y: float) -> str:
    """The shields of the houses that must answer."""
    if not waiting:
        return ""
    houses = list(waiting["seats"])
    first = LEFT + WIDTH - 10 - AWAITED_STEP * (len(houses) - 1)
    shields = [sigil(house, first + AWAITED_STEP * n, y, 0.7) for n, house in enumerate(houses)]
    words = text_line(first - 13, y + 4, "awaited", 12, text_anchor="end", font_style="italic")
    return group(
        title_element(f"Awaited for {label(waiting.get('question', ''))}"), words, *shields, data_box="awaited"
    )
