"""Cards of Legend of the Five Rings at work: tables in which a card is used, and short words for what players do.

Read `in_conflict`, `fight` and `in_phase`, which lay a table, then `uses`, `plays` and `answers`. Cards are named as in
`tests.l5r_tables`: `a-doji-hotaru` is a card of Alice, `b-` one of Bob. Alice is the first player and attacks.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.cardgame.abilities.registry import Declaration, Declare
from domain.cardgame.commands import InitiateAction, PlayEvent, UseInterrupt, UseReaction
from domain.games.l5r.abilities.registry import DECLARED, L5rRegistry
from domain.games.l5r.chart.conflict.steps import ConflictFrame
from domain.games.l5r.chart.conflict_phase import ConflictPhase
from domain.games.l5r.chart.phase_order import PHASE_FRAMES
from domain.games.l5r.commands import BidHonor
from domain.games.l5r.game import rules
from domain.games.l5r.numbers_in_play import glory, skill
from domain.games.l5r.pool.printed import ELEMENTS, Element
from domain.games.l5r.state import L5rTable, Ring
from domain.kernel.flow.priority_windows import Pass, Window
from domain.kernel.ids import NO_SEAT, Handle, Seat
from domain.kernel.occurring.abilities import ChooseOption, ChooseTargets
from domain.kernel.refusals import Refused
from domain.kernel.table import CopyOnWriteMap
from domain.match.aggregate import Match
from tests.builders import acted, awaited, options_of
from tests.l5r_tables import ALICE, BOB, card, conflict, laid, question

RONIN, FAN = "wandering-ronin", "ornate-fan"
HELD = {"hand": [FAN]}  # who holds it can act, so that a window stays open
ON_RONIN = {"host": Handle("a-wandering-ronin")}
EMPTY: dict[str, Any] = {"hand": [], "play": []}
OF_CONFLICT = ("attacker", "defender", "ring", "slot", "evaded", "winner", "loser", "decided", "margin", "opposed")
ACTIONS = {"draw": "/actions", "conflict": "/actions", "fate": "/actions", "regroup": "/actions", "dynasty": "1.4"}


def in_conflict(kind: str = "military", attackers: str = "", defenders: str = "", **said: Any) -> Match:
    """Alice attacks Bob's first province in the conflict action window; handles of a side are written as one text.

    `at` is another step of the conflict, `ring` another ring than that of fire, and so on (`OF_CONFLICT`); what is said
    of players and table is as in `laid`.
    """
    of_conflict = {name: said.pop(name) for name in OF_CONFLICT if name in said}
    at, policy = said.pop("at", "3.2.2"), said.pop("policy", "fast")
    sides = {"attackers": tuple(map(Handle, attackers.split())), "defenders": tuple(map(Handle, defenders.split()))}
    frames = (ConflictPhase(at="/expire-conflict", last=ALICE), ConflictFrame(at=at))
    contest = conflict(kind, **sides, **of_conflict)
    return laid(frames, "conflict", policy, contest=contest, **players(said))


def fight(*own: Any, kind: str = "military", attackers: str = "", defenders: str = "", **said: Any) -> Match:
    """Characters of Alice, of whom the first attacks, against a Ronin of Bob, who defends."""
    alice = {"play": [*own], **HELD, **said.pop("alice", {})}
    bob = {"play": [RONIN], **HELD, **said.pop("bob", {})}
    first = own[0] if isinstance(own[0], str) else own[0][0]
    attackers, defenders = attackers or f"a-{first}", defenders or "b-wandering-ronin"
    return in_conflict(kind, attackers, defenders, alice=alice, bob=bob, **said)


def home(own: Any, kind: str = "military", **said: Any) -> Match:
    """A character of Alice at home, while her Ronin attacks; what is said is as in `fight`."""
    return fight(RONIN, own, kind=kind, **said)


def in_phase(phase: str, **said: Any) -> Match:
    """The action window of a phase."""
    at, policy = said.pop("at", ACTIONS[phase]), said.pop("policy", "fast")
    return laid(PHASE_FRAMES[phase](at=at), phase, policy, **players(said))


def players(said: dict[str, Any]) -> dict[str, Any]:
    """What is said of the players, whose hands and play areas are empty where nothing is said."""
    return {**said, **{seat: {**EMPTY, **said.get(seat, {})} for seat in (ALICE, BOB)}}


def declares(monkeypatch: pytest.MonkeyPatch, key: str, declare: Declare) -> None:
    """Let a card of the core set do what a test says, while the test runs."""
    declaration = Declaration()
    declare(declaration)
    registry = L5rRegistry(rules.pool, {**DECLARED, f"core/{key}": tuple(declaration.abilities)}, rules)
    monkeypatch.setattr(rules, "registry", registry)


def claimed(**by: Seat) -> CopyOnWriteMap[Element, Ring]:
    """The rings, of which some are claimed, each by a player."""
    return CopyOnWriteMap({element: Ring(claimed_by=by.get(element, NO_SEAT)) for element in ELEMENTS})


# --- what players do


def in_turn(match: Match, seat: str) -> Match:
    """The match when a player is asked, after a pass of the other one."""
    while awaited(match) != (seat,):
        assert isinstance(match.table.stack[-2], Window), question(match)
        match = acted(match, awaited(match)[0], Pass()).match
    return match


def does(match: Match, seat: str, command: Any) -> Match:
    return acted(in_turn(match, seat), seat, command).match


def uses(match: Match, handle: str, ability: int = 0, seat: str = "") -> Match:
    """The match after a player has begun to use an action of a card."""
    found = match.table.cards[Handle(handle)]
    number = found.gained[0].number if ability < 0 else ability
    return does(match, seat or found.controller, InitiateAction(Handle(handle), number))


def plays(match: Match, handle: str) -> Match:
    """The match after a player has begun to play an event as an action."""
    return does(match, card(match, handle).controller, PlayEvent(Handle(handle)))


def chooses(match: Match, *targets: str) -> Match:
    """The match after who is asked has chosen targets."""
    return acted(match, awaited(match)[0], ChooseTargets(targets)).match


def selects(match: Match, option: str) -> Match:
    return acted(match, awaited(match)[0], ChooseOption(option)).match


def answers(match: Match, handle: str, kind: str, ability: int = 0, seat: str = "") -> Match:
    """The match after a player has begun to answer a condition of a kind in the open window; `seat` is whose it is."""
    found = card(match, handle)
    match = in_turn(match, found.controller)
    window = match.table.stack[-2]
    assert isinstance(window, Window)
    condition = next(each for each in conditions(match) if each.kind == kind and each.seat == (seat or each.seat))
    if match.rules.registry.is_event(found.key):
        return acted(match, found.controller, PlayEvent(Handle(handle), condition.id)).match
    command = UseReaction if window.kind == "reaction" else UseInterrupt
    return acted(match, found.controller, command(Handle(handle), ability, condition.id)).match


def conditions(match: Match) -> tuple[Any, ...]:
    """The conditions that the open window is about."""
    window = match.table.stack[-2] if len(match.table.stack) > 1 else None
    happening = match.table.condition_group(window.about) if isinstance(window, Window) else None
    return happening.conditions if happening is not None else ()


def passes(match: Match, times: int = 1) -> Match:
    """The match after so many passes of whoever is asked."""
    for _ in range(times):
        match = acted(match, awaited(match)[0], Pass()).match
    return match


def closed(match: Match) -> Match:
    """The match after all have passed in the open window, and in those that open while they pass."""
    depth = len(match.table.stack)
    while len(match.table.stack) >= depth and isinstance(match.table.stack[-2], Window):
        match = passes(match)
    return match


ENDED: dict[str, dict[str, Any]] = {
    "ring-effect": {"type": "decline_ring"},
    "broken-province": {"type": "discard_from_broken", "cards": [], "facedown": 0},
}


def ended(match: Match, until: str = "") -> Match:
    """The match when the conflict is over, or a window of this name is open: nobody does more than is asked."""
    while match.table.contest is not None and question(match)[0] != until:
        command = match.rules.command(ENDED.get(question(match)[0], {"type": "pass"}))
        match = acted(match, awaited(match)[0], command).match
    return match


def dueled(match: Match, mine: int, theirs: int) -> Match:
    """The match after both have bid in a duel."""
    return acted(acted(match, ALICE, BidHonor(mine)).match, BOB, BidHonor(theirs)).match


# --- what is offered and refused


def offered(match: Match, seat: str) -> set[str]:
    """The cards with which a player could do something in the open window, whoever is asked; empty out of a window."""
    window = match.table.stack[-2] if len(match.table.stack) > 1 else None
    if not isinstance(window, Window):
        return set()
    forms = match.rules.window_space(match.table, window, Seat(seat)).forms
    return {str(form.fixed["card"]) for form in forms if "card" in form.fixed}


def reacts(match: Match, handle: str) -> bool:
    """Whether a card of Alice can react now."""
    return question(match)[0].startswith("reaction") and handle in offered(match, ALICE)


def options(match: Match, seat: str = "") -> set[str]:
    """What may be chosen in the open question for targets or an option."""
    space = options_of(match.rules, match.table, Seat(seat or awaited(match)[0]))
    return {each for form in space.forms for field in form.fields.values() for each in getattr(field, "options", ())}


def refused(match: Match, seat: str, command: Any) -> str:
    """The rule that refuses a command."""
    try:
        acted(match, seat, command)
    except Refused as caught:
        return caught.refusal.rule
    raise AssertionError(f"{command} is not refused")


# --- what is so


def skills(match: Match, handle: str) -> tuple[int, int]:
    """The military and the political skill of a character."""
    table: L5rTable = match.table
    found = card(match, handle)
    return skill(table, found, "military").value, skill(table, found, "political").value


def glory_of(match: Match, handle: str) -> int:
    return glory(match.table, card(match, handle)).value


def handle_of(match: Match, id: str) -> str:
    """The handle of the only card in play of an id, which may have a new one."""
    (found,) = (each for each in match.table.in_play() if match.table.cards[each].key == f"core/{id}")
    return str(found)


__all__ = ["ALICE", "BOB", "card", "question"]
