"""4. The fate phase: characters without fate are discarded, fate is removed, unclaimed rings get fate."""

from __future__ import annotations

from domain.cardgame.in_play.characteristics import can_leave_play, card_cannot
from domain.cardgame.occurring.conditions import discard_condition
from domain.cardgame.occurring.framework import framework
from domain.cardgame.rounds_and_phases import begin_phase, end_phase, expire_with_phase
from domain.cardgame.turns import CountedTurns
from domain.games.l5r.commands import DiscardFateless
from domain.games.l5r.facts.conflicts import RingFatePlaced
from domain.games.l5r.numbers_in_play import can_lose_fate
from domain.games.l5r.occurring import executes
from domain.games.l5r.state import L5rCard, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick

DISCARD, ONE_BY_ONE = "l5r.fatephase.4-2-discard", "l5r.fatephase.4-2-one-by-one"


@enforces("l5r.fatephase.4-1-begin")
def fate_begins(game: L5rGame, frame: Procedure) -> None:
    begin_phase(game, "4.1", "fate")


def can_be_discarded(table: L5rTable, card: L5rCard) -> bool:
    """Whether nothing keeps a card in play, or from being discarded."""
    return can_leave_play(table, card) and not card_cannot(table, card, "be-discarded")


@enforces(DISCARD)
def fateless(table: L5rTable, frame: FatePhase) -> tuple[Handle, ...]:
    """The characters without fate of the player whose part it is; one that was saved is not asked for again."""
    order = table.player_order()
    own = table.characters(order[frame.turn]) if frame.turn < len(order) else ()
    found = ((card, table.cards[card]) for card in own if card not in frame.asked_for)
    return tuple(card for card, each in found if not each.fate and can_be_discarded(table, each))


def who_discards(table: L5rTable, frame: FatePhase) -> tuple[Seat, ...]:
    return (table.player_order()[frame.turn],) if fateless(table, frame) else ()


def next_part(game: L5rGame, frame: FatePhase) -> None:
    """Let the other player discard, when the first player has no character without fate left."""
    if frame.turn + 1 < len(game.table.player_order()):
        game.set(turn=frame.turn + 1, at="4.2")


def fateless_space(rules: object, table: L5rTable, frame: FatePhase, seat: Seat) -> Commands:
    pick = Pick(fateless(table, frame), 1, 1, single=True)
    return Commands((Form("discard_fateless", {}, {"character": pick}, (ONE_BY_ONE,)),))


@enforces(ONE_BY_ONE)
def discard_fateless(game: L5rGame, frame: FatePhase, seat: Seat, command: DiscardFateless) -> None:
    """Discard one of the characters without fate; each is an occurrence of its own."""
    game.set(asked_for=(*frame.asked_for, command.character), at="4.2")
    framework(game, "4.2", discard_condition(game.table, command.character))


@enforces("l5r.fatephase.4-3-remove", "l5r.fate.phase-order")
def remove_fate(game: L5rGame, frame: Procedure) -> None:
    """Remove 1 fate from each character, at the same time."""
    table = game.table
    characters = (table.cards[card] for card in table.all_characters())
    with_fate = (each for each in characters if each.fate and can_lose_fate(table, each))
    removed = (
        Condition(0, "fate_removed", card=each.handle, seat=each.controller, n=1, how="phase") for each in with_fate
    )
    if conditions := [*removed]:
        framework(game, "4.3", *conditions)


@enforces("l5r.fatephase.4-4-rings", "l5r.ring.fate-in-fate-phase")
def place_ring_fate(game: L5rGame, frame: Procedure) -> None:
    """Place 1 fate on each unclaimed ring, at the same time."""
    if rings := game.table.unclaimed_rings():
        framework(game, "4.4", *(Condition(0, "ring_fate_placed", name=ring, n=1) for ring in rings))


@executes("ring_fate_placed")
def put_fate_on_rings(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    table = game.table
    for n in dict.fromkeys(each.n for each in conditions):
        named = {each.name for each in conditions if each.n == n}
        game.emit(RingFatePlaced(tuple(element for element in table.rings if element in named), n))
    return conditions


@enforces("l5r.fatephase.action-window")
def fate_actions(game: L5rGame, frame: Procedure) -> None:
    open_for_all(game, "action", "fate.action", "4.4")


@enforces("l5r.fatephase.4-5-end")
def fate_ends(game: L5rGame, frame: Procedure) -> None:
    end_phase(game, "4.5", "fate")


@enforces("l5r.fatephase.chart-order")
class FatePhase(CountedTurns, frozen=True, tag="l5r.fate_phase"):
    """4. The fate phase."""

    asked_for: tuple[Handle, ...] = ()
    steps = (
        step("4.1", fate_begins, "the fate phase begins"),
        Decision(
            "4.2",
            "fateless",
            title="each player discards characters with no fate",
            seats=who_discards,
            options=fateless_space,
            accepts=(DiscardFateless,),
            on_answer=discard_fateless,
            rule=ONE_BY_ONE,
            public=True,
            unasked=next_part,
        ),
        step("4.3", remove_fate, "fate is removed from characters"),
        step("4.4", place_ring_fate, "fate is placed on unclaimed rings"),
        step("/actions", fate_actions, "an action window"),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("4.5", fate_ends, "the fate phase ends"),
    )
