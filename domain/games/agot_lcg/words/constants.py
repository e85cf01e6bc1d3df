"""Constant abilities: what is so while a card is in play."""

from __future__ import annotations

from domain.games.agot_lcg.case import Case
from domain.games.agot_lcg.printed import Printed
from domain.games.agot_lcg.state import CardMatch
from domain.games.agot_lcg.words.select import Amount, Cards, OwnCost, Require, amount, seats_of
from domain.kernel.abilities import Word
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Handle, Seat

CARD_CONSTANTS = (
    "strength",
    "icon",
    "lose-icon",
    "trait",
    "keyword",
    "blank",
    "card-cannot",
    "card-does-not",
    "killed-at-zero",
    "base-income",
    "immune",
    "enters-kneeling",
)
SEAT_CONSTANTS = (
    "income",
    "initiative",
    "reserve",
    "claim",
    "claim-against",
    "side-strength",
    "dominance",
    "draw",
    "cannot",
    "challenges",
    "challenges-in-all",
    "limited",
    "attackers",
    "defenders",
    "standing",
    "cost",
)


class Constant(Word, frozen=True, tag="constant"):
    """`what` is changed by `amount` (`name` says which icon, keyword, deed), on cards or for players, while it holds.

    `what` is one of CARD_CONSTANTS (with `on`) or SEAT_CONSTANTS (with `who`); for `cost`, `match` says for which
    cards, and `first` in which period only the first such card counts.
    """

    what: str
    name: str = ""
    amount: Amount = 0
    how: str = "add"
    on: Cards | None = None
    who: str = "you"
    requires: tuple[Require, ...] = ()
    match: CardMatch | None = None
    any_trait: tuple[str, ...] = ()
    first: str = ""

    def touches(self, case: Case, card: Handle) -> bool:
        """Whether it changes this card now."""
        if self.on is None or not self.on.fits(case, card):
            return False
        return self.holds(case, case.you)

    def concerns(self, case: Case, seat: Seat) -> bool:
        """Whether it changes something for this player now."""
        return seat in seats_of(case, self.who) and self.holds(case, seat)

    @enforces("agot_lcg.constant.conditional")
    def holds(self, case: Case, seat: Seat) -> bool:
        return all(each.holds(case, seat) for each in self.requires)

    def value(self, case: Case, card: Handle = NO_CARD) -> int:
        """By how much; `card` is the one that is changed."""
        if isinstance(self.amount, OwnCost):
            return case.table.cards[card].printed.cost or 0
        return amount(case, self.amount)

    def prices(self, case: Case, seat: Seat, printed: Printed, deed: str) -> bool:
        """Whether it changes what this player pays for this card."""
        if self.name not in ("", deed) or not self.concerns(case, seat):
            return False
        if self.match and not self.match.fits(printed):
            return False
        if self.any_trait and not set(self.any_trait) & set(printed.traits):
            return False
        return not self.first or not case.table.usage.get(self.counter(case, seat))

    def counter(self, case: Case, seat: Seat) -> str:
        """The counter that the first such card advances."""
        return f"{self.first}:first:{case.me}:{case.index}:{seat}" if self.first else ""
