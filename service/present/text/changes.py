"""One sentence for each kind of change by hand.

Read `change_words`. Every place that tells a change uses it: the draft of a correction, a remedy, the story, the log,
a printed case.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.kernel.cards.card_table import BOTTOM, TOP
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.ids import PUBLIC, ZoneKey, zone_kind, zone_owner
from service.present.text.effects import effect_words, end_of_effect, until_words
from service.present.text.names import CardTitles, amount, in_words, limit_words
from service.present.text.words_of_games import change_words_of

EVERYBODY = "everybody"


def change_words(change: AnyChange, names: CardTitles) -> str:
    """A change by hand in a sentence, with the titles of the cards that the reader knows."""
    return SENTENCES[type(change)](change, names)


def pile_words(key: ZoneKey, names: CardTitles) -> str:
    """An area in words: `alice.dead` becomes "alice's dead pile"."""
    owner, kind = zone_owner(key), zone_kind(key)
    said = change_words_of(names).piles.get(kind) or names.name_words(kind)
    return f"{owner}'s {said}" if owner else f"the {said}"


def card_words(handle: str, names: CardTitles) -> str:
    """A card that a change names; a reader who may not know which one reads "a card"."""
    return names.card(handle) if handle else "a card"


def card_moved(change: changes.MoveCard, names: CardTitles) -> str:
    card = card_words(change.card, names)
    if change.top_of:
        card = f"the top card of {pile_words(change.top_of, names)}"
    onto = f", onto {names.card(change.host)}" if change.host else ""
    return f"{card} goes to {place_words(change, names)}{onto}"


def place_words(change: changes.MoveCard, names: CardTitles) -> str:
    """Where a card goes, and where in a pile."""
    pile = pile_words(change.to, names)
    if not change_words_of(names).ordered.get(zone_kind(change.to)):
        return pile
    ends = {TOP: f"the top of {pile}", BOTTOM: f"the bottom of {pile}"}
    return ends.get(change.place) or f"{pile}, below the first {amount(change.place, 'card')}"


def mark_set(change: changes.SetMark, names: CardTitles) -> str:
    # a mark of cards may be one of players or areas too: those are no cards
    is_of_card = change.mark not in change_words_of(names).marks or change.thing in names.keys
    if is_of_card and change.mark in change_words_of(names).card_marks:
        return change_words_of(names).card_marks[change.mark][not change.on].format(card_words(change.thing, names))
    mark = in_words(change.mark)
    if change.mark in change_words_of(names).marks:
        return change_words_of(names).marks[change.mark](change, names)
    thing = names.name_words(change.thing) if change.thing else card_words(change.thing, names)
    return f"{thing}: {'' if change.on else 'not '}{mark}"


def tokens_set(change: changes.SetTokens, names: CardTitles) -> str:
    return f"{names.name_words(change.kind)} on {card_words(change.thing, names)}: {change.n}"


def count_set(change: changes.SetCount, names: CardTitles) -> str:
    counter = in_words(change.counter)
    if change.seat:
        return f"{counter} of {change.seat}: {change.n}"
    return f"{change_words_of(names).counters.get(change.counter, counter)}: {change.n}"


def controller_set(change: changes.SetController, names: CardTitles) -> str:
    return f"{change.seat} controls {card_words(change.card, names)}"


def card_attached(change: changes.Attach, names: CardTitles) -> str:
    return f"{card_words(change.card, names)} is attached to {card_words(change.host, names)}"


def effect_added(change: changes.AddEffect, names: CardTitles) -> str:
    return f"{until_words(change.until)}: {effect_words(change, change.on, names)}"


def effect_ended(change: changes.EndEffect, names: CardTitles) -> str:
    return end_of_effect(change.effect, names)


def limit_set(change: changes.SetLimit, names: CardTitles) -> str:
    return f"limit for the {limit_words(change.key, names)}: {change.n} used"


def unknown_shuffled(change: changes.ShuffleUnknown, names: CardTitles) -> str:
    return f"the unknown part of {pile_words(change.zone, names)} is shuffled"


def card_shown(change: changes.Show, names: CardTitles) -> str:
    to = ", ".join(EVERYBODY if each == PUBLIC else each for each in change.to)
    return f"{card_words(change.card, names)} is shown to {to}"


def pieces_set(change: changes.SetPieces, names: CardTitles) -> str:
    mark = f", {in_words(change.mark)}" if change.mark else ""
    return f"{names.name_words(change.kind)} of {change.seat} in {names.name_words(change.area)}{mark}: {change.n}"


def marker_set(change: changes.SetMarker, names: CardTitles) -> str:
    return change_words_of(names).markers.get(change.marker, marker_laid)(change, names)


def marker_laid(change: changes.SetMarker, names: CardTitles) -> str:
    laid = filter(None, (names.name_words(change.marker), change.seat, names.name_words(change.value)))
    return f"{' '.join(laid)} in {names.name_words(change.area)}"


def track_set(change: changes.SetTrack, names: CardTitles) -> str:
    return f"{names.name_words(change.track)} track: {', '.join(change.order)}"


def place_set(change: changes.SetPlace, names: CardTitles) -> str:
    thing, to = names.name_words(change.thing), change_words_of(names).piles.get(change.place) or in_words(change.place)
    return f"{thing} of {change.seat} goes to the {to}"


def asked_again(change: changes.AskAgain, names: CardTitles) -> str:
    return "the open question is asked again"


def step_abandoned(change: changes.AbandonStep, names: CardTitles) -> str:
    return f"the step that is under way is given up: {step_words(change.frame)}"


def step_words(frame: str) -> str:
    """The name of a kind of step, without the prefix of its game."""
    return in_words(frame.rpartition(".")[2])


SENTENCES: dict[type[AnyChange], Callable[[Any, CardTitles], str]] = {
    changes.MoveCard: card_moved,
    changes.SetMark: mark_set,
    changes.SetTokens: tokens_set,
    changes.SetCount: count_set,
    changes.SetController: controller_set,
    changes.Attach: card_attached,
    changes.AddEffect: effect_added,
    changes.EndEffect: effect_ended,
    changes.SetLimit: limit_set,
    changes.ShuffleUnknown: unknown_shuffled,
    changes.Show: card_shown,
    changes.SetPieces: pieces_set,
    changes.SetMarker: marker_set,
    changes.SetTrack: track_set,
    changes.SetPlace: place_set,
    changes.AskAgain: asked_again,
    changes.AbandonStep: step_abandoned,
}
