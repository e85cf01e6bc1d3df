"""Provinces that are refilled, and decks that run out.

A province without a dynasty card is found by the state checks (`owe_refills`); it is refilled when the reactions are
over that were collected meanwhile (`begin_refills`). A deck that runs out costs honor before its discard pile becomes a
new one, in the middle of a refill (`Refills`) or of a draw (`DeckOut`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from domain.cardgame.occurring.conditions import draw_condition
from domain.cardgame.occurring.framework import framework
from domain.cardgame.table import DECK
from domain.games.l5r.facts.cards import ProvinceRefilled, RefillGivenUp, RefillOwed
from domain.games.l5r.facts.players import DrawsSettled
from domain.games.l5r.occurring import honor_lost_condition, put_in_province, reveal, reveal_condition
from domain.games.l5r.state import GIVEN_UP, ROW, L5rGame, L5rTable, OwedRefill
from domain.kernel.cards.moving_cards import move, shuffle
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import END, Procedure, step
from domain.kernel.ids import Seat, zone
from domain.kernel.occurring.occurrence import Aftermath, collecting_aftermath, collects_reactions

DECK_OUT = 5
PAYMENT = "payment"
"""During what the aftermath of a payment collects: the reactions to costs come before the ability goes on."""
NEW_DECKS = {DECK: "discard", "dynasty_deck": "dynasty_discard"}
"""The decks, each with the discard pile that becomes the new one."""

Slot = tuple[Seat, int]


@enforces("l5r.deckout.honor-loss", "l5r.deckout.trigger")
def lose_honor_for_deck(game: L5rGame, *seats: Seat) -> None:
    """Let players lose honor whose deck ran out, all at once; the last statement of a step."""
    losses = (honor_lost_condition(seat, DECK_OUT, "deck-out") for seat in seats)
    framework(game, game.rules.step(game.table), *losses)


@enforces("l5r.deckout.reshuffle")
def make_new_deck(game: L5rGame, seat: Seat, deck: str) -> bool:
    """Shuffle a discard pile and make it the new deck. Returns whether there is a card in it."""
    pile = list(game.table.zone(zone(seat, NEW_DECKS[deck])))
    if pile:
        move(game, pile, zone(seat, deck))
        shuffle(game, zone(seat, deck))
    return bool(pile)


# --- refills


def empty_slots(table: L5rTable) -> Iterator[Slot]:
    """The provinces of the row that have no dynasty card, in player order, from left to right."""
    for seat in table.player_order():
        filled = {card.slot for card in table.dynasty_cards(seat)}
        for province in table.province_cards(seat):
            if province.slot in ROW and province.slot not in filled:
                yield seat, province.slot


def late_refills(table: L5rTable) -> tuple[Slot, ...]:
    """The refills that waited for reactions that a correction took off the stack."""
    if any(isinstance(frame, Refills) for frame in table.stack):
        return ()
    kept = {GIVEN_UP, *(frame.id for frame in table.stack if isinstance(frame, Aftermath))}
    return tuple((owed.seat, owed.slot) for owed in table.refills if owed.aftermath not in kept)


@enforces("l5r.province.refill-automatic", "l5r.holding.blocks-refill", "l5r.holding.regroup-refill")
def owe_refills(game: L5rGame) -> bool:
    """Let empty provinces be refilled, once the reactions are over. Returns whether that begins at once."""
    empty = [*empty_slots(game.table)]
    forget_given_up(game, empty)
    if late := late_refills(game.table):
        game.push(Refills(owed=late))
        return True
    listed = {(owed.seat, owed.slot) for owed in game.table.refills}
    new = tuple(each for each in empty if each not in listed)
    return bool(new) and owe_new(game, new)


def forget_given_up(game: L5rGame, empty: Collection[tuple[Seat, int]]) -> None:
    """Forget the refills that were given up of provinces to which a card has come."""
    for owed in game.table.refills:
        if owed.aftermath == GIVEN_UP and (owed.seat, owed.slot) not in empty:
            game.emit(ProvinceRefilled(owed.seat, owed.slot))


def owe_new(game: L5rGame, new: tuple[tuple[Seat, int], ...]) -> bool:
    """Owe refills after the reactions that are collected, or begin them where none are. Returns whether they begin."""
    at_once = not collects_reactions(game)
    aftermath = 0 if at_once else holding_aftermath(game).id
    for seat, slot in new:
        game.emit(RefillOwed(OwedRefill(seat, slot, aftermath)))
    if at_once:
        game.push(Refills(owed=new))
    return at_once


def holding_aftermath(game: L5rGame) -> Aftermath:
    """The aftermath after which a province is refilled: that of the ability, if its card was the payment for one."""
    collecting = (frame for frame in reversed(game.table.stack) if isinstance(frame, Aftermath) and not frame.at)
    return next((frame for frame in collecting if frame.during != PAYMENT), None) or collecting_aftermath(game)


@enforces("l5r.province.refill-automatic", "l5r.dynasty.1-4-refill", "l5r.conflict.3-2-5-refill")
def begin_refills(game: L5rGame, aftermath: Aftermath) -> None:
    """Refill the provinces that were emptied while this aftermath collected, now that its reactions are over."""
    owed = tuple((each.seat, each.slot) for each in game.table.refills if each.aftermath == aftermath.id)
    if owed:
        game.push(Refills(owed=owed))


@enforces("l5r.province.refill", "l5r.deckout.continue", "l5r.break.discard-refill", "l5r.regroup.5-3-replace")
def refill_next(game: L5rGame, frame: Refills) -> None:
    """Put the top card of the dynasty deck facedown on the next province, unless a card has come there."""
    if not frame.owed:
        game.leave()
        return
    (seat, slot), table = frame.owed[0], game.table
    top = table.top(zone(seat, "dynasty_deck"), 1)
    if not top and not table.in_slot(seat, slot):
        lose_honor_for_deck(game, seat)
        return
    game.set(owed=frame.owed[1:], at="/next")
    if not table.in_slot(seat, slot):
        new = put_in_province(game, seat, top[0], slot)
        if frame.faceup:
            reveal(game, [reveal_condition(table, new)])
    game.emit(ProvinceRefilled(seat, slot))


def refill_from_new_deck(game: L5rGame, frame: Refills) -> None:
    """Go on with a new deck; where there is no card at all, the province stays empty."""
    seat, slot = frame.owed[0]
    if make_new_deck(game, seat, "dynasty_deck"):
        game.goto("/next")
        return
    game.set(owed=frame.owed[1:], at="/next")
    game.emit(RefillGivenUp(seat, slot))


def begin_faceup_refill(game: L5rGame, seat: Seat, slot: int) -> None:
    """Refill a province faceup, because a card says so."""
    game.push(Refills(owed=((seat, slot),), faceup=True))


class Refills(Procedure, frozen=True, tag="l5r.refills"):
    """Provinces are refilled, one after the other."""

    owed: tuple[Slot, ...]
    faceup: bool = False
    steps = (
        step("/next", refill_next, "the next province is refilled"),
        step("/new-deck", refill_from_new_deck, "the dynasty discard pile becomes the new deck"),
    )


# --- draws


def begin_deck_out(game: L5rGame) -> bool:
    """Go on with draws from a deck that ran out. Returns whether there were any.

    A deck may run out again while the cards of its first new deck are drawn: the procedure of the first time has ended
    then, and lies below those draws.
    """
    table = game.table
    if not table.draws or any(isinstance(frame, DeckOut) and frame.at != END for frame in table.stack):
        return False
    game.push(DeckOut())
    return True


def lose_honor_for_draws(game: L5rGame, frame: Procedure) -> None:
    lose_honor_for_deck(game, *dict.fromkeys(each.seat for each in game.table.draws))


@enforces("l5r.deckout.continue")
def draw_from_new_deck(game: L5rGame, frame: Procedure) -> None:
    """Draw what is missing from new decks; where there is no card at all, the rest of a draw is dropped."""
    table, owed = game.table, game.table.draws
    game.emit(DrawsSettled())
    game.leave()
    there = dict.fromkeys(each.seat for each in owed)
    refilled = [seat for seat in table.player_order() if seat in there and make_new_deck(game, seat, DECK)]
    draws = [draw_condition(each.seat, each.n) for each in owed if each.seat in refilled]
    if draws:
        framework(game, game.rules.step(table), *draws)


class DeckOut(Procedure, frozen=True, tag="l5r.deck_out"):
    """A conflict deck ran out in a draw: honor is lost, then the discard pile becomes the new deck."""

    steps = (
        step("/lose", lose_honor_for_draws, "a player whose deck ran out loses honor"),
        step("/draw", draw_from_new_deck, "the conflict discard pile becomes the new deck"),
    )


FRAMES: tuple[type[Procedure], ...] = (Refills, DeckOut)
