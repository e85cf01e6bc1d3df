"""The table of a card game: cards with their state in play, players in order, rounds and phases, lasting effects.

Areas are zones `<seat>.<kind>`. Cards that lie on others lie in the play area of their controller and name the card
that they are on (`host`). A game's table says by `zone_kinds` who sees each kind of zone and which are in play, and by
`entry_zone` where cards enter play.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from msgspec import Struct

from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, NO_SEAT, Handle, Seat, ZoneKey, zone, zone_kind, zone_owner
from domain.kernel.occurring.conditions import AbilityTable
from domain.kernel.occurring.gained_abilities import FIRST_GAINED
from domain.kernel.state.fields import reset_fields
from domain.kernel.table import Card, CopyOnWriteMap

if TYPE_CHECKING:
    from domain.cardgame.pool.printed_card import DescribedCard
    from domain.cardgame.rules import CardGameRules
    from domain.kernel.cards.card_facts import Move
    from domain.kernel.occurring.abilities import Ability


DECK, HAND = "deck", "hand"
"""The kinds of the zones from which and to which a player draws."""
PLAYING = "playing"
"""The kind of the zone in which an event lies while it is played."""
SETUP = "setup"
"""The phase of a table before the first phase of its game begins."""


class CardState(Card, kw_only=True):
    """A card: its printed values, and its state while it is in play.

    `host` is the card under it; a `facedown` card has no characteristics. `entered` is the serial of its entry into
    play, `how` the manner of entry, `since` its round and phase.
    """

    taken_keys: ClassVar[frozenset[str]] = frozenset(
        {
            *("card", "key", "by_hand", "facedown", "tokens", "host", "owner", "controller", "as", "how", "since"),
            *("area", "attachments", "traits", "keywords", "blank", "participating", "gained"),
        }
    )

    printed: Any  # as the game's pool has it
    tokens: dict[str, int] = msgspec.field(default_factory=dict)
    host: Handle = NO_CARD
    how: str = ""
    since: str = ""
    entered: int = 0

    @property
    def type(self) -> str:
        """The card type; empty for a facedown card."""
        return "" if self.facedown else str(self.printed.type)

    @property
    def has_characteristics(self) -> bool:
        """Whether abilities and rules read what is printed on it; a facedown card has nothing to read."""
        return not self.facedown

    @property
    def is_attached(self) -> bool:
        """Whether it lies on another card as an attachment; a game has other cards under cards too."""
        return bool(self.host)

    @property
    def is_blank_by_rule(self) -> bool:
        """Whether a rule of the game blanks its text in the state that it is in; no rule of every card game does."""
        return False

    def leave_play(self) -> None:
        """Lose the state that a card has in play alone: the described fields too; a game's card may add to it."""
        reset_fields(self)
        self.facedown = False
        self.tokens = {}
        self.how = self.since = ""
        self.entered = 0


class PlayerState(Struct, omit_defaults=True):
    """The state of a player besides cards; a game adds its own. Each kind of zone is a key of a player too."""

    taken_keys: ClassVar[frozenset[str]] = frozenset({"eliminated", "in_play", "holds"})

    mulligan: bool = False


class CardMatch(Struct, frozen=True, omit_defaults=True):
    """A description of cards by their printed values, such as the next Stark character.

    What is not given fits every card; a game whose cards lack one of these values never gives it.
    """

    types: tuple[str, ...] = ()
    faction: str = ""
    trait: str = ""
    loyal: bool = False

    def fits(self, printed: Any) -> bool:
        card: DescribedCard = printed
        return bool(
            (not self.types or card.type in self.types)
            and (not self.faction or card.faction == self.faction)
            and (not self.trait or self.trait in card.traits)
            and (not self.loyal or card.loyal)
        )


class LastingEffect(Struct, frozen=True, omit_defaults=True):
    """A lasting effect: its change to cards or players, and its end.

    `what`, `name`, `amount` and `how` are those of a constant ability; `once` ends it at its first use.
    """

    id: int
    source: str
    what: str
    seat: Seat
    until: str
    name: str = ""
    amount: int = 0
    how: str = "add"
    cards: tuple[Handle, ...] = ()
    match: CardMatch | None = None
    once: bool = False


@lru_cache(4096)
def clockwise(seats: tuple[Seat, ...], eliminated: tuple[Seat, ...], first: Seat) -> tuple[Seat, ...]:
    """The players still in the game, clockwise from `first` (or from where that player sat)."""
    start = seats.index(first) if first in seats else 0
    return tuple(seat for seat in seats[start:] + seats[:start] if seat not in eliminated)


@lru_cache(4096)
def others(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(each for each in seats if each != seat)


class CardGameTable(AbilityTable, kw_only=True):
    """The part of a table that every card game has; a game's table adds its own.

    A game says which kinds of zones there are (`zone_kinds`), into which of those in play cards enter (`entry_zone`),
    and `hidden_kinds`, those whose cards abilities reach and the public does not see. `new_card` and `new_player` are
    its types of card and of what players have.

    What follows from the kinds of zones is found out once, for each type of table. `play_kinds` make up a player's play
    area: those in play that are not apart, where cards enter play first. `open_kinds` are those of them whose cards
    everybody sees faceup, which words mean by "in play". `in_play_kinds` are all in play whose cards everybody sees
    faceup, `apart_kinds` those of them that are apart, `active_kinds` those from which abilities work; cards lie
    facedown in them where one `turns_in_play`.

    `facedown_kind` is the one in which all facedown cards in play lie, where it is one alone: then positions and views
    say of a card that it is facedown, and not where it lies. Else it is empty. The cards of a play area are listed by
    `section_kinds`, all but that one.
    """

    checked_shelves: ClassVar[tuple[str, ...]] = ("cards", "players")
    entry_zone: ClassVar[str] = "play"
    play_kinds: ClassVar[tuple[str, ...]]
    open_kinds: ClassVar[tuple[str, ...]]
    facedown_kind: ClassVar[str]
    section_kinds: ClassVar[tuple[str, ...]]
    turns_in_play: ClassVar[bool]
    in_play_kinds: ClassVar[tuple[str, ...]]
    apart_kinds: ClassVar[tuple[str, ...]]
    active_kinds: ClassVar[tuple[str, ...]]
    hidden_kinds: ClassVar[tuple[str, ...]] = (HAND, DECK)
    new_card: ClassVar[type[CardState]] = CardState
    new_player: ClassVar[type[PlayerState]] = PlayerState

    players: CopyOnWriteMap[Seat, Any] = msgspec.field(default_factory=CopyOnWriteMap)
    first_player: Seat = NO_SEAT
    active_player: Seat = NO_SEAT
    eliminated: tuple[Seat, ...] = ()
    round: int = 0
    phase: str = SETUP
    lasting: CopyOnWriteMap[int, LastingEffect] = msgspec.field(default_factory=CopyOnWriteMap)

    def writable_zone(self, zone: ZoneKey) -> list[Handle]:
        """A zone's list of handles, for writing.

        Raises ValueError for a zone of nobody: no view, position or correction has one.
        """
        if zone not in self.zones and zone_owner(zone) not in self.seats:
            raise ValueError(f"{zone} is a zone of no seat: the cards of a card game lie in zones of its players")
        return super().writable_zone(zone)

    def __init_subclass__(cls, **options: Any) -> None:
        """Find out what follows from the kinds of zones."""
        super().__init_subclass__(**options)
        kinds = cls.zone_kinds
        around = [kind for kind, each in kinds.items() if each.in_play and not each.apart]
        cls.play_kinds = tuple(sorted(around, key=lambda kind: kind != cls.entry_zone))
        cls.open_kinds = tuple(kind for kind in cls.play_kinds if kinds[kind].sees == "all")
        hidden = tuple(kind for kind in cls.play_kinds if kind not in cls.open_kinds)
        cls.in_play_kinds = tuple(kind for kind, each in kinds.items() if each.in_play and each.sees == "all")
        cls.turns_in_play = any(kinds[kind].facedown for kind in cls.in_play_kinds)
        cls.facedown_kind = hidden[0] if len(hidden) == 1 and not cls.turns_in_play else ""
        cls.section_kinds = tuple(kind for kind in cls.play_kinds if kind != cls.facedown_kind)
        cls.apart_kinds = tuple(kind for kind in cls.in_play_kinds if kinds[kind].apart)
        cls.active_kinds = (*cls.in_play_kinds, *(kind for kind, each in kinds.items() if each.active))

    @classmethod
    def section_of(cls, kind: str) -> str:
        """The kind under which a card in play is listed: that of its zone, or where that is none `entry_zone`."""
        return kind if kind in cls.section_kinds else cls.entry_zone

    def writable_thing(self, thing: str) -> Any:
        return self.players.writable(Seat(thing)) if thing in self.players else super().writable_thing(thing)

    def lay_new_card(self, seat: Seat, kind: str, handle: Handle, key: str) -> None:
        """Put a card that is nowhere yet into an area of its owner."""
        printed = self.registry.pool.cards[key]
        self.lay(self.new_card(handle, key, seat, seat, zone(seat, kind), printed=printed))

    def update_moved_card(self, card: CardState, came_from: ZoneKey, host: Handle) -> None:
        """Update a moved card: out of play it loses its state; in play its area decides its controller."""
        came, went = self.zone_kinds[zone_kind(came_from)], self.zone_kinds[zone_kind(card.zone)]
        if came.in_play and not went.in_play:
            card.leave_play()
        card.host = host
        card.controller = zone_owner(card.zone) if went.in_play else card.owner

    def apply_move(self, move: Move) -> None:
        """Move one card; one that gets a new handle within play keeps the cards on it."""
        lies_in_play = move.now != "all" and self.is_in_play(move.old)
        super().apply_move(move)
        if lies_in_play and self.is_in_play(move.new):
            self.keep_cards_on(move.old, move.new)

    def rename(self, old: Handle, new: Handle) -> None:
        """Give a card another handle where it lies; it keeps the cards on it."""
        super().rename(old, new)
        if self.is_in_play(new):
            self.keep_cards_on(old, new)

    def keep_cards_on(self, old: Handle, new: Handle) -> None:
        """Let the cards on a card lie on it under its new handle."""
        for each in self.on(old) if new != old else ():
            self.writable(each).host = new

    def effects_at_work(self) -> Iterator[LastingEffect]:
        """Yield the lasting effects about players, and those about cards of which one is there still."""
        for each in self.lasting.values():
            if not each.cards or any(card in self.cards for card in each.cards):
                yield each

    def remaining_seats(self) -> tuple[Seat, ...]:
        return clockwise(self.seats, self.eliminated, self.seats[0]) if self.eliminated else self.seats

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """The opponents still in the game, in player order."""
        return others(self.player_order(), seat)

    def player_order(self) -> tuple[Seat, ...]:
        """The players from the first player clockwise, without those eliminated."""
        return self.clockwise_from(self.first_player)

    def clockwise_from(self, seat: Seat) -> tuple[Seat, ...]:
        return clockwise(self.seats, self.eliminated, seat)

    def next_seat(self, seat: Seat) -> Seat:
        """The next player clockwise who is still in the game."""
        around = self.clockwise_from(seat)
        return around[1 % len(around)] if around[0] == seat else around[0]

    def play_area(self, seat: Seat) -> list[Handle]:
        """All cards in a player's play area, also those that not everybody sees, in the order of its zones."""
        first, *further = self.play_kinds
        cards = self.zone(zone(seat, first))
        for kind in further:
            if lying := self.zones.get(zone(seat, kind)):
                cards = cards + lying
        return cards

    def of_type(self, seat: Seat, kind: str) -> list[Handle]:
        """The cards of a type in a player's play area, also in its hidden zones; a facedown card has no type."""
        return [card for card in self.play_area(seat) if self.cards[card].type == kind]

    def in_play(self) -> list[Handle]:
        """The cards that words mean by "in play", in player order: those of players who are left that all see faceup.

        So no card of `hidden` zones of play, none that lies facedown, and none of a player who is out, although each
        of these lies in play (`is_in_play`).
        """
        kinds, zones = self.in_play_kinds, self.zones
        lying = [card for seat in self.player_order() for kind in kinds for card in zones.get(zone(seat, kind), ())]
        return [card for card in lying if not self.cards[card].facedown] if self.turns_in_play else lying

    def on(self, card: Handle) -> list[Handle]:
        """The cards on a card, of all players and in any zone of a play area, in play order."""
        return [each for seat in self.seats for each in self.play_area(seat) if self.cards[each].host == card]


CardGame = Game[CardGameTable]
AnyGame = Game[Any]
"""A game as words of the shared floor act in it, whatever more its table has."""


def area_kind(table: CardGameTable, card: Handle, kind: str) -> str:
    """The kind of zone to which a card goes where cards go to one of this kind: that of its deck, if it has its own.

    Of a card that is not there any more nothing is known but where cards go.
    """
    own = rules_of_table(table).own_areas
    return own.get(table.cards[card].printed.deck, {}).get(kind, kind) if own and card in table.cards else kind


def area_of_owner(table: CardGameTable, card: Handle, kind: str) -> ZoneKey:
    """The area of its owner to which a card goes where cards go to one of this kind."""
    return zone(table.cards[card].owner, area_kind(table, card, kind))


def rules_of_table(table: CardGameTable) -> CardGameRules[CardGameTable]:
    """The rules with which a table is played."""
    rules: CardGameRules[CardGameTable] = table.registry.rules
    return rules


def is_gained(index: int) -> bool:
    """Whether the number of an ability is that of one that a card gained."""
    return index >= FIRST_GAINED


def ability_of(table: CardGameTable, key: str, index: int) -> Ability:
    """An ability of the card `key`: one that is printed on it or given by a rule, or one that a card gained.

    Raises KeyError for a number that is none of them.
    """
    text, place = (key, index) if index < FIRST_GAINED else table.texts[index]
    found: Ability = table.registry.ability(text, place)
    return found


def abilities_of(table: CardGameTable, card: CardState) -> Iterator[tuple[int, Ability]]:
    """The abilities of a card, each with its number: those of its text, then those that it has gained."""
    yield from enumerate(table.registry.abilities(card.key))
    for each in card.gained:
        yield each.number, table.registry.ability(each.key, each.place)
