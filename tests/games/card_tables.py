"""What the tables of every card game are tested with: tokens that are counted, hidden cards that are dealt anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import structs

from domain.cardgame.facts.cards import TokensPlaced
from domain.cardgame.table import CardGameTable
from domain.kernel.cards.card_facts import CardsMoved, Move
from domain.kernel.chance import RandomStream
from domain.kernel.facts import Fact
from domain.kernel.ids import ADMIN, Handle, Seat, Viewer, ZoneKey, zone
from domain.match.aggregate import Match
from tests.builders import Dice
from tests.properties.twins import rename_handles

AROUND = ("waiting", "standing_orders", "draw_offered_by")  # of the match, and not of the table
Amounts = dict[str, int]
"""How much there is of each; nothing is not listed, so that equal amounts are equal mappings."""


def tokens_on(table: CardGameTable) -> Amounts:
    """The named tokens on each card."""
    lying = table.cards.items()
    return {f"{handle} {name}": n for handle, card in lying if card.tokens for name, n in card.tokens.items() if n}


def cards_brought(table: CardGameTable) -> dict[tuple[str, str], int]:
    """Which cards each player owns, wherever they are."""
    return dict(Counter([(card.owner, card.key) for card in table.cards.values()]))


def tokens_said(fact: Fact, table: CardGameTable) -> Iterable[tuple[str, int]]:
    """What a fact says of tokens; a card that leaves play loses what it had."""
    if isinstance(fact, TokensPlaced):
        yield f"{fact.card} {fact.name}", fact.n
    elif isinstance(fact, CardsMoved):
        for move in fact.moves:
            for name, n in table.cards[move.old].tokens.items():
                yield f"{move.old} {name}", -n
                yield f"{move.new} {name}", n if stays_in_play(table, move) else 0


def stays_in_play(table: CardGameTable, move: Move) -> bool:
    kinds = table.zone_kinds
    return all(kinds[area.partition(".")[2]].in_play for area in (move.source, move.to))


def changed(before: Amounts, said: Iterable[tuple[str, int]]) -> Amounts:
    """What there is after what was said."""
    after = Counter(before)
    for name, n in said:
        after[name] += n
    return {name: n for name, n in after.items() if n}


def is_quiet(match: Match) -> bool:
    """Whether nothing is under way that names hidden cards: there a world can be tampered with."""
    table = match.table
    busy = (table.effects, table.occurrences, table.aftermaths, table.sealed)
    return table.over is None and not any(busy)


def redeal(
    table: Any,
    dice: Dice,
    names: RandomStream,
    areas: Sequence[ZoneKey],
    others: Sequence[str] = (),
    shuffled: bool = True,
) -> None:
    """Deal the cards of some areas among them anew, or `others` in place of half of them; all get new handles."""
    cards = [table.cards[card] for area in areas for card in table.zone(area)]
    keys = [card.key for card in cards]
    if shuffled:
        dice.random.shuffle(keys)
    if others:
        keys = [dice.pick(others) if dice.chance(50) else key for key in keys]
    for area in areas:
        table.zones.put(area, [])
    for card, key in zip(cards, keys, strict=True):
        table.unindex(card)
        table.cards.take(card.handle)
        printed = table.registry.pool.cards[key]
        table.lay(structs.replace(card, handle=Handle(names.handle()), key=key, printed=printed))


def redeal_where_they_lie(table: Any, dice: Dice, names: RandomStream, handles: Sequence[str]) -> None:
    """Deal the cards of these handles among their places anew; all get new handles."""
    cards = [table.cards[handle] for handle in handles]
    keys = [card.key for card in cards]
    dice.random.shuffle(keys)
    for card, key in zip(cards, keys, strict=True):
        lying, new = table.writable_zone(card.zone), Handle(names.handle())
        lying[lying.index(card.handle)] = new
        table.unindex(card)
        table.cards.take(card.handle)
        table.cards.put(new, structs.replace(card, handle=new, key=key, printed=table.registry.pool.cards[key]))
        table.index(table.cards[new])


def table_seen(match: Match) -> Any:
    """All that lies on a table, without what a position does not keep: orders of hands, names of what is there."""
    view = match.rules.view(match.table, ADMIN, judging=False)
    return without_handles({name: each for name, each in view.items() if name not in AROUND})


def without_handles(seen: Any) -> Any:
    """What is seen, the cards of an area in the order of their keys, and each called a card."""
    if isinstance(seen, dict):
        if {*seen} == {"ability", "key", "place"}:  # what a card has gained: its number counts objects of the table
            return seen["key"], seen["place"]
        return {rename_handles(name, lambda handle: "card"): without_handles(each) for name, each in seen.items()}
    if isinstance(seen, list | tuple):
        return sorted(map(without_handles, seen), key=repr)
    return rename_handles(seen, lambda handle: "card") if isinstance(seen, str) else seen


def all_in_sight(
    kind: type, seat: Seat, kinds: tuple[str, ...], viewer: Viewer
) -> tuple[tuple[str, ZoneKey, bool], ...]:
    """The areas of a player, each as if everybody saw which cards lie there."""
    return tuple((each, zone(seat, each), True) for each in kinds)
