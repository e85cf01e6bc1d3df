"""Conditions of this game's own kinds: how they are made, and how they are carried out.

And what this game answers where cards leave play: what follows from a status token, who goes along.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import structs

from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.entering import enter_play
from domain.cardgame.occurring.card_moves import draw_cards
from domain.cardgame.occurring.conditions import discard_condition
from domain.cardgame.occurring.execution import Executors
from domain.games.l5r.facts.cards import (
    CardsBowed,
    CardsPutInProvinces,
    CardsReadied,
    FateInvested,
    FatePlaced,
    Placed,
    StatusChanged,
)
from domain.games.l5r.facts.conflicts import CharacterJoined
from domain.games.l5r.facts.players import (
    DrawOwed,
    FateGained,
    HonorGained,
    HonorGiven,
    HonorLost,
)
from domain.games.l5r.state import L5rCard, L5rGame, L5rTable, OwedDraw
from domain.kernel.cards.moving_cards import move, turn_cards
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Handle, Seat, zone, zone_kind
from domain.kernel.occurring.conditions import Condition

executes = Executors[L5rTable]()
"""Collects what carries out the conditions of this game's kinds."""

INTO_CONFLICT = "conflict"
"""The name of the condition of a character that enters play in the conflict."""


# --- cards


def bow_condition(table: L5rTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    return Condition(0, "bowed", card=card, seat=table.cards[card].controller, source=source, how=how)


def ready_condition(table: L5rTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    return Condition(0, "readied", card=card, seat=table.cards[card].controller, source=source, how=how)


def there(game: L5rGame, conditions: Iterable[Condition]) -> list[tuple[Condition, L5rCard]]:
    """The conditions whose card is still in play, each with the card."""
    table = game.table
    return [(each, table.cards[each.card]) for each in conditions if table.is_in_play(each.card)]


@executes("bowed")
@enforces("l5r.zone.bow-by-rotation", "l5r.zone.bowed-cannot-bow", "l5r.attachment.bows-independently")
def bow(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Bow the cards that are ready. Returns the conditions that occurred."""
    able = [each for each, card in there(game, conditions) if not card.bowed]
    if able:
        game.emit(CardsBowed(tuple(each.card for each in able)))
    return able


@executes("readied")
def ready(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    able = [each for each, card in there(game, conditions) if card.bowed]
    if able:
        game.emit(CardsReadied(tuple(each.card for each in able)))
    return able


@executes("honored")
@enforces("l5r.status.honor-ordinary", "l5r.status.honor-dishonored", "l5r.status.no-double-honor")
def honor(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Make ordinary characters honored, dishonored ones ordinary. Returns the conditions that occurred."""
    able = [(each, card) for each, card in there(game, conditions) if not card.honored]
    for each, card in able:
        game.emit(StatusChanged(each.card, honored=not card.dishonored))
    return [each for each, _ in able]


@executes("dishonored")
@enforces("l5r.status.dishonor-ordinary", "l5r.status.dishonor-honored", "l5r.status.no-double-dishonor")
def dishonor(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Make ordinary characters dishonored, honored ones ordinary. Returns the conditions that occurred."""
    able = [(each, card) for each, card in there(game, conditions) if not card.dishonored]
    for each, card in able:
        game.emit(StatusChanged(each.card, dishonored=not card.honored))
    return [each for each, _ in able]


@executes("fate_removed")
def remove_fate(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Return fate from cards to the general pool, as much as there is. Returns the conditions that occurred."""
    taken = [structs.replace(each, n=min(each.n, card.fate)) for each, card in there(game, conditions)]
    able = [each for each in taken if each.n]
    if able:
        game.emit(FatePlaced(tuple((each.card, -each.n) for each in able)))
    return able


@executes("fate_placed")
@enforces("l5r.fate.placed-from-general-pool")
def place_fate(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    able = [each for each, _ in there(game, conditions)]
    if able:
        game.emit(FatePlaced(tuple((each.card, each.n) for each in able)))
    return able


@executes("entered_play")
@enforces(
    "l5r.zone.enter-ready",
    "l5r.status.enter-ordinary",
    "l5r.character.enters-ready-home",
    "l5r.attachment.enters-ready-attached",
    "l5r.fate.extra-on-character",
    "l5r.play.extra-fate",
)
def enter(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Put cards into play; who plays a character there puts additional fate on it (`n`), before anybody reacts.

    Returns the conditions that occurred.
    """
    occurred = enter_play(game, conditions)
    for each in occurred:
        if each.name == INTO_CONFLICT and game.table.contest is not None:
            game.emit(CharacterJoined(each.card, each.seat))
        if each.n:
            game.emit(FateInvested(each.seat, each.card, each.n))
    return occurred


# --- provinces


def reveal_condition(table: L5rTable, card: Handle) -> Condition:
    """The condition that a facedown dynasty card is revealed, which nobody knows before."""
    found = table.cards[card]
    return Condition(0, "card_revealed", card=card, seat=found.controller, n=found.slot, hidden=True, unseen=True)


@executes("card_revealed")
@enforces("l5r.holding.in-play-faceup", "l5r.zone.in-play-cards", "l5r.zone.enters-play-transition")
def reveal(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Turn dynasty cards faceup; a holding is in play then. Returns the conditions that occurred."""
    table, occurred = game.table, []
    for each in conditions:
        card = table.cards.get(each.card)
        if card is None or not card.facedown:
            continue
        (new,) = turn_cards(game, [each.card], facedown=False)
        if card.printed.type == "holding":
            (new,) = move(game, [new], zone(each.seat, "holding"))
            since = f"{table.round}:{table.phase}"
            game.emit(CardEnteredPlay(new, "revealed", since=since, serial=table.next_serial()))
        occurred.append(structs.replace(each, card=new, name=card.printed.type, hidden=False, unseen=False))
    return occurred


@executes("province_revealed")
@enforces("l5r.conflict.declare-reveal", "l5r.province.reveal-on-attack", "l5r.province.faceup-in-play")
def reveal_province(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Turn provinces faceup, by player and slot. Returns the conditions that occurred, with the cards."""
    occurred = []
    for each in conditions:
        province = game.table.province(each.seat, each.n)
        if province is not None and province.facedown:
            (card,) = turn_cards(game, [province.handle], facedown=False)
            occurred.append(structs.replace(each, card=card))
    return occurred


def put_in_province(game: L5rGame, seat: Seat, card: Handle, slot: int, *, facedown: bool = True) -> Handle:
    """Put a dynasty card on a province of a player. Returns its handle there."""
    (new,) = move(game, [card], zone(seat, "row"), facedown=facedown)
    game.emit(CardsPutInProvinces((place_of(game.table, new, slot),)))
    return new


def place_of(table: L5rTable, card: Handle, slot: int) -> Placed:
    """A card in a slot, for who may see it there."""
    found = table.cards[card]
    return Placed(card, found.zone, slot, table.sight(found))


@enforces("l5r.zone.discard-destination", "l5r.zone.discard-piles")
def discard_from_province(table: L5rTable, card: Handle) -> Condition:
    """The condition that a dynasty card is discarded from a province: a holding leaves play by it."""
    found = table.cards[card]
    discarded = discard_condition(table, card)
    hidden = found.facedown
    return discarded if table.is_in_play(card) else structs.replace(discarded, hidden=hidden, unseen=hidden)


# --- players


def honor_lost_condition(seat: Seat, n: int, how: str, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "honor_lost", seat=seat, n=n, how=how, source=source)


@executes("honor_lost")
@enforces("l5r.honor.lose", "l5r.component.pool-gain-and-loss", "l5r.effect.as-much-as-possible")
def lose_honor(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Return honor to the general pool, as much as there is. Returns the conditions that occurred."""
    occurred = []
    for each in conditions:
        n = min(each.n, game.table.players[each.seat].honor)
        if n:
            game.emit(HonorLost(each.seat, n, each.how))
            occurred.append(structs.replace(each, n=n))
    return occurred


@executes("honor_gained")
@enforces("l5r.honor.gain", "l5r.term.gain-tokens", "l5r.component.no-token-limit")
def gain_honor(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(HonorGained(each.seat, each.n, each.how))
    return conditions


@executes("honor_given")
@enforces("l5r.term.give", "l5r.term.take")
def give_honor(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Let `seat` give honor to `other`, as much as there is. Returns the conditions that occurred."""
    occurred = []
    for each in conditions:
        n = min(each.n, game.table.players[each.seat].honor)
        if n:
            game.emit(HonorGiven(each.seat, each.other, n, each.how))
            occurred.append(structs.replace(each, n=n))
    return occurred


@executes("fate_gained")
@enforces("l5r.fate.gain", "l5r.fate.starts-in-general-pool")
def gain_fate(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(FateGained(each.seat, each.n, each.how))
    return conditions


@executes("cards_drawn")
@enforces("l5r.draw.from-conflict-deck", "l5r.draw.simultaneous", "l5r.draw.to-hand", "l5r.draw.no-round-limit")
def draw(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Draw what the decks hold; what is missing is still owed. Returns the conditions that occurred."""
    drawn = [structs.replace(each, n=draw_cards(game, each.seat, each.n)) for each in conditions]
    for meant, each in zip(conditions, drawn, strict=True):
        if missing := meant.n - each.n:
            game.emit(DrawOwed(OwedDraw(each.seat, missing)))
    return [each for each in drawn if each.n]


# --- leaving play


@enforces("l5r.status.honored-leaves-play", "l5r.status.dishonored-leaves-play")
def follow_status(game: L5rGame, leavers: Iterable[Condition]) -> None:
    """Let the controllers of honored characters that leave gain 1 honor, those of dishonored ones lose 1."""
    for _, card in there(game, leavers):
        seat = card.controller
        if card.honored:
            game.emit(HonorGained(seat, 1, "honored"))
        elif card.dishonored and game.table.players[seat].honor:
            game.emit(HonorLost(seat, 1, "dishonored"))


@enforces("l5r.zone.leaves-play-attachments", "l5r.attachment.host-leaves", "l5r.keyword.ancestral")
def leaves_with_host(table: L5rTable, card: Handle) -> str:
    """How an attachment leaves with its host: it is discarded, or returned to hand."""
    ancestral = characteristics.has_keyword(table, table.cards[card], "ancestral")
    return "returned_to_hand" if ancestral else "discarded"


STAYING = {
    "stronghold": "l5r.stronghold.cannot-leave",
    "province": "l5r.province.definition",
    "role": "l5r.role.not-removable",
}
"""The rules by which the card of an area stays there."""


@enforces("l5r.stronghold.cannot-leave", "l5r.zone.stronghold-never-leaves", "l5r.role.not-removable")
def staying_rule(table: L5rTable, card: Handle) -> str:
    """The id of the rule by which a card stays where it is; empty if there is none."""
    return STAYING.get(zone_kind(table.cards[card].zone), "")
