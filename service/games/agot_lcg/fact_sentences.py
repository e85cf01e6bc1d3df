"""One sentence for each fact of A Game of Thrones LCG."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
from service.present.text import card_facts
from service.present.text.names import CardTitles, in_words
from service.present.text.sentences import Sentences, register_sentences, trace_words

STORY: Sentences = {**card_facts.STORY}
tells = register_sentences(STORY)


def label(id: str) -> str:
    """The words for an effect with its name (`cost play`) or for a counter of limits; any other word unchanged."""
    what, divides, name = id.partition(" ")
    return words.effect_words(what, name) if divides and what in words.EFFECTS else words.counted_words(id)


@tells(SeatsTaken)
def seats_taken(fact: SeatsTaken, names: CardTitles) -> str:
    houses = [names.title(key) for _, key in fact.factions]
    agendas = [f", {names.title(key)}" if key else "" for _, key in fact.agendas]
    seats = (f"{seat} ({house}{agenda})" for seat, house, agenda in zip(fact.seats, houses, agendas, strict=True))
    return f"seats: {join_names(seats)}; window policy {fact.policy}"


@tells(PlotRevealed)
def plot_revealed(fact: PlotRevealed, names: CardTitles) -> str:
    return f"{fact.seat} reveals {names.card(fact.plot)}"


@tells(InitiativeWon)
def initiative_won(fact: InitiativeWon, names: CardTitles) -> str:
    compared = ", ".join(f"{seat} {trace_words(number, names)}" for seat, number in fact.values)
    return f"initiative: {compared}; won by {fact.seat} ({in_words(fact.how)})"


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


@tells(CharactersKilled)
def characters_killed(fact: CharactersKilled, names: CardTitles) -> str:
    return f"killed: {names.card_list(fact.characters)}"


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


@tells(KeywordResolved)
def keyword_resolved(fact: KeywordResolved, names: CardTitles) -> str:
    return f"{fact.keyword}: {names.card_list(fact.characters)}"


HEADINGS = card_facts.HEADINGS
OPENINGS: dict[type[Fact], Callable[[Any], tuple[str, str]]] = {
    PositionLaid: lambda fact: (f"Round {fact.round}", f"{fact.phase} phase"),
}


@tells(PositionLaid)
def position_laid(fact: PositionLaid, names: CardTitles) -> str:
    players = ", ".join(f"{seat} {gold} gold" for seat, gold in zip(fact.seats, fact.gold, strict=True))
    return f"the table is laid: round {fact.round}, {fact.phase}, first player {fact.first_player}; {players}"


LOG = card_facts.LOG
