"""What a record of the card game says, by its facts alone, and what the rows of the judges' table ask of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from tests.games.card_rows import CardGameRows, LyingCards
from tests.games.row_tests import RowTests
from tests.judging.rows.raw import Fact, Raw


class CardLies(LyingCards):
    """Gold and power by what the facts of the card game say."""

    piles = ("hand", "deck", "discard", "dead")

    def __init__(self) -> None:
        super().__init__()
        self.gold: Counter[str] = Counter()
        self.power: Counter[str] = Counter()

    def lay(self, name: str, fact: Fact) -> None:
        """Off the table cards lose what lay on them."""
        super().lay(name, fact)
        if name == "seats_taken":
            for seat, (faction, _) in zip(fact["seats"], fact["factions"], strict=True):
                self.zone[faction] = f"{seat}.faction"
        elif name == "cards_moved":
            for old, _, source, to, *_ in fact["moves"]:
                if not (source.endswith(".play") and to.endswith(".play")):
                    self.power.pop(old, None)

    def count(self, name: str, fact: Fact) -> None:
        if name in ("gold_gained", "gold_spent"):
            self.gold[fact["seat"]] += fact["gold"] if name == "gold_gained" else -fact["gold"]
        elif name == "power_placed":
            self.power.update(dict(fact["on"]))

    def values(self, seats: Iterable[str]) -> dict[str, Any]:
        found = super().values(seats)
        for seat in seats:
            found[f"{seat}.gold"] = self.gold[seat]
            found[f"{seat}.power"] = sum(n for card, n in self.power.items() if self.zone.get(card, "") in owned(seat))
        return found


def owned(seat: str) -> tuple[str, ...]:
    return (f"{seat}.play", f"{seat}.faction")


class CardRows(CardGameRows):
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
    counter = "gold"
    touched = ("gold", "hand")
    final: frozenset[str] = frozenset()
    deck_part = "cards"
    too_few = 40
    number = "income"
    laid = CardLies
    chosen_from: Mapping[str, str] = {"plot": "plots", "reserve": "hand"}
    spent = ("gold_spent", "marshal")
    decided = ("challenge_decided", "challenge_initiated", "challenge")

    def shown(self, view: dict[str, Any], seats: Iterable[str]) -> dict[str, Any]:
        found = super().shown(view, seats)
        for seat in seats:
            found |= {f"{seat}.{name}": view["players"][seat][name] for name in ("gold", "power")}
        return found

    def measured(self, raw: Raw, version: int) -> dict[str, dict[str, int]]:
        lies, seats = self.values(raw, version), raw.seats
        dominant = raw.last(".dominance_counted", "winner", version)
        return {
            "power-needed": {seat: max(0, 15 - lies[f"{seat}.power"]) for seat in seats},
            "deck-left": {seat: lies[f"{seat}.deck"] for seat in seats},
            "dominance-last": {seat: int(seat == dominant) for seat in seats},
            "dead-characters": {seat: lies[f"{seat}.dead"] for seat in seats},
            "first-player": {seat: int(seat == lies["first_player"]) for seat in seats},
        }


ROWS: RowTests = CardRows()
