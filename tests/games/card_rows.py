"""What the rows of the judges read alike in every card game: where its cards lie, what is limited, and what is asked.

A game adds what it alone counts: to `LyingCards` the amounts of its players, to `CardGameRows` its words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

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


class LyingCards:
    """Where cards lie, whose turn it is, and what was used of limits, by the facts that every card game has."""

    piles: ClassVar[tuple[str, ...]]
    """The areas of a player whose cards are counted."""

    def __init__(self) -> None:
        self.used: dict[str, list[int]] = {}
        self.one = dict[str, Any]()
        self.zone: dict[str, str] = {}

    def take(self, version: int, fact: Fact) -> None:
        name = fact["fact"].rpartition(".")[2]
        if name in ("counted", "ability_initiated"):
            for key in fact["keys"] if "keys" in fact else fact.get("counts", ()):
                self.used.setdefault(key, []).append(version)
        elif name == "limits_reset":
            self.used = {key: by for key, by in self.used.items() if not key.startswith(fact["period"] + ":")}
        self.lay(name, fact)
        self.name(name, fact)
        self.count(name, fact)

    def lay(self, name: str, fact: Fact) -> None:
        """The cards with which everything begins, those that went elsewhere, and those that have a new handle."""
        if name == "deck_brought":
            self.zone.update({handle: fact["zone"] for handle, _ in fact["cards"]})
        elif name == "cards_moved":
            for old, new, _, to, *_ in fact["moves"]:
                self.zone.pop(old, None)
                self.zone[new] = to
        else:
            for old, new in renamed(fact):
                self.zone[new] = self.zone.pop(old)

    def name(self, name: str, fact: Fact) -> None:
        """What there is one of: the round, the phase, the first player."""
        if name in ("round_began", "phase_began"):
            self.one[name] = fact["round" if name == "round_began" else "phase"]
        elif name == "first_player_chosen":
            self.one[name] = fact["player"]

    def count(self, name: str, fact: Fact) -> None:
        """What the game alone counts."""
        raise NotImplementedError

    def limits(self) -> dict[str, int]:
        """What is limited, and how often it has been done."""
        return {key: len(by) for key, by in self.used.items()}

    def values(self, seats: Iterable[str]) -> dict[str, Any]:
        found = {"round": self.one.get("round_began", 0), "phase": self.one.get("phase_began", "setup")}
        found["first_player"] = self.one.get("first_player_chosen", "")
        places = list(self.zone.values())
        return found | {f"{seat}.{pile}": places.count(f"{seat}.{pile}") for seat in seats for pile in self.piles}


class CardGameRows(RowTests):
    """What the rows ask of a card game, in the words of all of them."""

    laid: type[LyingCards]
    """How its records are read."""

    chosen_from: Mapping[str, str]
    """Questions whose answers can be told from the record, each with the area of its seat from which is chosen."""

    spent: tuple[str, str]
    """The fact by which a cost is paid, and why it is where a card was played."""

    decided: tuple[str, str, str]
    """The fact by which an attack is decided, and the one by which it began, with its field that names who attacks."""

    ordered: Mapping[str, str] = {
        "order_piles": "cards",
        "order_constant_effects": "cards",
        "cards.pile_ordered": "cards",
    }
    common: Mapping[str, Any] = {"type": "pass"}

    def lies(self) -> Lies:
        return self.laid()

    def shown(self, view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
        found = {name: view[name] for name in ("round", "phase", "first_player")}
        for seat in seats:
            found |= {f"{seat}.{pile}": view["players"][seat][pile]["count"] for pile in self.laid.piles}
        return found

    def pile(self, seat: str) -> str:
        return f"{seat}.deck"

    def is_common(self, waiting: Fact) -> bool:
        return bool(waiting["kind"] != "choice")

    def is_calm(self, waiting: Fact) -> bool:
        return self.is_common(waiting)

    def type_counter(self, position: dict[str, Any], seat: str, n: int) -> None:
        position["players"][seat][self.counter] = n

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
        return (*self.chosen_from,)

    def targets(self, raw: Raw, seat: str, version: int) -> Any:
        """The cards of the area from which is chosen."""
        waiting = raw.waiting(version)
        assert waiting is not None
        return sorted(raw.zones(version)[f"{seat}.{self.chosen_from[waiting['question']]}"])

    def offered(self, table: Table, seat: str, version: int) -> Any:
        forms = table.read("/options", at=version)["options"][seat]["forms"]
        [*fields] = forms[0]["fields"].values()
        return sorted(fields[0].get("options") or fields[0]["items"])

    def asked_number(self, raw: Raw, at: str, version: int, fact: Fact) -> tuple[int, str, str, Any] | None:
        """A cost, or what an attack was worth, where nothing that it depends on lies between."""
        name, number = fact["fact"].rpartition(".")[2], int(at.partition(".")[2])
        if not all(each["fact"] in BEFORE_A_COUNT for each in raw.of(version)[: number - 1]):
            return None
        if (name, fact.get("why")) == self.spent:
            return version - 1, "cost", raw.events[version]["cmd"]["card"], fact["trace"]["trace"]
        decided, began, attack = self.decided
        if name == decided:
            begun = raw.last(f".{began}", attack, version - 1)
            return version - 1, "attack", begun["attacker"], fact["attack"]["trace"]
        return None

    def values(self, raw: Raw, version: int) -> dict[str, Any]:
        """All values of a version by name, as far as the record says them."""
        lying = self.lies()
        for _, each, fact in raw.facts(raw.path(version)):
            lying.take(each, fact)
        return lying.values(raw.seats)
