"""What the shapes on the board mean."""

from __future__ import annotations

from functools import cache

from service.games.agot_board.drawing.glyphs import GOLD, OUTLINE, PAPER
from service.games.agot_board.drawing.tracks import LEFT, WIDTH, side_heading
from service.present.svg_elements import INK, element, group, text_line, use_shape

ENTRIES = (
    ("footman", "Footman"),
    ("knight", "Knight"),
    ("siege-engine", "Siege engine"),
    ("ship", "Ship"),
    ("march", "March"),
    ("defense", "Defense"),
    ("support", "Support"),
    ("raid", "Raid"),
    ("consolidate-power", "Consolidate power"),
    ("star", "Special order"),
    ("castle", "Castle"),
    ("stronghold", "Stronghold"),
    ("supply", "Supply"),
    ("power", "Power"),
    ("anchor", "Port"),
    ("garrison", "Garrison"),
    ("neutral", "Neutral force"),
    ("power-token", "Power token"),
)
GOLDEN = ("power", "star")
ROW = 32


@cache
def legend(y: float) -> str:
    """All shapes with their names in two columns; hatched units are routed."""
    half = (len(ENTRIES) + 1) // 2
    entries = [
        _entry(shape, name, LEFT + WIDTH / 2 * (number // half), y + 26 + ROW * (number % half))
        for number, (shape, name) in enumerate(ENTRIES)
    ]
    below = y + 26 + ROW * half
    routed = use_shape("footman", LEFT + 11, below, 0.85, 90, fill="url(#routed)", **OUTLINE)
    words = text_line(LEFT + 28, below + 4, "Routed unit (lying, hatched)", 12, text_anchor="start")
    return group(side_heading("Legend", y), *entries, routed, words)


def _entry(shape: str, name: str, x: float, y: float) -> str:
    if shape == "anchor":
        sign = use_shape(shape, x + 11, y, 1, fill="none", stroke=INK, stroke_width=1.8)
    elif shape == "neutral":
        sign = use_shape(shape, x + 11, y, 0.85, fill=PAPER, stroke=INK, stroke_width=2)
    else:
        sign = use_shape(shape, x + 11, y, 0.85, fill=GOLD if shape in GOLDEN else INK)
    return sign + text_line(x + 28, y + 4, name, 12, text_anchor="start")


def paper(width: float, height: float) -> str:
    """The background of the picture."""
    return element("rect", width=width, height=height, fill="#f8f3e6")
