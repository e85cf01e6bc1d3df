"""3.2.3 to 3.2.5: skill is compared, an unopposed conflict costs honor, the province may break."""

from __future__ import annotations

from itertools import chain

from msgspec import structs

from domain.cardgame.facts.course import Counted
from domain.cardgame.occurring.framework import framework
from domain.games.l5r.commands import DiscardFromBroken
from domain.games.l5r.facts.conflicts import ConflictDecided, ProvinceBroken
from domain.games.l5r.numbers_in_play import province_strength, side_skill
from domain.games.l5r.occurring import break_condition, discard_from_province, executes, honor_lost_condition
from domain.games.l5r.state import Conflict, L5rGame, L5rTable, current_conflict
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.spaces.commands import Commands, FieldSpace, Form
from domain.kernel.spaces.fields import Number, Pick

MAY_DISCARD = "l5r.conflict.3-2-5-discard"


@enforces(
    "l5r.conflict.3-2-3-winner",
    "l5r.conflict.3-2-3-minimum",
    "l5r.conflict.3-2-3-tie",
    "l5r.conflict.win-higher-total",
    "l5r.conflict.win-needs-participant",
    "l5r.conflict.win-tie-attacker",
    "l5r.conflict.no-winner",
    "l5r.skill.zero-cannot-win",
)
def comparison(table: L5rTable) -> ConflictDecided:
    """The totals of both sides, and the winner and margin that follow from them."""
    conflict = current_conflict(table)
    attack, defense = side_skill(table, conflict.attacker), side_skill(table, conflict.defender)
    opposed = conflict.defenders != ()
    winner, loser, side = conflict.by_totals(attack.value, defense.value)
    if max(attack.value, defense.value) < 1 or not side:
        return ConflictDecided(attack, defense, opposed=opposed)
    margin = attack.value - defense.value if winner == conflict.attacker else 0
    return ConflictDecided(attack, defense, winner, loser, margin, opposed)


def result_keys(result: str, kind: str, seat: Seat) -> tuple[str, ...]:
    """The counters of conflicts of a type that a player has `won` or `lost`, in the phase and in the round."""
    return tuple(f"{period}:{result}:{kind}:{seat}" for period in ("phase", "round"))


def held_key(kind: str) -> str:
    """The counter of conflicts of a type that have ended in the round: of the type that they were of then."""
    return f"round:held:{kind}"


def compare_skill(game: L5rGame, frame: Procedure) -> None:
    """Compare skill; who has won or lost occurs, if anybody has."""
    decided = comparison(game.table)
    if not decided.winner:
        game.emit(decided)
        return
    framework(game, "3.2.3", *won_and_lost(current_conflict(game.table), decided))


def won_and_lost(conflict: Conflict, decided: ConflictDecided | Conflict) -> tuple[Condition, Condition]:
    """The conditions that one player wins and the other loses, each as attacker or defender, by how much skill."""
    how, lost_as = ("attacker", "defender") if decided.winner == conflict.attacker else ("defender", "attacker")
    attack, defense = (int(each) for each in (decided.attack, decided.defense))
    n = abs(attack - defense)
    won = Condition(0, "conflict_won", seat=decided.winner, other=decided.loser, n=n, name=conflict.kind, how=how)
    return won, structs.replace(won, kind="conflict_lost", seat=decided.loser, other=decided.winner, how=lost_as)


@executes("conflict_won")
def decide_conflict(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    """Decide the conflict by the present totals, which interrupts may have changed. Returns what occurred."""
    decided = comparison(game.table)
    conflict = current_conflict(game.table)
    game.emit(decided)
    if not decided.winner:
        return []
    results = (("won", decided.winner), ("lost", decided.loser))
    game.emit(Counted(tuple(chain.from_iterable(result_keys(each, conflict.kind, seat) for each, seat in results))))
    won, _ = won_and_lost(conflict, decided)
    return [structs.replace(won, id=each.id) for each in conditions]


@executes("conflict_lost")
def lose_conflict(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    conflict = current_conflict(game.table)
    if not conflict.winner:
        return []
    _, lost = won_and_lost(conflict, conflict)
    return [structs.replace(lost, id=each.id) for each in conditions]


@enforces(
    "l5r.conflict.3-2-4-unopposed",
    "l5r.conflict.3-2-4-otherwise-nothing",
    "l5r.unopposed.definition",
    "l5r.unopposed.honor-loss",
)
def apply_unopposed(game: L5rGame, frame: Procedure) -> None:
    """Let the defending player lose 1 honor for a lost conflict without an own participant."""
    conflict = current_conflict(game.table)
    if conflict.winner == conflict.attacker and not conflict.opposed:
        framework(game, "3.2.4", honor_lost_condition(conflict.defender, 1, "unopposed"))


@enforces("l5r.conflict.3-2-5-break", "l5r.conflict.3-2-5-otherwise-nothing", "l5r.break.condition")
def break_province(game: L5rGame, frame: Procedure) -> None:
    """Break the attacked province where the attacking player has won by as much as its strength."""
    table, conflict = game.table, current_conflict(game.table)
    province = table.province(conflict.defender, conflict.slot)
    if province is None or province.broken or conflict.winner != conflict.attacker:
        return
    if conflict.margin >= province_strength(table, province).value:
        framework(game, "3.2.5", break_condition(table, province.handle))


@executes("province_broken")
@enforces("l5r.break.rotate")
def provinces_break(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    able = [each for each in conditions if not game.table.cards[each.card].broken]
    for each in able:
        game.emit(ProvinceBroken(each.card, province_strength(game.table, game.table.cards[each.card])))
    return able


def who_may_discard(table: L5rTable, frame: Procedure) -> tuple[Seat, ...]:
    conflict = current_conflict(table)
    there = table.in_slot(conflict.defender, conflict.slot)
    return (conflict.attacker,) if conflict.broke and there else ()


@enforces("l5r.break.discard-dynasty-option")
def broken_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    """The command that discards from the broken province: faceup cards, and so many of those that nobody knows."""
    conflict = current_conflict(table)
    lying = table.in_slot(conflict.defender, conflict.slot)
    faceup = tuple(each.handle for each in lying if not each.facedown)
    fields: dict[str, FieldSpace] = {
        "cards": Pick(faceup, 0, len(faceup)),
        "facedown": Number(0, len(lying) - len(faceup)),
    }
    return Commands((Form("discard_from_broken", {}, fields, (MAY_DISCARD,)),))


@enforces(MAY_DISCARD)
def discard_from_broken(game: L5rGame, frame: Procedure, seat: Seat, command: DiscardFromBroken) -> None:
    """Discard the chosen cards at the same time."""
    table, conflict = game.table, current_conflict(game.table)
    facedown = [each.handle for each in table.in_slot(conflict.defender, conflict.slot) if each.facedown]
    going = (*command.cards, *facedown[: command.facedown])
    if going:
        framework(game, "3.2.5", *(discard_from_province(table, card) for card in going))
