"""3.2.6 and 3.2.7: the effect of the contested ring, and who claims it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import structs

from domain.cardgame.in_play.active_constants import constants, is_at_work
from domain.cardgame.occurring.conditions import discard_condition, draw_condition
from domain.cardgame.occurring.framework import framework
from domain.cardgame.table import HAND
from domain.games.l5r.commands import (
    BOW,
    DISHONOR,
    DRAW,
    GAIN,
    HONOR,
    READY,
    REMOVE,
    TAKE,
    DeclineRing,
    ResolveRing,
)
from domain.games.l5r.facts.conflicts import RingClaimed, RingEffectEnded, RingEffectResolved, RingEffectStopped
from domain.games.l5r.numbers_in_play import can_be_dishonored, can_lose_fate, conflict_elements
from domain.games.l5r.occurring import bow_condition, executes, ready_condition
from domain.games.l5r.pool.printed import Element
from domain.games.l5r.state import Conflict, L5rCard, L5rGame, L5rTable, current_conflict
from domain.kernel.citing import enforces
from domain.kernel.flow.frames import Decision, Procedure, step
from domain.kernel.ids import NO_CARD, Handle, Seat, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import begin_occurrence, collect_reactions
from domain.kernel.spaces.commands import Commands, FieldSpace, Form
from domain.kernel.spaces.fields import Pick

STOPS = "stop-ring-effects"
MAY_RESOLVE = "l5r.conflict.3-2-6-may-resolve"
EFFECTS: dict[Element, tuple[str, ...]] = {
    "air": (TAKE, GAIN),
    "earth": (DRAW,),
    "fire": (HONOR, DISHONOR),
    "water": (READY, BOW),
    "void": (REMOVE,),
}
"""The effects of each ring, of which one is resolved."""
RULES: dict[Element, str] = {
    "air": "l5r.ring.effect-air",
    "earth": "l5r.ring.effect-earth",
    "fire": "l5r.ring.effect-fire",
    "water": "l5r.ring.effect-water",
    "void": "l5r.ring.effect-void",
}
TARGETED = (HONOR, DISHONOR, READY, BOW, REMOVE)
BY_CARD = "card"
"""How the effect of a ring is initiated that a card lets a player resolve."""


def stopping_cards(table: L5rTable, seat: Seat) -> tuple[str, ...]:
    """The cards that cancel ring effects as they would resolve, in the conflict that is under way."""
    if table.contest is None or not is_at_work(table, STOPS):
        return ()
    return tuple(context.key for context, constant in constants(table, STOPS) if constant.concerns(context, seat))


@enforces("l5r.ring.effect-who", "l5r.conflict.3-2-6-otherwise-nothing", "l5r.select.must-matter")
def who_resolves(table: L5rTable, frame: Procedure) -> tuple[Seat, ...]:
    """The attacking player who has won, where no card cancels the effect: then there is nothing to choose."""
    conflict = current_conflict(table)
    if conflict.winner != conflict.attacker or conflict.stopped or stopping_cards(table, conflict.attacker):
        return ()
    return (conflict.attacker,)


def tell_stopped(game: L5rGame, frame: Procedure) -> None:
    """Say that a card cancels the effect of the ring for which the winner is not asked."""
    conflict = current_conflict(game.table)
    if conflict.winner == conflict.attacker and not conflict.stopped and stopping_cards(game.table, conflict.attacker):
        game.emit(RingEffectStopped())


@enforces(
    "l5r.ring.effect-fire",
    "l5r.ring.effect-water",
    "l5r.ring.effect-void",
    "l5r.target.must-be-affectable",
    "l5r.status.no-double-honor",
    "l5r.status.no-double-dishonor",
)
def affects(table: L5rTable, effect: str, card: L5rCard) -> bool:
    """Whether an effect would change a character."""
    if effect == HONOR:
        return not card.honored
    if effect == DISHONOR:
        return can_be_dishonored(table, card)
    if effect == READY:
        return card.bowed
    if effect == BOW:
        return not card.bowed and not card.fate
    return card.fate > 0 and can_lose_fate(table, card)


def targets(table: L5rTable, effect: str) -> tuple[Handle, ...]:
    """The characters in play, of either player, that an effect would change."""
    return tuple(card for card in table.all_characters() if affects(table, effect, table.cards[card]))


@enforces("l5r.ring.effect-multi-element", "l5r.select.must-matter")
def ring_space(rules: object, table: L5rTable, frame: Procedure, seat: Seat) -> Commands:
    """The effects of the ring that are possible, each a form, and the command that declines."""
    forms = (form for element in conflict_elements(table) for form in effect_forms(table, element))
    return Commands((*forms, Form("decline_ring", rules=(MAY_RESOLVE,))))


def effect_forms(table: L5rTable, element: Element) -> Iterator[Form]:
    cited = (RULES[element],)
    for effect in EFFECTS[element]:
        fixed: dict[str, str | int | bool] = {"element": element, "effect": effect}
        if effect not in TARGETED:
            yield Form("resolve_ring", {**fixed, "target": NO_CARD}, {}, cited)
        elif possible := targets(table, effect):
            fields: dict[str, FieldSpace] = {"target": Pick(possible, 1, 1, single=True)}
            yield Form("resolve_ring", fixed, fields, cited)


@enforces(MAY_RESOLVE)
def resolve_or_decline(game: L5rGame, frame: Procedure, seat: Seat, command: ResolveRing | DeclineRing) -> None:
    if isinstance(command, ResolveRing):
        element = next(each for each in EFFECTS if each == command.element)
        collect_reactions(game, "3.2.6")
        game.push(RingEffect(seat=seat, element=element, effect=command.effect, target=command.target))


def initiate_effect(game: L5rGame, frame: RingEffect) -> None:
    """Let the effect be initiated: it can be cancelled then, and the ring is claimed all the same."""
    how = BY_CARD if frame.by_card else frame.effect
    begin_occurrence(game, Condition(0, "ring_resolved", seat=frame.seat, name=frame.element, how=how))


@executes("ring_resolved")
def ring_resolves(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        element = next(element for element in game.table.rings if element == each.name)
        game.emit(RingEffectResolved(each.seat, element, by_card=each.how == BY_CARD))
    return conditions


def resolve_effect(game: L5rGame, frame: RingEffect) -> None:
    """Carry out what the ring does, if it was not cancelled."""
    initiated = game.table.resolving is not None
    game.emit(RingEffectEnded())
    if initiated and (conditions := [*effect_conditions(game, frame)]):
        begin_occurrence(game, *conditions)


@enforces(
    "l5r.ring.effect-air",
    "l5r.ring.effect-fire",
    "l5r.ring.effect-water",
    "l5r.ring.effect-void",
    "l5r.ring.effect-earth",
)
def effect_conditions(game: L5rGame, frame: RingEffect) -> Iterator[Condition]:
    """The conditions that the effect of a ring causes."""
    table, seat, how = game.table, frame.seat, frame.element
    other = table.opponent(seat)
    if frame.effect == TAKE:
        yield Condition(0, "honor_given", seat=other, other=seat, n=1, how=how)
    elif frame.effect == GAIN:
        yield Condition(0, "honor_gained", seat=seat, n=2, how=how)
    elif frame.effect == DRAW:
        yield from draw_and_discard(game, seat, other)
    elif table.is_in_play(frame.target):
        yield target_condition(table, frame)


def draw_and_discard(game: L5rGame, seat: Seat, other: Seat) -> Iterator[Condition]:
    """The conditions of a drawn card, and of one discarded at random from the hand of the other player."""
    hand = game.table.zone(zone(other, HAND))
    yield draw_condition(seat, 1)
    for card in game.pick_at_random("ring of earth", hand, 1, other) if hand else ():
        yield discard_condition(game.table, card)


def target_condition(table: L5rTable, frame: RingEffect) -> Condition:
    """What happens to the chosen character."""
    card, how = frame.target, frame.element
    if frame.effect == READY:
        return structs.replace(ready_condition(table, card, how=how), other=frame.seat)
    if frame.effect == BOW:
        return structs.replace(bow_condition(table, card, how=how), other=frame.seat)
    kind = {HONOR: "honored", DISHONOR: "dishonored", REMOVE: "fate_removed"}[frame.effect]
    return Condition(0, kind, card=card, seat=table.cards[card].controller, n=1, how=how)


class RingEffect(Procedure, frozen=True, tag="l5r.ring_effect"):
    """The effect of a ring, as it was chosen: of the contested one as the winner resolves it, or by a card."""

    seat: Seat
    element: Element
    effect: str
    target: Handle = NO_CARD
    by_card: bool = False
    steps = (
        step("/initiate", initiate_effect, "the effect of the ring is initiated"),
        step("/resolve", resolve_effect, "the effect of the ring resolves"),
    )


# --- ring effects by cards


def who_resolves_by_card(table: L5rTable, frame: RingByCard) -> tuple[Seat, ...]:
    """The player for whom a card lets a ring effect resolve, if it would change anything and none cancels it."""
    if stopping_cards(table, frame.seat):
        return ()
    return (frame.seat,) if any(True for element in frame.elements for _ in effect_forms(table, element)) else ()


def ring_by_card_space(rules: object, table: L5rTable, frame: RingByCard, seat: Seat) -> Commands:
    """The possible effects of the ring, each a form: by a card one of them resolves, if there is any."""
    return Commands(tuple(form for element in frame.elements for form in effect_forms(table, element)))


def tell_stopped_by_card(game: L5rGame, frame: RingByCard) -> None:
    """Say that a card cancels the ring effect that another one lets a player resolve."""
    if stopping_cards(game.table, frame.seat):
        game.emit(RingEffectStopped())


def resolve_by_card(game: L5rGame, frame: RingByCard, seat: Seat, command: ResolveRing) -> None:
    element = next(each for each in EFFECTS if each == command.element)
    game.push(RingEffect(seat=seat, element=element, effect=command.effect, target=command.target, by_card=True))


class RingByCard(Procedure, frozen=True, tag="l5r.ring_by_card"):
    """A card lets a player resolve the effect of a ring, of one of these elements."""

    seat: Seat
    elements: tuple[Element, ...]
    steps = (
        Decision(
            "/choose",
            "ring-by-card",
            title="a player resolves the effect of a ring",
            seats=who_resolves_by_card,
            options=ring_by_card_space,
            accepts=(ResolveRing,),
            on_answer=resolve_by_card,
            rule=MAY_RESOLVE,
            public=True,
            unasked=tell_stopped_by_card,
        ),
    )


# --- the ring is claimed


@enforces(
    "l5r.conflict.3-2-7-claim",
    "l5r.conflict.3-2-7-return",
    "l5r.conflict.3-2-3-both-zero",
    "l5r.cancel.ring-still-claimed",
)
def claim_ring(game: L5rGame, frame: Procedure) -> None:
    """Let the winner claim the contested ring; it returns to the unclaimed ones where nobody won."""
    conflict = current_conflict(game.table)
    if not conflict.claimed:
        framework(game, "3.2.7", claim_condition(conflict, conflict.winner))


def claim_condition(conflict: Conflict, seat: Seat) -> Condition:
    """The condition that a player claims the contested ring; nobody: that it returns to the unclaimed ones."""
    kind = "ring_claimed" if seat else "ring_returned"
    return Condition(0, kind, seat=seat, name=conflict.ring, how=conflict.kind)


@executes("ring_claimed")
def rings_are_claimed(game: L5rGame, conditions: list[Condition]) -> list[Condition]:
    for each in conditions:
        element = next(element for element in game.table.rings if element == each.name)
        game.emit(RingClaimed(element, each.seat))
    return conditions
