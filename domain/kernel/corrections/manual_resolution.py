"""Manual resolution: a card whose ability is not implemented yet, carried out by hand with everybody's consent.

An awaited player states the effect in words and as changes from the closed list. Every other player consents or
refuses, in player order; after a refusal nothing happens. Nothing reacts to it, and the log marks it as manual.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from msgspec import structs

from domain.kernel.commands import Command
from domain.kernel.corrections.changes import (
    UNNAMED,
    AnyChange,
    ChangeFault,
    change_name,
    change_refusal,
    redact_change,
)
from domain.kernel.corrections.words import normalize_change
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import Decision, Procedure, Wait, reopen, step
from domain.kernel.flow.waits import StepMended
from domain.kernel.formats.text_forms import StoredWords, is_legible
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat, Viewer
from domain.kernel.refusals import Refusal
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Flag
from domain.kernel.table import Table, TableT

if TYPE_CHECKING:
    from domain.kernel.rules import Rules


class ResolveManually(Command, frozen=True, tag="resolve_manually"):
    """Propose to carry out by hand what a card says: in words, and as changes."""

    card: Handle
    effect: StoredWords
    changes: tuple[AnyChange, ...]


class GiveConsent(Command, frozen=True, tag="give_consent"):
    """Consent to a manual resolution, or refuse it."""

    consent: bool


class ManualResolutionProposed(Fact, frozen=True, tag="kernel.manual_resolution_proposed"):
    """A player proposed to resolve a card by hand; what is hidden in the changes is shown when they are made."""

    neutral = True
    seat: Seat
    card: str
    effect: StoredWords
    changes: tuple[AnyChange, ...]

    def seen_by(self, viewer: Viewer) -> ManualResolutionProposed:
        return self if viewer == self.seat else structs.replace(self, changes=tuple(map(redact_change, self.changes)))


class ManualResolutionAnswered(Fact, frozen=True, tag="kernel.manual_resolution_answered"):
    """A player consented or refused."""

    neutral = True
    seat: Seat
    consent: bool


class ManuallyResolved(Fact, frozen=True, tag="kernel.manually_resolved"):
    """What follows was done by hand, with everybody's consent; nothing reacts to it."""

    neutral = True
    seat: Seat
    card: str
    changes: int


def manual_refusal(rules: Rules[TableT], table: TableT, seat: Seat, command: ResolveManually) -> Refusal | None:
    """Why this may not be proposed: only an awaited seat proposes, for an own card without an implemented ability."""
    top = table.stack[-1]
    if not isinstance(top, Wait) or seat not in top.seats or top.sealed:
        return Refusal("manual.not-awaited", {"seat": seat})
    card = table.find_card(command.card)
    if card is None or card.controller != seat:
        return Refusal("manual.not-your-card", {"card": command.card})
    if not rules.is_unimplemented(card.key):
        return Refusal("manual.implemented", {"card": card.key})
    if not command.changes or not is_legible(command.effect):
        return Refusal("manual.says-nothing", {"effect": command.effect, "changes": len(command.changes)})
    return next((found for each in command.changes if (found := impossible_refusal(rules, table, each))), None)


def impossible_refusal(rules: Rules[TableT], table: TableT, change: AnyChange) -> Refusal | None:
    """Why a change cannot be made: it names something that does not exist, no definite card, or changes nothing."""
    read = normalize_change(rules, table, change)
    fault = read if isinstance(read, ChangeFault) else rules.change_fault(table, read)
    if fault is None:
        return None
    rule = "manual.names-the-card" if fault.why == UNNAMED else "manual.impossible-change"
    return change_refusal(fault, change_name(change), rule)


def propose(game: Game[Table], seat: Seat, command: ResolveManually) -> None:
    card = game.table.find_card(command.card)
    assert card is not None, "a card that is not there was found lawful"
    read = (normalize_change(game.rules, game.table, each) for each in command.changes)
    changes = tuple(each for each in read if not isinstance(each, ChangeFault))
    game.emit(ManualResolutionProposed(seat, card.key, command.effect, changes))
    game.push(ManualResolution(seat=seat, card=card.key, changes=changes))


def who_consents(table: Table, frame: ManualResolution) -> tuple[Seat, ...]:
    others = [seat for seat in table.clockwise_from(frame.seat) if seat != frame.seat]
    return tuple(others[frame.turn : frame.turn + 1])


def consent_space(rules: object, table: Table, frame: ManualResolution, seat: Seat) -> Commands:
    return Commands((Form("give_consent", {}, {"consent": Flag()}, ("manual.consent",)),))


def take_consent(game: Game[Table], frame: ManualResolution, seat: Seat, command: GiveConsent) -> None:
    game.emit(ManualResolutionAnswered(seat, command.consent))
    if command.consent:
        game.set(turn=frame.turn + 1, at="/consent")
    else:
        game.leave()


def make_changes(game: Game[Table], frame: ManualResolution) -> None:
    """Make the changes, one after the other; one that has become impossible meanwhile is left out."""
    game.emit(ManuallyResolved(frame.seat, frame.card, len(frame.changes)))
    for change in frame.changes:
        if game.rules.change_fault(game.table, change) is None:
            game.rules.carry_out(game, change)


def end_proposals(game: Game[Table], why: str) -> bool:
    """End every proposal that awaits consent, with what was consented to. Returns whether there was any.

    The question during which one was made is open again, or is once what stands above it is done.
    """
    stack = game.table.stack
    pairs = enumerate(pairwise(stack))
    asking = [place for place, (frame, above) in pairs if isinstance(frame, ManualResolution) and type(above) is Wait]
    for place in reversed(asking):
        game.emit(StepMended(str(ManualResolution.__struct_config__.tag), "ended", why))
        # a judge's remedy may stand above it
        del stack[place : place + 2]
    if asking:
        reopen(game)
    return bool(asking)


class ManualResolution(Procedure, frozen=True, tag="manual_resolution"):
    """A proposed manual resolution, above the wait during which it was proposed."""

    is_deed = True
    seat: Seat
    card: str
    changes: tuple[AnyChange, ...]
    turn: int = 0
    steps = (
        Decision(
            "/consent",
            "consent",
            title="the seats consent to the manual resolution",
            seats=who_consents,
            options=consent_space,
            accepts=(GiveConsent,),
            on_answer=take_consent,
            rule="manual.consent",
        ),
        step("/carry-out", make_changes, "the changes of the manual resolution are made"),
    )
