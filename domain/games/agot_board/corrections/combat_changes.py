"""Changes by hand of the current combat: attackers, House cards in it, and Support orders."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.geography import supports
from domain.games.agot_board.chart.combat.support import sides_open_to
from domain.games.agot_board.components import SUPPORT
from domain.games.agot_board.facts.corrected import AttackersSet, HouseCardSet, SupportSet
from domain.games.agot_board.state import ORDER_TYPE, BoardTable, Combat, together
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import BELOW_NOTHING, LIMIT, SAME, STRANDS, UNFIT, ChangeFault
from domain.kernel.ids import NO_SEAT, Seat

IN_COMBAT = "combat"
REFUSE = "refuse"


def unfinished_combat(table: BoardTable) -> Combat | None:
    """The combat if it has not been cleaned up, else None."""
    now = table.combat
    return now if now is not None and now.stage != "over" else None


# --- units


def attacks(table: BoardTable, change: changes.SetPieces) -> bool:
    """Whether a change concerns attacking units, which are in no area."""
    now = unfinished_combat(table)
    return now is not None and (change.area, change.seat) == (now.area, now.attacker.house)


def wrong_attackers(table: BoardTable, change: changes.SetPieces) -> ChangeFault | None:
    """Why the attacking units are invalid; attackers are never routed."""
    now = unfinished_combat(table)
    assert now is not None
    if change.mark:
        return ChangeFault("mark", UNFIT, "attackers are never routed")
    if change.n < 0:
        return ChangeFault("n", LIMIT, BELOW_NOTHING)
    return ChangeFault("n", SAME) if now.units.get(change.kind, 0) == change.n else None


def set_attackers(game: BoardGame, change: changes.SetPieces) -> None:
    now = unfinished_combat(game.table)
    assert now is not None
    others = {kind: n for kind, n in now.units.items() if kind != change.kind}
    game.emit(AttackersSet(change.seat, together(others, {change.kind: change.n})))


def embattled_fault(table: BoardTable, area: str, house: Seat) -> ChangeFault | None:
    """Why a House cannot have an area during a combat: it is the defender's, its origin the attacker's."""
    now = unfinished_combat(table)
    if now is None:
        return None
    kept = {now.area: now.defender.house, now.origin: now.attacker.house}
    if area not in kept or kept[area] == house:
        return None
    return ChangeFault("area" if not house else "seat", UNFIT, f"during the combat it is for {kept[area]}")


# --- House cards


def wrong_card(table: BoardTable, change: changes.SetPlace) -> ChangeFault | None:
    """Why the House card cannot be there: a House in combat may get another of its cards once cards are revealed."""
    now = table.combat
    if now is None or change.seat not in (now.attacker.house, now.defender.house):
        return ChangeFault("place", UNFIT, "its House is in no combat")
    if now.side(change.seat).card == change.thing:
        return ChangeFault("place", SAME)
    house = table.house(change.seat)
    if change.thing not in (*house.hand, *house.discard):
        return ChangeFault("thing")
    return None if now.stage == "fought" else ChangeFault("thing", STRANDS)


def set_card(game: BoardGame, change: changes.SetPlace) -> None:
    game.emit(HouseCardSet(change.seat, change.thing))


def owner_of_card(table: BoardTable, card: str) -> Seat:
    """The House that fights with this card; empty if none does."""
    now = table.combat
    if now is None or not card:
        return NO_SEAT
    return next((side.house for side in (now.attacker, now.defender) if side.card == card), NO_SEAT)


def wrong_text(table: BoardTable, change: changes.SetMark) -> ChangeFault | None:
    """Why the text of a card in the combat cannot be set as used or as still to be resolved."""
    now, house = table.combat, owner_of_card(table, change.thing)
    if now is None or not house:
        return ChangeFault("thing")
    return ChangeFault("on", SAME) if now.side(house).used == change.on else None


def set_text(game: BoardGame, change: changes.SetMark) -> None:
    game.emit(HouseCardSet(owner_of_card(game.table, change.thing), change.thing, change.on))


# --- support


def lends(table: BoardTable, area: str) -> bool:
    """Whether a Support order lies in an area from which it reaches the combat."""
    now, order = table.combat, table.area(area).order
    if now is None or order is None:
        return False
    return ORDER_TYPE[order.token] == SUPPORT and supports(area, now.area)


def wrong_support(table: BoardTable, change: changes.SetMarker) -> ChangeFault | None:
    """Why support is invalid: it needs an order next to the combat, and a side that its House may support."""
    now, order = table.combat, table.area(change.area).order
    if now is None or now.stage in ("begun", "over"):
        return ChangeFault("marker", UNFIT, "no support is called for now")
    if order is None or not lends(table, change.area) or order.house != change.seat:
        return ChangeFault("area", UNFIT, "it has no Support order that reaches the combat")
    if change.area == now.offered:
        return ChangeFault("area", STRANDS)
    if change.value == now.support.get(change.area, ""):
        return ChangeFault("value", SAME)
    if change.value in ("", REFUSE, *sides_open_to(table, change.seat)):
        return None
    return ChangeFault("value", UNFIT, "its House may not support that side")


def set_support(game: BoardGame, change: changes.SetMarker) -> None:
    game.emit(SupportSet(change.area, change.value))
