"""Games, rules and steps by their names, and the check of a deck."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from domain.cardgame.decks.deck_lists import LineFault
from domain.games import GAMES, Definition
from domain.kernel.flow.frames import Decision, Procedure, Step
from domain.kernel.refusals import Refusal
from domain.kernel.rulebook import Rule, UnknownRule
from service.app.rulebooks import all_rules
from service.files.decks import Deck, fault_json, read_deck
from service.web.match.opening import json_text
from service.web.problems import Problem
from service.web.rule_replies import DeckCheckedReply, DeckFaultReply, ProcedureReply, TimingStepReply


def game_of(name: str) -> Definition:
    """The definition of a game. Raises Problem 404."""
    if name not in GAMES:
        raise Problem(404, "request.unknown", f"no such game: {name}", {"game": name, "games": sorted(GAMES)})
    return GAMES[name]


def command_tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)


def procedure_of(kind: type[Procedure]) -> ProcedureReply:
    """A procedure with its steps in order."""
    name = command_tag(kind).rpartition(".")[2]
    title = (kind.__doc__ or "").strip().partition("\n")[0]
    return ProcedureReply(name=name, title=title, steps=[timing_step_of(each) for each in kind.steps])


def timing_step_of(step: Step) -> TimingStepReply:
    asks = step.question if isinstance(step, Decision) else UNSET
    return TimingStepReply(label=step.label, title=step.title, asks=asks)


def require_rule(rule: str) -> Rule:
    try:
        return all_rules()[rule]
    except UnknownRule as error:
        raise Problem(404, "request.unknown", str(error), {"rule": rule}) from error


def deck_check(game: str, brought: Deck) -> DeckCheckedReply:
    """The verdict on a deck: whether it may be played, and every rule that it breaks. Raises Problem 404, Refused."""
    definition = game_of(game)
    read = read_deck(game, brought, {})
    faults = deck_faults(definition, read) if isinstance(read, dict) else [line_fault(each) for each in read]
    deck = read if isinstance(read, dict) else None
    pool = definition.rules.pool.id
    return DeckCheckedReply(game=game, pool=pool, legal=not faults, faults=faults, deck=deck)


def deck_faults(definition: Definition, deck: dict[str, Any]) -> list[DeckFaultReply]:
    """The faults that the game finds in a match of two seats with this deck."""
    seats = tuple(json_text({"name": name, "deck": deck}) for name in ("one", "two"))
    brought = definition.seats(definition.rules, seats, "")
    if not isinstance(brought, Refusal):
        return []
    listed: Any = brought.because.get("faults", [])
    found = [DeckFaultReply(rule=each["rule"], text="", because=without_rule(each)) for each in listed]
    return found or [DeckFaultReply(rule=brought.rule, text=brought.text, because=brought.because)]


def without_rule(fault: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fault.items() if name != "rule"}


def line_fault(fault: LineFault) -> DeckFaultReply:
    return DeckFaultReply(rule=fault.rule, text=fault.text, because=without_rule(fault_json(fault)))
