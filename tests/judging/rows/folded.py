"""What lies on the table of each game after a version, added up from the facts of a record alone.

Read `cards` and `board`: both give flat values by name, and `touched` says which fact last changed one of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from tests.judging.rows.hall import CARDS
from tests.judging.rows.raw import Fact, Raw, renamed

SPECIAL = ("march-plus-1", "defense-plus-2", "support-plus-1", "raid-special", "consolidate-power-special")
MOVED = ("kernel.cards_moved", "kernel.zone_shuffled", "kernel.handles_redrawn")
TRACKS = ("iron_throne", "fiefdoms", "kings_court")


class Cards:
    """Gold, power, knelt cards and limits by what the facts of the card game say."""

    def __init__(self) -> None:
        self.gold: Counter[str] = Counter()
        self.power: Counter[str] = Counter()
        self.kneeling: set[str] = set()
        self.used: dict[str, list[int]] = {}
        self.one = dict[str, Any]()
        self.zone: dict[str, str] = {}

    def take(self, version: int, fact: Fact) -> None:
        name = fact["fact"].rpartition(".")[2]
        if name in ("gold_gained", "gold_spent"):
            self.gold[fact["seat"]] += fact["gold"] if name == "gold_gained" else -fact["gold"]
        elif name == "power_placed":
            self.power.update(dict(fact["on"]))
        elif name == "cards_knelt":
            self.kneeling |= set(fact["cards"])
        elif name == "cards_stood":
            self.kneeling -= set(fact["cards"])
        elif name == "entered_play":
            self.kneeling ^= {fact["card"]} if fact.get("kneeling", False) != (fact["card"] in self.kneeling) else set()
        elif name in ("counted", "ability_initiated"):
            for key in fact["keys"] if "keys" in fact else fact.get("counts", ()):
                self.used.setdefault(key, []).append(version)
        elif name == "limits_reset":
            self.used = {key: by for key, by in self.used.items() if not key.startswith(fact["period"] + ":")}
        elif name == "cards_moved":
            self.move(fact)
        self.laid(name, fact)
        self.named(name, fact)

    def laid(self, name: str, fact: Fact) -> None:
        """The cards with which everything begins, and those that were shuffled or hidden again."""
        if name == "deck_brought":
            self.zone.update({handle: fact["zone"] for handle, _ in fact["cards"]})
        elif name == "seats_taken":
            for seat, (faction, _) in zip(fact["seats"], fact["factions"], strict=True):
                self.zone[faction] = f"{seat}.faction"
        elif name in ("zone_shuffled", "handles_redrawn"):
            for old, new in renamed(fact):
                self.zone[new] = self.zone.pop(old)

    def move(self, fact: Fact) -> None:
        """Cards went elsewhere: off the table they lose what lay on them."""
        for old, new, source, to, *_ in fact["moves"]:
            self.zone.pop(old, None)
            self.zone[new] = to
            if not (source.endswith(".play") and to.endswith(".play")):
                self.kneeling -= {old}
                self.power.pop(old, None)

    def named(self, name: str, fact: Fact) -> None:
        if name in ("round_began", "phase_began"):
            self.one[name] = fact["round" if name == "round_began" else "phase"]
        elif name == "first_player_chosen":
            self.one[name] = fact["player"]

    def limits(self) -> dict[str, int]:
        """What is limited, and how often it has been done."""
        return {key: len(by) for key, by in self.used.items()}

    def values(self, seats: Iterable[str]) -> dict[str, Any]:
        found = {"round": self.one.get("round_began", 0), "phase": self.one.get("phase_began", "setup")}
        found["first_player"] = self.one.get("first_player_chosen", "")
        for seat in seats:
            found[f"{seat}.gold"] = self.gold[seat]
            found[f"{seat}.power"] = sum(n for card, n in self.power.items() if self.zone.get(card, "") in owned(seat))
            for pile in ("hand", "deck", "discard", "dead"):
                found[f"{seat}.{pile}"] = sum(zone == f"{seat}.{pile}" for zone in self.zone.values())
        return found


def owned(seat: str) -> tuple[str, ...]:
    return (f"{seat}.play", f"{seat}.faction")


class Board:
    """Units, orders, Power, tracks by what the facts of the board game say."""

    def __init__(self) -> None:
        self.units: dict[str, Counter[str]] = {}
        self.holder: dict[str, str] = {}
        self.token: dict[str, str] = {}
        self.home: dict[str, str] = {}
        self.orders: dict[str, str] = {}
        self.owner: dict[str, str] = {}
        self.up: set[str] = set()
        self.power: Counter[str] = Counter()
        self.one = dict[str, Any]()
        self.used: dict[str, list[int]] = {}

    def take(self, version: int, fact: Fact) -> None:
        name = fact["fact"].rpartition(".")[2]
        if name in ("round_began", "phase_began", "wildlings_moved"):
            self.one[name] = fact[{"round_began": "round", "phase_began": "phase"}.get(name, "position")]
        elif name == "influence_set":
            self.one[fact["track"]] = fact["order"]
        elif name == "supply_set":
            self.one[f"{fact['house']}.supply"] = fact["supply"]
        self.tokens(name, fact)
        self.unit(name, fact)
        self.order(name, fact)
        self.turned(version, name)

    def tokens(self, name: str, fact: Fact) -> None:
        if name in ("power_token_placed", "power_token_removed"):
            self.token[fact["area"]] = fact["house"] if name == "power_token_placed" else ""
        elif name in ("garrison_placed", "garrison_removed"):
            self.home.setdefault(fact["area"], fact.get("house", ""))
        if name == "power_gained":
            self.power[fact["house"]] += fact["power"]
        elif name in ("power_discarded", "power_token_placed"):
            self.power[fact["house"]] -= fact.get("power", 1)
        elif name == "bid_returned":
            self.power[fact["house"]] += fact["power"]
        elif name == "bids_revealed":
            self.power.subtract(fact["bids"])

    def unit(self, name: str, fact: Fact) -> None:
        there = self.units
        if name in ("units_placed", "attackers_came_out", "units_moved", "ships_captured"):
            self.holder[next((fact[each] for each in ("to", "area", "port") if each in fact), "")] = fact["house"]
        if name in ("units_placed", "attackers_came_out"):
            there.setdefault(fact["area"], Counter()).update(fact["units"])
        elif name == "units_moved":
            there.setdefault(fact["source"], Counter()).subtract(fact["units"])
            there.setdefault(fact["to"], Counter()).update(fact["units"])
        elif name == "combat_began":
            there.setdefault(fact["origin"], Counter()).subtract(fact["units"])
        elif name == "units_destroyed":
            there[fact["area"]].subtract(fact["units"])
            there[fact["area"]].subtract(fact.get("routed", {}))
        elif name == "units_replaced":
            there[fact["area"]].subtract({fact["unit"]: fact.get("count", 1)})
            there[fact["area"]].update({fact["by"]: fact.get("count", 1)})
        elif name == "ships_captured":
            there[fact["port"]] = Counter(ship=fact["ships"])

    def order(self, name: str, fact: Fact) -> None:
        if name == "orders_assigned":
            self.orders.update(fact["orders"])
            self.owner.update(dict.fromkeys(fact["orders"], fact["house"]))
        elif name == "orders_revealed":
            self.up |= set(fact["orders"])
        elif name == "order_replaced":
            self.orders[fact["area"]] = fact["token"]
            self.owner[fact["area"]] = fact["house"]
            self.up.add(fact["area"])
        elif name == "march_order_moved":
            self.orders.pop(fact["source"], None)
            self.orders[fact["to"]] = fact["token"]
            self.owner[fact["to"]] = fact["house"]
            self.up.add(fact["to"])
        elif name == "orders_removed":
            for area in fact["areas"]:
                self.orders.pop(area, None)
                self.up.discard(area)

    def turned(self, version: int, name: str) -> None:
        """The Blade and the Raven are used once a round."""
        if name in ("blade_used", "raven_used"):
            self.used.setdefault(f"round:{name.partition('_')[0]}", []).append(version)
        elif name == "tokens_refreshed":
            self.used = {}

    def laid(self, house: str, kind: str) -> set[str]:
        """The areas in which a House has an order of a kind."""
        return {each for each, token in self.orders.items() if token.startswith(kind) and self.owner[each] == house}

    def controls(self, house: str, areas: Iterable[str]) -> int:
        """How many of these areas a House controls: by units, else by its Power token, else as its home."""
        return sum(self.controller(each) == house for each in areas)

    def controller(self, area: str) -> str:
        there = +self.units.get(area, Counter())
        return self.holder[area] if there else self.token.get(area) or self.home.get(area, "")

    def limits(self) -> dict[str, int]:
        """What is limited in a round, and how often it has been done: Blade, Raven, Special Orders face up."""
        special = [self.owner[each] for each in self.up if self.orders[each] in SPECIAL]
        counted = Counter(f"round:special-orders:{house}" for house in special)
        return {**{key: len(by) for key, by in self.used.items()}, **counted}

    def values(self, seats: Iterable[str]) -> dict[str, Any]:
        found: dict[str, Any] = {"round": self.one.get("round_began", 0), "phase": self.one.get("phase_began", "")}
        found["wildling"] = self.one.get("wildlings_moved", 0)
        found |= {track: self.one.get(track, []) for track in TRACKS}
        for seat in seats:
            found[f"{seat}.power"] = self.power[seat]
            found[f"{seat}.supply"] = self.one.get(f"{seat}.supply", 0)
        for area, units in self.units.items():
            found[f"units.{area}"] = {unit: n for unit, n in units.items() if n}
        for area, token in self.orders.items():
            found[f"order.{area}"] = token
        return found


def table(raw: Raw, version: int) -> Cards | Board:
    """The table after a version."""
    found = Cards() if raw.header["game"] == CARDS else Board()
    for _, each, fact in raw.facts(raw.path(version)):
        found.take(each, fact)
    return found


def tables(raw: Raw) -> Iterator[tuple[int, Cards | Board]]:
    """The table after each version in turn; it is looked at at once."""
    found = Cards() if raw.header["game"] == CARDS else Board()
    for version in raw.path():
        for fact in raw.of(version):
            found.take(version, fact)
        yield version, found


class Story(NamedTuple):
    """The values after each version of the line being played, and each change of one: where, of which, in its order."""

    after: dict[int, dict[str, Any]]
    changes: list[tuple[str, int, str]]


@cache
def story(raw: Raw) -> Story:
    """The whole line, folded once."""
    now: Cards | Board = Cards() if raw.header["game"] == CARDS else Board()
    found, before = Story({}, []), dict[str, Any]()
    for version in raw.path():
        for number, fact in enumerate(raw.of(version), 1):
            now.take(version, fact)
            if fact["fact"].startswith("kernel.") and fact["fact"] not in MOVED:
                continue
            after = now.values(raw.seats)
            changed = [name for name in after if after[name] != before.get(name)]
            found.changes.extend((f"{version}.{number}", version, name) for name in changed)
            before = after
        found.after[version] = before
    return found


def values(raw: Raw, version: int) -> dict[str, Any]:
    """What lies there after a version, by name."""
    return story(raw).after[version]


def touched(raw: Raw, version: int, name: str) -> str:
    """Where a value was changed last on the way to a version, by an action after which it was another than before."""
    told, empty = story(raw), dict[str, Any]()
    for at, each, of in reversed(told.changes):
        if of == name and each <= version and told.after[each][name] != told.after.get(each - 1, empty).get(name):
            return at
    return ""


def shown(game: str, view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
    """The same values by name, as a view shows them."""
    return (shown_cards if game == CARDS else shown_board)(view, seats)


def shown_cards(view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
    found = {"round": view["round"], "phase": view["phase"], "first_player": view["first_player"]}
    for seat in seats:
        side = view["players"][seat]
        found |= {f"{seat}.gold": side["gold"], f"{seat}.power": side["power"]}
        found |= {f"{seat}.{pile}": side[pile]["count"] for pile in ("hand", "deck", "discard", "dead")}
    return found


def shown_board(view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
    found = {"round": view["round"], "phase": view["phase"], "wildling": view["wildling"], **view["tracks"]}
    for seat in seats:
        side = view["houses"][seat]
        found |= {f"{seat}.power": side["power"], f"{seat}.supply": side["supply"]}
    for area, said in view["areas"].items():
        units: Counter[str] = Counter()
        for each in said.get("units", ()):
            units[each["type"]] += each["count"]
        if units:
            found[f"units.{area}"] = dict(units)
        if "order" in said:
            found[f"order.{area}"] = said["order"].get("token", "")
    return found
