"""The repair of this game's frames after a correction has changed the board (see the kernel's `stack_repair`)."""

from __future__ import annotations

from msgspec import structs

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.control import controller
from domain.games.agot_board.board.orders import is_short
from domain.games.agot_board.board.units import own_units
from domain.games.agot_board.chart.action.consolidate_power import ResolveConsolidates
from domain.games.agot_board.chart.action.march import ResolveMarches
from domain.games.agot_board.chart.action.march_destinations import march_space
from domain.games.agot_board.chart.action.neutral_forces import NeutralAttack, order_in
from domain.games.agot_board.chart.action.ports import CapturePort
from domain.games.agot_board.chart.action.raid import ResolveRaids
from domain.games.agot_board.chart.combat.casualties import Casualties
from domain.games.agot_board.chart.combat.combat_steps import CombatFrame
from domain.games.agot_board.chart.combat.house_card_choice import Replacement
from domain.games.agot_board.chart.combat.house_card_texts import CardTexts
from domain.games.agot_board.chart.combat.retreat import room
from domain.games.agot_board.chart.combat.side import CombatSide, sides, winner_and_loser
from domain.games.agot_board.chart.combat.tides_of_battle import drawn_zone, revealed_zone
from domain.games.agot_board.chart.planning_phase import Planning
from domain.games.agot_board.chart.rounds import ActionPhase, Round
from domain.games.agot_board.chart.westeros import WESTEROS_FRAMES
from domain.games.agot_board.chart.westeros.bidding import ClashOfKings
from domain.games.agot_board.chart.westeros.crow_killers import CrowKillers
from domain.games.agot_board.chart.westeros.mustering import Mustering, MusterInTurn
from domain.games.agot_board.chart.westeros.preemptive_raid import PreemptiveRaid
from domain.games.agot_board.chart.westeros.supply import Reconcile, UpdateSupply
from domain.games.agot_board.chart.westeros.wildling_cards import WildlingDecision
from domain.games.agot_board.components import FOOTMAN, KNIGHT
from domain.games.agot_board.facts.board import HouseCardsReturned
from domain.games.agot_board.facts.combat import AttackersCameOut, CombatEnded, current_combat
from domain.games.agot_board.facts.corrected import LossesDue
from domain.games.agot_board.facts.march import MarchVoided
from domain.games.agot_board.facts.westeros import MusteringBegan, MusteringEnded
from domain.games.agot_board.state import TIDES_DISCARD, BoardTable, count
from domain.kernel.cards.moving_cards import move
from domain.kernel.corrections.stack_repair import (
    FITS,
    FrameCheck,
    FrameEnded,
    FrameMended,
    FrameVerdict,
    close_kernel_frame,
    goes_on,
    wait_fits,
)
from domain.kernel.flow.frames import END, Procedure, Wait

MARCH_IS_OVER = "3.2.e"
# frames in which the Houses act one by one in the order of a track
FIXED_ORDER = (UpdateSupply, MusterInTurn, ClashOfKings)


def planning_fits(table: BoardTable, frame: Planning) -> FrameVerdict:
    """`FITS`, or the planning in which orders are now short, so that the first House without orders is next."""
    if frame.at == "2.1.b" and is_short(table):
        return FrameMended(structs.replace(frame, short=True, turn=0), "orders are short")
    if frame.at != "2.2" or not frame.short:
        return FITS
    seats = [seat for seat in table.turn_order() if table.areas_of(seat)]
    turn = next((n for n, seat in enumerate(seats) if not table.orders_of(seat)), len(seats))
    return FITS if turn == frame.turn else FrameMended(structs.replace(frame, turn=turn), "others to ask")


def neutral_attack_fits(table: BoardTable, frame: NeutralAttack) -> FrameVerdict:
    """`FITS`, or a void declaration if it may no longer be made; nothing of it has happened."""
    call = table.neutral_call
    if call is None or not call.target:
        return FITS
    house = order_in(table, call.area).house
    answer = {"moves": call.moves, "token": call.token}
    if march_space(table, house, call.area).check(answer) is None:
        return FITS
    return FrameEnded("the march is void", (MarchVoided(house, call.area, call.target),))


def capture_fits(table: BoardTable, frame: CapturePort) -> FrameVerdict:
    """`FITS` while the House controls the land and enemy Ships lie in its port, else what ends the frame."""
    there = table.area(frame.port).house
    is_open = controller(table, frame.port) == frame.by and there not in ("", frame.by)
    return FITS if is_open else FrameEnded("nothing to capture")


def combat_fits(table: BoardTable, frame: CombatFrame) -> FrameVerdict:
    """`FITS`, or the combat with the losses of a retreat counted again."""
    now = current_combat(table)
    if not now.due or frame.at not in ("4.6.3/rout", "4.6.4/clean-up"):
        return FITS
    _, loser = winner_and_loser(table)
    attacker, _ = sides(table)
    side, area = (loser, now.retreat) if frame.at == "4.6.3/rout" else (attacker, now.origin)
    due = count(side.units) - room(side, area) if side.units else 0
    return FITS if due == now.due else FrameMended(frame, "losses counted anew", (LossesDue(side.house, due),))


def replacement_fits(table: BoardTable, frame: Replacement) -> FrameVerdict:
    """`FITS`, or the end of a replacement if the House has a card in the combat."""
    return FrameEnded("there is a card") if current_combat(table).side(frame.house).card else FITS


def casualties_fits(table: BoardTable, frame: Casualties) -> FrameVerdict:
    """`FITS`, or casualties reduced to the units that the side has."""
    due = min(current_combat(table).due, count(CombatSide(table, frame.house).units))
    if due == current_combat(table).due:
        return FITS
    facts = (LossesDue(frame.house, due),)
    return FrameMended(frame, "losses counted anew", facts) if due else FrameEnded("no units", facts)


def mustering_fits(table: BoardTable, frame: Mustering) -> FrameVerdict:
    """`FITS`, or the mustering without the points of areas that the House has lost."""
    now = table.mustering
    if now is None:
        return FITS
    left = {area: points for area, points in now.points.items() if controller(table, area) == frame.house}
    return FITS if left == now.points else FrameMended(frame, "areas lost", (MusteringBegan(frame.house, left),))


def crow_killers_fits(table: BoardTable, frame: CrowKillers) -> FrameVerdict:
    """`FITS`, or the numbers reduced to the existing Knights and the unused Footmen."""
    knights = count(own_units(table, frame.house, KNIGHT))
    if frame.at == END:
        replaced, destroyed = frame.replaced, min(frame.destroyed, knights)
    else:
        n = min(frame.replaced + frame.destroyed, knights)
        replaced = min(n, table.count_unused(frame.house, FOOTMAN))
        destroyed = n - replaced
    if (replaced, destroyed) == (frame.replaced, frame.destroyed):
        return FITS
    return FrameMended(structs.replace(frame, replaced=replaced, destroyed=destroyed), "Knights counted anew")


FITS_BY_FRAME: dict[type[Procedure], FrameCheck] = {
    Wait: wait_fits,
    Round: goes_on,
    Planning: planning_fits,
    ActionPhase: goes_on,
    ResolveRaids: goes_on,
    ResolveConsolidates: goes_on,
    ResolveMarches: goes_on,
    NeutralAttack: neutral_attack_fits,
    CapturePort: capture_fits,
    CombatFrame: combat_fits,
    CardTexts: goes_on,
    Replacement: replacement_fits,
    Casualties: casualties_fits,
    **dict.fromkeys(WESTEROS_FRAMES, goes_on),
    Mustering: mustering_fits,
    CrowKillers: crow_killers_fits,
}

ABANDONABLE = (
    Reconcile,
    Mustering,
    Casualties,
    CardTexts,
    Replacement,
    CombatFrame,
    CrowKillers,
    PreemptiveRaid,
    WildlingDecision,
)


def abandonable(frame: Procedure) -> bool:
    """Whether the frame can be abandoned; of the frame of marches only the current march."""
    return isinstance(frame, ABANDONABLE) or (isinstance(frame, ResolveMarches) and bool(frame.area))


def given_up(frame: Procedure) -> Procedure | None:
    """The frame that goes on when a march is given up, for the marches of other Houses; else None."""
    return structs.replace(frame, at=MARCH_IS_OVER) if isinstance(frame, ResolveMarches) else None


def close_frame(game: BoardGame, frame: Procedure) -> None:
    """Remove from the table what belongs to a frame."""
    close_kernel_frame(game, frame)
    if isinstance(frame, Mustering) and game.table.mustering is not None:
        game.emit(MusteringEnded(frame.house, sum(game.table.mustering.points.values())))
    elif isinstance(frame, Casualties) and current_combat(game.table).due:
        game.emit(LossesDue(frame.house))
    elif isinstance(frame, CombatFrame):
        close_combat(game)


def close_combat(game: BoardGame) -> None:
    """End a combat that is given up, without a winner: attackers and cards return to where they came from."""
    table = game.table
    if current_combat(table).stage != "over":
        for side in sides(table):
            if side.card:
                game.emit(HouseCardsReturned(side.house, (side.card,)))
            move(game, [*table.zone(drawn_zone(side.house)), *table.zone(revealed_zone(side.house))], TIDES_DISCARD)
        if current_combat(table).units:
            game.emit(
                AttackersCameOut(
                    current_combat(table).attacker.house, current_combat(table).origin, current_combat(table).units
                )
            )
    game.emit(CombatEnded())
