"""Cards in zones: who sees what, how cards move, and the index of who listens to what.

On the table, only `CardTable.apply_move` moves a card; it only writes, and only when a fact is folded. A game moves,
turns, shuffles and shows cards by the functions at the end of this module: they emit what happens with the new handles,
and a `Learned` for each group of viewers to whom a card is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec
from msgspec import Struct, structs

from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import ADMIN, NO_CARD, OFFICIALS, PUBLIC, Handle, Seat, Viewer, ZoneKey, zone_kind, zone_owner
from domain.kernel.table import Card, CopyOnWriteMap, Table

if TYPE_CHECKING:
    from domain.kernel.occurring.conditions import AbilityTable

TOP, BOTTOM = 0, -1


class ZoneKind(Struct, frozen=True):
    """Who sees the contents of zones of this kind (`all`, `owner`, `nobody`), and whether they are in play.

    `facedown` says who sees a card that lies facedown there; empty where cards have no faces.
    """

    sees: str
    in_play: bool = False
    facedown: str = ""

    def sight(self, facedown: bool) -> str:
        """Who sees a card that lies there with this face."""
        return self.facedown if facedown and self.facedown else self.sees


Listener = tuple[Handle, int]


class CardTable(Table, kw_only=True):
    """A table with cards; `listens` is an index and no part of the state."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = {}

    registry: Any = None
    cards: CopyOnWriteMap[Handle, Any] = msgspec.field(default_factory=CopyOnWriteMap)
    listens: CopyOnWriteMap[str, tuple[Listener, ...]] = msgspec.field(default_factory=CopyOnWriteMap)

    def writable(self, card: Handle) -> Any:
        """A card, for writing."""
        return self.cards.writable(card)

    def writable_thing(self, thing: str) -> Any:
        return self.writable(Handle(thing))

    def sees(self, viewer: Viewer, zone: ZoneKey) -> bool:
        """Whether this viewer sees which cards lie in this zone, faceup where they have faces."""
        return may_see(self.zone_kinds[zone_kind(zone)].sees, viewer, zone)

    def sight(self, card: Card) -> str:
        """Who sees a card where it lies, by its zone and its face: `all`, `owner` or `nobody`."""
        return self.zone_kinds[zone_kind(card.zone)].sight(card.facedown)

    def sees_card(self, viewer: Viewer, card: Card) -> bool:
        """Whether this viewer sees which card this is."""
        return may_see(self.sight(card), viewer, card.zone)

    def find_card(self, card: Handle) -> Card | None:
        return self.cards.get(card)

    def is_in_play(self, card: Handle) -> bool:
        found = self.cards.get(card)
        return found is not None and self.zone_kinds[zone_kind(found.zone)].in_play

    def lay(self, card: Card, place: int = BOTTOM) -> None:
        """Put a card that lies nowhere into its zone."""
        self.cards.put(card.handle, card)
        zone = self.writable_zone(card.zone)
        zone.insert(place, card.handle) if place != BOTTOM else zone.append(card.handle)
        self.index(card)

    def apply_move(self, move: Move) -> None:
        """Move one card: out of its zone and the index, changed as the game says, into its new zone and the index."""
        card = self.cards.take_writable(move.old)
        self.unindex(card)
        self.writable_zone(card.zone).remove(move.old)
        came_from, card.zone = card.zone, move.to
        card.rename(move.new)
        if self.zone_kinds[zone_kind(move.to)].facedown:
            card.facedown = move.facedown
        self.update_moved_card(card, came_from, move.host)
        self.lay(card, move.place)

    def rename(self, old: Handle, new: Handle) -> None:
        """Give a card another handle where it lies."""
        card = self.cards.take_writable(old)
        self.unindex(card)
        lying = self.writable_zone(card.zone)
        lying[lying.index(old)] = new
        card.rename(new)
        self.cards.put(new, card)
        self.index(card)

    def update_moved_card(self, card: Any, came_from: ZoneKey, host: Handle) -> None:
        """Change what else changes on a card in its new zone; the game overrides it."""

    def index(self, card: Card) -> None:
        for key, ability in self.registry.index_keys(card):
            self.listens[key] = (*self.listens.get(key, ()), (card.handle, ability))

    def unindex(self, card: Card) -> None:
        for key, ability in self.registry.index_keys(card):
            gone = (card.handle, ability)
            self.listens[key] = tuple(each for each in self.listens[key] if each != gone)

    @contextmanager
    def reindexing(self, card: Handle) -> Iterator[Any]:
        """A card for writing, which is indexed anew afterwards: what it listens to may change."""
        found = self.cards.writable(card)
        self.unindex(found)
        yield found
        self.index(found)

    def listeners(self, key: str) -> tuple[Listener, ...]:
        return self.listens.get(key, ())

    def rebuilt_index(self) -> dict[str, frozenset[Listener]]:
        """The index as it ought to be, computed anew (for the property tests)."""
        found: dict[str, set[Listener]] = {}
        for card in self.cards.values():
            for key, ability in self.registry.index_keys(card):
                found.setdefault(key, set()).add((card.handle, ability))
        return {key: frozenset(listeners) for key, listeners in found.items()}


def may_see(who: str, viewer: Viewer, zone: ZoneKey) -> bool:
    """Whether a viewer sees the contents of a zone that `who` (all, owner, nobody) sees."""
    if who == "all" or viewer == ADMIN:
        return True
    return who == "owner" and (viewer == zone_owner(zone) or viewer in OFFICIALS)


class Move(Struct, frozen=True, array_like=True, omit_defaults=True, gc=False):
    """One card's move: its handle before and after, from where, to where, on what, at which place and face there.

    `was` and `now` say who sees it where it was and where it is.
    """

    old: Handle
    new: Handle
    source: ZoneKey
    to: ZoneKey
    was: str = "all"
    now: str = "all"
    host: Handle = NO_CARD
    place: int = BOTTOM
    facedown: bool = False

    def seen_by(self, viewer: Viewer) -> Move:
        return structs.replace(
            self,
            old=self.old if may_see(self.was, viewer, self.source) else NO_CARD,
            new=self.new if may_see(self.now, viewer, self.to) else NO_CARD,
        )


class CardsMoved(Fact, frozen=True, tag="kernel.cards_moved"):
    """Cards moved at once; a viewer reads the handles of those zones whose contents it sees."""

    moves: tuple[Move, ...]

    def apply(self, table: CardTable) -> None:
        for move in self.moves:
            table.apply_move(move)

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer == ADMIN:
            return self
        return structs.replace(self, moves=tuple(move.seen_by(viewer) for move in self.moves))


class Turn(Struct, frozen=True, array_like=True, gc=False):
    """One card's change of face where it lies: its handle before and after, and who sees it before and after."""

    old: Handle
    new: Handle
    zone: ZoneKey
    was: str
    now: str

    def seen_by(self, viewer: Viewer) -> Turn:
        return structs.replace(
            self,
            old=self.old if may_see(self.was, viewer, self.zone) else NO_CARD,
            new=self.new if may_see(self.now, viewer, self.zone) else NO_CARD,
        )


class CardsTurned(Fact, frozen=True, tag="kernel.cards_turned"):
    """Cards were turned faceup or facedown at once, where they lie."""

    turns: tuple[Turn, ...]
    facedown: bool

    def apply(self, table: CardTable) -> None:
        for each in self.turns:
            table.rename(each.old, each.new)
            with table.reindexing(each.new) as card:
                card.facedown = self.facedown

    def seen_by(self, viewer: Viewer) -> Self:
        return structs.replace(self, turns=tuple(each.seen_by(viewer) for each in self.turns))


class ZoneShuffled(Fact, frozen=True, tag="kernel.zone_shuffled"):
    """A zone was shuffled: its new order from the top, each card as (old handle, new handle)."""

    zone: ZoneKey
    order: tuple[tuple[Handle, Handle], ...] = ()

    def apply(self, table: CardTable) -> None:
        cards = [(table.cards.take_writable(old), new) for old, new in self.order]
        table.zones.put(self.zone, [new for _, new in self.order])
        for card, new in cards:
            table.unindex(card)
            card.rename(new)
            table.cards.put(new, card)
            table.index(card)

    def seen_by(self, viewer: Viewer) -> Self:
        return self if viewer == ADMIN else structs.replace(self, order=())


class HandlesRedrawn(Fact, frozen=True, tag="kernel.handles_redrawn"):
    """The cards of a hidden zone were given new handles where they lie, as (old, new); who sees the zone reads them."""

    neutral = True
    zone: ZoneKey
    sees: str
    order: tuple[tuple[Handle, Handle], ...] = ()

    def apply(self, table: CardTable) -> None:
        for old, new in self.order:
            table.rename(old, new)

    def seen_by(self, viewer: Viewer) -> Self:
        return self if may_see(self.sees, viewer, self.zone) else structs.replace(self, order=())


def renamed_handles(fact: Fact) -> Iterable[tuple[Handle, Handle]]:
    """The handles that a fact changed, each before and after."""
    if isinstance(fact, CardsMoved):
        return ((each.old, each.new) for each in fact.moves)
    if isinstance(fact, CardsTurned):
        return ((each.old, each.new) for each in fact.turns)
    return fact.order if isinstance(fact, (ZoneShuffled, HandlesRedrawn)) else ()


class Learned(Fact, frozen=True, tag="kernel.learned"):
    """Viewers learned cards (handle, card key); `public` among them means everybody.

    `effect` is the ability that goes on showing them until it has resolved or they are moved.
    """

    neutral = True
    to: tuple[Viewer, ...]
    cards: tuple[tuple[Handle, str], ...]
    effect: int = 0

    def apply(self, table: AbilityTable) -> None:
        if self.effect:
            effect = table.effects[self.effect]
            shown = (*effect.shown, (self.to, tuple(card for card, _ in self.cards)))
            table.effects.put(self.effect, structs.replace(effect, shown=shown))

    def seen_by(self, viewer: Viewer) -> Self:
        if viewer in self.to or viewer in OFFICIALS or PUBLIC in self.to:
            return self
        return structs.replace(self, cards=())


def move(
    game: Game[CardTable],
    cards: Sequence[Handle],
    to: ZoneKey,
    place: int = BOTTOM,
    host: Handle = NO_CARD,
    *,
    facedown: bool = False,
) -> list[Handle]:
    """Move cards to one zone, in the order given. Returns their handles there."""
    return move_each(game, [(card, to, host) for card in cards], place, facedown=facedown)


def move_each(
    game: Game[CardTable],
    wanted: Sequence[tuple[Handle, ZoneKey, Handle]],
    place: int = BOTTOM,
    *,
    facedown: bool = False,
) -> list[Handle]:
    """Move cards at once, each to its own zone and host; each viewer who sees a card for the first time learns it.

    Returns the new handles.
    """
    moves = tuple([make_move(game, card, to, place, host, facedown) for card, to, host in wanted])
    if not moves:
        return []
    game.emit(CardsMoved(moves))
    tell_newly_seen(game, moves)
    return [each.new for each in moves]


def make_move(game: Game[CardTable], card: Handle, to: ZoneKey, place: int, host: Handle, facedown: bool) -> Move:
    found = game.table.cards[card]
    kinds = game.table.zone_kinds
    before, after = kinds[zone_kind(found.zone)], kinds[zone_kind(to)]
    was, now = game.table.sight(found), after.sight(facedown)
    anew = now != "all" or before.in_play != after.in_play
    new = Handle(game.chance.handle()) if anew else card
    return Move(card, new, found.zone, to, was, now, host, place, facedown)


@lru_cache(4096)
def newly_seeing(seats: tuple[Seat, ...], was: str, source: ZoneKey, now: str, to: ZoneKey) -> tuple[Viewer, ...]:
    """The viewers who see a card at its new place but did not see it at its old one; `was` and `now` say who may."""
    viewers = (Viewer(each) for each in (*seats, PUBLIC))
    return tuple(each for each in viewers if may_see(now, each, to) and not may_see(was, each, source))


def tell_newly_seen(game: Game[CardTable], moves: Iterable[Move]) -> None:
    """Emit what viewers learn of cards that they see for the first time, one fact for the same viewers."""
    table = game.table
    news: dict[tuple[Viewer, ...], list[tuple[Handle, str]]] = {}
    for each in moves:
        if each.was != "all":
            viewers = newly_seeing(table.seats, each.was, each.source, each.now, each.to)
            if viewers:
                news.setdefault(viewers, []).append((each.new, table.cards[each.new].key))
    for to, learned in news.items():
        game.emit(Learned(to, tuple(learned)))


def turn_cards(game: Game[CardTable], cards: Sequence[Handle], facedown: bool) -> list[Handle]:
    """Turn cards where they lie; who sees one for the first time learns it. Returns their handles.

    A card that not everybody sees afterwards gets a new handle.
    """
    turns = tuple(make_turn(game, card, facedown) for card in cards if game.table.cards[card].facedown != facedown)
    if turns:
        game.emit(CardsTurned(turns, facedown))
        moves = (Move(each.old, each.new, each.zone, each.zone, each.was, each.now) for each in turns)
        tell_newly_seen(game, moves)
    renamed = {each.old: each.new for each in turns}
    return [renamed.get(card, card) for card in cards]


def make_turn(game: Game[CardTable], card: Handle, facedown: bool) -> Turn:
    found = game.table.cards[card]
    was, now = game.table.sight(found), game.table.zone_kinds[zone_kind(found.zone)].sight(facedown)
    new = card if now == "all" else Handle(game.chance.handle())
    return Turn(card, new, found.zone, was, now)


def shuffle(game: Game[CardTable], zone: ZoneKey) -> None:
    """Shuffle a zone; all its cards get new handles."""
    order = game.chance.shuffle(game.table.zone(zone))
    game.emit(ZoneShuffled(zone, tuple((card, Handle(game.chance.handle())) for card in order)))


def redraw_handles(game: Game[CardTable], zone: ZoneKey, cards: Sequence[Handle]) -> None:
    """Give cards of a hidden zone new handles, so that nobody knows them by handles that were seen."""
    sights = {card: game.table.sight(game.table.cards[card]) for card in cards}
    for sees in dict.fromkeys(sights.values()):
        alike = [card for card in cards if sights[card] == sees]
        game.emit(HandlesRedrawn(zone, sees, tuple((card, Handle(game.chance.handle())) for card in alike)))


def shuffle_among(game: Game[CardTable], zone: ZoneKey, keep: Sequence[Handle]) -> None:
    """Shuffle a zone without the cards to keep, which stay in their places under their handles."""
    lying = game.table.zone(zone)
    mixed = iter(game.chance.shuffle([card for card in lying if card not in keep]))
    order = [(card, card) if card in keep else (next(mixed), Handle(game.chance.handle())) for card in lying]
    game.emit(ZoneShuffled(zone, tuple(order)))


def look_at_cards(game: Game[CardTable], viewer: Seat, cards: Iterable[Handle], effect: int = 0) -> None:
    """Let one seat see cards in a zone that it does not see, while an effect resolves or for this moment."""
    game.emit(Learned((Viewer(viewer),), card_keys(game.table, cards), effect))


def show_cards(game: Game[CardTable], cards: Iterable[Handle], effect: int = 0) -> None:
    """Let everybody see cards where they lie, while an effect resolves or for this moment."""
    game.emit(Learned((PUBLIC,), card_keys(game.table, cards), effect))


def card_keys(table: CardTable, cards: Iterable[Handle]) -> tuple[tuple[Handle, str], ...]:
    return tuple((card, table.cards[card].key) for card in cards)
