"""Conditions of this game's own kinds: how they are made, and how they are carried out.

And what this game answers where cards leave play: what follows from a status token, who goes along.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import structs

from domain.cardgame.facts.cards import Attached, CardEnteredPlay
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.entering import enter_play
from domain.cardgame.occurring.card_moves import draw_cards
from domain.cardgame.occurring.conditions import discard_condition, leaving_condition, moving_condition
from domain.cardgame.occurring.execution import Executors
from domain.cardgame.table import area_of_owner
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
    FateGiven,
    HonorGained,
    HonorGiven,
    HonorLost,
)
from domain.games.l5r.numbers_in_play import can_be_dishonored, can_lose_fate
from domain.games.l5r.state import IN_PROVINCES, ROW, L5rCard, L5rGame, L5rTable, OwedDraw
from domain.kernel.cards.card_table import BOTTOM, TOP
from domain.kernel.cards.moving_cards import move, move_each, shuffle, turn_cards
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Handle, Seat, zone, zone_kind
from domain.kernel.occurring.conditions import Condition

executes = Executors[L5rTable]()
"""Collects what carries out the conditions of this game's kinds."""

INTO_CONFLICT = "conflict"
"""Where a character enters play instead of its home, as its condition says."""
FROM_HAND = ("hand",)
FROM_PROVINCE = tuple(f"province {slot}" for slot in ROW)
"""Whence a card enters play, as the name of its condition says: from a hand, or from a province."""


# --- cards


def bow_condition(table: L5rTable, card: Handle, source: Handle = NO_CARD, how: str = "") -> Condition:
    return Condition(0, "bowed", card=card, seat=table.cards[card].controller, source=source, how=how)


def status_condition(kind: str, table: L5rTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    """The condition that a character is honored, is dishonored, or loses its status token."""
    return Condition(0, kind, card=card, seat=table.cards[card].controller, source=source)


def fate_removed_condition(table: L5rTable, card: Handle, n: int, source: Handle = NO_CARD) -> Condition:
    return Condition(0, "fate_removed", card=card, seat=table.cards[card].controller, source=source, n=n)


def joining_condition(table: L5rTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    """The condition that a character moves into the conflict."""
    name = table.contest.kind if table.contest is not None else ""
    return Condition(0, "moved_to_conflict", card=card, seat=table.cards[card].controller, source=source, name=name)


def break_condition(table: L5rTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    found = table.cards[card]
    return Condition(0, "province_broken", card=card, seat=found.controller, source=source, n=found.slot)


def origin_of(card: L5rCard) -> str:
    """The place from which a card enters play: `province 2`, or the kind of its zone."""
    return f"province {card.slot}" if zone_kind(card.zone) in IN_PROVINCES else zone_kind(card.zone)


def province_of_origin(condition: Condition | None) -> int:
    """The slot of the province from which the card of a condition came; 0 for none."""
    if condition is None or condition.name not in FROM_PROVINCE:
        return 0
    return ROW[FROM_PROVINCE.index(condition.name)]


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


def with_replacements(conditions: Iterable[Condition]) -> Iterator[Condition]:
    """The conditions that happen to cards, each with the card that takes the place of another one."""
    for each in conditions:
        yield structs.replace(each, card=Handle(each.instead), instead="", seen=None) if each.instead else each


@executes("honored")
@enforces("l5r.status.honor-ordinary", "l5r.status.honor-dishonored", "l5r.status.no-double-honor")
def honor(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Make ordinary characters honored, dishonored ones ordinary. Returns the conditions that occurred."""
    able = [(each, card) for each, card in there(game, with_replacements(conditions)) if not card.honored]
    for each, card in able:
        game.emit(StatusChanged(each.card, honored=not card.dishonored))
    return [each for each, _ in able]


@executes("dishonored")
@enforces("l5r.status.dishonor-ordinary", "l5r.status.dishonor-honored", "l5r.status.no-double-dishonor")
def dishonor(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Make ordinary characters dishonored, honored ones ordinary. Returns the conditions that occurred."""
    able = [
        (each, card) for each, card in there(game, with_replacements(conditions)) if can_be_dishonored(game.table, card)
    ]
    for each, card in able:
        game.emit(StatusChanged(each.card, dishonored=not card.honored))
    return [each for each, _ in able]


@executes("status_discarded")
def discard_status(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Make characters ordinary. Returns the conditions that occurred."""
    able = [each for each, card in there(game, conditions) if card.honored or card.dishonored]
    for each in able:
        game.emit(StatusChanged(each.card))
    return able


@executes("fate_removed")
def remove_fate(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Return fate from cards to the general pool, as much as there is. Returns the conditions that occurred."""
    open_now = ((each, card) for each, card in there(game, conditions) if can_lose_fate(game.table, card))
    taken = [structs.replace(each, n=min(each.n, card.fate)) for each, card in open_now]
    able = [each for each in taken if each.n]
    if able:
        game.emit(FatePlaced(tuple((each.card, -each.n) for each in able)))
    return able


@executes("fate_returned")
def return_fate(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Return fate from cards to the pools of their owners (`other`). Returns the conditions that occurred."""
    able = remove_fate(game, conditions)
    for each in able:
        game.emit(FateGained(each.other, each.n, "returned"))
    return able


@executes("fate_moved")
def move_fate(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Move fate from cards onto others, where it is placed. Returns the conditions that occurred."""
    able = [
        (each, min(each.n, card.fate)) for each, card in there(game, conditions) if game.table.is_in_play(each.cards[0])
    ]
    for each, n in able:
        game.emit(FatePlaced(((each.card, -n), (each.cards[0], n))))
    return [*(structs.replace(each, n=n) for each, n in able), *(fate_arrived(game, each, n) for each, n in able)]


def fate_arrived(game: L5rGame, moved: Condition, n: int) -> Condition:
    """The condition that fate was put on the card to which it was moved."""
    id, card = game.table.next_serial(), moved.cards[0]
    seat = game.table.cards[card].controller
    return Condition(id, "fate_placed", card=card, seat=seat, source=moved.source, n=n, how="moved")


@executes("moved_to_conflict")
@enforces("l5r.participate.moved-in", "l5r.conflict.move-in")
def join_conflict(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Let characters join the conflict on their controllers' sides. Returns the conditions that occurred."""
    able = []
    for each, card in there(game, conditions):
        if game.table.contest is not None and not game.table.is_participating(each.card):
            game.emit(CharacterJoined(each.card, card.controller))
            able.append(each)
    return able


@executes("attached")
def attach(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Attach attachments in play to other cards. Returns the conditions that occurred."""
    able = [each for each, _ in there(game, conditions) if game.table.is_in_play(each.cards[0])]
    for each in able:
        game.emit(Attached(each.card, each.cards[0]))
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
        if each.instead == INTO_CONFLICT and game.table.contest is not None:
            game.emit(CharacterJoined(each.card, each.seat))
        if each.n:
            game.emit(FateInvested(each.seat, each.card, each.n))
    # to enter play in the conflict is what was meant, not a replacement of it
    entered = [structs.replace(each, instead="") for each in occurred]
    return [*entered, *(fate_invested(game, each) for each in occurred if each.n)]


def fate_invested(game: L5rGame, entered: Condition) -> Condition:
    """The condition that fate was put on a character that was played with it."""
    id = game.table.next_serial()
    return Condition(id, "fate_placed", card=entered.card, seat=entered.seat, n=entered.n, how="played")


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


@executes("holding_placed")
def place_holding(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Put holdings into play in provinces, by the slot (`n`). Returns the conditions that occurred."""
    table, occurred = game.table, []
    for each in [each for each in conditions if each.card in table.cards and not table.in_slot(each.seat, each.n)]:
        (new,) = move(game, [each.card], zone(each.seat, "holding"))
        game.emit(CardsPutInProvinces((place_of(table, new, each.n),)))
        since = f"{table.round}:{table.phase}"
        game.emit(CardEnteredPlay(new, "put", since=since, serial=table.next_serial()))
        occurred.append(structs.replace(each, card=new))
    return occurred


@executes("card_put_under_deck", "card_put_on_deck")
def put_on_decks(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Put cards that are out of play on or under their owners' decks. Returns the conditions that occurred."""
    table = game.table
    able = [each for each in conditions if each.card in table.cards and not table.is_in_play(each.card)]
    for each in able:
        place = TOP if each.kind == "card_put_on_deck" else BOTTOM
        move(game, [each.card], area_of_owner(table, each.card, "deck"), place)
    return able


def shuffled_condition(table: L5rTable, card: Handle, source: Handle = NO_CARD) -> Condition:
    """The condition that a dynasty card in a province is shuffled into its owner's deck."""
    if table.is_in_play(card):
        return leaving_condition("shuffled_away", table, card, source)
    return moving_condition("card_shuffled_away", table, card, source)


@executes("card_shuffled_away")
def shuffle_away(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Shuffle cards that are out of play into their owners' decks. Returns the conditions that occurred."""
    table = game.table
    able = [each for each in conditions if each.card in table.cards and not table.is_in_play(each.card)]
    decks = [area_of_owner(table, each.card, "deck") for each in able]
    move_each(game, [(each.card, deck, NO_CARD) for each, deck in zip(able, decks, strict=True)])
    for deck in dict.fromkeys(decks):
        shuffle(game, deck)
    return able


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
@enforces("l5r.fate.gain")
def gain_fate(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(FateGained(each.seat, each.n, each.how))
    return conditions


@executes("fate_given")
@enforces("l5r.term.give", "l5r.term.take")
def give_fate(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Let `seat` give fate to `other`, as much as there is. Returns the conditions that occurred."""
    occurred = []
    for each in conditions:
        n = min(each.n, game.table.players[each.seat].fate)
        if n:
            game.emit(FateGiven(each.seat, each.other, n, each.how))
            occurred.append(structs.replace(each, n=n))
    return occurred


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
