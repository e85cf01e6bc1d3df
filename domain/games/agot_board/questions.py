"""Judges' questions about this game: numbers, limits, marks in a timeline. It has no windows of priority."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from domain.games.agot_board.board.control import controller, supply_icons
from domain.games.agot_board.board.geography import supports
from domain.games.agot_board.board.supply import flags, sizes
from domain.games.agot_board.chart.action.consolidate_power import income
from domain.games.agot_board.chart.action.neutral_forces import granting_areas, strength
from domain.games.agot_board.chart.combat.house_card_texts import CardTexts, text_of
from domain.games.agot_board.chart.combat.side import CombatSide, sides
from domain.games.agot_board.chart.combat.strength import final, initial
from domain.games.agot_board.chart.westeros.income import power_icons, trading_ports
from domain.games.agot_board.components import AREAS, CONSOLIDATE_POWER, FORTIFIED, SETUPS, SPECIAL_ORDERS, SUPPORT
from domain.games.agot_board.facts.board import (
    PhaseBegan,
    PowerDiscarded,
    PowerGained,
    PowerTokenRemoved,
    RoundBegan,
    UnitsDestroyed,
    UnitsReplaced,
)
from domain.games.agot_board.facts.combat import AttackersDestroyed, current_combat
from domain.games.agot_board.state import BoardTable
from domain.kernel.facts import Fact
from domain.kernel.flow.priority_windows import Window
from domain.kernel.game import UnaskedQuestion
from domain.kernel.ids import Seat, Viewer
from domain.kernel.numbers import RuleNumber, TraceLine, trace_number
from domain.kernel.refusals import Refusal

marks: dict[type[Fact], str] = {
    RoundBegan: "round",
    PhaseBegan: "phase",
    PowerGained: "power",
    PowerDiscarded: "power",
    PowerTokenRemoved: "power",
    UnitsDestroyed: "loss",
    UnitsReplaced: "loss",
    AttackersDestroyed: "loss",
}


# an answer that leaves an optional power unused although it could be used
declines: dict[str, tuple[str, Any]] = {
    "raven_decline": ("type", "raven_decline"),
    "muster_done": ("type", "muster_done"),
    "resolve_raid": ("target", None),
    "declare_support": ("side", "refuse"),
    "answer_support": ("accept", False),
    "use_card_text": ("use", False),
    "use_blade": ("how", "no"),
    "capture_ships": ("ships", 0),
}


def why_unasked(table: BoardTable, question: UnaskedQuestion, seat: Seat) -> Refusal | None:
    """Why a House in a combat was not asked for its Blade, its card's text or its support."""
    now = table.combat
    why = UNASKED.get(question.question)
    return why(table, question, seat) if now is not None and why is not None else None


def no_blade(table: BoardTable, question: UnaskedQuestion, seat: Seat) -> Refusal | None:
    now = current_combat(table)
    if seat != table.blade or (question.question == "redraw" and not table.tides):
        return None
    if table.blade_used:
        return Refusal("agot_board.ruling.blade-once-per-round", {"blade": "used", "round": table.round})
    return Refusal("agot_board.combat.blade-window", {"combat": [now.attacker.house, now.defender.house]})


def no_text(table: BoardTable, question: UnaskedQuestion, seat: Seat) -> Refusal | None:
    """Why a House had no text to use in this pass; None for a text of another pass, and for one already used."""
    now = current_combat(table)
    if seat not in (now.attacker.house, now.defender.house):
        return None
    side = CombatSide(table, seat)
    text = text_of(side)
    if text is None or not isinstance(question.asker, CardTexts) or text.slot != question.asker.slot or side.own.used:
        return None
    return text.lacking_refusal(side)


def no_support(table: BoardTable, question: UnaskedQuestion, seat: Seat) -> Refusal | None:
    """Why a House was not asked for support: its Support orders do not reach the combat, or are decided."""
    now = current_combat(table)
    out_of_reach = [area for area in table.areas_with(seat, SUPPORT) if not supports(area, now.area)]
    because: dict[str, object] = {"embattled": now.area, "orders": out_of_reach}
    return Refusal("agot_board.support.adjacent-to-embattled", because) if out_of_reach else None


UNASKED: dict[str, Callable[[BoardTable, UnaskedQuestion, Seat], Refusal | None]] = {
    "blade": no_blade,
    "redraw": no_blade,
    "card-text": no_text,
    "support": no_support,
}


number_names = (
    *("supply", "supply-track", "castles", "income", "stars", "army", "consolidate"),
    *("initial-strength", "strength", "neutral-strength"),
)


def numbers(table: BoardTable, viewer: Viewer) -> Iterator[RuleNumber]:
    """Every number that the rules compute now for things that the viewer sees."""
    for house in table.seats:
        yield RuleNumber("supply", house, supply_icons(table, house))
        yield RuleNumber("supply-track", house, trace_number(table.house(house).supply, (), source="track"))
        yield RuleNumber("castles", house, trace_number(0, castle_lines(table, house)))
        yield RuleNumber("income", house, trace_number(0, [*power_icons(table, house), *trading_ports(table, house)]))
        yield from track_numbers(table, house)
        yield from army_limits(table, house)
        for area in table.areas_with(house, CONSOLIDATE_POWER):
            if (order := table.area(area).order) and order.up:
                yield RuleNumber("consolidate", area, income(table, house, area))
    yield from combat_numbers(table)


def castle_lines(table: BoardTable, house: Seat) -> list[TraceLine]:
    """The Castles and Strongholds of a House, one line for each area."""
    return [TraceLine(area, 1) for area in FORTIFIED if controller(table, area) == house]


def track_numbers(table: BoardTable, house: Seat) -> Iterator[RuleNumber]:
    """The number of Special Orders that the King's Court track allows."""
    if house in table.kings_court:
        place = table.kings_court.index(house)
        source = f"kings_court position {place + 1} of {len(table.kings_court)}"
        stars = SETUPS[len(table.seats)].special_orders[place]
        yield RuleNumber("stars", house, trace_number(stars, (), source=source))


def army_limits(table: BoardTable, house: Seat) -> Iterator[RuleNumber]:
    """The size of each army and the supply flag that it uses."""
    limits = flags(table, house)
    armies = sorted(((n, area) for area, n in sizes(table, house).items() if n > 1), reverse=True)
    for rank, (n, area) in enumerate(armies):
        limit = limits[rank] if rank < len(limits) else 1
        yield RuleNumber("army", area, trace_number(n, [TraceLine(f"flag {limit}", 0)], source="units"))


def combat_numbers(table: BoardTable) -> Iterator[RuleNumber]:
    """The strengths of a combat, and of a march that waits for support against a Neutral Force."""
    if table.combat is not None:
        for side in sides(table):
            yield RuleNumber("initial-strength", side.house, initial(side))
            yield RuleNumber("strength", side.house, final(side))
    call = table.neutral_call
    if call is not None and call.target:
        support = granting_areas(table, call.area, call.target)
        counted = strength(table, call.area, call.target, call.moves, support)
        yield RuleNumber("neutral-strength", AREAS[call.target].id, counted)


def limits(table: BoardTable) -> dict[str, int]:
    """The use of what is allowed once a round, and each House's revealed Special Orders on the board."""
    found = {"round:blade": int(table.blade_used), "round:raven": int(table.raven_used)}
    for area in table.areas.values():
        if area.order and area.order.up and area.order.token in SPECIAL_ORDERS:
            key = f"round:special-orders:{area.order.house}"
            found[key] = found.get(key, 0) + 1
    return {key: n for key, n in found.items() if n}


def reasons(
    table: BoardTable, window: Window, seat: Seat, *, public: bool
) -> Iterator[tuple[dict[str, Any], Refusal | None]]:
    """An empty iterator: the game never opens a window of priority."""
    yield from ()
