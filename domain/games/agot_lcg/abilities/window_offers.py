"""The options of a player in a window, and the options that a player could have as far as the public knows.

Candidates come from the index of listeners and from the hand; `checks` decides which of them are legal. For public
knowledge a hand counts as if it held any event of the format.
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.abilities.context import AbilityContext
from domain.cardgame.in_play import active_constants, characteristics
from domain.games.agot_lcg import numbers_in_play
from domain.games.agot_lcg.abilities.registry import DUPLICATE
from domain.games.agot_lcg.checks.abilities import (
    costs_refusal,
    impact_refusal,
    limit_refusal,
    requires_refusal,
    targets_refusal,
)
from domain.games.agot_lcg.checks.command_context import CommandContext
from domain.games.agot_lcg.checks.lists import CHECKS
from domain.games.agot_lcg.commands import (
    AmbushCard,
    InitiateAction,
    MarshalAttachment,
    MarshalCharacter,
    MarshalDuplicate,
    MarshalLocation,
    PlayEvent,
    UseDuplicateSave,
    UseInterrupt,
    UseReaction,
)
from domain.games.agot_lcg.in_play.entering import base_for, finding_hosts, hosts
from domain.games.agot_lcg.state import AgotCard, AgotTable
from domain.kernel.checks import first_failed_check
from domain.kernel.citing import enforces
from domain.kernel.flow.windows import Window
from domain.kernel.ids import Handle, Seat, zone, zone_kind
from domain.kernel.occurring.conditions import Condition, condition_group
from domain.kernel.spaces.commands import Commands, Form
from domain.kernel.spaces.fields import Pick

MARSHAL_AS = {"character": MarshalCharacter, "location": MarshalLocation}


def is_lawful(table: AgotTable, window: Window, seat: Seat, command: object, public: bool = False) -> bool:
    checks = CHECKS[type(command)]
    return first_failed_check(checks, CommandContext(table, seat, command, window, public)) is None


@enforces("agot_lcg.step.3-window-all-may-act")
def candidates(table: AgotTable, window: Window, seat: Seat, hand: bool = True) -> Iterator[object]:
    """The commands that a player might give in a window, legal or not; without `hand` only those of public cards."""
    if window.kind == "action":
        for key in action_keys(table):
            yield from used_cards(table, seat, key, None, hand)
        if hand:
            yield from hand_actions(table, window, seat)
        return
    happening = condition_group(table, window.about)
    for condition in happening.conditions if happening else ():
        yield from used_cards(table, seat, f"{window.kind}:{condition.kind}", condition, hand)


@enforces("agot_lcg.actions.definition", "agot_lcg.actions.phase-restricted-action")
def action_keys(table: AgotTable) -> tuple[str, str]:
    """The index keys of actions that may be used now: those of any phase, and those of this phase."""
    return "action:", f"action:{table.phase}"


def used_cards(table: AgotTable, seat: Seat, key: str, condition: Condition | None, hand: bool) -> Iterator[object]:
    """The abilities and events of a player that listen to this key."""
    for handle, index in table.listeners(key):
        card = table.cards[handle]
        if card.controller != seat:
            continue
        in_hand = zone_kind(card.zone) == "hand"
        if not in_hand or hand:
            yield command_for(handle, index, key, condition, in_hand)


def command_for(handle: Handle, index: int, key: str, condition: Condition | None, in_hand: bool) -> object:
    about = condition.id if condition else 0
    if in_hand:
        return PlayEvent(handle, about)
    if index == DUPLICATE:
        return UseDuplicateSave(handle, about)
    if condition is None:
        return InitiateAction(handle, index)
    if key.startswith("reaction:"):
        return UseReaction(handle, index, about)
    return UseInterrupt(handle, index, about)


@enforces("agot_lcg.ambush.several-values-choose-one", "agot_lcg.step.3-window-active-marshals")
def hand_actions(table: AgotTable, window: Window, seat: Seat) -> Iterator[object]:
    """The commands that marshal or ambush each card in hand; an attachment is tried on its first host."""
    marshals = window.name == "marshalling.action" and table.active_player == seat
    for handle in table.zone(zone(seat, "hand")):
        card = table.cards[handle]
        if marshals:
            yield from marshal_commands(table, seat, card)
        if table.phase == "challenges":
            for x in numbers_in_play.ambush_values(table, card):
                yield AmbushCard(handle, x, first_host(table, seat, card))


def marshal_commands(table: AgotTable, seat: Seat, card: AgotCard) -> Iterator[object]:
    if base_for(table, seat, card) is not None:
        yield MarshalDuplicate(card.handle)
    elif card.printed.type in MARSHAL_AS:
        yield MARSHAL_AS[card.printed.type](card.handle)
    elif card.printed.type == "attachment":
        yield MarshalAttachment(card.handle, first_host(table, seat, card))


def first_host(table: AgotTable, seat: Seat, card: AgotCard) -> Handle:
    if card.printed.type != "attachment" or base_for(table, seat, card) is not None:
        return Handle("")
    return next(finding_hosts(table, seat, card.printed), Handle(""))


@enforces("agot_lcg.pass.definition", "agot_lcg.abilities.optional-triggered")
def window_space(table: AgotTable, window: Window, seat: Seat) -> Commands:
    """Every legal command of a player in a window, passing included."""
    lawful = (each for each in candidates(table, window, seat) if is_lawful(table, window, seat, each))
    return Commands((*(command_form(table, seat, each) for each in lawful), Form("pass")))


def command_form(table: AgotTable, seat: Seat, command: object) -> Form:
    """A legal command as a form: every field is fixed except the host of an attachment."""
    fixed = {name: getattr(command, name) for name in command.__struct_fields__}  # type: ignore[attr-defined]
    tag = command.__struct_config__.tag  # type: ignore[attr-defined]
    rules = (RULES.get(tag, "agot_lcg.abilities.optional-triggered"),)
    if not fixed.get("host"):
        return Form(tag, fixed, {}, rules)
    card = table.cards[fixed["card"]]
    host = Pick(tuple(hosts(table, seat, card.printed)), 1, 1, single=True)
    return Form(tag, {name: value for name, value in fixed.items() if name != "host"}, {"host": host}, rules)


RULES = {
    "marshal_character": "agot_lcg.step.3-window-active-marshals",
    "marshal_location": "agot_lcg.step.3-window-active-marshals",
    "marshal_attachment": "agot_lcg.step.3-window-active-marshals",
    "marshal_duplicate": "agot_lcg.duplicates.free-to-marshal",
    "ambush_card": "agot_lcg.ambush.pay-x-put-into-play",
    "play_event": "agot_lcg.events.when-playable",
    "initiate_action": "agot_lcg.actions.definition",
    "use_interrupt": "agot_lcg.interrupts.definition",
    "use_reaction": "agot_lcg.reactions.definition",
    "use_duplicate_save": "agot_lcg.duplicates.save-interrupt",
}


def can_act(table: AgotTable, window: Window, seat: Seat) -> bool:
    """Whether a player has a legal command besides passing."""
    return any(is_lawful(table, window, seat, each) for each in candidates(table, window, seat))


def could_act(table: AgotTable, window: Window, seat: Seat) -> bool:
    """Whether a player could have a command besides passing, by public knowledge."""
    hand = table.zone(zone(seat, "hand"))
    # what the phase and the gold say is found out sooner than what each card says
    if hand and window.name == "marshalling.action" and table.active_player == seat:
        return True
    if hand and could_ambush(table, window, seat):
        return True
    if any(is_lawful(table, window, seat, each, public=True) for each in candidates(table, window, seat, hand=False)):
        return True
    return bool(hand) and could_play(table, window, seat)


def could_ambush(table: AgotTable, window: Window, seat: Seat) -> bool:
    """Whether the player's gold suffices to ambush some card of the format."""
    if window.kind != "action" or table.phase != "challenges":
        return False
    gold = table.players[seat].gold
    return gold >= table.registry.rules.cheapest_ambush or any(
        constant.name == "ambush" and context.you == seat
        for context, constant in active_constants.constants(table, "keyword")
    )


def could_play(table: AgotTable, window: Window, seat: Seat) -> bool:
    """Whether some event of the format could be played now."""
    listening = list(events_that_listen(table, window))
    if not listening or any(characteristics.restrictions(table, seat, deed) for deed in PLAYING_AN_EVENT):
        return False
    gold = table.players[seat].gold + most_saved(table)
    cards = table.registry.pool.cards
    affordable = (each for each in listening if (cards[each[0]].cost or 0) <= gold)
    return any(is_playable(table, seat, key, index, condition) for key, index, condition in affordable)


PLAYING_AN_EVENT = ("play-events", "trigger-abilities")


def events_that_listen(table: AgotTable, window: Window) -> Iterator[tuple[str, int, Condition | None]]:
    """The events of the format for a window: actions of this phase, or those that listen to the window's conditions."""
    events = table.registry.events
    if window.kind == "action":
        for key in action_keys(table):
            for event, index in events.get(key, ()):
                yield event, index, None
        return
    happening = condition_group(table, window.about)
    for condition in happening.conditions if happening else ():
        for event, index in events.get(f"{window.kind}:{condition.kind}", ()):
            yield event, index, condition


def most_saved(table: AgotTable) -> int:
    """The greatest sum of all cost reductions for a played card."""
    constants = (
        constant.value(context)
        for context, constant in active_constants.constants(table, "cost")
        if constant.name != "marshal"
    )
    effects = (effect.amount for effect in active_constants.lasting_effects(table, "cost") if effect.name != "marshal")
    return -sum(min(0, amount) for amount in (*constants, *effects))


def is_playable(table: AgotTable, seat: Seat, key: str, index: int, condition: Condition | None) -> bool:
    """Whether this event could be played if it were in hand: by gold, phase, condition, limits and targets."""
    context = AbilityContext(table, key, index, seat, about=condition, public=True)
    ability = context.ability
    if ability.phase and ability.phase != table.phase:
        return False
    if condition is not None and not ability.when.fits(context, condition):
        return False
    return not (
        requires_refusal(context)
        or limit_refusal(context)
        or costs_refusal(context)
        or targets_refusal(context)
        or impact_refusal(context)
    )
