"""One sentence for each fact of any card game; a game that tells them adds those of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.cardgame.facts.cards import (
    Attached,
    CardSaved,
    CardsDiscarded,
    CardsDrawn,
    CardsSacrificed,
    ConstantsOrdered,
    ControlTaken,
    DelayedBegan,
    DelayedEnded,
    EventPlayed,
    LastingBegan,
    LastingEnded,
    PileOrdered,
    TokensPlaced,
)
from domain.cardgame.facts.course import (
    ActivePlayerNamed,
    Counted,
    DeckBrought,
    FirstPlayerChosen,
    LimitSet,
    LimitsReset,
    MulliganDecided,
    PhaseBegan,
    PhaseEnded,
    PlayerEliminated,
    RoundBegan,
    RoundEnded,
    SettingUp,
)
from domain.kernel.facts import Fact
from domain.kernel.ids import zone_kind
from service.present.text.effects import effect_words, end_of_effect, source_words, until_words
from service.present.text.names import CardTitles, amount, in_words, limit_words, step_said
from service.present.text.sentences import Sentences, register_sentences

STORY: Sentences = {}
tells = register_sentences(STORY)


@tells(DeckBrought)
def deck_brought(fact: DeckBrought, names: CardTitles) -> str:
    return f"{fact.seat} brings {amount(fact.count, 'card')} as {in_words(names.word(zone_kind(fact.zone)))}"


@tells(FirstPlayerChosen)
def first_player_chosen(fact: FirstPlayerChosen, names: CardTitles) -> str:
    return f"first player: {fact.player}" + (f", named by {fact.by}" if fact.by else "")


@tells(RoundBegan)
def round_began(fact: RoundBegan, names: CardTitles) -> str:
    return f"round {fact.round} begins"


@tells(PhaseBegan)
def phase_began(fact: PhaseBegan, names: CardTitles) -> str:
    return f"{fact.phase} phase begins"


@tells(ActivePlayerNamed)
def active_player_named(fact: ActivePlayerNamed, names: CardTitles) -> str:
    return f"active player: {fact.seat}"


@tells(MulliganDecided)
def mulligan_decided(fact: MulliganDecided, names: CardTitles) -> str:
    return f"{fact.seat} {'takes a mulligan' if fact.mulligan else 'keeps the setup hand'}"


@tells(TokensPlaced)
def tokens_placed(fact: TokensPlaced, names: CardTitles) -> str:
    return f"{fact.n:+d} {fact.name} on {names.card(fact.card)}"


@tells(Attached)
def card_attached(fact: Attached, names: CardTitles) -> str:
    return f"{names.card(fact.card)} is now on {names.card(fact.host)}"


@tells(CardsSacrificed)
def cards_sacrificed(fact: CardsSacrificed, names: CardTitles) -> str:
    return f"sacrificed: {names.card_list(fact.cards)}"


@tells(CardsDiscarded)
def cards_discarded(fact: CardsDiscarded, names: CardTitles) -> str:
    return f"discarded from {in_words(names.word(fact.source))}: {names.card_list(fact.cards)}"


@tells(CardsDrawn)
def cards_drawn(fact: CardsDrawn, names: CardTitles) -> str:
    return f"{fact.seat} draws {amount(fact.n, 'card')}"


@tells(CardSaved)
def card_saved(fact: CardSaved, names: CardTitles) -> str:
    return f"{names.card(fact.card)} is saved by {names.card(fact.by)}"


@tells(LastingBegan)
def lasting_began(fact: LastingBegan, names: CardTitles) -> str:
    effect = fact.effect
    said = effect_words(effect, effect.cards, names)
    return f"{until_words(effect.until)}: {said}{source_words(effect.source, names)}"


@tells(PlayerEliminated)
def player_eliminated(fact: PlayerEliminated, names: CardTitles) -> str:
    return f"{fact.seat} is out of the game ({in_words(fact.why)})"


@tells(ControlTaken)
def control_taken(fact: ControlTaken, names: CardTitles) -> str:
    return f"{fact.seat} takes control of {names.card_list(fact.cards)}"


@tells(ConstantsOrdered)
def constants_ordered(fact: ConstantsOrdered, names: CardTitles) -> str:
    return f"constant abilities in conflict, in this order: {names.card_list(card for card, _ in fact.cards)}"


@tells(LimitSet)
def limit_set(fact: LimitSet, names: CardTitles) -> str:
    return f"limit {limit_words(fact.key, names)} is set to {fact.n} by hand"


HEADINGS: dict[type[Fact], Callable[[Any], str]] = {
    RoundBegan: lambda fact: f"\nRound {fact.round}",
    PhaseBegan: lambda fact: f" {fact.phase} phase",
}


def delayed_ended(fact: DelayedEnded, names: CardTitles) -> str:
    effect = names.effects.get(fact.effect)
    of = source_words(effect.key, names) if effect is not None else ""
    return f"a delayed effect waits no longer{of}"


# The log has these facts and the story leaves them out: other facts say the same, or readers do not need them.
LOG: Sentences = {
    PhaseEnded: lambda fact, names: f"{fact.phase} phase ends",
    RoundEnded: lambda fact, names: f"round {fact.round} ends",
    LimitsReset: lambda fact, names: f"limits of the {fact.period} begin again",
    Counted: lambda fact, names: f"counted: {'; '.join(limit_words(each, names) for each in fact.keys)}",
    EventPlayed: lambda fact, names: f"{fact.seat} has played {names.card(fact.card)}",
    LastingEnded: lambda fact, names: "; ".join(end_of_effect(each, names) for each in fact.effects),
    DelayedBegan: lambda fact, names: f"a delayed effect waits{source_words(fact.effect.key, names)}",
    DelayedEnded: delayed_ended,
    PileOrdered: lambda fact, names: (
        f"{names.zone(fact.zone)} is ordered, the last on top: {names.card_list(fact.cards)}"
    ),
    SettingUp: lambda fact, names: f"{step_said(fact.step)} is done",
}
