"""What a record of the card game says, by its facts alone, and what the rows of the judges' table ask of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from tests.games.row_tests import Lies, RowTests
from tests.judging.rows.raw import Fact, Raw, renamed

if TYPE_CHECKING:
    from tests.judging.rows.hall import Table

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


class CardLies:
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


class CardRows(RowTests):
    called = "the card game"
    left_out: Mapping[tuple[str, int], str] = {}
    simulated = ()
    series = "m-sim-{seed}-public"
    regulation = "cards-duel"
    cited = "agot_lcg.stealth.bypassed-cannot-defend"
    numbers = frozenset({"strength", "income", "initiative", "reserve", "claim", "dominance", "cost", "attack"})
    marked: Mapping[str, frozenset[str]] = {
        "power": frozenset({"agot_lcg.power_placed"}),
        "loss": frozenset({"agot_lcg.characters_killed", "cards.cards_sacrificed", "cards.cards_discarded"}),
    }
    ordered: Mapping[str, str] = {
        "order_piles": "cards",
        "order_constant_effects": "cards",
        "cards.pile_ordered": "cards",
    }
    counter = "gold"
    touched = ("gold", "hand")
    final: frozenset[str] = frozenset()
    deck_part = "cards"
    too_few = 40
    number = "income"
    common: Mapping[str, Any] = {"type": "pass"}

    def lies(self) -> Lies:
        return CardLies()

    def shown(self, view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
        found = {"round": view["round"], "phase": view["phase"], "first_player": view["first_player"]}
        for seat in seats:
            side = view["players"][seat]
            found |= {f"{seat}.gold": side["gold"], f"{seat}.power": side["power"]}
            found |= {f"{seat}.{pile}": side[pile]["count"] for pile in ("hand", "deck", "discard", "dead")}
        return found

    def pile(self, seat: str) -> str:
        return f"{seat}.deck"

    def is_common(self, waiting: Fact) -> bool:
        return bool(waiting["kind"] != "choice")

    def is_calm(self, waiting: Fact) -> bool:
        return self.is_common(waiting)

    def type_counter(self, position: dict[str, Any], seat: str, n: int) -> None:
        position["players"][seat]["gold"] = n

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
        return ("plot", "reserve")

    def targets(self, raw: Raw, seat: str, version: int) -> Any:
        """The plots that are left, or the hand."""
        waiting = raw.waiting(version)
        assert waiting is not None
        return sorted(raw.zones(version)[f"{seat}.{'plots' if waiting['question'] == 'plot' else 'hand'}"])

    def offered(self, table: Table, seat: str, version: int) -> Any:
        forms = table.read("/options", at=version)["options"][seat]["forms"]
        [*fields] = forms[0]["fields"].values()
        return sorted(fields[0]["options"])

    def asked_number(self, raw: Raw, at: str, version: int, fact: Fact) -> tuple[int, str, str, Any] | None:
        """A cost, or the strength of an attack, where nothing that it depends on lies between."""
        name, number = fact["fact"].rpartition(".")[2], int(at.partition(".")[2])
        if name == "gold_spent" and number == 1 and fact.get("why") == "marshal":
            return version - 1, "cost", raw.events[version]["cmd"]["card"], fact["trace"]["trace"]
        before = raw.of(version)[: number - 1]
        if name == "challenge_decided" and all(each["fact"] in BEFORE_A_COUNT for each in before):
            begun = raw.last(".challenge_initiated", "challenge", version - 1)
            return version - 1, "attack", begun["attacker"], fact["attack"]["trace"]
        return None

    def measured(self, raw: Raw, version: int) -> dict[str, dict[str, int]]:
        lying, seats = CardLies(), raw.seats
        for _, each, fact in raw.facts(raw.path(version)):
            lying.take(each, fact)
        lies = lying.values(seats)
        dominant = raw.last(".dominance_counted", "winner", version)
        return {
            "power-needed": {seat: max(0, 15 - lies[f"{seat}.power"]) for seat in seats},
            "deck-left": {seat: lies[f"{seat}.deck"] for seat in seats},
            "dominance-last": {seat: int(seat == dominant) for seat in seats},
            "dead-characters": {seat: lies[f"{seat}.dead"] for seat in seats},
            "first-player": {seat: int(seat == lies["first_player"]) for seat in seats},
        }


ROWS: RowTests = CardRows()
