"""Moving, turning, shuffling and showing cards, as games do it.

Each function emits what happens with the new handles, and a `Learned` for each group of viewers to whom a card is new.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.kernel.cards.card_facts import CardsMoved, CardsTurned, HandlesRedrawn, Learned, Move, Turn, ZoneShuffled
from domain.kernel.cards.card_table import BOTTOM, CardTable
from domain.kernel.cards.who_sees_cards import newly_seeing
from domain.kernel.game import Game
from domain.kernel.ids import NO_CARD, PUBLIC, Handle, Seat, Viewer, ZoneKey, zone_kind


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
    facedown = facedown and after.facedown != ""
    was, now = game.table.sight(found), after.sight(facedown)
    anew = now != "all" or before.in_play != after.in_play
    new = Handle(game.chance.handle()) if anew else card
    return Move(card, new, found.zone, to, was, now, host, place, facedown)


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

    A card that not everybody sees afterwards gets a new handle. Where cards have no faces they stay as they are.
    """
    turns = tuple(make_turn(game, card, facedown) for card in cards if would_turn(game.table, card, facedown))
    if turns:
        game.emit(CardsTurned(turns, facedown))
        moves = (Move(each.old, each.new, each.zone, each.zone, each.was, each.now) for each in turns)
        tell_newly_seen(game, moves)
    renamed = {each.old: each.new for each in turns}
    return [renamed.get(card, card) for card in cards]


def would_turn(table: CardTable, card: Handle, facedown: bool) -> bool:
    """Whether a card lies with its other face, in a zone where cards have faces."""
    found = table.cards[card]
    return found.facedown != facedown and table.has_faces(found.zone)


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
