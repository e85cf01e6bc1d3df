"""What a record of Legend of the Five Rings says, by its facts alone, and what the rows of the judges ask of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tests.games.row_tests import Lies, RowTests
from tests.judging.rows.raw import Fact, Raw, renamed

if TYPE_CHECKING:
    from tests.judging.rows.hall import Table

PILES = ("hand", "deck", "dynasty_deck", "discard", "dynasty_discard")
BEFORE_A_COUNT = (  # what may stand before a number in its action and changes none
    "kernel.priority_passed",
    "kernel.window_closed",
    "kernel.window_opened",
    "kernel.step_reached",
    "kernel.aftermath_ended",
    "kernel.occurrence_ended",
    "kernel.conditions_imminent",
    "kernel.conditions_occurred",
)
EMPTY_RING = {"fate": 0, "claimed_by": ""}


class RingLies:
    """Honor, fate, rings, broken provinces, bowed cards and limits by what the facts of the game say."""

    def __init__(self) -> None:
        self.honor: Counter[str] = Counter()
        self.fate: Counter[str] = Counter()
        self.bowed: set[str] = set()
        self.broken: dict[str, set[str]] = {}
        self.rings = {each: dict(EMPTY_RING) for each in ("air", "earth", "fire", "void", "water")}
        self.used: dict[str, list[int]] = {}
        self.one = dict[str, Any]()
        self.zone: dict[str, str] = {}

    def take(self, version: int, fact: Fact) -> None:
        name = fact["fact"].rpartition(".")[2]
        if name in ("cards_bowed", "cards_readied"):
            self.bowed = self.bowed | set(fact["cards"]) if name == "cards_bowed" else self.bowed - set(fact["cards"])
        elif name == "province_broken":
            self.broken.setdefault(self.zone[fact["province"]].partition(".")[0], set()).add(fact["province"])
        elif name in ("counted", "ability_initiated"):
            for key in fact["keys"] if "keys" in fact else fact.get("counts", ()):
                self.used.setdefault(key, []).append(version)
        elif name == "limits_reset":
            self.used = {key: by for key, by in self.used.items() if not key.startswith(fact["period"] + ":")}
        elif name == "cards_moved":
            self.move(fact)
        self.pay(name, fact)
        self.turn(name, fact)
        self.laid(name, fact)
        self.named(name, fact)

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

    def laid(self, name: str, fact: Fact) -> None:
        """The cards with which everything begins, and those that were shuffled or hidden again."""
        if name == "deck_brought":
            self.zone.update({handle: fact["zone"] for handle, _ in fact["cards"]})
        elif name in ("zone_shuffled", "handles_redrawn", "cards_turned"):
            for old, new in renamed(fact):
                self.zone[new] = self.zone.pop(old)

    def move(self, fact: Fact) -> None:
        """Cards went elsewhere: off the table they are bowed no more."""
        for old, new, source, to, *_ in fact["moves"]:
            self.zone.pop(old, None)
            self.zone[new] = to
            if not (source.endswith(".play") and to.endswith(".play")):
                self.bowed -= {old}

    def named(self, name: str, fact: Fact) -> None:
        if name in ("round_began", "phase_began"):
            self.one[name] = fact["round" if name == "round_began" else "phase"]
        elif name == "first_player_chosen":
            self.one[name] = fact["player"]
        elif name == "favor_claimed":
            self.one[name] = fact["seat"]

    def limits(self) -> dict[str, int]:
        """What is limited, and how often it has been done."""
        return {key: len(by) for key, by in self.used.items()}

    def values(self, seats: Iterable[str]) -> dict[str, Any]:
        found = {"round": self.one.get("round_began", 0), "phase": self.one.get("phase_began", "setup")}
        found["first_player"] = self.one.get("first_player_chosen", "")
        found["favor"] = self.one.get("favor_claimed", "")
        found |= {f"ring.{element}": ring["fate"] for element, ring in self.rings.items()}
        for seat in seats:
            found |= {f"{seat}.honor": self.honor[seat], f"{seat}.fate": self.fate[seat]}
            found[f"{seat}.rings"] = sorted(each for each, ring in self.rings.items() if ring["claimed_by"] == seat)
            found[f"{seat}.broken"] = len(self.broken.get(seat, ()))
            for pile in PILES:
                found[f"{seat}.{pile}"] = sum(zone == f"{seat}.{pile}" for zone in self.zone.values())
        return found


class RingRows(RowTests):
    called = "Legend of the Five Rings"
    left_out: Mapping[tuple[str, int], str] = {("action", 7): "no card has a mandatory ability yet"}
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
    ordered: Mapping[str, str] = {
        "order_piles": "cards",
        "order_constant_effects": "cards",
        "cards.pile_ordered": "cards",
    }
    counter = "fate"
    touched = ("fate", "hand")
    final: frozenset[str] = frozenset({"dynasty.action"})
    deck_part = "conflict"
    too_few = 39
    number = "glory-count"
    common: Mapping[str, Any] = {"type": "pass"}

    def lies(self) -> Lies:
        return RingLies()

    def shown(self, view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
        found = {"round": view["round"], "phase": view["phase"], "first_player": view["first_player"]}
        found["favor"] = view["favor"]["holder"] if view["favor"] else ""
        found |= {f"ring.{element}": ring["fate"] for element, ring in view["rings"].items()}
        for seat in seats:
            side = view["players"][seat]
            found |= {f"{seat}.honor": side["honor"], f"{seat}.fate": side["fate"]}
            claimed = (each for each, ring in view["rings"].items() if ring["claimed_by"] == seat)
            found[f"{seat}.rings"] = sorted(claimed)
            found[f"{seat}.broken"] = sum(each.get("broken", False) for each in side["provinces"])
            found |= {f"{seat}.{pile}": side[pile]["count"] for pile in PILES}
        return found

    def pile(self, seat: str) -> str:
        return f"{seat}.deck"

    def is_common(self, waiting: Fact) -> bool:
        return bool(waiting["kind"] != "choice")

    def is_calm(self, waiting: Fact) -> bool:
        return self.is_common(waiting)

    def type_counter(self, position: dict[str, Any], seat: str, n: int) -> None:
        position["players"][seat]["fate"] = n

    def hands(self, view: dict[str, Any]) -> list[str]:
        return [each["card"] for side in view["players"].values() for each in side["hand"].get("cards", ())]

    def seen_hands(self, raw: Raw, version: int, who: str) -> list[str]:
        """A seat sees its own, a judge all."""
        zones = raw.zones(version)
        return [card for seat in raw.seats if who in (seat, "judge") for card in zones.get(f"{seat}.hand", ())]

    def things(self, raw: Raw) -> list[str]:
        """Cards in different places."""
        return [handles[0] for handles in list(raw.zones().values())[:8]]

    def way(self, raw: Raw, thing: str) -> tuple[list[str], list[str]]:
        names = raw.handles(thing)
        return sorted(names), raw.naming(*names)

    def chosen(self) -> tuple[str, ...]:
        return ("hand-mulligan", "provinces")

    def targets(self, raw: Raw, seat: str, version: int) -> Any:
        """The cards in hand, or the provinces that are not laid out yet."""
        waiting = raw.waiting(version)
        assert waiting is not None
        return sorted(raw.zones(version)[f"{seat}.{'hand' if waiting['question'] == 'hand-mulligan' else 'aside'}"])

    def offered(self, table: Table, seat: str, version: int) -> Any:
        forms = table.read("/options", at=version)["options"][seat]["forms"]
        [*fields] = forms[0]["fields"].values()
        return sorted(fields[0].get("options") or fields[0]["items"])

    def asked_number(self, raw: Raw, at: str, version: int, fact: Fact) -> tuple[int, str, str, Any] | None:
        """A cost, or the skill of an attack, where nothing that it depends on lies between."""
        name, number = fact["fact"].rpartition(".")[2], int(at.partition(".")[2])
        before = raw.of(version)[: number - 1]
        calm = all(each["fact"] in BEFORE_A_COUNT for each in before)
        if name == "fate_spent" and calm and fact.get("why") == "play":
            return version - 1, "cost", raw.events[version]["cmd"]["card"], fact["trace"]["trace"]
        if name == "conflict_decided" and calm:
            begun = raw.last(".conflict_declared", "conflict", version - 1)
            return version - 1, "attack", begun["attacker"], fact["attack"]["trace"]
        return None

    def measured(self, raw: Raw, version: int) -> dict[str, dict[str, int]]:
        lying, seats = RingLies(), raw.seats
        for _, each, fact in raw.facts(raw.path(version)):
            lying.take(each, fact)
        lies = lying.values(seats)
        other = {seat: next(each for each in seats if each != seat) for seat in seats}
        return {
            "broken-provinces": {seat: lies[f"{other[seat]}.broken"] for seat in seats},
            "honor": {seat: lies[f"{seat}.honor"] for seat in seats},
            "claimed-rings": {seat: len(lies[f"{seat}.rings"]) for seat in seats},
            "favor": {seat: int(seat == lies["favor"]) for seat in seats},
            "first-player": {seat: int(seat == lies["first_player"]) for seat in seats},
        }


ROWS: RowTests = RingRows()
