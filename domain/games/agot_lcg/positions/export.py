"""A table as a position, in a normal form from which building.py builds the same table.

A position can be written while the open wait belongs to the framework: a window of the chart or a question of a step.
The state of a nested sequence is only in the record. Standing orders and draw offers belong to the match and not to the
table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.cardgame.pool.own_cards import OWN
from domain.cardgame.positions import writing
from domain.cardgame.positions.writing import TableWriter
from domain.families.agot_cards.abilities.counters import USAGE, usage_keys
from domain.games.agot_lcg.chart.challenge.steps import ChallengeFrame
from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES, Round
from domain.games.agot_lcg.chart.standing_phase import StandingPhase
from domain.games.agot_lcg.pool.pack import FILLER, PLAIN_PLOT
from domain.games.agot_lcg.positions.building import seats_done
from domain.games.agot_lcg.positions.cards import PLOTS
from domain.games.agot_lcg.positions.reading import Position
from domain.games.agot_lcg.positions.waiting_points import MOMENTS, SETUP
from domain.games.agot_lcg.setup import Setup
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.flow.frames import Procedure, Wait
from domain.kernel.flow.windows import Window
from domain.kernel.ids import Handle, Seat
from domain.kernel.refusals import NoPosition, Refusal
from domain.kernel.scenarios.card_names import LyingCard
from domain.kernel.state.fields import field_state

LISTED = ("hand", "deck", "discard", "dead", "removed", "plots", "used", "setup")
ALWAYS = ("deck", "plots")


def position_of(table: AgotTable) -> dict[str, Any]:
    """The position at this wait, as plain data; raises NoPosition in a nested sequence or after the end."""
    at, frames = moment_now(table)
    writer = AgotWriter(table)
    position: dict[str, Any] = {
        "round": table.round,
        "phase": table.phase,
        "at": at,
        "first_player": table.first_player,
    }
    if table.active_player:
        position["active_player"] = table.active_player
    if table.initiative_winner:
        position["initiative_winner"] = table.initiative_winner
    position |= writer.turn_in_window(frames[-1])
    position |= turns_done(table, at, frames)
    if table.challenge is not None:
        position["challenge"] = challenge_now(table, writer.names)
    position["players"] = {seat: writer.player(seat) for seat in table.seats}
    return position | writer.limits(worded_counters(table)) | writer.effects()


# the current step


def moment_now(table: AgotTable) -> tuple[str, list[Procedure]]:
    """The key of the waiting point, and the frames of the framework. Raises NoPosition."""
    wait = table.stack[-1] if table.stack else None
    if not isinstance(wait, Wait):
        raise NoPosition(Refusal("match.over", {"over": True}))
    frames = [each for each in table.stack[:-1] if not (isinstance(each, Setup) and len(table.stack) > 2)]
    at = key_of(frames, wait)
    if not at or table.sealed or any(isinstance(each, StandingPhase) and each.chose for each in frames):
        raise NoPosition(Refusal("position.nested", {"wait": wait.question, "see": "record"}))
    return at, frames


def key_of(frames: list[Procedure], wait: Wait) -> str:
    """The key of a wait of the framework; empty for a nested one."""
    kinds = [type(each) for each in frames]
    if kinds == [Setup]:
        return next((key for key, each in MOMENTS.items() if each.label == wait.asked_by), "")
    window = frames[-1].name if isinstance(frames[-1], Window) else ""
    inner = kinds[2:-1] if window else kinds[2:]
    if kinds[0] is not Round or kinds[1] not in PHASE_FRAMES.values() or inner not in ([], [ChallengeFrame]):
        return ""
    if window:
        return window if window in MOMENTS else ""
    found = (each for each, moment in MOMENTS.items() if not moment.window and moment.label == wait.asked_by)
    return next(found, "")


def turns_done(table: AgotTable, at: str, frames: list[Procedure]) -> dict[str, Any]:
    """The seats that have had their turn, if they differ from the default of `seats_done`."""
    if MOMENTS[at].phase == SETUP:
        turn = getattr(frames[0], "turn", 0)
        return {"done": list(table.player_order()[:turn])} if turn else {}
    had = getattr(frames[1], "were_active", getattr(frames[1], "checked", ()))
    usual: tuple[Seat, ...] = ()
    if hasattr(frames[1], "were_active"):
        usual = seats_done(
            Position(
                at=at,
                round=table.round,
                phase=table.phase,
                seats=table.seats,
                first_player=table.first_player,
                active_player=table.active_player,
                players=(),
                cards=(),
            )
        )
    return {"done": list(had)} if had != usual else {}


# cards


class AgotWriter(TableWriter[AgotTable]):
    """Writes the cards, counters and effects of a table of this game."""

    areas = (*LISTED[:6], "plot", "chosen", "used", "agenda", "faction", "setup")

    def filling_card(self, kind: str) -> str:
        if kind not in LISTED:
            return ""
        return f"{OWN.id}/{PLAIN_PLOT if kind in PLOTS else FILLER}"

    def cards_on(self, card: Handle) -> Mapping[str, list[Handle]]:
        return {"duplicates": self.table.duplicates(card), "attachments": self.table.attachments(card)}

    def player(self, seat: Seat) -> dict[str, Any]:
        """The entry of one player."""
        table = self.table
        faction = table.cards[table.players[seat].faction]
        fields: dict[str, Any] = {"faction": self.entry(faction.handle, seat, without=("power",))}
        for kind in ("agenda", "plot", "chosen"):
            if cards := self.area(seat, kind):
                fields[kind] = self.entry(cards[0], seat)
        fields.setdefault("plot", "none")
        for kind in LISTED:
            if self.area(seat, kind) or kind in ALWAYS:
                fields[kind] = self.listed_area(seat, kind)
        if roots := self.roots(seat):
            fields["play"] = [self.entry(card, seat) for card in roots]
        fields |= field_state(table.players[seat])
        if faction.power:
            fields["power"] = faction.power
        if usage := usage_now(table, seat):
            fields["usage"] = usage
        return fields


def position_names(table: AgotTable) -> dict[Handle, str]:
    """The names of all cards, in the order of a position, with counted cards last."""
    return AgotWriter(table).names


def lying_cards(table: AgotTable) -> dict[Handle, LyingCard]:
    """The cards on other cards, and turned cards; a duplicate is meant only where a duplicate is asked for."""
    aside = {
        card.handle: LyingCard("duplicate", aside=True) for card in table.cards.values() if card.host and card.duplicate
    }
    return writing.lying_cards(table) | aside


def challenge_now(table: AgotTable, names: dict[Handle, str]) -> dict[str, Any]:
    now = table.challenge
    assert now is not None
    # a character that stealth bypassed may have left play
    sides = {name: getattr(now, name) for name in ("attackers", "defenders", "bypassed")}
    cards = {name: [names[card] for card in listed if card in names] for name, listed in sides.items()}
    return {
        "kind": now.kind,
        "attacker": now.attacker,
        "defender": now.defender,
        "attackers": cards.pop("attackers"),
        **{name: listed for name, listed in cards.items() if listed},
    }


# counters


def usage_now(table: AgotTable, seat: Seat) -> dict[str, int]:
    """The counters that have a word of their own and are not 0, and that of the seat's current challenge."""
    now = table.challenge
    under_way = now.kind if now is not None and now.attacker == seat else ""
    counted = {name: usage_of(table, usage_keys(name, seat)) for name in USAGE}
    return {name: n for name, n in counted.items() if n or name == under_way}


def usage_of(table: AgotTable, keys: tuple[str, ...]) -> int:
    """The common value of counters that belong together; 0 if they differ."""
    times = {table.usage.get(key, 0) for key in keys}
    return times.pop() if len(times) == 1 else 0


def worded_counters(table: AgotTable) -> frozenset[str]:
    """The counters that are written with a word of their own."""
    return frozenset(key for seat in table.seats for name in usage_now(table, seat) for key in usage_keys(name, seat))
