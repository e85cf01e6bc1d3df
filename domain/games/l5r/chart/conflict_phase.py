"""3. The conflict phase: opportunities to declare conflicts, then the contest for the Imperial Favor.

One conflict is in `conflict`.
"""

from __future__ import annotations

from domain.cardgame.facts.course import ActivePlayerNamed, Counted, LimitsReset
from domain.cardgame.occurring.delayed_effects import end_unused
from domain.cardgame.occurring.framework import expire, framework
from domain.cardgame.rounds_and_phases import begin_phase, end_phase, expire_with_phase
from domain.games.l5r.chart.conflict.declaration import can_declare, declaration_space
from domain.games.l5r.chart.conflict.outcome import held_key
from domain.games.l5r.chart.conflict.steps import begin_conflict
from domain.games.l5r.commands import DeclareConflict, PassConflict, SetFavor
from domain.games.l5r.facts.conflicts import ConflictEnded
from domain.games.l5r.facts.players import FavorClaimed, GloryCounted, OpportunitiesGiven, OpportunityUsed
from domain.games.l5r.numbers_in_play import glory_count
from domain.games.l5r.occurring import executes
from domain.games.l5r.state import SIDES, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.flow.priority_windows import open_for_all
from domain.kernel.flow.standing_orders import end_orders
from domain.kernel.ids import NO_SEAT, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick

OPPORTUNITIES = 2
NEXT, CLAIM = "l5r.conflictphase.next-player", "l5r.favor.3-4-2-claim"


@enforces("l5r.conflictphase.3-1-begin")
def conflicts_begin(game: L5rGame, frame: Procedure) -> None:
    begin_phase(game, "3.1", "conflict")


def give_opportunities(game: L5rGame, frame: Procedure) -> None:
    game.emit(OpportunitiesGiven(OPPORTUNITIES))


@enforces("l5r.conflictphase.action-window")
def conflicts_actions(game: L5rGame, frame: Procedure) -> None:
    open_for_all(game, "action", "conflicts.action", "3.1")


@enforces(
    "l5r.conflictphase.alternate-opportunities",
    "l5r.priority.first-player-active-first",
    "l5r.priority.player-order-repeats",
)
def next_to_declare(table: L5rTable, frame: ConflictPhase) -> Seat:
    """The player who has the next opportunity: the opponent of who had the last one, if that one has any left."""
    order = table.clockwise_from(table.next_seat(frame.last) if frame.last else table.first_player)
    return next((seat for seat in order if table.players[seat].opportunities), NO_SEAT)


@enforces(
    NEXT,
    "l5r.conflictphase.window-exit",
    "l5r.conflictphase.none-left",
    "l5r.priority.active-player-conflict",
    "l5r.priority.active-player-definition",
)
def name_next(game: L5rGame, frame: ConflictPhase) -> None:
    """Make the player active who has the next opportunity; go on to the Imperial Favor where nobody has one."""
    seat = next_to_declare(game.table, frame)
    if seat == NO_SEAT:
        game.goto("3.4")
        return
    game.set(last=seat)
    game.emit(ActivePlayerNamed(seat))


def active_player(table: L5rTable, frame: ConflictPhase) -> tuple[Seat, ...]:
    return (frame.last,)


def could_declare(table: L5rTable, frame: ConflictPhase, seat: Seat) -> bool:
    """Whether a player may do something else than pass."""
    return can_declare(table, seat)


@enforces("l5r.conflictphase.option-military", "l5r.conflictphase.option-political", "l5r.conflictphase.any-type-order")
def declare_or_pass(game: L5rGame, frame: Procedure, seat: Seat, command: DeclareConflict | PassConflict) -> None:
    if isinstance(command, DeclareConflict):
        begin_conflict(game, seat, command)
    else:
        framework(game, "3.2", Condition(0, "conflict_passed", seat=seat, name=command.kind))


@executes("conflict_passed")
@enforces("l5r.conflictphase.passed-is-lost", "l5r.pass.conflict-type-not-stated", "l5r.pass.definition")
def pass_opportunity(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(OpportunityUsed(each.seat, each.name, passed=True))
    return conditions


def expire_with_conflict(game: L5rGame, frame: Procedure) -> None:
    """Expire the effects that last for the conflict, in a step of its own: what follows happens before its end."""
    expire(game, "conflict")
    end_unused(game, "conflict", *conflict_end(game.table))


@enforces("l5r.conflictphase.3-3-ends", "l5r.conflictphase.loop-back", "l5r.conflict.one-at-a-time")
def conflict_ends(game: L5rGame, frame: Procedure) -> None:
    """End the conflict, if there was one, and return to the action window."""
    game.goto("/actions")
    begin_end(game)


def begin_end(game: L5rGame) -> None:
    """Let the conflict end that is under way, if there is one."""
    if ended := conflict_end(game.table):
        framework(game, "3.3", *ended)


def conflict_end(table: L5rTable) -> tuple[Condition, ...]:
    """The condition with which the conflict under way ends, which says whether it broke the province; () for none."""
    now = table.contest
    if now is None:
        return ()
    return (Condition(0, "conflict_ended", seat=now.attacker, other=now.defender, name=now.kind, n=int(now.broke)),)


@executes("conflict_ended")
def end_conflict(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    game.emit(ConflictEnded())
    game.emit(Counted(tuple(held_key(each.name) for each in conditions)))
    game.emit(LimitsReset("conflict"))
    end_orders(game, "conflict")
    return conditions


# --- 3.4 the Imperial Favor


@enforces("l5r.favor.3-4-begins")
def favor_contest_begins(game: L5rGame, frame: Procedure) -> None:
    framework(game, "3.4", Condition(0, "favor_contest_began"))


@enforces("l5r.favor.framework-count")
def count_glory(game: L5rGame, frame: Procedure) -> None:
    framework(game, "3.4.1", Condition(0, "glory_counted"))


@executes("glory_counted")
@enforces("l5r.favor.3-4-1-compare", "l5r.favor.3-4-2-tie", "l5r.favor.no-winner")
def compare_glory(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Count the glory of both players; the higher total wins. Returns what occurred."""
    table = game.table
    totals = tuple((seat, glory_count(table, seat)) for seat in table.player_order())
    best = max(total.value for _, total in totals)
    winners = [seat for seat, total in totals if total.value == best]
    game.emit(GloryCounted(totals, winners[0] if len(winners) == 1 else NO_SEAT))
    return conditions


def winner_of_glory(table: L5rTable, frame: Procedure) -> tuple[Seat, ...]:
    return (table.favored,) if table.favored else ()


def favor_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    return Commands((Form("set_favor", {}, {"side": Pick(SIDES, 1, 1, single=True)}, (CLAIM,)),))


@enforces(CLAIM, "l5r.favor.3-4-2-reset", "l5r.favor.3-4-2-ends", "l5r.favor.reclaim", "l5r.favor.claim-set-side")
def set_favor(game: L5rGame, frame: Procedure, seat: Seat, command: SetFavor) -> None:
    framework(game, "3.4.2", Condition(0, "favor_claimed", seat=seat, name=command.side))


@executes("favor_claimed")
@enforces("l5r.favor.definition", "l5r.favor.side-fixed", "l5r.favor.3-4-2-carries-over")
def claim_favor(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        game.emit(FavorClaimed(each.seat, each.name))
    return conditions


@enforces("l5r.conflictphase.3-5-end")
def conflicts_end(game: L5rGame, frame: Procedure) -> None:
    end_phase(game, "3.5", "conflict")


# --- a further conflict, by a card


def who_declares(table: L5rTable, frame: FurtherConflict) -> tuple[Seat, ...]:
    return (frame.seat,) if can_declare(table, frame.seat) else ()


def further_space(rules: object, table: L5rTable, frame: FurtherConflict, seat: Seat) -> Commands:
    """Every conflict that the player may declare; to pass is no choice."""
    forms = declaration_space(rules, table, frame, seat).forms
    return Commands(tuple(each for each in forms if each.type != "pass_conflict"))


def declare_further(game: L5rGame, frame: FurtherConflict, seat: Seat, command: DeclareConflict) -> None:
    begin_conflict(game, seat, command)


def activate(game: L5rGame, frame: FurtherConflict) -> None:
    game.emit(ActivePlayerNamed(frame.seat))


def end_further(game: L5rGame, frame: FurtherConflict) -> None:
    begin_end(game)


class FurtherConflict(Procedure, frozen=True, tag="l5r.further_conflict"):
    """A conflict that a card lets a player declare at once."""

    seat: Seat
    steps = (
        step("/activate", activate, "the player is active"),
        Decision(
            "/declare",
            "further-conflict",
            title="a player declares a conflict at once",
            seats=who_declares,
            options=further_space,
            accepts=(DeclareConflict,),
            on_answer=declare_further,
            rule=NEXT,
            checked=True,
            public=True,
        ),
        step("/expire-conflict", expire_with_conflict, "effects that last for the conflict expire"),
        step("/end", end_further, "the conflict ends"),
    )


@enforces("l5r.conflictphase.chart-order", "l5r.framework.loop-windows")
class ConflictPhase(Procedure, frozen=True, tag="l5r.conflict_phase"):
    """3. The conflict phase."""

    last: Seat = NO_SEAT  # who had the last opportunity to declare a conflict
    steps = (
        step("3.1", conflicts_begin, "the conflict phase begins"),
        step("/opportunities", give_opportunities, "each player has two opportunities to declare a conflict"),
        step("/actions", conflicts_actions, "an action window"),
        step("/next", name_next, "the next player is active"),
        Decision(
            "3.2",
            "conflict",
            title="the active player declares a conflict or passes",
            seats=active_player,
            options=declaration_space,
            accepts=(DeclareConflict, PassConflict),
            on_answer=declare_or_pass,
            rule=NEXT,
            checked=True,
            public=True,
            plural=could_declare,
        ),
        step("/expire-conflict", expire_with_conflict, "effects that last for the conflict expire"),
        step("3.3", conflict_ends, "the conflict ends, or was passed"),
        step("3.4", favor_contest_begins, "the Imperial Favor is contested"),
        step("3.4.1", count_glory, "glory is counted"),
        Decision(
            "3.4.2",
            "favor",
            title="the winner claims the Imperial Favor",
            seats=winner_of_glory,
            options=favor_space,
            accepts=(SetFavor,),
            on_answer=set_favor,
            rule=CLAIM,
            public=True,
        ),
        step("/expire", expire_with_phase, "effects that last for the phase expire"),
        step("3.5", conflicts_end, "the conflict phase ends"),
    )
