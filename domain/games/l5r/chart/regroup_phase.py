"""5. The regroup phase: cards ready, provinces are cleared, rings return, the first player token passes."""

from __future__ import annotations

from domain.cardgame.facts.course import FirstPlayerChosen
from domain.cardgame.occurring.framework import framework
from domain.cardgame.rounds_and_phases import begin_phase, expire_with_round
from domain.cardgame.turns import CountedTurns, seat_of_step
from domain.games.l5r.commands import DiscardFromProvinces
from domain.games.l5r.facts.conflicts import RingsReturned
from domain.games.l5r.occurring import discard_from_province, executes, ready_condition
from domain.games.l5r.state import L5rCard, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.ids import Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick
from domain.kernel.state.readings import is_read

MAY_DISCARD = "l5r.regroup.5-3-unbroken-may"
READYING = "l5r.regroup.5-2-ready"


@enforces("l5r.regroup.5-1-begin")
def regroup_begins(game: L5rGame, frame: Procedure) -> None:
    begin_phase(game, "5.1", "regroup")


@enforces("l5r.regroup.action-window")
def regroup_actions(game: L5rGame, frame: Procedure) -> None:
    open_for_all(game, "action", "regroup.action", "5.1")


def cards_to_ready(table: L5rTable) -> list[Handle]:
    """The bowed cards that ready: all in play, or only characters where the match reads the rule so."""
    bowed = [card for card in table.in_play() if table.cards[card].bowed]
    if is_read(table, READYING, "characters"):
        return [card for card in bowed if table.cards[card].type == "character"]
    return bowed


@enforces(READYING, "l5r.regroup.5-2-ready-other-cards")
def ready_cards(game: L5rGame, frame: Procedure) -> None:
    """Ready the bowed cards in play, at the same time."""
    if bowed := cards_to_ready(game.table):
        framework(game, "5.2", *(ready_condition(game.table, card) for card in bowed))


def faceup_in_provinces(table: L5rTable, seat: Seat, *, broken: bool) -> list[L5rCard]:
    """The faceup dynasty cards in those provinces of a player that are broken, or in those that are not."""
    wasted = {each.slot for each in table.province_cards(seat) if each.broken}
    return [each for each in table.dynasty_cards(seat) if not each.facedown and (each.slot in wasted) == broken]


def regroup_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    cards = tuple(each.handle for each in faceup_in_provinces(table, seat, broken=False))
    return Commands((Form("discard_from_provinces", {}, {"cards": Pick(cards, 0, len(cards))}, (MAY_DISCARD,)),))


@enforces(
    "l5r.regroup.5-3-order",
    "l5r.regroup.5-3-broken-must",
    "l5r.regroup.5-3-unbroken-may",
    "l5r.holding.regroup-discard",
)
def clear_provinces(game: L5rGame, frame: RegroupPhase, seat: Seat, command: DiscardFromProvinces) -> None:
    """Discard the chosen cards and all faceup ones in broken provinces, at the same time."""
    table = game.table
    forced = [each.handle for each in faceup_in_provinces(table, seat, broken=True)]
    game.set(turn=frame.turn + 1, at="5.3")
    going: list[Handle] = [*forced, *command.cards]
    if going:
        framework(game, "5.3", *(discard_from_province(table, card) for card in going))


@enforces("l5r.regroup.5-4-rings")
def return_rings(game: L5rGame, frame: Procedure) -> None:
    """Return all claimed rings, at the same time."""
    table = game.table
    claimed = [(ring, seat) for seat in table.player_order() for ring in table.claimed_rings(seat)]
    if claimed:
        framework(game, "5.4", *(Condition(0, "ring_returned", seat=seat, name=ring) for ring, seat in claimed))


@executes("ring_returned")
def rings_return(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    named = {each.name for each in conditions}
    game.emit(RingsReturned(tuple(element for element in game.table.rings if element in named)))
    return conditions


@enforces("l5r.regroup.5-5-token")
def pass_token(game: L5rGame, frame: Procedure) -> None:
    (other,) = game.table.opponents(game.table.first_player)
    framework(game, "5.5", Condition(0, "token_passed", seat=other))


@executes("token_passed")
def token_passes(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(FirstPlayerChosen(each.seat, game.table.first_player))
    return conditions


@enforces("l5r.regroup.5-6-end")
def regroup_ends(game: L5rGame, frame: Procedure) -> None:
    """End the phase and the round in shared windows."""
    framework(game, "5.6", Condition(0, "phase_ended", name="regroup"), Condition(0, "round_ended"))


@enforces("l5r.regroup.chart-order")
class RegroupPhase(CountedTurns, frozen=True, tag="l5r.regroup_phase"):
    """5. The regroup phase."""

    steps = (
        step("5.1", regroup_begins, "the regroup phase begins"),
        step("/actions", regroup_actions, "an action window"),
        step("5.2", ready_cards, "cards ready"),
        Decision(
            "5.3",
            "provinces-to-clear",
            title="each player discards from provinces",
            seats=seat_of_step,
            options=regroup_space,
            accepts=(DiscardFromProvinces,),
            on_answer=clear_provinces,
            rule=MAY_DISCARD,
            public=True,
        ),
        step("5.4", return_rings, "rings return"),
        step("5.5", pass_token, "the first player token passes"),
        step("/expire", expire_with_round, "effects that last for the round expire"),
        step("5.6", regroup_ends, "the regroup phase ends"),
    )
