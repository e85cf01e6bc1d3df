"""The board of A Game of Thrones: The Board Game as one SVG document, drawn from the view of a match."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from domain.games.agot_board.state import Area
from service.games.agot_board.drawing.forces import area_pieces, attackers, port_pieces, way_of_attack
from service.games.agot_board.drawing.geography import AreaSite, PortSite, geography, house_name
from service.games.agot_board.drawing.glyphs import ALARM, definitions, livery
from service.games.agot_board.drawing.houses import caption, combat_box, house_table, order_bans, phase_name
from service.games.agot_board.drawing.legend import legend, paper
from service.games.agot_board.drawing.tracks import (
    influence_tracks,
    round_track,
    supply_track,
    victory_track,
    wildling_track,
)
from service.games.agot_board.words import label
from service.present.field_words import further_words
from service.present.svg_elements import FONT, INK, element, escape_text, group, text_line, title_element

WIDTH, HEIGHT = 1200, 1500
MAP_WIDTH, WALL = 870, 70
SEA, LAND, RIVER, SNOW = "#c4dbe8", "#f1e8d0", "#8fb4c9", "#eef2f4"
SEA_LINE = {"stroke": "#5f8aa3", "stroke_width": 1.6, "stroke_dasharray": "7 4"}
LAND_LINE = {"stroke": "#5b4c38", "stroke_width": 1.6}
NAME_SIZE = 12.5


def draw_board(view: dict[str, Any], link: Callable[[str], str] | None = None) -> str:
    """The board as a standalone SVG document, drawn from what the view contains.

    With `link`, which returns the address of an area, the name of each area is a link.
    """
    board = geography()
    return element(
        "svg",
        title_element(f"A Game of Thrones: The Board Game, round {view.get('round', '?')}"),
        element("desc", _standing_words(view)),
        definitions(),
        paper(WIDTH, HEIGHT),
        _land(view),
        *[_pieces(place, view, link) for place in board.places],
        *[_port(port, view) for port in board.ports],
        attackers(view["combat"]) if view.get("combat") else "",
        wildling_track(view),
        _side(view),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        # an SVG document that is embedded as an image has no links
        role="group" if link else "img",
        font_family=FONT,
        text_anchor="middle",
        fill=INK,
        stroke_linejoin="round",
    )


def _side(view: dict[str, Any]) -> str:
    parts = (
        caption(view, 34),
        round_track(view, 68),
        influence_tracks(view, 128),
        supply_track(view, 392),
        victory_track(view, 530),
        house_table(view, 660),
        order_bans(view, 894),
        combat_box(view, 1012),
        legend(1132),
    )
    return group(*parts, data_side="yes")


@cache
def _outlines() -> str:
    """The outlines of all areas, as definitions that other elements refer to."""
    return element("defs", *[element("path", id=f"area-{place.id}", d=place.path) for place in geography().places])


def _along(place: AreaSite, **attributes: object) -> str:
    return element("use", href=f"#area-{place.id}", **attributes)


def _land(view: dict[str, Any]) -> str:
    """The layer below names and pieces."""
    board, combat = geography(), view.get("combat") or {}
    grounds = [_ground(place, view) for place in board.places]
    seas = sum(place.sea for place in board.places)
    embattled = [_battle_mark(place) for place in board.places if place.id == combat.get("area")]
    way = way_of_attack(combat) if combat else ""
    return group(_outlines(), *grounds[:seas], _shallows(), *grounds[seas:], _rivers_and_frame(), *embattled, way)


def _ground(place: AreaSite, view: dict[str, Any]) -> str:
    """The ground of an area: land in the colour of the house that controls it, hatched where no unit may pass."""
    area = view.get("areas", {}).get(place.id, {})
    controller = area.get("controller")
    fill = SEA if place.sea else livery(controller).land if controller else LAND
    line = SEA_LINE if place.sea else LAND_LINE
    ground = _along(place, fill=fill, fill_rule="evenodd", data_ground=place.id, **line)
    return ground + (_along(place, fill="url(#impassable)") if area.get("neutral") == "impassable" else "")


@cache
def _shallows() -> str:
    """A light line in the water along every coast."""
    lands = [_along(place) for place in geography().places if not place.sea]
    return group(*lands, fill="none", stroke="#e6f2f7", stroke_width=12)


@cache
def _rivers_and_frame() -> str:
    river = {"fill": RIVER, "stroke": "#4c7690", "stroke_width": 1}
    rivers = [element("path", d=path, **river) for path in geography().rivers]
    snow = element("rect", width=MAP_WIDTH, height=WALL, fill=SNOW)
    wall = element("path", d=f"M0 {WALL}H{MAP_WIDTH}", stroke="#7d8d97", stroke_width=6)
    edge = element("rect", width=MAP_WIDTH, height=HEIGHT, fill="none", stroke="#3f5a6b", stroke_width=4)
    return group(*rivers, snow, wall, edge)


def _battle_mark(place: AreaSite) -> str:
    line = {"stroke": ALARM, "stroke_width": 4}
    return _along(place, fill=ALARM, fill_opacity=0.15, fill_rule="evenodd", data_embattled=place.id, **line)


def _pieces(place: AreaSite, view: dict[str, Any], link: Callable[[str], str] | None) -> str:
    area = view.get("areas", {}).get(place.id, {})
    style = {"font_style": "italic", "fill": "#16384c"} if place.sea else {"font_weight": "bold"}
    x, y = place.at
    halo = {"stroke": SEA if place.sea else "#fbf6e8", "stroke_width": 3, "paint_order": "stroke"}
    name = text_line(x, y + 12, place.name, NAME_SIZE, data_label=place.id, **style, **halo)
    name = element("a", name, href=link(place.id)) if link else name
    return group(title_element(_area_words(place.name, area)), name, area_pieces(place, area), data_area=place.id)


def _port(port: PortSite, view: dict[str, Any]) -> str:
    area = view.get("areas", {}).get(port.id, {})
    return group(title_element(_area_words(port.name, area)), port_pieces(port, area), data_area=port.id)


def _area_words(name: str, area: dict[str, Any]) -> str:
    """An area in words, for its title element."""
    units = [_unit(unit) for unit in area.get("units") or []]
    order = area.get("order")
    lies = [
        ", ".join(units),
        f"order {label(order.get('token', 'face down'))}" if order else "",
        f"garrison of {house_name(area['garrison'])}" if area.get("garrison") else "",
        f"power token of {house_name(area['power_token'])}" if area.get("power_token") else "",
        f"neutral force {area['neutral']}" if area.get("neutral") is not None else "",
        f"controlled by {house_name(area['controller'])}" if area.get("controller") else "",
        *further_words(Area, area),
    ]
    return ". ".join([name, *filter(None, lies)])


def _unit(unit: dict[str, Any]) -> str:
    routed = " routed" if unit.get("routed") else ""
    return f"{house_name(unit['house'])} {label(unit['type'])} x{unit.get('count', 1)}{routed}"


def _standing_words(view: dict[str, Any]) -> str:
    """The standing in words, for readers who do not see the picture."""
    houses = view.get("houses", {})
    standing = [f"{house_name(house)} {of_house.get('castles', '?')}" for house, of_house in houses.items()]
    phase = f"Round {view.get('round', '?')}, {phase_name(view)}. Castles and strongholds: {', '.join(standing)}."
    areas = [_area_words(site.name, area) for site in geography().sites if (area := view.get("areas", {}).get(site.id))]
    return escape_text(" ".join([phase, *(f"{area}." for area in areas)]))
