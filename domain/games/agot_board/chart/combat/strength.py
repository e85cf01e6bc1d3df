"""4.2 and 4.5: combat strength, always computed from the board, with a trace line for each part."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.combat.side import CombatSide, sides
from domain.games.agot_board.chart.combat.tides_of_battle import tides_card
from domain.games.agot_board.components import HOUSE_CARDS, HOUSES, ORDERS, UNITS
from domain.games.agot_board.facts.combat import FinalStrengthCounted, InitialStrengthCounted
from domain.games.agot_board.state import Units
from domain.games.agot_board.words import (
    COUNTED,
    DEFENSE_BONUS,
    NOTHING,
    PER_UNIT,
    PRINTED_IGNORED,
    TO_ZERO,
    Bonus,
    UnitGroup,
)
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Procedure
from domain.kernel.ids import Seat
from domain.kernel.numbers import TracedNumber, TraceLine, trace_number

WEAKEST_ORDER = min(each.modifier for each in ORDERS.values())


@enforces("agot_board.combat.initial-strength")
def count_initial_strength(game: BoardGame, frame: Procedure) -> None:
    """Count units, orders, support and Garrison of both sides."""
    attacker, defender = sides(game.table)
    game.emit(InitialStrengthCounted(initial(attacker), initial(defender)))


@enforces("agot_board.combat.recalculate-initial", "agot_board.ruling.mace-last-defender")
def recount_initial_strength(game: BoardGame, frame: Procedure) -> None:
    """Count again if House cards have changed the initial strength."""
    attacker, defender = sides(game.table)
    now = initial(attacker), initial(defender)
    if (now[0].value, now[1].value) != (attacker.own.initial, defender.own.initial):
        game.emit(InitialStrengthCounted(*now))


@enforces("agot_board.combat.final-strength")
def count_final_strength(game: BoardGame, frame: Procedure) -> None:
    """Add House cards, the Valyrian Steel Blade and Tides of Battle cards to the initial strength."""
    attacker, defender = sides(game.table)
    game.emit(FinalStrengthCounted(final(attacker), final(defender)))


@enforces("agot_board.combat.strength-sources")
def initial(side: CombatSide) -> TracedNumber:
    """The initial strength of a side; a March order can make it negative."""
    return trace_number(0, initial_lines(side), WEAKEST_ORDER, "combat")


@enforces("agot_board.ruling.final-strength-floor")
def final(side: CombatSide) -> TracedNumber:
    """The final strength of a side, never below 0."""
    return trace_number(0, [*initial_lines(side), *card_lines(side), *added_lines(side)], 0, "combat")


def initial_lines(side: CombatSide) -> Iterator[TraceLine]:
    for group in groups(side.house, side.house, side.units):
        yield from unit_lines(side, group)
    yield from order_lines(side)
    yield from support_lines(side)
    yield from garrison_lines(side)


def groups(adds_to: Seat, owner: Seat, units: Units, area: str = "") -> Iterator[UnitGroup]:
    for unit, n in units.items():
        yield UnitGroup(adds_to, owner, unit, n, area)


# --- units


@enforces(
    "agot_board.combat.footman-strength",
    "agot_board.combat.knight-strength",
    "agot_board.combat.ship-strength",
    "agot_board.combat.siege-engine-strength",
    "agot_board.support.siege-engines-attacker-only",
)
def printed_strength(side: CombatSide, unit: str) -> int:
    """The strength of one unit that counts for a side; a Siege Engine counts only against a Castle or Stronghold."""
    printed = UNITS[unit]
    if side.attacks and side.at_a_castle and printed.strength_when_attacking_fortification:
        return printed.strength_when_attacking_fortification
    return printed.strength


@enforces("agot_board.ruling.salladhor-victarion", "agot_board.retreat.routed-no-strength")
def unit_lines(side: CombatSide, group: UnitGroup) -> Iterator[TraceLine]:
    """The lines of a group of standing units: its strength, additions by texts, and last what sets it to 0."""
    total = printed_strength(side, group.unit) * group.count
    yield TraceLine(f"{group.area}/{group.unit}" if group.area else group.unit, total)
    for each in (side, side.opponent):
        if each.card in PER_UNIT and (more := PER_UNIT[each.card](each, group)):
            total += more * group.count
            yield TraceLine(f"{each.card}/text", more * group.count)
    for each in (side, side.opponent):
        if total and each.card in TO_ZERO and TO_ZERO[each.card](each, group):
            yield TraceLine(f"{each.card}/text", -total)
            total = 0


# --- orders, support, Garrison


@enforces(
    "agot_board.order.defense",
    "agot_board.order.defense-lasting",
    "agot_board.special.defense-plus-2",
    "agot_board.special.march-plus-1",
    "agot_board.support.no-own-defense-bonus",
)
def order_lines(side: CombatSide) -> Iterator[TraceLine]:
    """The line of the attacker's March order or of the defender's Defense order."""
    token = side.combat.march if side.attacks else side.defense_order
    if not token:
        return
    bonus = ORDERS[token].modifier
    yield TraceLine(token, bonus)
    if side.defends and side.card in DEFENSE_BONUS:
        yield TraceLine(f"{side.card}/text", DEFENSE_BONUS[side.card](side, bonus))


@enforces(
    "agot_board.support.strength",
    "agot_board.support.all-or-nothing",
    "agot_board.special.support-plus-1",
    "agot_board.order.support",
    "agot_board.support.order-stays",
    "agot_board.combat.supporting-units",
)
def support_lines(side: CombatSide) -> Iterator[TraceLine]:
    """The lines of each area that supports a side: its standing units, and the bonus of its order."""
    for area in side.supporting:
        state = side.table.area(area)
        assert state.order is not None
        for group in groups(side.house, state.order.house, state.units, area):
            yield from unit_lines(side, group)
        if bonus := ORDERS[state.order.token].modifier:
            yield TraceLine(f"{area}/{state.order.token}", bonus)


@enforces(
    "agot_board.garrison.adds-strength",
    "agot_board.garrison.defense-only",
    "agot_board.ruling.garrison-captured-home",
    "agot_board.data.garrison-strength",
)
def garrison_lines(side: CombatSide) -> Iterator[TraceLine]:
    """The line of the Garrison, which defends its own House only."""
    if side.defends and side.table.area(side.combat.area).garrison == side.house:
        yield TraceLine("garrison", HOUSES[side.house].garrison_strength)


# --- House cards, Blade, Tides of Battle


@enforces("agot_board.ruling.balon-printed-only", "agot_board.card.parts", "agot_board.data.house-deck")
def card_lines(side: CombatSide) -> Iterator[TraceLine]:
    """The lines of the House card: its printed strength unless the other card ignores it, and its text's bonus."""
    if not side.card:
        return
    strength, against = HOUSE_CARDS[side.card].strength, side.opponent
    yield TraceLine(side.card, strength)
    if against.card in PRINTED_IGNORED and PRINTED_IGNORED[against.card](against):
        yield TraceLine(f"{against.card}/text", -strength)
    if more := text_bonus(side).strength:
        yield TraceLine(f"{side.card}/text", more)


@enforces("agot_board.ruling.card-text-once")
def text_bonus(side: CombatSide) -> Bonus:
    """The bonus that the text of a side's House card gives now."""
    return COUNTED[side.card](side) if side.card in COUNTED else NOTHING


@enforces("agot_board.token.blade-bonus", "agot_board.tides.reveal")
def added_lines(side: CombatSide) -> Iterator[TraceLine]:
    if side.own.blade:
        yield TraceLine("blade", 1)
    if (tides := tides_card(side)) and tides.strength:
        yield TraceLine(f"tides/{tides.id}", tides.strength)


# --- icons


@enforces(
    "agot_board.icon.kinds",
    "agot_board.icon.sword",
    "agot_board.icon.fortification",
    "agot_board.tides.icons",
    "agot_board.card.text-or-icons",
)
def icon_lines(side: CombatSide, icon: str, sign: int) -> Iterator[TraceLine]:
    """The lines of a side's swords or fortifications: on its House card, by its text, on its Tides of Battle card."""
    printed = getattr(HOUSE_CARDS[side.card], icon) if side.card else 0
    tides = tides_card(side)
    for source, n in (
        (side.card, printed),
        (f"{side.card}/text", getattr(text_bonus(side), icon)),
        (f"tides/{tides.id}" if tides else "", getattr(tides, icon) if tides else 0),
    ):
        if n:
            yield TraceLine(source, sign * n)
