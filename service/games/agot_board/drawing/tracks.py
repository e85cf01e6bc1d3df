"""The tracks beside the board: round, Wildlings, influence, supply and victory."""

from __future__ import annotations

from typing import Any

from domain.games.agot_board.components import ARMY_LIMITS, LIMITS
from service.games.agot_board.drawing.glyphs import ALARM, GOLD, OUTLINE, PAPER, sigil
from service.present.svg_elements import INK, element, group, text_line, use_shape

LEFT = 890.0
WIDTH = 298.0
INFLUENCE = (
    ("iron_throne", "Iron Throne", "iron_throne"),
    ("fiefdoms", "Fiefdoms", "blade"),
    ("kings_court", "King's Court", "raven"),
)
VICTORY_MAX = 7


def side_heading(words: str, y: float) -> str:
    """The heading of a part of the side panel."""
    rule = element("path", d=f"M{LEFT} {y + 5}H{LEFT + WIDTH}", stroke="#b9a98a")
    return text_line(LEFT, y, words, 14, text_anchor="start", font_weight="bold") + rule


def wildling_track(view: dict[str, Any]) -> str:
    """The positions of the Wildling track, with the marker."""
    now = view.get("wildling")
    first, step, y = 300.0, 58.0, 42.0
    label = text_line(first - 48, y + 5, "Wildlings", 14, text_anchor="end", font_style="italic")
    cells = [
        _wildling_cell(position, first + step * n, y, now) for n, position in enumerate(LIMITS.wildling_track_positions)
    ]
    return group(label, *cells, data_track="wildling")


def _wildling_cell(position: int, x: float, y: float, now: object) -> str:
    is_marked = position == now
    circle = element(
        "circle", cx=x, cy=y, r=16, fill=ALARM if is_marked else PAPER, stroke=INK, stroke_width=3 if is_marked else 1
    )
    number = text_line(x, y + 5, position, 14, font_weight="bold", fill="#ffffff" if is_marked else INK)
    return group(circle, number, data_marker="wildling" if is_marked else None)


def round_track(view: dict[str, Any], y: float) -> str:
    """The rounds; the current one is filled."""
    step = WIDTH / LIMITS.rounds
    cells = [_round_cell(number, LEFT + step * (number - 1), y, step, view) for number in range(1, LIMITS.rounds + 1)]
    return group(*cells, data_track="round")


def _round_cell(number: int, x: float, y: float, width: float, view: dict[str, Any]) -> str:
    is_marked = number == view.get("round")
    box = element("rect", x=x + 1, y=y, width=width - 2, height=24, rx=4, fill=INK if is_marked else PAPER, stroke=INK)
    sign = text_line(x + width / 2, y + 17, number, 13, font_weight="bold", fill="#ffffff" if is_marked else INK)
    return group(box, sign, data_marker="round" if is_marked else None)


def influence_tracks(view: dict[str, Any], y: float) -> str:
    """The three influence tracks, each with its dominance token and the house that holds it."""
    rows = [_influence(view, track, name, token, y + 86 * row) for row, (track, name, token) in enumerate(INFLUENCE)]
    return "".join(rows)


def _influence(view: dict[str, Any], track: str, name: str, token: str, y: float) -> str:
    houses = view.get("tracks", {}).get(track, [])
    step = WIDTH / 6
    places = [_position(number, house, LEFT + step * (number - 0.5), y + 25) for number, house in enumerate(houses, 1)]
    stars = [_stars(view, house, LEFT + step * (number + 0.5), y + 44) for number, house in enumerate(houses)]
    held = _dominance(view.get("tokens", {}).get(token), token, y)
    return group(side_heading(name, y), held, *places, *(stars if track == "kings_court" else ()), data_track=track)


def _position(number: int, house: str, x: float, y: float) -> str:
    place = text_line(x - 17, y + 5, number, 12)
    return group(place, sigil(house, x + 4, y, 1.0), data_position=number)


def _stars(view: dict[str, Any], house: str, x: float, y: float) -> str:
    stars = view.get("houses", {}).get(house, {}).get("stars", 0)
    left = x + 4 - 5.5 * (stars - 1)
    return "".join(use_shape("star", left + 11 * n, y, 0.75, fill=GOLD, **OUTLINE) for n in range(stars))


def _dominance(held: Any, token: str, y: float) -> str:
    """A dominance token and its holder; a used token lies on its side."""
    holder, spent = (held["holder"], held.get("used", False)) if isinstance(held, dict) else (held, False)
    if not holder:
        return ""
    colour = "#8d8376" if spent else "#8a6a1c"
    shape = use_shape(token, LEFT + WIDTH - 38, y - 6, 0.85, 90 if spent else 0, fill=colour, **OUTLINE)
    note = text_line(LEFT + WIDTH - 54, y - 1, "used", 12, text_anchor="end", font_style="italic") if spent else ""
    return group(note, shape, sigil(holder, LEFT + WIDTH - 12, y - 6, 0.72), data_token=token)


def supply_track(view: dict[str, Any], y: float) -> str:
    """The supply levels, the army sizes that each allows, and the houses on them."""
    levels = sorted(ARMY_LIMITS.items())
    step = WIDTH / len(levels)
    cells = []
    for level, limits in levels:
        x = LEFT + step * (level + 0.5)
        armies = text_line(x, y + 37, "".join(map(str, limits)), 10.5, letter_spacing=1)
        cells.append(
            text_line(x, y + 23, level, 13, font_weight="bold") + armies + _column(view, "supply", level, x, y + 54)
        )
    return group(side_heading("Supply and armies allowed", y), *cells, data_track="supply")


def victory_track(view: dict[str, Any], y: float) -> str:
    """The number of castles and strongholds of each house."""
    step = WIDTH / (VICTORY_MAX + 1)
    cells = []
    for count in range(VICTORY_MAX + 1):
        x = LEFT + step * (count + 0.5)
        cells.append(text_line(x, y + 23, count, 13, font_weight="bold") + _column(view, "castles", count, x, y + 40))
    return group(side_heading("Castles and strongholds", y), *cells, data_track="victory")


def _column(view: dict[str, Any], count: str, place: int, x: float, y: float) -> str:
    """The houses on one position of a track, two in a row."""
    numbers = {house: min(of_house.get(count, 0), VICTORY_MAX) for house, of_house in view.get("houses", {}).items()}
    houses = [house for house, number in numbers.items() if number == place]
    shields = [sigil(house, x - 9 + 18 * (n % 2), y + 21 * (n // 2), 0.75) for n, house in enumerate(houses)]
    return "".join(shields)
