"""The moment of an ability: which condition it answers to."""

from __future__ import annotations

from domain.games.agot_lcg.case import Case
from domain.games.agot_lcg.words.select import Cards, Require, seats_of
from domain.kernel.abilities import Word
from domain.kernel.citing import enforces
from domain.kernel.conditions import Condition


class When(Word, frozen=True, tag="when"):
    """A description of conditions: their kinds, the card and players concerned, details.

    `me`, `host`: it happens to this card, to the card that it is on. `seat`, `other`: you or opponent, for the first
    and the second player concerned (a challenge: winner and loser; attacker and defender). `name` is a phase, a
    challenge type, a card type; `how` a manner (attacker, defender, ambush); `margin` at least by how much.
    """

    kinds: tuple[str, ...]
    card: Cards | None = None
    me: bool = False
    host: bool = False
    seat: str = ""
    other: str = ""
    name: tuple[str, ...] = ()
    how: str = ""
    margin: int = 0
    requires: tuple[Require, ...] = ()

    @enforces("agot_lcg.triggering.definition")
    def fits(self, case: Case, condition: Condition) -> bool:
        """Whether a condition is the one that this ability answers to."""
        if condition.kind not in self.kinds or (self.me and condition.card != case.me):
            return False
        if self.name and condition.name not in self.name:
            return False
        if (self.how and condition.how != self.how) or condition.n < self.margin:
            return False
        if self.host and (not condition.card or condition.card != case.host):
            return False
        return self.fits_players(case, condition) and self.fits_card(case, condition)

    def fits_players(self, case: Case, condition: Condition) -> bool:
        return (not self.seat or condition.seat in seats_of(case, self.seat)) and (
            not self.other or condition.other in seats_of(case, self.other)
        )

    def fits_card(self, case: Case, condition: Condition) -> bool:
        answered = case.at(condition) if self.card or self.requires else case
        if self.card is not None and not self.card.fits_seen(answered, condition):
            return False
        return all(each.holds(answered, case.you) for each in self.requires)
