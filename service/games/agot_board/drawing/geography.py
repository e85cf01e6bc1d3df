"""Positions on the board: the outlines in map.toml joined with what is printed in the areas."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from domain.games.agot_board.components import AREAS, HOUSES, PrintedArea
from domain.kernel.ids import Seat

Point = tuple[float, float]


class AreaSite(NamedTuple):
    """A land or sea area: its outline, and the middle of the top edge of its name and contents."""

    id: str
    name: str
    sea: bool
    at: Point
    path: str
    icons: tuple[str, ...]
    home_of: str

    @property
    def force(self) -> Point:
        """The middle of the units in the area."""
        return self.at[0], self.at[1] + (36 if self.sea else 52)


class PortSite(NamedTuple):
    """A port: its anchor on the coast, and the middle of its ships in the sea."""

    id: str
    name: str
    at: Point
    force: Point


class Geography(NamedTuple):
    """The positions of all areas, equal in every match, seas before lands."""

    places: tuple[AreaSite, ...]
    ports: tuple[PortSite, ...]
    rivers: tuple[str, ...]

    @property
    def sites(self) -> tuple[AreaSite | PortSite, ...]:
        """All areas of the game."""
        return (*self.places, *self.ports)

    def force(self, area: str) -> Point | None:
        """The middle of the units in an area; None for an area that is not on the board."""
        return next((site.force for site in self.sites if site.id == area), None)


@cache
def geography() -> Geography:
    """The board, read once."""
    drawn = tomllib.loads(files("service.games.agot_board.drawing").joinpath("map.toml").read_text(encoding="utf-8"))
    places = [_place(site, AREAS[site["id"]]) for site in drawn["area"]]
    return Geography(
        places=(*[place for place in places if place.sea], *[place for place in places if not place.sea]),
        ports=tuple(_port(site, AREAS[site["id"]]) for site in drawn["port"]),
        rivers=tuple(_path([site["border"]]) for site in drawn["river"]),
    )


def area_name(area: str) -> str:
    """An area's name, or its id where the game has no such area."""
    return AREAS[area].name if area in AREAS else area


def house_name(house: str) -> str:
    """A house's name, or its id where the game has no such house."""
    return HOUSES[Seat(house)].name if house in HOUSES else house


def _place(site: dict[str, Any], area: PrintedArea) -> AreaSite:
    return AreaSite(
        id=area.id,
        name=area.name,
        sea=area.type == "sea",
        at=(site["at"][0], site["at"][1]),
        path=_path([site["border"], *site.get("holes", ())]),
        icons=_icons(area),
        home_of=area.home_of,
    )


def _port(site: dict[str, Any], area: PrintedArea) -> PortSite:
    return PortSite(area.id, area.name, (site["at"][0], site["at"][1]), (site["force"][0], site["force"][1]))


def _icons(area: PrintedArea) -> tuple[str, ...]:
    fortification = (area.fortification,) if area.is_fortified else ()
    return (*fortification, *["supply"] * area.supply, *["power"] * area.power)


def _path(rings: list[str]) -> str:
    return "".join(f"M{ring}Z" for ring in rings)
