"""What a record of the board game says, by its facts alone, and what the rows of the judges' table ask of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tests.games.row_tests import Lies, RowTests
from tests.judging.rows.raw import Fact, Raw, placed

if TYPE_CHECKING:
    from tests.judging.rows.hall import Table

SPECIAL = ("march-plus-1", "defense-plus-2", "support-plus-1", "raid-special", "consolidate-power-special")
TRACKS = ("iron_throne", "fiefdoms", "kings_court")
ORDERS = {"raid": "raid", "march": "march", "consolidate-power": "consolidate"}
MOVING = ("units_", "ships_", "power_token_", "garrison_", "attackers_", "combat_began", "losses")
FOUGHT = (".house_cards_revealed", ".combat_ended", ".support_declared", ".final_strength_counted")
STRONGHOLDS = (  # as they are printed on the board
    *("dragonstone", "highgarden", "kings-landing", "lannisport", "oldtown"),
    *("pyke", "riverrun", "seagard", "sunspear", "winterfell"),
)
CASTLES = (
    *("crackclaw-point", "flints-finger", "harrenhal", "moat-cailin", "starfall"),
    *("storms-end", "the-eyrie", "the-reach", "white-harbor", "yronwood"),
)


class BoardLies:
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
        elif name in ("combat_began", "attackers_set_out"):
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


class BoardRows(RowTests):
    called = "the board game"
    left_out: Mapping[tuple[str, int], str] = {
        ("question", 2): "nobody passes in turn",
        ("question", 12): "no decks that players bring",
        ("action", 7): "its texts belong to their step",
    }
    simulated = ("--seats", 3)
    series = "m-sim-agot-board-3-{seed}-public"
    regulation = "board-league"
    cited = "agot_board.port.owner"
    numbers = frozenset({"supply", "castles", "income", "stars", "army", "consolidate", "initial-strength", "strength"})
    marked: Mapping[str, frozenset[str]] = {
        "power": frozenset({"agot_board.power_gained", "agot_board.power_discarded", "agot_board.power_token_removed"}),
        "loss": frozenset(
            {"agot_board.units_destroyed", "agot_board.units_replaced", "agot_board.attackers_destroyed"}
        ),
    }
    ordered: Mapping[str, str] = {"order_tied_bids": "houses", "agot_board.bids_ranked": "houses"}
    counter = "power"
    touched = ("power", "supply")
    final: frozenset[str] = frozenset()
    deck_part = ""
    too_few = 0
    number = "income"
    common: Mapping[str, Any] = {"type": "bid", "power": 0}

    def lies(self) -> Lies:
        return BoardLies()

    def shown(self, view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
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

    def pile(self, seat: str) -> str:
        return ".wildling-deck"

    def is_common(self, waiting: Fact) -> bool:
        return bool(waiting["question"] == "bid")

    def is_calm(self, waiting: Fact) -> bool:
        """An order is to be carried out: nothing is sealed."""
        return waiting["question"] in ORDERS

    def type_counter(self, position: dict[str, Any], seat: str, n: int) -> None:
        position["power"][seat] = n

    def hands(self, view: dict[str, Any]) -> list[str]:
        """House cards have no handles."""
        return []

    def seen_hands(self, raw: Raw, version: int, who: str) -> list[str]:
        return []

    def things(self, raw: Raw) -> list[str]:
        """Areas, and the units of a House."""
        return [*list(self.lying(raw, raw.newest).units)[:6], f"{raw.seats[0]}.footman"]

    def way(self, raw: Raw, thing: str) -> tuple[list[str], list[str]]:
        whole = [set(raw.naming(part)) for part in thing.split(".")]
        return [thing], [at for at, _, _ in raw.facts() if all(at in each for each in whole)]

    def chosen(self) -> tuple[str, ...]:
        return (*ORDERS, "bid")

    def targets(self, raw: Raw, seat: str, version: int) -> Any:
        """The areas with such an order, or the Power to bid with."""
        waiting, lying = raw.waiting(version), self.lying(raw, version)
        assert waiting is not None
        if waiting["question"] == "bid":
            return [0, lying.power[seat]]
        return sorted(lying.laid(seat, ORDERS[waiting["question"]]))

    def offered(self, table: Table, seat: str, version: int) -> Any:
        forms = table.read("/options", at=version)["options"][seat]["forms"]
        [*fields] = forms[0]["fields"].values()
        if not fields or fields[0]["kind"] != "number":
            return sorted({form["fixed"]["area"] for form in forms})
        found = [fields[0]["min"], fields[0]["max"]]
        for power in (found[1], found[1] + 1):
            told = table.read("/explain", at=version, as_=seat, command={"type": "bid", "power": power})
            assert told["accepted"] == (power == found[1])
        return found

    def asked_number(self, raw: Raw, at: str, version: int, fact: Fact) -> tuple[int, str, str, Any] | None:
        """Supply, income or a strength, where nothing that it depends on lies between."""
        name, number = fact["fact"].rpartition(".")[2], int(at.partition(".")[2])
        before, after = raw.of(version)[: number - 1], raw.of(version)[number:]
        if name == "income_counted" and not str(card_before(raw, at)).endswith("/game-of-thrones"):
            return None  # other cards count no ports
        if name in ("supply_counted", "income_counted") and not (is_moved(before) and is_moved(after)):
            return version - is_moved(after), name.partition("_")[0], fact["house"], fact["trace"]
        if name == "initial_strength_counted" and not any(each["fact"].endswith(FOUGHT) for each in after):
            begun = raw.told(".combat_began", version)[-1][1]
            return version, "initial-strength", begun["attacker"], fact["attacker"]["trace"]
        return None

    def measured(self, raw: Raw, version: int) -> dict[str, dict[str, int]]:
        lying, seats = self.lying(raw, version), raw.seats
        lies = lying.values(seats)
        return {
            "castles": {seat: lying.controls(seat, [*CASTLES, *STRONGHOLDS]) for seat in seats},
            "strongholds": {seat: lying.controls(seat, STRONGHOLDS) for seat in seats},
            "supply": {seat: lies[f"{seat}.supply"] for seat in seats},
            "power": {seat: lies[f"{seat}.power"] for seat in seats},
            "iron-throne": {seat: standing(lies["iron_throne"], seat, len(seats)) for seat in seats},
        }

    def lying(self, raw: Raw, version: int) -> BoardLies:
        """The table after a version."""
        found = BoardLies()
        for _, each, fact in raw.facts(raw.path(version)):
            found.take(each, fact)
        return found


def standing(track: list[str], seat: str, last: int) -> int:
    """The position on a track; the last while it is bid for."""
    return track.index(seat) + 1 if seat in track else last


def card_before(raw: Raw, at: str) -> Any:
    """The Westeros card that was under way at a place."""
    told = raw.told(".westeros_card_began", int(at.partition(".")[0]))
    return next((fact["card"] for place, fact in reversed(told) if placed(place) < placed(at)), "")


def is_moved(facts: list[Fact]) -> bool:
    """Whether something came into or left an area."""
    return any(each["fact"].rpartition(".")[2].startswith(MOVING) for each in facts)


ROWS: RowTests = BoardRows()
