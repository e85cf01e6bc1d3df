"""One sentence for each fact of the kernel, and the choice of facts for the story.

`sentence` never fails: a fact without a sentence of its own is written as its tag and fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from domain.kernel.cards import card_facts, unseen_handles
from domain.kernel.corrections import changes, manual_resolution
from domain.kernel.facts import Fact
from domain.kernel.flow import endings, priority_windows, standing_orders, waits
from domain.kernel.ids import NO_CARD, Handle, zone_kind, zone_owner
from domain.kernel.occurring import conditions, gained_abilities
from domain.kernel.occurring.abilities import (
    AbilityAnnounced,
    AbilityInitiated,
    Chosen,
    EffectCanceled,
    EffectEnded,
    PartResolved,
)
from domain.kernel.state.field_facts import FieldSet
from domain.kernel.state.readings import ReadingsChosen
from service.present.text.changes import change_words, step_words
from service.present.text.command_titles import answering_field, command_title
from service.present.text.endings import ending_words
from service.present.text.names import CardTitles, amount, in_words, step_said
from service.present.text.sentences import Sentences
from service.present.text.words_of_games import LOGS, STORIES

# the fields of commands in which players write in their own words
OWN_WORDS = ("effect",)


def sentence(fact: Fact, names: CardTitles) -> str:
    """A fact in one line; a fact without a sentence of its own is written as its tag and fields."""
    teller = LOG.get(type(fact)) or STORIES.get(type(fact)) or LOGS.get(type(fact))
    return teller(fact, names) if teller else plain_fact(fact, names)


def in_story(fact: Fact, names: CardTitles) -> str:
    """The line of a fact in the story of a match; empty if other facts say the same."""
    teller = STORY.get(type(fact)) or STORIES.get(type(fact))
    return teller(fact, names) if teller else ""


def facts_once(facts: Iterable[Fact]) -> list[tuple[int, Fact]]:
    """The facts with their places, new handles of one zone once: they are drawn by who sees the cards, card by card."""
    redrawn: set[str] = set()
    found: list[tuple[int, Fact]] = []
    for n, fact in enumerate(facts, 1):
        if isinstance(fact, card_facts.HandlesRedrawn) and fact.zone in redrawn:
            continue
        if isinstance(fact, card_facts.HandlesRedrawn):
            redrawn.add(fact.zone)
        found.append((n, fact))
    return found


def plain_fact(fact: Fact, names: CardTitles) -> str:
    fields = msgspec.to_builtins(fact)
    tag = in_words(fields.pop("fact"))
    return ", ".join([tag, *(f"{in_words(name)} {value_words(value, names)}" for name, value in fields.items())])


def field_set(fact: FieldSet, names: CardTitles) -> str:
    """A described field as it is now: a mark as a change by hand tells it, or a number of something."""
    if isinstance(fact.value, bool):
        return change_words(changes.SetMark(Handle(fact.thing), fact.field, fact.value), names)
    if not fact.thing:
        return f"{in_words(fact.field)} on {names.card(NO_CARD)}: {fact.value}"
    where = "on" if fact.thing in names.keys else "of"
    return f"{in_words(fact.field)} {where} {names.name_words(fact.thing)}: {fact.value}"


def seats_awaited(fact: waits.Waiting, names: CardTitles) -> str:
    return f"awaited: {', '.join(fact.seats)} for {names.question(fact)} ({fact.kind}, w{fact.wait})"


def answers_sealed(fact: waits.Sealed, names: CardTitles) -> str:
    said = f": {command_words(msgspec.json.decode(fact.answer), names)}" if fact.answer else ""
    return f"{fact.seat} has answered in secret{said}"


def seals_opened(fact: waits.SealsOpened, names: CardTitles) -> str:
    return "the secret answers are opened"


def command_forced(fact: waits.Forced, names: CardTitles) -> str:
    answer = msgspec.json.decode(fact.answer)
    answered = command_words({in_words(name): value for name, value in answer.items()}, names)
    return f"{in_words(fact.question)} of {fact.seat} has one answer, given by the rules: {answered}"


def command_words(command: dict[str, Any], names: CardTitles) -> str:
    """A command as a line: its type (its title unless handles are shown) and its fields, cards by title."""
    type = str(command.get("type"))
    in_title = "" if names.handles else answering_field(type, command)
    title = type if names.handles else command_title(type, command)
    fields = (
        f"{name} {written_value(name, value, names)}"
        for name, value in command.items()
        if name not in ("type", in_title)
    )
    return ", ".join([title, *fields])


def written_value(field: str, value: Any, names: CardTitles) -> str:
    """A field's value in words; what a player wrote letter by letter."""
    return str(value) if field in OWN_WORDS else value_words(value, names)


def field_value(field: str, value: Any, names: CardTitles) -> str:
    """A field's value in words: a condition as it was described, an ability by its number on the card (from 1).

    An ability that a keyword gives has a number below 0, and is called by the keyword.
    """
    if field == "condition":
        return names.conditions.get(value) or value_words(value, names).replace("_", " ")
    if field == "ability" and isinstance(value, int):
        return names.word(f"ability {value}") if value < 0 else str(value + 1)
    return written_value(field, value, names)


def value_words(value: Any, names: CardTitles) -> str:
    """A plain value in words: things by name, pairs and lists separated by semicolons, `none` for nothing."""
    if value is None:
        return "none"
    if isinstance(value, dict):
        return "; ".join(pair_words(names.thing(str(one)), other, names) for one, other in value.items()) or "none"
    if isinstance(value, list | tuple):
        return "; ".join(value_words(each, names) for each in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return names.thing(str(value)) or "none"


def fields_words(fields: dict[str, Any], names: CardTitles) -> str:
    """The fields of an object in one line, each by its name."""
    return ", ".join(f"{name} {value_words(value, names)}" for name, value in fields.items())


def pair_words(one: str, other: Any, names: CardTitles) -> str:
    """A pair of a mapping: `Knight 2`, `Arya Stark: The Tickler`; several values are separated by commas."""
    if isinstance(other, int) and not isinstance(other, bool):
        return f"{one} {other}"
    said = value_words(other, names)
    return f"{one}: {said if holds_several(other) else said.replace('; ', ', ')}"


def holds_several(value: Any) -> bool:
    """Whether a value is a mapping with a mapping or list among its values."""
    return isinstance(value, dict) and any(isinstance(each, dict | list | tuple) for each in value.values())


def step_reached(fact: waits.StepReached, names: CardTitles) -> str:
    return f"step {step_said(fact.step)}"


def readings_chosen(fact: ReadingsChosen, names: CardTitles) -> str:
    said = ", ".join(f"{rule} as {word}" for rule, word in fact.readings.items())
    return f"rules are read otherwise than by default: {said}"


def seed_committed(fact: waits.SeedCommitted, names: CardTitles) -> str:
    return f"the seed is committed to: {fact.commitment}"


def random_result(fact: waits.RandomResult, names: CardTitles) -> str:
    return f"at random, {in_words(fact.purpose)}: {names.drawn_words(fact.result)}"


def about_words(described: str, names: CardTitles) -> str:
    """A condition in the words of the rules, such as `left_play (killed): core/bran-stark`, for a reader."""
    kind, divides, of = described.partition(":")
    return f"{in_words(kind)}{divides}{names.text(of)}"


def window_opened(fact: priority_windows.WindowOpened, names: CardTitles) -> str:
    about = f", about {'; '.join(about_words(each, names) for each in fact.about)}" if fact.about else ""
    # most names say the kind: `reaction:challenge_won`, `marshalling.action`
    says_kind = fact.kind in re.split("[:.]", fact.name)
    named = in_words(fact.name) if says_kind else f"{in_words(fact.kind)} {in_words(fact.name)}"
    opened = f"window opens: {named}, step {step_said(fact.step)}"
    return f"{opened}, first {fact.first}{about}"


def priority_passed(fact: priority_windows.PriorityPassed, names: CardTitles) -> str:
    return f"{fact.seat} passes" + ("" if fact.how == "own" else f" (by {in_words(fact.how)})")


def window_closed(fact: priority_windows.WindowClosed, names: CardTitles) -> str:
    return f"window closes ({in_words(fact.how)})"


def order_given(fact: standing_orders.StandingOrderGiven, names: CardTitles) -> str:
    order = fact.order
    windows_named = ", ".join(map(in_words, order.windows)) or "every window"
    unless = f", unless {', '.join(map(in_words, order.unless))}" if order.unless else ""
    return f"standing order of {order.seat}: pass in {windows_named} until the end of the {order.until}{unless}"


def orders_ended(fact: standing_orders.StandingOrdersEnded, names: CardTitles) -> str:
    return f"standing orders end: {', '.join(fact.seats)}"


def match_over(fact: endings.MatchOver, names: CardTitles) -> str:
    return f"the match is over: {ending_words(msgspec.structs.asdict(fact.outcome))}"


def seat_conceded(fact: endings.Conceded, names: CardTitles) -> str:
    return f"{fact.seat} concedes"


def draw_offered(fact: endings.DrawOffered, names: CardTitles) -> str:
    return f"{fact.seat} {names.draws.get(fact.seat, 'offers or accepts')} a draw"


def offers_lapsed(fact: endings.DrawOffersLapsed, names: CardTitles) -> str:
    return "no draw is offered any more"


def seats_taken_over(fact: endings.SeatsTakenOver, names: CardTitles) -> str:
    return f"another player has the seat from here on: {', '.join(fact.seats)}"


def offer_ended(fact: endings.DrawOfferEnded, names: CardTitles) -> str:
    return f"{fact.seat} offers a draw no longer"


def cards_moved(fact: card_facts.CardsMoved, names: CardTitles) -> str:
    moves: dict[tuple[str, str], list[str]] = {}
    for each in fact.moves:
        moves.setdefault((each.source, each.to), []).append(each.new or each.old)
    return "; ".join(f"{way_words(*way, names)}: {names.card_list(moved)}" for way, moved in moves.items())


def way_words(source: str, to: str, names: CardTitles) -> str:
    """Where cards go: `from alice's hand to discard`; the owner is repeated only if it changes."""
    same = zone_owner(source) == zone_owner(to)
    there = in_words(names.word(zone_kind(to))) if same else names.zone(to)
    return f"from {names.zone(source)} to {there}"


# names of fields whose values are zones
AREAS = ("to", "top_of", "zone", "zone_at_target", "zones_to_shuffle")


# Moves between zones that no other fact tells.
UNTOLD = {
    ("play", "hand"): "returns to {owner}'s hand",
    ("play", "deck"): "goes into {owner}'s deck",
    ("play", "removed"): "is removed from the game",
    ("discard", "hand"): "goes from discard pile to {owner}'s hand",
    ("discard", "deck"): "goes from discard pile into {owner}'s deck",
    ("dead", "hand"): "goes from dead pile to {owner}'s hand",
    ("dead", "discard"): "goes from dead pile to discard pile",
    ("discard", "removed"): "is removed from the game",
    ("hand", "removed"): "is removed from the game",
}


def untold_moves(fact: card_facts.CardsMoved, names: CardTitles) -> str:
    said = []
    for each in fact.moves:
        way = UNTOLD.get((zone_kind(each.source), zone_kind(each.to)))
        way = f"is put on {names.card(each.host)}" if each.host else way
        if way:
            said.append(f"{names.card(each.new or each.old)} {way.format(owner=zone_owner(each.to))}")
    return "; ".join(said)


def cards_turned(fact: card_facts.CardsTurned, names: CardTitles) -> str:
    turned = names.card_list(each.new or each.old for each in fact.turns)
    return f"turned {'facedown' if fact.facedown else 'faceup'}: {turned}"


def ability_gained(fact: gained_abilities.AbilityGained, names: CardTitles) -> str:
    return f"{names.card(fact.card)} gains an ability of {names.title(fact.key)}"


def ability_lost(fact: gained_abilities.AbilityLost, names: CardTitles) -> str:
    return f"{names.card(fact.card)} loses an ability that it had gained"


def seals_withdrawn(fact: waits.SealsWithdrawn, names: CardTitles) -> str:
    return f"the secret answers of {', '.join(fact.seats)} are withdrawn unread"


def step_mended(fact: waits.StepMended, names: CardTitles) -> str:
    why = f": {names.text(fact.what)}" if fact.what else ""
    return f"{step_words(fact.frame)} {in_words(fact.how)}{why}"


def table_corrected(fact: changes.Corrected, names: CardTitles) -> str:
    return f"corrected by a judge: {change_words(fact.change, names)}"


def aftermath_restored(fact: conditions.AftermathRestored, names: CardTitles) -> str:
    return "a judge restores the opportunity to react"


def chance_kept(fact: waits.ChanceKept, names: CardTitles) -> str:
    return "later random results are drawn again"


def handles_redrawn(fact: card_facts.HandlesRedrawn, names: CardTitles) -> str:
    return f"the unknown cards of {names.zone(fact.zone)} cannot be told apart any more"


def handles_unseen(fact: unseen_handles.HandlesUnseen, names: CardTitles) -> str:
    return f"named though not everybody sees them: {names.card_list(fact.unseen)}"


def zone_shuffled(fact: card_facts.ZoneShuffled, names: CardTitles) -> str:
    return f"{names.zone(fact.zone)} is shuffled"


def cards_learned(fact: card_facts.Learned, names: CardTitles) -> str:
    learn = "learns" if len(fact.to) == 1 else "learn"
    return f"{', '.join(fact.to)} {learn}: {names.card_list(handle for handle, _ in fact.cards)}" if fact.cards else ""


def condition_words(each: conditions.Condition, names: CardTitles) -> str:
    name = f" ({in_words(each.name)})" if each.name else ""
    return f"{in_words(each.kind)}{name} {names.card(each.card) if each.card else each.seat}".strip()


def conditions_imminent(fact: conditions.ConditionsImminent, names: CardTitles) -> str:
    return f"about to happen: {'; '.join(condition_words(each, names) for each in fact.conditions)}"


def conditions_occurred(fact: conditions.ConditionsOccurred, names: CardTitles) -> str:
    return f"occurred: {'; '.join(condition_words(each, names) for each in fact.conditions)}"


def condition_averted(fact: conditions.ConditionAverted, names: CardTitles) -> str:
    return f"averted ({in_words(fact.how)}): {numbered_condition(fact.condition, names)}"


def condition_replaced(fact: conditions.ConditionReplaced, names: CardTitles) -> str:
    return f"replaced by {names.name_words(fact.instead)}: {numbered_condition(fact.condition, names)}"


def numbered_condition(number: int, names: CardTitles) -> str:
    """Returns the words for a condition that a fact names by its number alone."""
    condition = names.occurring.get(number)
    return condition_words(condition, names) if condition is not None else f"condition {number}"


def ability_announced(fact: AbilityAnnounced, names: CardTitles) -> str:
    key = fact.effect.key
    does = "plays" if key in names.cards and names.cards[key].type == "event" else "uses"
    handle = f" ({fact.effect.me})" if names.handles and fact.effect.me else ""
    if fact.effect.is_delayed_part:
        return f"the delayed effect of {names.title(key)}{handle} resolves"
    return f"{fact.effect.you} {does} {names.title(key)}{handle}"


def choice_made(fact: Chosen, names: CardTitles) -> str:
    number = f", X = {fact.x}" if fact.x >= 0 else ""
    picks = names.thing_list(fact.picks) if fact.picks or not fact.hidden else "in secret"
    return f"chosen by {fact.seat or 'the rules'}: {picks}{number}"


def resolution_proposed(fact: manual_resolution.ManualResolutionProposed, names: CardTitles) -> str:
    changes = "; ".join(change_words(each, names) for each in fact.changes)
    card = names.text(fact.card)
    return f"{fact.seat} proposes by hand, for {card}: {fact.effect} ({changes or 'no changes'})"


def resolution_answered(fact: manual_resolution.ManualResolutionAnswered, names: CardTitles) -> str:
    return f"{fact.seat} {'consents' if fact.consent else 'refuses'}"


def resolved_by_hand(fact: manual_resolution.ManuallyResolved, names: CardTitles) -> str:
    return f"resolved by hand for {fact.seat}: {names.text(fact.card)}, {amount(fact.changes, 'change')}"


def effect_canceled(fact: EffectCanceled, names: CardTitles) -> str:
    return f"the effect{of_source(fact.effect, names)} is canceled"


def effect_ended(fact: EffectEnded, names: CardTitles) -> str:
    return "" if fact.how == "resolved" else f"the ability{of_source(fact.effect, names)} ends: {in_words(fact.how)}"


def ability_initiated(fact: AbilityInitiated, names: CardTitles) -> str:
    return f"the ability{of_source(fact.effect, names)} is initiated"


def of_source(effect: int, names: CardTitles) -> str:
    """The card of an ability that a fact names by its number: ` of Ward of the Wall`; empty where it is not known."""
    source = names.source(effect)
    return f" of {source}" if source else ""


STORY: Sentences = {
    waits.RandomResult: random_result,
    waits.SealsWithdrawn: seals_withdrawn,
    waits.StepMended: step_mended,
    waits.ChanceKept: chance_kept,
    changes.Corrected: table_corrected,
    FieldSet: field_set,
    conditions.AftermathRestored: aftermath_restored,
    standing_orders.StandingOrderGiven: order_given,
    endings.MatchOver: match_over,
    endings.Conceded: seat_conceded,
    endings.DrawOffered: draw_offered,
    endings.DrawOffersLapsed: offers_lapsed,
    endings.DrawOfferEnded: offer_ended,
    endings.SeatsTakenOver: seats_taken_over,
    card_facts.CardsMoved: untold_moves,
    card_facts.CardsTurned: cards_turned,
    gained_abilities.AbilityGained: ability_gained,
    gained_abilities.AbilityLost: ability_lost,
    AbilityAnnounced: ability_announced,
    Chosen: choice_made,
    EffectCanceled: effect_canceled,
    manual_resolution.ManualResolutionProposed: resolution_proposed,
    manual_resolution.ManualResolutionAnswered: resolution_answered,
    manual_resolution.ManuallyResolved: resolved_by_hand,
    EffectEnded: effect_ended,
}

LOG: Sentences = {
    **STORY,
    waits.Waiting: seats_awaited,
    waits.SeedCommitted: seed_committed,
    ReadingsChosen: readings_chosen,
    waits.Sealed: answers_sealed,
    waits.SealsOpened: seals_opened,
    waits.Forced: command_forced,
    waits.StepReached: step_reached,
    priority_windows.WindowOpened: window_opened,
    priority_windows.PriorityPassed: priority_passed,
    priority_windows.WindowClosed: window_closed,
    standing_orders.StandingOrdersEnded: orders_ended,
    card_facts.CardsMoved: cards_moved,
    card_facts.CardsTurned: cards_turned,
    card_facts.ZoneShuffled: zone_shuffled,
    card_facts.HandlesRedrawn: handles_redrawn,
    unseen_handles.HandlesUnseen: handles_unseen,
    card_facts.Learned: cards_learned,
    conditions.ConditionsImminent: conditions_imminent,
    conditions.ConditionsOccurred: conditions_occurred,
    conditions.ConditionAverted: condition_averted,
    conditions.ConditionReplaced: condition_replaced,
    # these facts are bookkeeping of the engine and tell the reader nothing
    conditions.OccurrenceEnded: lambda fact, names: "",
    conditions.AftermathEnded: lambda fact, names: "",
    PartResolved: lambda fact, names: "",
    AbilityInitiated: ability_initiated,
}

__all__ = ["amount", "command_words", "condition_words", "field_value", "in_story", "sentence", "value_words"]
