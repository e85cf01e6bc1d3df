"""An ability together with everything that its words read: table, controller, card, condition, choices."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import structs

from domain.cardgame.abilities.registry import Registry
from domain.cardgame.table import HAND, CardGameTable, CardState
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.kernel.occurring.abilities import Ability, Part
from domain.kernel.occurring.conditions import Condition, EffectObject
from domain.kernel.occurring.gained_abilities import FIRST_GAINED

T = TypeVar("T", bound=CardGameTable)

EMPTY = EffectObject(0, "", 0, Seat(""))
HOST, OWNER = ":host", ":owner"
"""Under these names an effect keeps what its card was on and whose it was, should the card leave play as its cost."""
SUPPOSED = -1
"""The id of an effect that was not announced: its choices are supposed."""


class AbilityContext(Generic[T]):
    """The context of an ability: `you` controls the ability of `me`; with `public` only public knowledge counts.

    `me` is empty for an event that may be in a hidden hand (under the window policy `public`).
    """

    __slots__ = ("ability", "about", "effect", "index", "key", "me", "public", "table", "you")

    def __init__(
        self,
        table: T,
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
        # asked so often that another call would be felt
        text, place = (key, index) if index < FIRST_GAINED else table.texts[index]
        self.ability: Ability = table.registry.ability(text, place)

    @property
    def registry(self) -> Registry[Any]:
        registry: Registry[Any] = self.table.registry
        return registry

    @property
    def printed(self) -> Any:
        """The printed values of the card, as the game's pool has them."""
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
    def is_by_rule(self) -> bool:
        """Whether a rule gives the ability, so that it is printed on no card."""
        return self.index < 0

    @property
    def is_event(self) -> bool:
        """Whether it is an event."""
        return self.index >= 0 and bool(self.table.registry.is_event(self.key))

    def rest_of_hand(self) -> tuple[Handle, ...]:
        """The cards in your hand without the event that is played from it, where it is known which it is."""
        hand = self.table.zone(zone(self.you, HAND))
        return tuple(card for card in hand if card != self.me) if self.is_event else tuple(hand)

    @property
    def host(self) -> Handle:
        """The card to which this attachment is attached; if it has left play since (as a cost), the card it was on."""
        card: CardState | None = self.table.cards.get(self.me)
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

    def initiation(self) -> tuple[Condition, ...]:
        """The condition of the initiation, which abilities that cancel effects answer."""
        return (
            Condition(0, "effect_initiated", card=self.me, seat=self.you, name=self.printed.type, n=self.effect.id),
        )

    def with_x(self, x: int) -> AbilityContext[T]:
        """The same ability, if X is chosen so."""
        effect = structs.replace(self.effect, id=self.effect.id or SUPPOSED, x=x)
        return AbilityContext(self.table, self.key, self.index, self.you, self.me, self.about, effect, self.public)

    def at(self, about: Condition | None) -> AbilityContext[T]:
        """The same ability as an answer to a condition."""
        return AbilityContext(self.table, self.key, self.index, self.you, self.me, about, self.effect, self.public)


def maximum_key(per: str, title: str, seat: Seat) -> str:
    """The counter of a maximum, shared by all copies with a title."""
    return f"{per}:max:{title}:{seat}"


def copy_key(per: str, card: Handle, index: int, seat: Seat, owner: Seat) -> str:
    """The counter of a copy's limit; with the seat at the end if `seat` is not the owner."""
    return f"{per}:{card}:{index}" + (f":{seat}" if seat != owner else "")


def kept_of(card: CardState, seat: Seat) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The data of a card that its effect needs after the card has left play."""
    on = ((HOST, (card.host,)),) if card.is_attached else ()
    return (*on, (OWNER, (card.owner,))) if card.owner != seat else on


AnyContext = AbilityContext[Any]
"""The context as words of the shared floor read it, whatever more the game's table has."""
