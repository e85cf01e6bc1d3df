"""An ability with everything that its words look at: the table, its controller, its card, its moment, its choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from domain.games.agot_lcg.pool.printed import Printed
from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.occurring.abilities import Ability, Part
from domain.kernel.occurring.conditions import Condition, EffectObject

if TYPE_CHECKING:
    from domain.games.agot_lcg.abilities.registry import Registry

EMPTY = EffectObject(0, "", 0, Seat(""))
HOST, OWNER = ":host", ":owner"
"""Under these names an effect keeps what its card was on and whose it was, should the card leave play as its cost."""
SUPPOSED = -1
"""The id of an effect that was not announced: its choices are supposed."""


class AbilityContext:
    """`you` controls the ability of `me`; `public` asks what is possible for all that anybody can know.

    `me` is empty for an event that some card in a hidden hand might be (under the window policy `public`).
    """

    __slots__ = ("ability", "about", "effect", "index", "key", "me", "public", "table", "you")

    def __init__(
        self,
        table: AgotTable,
        key: str,
        index: int,
        you: Seat,
        me: Handle = NO_CARD,
        about: Condition | None = None,
        effect: EffectObject = EMPTY,
        public: bool = False,
    ) -> None:
        self.table = table
        self.key = key
        self.index = index
        self.you = you
        self.me = me
        self.about = about
        self.effect = effect
        self.public = public
        self.ability: Ability = self.registry.ability(key, index)

    @property
    def registry(self) -> Registry:
        registry: Registry = self.table.registry
        return registry

    @property
    def printed(self) -> Printed:
        return self.registry.pool.cards[self.key]

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of the effect: the ability's own, or those that an earlier part put off."""
        parts: tuple[Part, ...] = self.ability.parts
        for place in self.effect.path:
            parts = parts[place].put_off(parts[place + 1 :])
        return parts

    @property
    def opponents(self) -> tuple[Seat, ...]:
        return self.table.opponents(self.you)

    @property
    def is_event(self) -> bool:
        return self.index >= 0 and self.printed.type == "event"

    @property
    def host(self) -> Handle:
        """The card that this attachment is on; of one that left play since (as a cost), what it was on."""
        card = self.table.cards.get(self.me)
        if card is not None and card.host:
            return card.host
        return Handle(next(iter(self.picks(HOST)), NO_CARD))

    @property
    def owner(self) -> Seat:
        """Who owns the card, wherever it now is."""
        card = self.table.cards.get(self.me)
        return card.owner if card is not None else Seat(next(iter(self.picks(OWNER)), self.you))

    @property
    def controller(self) -> Seat:
        """Who controls the card; of one that left play who controlled it when the ability was used."""
        card = self.table.cards.get(self.me)
        return card.controller if card is not None else self.you

    def picks(self, name: str) -> tuple[str, ...]:
        return self.effect.picks(name)

    def limit_keys(self) -> tuple[str, ...]:
        """The counters that initiating this ability advances."""
        return tuple(self.limit_key(limit) for limit in self.ability.limits)

    @enforces(
        "agot_lcg.limits.limit-x-per-period",
        "agot_lcg.limits.reentry-is-new-copy",
        "agot_lcg.limits.max-x-per-period",
        "agot_lcg.limits.per-player",
    )
    def limit_key(self, limit: object) -> str:
        """`round:<handle>:<ability>` for a copy's limit, `round:max:<title>:<seat>` for a maximum.

        Where not its owner uses the copy that player's name follows: each has a limit of one's own.
        """
        per, title = limit.per, limit.title  # type: ignore[attr-defined]
        if title:
            return maximum_key(per, self.printed.title, self.you)
        card = self.table.cards.get(self.me)
        return copy_key(per, self.me, self.index, self.you, card.owner if card is not None else self.you)

    @enforces("agot_lcg.triggered.definition")
    def initiation(self) -> tuple[Condition, ...]:
        """The condition that those may answer who cancel effects."""
        return (
            Condition(0, "effect_initiated", card=self.me, seat=self.you, name=self.printed.type, n=self.effect.id),
        )

    def with_x(self, x: int) -> AbilityContext:
        """The same ability, if X is chosen so."""
        effect = structs.replace(self.effect, id=self.effect.id or SUPPOSED, x=x)
        return AbilityContext(self.table, self.key, self.index, self.you, self.me, self.about, effect, self.public)

    def at(self, about: Condition | None) -> AbilityContext:
        """The same ability, answering to a condition."""
        return AbilityContext(self.table, self.key, self.index, self.you, self.me, about, self.effect, self.public)


def maximum_key(per: str, title: str, seat: Seat) -> str:
    """The counter of a maximum, of all copies with a title."""
    return f"{per}:max:{title}:{seat}"


def copy_key(per: str, card: Handle, index: int, seat: Seat, owner: Seat) -> str:
    """The counter of a limit of one copy; of who does not own it, with that player's name."""
    return f"{per}:{card}:{index}" + (f":{seat}" if seat != owner else "")


def kept_of(card: AgotCard, seat: Seat) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What the effect of a card keeps of it that cannot be read from the card once it has left play."""
    on = ((HOST, (card.host,)),) if card.host and not card.duplicate else ()
    return (*on, (OWNER, (card.owner,))) if card.owner != seat else on
