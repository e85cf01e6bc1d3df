"""A table as a position, in a normal form from which building.py builds the same table.

A position can be written while the open wait belongs to the framework: a window of the chart or a question of a step.
The state of a nested sequence is only in the record. Standing orders and draw offers belong to the match and not to the
table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins

from domain.cardgame.pool.own_cards import OWN
from domain.games.agot_lcg.abilities.counters import USAGE, usage_keys
from domain.games.agot_lcg.chart.challenge.steps import ChallengeFrame
from domain.games.agot_lcg.chart.phase_order import PHASE_FRAMES, Round
from domain.games.agot_lcg.chart.standing_phase import StandingPhase
from domain.games.agot_lcg.pool.pack import FILLER, PLAIN_PLOT
from domain.games.agot_lcg.positions.building import seats_done
from domain.games.agot_lcg.positions.cards import PLOTS, name_of
from domain.games.agot_lcg.positions.reading import Position
from domain.games.agot_lcg.positions.waiting_points import MOMENTS, SETUP
from domain.games.agot_lcg.setup import Setup
from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.flow.frames import Procedure, Wait
from domain.kernel.flow.windows import Window
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.refusals import NoPosition, Refusal
from domain.kernel.scenarios.card_names import LyingCard
from domain.kernel.state.fields import field_state, mark_fields

AREAS = ("hand", "deck", "discard", "dead", "removed", "plots", "used", "setup")
ALWAYS = ("deck", "plots")

# a handle of a card that is no longer there, in the alphabet of kernel/chance.py
GONE = re.compile(r"[0-9a-hjkmnp-tv-z]{9}")


def position_of(table: AgotTable) -> dict[str, Any]:
    """The position at this wait, as plain data; raises NoPosition in a nested sequence or after the end."""
    at, frames = moment_now(table)
    names = position_names(table)
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
    position |= turn_in_window(table, frames[-1])
    position |= turns_done(table, at, frames)
    if table.challenge is not None:
        position["challenge"] = challenge_now(table, names)
    position["players"] = {seat: player(table, seat, names) for seat in table.seats}
    position |= limits(table, names)
    position |= {name: effects for name, effects in effects_now(table, names) if effects}
    return position


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


def turn_in_window(table: AgotTable, frame: Procedure) -> dict[str, Any]:
    """The seat with priority, and the seats that have passed in a row."""
    if not isinstance(frame, Window):
        return {}
    around = table.clockwise_from(frame.turn)
    passed = [around[-place] for place in range(frame.passes, 0, -1)]
    return {"priority": frame.turn, **({"passed": passed} if passed else {})}


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


def position_names(table: AgotTable) -> dict[Handle, str]:
    """The names of all cards, in the order of a position, with counted cards last."""
    counted = {
        card
        for seat in table.seats
        for kind in AREAS
        if is_counted(table, seat, kind)
        for card in area_cards(table, seat, kind)
    }
    listed = [card for seat in table.seats for card in in_order(table, seat)]
    numbers: dict[str, int] = {}
    names = {}
    for card in sorted(listed, key=lambda each: each in counted):
        id = written_id(table, table.cards[card])
        numbers[id] = numbers.get(id, 0) + 1
        names[card] = str(name_of(id, numbers[id]))
    return names


def written_id(table: AgotTable, card: AgotCard) -> str:
    """A card's id; its key if the pool has several cards with the id."""
    return card.printed.id if len(table.registry.pool.by_id[card.printed.id]) == 1 else card.key


def area_cards(table: AgotTable, seat: Seat, kind: str) -> list[Handle]:
    return table.zone(zone(seat, kind))


def is_counted(table: AgotTable, seat: Seat, kind: str) -> bool:
    """Whether an area holds only plain cards, so that their number is enough."""
    plain = f"{OWN.id}/{PLAIN_PLOT if kind in PLOTS else FILLER}"
    return all(table.cards[card].key == plain for card in area_cards(table, seat, kind))


def lying_cards(table: AgotTable) -> dict[Handle, LyingCard]:
    """The cards on other cards, and turned cards; a duplicate is meant only where a duplicate is asked for."""
    turned = tuple(name for name, said in mark_fields(AgotCard).items() if said.turned)
    found = {card.handle: LyingCard(name) for name in turned for card in table.cards.values() if getattr(card, name)}
    for card in table.cards.values():
        if card.host:
            found[card.handle] = LyingCard("duplicate", aside=True) if card.duplicate else LyingCard("on", card.host)
    return found


def in_order(table: AgotTable, seat: Seat) -> Iterator[Handle]:
    """The cards of a player in the order of a position."""
    for kind in (
        "hand",
        "deck",
        "discard",
        "dead",
        "removed",
        "plots",
        "plot",
        "chosen",
        "used",
        "agenda",
        "faction",
        "setup",
    ):
        for card in area_cards(table, seat, kind):
            yield from with_what_is_on(table, card)
    for card in table.play_area(seat):
        if not table.cards[card].host:
            yield from with_what_is_on(table, card)


def with_what_is_on(table: AgotTable, card: Handle) -> Iterator[Handle]:
    yield card
    for other in (*table.duplicates(card), *table.attachments(card)):
        yield from with_what_is_on(table, other)


def player(table: AgotTable, seat: Seat, names: dict[Handle, str]) -> dict[str, Any]:
    """The entry of one player."""
    fields: dict[str, Any] = {}
    faction = table.cards[table.players[seat].faction]
    fields["faction"] = entry(table, faction.handle, seat, names, without=("power",))
    for kind in ("agenda", "plot", "chosen"):
        if cards := area_cards(table, seat, kind):
            fields[kind] = entry(table, cards[0], seat, names)
    fields.setdefault("plot", "none")
    for kind in AREAS:
        cards = area_cards(table, seat, kind)
        if cards or kind in ALWAYS:
            fields[kind] = len(cards) if is_counted(table, seat, kind) else [names[card] for card in cards]
    roots = [card for card in table.play_area(seat) if not table.cards[card].host]
    if roots:
        fields["play"] = [entry(table, card, seat, names) for card in roots]
    fields |= field_state(table.players[seat])
    if faction.power:
        fields["power"] = faction.power
    if usage := usage_now(table, seat):
        fields["usage"] = usage
    return fields


def entry(table: AgotTable, handle: Handle, seat: Seat, names: dict[Handle, str], without: tuple[str, ...] = ()) -> Any:
    """A card as its name, or as a mapping with its state and the cards on it if there are any."""
    card = table.cards[handle]
    fields: dict[str, Any] = {name: value for name, value in field_state(card).items() if name not in without}
    if card.facedown:
        fields["facedown"] = True
    if card.tokens:
        fields["tokens"] = dict(sorted(card.tokens.items()))
    if card.how not in ("", "setup"):
        fields["how"] = card.how
        # abilities only ask whether a card entered play in the current phase
        fields |= {"since": card.since} if card.since == f"{table.round}:{table.phase}" else {}
    if table.is_in_play(handle) and card.controller != seat:
        fields["controller"] = card.controller
    if card.owner != card.controller:
        fields["owner"] = card.owner
    for name, cards in (("duplicates", table.duplicates(handle)), ("attachments", table.attachments(handle))):
        if cards:
            fields[name] = [entry(table, each, card.controller, names) for each in cards]
    return {"card": names[handle], **fields} if fields else names[handle]


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


# counters and effects


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


def limits(table: AgotTable, names: dict[Handle, str]) -> dict[str, Any]:
    """All other counters, with names in place of handles."""
    worded = {key for seat in table.seats for name in usage_now(table, seat) for key in usage_keys(name, seat)}
    listed = {named_key(table, key, names): n for key, n in table.usage.items() if key not in worded and n}
    kept = {key: n for key, n in sorted(listed.items()) if key}
    return {"limits": kept} if kept else {}


def named_key(table: AgotTable, key: str, names: dict[Handle, str]) -> str:
    """A counter's key with names; empty if its card is gone."""
    parts = [names.get(Handle(part), part) for part in key.split(":")]
    if any(is_gone(table, part, names) for part in key.split(":")):
        return ""
    return ":".join(parts)


def is_gone(table: AgotTable, part: str, names: dict[Handle, str]) -> bool:
    return part not in names and part not in table.seats and GONE.fullmatch(part) is not None


def effects_now(table: AgotTable, names: dict[Handle, str]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """The lasting and delayed effects, without cards that they no longer affect."""
    lasting = []
    for each in table.lasting.values():
        cards = [names[card] for card in each.cards if card in names]
        if cards or not each.cards:
            lasting.append(plain_effect(each, {"cards": cards}))
    yield "lasting", lasting
    delayed = []
    for effect in table.delayed.values():
        chosen = [
            [name, [names.get(Handle(pick), pick) for pick in picks if not is_gone(table, pick, names)]]
            for name, picks in effect.chosen
        ]
        delayed.append(plain_effect(effect, {"me": names.get(effect.me, ""), "chosen": chosen}))
    yield "delayed", delayed


def plain_effect(effect: Any, named: dict[str, Any]) -> dict[str, Any]:
    """An effect as plain data, with names and without its id."""
    fields = {**to_builtins(effect), **named}
    return {name: value for name, value in fields.items() if name != "id" and value not in ("", [], ())}
