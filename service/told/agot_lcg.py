"""One sentence for each fact of A Game of Thrones LCG."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.games.agot_lcg import facts, laying
from domain.kernel.facts import Fact
from domain.kernel.ids import zone_kind
from domain.kernel.numbers import Traced
from service.told.agot_lcg_table import table_lines as table_lines
from service.told.names import Names, counted, in_words, limit_words, step_said, zone_said
from service.told.sentences import Sentences, number_words, registering

TOLD: Sentences = {}
tells = registering(TOLD)


def trace_words(number: Traced, names: Names) -> str:
    return number_words(number.value, number.trace, names.text)


@tells(facts.SeatsTaken)
def seats_taken(fact: facts.SeatsTaken, names: Names) -> str:
    houses = [names.title(key) for _, key in fact.factions]
    agendas = [f", {names.title(key)}" if key else "" for _, key in fact.agendas]
    seats = (f"{seat} ({house}{agenda})" for seat, house, agenda in zip(fact.seats, houses, agendas, strict=True))
    return f"seats: {' and '.join(seats)}; window policy {fact.policy}"


@tells(facts.DeckBrought)
def deck_brought(fact: facts.DeckBrought, names: Names) -> str:
    return f"{fact.seat} brings {counted(fact.count, 'card')} as {in_words(zone_kind(fact.zone))}"


@tells(facts.PlotRevealed)
def plot_revealed(fact: facts.PlotRevealed, names: Names) -> str:
    return f"{fact.seat} reveals {names.card(fact.plot)}"


@tells(facts.FirstPlayerChosen)
def first_player_chosen(fact: facts.FirstPlayerChosen, names: Names) -> str:
    return f"first player: {fact.player}" + (f", named by {fact.by}" if fact.by else "")


@tells(facts.InitiativeWon)
def initiative_won(fact: facts.InitiativeWon, names: Names) -> str:
    compared = ", ".join(f"{seat} {trace_words(number, names)}" for seat, number in fact.values)
    return f"initiative: {compared}; won by {fact.seat} ({in_words(fact.how)})"


@tells(facts.RoundBegan)
def round_began(fact: facts.RoundBegan, names: Names) -> str:
    return f"round {fact.round} begins"


@tells(facts.PhaseBegan)
def phase_began(fact: facts.PhaseBegan, names: Names) -> str:
    return f"{fact.phase} phase begins"


@tells(facts.ActivePlayerNamed)
def active_player_named(fact: facts.ActivePlayerNamed, names: Names) -> str:
    return f"active player: {fact.seat}"


@tells(facts.MulliganDecided)
def mulligan_decided(fact: facts.MulliganDecided, names: Names) -> str:
    return f"{fact.seat} {'takes a mulligan' if fact.mulligan else 'keeps the setup hand'}"


@tells(facts.GoldGained)
def gold_gained(fact: facts.GoldGained, names: Names) -> str:
    gold = trace_words(fact.trace, names) if fact.trace else str(fact.gold)
    return f"{fact.seat} gains {gold} gold" + (f" ({in_words(fact.why)})" if fact.why else "")


@tells(facts.GoldSpent)
def gold_spent(fact: facts.GoldSpent, names: Names) -> str:
    gold = trace_words(fact.trace, names) if fact.trace else str(fact.gold)
    return f"{fact.seat} pays {gold} gold" + (f" ({in_words(fact.why)})" if fact.why else "")


@tells(facts.CardsKnelt)
def cards_knelt(fact: facts.CardsKnelt, names: Names) -> str:
    return f"kneels: {names.listed(fact.cards)}"


@tells(facts.CardsStood)
def cards_stood(fact: facts.CardsStood, names: Names) -> str:
    return f"stands: {names.listed(fact.cards)}"


@tells(facts.PowerPlaced)
def power_placed(fact: facts.PowerPlaced, names: Names) -> str:
    return f"power ({in_words(fact.why)}): " + ", ".join(f"{power:+d} {names.card(card)}" for card, power in fact.on)


@tells(facts.TokensPlaced)
def tokens_placed(fact: facts.TokensPlaced, names: Names) -> str:
    return f"{fact.n:+d} {fact.name} on {names.card(fact.card)}"


@tells(facts.EnteredPlay)
def entered_play(fact: facts.EnteredPlay, names: Names) -> str:
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


@tells(facts.Attached)
def attached(fact: facts.Attached, names: Names) -> str:
    return f"{names.card(fact.card)} is now on {names.card(fact.host)}"


@tells(facts.CharactersKilled)
def characters_killed(fact: facts.CharactersKilled, names: Names) -> str:
    return f"killed: {names.listed(fact.characters)}"


@tells(facts.CardsSacrificed)
def cards_sacrificed(fact: facts.CardsSacrificed, names: Names) -> str:
    return f"sacrificed: {names.listed(fact.cards)}"


@tells(facts.CardsDiscarded)
def cards_discarded(fact: facts.CardsDiscarded, names: Names) -> str:
    return f"discarded from {in_words(fact.source)}: {names.listed(fact.cards)}"


@tells(facts.CardsDrawn)
def cards_drawn(fact: facts.CardsDrawn, names: Names) -> str:
    return f"{fact.seat} draws {counted(fact.n, 'card')}"


@tells(facts.CardSaved)
def card_saved(fact: facts.CardSaved, names: Names) -> str:
    return f"{names.card(fact.card)} is saved by {names.card(fact.by)}"


@tells(facts.ChallengeInitiated)
def challenge_initiated(fact: facts.ChallengeInitiated, names: Names) -> str:
    now = fact.challenge
    declared = f"{now.attacker} initiates {a(now.kind)} challenge against {now.defender}"
    return f"{declared}: {names.listed(now.attackers)}"


def a(noun: str) -> str:
    return f"an {noun}" if noun[:1] in "aeiou" else f"a {noun}"


@tells(facts.StealthBypassed)
def stealth_bypassed(fact: facts.StealthBypassed, names: Names) -> str:
    return f"bypassed by stealth: {names.listed(fact.characters)}"


@tells(facts.BypassLifted)
def bypass_lifted(fact: facts.BypassLifted, names: Names) -> str:
    return f"bypassed by stealth no more: {names.listed(fact.characters)}"


@tells(facts.DefendersDeclared)
def defenders_declared(fact: facts.DefendersDeclared, names: Names) -> str:
    return f"defenders: {names.listed(fact.defenders) if fact.defenders else 'none'}"


@tells(facts.JoinedChallenge)
def joined_challenge(fact: facts.JoinedChallenge, names: Names) -> str:
    return f"{names.card(fact.character)} joins the challenge, {fact.side}"


@tells(facts.LeftChallenge)
def left_challenge(fact: facts.LeftChallenge, names: Names) -> str:
    return f"out of the challenge: {names.listed(fact.characters)}"


@tells(facts.ChallengeDecided)
def challenge_decided(fact: facts.ChallengeDecided, names: Names) -> str:
    compared = f"attack {trace_words(fact.attack, names)}, defense {trace_words(fact.defense, names)}"
    if not fact.winner:
        return f"{compared}: nobody wins"
    return f"{compared}: {fact.winner} wins by {fact.margin}{', unopposed' if fact.unopposed else ''}"


@tells(facts.ClaimApplied)
def claim_applied(fact: facts.ClaimApplied, names: Names) -> str:
    instead = f", replaced: {names.text(fact.replaced)}" if fact.replaced else ""
    return f"{fact.kind} claim {trace_words(fact.claim, names)}{instead}"


@tells(facts.ChallengeEnded)
def challenge_ended(fact: facts.ChallengeEnded, names: Names) -> str:
    return "the challenge ends"


@tells(facts.DominanceCounted)
def dominance_counted(fact: facts.DominanceCounted, names: Names) -> str:
    totals = ", ".join(f"{seat} {number.value}" for seat, number in fact.totals)
    return f"dominance: {totals}; {f'won by {fact.winner}' if fact.winner else 'nobody wins it'}"


@tells(facts.LastingBegan)
def lasting_began(fact: facts.LastingBegan, names: Names) -> str:
    effect = fact.effect
    on = f" on {names.listed(effect.cards)}" if effect.cards else f" for {effect.seat}"
    amount = f" {effect.amount:+d}" if effect.amount else ""
    what = in_words(f"{effect.what} {effect.name}".strip())
    return f"until the end of the {effect.until}: {what}{amount}{on} ({names.text(effect.source)})"


@tells(facts.PlayerEliminated)
def player_eliminated(fact: facts.PlayerEliminated, names: Names) -> str:
    return f"{fact.seat} is out of the game ({in_words(fact.why)})"


@tells(facts.ControlTaken)
def control_taken(fact: facts.ControlTaken, names: Names) -> str:
    return f"{fact.seat} takes control of {names.listed(fact.cards)}"


@tells(facts.KeywordResolved)
def keyword_resolved(fact: facts.KeywordResolved, names: Names) -> str:
    return f"{fact.keyword}: {names.listed(fact.characters)}"


HEADINGS: dict[type[Fact], Callable[[Any], str]] = {
    facts.RoundBegan: lambda fact: f"\nRound {fact.round}",
    facts.PhaseBegan: lambda fact: f" {fact.phase} phase",
}


@tells(laying.PositionLaid)
def position_laid(fact: laying.PositionLaid, names: Names) -> str:
    players = ", ".join(f"{seat} {gold} gold" for seat, gold in zip(fact.seats, fact.gold, strict=True))
    return f"the table is laid: round {fact.round}, {fact.phase}, first player {fact.first_player}; {players}"


@tells(facts.ConstantsOrdered)
def constants_ordered(fact: facts.ConstantsOrdered, names: Names) -> str:
    return f"conflicting constant abilities, the last counts: {names.listed(card for card, _ in fact.cards)}"


@tells(facts.LimitSet)
def limit_set(fact: facts.LimitSet, names: Names) -> str:
    return f"limit {limit_words(fact.key, names)} is set to {fact.n} by hand"


WORD: Callable[[str], str] = str

# What a log says and a story does not, since other facts tell it or nobody asks.
LOGGED: Sentences = {
    facts.PhaseEnded: lambda fact, names: f"{fact.phase} phase ends",
    facts.RoundEnded: lambda fact, names: f"round {fact.round} ends",
    facts.LimitsReset: lambda fact, names: f"limits of the {fact.period} start anew",
    facts.Counted: lambda fact, names: f"counted: {'; '.join(limit_words(each, names) for each in fact.keys)}",
    facts.EventPlayed: lambda fact, names: f"{fact.seat} has played {names.card(fact.card)}",
    facts.LastingEnded: lambda fact, names: f"{counted(len(fact.effects), 'lasting effect')} ended",
    facts.DelayedBegan: lambda fact, names: f"a delayed effect waits ({names.text(fact.effect.key)})",
    facts.DelayedEnded: lambda fact, names: "a delayed effect has come or gone",
    facts.PileOrdered: lambda fact, names: (
        f"{zone_said(fact.zone)} is ordered, the last on top: {names.listed(fact.cards)}"
    ),
    facts.SettingUp: lambda fact, names: f"{step_said(fact.step)} is done",
}
