"""The contents of an area: printed icons, units on the plate of their house, order, and tokens."""

from __future__ import annotations

from typing import Any

from domain.games.agot_board.components import LIMITS, ORDERS, OrderToken
from service.games.agot_board.drawing.geography import AreaSite, Point, PortSite, geography
from service.games.agot_board.drawing.glyphs import ALARM, GOLD, OUTLINE, PAPER, UNIT_ORDER, livery
from service.present.svg_elements import INK, element, group, text_line, use_shape

ICON_STEP = 18
TOKEN_STEP = 23
UNIT_STEP = 21
COUNT_WIDTH = 9
TAB = 16
DISC = 15
GAP = 4
PLATE_HEIGHT = 26


def area_pieces(place: AreaSite, area: dict[str, Any]) -> str:
    """The contents of a land or sea area, without its name."""
    row = "" if place.sea else _printed_and_tokens(place, area)
    return row + force(area, place.force)


def port_pieces(port: PortSite, area: dict[str, Any]) -> str:
    """A port's anchor and the ships in it."""
    x, y = port.at
    ring = element("circle", cx=x, cy=y, r=10, fill=PAPER, stroke=INK, stroke_width=1.5)
    anchor = use_shape("anchor", x, y, 1, fill="none", stroke=INK, stroke_width=1.8, data_icon="port")
    berth = force(area, (0, 0))
    moored = group(berth, transform=f"translate({port.force[0]:g} {port.force[1]:g}) scale(0.85)") if berth else ""
    return ring + anchor + moored


def _printed_and_tokens(place: AreaSite, area: dict[str, Any]) -> str:
    tokens = [token for token in (_home(place, area), _garrison(area), _neutral(area), _power_token(area)) if token]
    width = ICON_STEP * len(place.icons) + TOKEN_STEP * len(tokens)
    left, y = place.at[0] - width / 2, place.at[1] + 26
    icons = [_icon(icon, left + ICON_STEP * (number + 0.5), y) for number, icon in enumerate(place.icons)]
    left += ICON_STEP * len(place.icons)
    moved = [
        group(token, transform=f"translate({left + TOKEN_STEP * (number + 0.5):g} {y:g})")
        for number, token in enumerate(tokens)
    ]
    return "".join(icons + moved)


def _icon(icon: str, x: float, y: float) -> str:
    fill = {"power": GOLD, "supply": "#a5713a"}.get(icon, "#4a4038")
    return use_shape(icon, x, y, data_icon=icon, fill=fill, **OUTLINE)


def _home(place: AreaSite, area: dict[str, Any]) -> str:
    """The empty shield of the house in its home area; nothing while that house's garrison stands there."""
    if not place.home_of or area.get("garrison") == place.home_of:
        return ""
    own = livery(place.home_of)
    shield = use_shape("shield", 0, 0, 0.8, fill=PAPER, stroke=INK, stroke_width=1.5)
    return group(shield, text_line(0, 4, own.letter, 12), data_home=place.home_of)


def _garrison(area: dict[str, Any]) -> str:
    house = area.get("garrison")
    return _signed_shape("garrison", house, LIMITS.garrison_strength, data_garrison=house) if house else ""


def _power_token(area: dict[str, Any]) -> str:
    house = area.get("power_token")
    return _signed_shape("power-token", house, livery(house).letter, data_power_token=house) if house else ""


def _neutral(area: dict[str, Any]) -> str:
    strength = area.get("neutral")
    if strength is None or strength == "impassable":
        return ""
    shape = use_shape("neutral", 0, 0, fill=PAPER, stroke=INK, stroke_width=2)
    return group(shape, text_line(0, 4.5, strength, 13, font_weight="bold"), data_neutral=strength)


def _signed_shape(shape: str, house: str, sign: object, **attributes: object) -> str:
    own = livery(house)
    low = 7 if shape == "power-token" else 6.5
    sign_text = text_line(0, low, sign, 11, font_weight="bold", fill=own.on_colour)
    return group(use_shape(shape, 0, 0, fill=own.colour, **OUTLINE), sign_text, **attributes)


def force(area: dict[str, Any], middle: Point) -> str:
    """The order and the units of an area in a row centred at `middle`, one plate for each house."""
    units = area.get("units") or []
    houses = list(dict.fromkeys(unit["house"] for unit in units))
    plates = [[unit for unit in units if unit["house"] == house] for house in houses]
    order = area.get("order")
    widths = [_plate_width(plate) for plate in plates]
    whole = sum(widths) + GAP * len(plates) + (2 * DISC if order else -GAP)
    x, y = middle[0] - whole / 2, middle[1]
    parts = []
    if order:
        parts.append(order_disc(order, x + DISC, y))
        x += 2 * DISC + GAP
    for plate, width in zip(plates, widths, strict=True):
        parts.append(unit_plate(plate, x, y))
        x += width + GAP
    return "".join(parts)


def unit_plate(units: list[dict[str, Any]], left: float, middle: float) -> str:
    """One house's units: a tab with its letter, then a shape for each type, with a count above one."""
    house, own = units[0]["house"], livery(units[0]["house"])
    width, top = _plate_width(units), middle - PLATE_HEIGHT / 2
    board = element("rect", x=left, y=top, width=width, height=PLATE_HEIGHT, rx=4, fill=PAPER, stroke=INK)
    tab = element("rect", x=left, y=top, width=TAB, height=PLATE_HEIGHT, rx=4, fill=own.colour, stroke=INK)
    letter = text_line(left + TAB / 2, middle + 5, own.letter, 13, font_weight="bold", fill=own.on_colour)
    parts, x = [board, tab, letter], left + TAB + 1
    for unit in _in_order(units):
        parts.append(_unit(unit, x + UNIT_STEP / 2, middle))
        x += _unit_width(unit)
    return group(*parts, data_house=house)


def _unit(unit: dict[str, Any], x: float, y: float) -> str:
    routed = bool(unit.get("routed"))
    fill = "url(#routed)" if routed else livery(unit["house"]).colour
    shape = use_shape(unit["type"], x, y, 0.95, 90 if routed else 0, fill=fill, **OUTLINE)
    count = unit.get("count", 1)
    number = text_line(x + 10, y + 8, count, 12, font_weight="bold", text_anchor="start") if count > 1 else ""
    return group(shape, number, data_unit=unit["type"], data_count=count, data_routed="yes" if routed else None)


def _in_order(units: list[dict[str, Any]]) -> list[dict[str, Any]]:
    ranks = {unit_type: rank for rank, unit_type in enumerate(UNIT_ORDER)}
    return sorted(units, key=lambda unit: (bool(unit.get("routed")), ranks.get(unit["type"], len(ranks))))


def _plate_width(units: list[dict[str, Any]]) -> float:
    return TAB + 2 + sum(_unit_width(unit) for unit in units)


def _unit_width(unit: dict[str, Any]) -> float:
    return UNIT_STEP + (COUNT_WIDTH if unit.get("count", 1) > 1 else 0)


def order_disc(order: dict[str, Any], x: float, y: float) -> str:
    """An order in the ring of its house: sign, modifier and star; only the house's letter while it lies face down."""
    house, token = order["house"], order.get("token")
    own = livery(house)
    ring = element("circle", r=DISC, fill=own.colour, stroke=INK)
    if token is None:
        letter = text_line(0, 6.5, own.letter, 18, font_weight="bold", fill=own.on_colour)
        face, state = letter, {"data_order": "face-down"}
    else:
        face, state = element("circle", r=12.4, fill=PAPER) + token_face(token), {"data_order": token}
    return group(ring, face, transform=f"translate({x:g} {y:g})", data_house=house, **state)


def token_face(token: str) -> str:
    """The face of an order token: its sign, modifier and star."""
    printed = ORDERS.get(token, OrderToken(token, token, 0, False, 0, ""))
    modifier = modifier_sign(printed)
    sign = use_shape(printed.type, 0, -3.5 if modifier else 0, 0.72 if modifier else 0.9, fill=INK)
    number = text_line(0, 11, modifier, 10.5, font_weight="bold") if modifier else ""
    star = use_shape("star", 10.5, -10.5, 0.95, fill=GOLD, **OUTLINE) if printed.special else ""
    return sign + number + star


def modifier_sign(printed: OrderToken) -> str:
    """The modifier as the order token prints it: a 0 is printed on a march order only."""
    modifier = printed.modifier
    if not modifier:
        return "0" if printed.type == "march" else ""
    return f"+{modifier}" if modifier > 0 else f"−{-modifier}"


def way_of_attack(combat: dict[str, Any]) -> str:
    """A broken line from the area of the attackers to the area of the combat."""
    start, end = geography().force(combat.get("origin", "")), geography().force(combat.get("area", ""))
    if start is None or end is None:
        return ""
    line = f"M{start[0]:g} {start[1]:g}L{end[0]:g} {end[1]:g}"
    return element("path", d=line, stroke=ALARM, stroke_width=5, stroke_dasharray="10 6")


def attackers(combat: dict[str, Any]) -> str:
    """The attacking units, drawn half-way to the area of the combat."""
    start, end = geography().force(combat.get("origin", "")), geography().force(combat.get("area", ""))
    units = [{**unit, "house": combat["attacker"]} for unit in combat.get("units") or []]
    if start is None or end is None or not units:
        return ""
    x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    left = x - _plate_width(units) / 2
    badge = element("circle", cx=left - 12, cy=y, r=12, fill=PAPER, stroke=ALARM, stroke_width=2)
    crossed = use_shape("swords", left - 12, y, 0.9, fill=ALARM)
    return group(badge, crossed, unit_plate(units, left, y), data_combat=combat["area"])
