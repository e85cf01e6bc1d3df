"""Where everything lies: the drawing's own outlines (map.toml) joined with what is printed in the areas."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, NamedTuple

Point = tuple[float, float]


class Place(NamedTuple):
    """A land or sea area: its outline, and the middle of the top edge of its name and of what lies in it."""

    id: str
    name: str
    sea: bool
    at: Point
    path: str
    icons: tuple[str, ...]
    home_of: str | None

    @property
    def force(self) -> Point:
        """The middle of what stands here."""
        return self.at[0], self.at[1] + (36 if self.sea else 52)


class Port(NamedTuple):
    """A port: its anchor at the coast, and its berth in the sea."""

    id: str
    name: str
    at: Point
    force: Point


class Geography(NamedTuple):
    """Everything that is the same in every match."""

    places: tuple[Place, ...]
    ports: tuple[Port, ...]
    rivers: tuple[str, ...]
    house_names: dict[str, str]
    order_tokens: dict[str, dict[str, Any]]
    army_limits: tuple[tuple[int, ...], ...]
    rounds: int
    wildling_positions: tuple[int, ...]
    garrison_strength: int

    @property
    def sites(self) -> tuple[Place | Port, ...]:
        """All areas of the game."""
        return (*self.places, *self.ports)

    def site(self, area: str) -> Point | None:
        """The middle of what stands in an area."""
        return next((site.force for site in self.sites if site.id == area), None)

    def name(self, area: str) -> str:
        """An area's name, or its id where the board has no such area."""
        return next((site.name for site in self.sites if site.id == area), area)


@cache
def geography() -> Geography:
    """The board, read once."""
    drawn, printed = _document("service.drawing", "map.toml"), _document("domain.games.agot_board", "components.toml")
    areas = {area["id"]: area for area in printed["area"]}
    return Geography(
        places=tuple(sorted((_place(site, areas[site["id"]]) for site in drawn["area"]), key=_seas_first)),
        ports=tuple(_port(site, areas[site["id"]]) for site in drawn["port"]),
        rivers=tuple(_path([site["border"]]) for site in drawn["river"]),
        house_names={house["id"]: house["name"] for house in printed["house"]},
        order_tokens={token["id"]: token for token in printed["order_token"]},
        army_limits=tuple(tuple(level["army_limits"]) for level in printed["supply_level"]),
        rounds=printed["limits"]["rounds"],
        wildling_positions=tuple(printed["limits"]["wildling_track_positions"]),
        garrison_strength=printed["limits"]["garrison_strength"],
    )


def _document(package: str, name: str) -> dict[str, Any]:
    return tomllib.loads((resources.files(package) / name).read_text(encoding="utf-8"))


def _place(site: dict[str, Any], area: dict[str, Any]) -> Place:
    return Place(
        id=area["id"],
        name=area["name"],
        sea=area["type"] == "sea",
        at=(site["at"][0], site["at"][1]),
        path=_path([site["border"], *site.get("holes", ())]),
        icons=_icons(area),
        home_of=area.get("home_of"),
    )


def _port(site: dict[str, Any], area: dict[str, Any]) -> Port:
    name = area.get("name") or area["id"]
    return Port(area["id"], name, (site["at"][0], site["at"][1]), (site["force"][0], site["force"][1]))


def _seas_first(place: Place) -> bool:
    """The key that puts seas under the coasts."""
    return not place.sea


def _icons(area: dict[str, Any]) -> tuple[str, ...]:
    fortification = area.get("fortification", "none")
    fortified = () if fortification == "none" else (fortification,)
    return (*fortified, *["supply"] * area.get("supply", 0), *["power"] * area.get("power", 0))


def _path(rings: list[str]) -> str:
    return "".join("M" + " ".join(ring.split()) + "Z" for ring in rings)
