"""The shapes of the board, each around (0, 0), and the letter and colour of each house.

All shapes are this project's own. A definition has no fill, so that the element that uses it sets the colour.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from service.present.svg_elements import INK, element, group, text_line

PAPER = "#fffaf0"
GOLD = "#f2c230"
ALARM = "#b3261e"
OUTLINE: dict[str, Any] = {"stroke": INK}


class Livery(NamedTuple):
    """How a house is marked: its letter, and the colours of its pieces, of a letter on them, and of its land."""

    letter: str
    colour: str
    on_colour: str
    land: str


LIVERIES = {
    "stark": Livery("S", "#5c6f80", "#ffffff", "#d6dde2"),
    "greyjoy": Livery("G", "#23211f", "#ffffff", "#cbc5bd"),
    "lannister": Livery("L", "#a3182a", "#ffffff", "#f1c9c4"),
    "martell": Livery("M", "#b4500c", "#ffffff", "#f5d2ad"),
    "tyrell": Livery("T", "#2b6a2f", "#ffffff", "#cfe2bd"),
    "baratheon": Livery("B", "#f0c419", "#1f1b16", "#f8eaa6"),
}
UNIT_ORDER = ("footman", "knight", "siege-engine", "ship")

PATHS = {
    "footman": "M0-9.8a4 4 0 1 1-.1 0ZM-3.4-1.6H3.4L4.8 6H7V9.6H-7V6H-4.8Z",
    "knight": "M-6.5 9.6V6.6L-4.8 6C-4.4 4-1.4 3-.8.2L-3.6.9-6.6 2.6-8.6-.6-3.2-7.6-2.6-10.2-.2-8.2C5-6.6 7.4 0 5.8 6"
    "L7.4 6.6V9.6Z",
    "ship": "M-10 3.6H10L7 9.6H-7ZM.6-10 8.6 2H.6ZM-1-6.4V2H-7.4Z",
    "siege-engine": "M-7.5-9.6h3.4v2.6h2.4v-2.6h3.4v2.6h2.4v-2.6h3.4V-3.4H6L7.6 5.4H-7.6L-6-3.4H-7.5Z"
    "M-4.6 4.4a2.7 2.7 0 1 1-.1 0ZM4.6 4.4a2.7 2.7 0 1 1-.1 0Z",
    "march": "M-8.5-2.8H.5V-7.5L8.5 0 .5 7.5V2.8H-8.5Z",
    "defense": "M-7-8H7V0C7 5 3 8 0 9.2-3 8-7 5-7 0Z",
    "support": "M-8-9.5H-5.4V-8H8.5L4.6-3.4 8.5 1.2H-5.4V9.5H-8Z",
    "raid": "M.4-9.6C5.4-5 7-1 6.4 3.4 5.8 7.6 3 9.4 0 9.4-3.6 9.4-6.4 7-6.4 3.2-6.4 0-4.6-1.8-3.6-4.4"
    "-2.8-2.4-1.8-1.4-.8-1.2.6-3.2 1-6.4.4-9.6Z",
    "consolidate-power": "M-8.5 7V-5.5L-4-.6 0-8.5 4-.6 8.5-5.5V7Z",
    "star": "M0-7 1.9-2.4 6.7-2.2 2.9.9 4.2 5.7 0 3-4.2 5.7-2.9.9-6.7-2.2-1.9-2.4Z",
    "power-token": "M-10 8.5V-6L-5-1.5 0-9.5 5-1.5 10-6V8.5Z",
    "garrison": "M-9 9.5V-3H-10V-9.5H-6V-6.5H-2V-9.5H2V-6.5H6V-9.5H10V-3H9V9.5Z",
    "neutral": "M0-11 10-5.5V5.5L0 11-10 5.5V-5.5Z",
    "castle": "M-5.5 7V-7H-3V-4.6H-1.2V-7H1.2V-4.6H3V-7H5.5V7H1.6V2.6H-1.6V7Z",
    "stronghold": "M-9 7V-3.5H-6.8V-1.4H-4.4V-8H-2.6V-5.8H-.9V-8H.9V-5.8H2.6V-8H4.4V-1.4H6.8V-3.5H9V7H1.8V2.4H-1.8V7Z",
    "supply": "M-4.4-7H4.4C6.2-3 6.2 3 4.4 7H-4.4C-6.2 3-6.2-3-4.4-7ZM-5.6-3.2H5.6M-5.6 3.2H5.6",
    "power": "M-7 6V-4.5L-3.3-.6 0-6.8 3.3-.6 7-4.5V6Z",
    "card": "M-5-7H5V7H-5Z",
    "shield": "M-10-11H10V1C10 7 5 10.5 0 12.5-5 10.5-10 7-10 1Z",
    "anchor": "M0-3.2A2 2 0 1 1 .1-3.2M0-3.2V7M-3.4-.8H3.4M-6.4 2.2C-6.4 5.6-3 7.2 0 7.2 3 7.2 6.4 5.6 6.4 2.2",
    "iron_throne": "M-6 9V-3L-7-10-4.2-4-2.6-12-.9-4.4.9-4.4 2.6-12 4.2-4 7-10 6-3V9H3.6V4H-3.6V9Z",
    "blade": "M0-12 2-9V3H6V5.4H1.3V9.4H-1.3V5.4H-6V3H-2V-9Z",
    "raven": "M-11-4.6-7-6.8C-5.6-9.4-1.6-9.4-.6-6L9.6 2.4 5.6 3 6.6 5.6C2 7.6-3.4 6-5 1.4-5.6-.6-5.6-3-7-3.8Z",
    "swords": "M-9-9-6.4-8.6 8 5.8 5.8 8-8.6-6.4ZM9-9 6.4-8.6-8 5.8-5.8 8 8.6-6.4Z",
}


@cache
def definitions() -> str:
    """The definitions of all shapes, and the hatchings of routed units and impassable areas."""
    shapes = [element("path", id=name, d=d) for name, d in PATHS.items()]
    return element("defs", *shapes, _hatching("routed", 4, 1.6, INK), _hatching("impassable", 9, 2.5, "#6a5f52"))


def _hatching(name: str, width: float, line: float, colour: str) -> str:
    ground = element("rect", width=width, height=width, fill=PAPER, fill_opacity=0.75)
    stripe = element("path", d=f"M0 0V{width}", stroke=colour, stroke_width=line)
    pattern = {"patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"}
    return element("pattern", ground, stripe, id=name, width=width, height=width, **pattern)


def livery(house: str) -> Livery:
    """A house's letter and colours; grey and the first letter for an unknown house."""
    return LIVERIES.get(house) or Livery(house[:1].upper() or "?", "#555555", "#ffffff", "#dddddd")


def sigil(house: str, x: float, y: float, scale: float = 1.0) -> str:
    """A house's shield with its letter."""
    own = livery(house)
    field = element("use", href="#shield", fill=own.colour, **OUTLINE)
    letter = text_line(0, 5.5, own.letter, 16, font_weight="bold", fill=own.on_colour)
    return group(field, letter, transform=f"translate({x:g} {y:g}) scale({scale:g})", data_house=house)
