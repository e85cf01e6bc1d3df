"""An ability together with everything that its words read: table, controller, card, condition, choices."""

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
DUPLICATE = -1
"""The number of a duplicate's own save, which is printed on no card."""
SUPPOSED = -1
"""The id of an effect that was not announced: its choices are supposed."""


class AbilityContext:
    """The context of an ability: `you` controls the ability of `me`; with `public` only public knowledge counts.

    `me` is empty for an event that may be in a hidden hand (under the window policy `public`).
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
        """The parts of the effect: the ability's own, or those that an earlier part delayed."""
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
        """The card to which this attachment is attached; if it has left play since (as a cost), the card it was on."""
        card = self.table.cards.get(self.me)
        if card is not None and card.host:
            return card.host
        return Handle(next(iter(self.picks(HOST)), NO_CARD))

    @property
    def owner(self) -> Seat:
        """The owner of the card, wherever the card is."""
        card = self.table.cards.get(self.me)
        return card.owner if card is not None else Seat(next(iter(self.picks(OWNER)), self.you))

    @property
    def controller(self) -> Seat:
        """The controller of the card; if it has left play, its controller when the ability was used."""
        card = self.table.cards.get(self.me)
        return card.controller if card is not None else self.you

    def picks(self, name: str) -> tuple[str, ...]:
        return self.effect.picks(name)

    def limit_keys(self) -> tuple[str, ...]:
        """The counters that initiating this ability increments."""
        return tuple(self.limit_key(limit) for limit in self.ability.limits)

    @enforces(
        "agot_lcg.limits.limit-x-per-period",
        "agot_lcg.limits.reentry-is-new-copy",
        "agot_lcg.limits.max-x-per-period",
        "agot_lcg.limits.per-player",
    )
    def limit_key(self, limit: object) -> str:
        """The counter of a limit: `round:<handle>:<ability>` for a copy, `round:max:<title>:<seat>` for a maximum.

        If another player than the owner uses the copy, the key ends with that player's seat, since each player has a
        limit of their own.
        """
        per, title = limit.per, limit.title  # type: ignore[attr-defined]
        if title:
            return maximum_key(per, self.printed.title, self.you)
        card = self.table.cards.get(self.me)
        return copy_key(per, self.me, self.index, self.you, card.owner if card is not None else self.you)

    @enforces("agot_lcg.triggered.definition")
    def initiation(self) -> tuple[Condition, ...]:
        """The condition of the initiation, which abilities that cancel effects answer."""
        return (
            Condition(0, "effect_initiated", card=self.me, seat=self.you, name=self.printed.type, n=self.effect.id),
        )

    def with_x(self, x: int) -> AbilityContext:
        """The same ability, if X is chosen so."""
        effect = structs.replace(self.effect, id=self.effect.id or SUPPOSED, x=x)
        return AbilityContext(self.table, self.key, self.index, self.you, self.me, self.about, effect, self.public)

    def at(self, about: Condition | None) -> AbilityContext:
        """The same ability as an answer to a condition."""
        return AbilityContext(self.table, self.key, self.index, self.you, self.me, about, self.effect, self.public)


def maximum_key(per: str, title: str, seat: Seat) -> str:
    """The counter of a maximum, shared by all copies with a title."""
    return f"{per}:max:{title}:{seat}"


def copy_key(per: str, card: Handle, index: int, seat: Seat, owner: Seat) -> str:
    """The counter of a copy's limit; with the seat at the end if `seat` is not the owner."""
    return f"{per}:{card}:{index}" + (f":{seat}" if seat != owner else "")


def kept_of(card: AgotCard, seat: Seat) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The data of a card that its effect needs after the card has left play."""
    on = ((HOST, (card.host,)),) if card.host and not card.duplicate else ()
    return (*on, (OWNER, (card.owner,))) if card.owner != seat else on
