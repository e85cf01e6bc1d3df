"""One sentence for each fact of A Game of Thrones LCG."""

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
from domain.families.agot_cards.corrections import words
from domain.games.agot_lcg.facts.cards import (
    CardsKnelt,
    CardsStood,
    CharactersKilled,
    EnteredPlay,
    GoldGained,
    GoldSpent,
    PlotRevealed,
    PowerPlaced,
)
from domain.games.agot_lcg.facts.challenges import (
    BypassLifted,
    ChallengeDecided,
    ChallengeEnded,
    ChallengeInitiated,
    ClaimApplied,
    DefendersDeclared,
    DominanceCounted,
    JoinedChallenge,
    KeywordResolved,
    LeftChallenge,
    StealthBypassed,
)
from domain.games.agot_lcg.facts.course import InitiativeWon, SeatsTaken
from domain.games.agot_lcg.positions.game_positions import PositionLaid
from domain.kernel.facts import Fact
from domain.kernel.formats.listing import join_names
from domain.kernel.ids import zone_kind
from domain.kernel.numbers import TracedNumber
from service.present.text.effects import effect_words, end_of_effect, source_words, until_words
from service.present.text.names import CardTitles, amount, in_words, limit_words, step_said, zone_said
from service.present.text.sentences import Sentences, number_words, register_sentences

STORY: Sentences = {}
tells = register_sentences(STORY)


def label(id: str) -> str:
    """The words for an effect with its name (`cost play`) or for a counter of limits; any other word unchanged."""
    what, divides, name = id.partition(" ")
    return words.effect_words(what, name) if divides and what in words.EFFECTS else words.counted_words(id)


def trace_words(number: TracedNumber, names: CardTitles) -> str:
    return number_words(number.value, number.trace, names.text)


@tells(SeatsTaken)
def seats_taken(fact: SeatsTaken, names: CardTitles) -> str:
    houses = [names.title(key) for _, key in fact.factions]
    agendas = [f", {names.title(key)}" if key else "" for _, key in fact.agendas]
    seats = (f"{seat} ({house}{agenda})" for seat, house, agenda in zip(fact.seats, houses, agendas, strict=True))
    return f"seats: {join_names(seats)}; window policy {fact.policy}"


@tells(DeckBrought)
def deck_brought(fact: DeckBrought, names: CardTitles) -> str:
    return f"{fact.seat} brings {amount(fact.count, 'card')} as {in_words(zone_kind(fact.zone))}"


@tells(PlotRevealed)
def plot_revealed(fact: PlotRevealed, names: CardTitles) -> str:
    return f"{fact.seat} reveals {names.card(fact.plot)}"


@tells(FirstPlayerChosen)
def first_player_chosen(fact: FirstPlayerChosen, names: CardTitles) -> str:
    return f"first player: {fact.player}" + (f", named by {fact.by}" if fact.by else "")


@tells(InitiativeWon)
def initiative_won(fact: InitiativeWon, names: CardTitles) -> str:
    compared = ", ".join(f"{seat} {trace_words(number, names)}" for seat, number in fact.values)
    return f"initiative: {compared}; won by {fact.seat} ({in_words(fact.how)})"


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


@tells(GoldGained)
def gold_gained(fact: GoldGained, names: CardTitles) -> str:
    gold = trace_words(fact.trace, names) if fact.trace else str(fact.gold)
    return f"{fact.seat} gains {gold} gold" + (f" ({in_words(fact.why)})" if fact.why else "")


@tells(GoldSpent)
def gold_spent(fact: GoldSpent, names: CardTitles) -> str:
    gold = trace_words(fact.trace, names) if fact.trace else str(fact.gold)
    return f"{fact.seat} pays {gold} gold" + (f" ({in_words(fact.why)})" if fact.why else "")


@tells(CardsKnelt)
def cards_knelt(fact: CardsKnelt, names: CardTitles) -> str:
    return f"kneels: {names.card_list(fact.cards)}"


@tells(CardsStood)
def cards_stood(fact: CardsStood, names: CardTitles) -> str:
    return f"stands: {names.card_list(fact.cards)}"


@tells(PowerPlaced)
def power_placed(fact: PowerPlaced, names: CardTitles) -> str:
    return f"power ({in_words(fact.why)}): " + ", ".join(f"{power:+d} {names.card(card)}" for card, power in fact.on)


@tells(TokensPlaced)
def tokens_placed(fact: TokensPlaced, names: CardTitles) -> str:
    return f"{fact.n:+d} {fact.name} on {names.card(fact.card)}"


@tells(EnteredPlay)
def entered_play(fact: EnteredPlay, names: CardTitles) -> str:
    details = [
        word
        for word, so in (
            ("knelt", fact.kneeling),
            ("as a duplicate", fact.duplicate),
            ("facedown", fact.facedown),
        )
        if so
    ]
    return f"{names.card(fact.card)} enters play ({', '.join([in_words(fact.how), *details])})"


@tells(Attached)
def card_attached(fact: Attached, names: CardTitles) -> str:
    return f"{names.card(fact.card)} is now on {names.card(fact.host)}"


@tells(CharactersKilled)
def characters_killed(fact: CharactersKilled, names: CardTitles) -> str:
    return f"killed: {names.card_list(fact.characters)}"


@tells(CardsSacrificed)
def cards_sacrificed(fact: CardsSacrificed, names: CardTitles) -> str:
    return f"sacrificed: {names.card_list(fact.cards)}"


@tells(CardsDiscarded)
def cards_discarded(fact: CardsDiscarded, names: CardTitles) -> str:
    return f"discarded from {in_words(fact.source)}: {names.card_list(fact.cards)}"


@tells(CardsDrawn)
def cards_drawn(fact: CardsDrawn, names: CardTitles) -> str:
    return f"{fact.seat} draws {amount(fact.n, 'card')}"


@tells(CardSaved)
def card_saved(fact: CardSaved, names: CardTitles) -> str:
    return f"{names.card(fact.card)} is saved by {names.card(fact.by)}"


@tells(ChallengeInitiated)
def challenge_initiated(fact: ChallengeInitiated, names: CardTitles) -> str:
    now = fact.challenge
    declared = f"{now.attacker} initiates {with_article(now.kind)} challenge against {now.defender}"
    return f"{declared}: {names.card_list(now.attackers)}"


def with_article(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


@tells(StealthBypassed)
def stealth_bypassed(fact: StealthBypassed, names: CardTitles) -> str:
    return f"bypassed by stealth: {names.card_list(fact.characters)}"


@tells(BypassLifted)
def bypass_lifted(fact: BypassLifted, names: CardTitles) -> str:
    return f"bypassed by stealth no more: {names.card_list(fact.characters)}"


@tells(DefendersDeclared)
def defenders_declared(fact: DefendersDeclared, names: CardTitles) -> str:
    return f"defenders: {names.card_list(fact.defenders) if fact.defenders else 'none'}"


@tells(JoinedChallenge)
def joined_challenge(fact: JoinedChallenge, names: CardTitles) -> str:
    return f"{names.card(fact.character)} joins the challenge, {fact.side}"


@tells(LeftChallenge)
def left_challenge(fact: LeftChallenge, names: CardTitles) -> str:
    return f"out of the challenge: {names.card_list(fact.characters)}"


@tells(ChallengeDecided)
def challenge_decided(fact: ChallengeDecided, names: CardTitles) -> str:
    compared = f"attack {trace_words(fact.attack, names)}, defense {trace_words(fact.defense, names)}"
    if not fact.winner:
        return f"{compared}: nobody wins"
    return f"{compared}: {fact.winner} wins by {fact.margin}{', unopposed' if fact.unopposed else ''}"


@tells(ClaimApplied)
def claim_applied(fact: ClaimApplied, names: CardTitles) -> str:
    instead = f", replaced: {names.text(fact.replaced)}" if fact.replaced else ""
    return f"{fact.kind} claim {trace_words(fact.claim, names)}{instead}"


@tells(ChallengeEnded)
def challenge_ended(fact: ChallengeEnded, names: CardTitles) -> str:
    return "the challenge ends"


@tells(DominanceCounted)
def dominance_counted(fact: DominanceCounted, names: CardTitles) -> str:
    totals = ", ".join(f"{seat} {number.value}" for seat, number in fact.totals)
    return f"dominance: {totals}; {f'won by {fact.winner}' if fact.winner else 'nobody wins it'}"


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


@tells(KeywordResolved)
def keyword_resolved(fact: KeywordResolved, names: CardTitles) -> str:
    return f"{fact.keyword}: {names.card_list(fact.characters)}"


HEADINGS: dict[type[Fact], Callable[[Any], str]] = {
    RoundBegan: lambda fact: f"\nRound {fact.round}",
    PhaseBegan: lambda fact: f" {fact.phase} phase",
}
OPENINGS: dict[type[Fact], Callable[[Any], tuple[str, str]]] = {
    PositionLaid: lambda fact: (f"Round {fact.round}", f"{fact.phase} phase"),
}


@tells(PositionLaid)
def position_laid(fact: PositionLaid, names: CardTitles) -> str:
    players = ", ".join(f"{seat} {gold} gold" for seat, gold in zip(fact.seats, fact.gold, strict=True))
    return f"the table is laid: round {fact.round}, {fact.phase}, first player {fact.first_player}; {players}"


@tells(ConstantsOrdered)
def constants_ordered(fact: ConstantsOrdered, names: CardTitles) -> str:
    return f"constant abilities in conflict, in this order: {names.card_list(card for card, _ in fact.cards)}"


@tells(LimitSet)
def limit_set(fact: LimitSet, names: CardTitles) -> str:
    return f"limit {limit_words(fact.key, names)} is set to {fact.n} by hand"


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
        f"{zone_said(fact.zone)} is ordered, the last on top: {names.card_list(fact.cards)}"
    ),
    SettingUp: lambda fact, names: f"{step_said(fact.step)} is done",
}
