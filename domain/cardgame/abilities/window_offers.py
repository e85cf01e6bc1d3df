"""The options of a player in a window, and the options that a player could have as far as the public knows.

Candidates come from the index of listeners, and from the hand as the game says; the checks of their commands decide
which of them are legal. For public knowledge a hand counts as if it held any event of the format.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.abilities.registry import ability_keys
from domain.cardgame.checks.initiation import (
    can_pay_costs,
    first_unmet,
    impact_refusal,
    targets_refusal,
)
from domain.cardgame.checks.limits import limit_refusal
from domain.cardgame.commands import InitiateAction, PlayEvent, UseInterrupt, UseReaction
from domain.cardgame.in_play import characteristics
from domain.cardgame.in_play.attaching import hosts
from domain.cardgame.in_play.costs import greatest_reduction
from domain.cardgame.table import HAND, CardGameTable, rules_of_table
from domain.kernel.checks import Check, first_failed_check
from domain.kernel.citing import SLOT, rule_of
from domain.kernel.command_moments import command_tag
from domain.kernel.commands import Command
from domain.kernel.flow.priority_windows import Window
from domain.kernel.ids import NO_CARD, Handle, Seat, zone, zone_kind
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import REACTION
from domain.kernel.spaces.commands import Commands, FieldSpace, Form
from domain.kernel.spaces.fields import Pick

if TYPE_CHECKING:
    from domain.cardgame.rules import CardGameRules

ACTION = "action"
OPTIONAL = f"{SLOT}ability-optional"
FORM_RULES: Mapping[str, str] = {
    "play_event": f"{SLOT}event-playable",
    "initiate_action": f"{SLOT}action-offered",
    "use_interrupt": f"{SLOT}interrupt-offered",
    "use_reaction": f"{SLOT}reaction-offered",
}
"""The rules by which a command is offered, by its tag; `OPTIONAL` for others."""
PLAYING_AN_EVENT = ("play-events", "trigger-abilities")
IMPLIED = (
    "is_here",
    "is_yours",
    "is_active",
    "is_coded",
    "event_is_coded",
    "has_ability",
    "is_event_in_hand",
    "in_this_window",
    "in_this_phase",
    "condition_is_there",
)
"""The checks that every candidate passes by which the index of listeners finds it."""
ANSWERING = ("saves_no_sacrifice", "condition_fits", "once_for_each_occurrence", "can_be_saved")
"""The checks of what is answered, which an action passes, since it answers nothing."""
EAGER = ("condition_fits", "costs_are_payable")
"""The checks that fail most often, which are made first: what a card in play answers, and its kneeling as a cost."""
DEAR = ("can_be_saved", "enough_targets", "could_change_something")
"""The checks that cost most, which are made last."""
LISTENING = (InitiateAction, UseInterrupt, UseReaction, PlayEvent)
"""The commands of candidates that the index of listeners finds."""


def is_lawful(
    table: CardGameTable, window: Window, seat: Seat, command: Command, public: bool = False, payable: bool = False
) -> bool:
    """Whether a candidate passes the checks of its command that the index of listeners leaves open.

    `payable` says that its costs are known to be.
    """
    rules = rules_of_table(table)
    context = rules.command_context(table, seat, command, window, public)
    return first_failed_check(open_checks(type(rules), type(command), payable), context) is None


@cache
def open_checks(rules: type[CardGameRules[Any]], kind: type[Command], payable: bool = False) -> tuple[Check, ...]:
    """The checks of a command that a candidate may fail: those that fail most often first, the dearest last.

    `payable` leaves that of its costs out.
    """
    passed = (*IMPLIED, *ANSWERING) if kind is InitiateAction else IMPLIED
    if payable:
        passed = (*passed, "costs_are_payable")
    listed = [each for each in rules.checks[kind] if kind not in LISTENING or each.name not in passed]
    return tuple(sorted(listed, key=lambda each: (each.name in DEAR) - (each.name in EAGER and kind in LISTENING)))


def possible_commands(table: CardGameTable, window: Window, seat: Seat, hand: bool = True) -> Iterator[Command]:
    """The commands that a player might give in a window, legal or not; without `hand` only those of public cards."""
    for key, condition in keys_heard(table, window):
        yield from used_cards(table, seat, key, condition, hand)
    if window.kind == ACTION:
        yield from rules_of_table(table).open_actions(table, window, seat)
        if hand:
            yield from rules_of_table(table).hand_actions(table, window, seat)


Heard = tuple[str, Condition | None]


def keys_heard(table: CardGameTable, window: Window) -> list[Heard]:
    """The index keys of what may be used in a window, each with the condition that is answered."""
    if window.kind == ACTION:
        return [(key, None) for key in action_keys(table)]
    happening = table.condition_group(window.about)
    return [(f"{window.kind}:{each.kind}", each) for each in happening.conditions] if happening else []


def action_keys(table: CardGameTable) -> tuple[str, str]:
    """The index keys of actions that may be used now: those of any phase, and those of this phase."""
    return f"{ACTION}:", f"{ACTION}:{table.phase}"


def used_cards(
    table: CardGameTable, seat: Seat, key: str, condition: Condition | None, hand: bool
) -> Iterator[Command]:
    """The abilities and events of a player that listen to this key."""
    for handle, index in table.listeners(key):
        card = table.cards[handle]
        if card.controller != seat:
            continue
        in_hand = zone_kind(card.zone) == HAND
        if in_hand:
            if hand and table.registry.is_event(card.key):
                yield PlayEvent(handle, condition.id if condition else 0)
            elif hand:
                yield rules_of_table(table).ability_command(handle, index, key, condition)
        else:
            yield rules_of_table(table).ability_command(handle, index, key, condition)
    for handle in rules_of_table(table).counted_as_in_hand(table, seat):
        card = table.cards[handle]
        if table.registry.is_event(card.key) and any(
            key in ability_keys(each) for each in table.registry.abilities(card.key)
        ):
            yield PlayEvent(handle, condition.id if condition else 0)


def ability_command(card: Handle, index: int, key: str, condition: Condition | None) -> Command:
    """The command that uses an ability of a card in play, which listens to a key of the index."""
    if condition is None:
        return InitiateAction(card, index)
    if key.startswith(f"{REACTION}:"):
        return UseReaction(card, index, condition.id)
    return UseInterrupt(card, index, condition.id)


def window_space(table: CardGameTable, window: Window, seat: Seat) -> Commands:
    """Every legal command of a player in a window, passing included."""
    lawful = (each for each in possible_commands(table, window, seat) if is_lawful(table, window, seat, each))
    return Commands((*(command_form(table, seat, each) for each in lawful), Form("pass")))


def command_form(table: CardGameTable, seat: Seat, command: Command) -> Form:
    """A legal command as a form: every field is fixed but those that the rules leave open."""
    tag, rules = command_tag(type(command)), rules_of_table(table)
    fields = rules.open_fields(table, seat, command)
    fixed = {name: getattr(command, name) for name in command.__struct_fields__ if name not in fields}
    return Form(tag, fixed, fields, (rule_of(rules.cites, rules.form_rules.get(tag, OPTIONAL)),))


def host_field(table: CardGameTable, seat: Seat, command: Command) -> dict[str, FieldSpace]:
    """The choice of the host in a legal command that names one; no field in another."""
    if not getattr(command, "host", NO_CARD):
        return {}
    card = table.cards[Handle(getattr(command, "card", ""))]
    return {"host": Pick(tuple(hosts(table, seat, card.printed)), 1, 1, single=True)}


def can_act(table: CardGameTable, window: Window, seat: Seat) -> bool:
    """Whether a player has a legal command besides passing."""
    return any(is_lawful(table, window, seat, each) for each in possible_commands(table, window, seat))


def could_act(table: CardGameTable, window: Window, seat: Seat) -> bool:
    """Whether a player could have a command besides passing, by public knowledge."""
    hand = table.zone(zone(seat, HAND))
    # what the game says of the hand is found out sooner than what each card says
    if hand and rules_of_table(table).could_act_from_hand(table, window, seat):
        return True
    if window.kind == ACTION and any(
        is_lawful(table, window, seat, each, public=True)
        for each in rules_of_table(table).open_actions(table, window, seat)
    ):
        return True
    heard = keys_heard(table, window)
    if any(rules_of_table(table).counted_as_in_hand(table, seat)) and can_play_elsewhere(table, window, seat, heard):
        return True
    return could_use(table, window, seat, heard) or (bool(hand) and could_play(table, seat, heard))


def can_play_elsewhere(table: CardGameTable, window: Window, seat: Seat, heard: Sequence[Heard]) -> bool:
    """Whether a player can play an event that lies open out of hand."""
    found = (each for key, condition in heard for each in used_cards(table, seat, key, condition, hand=False))
    return any(is_lawful(table, window, seat, each, public=True) for each in found if isinstance(each, PlayEvent))


def could_use(table: CardGameTable, window: Window, seat: Seat, heard: Sequence[Heard]) -> bool:
    """Whether a player could use an ability of a card that everybody sees, of those that listen to these keys.

    Most abilities fail by what they answer or cost; so this is asked before the checks of a command are made.
    """
    for key, condition in heard:
        for handle, index in table.listeners(key):
            card = table.cards[handle]
            if card.controller != seat or zone_kind(card.zone) == HAND:
                continue
            context = AbilityContext(table, card.key, index, seat, handle, condition, public=True)
            when = context.ability.when
            if condition is not None and when is not None and not when.fits(context, condition):
                continue
            if can_pay_costs(context):
                command = rules_of_table(table).ability_command(handle, index, key, condition)
                if is_lawful(table, window, seat, command, public=True, payable=True):
                    return True
    return False


def could_play(table: CardGameTable, seat: Seat, heard: Sequence[Heard]) -> bool:
    """Whether some event of the format that listens to one of these keys could be played now."""
    events, funds, reduced = table.registry.events, rules_of_table(table).funds(table, seat), False
    for heard_key, condition in heard:
        for key, index, cost in events.get(heard_key, ()):
            if cost > funds and not reduced:  # what reduces costs is looked at where one is too high without
                funds, reduced = funds + greatest_reduction(table, "play"), True
            if cost <= funds and is_playable(table, seat, key, index, condition):
                # asked last, since mostly no event is playable anyway
                return not characteristics.is_restricted(table, seat, PLAYING_AN_EVENT)
    return False


def is_playable(table: CardGameTable, seat: Seat, key: str, index: int, condition: Condition | None) -> bool:
    """Whether this event could be played if it were in hand: by cost, phase, condition, limits and targets."""
    context = AbilityContext(table, key, index, seat, about=condition, public=True)
    ability = context.ability
    if ability.phase and ability.phase != table.phase:
        return False
    if condition is not None and not ability.when.fits(context, condition):
        return False
    return (
        first_unmet(context) is None
        and limit_refusal(context) is None
        and can_pay_costs(context)
        and targets_refusal(context) is None
        and impact_refusal(context) is None
    )
