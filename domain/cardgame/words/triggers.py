"""The moment of a triggered ability: the conditions that it answers."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.occurring.leaving_play import cards_going_along
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import CardFilter, seats_of
from domain.cardgame.words.text import PLAYER
from domain.kernel.formats.listing import join_names
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import Word
from domain.kernel.occurring.conditions import Condition

LEAVES_PLAY = "leaves_play"
"""In an interrupt: in whatever way a card is about to leave play."""


class WhenWord(Word, frozen=True):
    """A description of conditions. A condition fits if it is of one of the `kinds` and every field that is given fits.

    `me`: it happens to this card. `host`: it happens to the card that this one is attached to. `card` describes the
    card to which it happens, `source` the card that causes it. `seat` and `other` are `you` or `opponent`: the first
    and the second player of the condition. `name` and `how` are those of the condition, `margin` its least number. All
    `requires` must hold. The kind `leaves_play` stands for all kinds in `leaving`, which a game's own class gives.
    """

    plain: ClassVar[bool] = True
    leaving: ClassVar[tuple[str, ...]] = ()
    kinds: tuple[str, ...]
    card: CardFilter | None = None
    me: bool = False
    host: bool = False
    source: CardFilter | None = None
    seat: str = ""
    other: str = ""
    name: tuple[str, ...] = ()
    how: str = ""
    margin: int = 0
    requires: tuple[Requirement, ...] = ()

    def fits(self, context: AnyContext, condition: Condition) -> bool:
        """Whether the ability answers a condition."""
        if condition.kind not in self.listens() or (self.me and not self.happens_to(context, condition, context.me)):
            return False
        if self.name and condition.name not in self.name:
            return False
        if (self.how and condition.how != self.how) or condition.n < self.margin:
            return False
        if self.host and (not context.host or not self.happens_to(context, condition, context.host)):
            return False
        return self.fits_players(context, condition) and self.fits_card(context, condition)

    def listens(self) -> tuple[str, ...]:
        """The kinds of conditions that are meant; `leaves_play` stands for every way of leaving play."""
        return self.leaving if LEAVES_PLAY in self.kinds else self.kinds

    def happens_to(self, context: AnyContext, condition: Condition, card: Handle) -> bool:
        """Whether a condition happens to this card. Cards attached to a card leave play with it."""
        if condition.card == card:
            return True
        return LEAVES_PLAY in self.kinds and card in cards_going_along(context.table, (condition.card,))

    def fits_players(self, context: AnyContext, condition: Condition) -> bool:
        """Whether the players of a condition fit."""
        return (not self.seat or condition.seat in seats_of(context, self.seat)) and (
            not self.other or condition.other in seats_of(context, self.other)
        )

    def fits_card(self, context: AnyContext, condition: Condition) -> bool:
        """Whether the card and the source of a condition fit, and all requirements hold."""
        answered = context.at(condition) if self.card or self.source or self.requires else context
        if self.card is not None and not self.card.fits_seen(answered, condition):
            return False
        if self.source is not None and not self.source.fits_source(answered, condition):
            return False
        return all(each.holds(answered, context.you) for each in self.requires)

    def in_words(self) -> str:
        """The moment of an ability in words: `challenge won (military), by you, as the attacker, by 5 or more`."""
        kinds = join_names((kind.replace("_", " ") for kind in self.kinds), "or")
        parts = [f"{kinds} ({join_names(self.name, 'or')})" if self.name else kinds]
        parts += [PLAYER[self.seat]] if self.seat in PLAYER else []
        parts += [f"against {'you' if self.other == 'you' else 'an opponent'}"] if self.other in PLAYER else []
        parts += (
            [f"as the {self.how}" if self.how in ("attacker", "defender") else f"by {self.how}"] if self.how else []
        )
        parts += [f"by {self.margin} or more"] if self.margin else []
        parts += ["it happens to this card"] if self.me else []
        parts += ["it happens to the card that it is on"] if self.host else []
        parts += [f"it happens to {self.card.in_words()}"] if self.card is not None else []
        parts += [f"brought about by {self.source.in_words()}"] if self.source is not None else []
        parts += [each.in_words() for each in self.requires]
        return ", ".join(parts)
