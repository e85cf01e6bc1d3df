"""The picture of the board: complete, true to the printed borders, legible without colour, and harmless."""

import copy
import math
import re
import tomllib
import xml.etree.ElementTree as ET
from collections import defaultdict
from importlib import resources
from itertools import combinations, pairwise, product
from typing import Any, NamedTuple

import pytest

from service.games.agot_board.drawing.board import HEIGHT, MAP_WIDTH, WIDTH, draw_board
from service.games.agot_board.drawing.glyphs import LIVERIES, PATHS, UNIT_ORDER

SVG = "{http://www.w3.org/2000/svg}"
HOUSES = tuple(LIVERIES)


def toml(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(package) / name).read_text(encoding="utf-8"))


PRINTED = toml("domain.games.agot_board", "components.toml")
MAP = toml("service.games.agot_board.drawing", "map.toml")
AREAS = {area["id"]: area for area in PRINTED["area"]}
PRINTED_NAMES = {house["id"]: house["name"] for house in PRINTED["house"]}
PORTS = [area["id"] for area in PRINTED["area"] if area["type"] == "port"]
TOKENS = [token["id"] for token in PRINTED["order_token"]]


def empty_view() -> dict[str, Any]:
    """A table without pieces."""
    return {
        "game": "agot_board",
        "viewer": "public",
        "players": 6,
        "round": 3,
        "phase": "planning",
        "wildling": 4,
        "order_bans": [],
        "tracks": {track: list(HOUSES) for track in ("iron_throne", "fiefdoms", "kings_court")},
        "tokens": {
            "iron_throne": "baratheon",
            "blade": {"holder": "greyjoy", "used": False},
            "raven": {"holder": "lannister", "used": True},
        },
        "areas": {area: {} for area in AREAS},
        "houses": {house: house_view() for house in HOUSES},
        "combat": None,
        "over": None,
    }


def house_view() -> dict[str, Any]:
    reserve = {"footman": 8, "knight": 4, "ship": 5, "siege-engine": 2}
    hand = ["a-card"] * 7
    return {
        "supply": 3,
        "castles": 4,
        "power": 5,
        "pool": 15,
        "stars": 3,
        "hand": hand,
        "discard": [],
        "units": reserve,
    }


def unit(house: str, unit_type: str, count: int = 1, routed: bool = False) -> dict[str, Any]:
    return {"house": house, "type": unit_type, "count": count, "routed": routed}


def crowded_view() -> dict[str, Any]:
    """Pieces everywhere, and a combat."""
    view = empty_view()
    for number, (area, printed) in enumerate(AREAS.items()):
        view["areas"][area] = crowded_area(printed, HOUSES[number % len(HOUSES)], TOKENS[number % len(TOKENS)])
    view["areas"]["the-eyrie"] = {"neutral": 6}
    view["areas"]["kings-landing"] = {"neutral": "impassable"}
    view["areas"]["seagard"]["units"][0]["routed"] = True
    view["areas"]["harrenhal"]["order"] = {"house": "martell"}
    attackers = [{"type": "knight", "count": 1}]
    combat = {"area": "moat-cailin", "origin": "winterfell", "attacker": "stark", "defender": "greyjoy"}
    return {**view, "order_bans": ["defense", "march-plus-1"], "combat": {**combat, "units": attackers}}


def crowded_area(printed: dict[str, Any], house: str, token: str) -> dict[str, Any]:
    on_land = printed["type"] == "land"
    army = [unit(house, "footman", 2), unit(house, "knight"), unit(house, "siege-engine")]
    types = army if on_land else [unit(house, "ship", 3)]
    pieces = {"units": types, "order": {"house": house, "token": token}, "controller": house}
    garrison = {"garrison": house} if "home_of" in printed else {}
    return {**pieces, **({"power_token": house, **garrison} if on_land else {})}


class Box(NamedTuple):
    """What an element covers, roughly."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > 0 and down > 0


def root(view: dict[str, Any]) -> ET.Element:
    return ET.fromstring(draw_board(view))


def found(tree: ET.Element, attribute: str, value: str | None = None) -> list[ET.Element]:
    return [e for e in tree.iter() if attribute in e.attrib and value in (None, e.attrib[attribute])]


def label_boxes(tree: ET.Element) -> dict[str, Box]:
    return {label.attrib["data-label"]: text_box(label) for label in found(tree, "data-label")}


def text_box(element: ET.Element) -> Box:
    """Where a line of text stands; letters are taken as 0.6 of their size, digits too."""
    size, x, y = (float(element.get(name, 0)) for name in ("font-size", "x", "y"))
    width = 0.6 * size * len(element.text or "")
    left = x - width * {"start": 0.0, "end": 1.0}.get(element.get("text-anchor", "middle"), 0.5)
    return Box(left, y - size * 0.75, left + width, y + size * 0.2)


def shape_box(element: ET.Element) -> Box | None:
    """What one element covers before its transforms; paths of the ground are looked at by themselves."""
    number = {
        name: float(value) for name, value in element.attrib.items() if name in ("x", "y", "width", "height", "r")
    }
    match element.tag.removeprefix(SVG):
        case "text":
            return text_box(element)
        case "rect":
            x, y = number.get("x", 0), number.get("y", 0)
            return Box(x, y, x + number["width"], y + number["height"])
        case "circle":
            x, y, r = float(element.get("cx", 0)), float(element.get("cy", 0)), number["r"]
            return Box(x - r, y - r, x + r, y + r)
        case "use" if "transform" in element.attrib:
            return Box(-9, -9, 9, 9)
    return None


def boxes(element: ET.Element, x: float = 0, y: float = 0, scale: float = 1) -> list[Box]:
    """What an element and all within it cover on the canvas."""
    if element.tag == f"{SVG}defs":
        return []
    transform = element.get("transform", "")
    if moved := re.search(r"translate\((\S+) (\S+)\)", transform):
        x, y = x + scale * float(moved[1]), y + scale * float(moved[2])
    if scaled := re.search(r"scale\((\S+)\)", transform):
        scale *= float(scaled[1])
    own = shape_box(element)
    here = [Box(*(offset + scale * edge for offset, edge in zip((x, y, x, y), own, strict=True)))] if own else []
    return here + [box for child in element for box in boxes(child, x, y, scale)]


def rings(site: dict[str, Any]) -> list[list[tuple[int, int]]]:
    """The closed outlines of an area."""
    lines = [site["border"], *site.get("holes", ())]
    points = [[(int(x), int(y)) for x, y in (pair.split(",") for pair in line.split())] for line in lines]
    return [[*ring, ring[0]] for ring in points]


def edges(site: dict[str, Any]) -> list[frozenset[tuple[int, int]]]:
    return [frozenset(edge) for ring in rings(site) for edge in pairwise(ring)]


def distance_to(site: dict[str, Any], point: tuple[float, float]) -> float:
    """How far a point is from an area's border."""
    return min(segment_distance(a, b, point) for ring in rings(site) for a, b in pairwise(ring))


def segment_distance(a: tuple[int, int], b: tuple[int, int], point: tuple[float, float]) -> float:
    length = math.dist(a, b)
    along = sum((point[k] - a[k]) * (b[k] - a[k]) for k in (0, 1)) / length**2
    nearest = [a[k] + min(1.0, max(0.0, along)) * (b[k] - a[k]) for k in (0, 1)]
    return math.dist(nearest, point)


def test_every_area_is_drawn_and_labelled() -> None:
    tree = root(empty_view())
    assert {group.attrib["data-area"] for group in found(tree, "data-area")} == set(AREAS)
    labels = {label.attrib["data-label"]: label.text for label in found(tree, "data-label")}
    assert labels == {area: printed["name"] for area, printed in AREAS.items() if area not in PORTS}
    assert {ground.attrib["data-ground"] for ground in found(tree, "data-ground")} == set(labels)


@pytest.mark.parametrize("port", PORTS)
def test_a_port_has_an_anchor_at_the_coast_between_its_land_and_its_sea(port: str) -> None:
    (group,) = found(root(empty_view()), "data-area", port)
    assert found(group, "data-icon", "port")
    (drawn_port,) = [site for site in MAP["port"] if site["id"] == port]
    sides = {AREAS[port]["connected_land"], AREAS[port]["connected_sea"]}
    for site in (site for site in MAP["area"] if site["id"] in sides):
        assert distance_to(site, tuple(drawn_port["at"])) < 10


def test_two_areas_share_a_border_exactly_where_the_game_says_so() -> None:
    owners = defaultdict(set)
    for site in MAP["area"]:
        for edge in edges(site):
            owners[edge].add(site["id"])
    touching = {frozenset(pair) for pair in owners.values() if len(pair) == 2}
    assert touching == {frozenset((area, other)) for area in AREAS for other in AREAS[area].get("adjacent", ())}


def test_a_shared_border_is_long_enough_to_be_seen() -> None:
    lengths: dict[frozenset[str], float] = defaultdict(float)
    owners = defaultdict(set)
    for site in MAP["area"]:
        for edge in edges(site):
            owners[edge].add(site["id"])
    for edge, pair in owners.items():
        lengths[frozenset(pair)] += math.dist(*edge)
    assert min(length for pair, length in lengths.items() if len(pair) == 2) > 25


def test_nothing_leaves_the_canvas() -> None:
    canvas = Box(0, 0, WIDTH, HEIGHT)
    for box in boxes(root(crowded_view())):
        assert canvas.left <= box.left <= box.right <= canvas.right, box
        assert canvas.top <= box.top <= box.bottom <= canvas.bottom, box
    points = [point for site in MAP["area"] + MAP["river"] for ring in rings(site) for point in ring]
    assert all(0 <= x <= MAP_WIDTH and 0 <= y <= HEIGHT for x, y in points)


def test_pieces_of_the_map_stay_on_the_map() -> None:
    for group in found(root(crowded_view()), "data-area"):
        assert all(box.right <= MAP_WIDTH for box in boxes(group)), group.attrib


def test_labels_do_not_overlap() -> None:
    labels = label_boxes(root(empty_view()))
    assert [pair for pair in combinations(labels, 2) if labels[pair[0]].overlaps(labels[pair[1]])] == []


def test_no_piece_covers_the_name_of_an_area() -> None:
    tree = root(crowded_view())
    labels = label_boxes(tree)
    names = set(labels.values())
    pieces = {group.attrib["data-area"]: set(boxes(group)) - names for group in found(tree, "data-area")}
    covered = [
        (area, label)
        for area, label in product(pieces, labels)
        if any(box.overlaps(labels[label]) for box in pieces[area])
    ]
    assert covered == []


def test_the_armies_of_two_areas_do_not_overlap() -> None:
    areas = {group.attrib["data-area"]: large_boxes(group) for group in found(root(crowded_view()), "data-area")}
    overlapping = [
        (area, other)
        for area, other in combinations(areas, 2)
        if any(a.overlaps(b) for a, b in product(areas[area], areas[other]))
    ]
    assert overlapping == []


def large_boxes(group: ET.Element) -> list[Box]:
    """What the plates, orders and tokens of an area cover."""
    return [box for box in boxes(group) if box.bottom - box.top > 15]


def test_unit_types_are_told_apart_by_shape() -> None:
    view = empty_view()
    view["areas"]["winterfell"]["units"] = [unit("stark", unit_type) for unit_type in UNIT_ORDER]
    (group,) = found(root(view), "data-area", "winterfell")
    shapes = {e.attrib["data-unit"]: e[0].attrib["href"] for e in found(group, "data-unit")}
    assert shapes == {unit_type: f"#{unit_type}" for unit_type in UNIT_ORDER}
    assert len({PATHS[unit_type] for unit_type in UNIT_ORDER}) == len(UNIT_ORDER)


def test_houses_are_told_apart_by_letter() -> None:
    assert len({livery.letter for livery in LIVERIES.values()}) == len(HOUSES) == 6
    for house in HOUSES:
        view = empty_view()
        view["areas"]["riverrun"]["units"] = [unit(house, "footman")]
        (group,) = found(root(view), "data-area", "riverrun")
        assert LIVERIES[house].letter in [e.text for e in group.iter(f"{SVG}text")]


@pytest.mark.parametrize("house", HOUSES)
def test_a_house_letter_can_be_read_upon_its_colour(house: str) -> None:
    lights = sorted(luminance(colour) for colour in (LIVERIES[house].colour, LIVERIES[house].on_colour))
    assert (lights[1] + 0.05) / (lights[0] + 0.05) >= 4.5


def luminance(colour: str) -> float:
    """WCAG's relative luminance."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_counts_routed_units_and_tokens_are_shown() -> None:
    tree = root(crowded_view())
    (winterfell,) = found(tree, "data-area", "winterfell")
    assert {"2"} <= {e.text for e in found(winterfell, "data-unit", "footman")[0].iter(f"{SVG}text")}
    assert found(winterfell, "data-garrison")
    assert found(winterfell, "data-power-token")
    (seagard,) = found(tree, "data-area", "seagard")
    (routed,) = found(seagard, "data-routed")
    assert "rotate(90)" in routed[0].attrib["transform"]
    assert routed[0].attrib["fill"] == "url(#routed)"
    assert [e.attrib["data-neutral"] for e in found(tree, "data-neutral")] == ["6"]
    assert len(found(tree, "fill", "url(#impassable)")) == 1


def test_every_order_token_is_shown_with_its_sign() -> None:
    shown = {e.attrib["data-order"] for e in found(root(crowded_view()), "data-order")}
    assert shown == {*TOKENS, "face-down"}
    assert {token["type"] for token in PRINTED["order_token"]} <= set(PATHS)


def test_a_hidden_order_shows_the_house_and_no_token() -> None:
    view = empty_view()
    view["areas"]["winterfell"]["order"] = {"house": "stark"}
    document = draw_board(view)
    (disc,) = found(ET.fromstring(document), "data-order")
    assert disc.attrib["data-order"] == "face-down"
    assert [e.text for e in disc.iter(f"{SVG}text")] == ["S"]
    assert not any(f'data-order="{token}"' in document for token in TOKENS)


def test_printed_icons_are_those_of_the_game() -> None:
    tree = root(empty_view())
    for area, printed in AREAS.items():
        if printed["type"] == "land":
            (group,) = found(tree, "data-area", area)
            icons = [e.attrib["data-icon"] for e in found(group, "data-icon")]
            fortified = [] if printed["fortification"] == "none" else [printed["fortification"]]
            assert icons == fortified + ["supply"] * printed["supply"] + ["power"] * printed["power"]


def test_the_tracks_show_the_standing() -> None:
    tree = root(crowded_view())
    for track in ("iron_throne", "fiefdoms", "kings_court"):
        (group,) = found(tree, "data-track", track)
        places = {e.attrib["data-position"]: e[1].attrib["data-house"] for e in found(group, "data-position")}
        assert places == {str(number): house for number, house in enumerate(HOUSES, 1)}
    assert {e.attrib["data-token"] for e in found(tree, "data-token")} == {"iron_throne", "blade", "raven"}
    assert [e[1].text for e in found(tree, "data-marker")] == ["4", "3"]
    assert [e.attrib["data-ban"] for e in found(tree, "data-ban")] == ["defense", "march-plus-1"]


def test_a_combat_is_marked_where_it_is_fought() -> None:
    tree = root(crowded_view())
    assert [e.attrib["data-embattled"] for e in found(tree, "data-embattled")] == ["moat-cailin"]
    (attackers,) = found(tree, "data-combat")
    assert [e.attrib["data-unit"] for e in found(attackers, "data-unit")] == ["knight"]


def test_a_combat_names_the_house_cards_that_were_revealed() -> None:
    view = crowded_view()
    view["combat"]["sides"] = {"stark": {"card": "eddard-stark", "strength": 8}, "greyjoy": {"card": "", "strength": 0}}
    (box,) = found(root(view), "data-box", "combat")
    lines = [e.text for e in box.iter(f"{SVG}text")]
    assert {"Stark: Eddard Stark, strength 8", "Greyjoy: no House card revealed"} <= set(lines)


def test_who_is_awaited_is_shown() -> None:
    waiting = {"wait": "w3", "kind": "choice", "question": "house-cards", "seats": ["stark", "greyjoy"]}
    (box,) = found(root({**empty_view(), "waiting": waiting}), "data-box", "awaited")
    assert [e.attrib["data-house"] for e in found(box, "data-house")] == ["stark", "greyjoy"]


def test_an_area_is_told_in_words() -> None:
    (seagard,) = found(root(crowded_view()), "data-area", "seagard")
    house = PRINTED_NAMES[crowded_view()["areas"]["seagard"]["controller"]]
    assert (seagard[0].text or "").startswith(f"Seagard. {house} Footman x2 routed, {house} Knight x1")


def test_unknown_power_is_not_guessed() -> None:
    view = empty_view()
    view["houses"]["stark"]["power"] = None
    assert draw_board(view).count(">?</text>") == 1


def test_the_end_of_a_match_is_told() -> None:
    assert "Stark has won" in draw_board({**empty_view(), "over": {"winner": "stark"}})


def test_what_the_view_says_is_escaped() -> None:
    view = {**empty_view(), "viewer": '<script>"&\x00\ud800', "phase": "<b>"}
    view["areas"]["winterfell"]["order"] = {"house": '"><script>', "token": '"><script>'}
    document = draw_board(view)
    assert "<script" not in document
    assert "<b>" not in document
    ET.fromstring(document.encode("utf-8"))


def test_the_document_stands_alone() -> None:
    tree = root(crowded_view())
    assert tree.attrib["role"] == "img"
    assert [child.tag.removeprefix(SVG) for child in tree[:2]] == ["title", "desc"]
    assert {e.tag.removeprefix(SVG) for e in tree.iter()}.isdisjoint({"script", "style", "image", "foreignObject", "a"})
    names = {e.attrib["id"] for e in found(tree, "id")}
    assert {e.attrib["href"].removeprefix("#") for e in found(tree, "href")} <= names
    assert not [name for e in tree.iter() for name in e.attrib if name.startswith("on")]
    assert "http" not in draw_board(crowded_view()).replace('xmlns="http://www.w3.org/2000/svg"', "")


def test_drawing_changes_nothing_and_says_the_same_twice() -> None:
    view = crowded_view()
    before = copy.deepcopy(view)
    assert draw_board(view) == draw_board(view)
    assert view == before


def test_a_view_without_pieces_or_houses_is_drawn() -> None:
    assert len(label_boxes(root({"areas": {}}))) == len(AREAS) - len(PORTS)
