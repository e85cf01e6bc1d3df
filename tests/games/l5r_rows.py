"""What a record of Legend of the Five Rings says, by its facts alone, and what the rows of the judges ask of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.games.card_rows import CardGameRows, LyingCards
from tests.games.row_tests import RowTests
from tests.judging.rows.raw import Fact, Raw

EMPTY_RING = {"fate": 0, "claimed_by": ""}


class RingLies(LyingCards):
    """Honor, fate, rings and broken provinces by what the facts of the game say."""

    piles = ("hand", "deck", "dynasty_deck", "discard", "dynasty_discard")

    def __init__(self) -> None:
        super().__init__()
        self.honor: Counter[str] = Counter()
        self.fate: Counter[str] = Counter()
        self.broken: dict[str, set[str]] = {}
        self.rings = {each: dict(EMPTY_RING) for each in ("air", "earth", "fire", "void", "water")}

    def count(self, name: str, fact: Fact) -> None:
        if name == "province_broken":
            self.broken.setdefault(self.zone[fact["province"]].partition(".")[0], set()).add(fact["province"])
        self.pay(name, fact)
        self.turn(name, fact)

    def pay(self, name: str, fact: Fact) -> None:
        """Honor and fate of players."""
        if name in ("honor_gained", "honor_lost"):
            self.honor[fact["seat"]] += fact["honor"] if name == "honor_gained" else -fact["honor"]
        elif name == "honor_given":
            self.honor[fact["giver"]] -= fact["honor"]
            self.honor[fact["taker"]] += fact["honor"]
        elif name in ("fate_gained", "fate_spent", "fate_invested"):
            self.fate[fact["seat"]] += fact["fate"] if name == "fate_gained" else -fact["fate"]

    def turn(self, name: str, fact: Fact) -> None:
        """Rings: the fate on them, and whose they are."""
        if name == "ring_fate_placed":
            for each in fact["rings"]:
                self.rings[each]["fate"] += fact["fate"]
        elif name == "ring_contested":
            self.fate[fact["seat"]] += fact.get("fate", 0)
            self.rings[fact["ring"]] = dict(EMPTY_RING)
        elif name == "ring_claimed":
            self.rings[fact["ring"]]["claimed_by"] = fact["seat"]
        elif name == "rings_returned":
            for each in fact["rings"]:
                self.rings[each]["claimed_by"] = ""

    def name(self, name: str, fact: Fact) -> None:
        """Also who holds the favor."""
        super().name(name, fact)
        if name == "favor_claimed":
            self.one[name] = fact["seat"]

    def values(self, seats: Iterable[str]) -> dict[str, Any]:
        found = super().values(seats) | {"favor": self.one.get("favor_claimed", "")}
        found |= {f"ring.{element}": ring["fate"] for element, ring in self.rings.items()}
        for seat in seats:
            found |= {f"{seat}.honor": self.honor[seat], f"{seat}.fate": self.fate[seat]}
            found[f"{seat}.rings"] = sorted(each for each, ring in self.rings.items() if ring["claimed_by"] == seat)
            found[f"{seat}.broken"] = len(self.broken.get(seat, ()))
        return found


class RingRows(CardGameRows):
    called = "Legend of the Five Rings"
    left_out: Mapping[tuple[str, int], str] = {}
    simulated = ()
    series = "m-sim-l5r-{seed}-public"
    regulation = "provinces-duel"
    cited = "l5r.conflict.3-2-1-defenders"
    numbers = frozenset(
        {"military", "political", "glory", "province-strength", "bid", "fate-value", "glory-count", "cost", "attack"}
    )
    marked: Mapping[str, frozenset[str]] = {
        "power": frozenset({"l5r.honor_gained", "l5r.honor_lost", "l5r.honor_given"}),
        "loss": frozenset({"l5r.province_broken", "cards.cards_sacrificed", "cards.cards_discarded"}),
    }
    counter = "fate"
    touched = ("fate", "hand")
    final: frozenset[str] = frozenset({"dynasty.action"})
    deck_part = "conflict"
    too_few = 39
    number = "glory-count"
    laid = RingLies
    chosen_from: Mapping[str, str] = {"hand-mulligan": "hand", "provinces": "aside"}
    spent = ("fate_spent", "play")
    decided = ("conflict_decided", "conflict_declared", "conflict")

    def shown(self, view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
        found = super().shown(view, seats) | {"favor": view["favor"]["holder"] if view["favor"] else ""}
        found |= {f"ring.{element}": ring["fate"] for element, ring in view["rings"].items()}
        for seat in seats:
            side = view["players"][seat]
            found |= {f"{seat}.honor": side["honor"], f"{seat}.fate": side["fate"]}
            claimed = (each for each, ring in view["rings"].items() if ring["claimed_by"] == seat)
            found[f"{seat}.rings"] = sorted(claimed)
            found[f"{seat}.broken"] = sum(each.get("broken", False) for each in side["provinces"])
        return found

    def measured(self, raw: Raw, version: int) -> dict[str, dict[str, int]]:
        lies, seats = self.values(raw, version), raw.seats
        other = {seat: next(each for each in seats if each != seat) for seat in seats}
        return {
            "broken-provinces": {seat: lies[f"{other[seat]}.broken"] for seat in seats},
            "honor": {seat: lies[f"{seat}.honor"] for seat in seats},
            "claimed-rings": {seat: len(lies[f"{seat}.rings"]) for seat in seats},
            "favor": {seat: int(seat == lies["favor"]) for seat in seats},
            "first-player": {seat: int(seat == lies["first_player"]) for seat in seats},
        }


ROWS: RowTests = RingRows()
