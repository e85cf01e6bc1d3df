"""One sentence for each fact of Legend of the Five Rings, beside those of every card game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.facts.course import PlayersSeated
from domain.games.l5r.abilities.keywords import KEYWORD_OF
from domain.games.l5r.corrections.forms import ZONE_WORDS, counted_words
from domain.games.l5r.facts.cards import (
    CardsBowed,
    CardsPutInProvinces,
    CardsReadied,
    FateInvested,
    FatePlaced,
    MulliganTaken,
    ProvinceRefilled,
    RefillGivenUp,
    RefillOwed,
    StatusChanged,
)
from domain.games.l5r.facts.conflicts import (
    CharacterJoined,
    CharactersEvaded,
    CharactersLeft,
    ConflictDecided,
    ConflictDeclared,
    ConflictEnded,
    ConflictTypeChanged,
    DefendersDeclared,
    ProvinceBroken,
    RingClaimed,
    RingContested,
    RingEffectEnded,
    RingEffectResolved,
    RingEffectStopped,
    RingFatePlaced,
    RingsReturned,
    RingsSwitched,
)
from domain.games.l5r.facts.players import (
    DialsRevealed,
    DrawOwed,
    DrawsSettled,
    DuelDecided,
    FateGained,
    FateGiven,
    FateSpent,
    FavorClaimed,
    FavorSet,
    GloryCounted,
    HonorGained,
    HonorGiven,
    HonorLost,
    OpportunitiesGiven,
    OpportunityUsed,
)
from domain.games.l5r.positions.game_positions import PositionLaid
from domain.games.l5r.state import STRONGHOLD
from domain.kernel.facts import Fact
from domain.kernel.formats.listing import join_names
from domain.kernel.ids import zone_owner
from service.present.text import card_facts
from service.present.text.names import CardTitles, amount, in_words
from service.present.text.sentences import Sentences, register_sentences, trace_words

STORY: Sentences = {**card_facts.STORY}
tells = register_sentences(STORY)

REASONS: Mapping[str, str] = {
    "air": "ring of air",
    "bid": "honor bid",
    "collected": "collected by the stronghold",
    "deck-out": "a deck ran out",
    "dishonored": "a dishonored character left play",
    "earth": "ring of earth",
    "fire": "ring of fire",
    "first-pass": "passed first",
    "honored": "an honored character left play",
    "manual": "by hand",
    "play": "to play a card",
    "second-player": "second player",
    "stronghold": "starting honor",
    "unopposed": "unopposed conflict",
    "void": "ring of void",
    "water": "ring of water",
}
"""Why fate or honor changes, by the word of the fact."""

WORDS: Mapping[str, str] = {
    **ZONE_WORDS,
    **{f"ability {number}": keyword for number, keyword in KEYWORD_OF.items()},
    # a sentence tells what comes from there or goes there, and of the lists that lie aside only provinces are brought
    **dict.fromkeys(("aside", "holding", "row"), "provinces"),
    "play": "play",
    "broken-province": "cards in a broken province",
    "conflict.action": "conflict action window",
    "conflicts.action": "action window of the conflict phase",
    "draw.action": "action window of the draw phase",
    "dynasty.action": "dynasty window",
    "fate.action": "action window of the fate phase",
    "fateless": "characters with no fate",
    "favor": "Imperial Favor",
    "hand-mulligan": "mulligan of the hand",
    "honor-bid": "honor bid",
    "power": "honor",  # the jump mark
    "province-mulligan": "mulligan of the provinces",
    "provinces-to-clear": "cards in provinces",
    "regroup.action": "action window of the regroup phase",
    "restricted": "restricted attachments",
    "ring-effect": "ring effect",
    "stronghold-province": "stronghold province",
}
"""Names of areas, windows and questions as players call them."""


def label(id: str) -> str:
    """The words for an area, a window, a question or a counter of limits; any other word unchanged."""
    return WORDS.get(id) or counted_words(id)


def province_words(slot: int) -> str:
    """A province by its place: `province 2`, `the stronghold province`."""
    return "the stronghold province" if slot == STRONGHOLD else f"province {slot}"


def because(why: str, names: CardTitles) -> str:
    """The reason in brackets; a reason that is no word of the rules is a card or an effect."""
    return f" ({REASONS.get(why) or in_words(names.text(why))})" if why else ""


@tells(PlayersSeated)
def players_seated(fact: PlayersSeated, names: CardTitles) -> str:
    return f"seats: {join_names(fact.seats)}; window policy {fact.policy}"


@tells(PositionLaid)
def position_laid(fact: PositionLaid, names: CardTitles) -> str:
    return f"the table is laid: round {fact.round}, {fact.phase}, first player {fact.first_player}"


# --- cards


@tells(CardEnteredPlay)
def entered_play(fact: CardEnteredPlay, names: CardTitles) -> str:
    return f"{names.card(fact.card)} enters play ({in_words(fact.how)})"


@tells(CardsPutInProvinces)
def cards_put_in_provinces(fact: CardsPutInProvinces, names: CardTitles) -> str:
    laid = (f"{names.card(each.card)} in {province_words(each.slot)} of {zone_owner(each.zone)}" for each in fact.cards)
    return f"laid: {'; '.join(laid)}"


@tells(MulliganTaken)
def mulligan_taken(fact: MulliganTaken, names: CardTitles) -> str:
    area = "in hand" if fact.area == "hand" else "in provinces"
    replaced = f"replaces {amount(fact.n, 'card')} {area}"
    return f"{fact.seat} {replaced if fact.n else f'keeps the cards {area}'}"


@tells(CardsBowed)
def cards_bowed(fact: CardsBowed, names: CardTitles) -> str:
    return f"bows: {names.card_list(fact.cards)}"


@tells(CardsReadied)
def cards_readied(fact: CardsReadied, names: CardTitles) -> str:
    return f"readies: {names.card_list(fact.cards)}"


@tells(StatusChanged)
def status_changed(fact: StatusChanged, names: CardTitles) -> str:
    status = "honored" if fact.honored else "dishonored" if fact.dishonored else "ordinary"
    return f"{names.card(fact.card)} is {status}"


@tells(FatePlaced)
def fate_placed(fact: FatePlaced, names: CardTitles) -> str:
    return "fate: " + ", ".join(f"{n:+d} on {names.card(card)}" for card, n in fact.fate)


@tells(FateInvested)
def fate_invested(fact: FateInvested, names: CardTitles) -> str:
    return f"{fact.seat} places {fact.fate} additional fate on {names.card(fact.card)}"


# --- players


@tells(FateGained)
def fate_gained(fact: FateGained, names: CardTitles) -> str:
    fate = trace_words(fact.trace, names) if fact.trace else str(fact.fate)
    return f"{fact.seat} gains {fate} fate{because(fact.why, names)}"


@tells(FateSpent)
def fate_spent(fact: FateSpent, names: CardTitles) -> str:
    fate = trace_words(fact.trace, names) if fact.trace else str(fact.fate)
    return f"{fact.seat} spends {fate} fate{because(fact.why, names)}"


@tells(HonorGained)
def honor_gained(fact: HonorGained, names: CardTitles) -> str:
    return f"{fact.seat} gains {fact.honor} honor{because(fact.why, names)}"


@tells(HonorLost)
def honor_lost(fact: HonorLost, names: CardTitles) -> str:
    return f"{fact.seat} loses {fact.honor} honor{because(fact.why, names)}"


@tells(HonorGiven)
def honor_given(fact: HonorGiven, names: CardTitles) -> str:
    return f"{fact.giver} gives {fact.taker} {fact.honor} honor{because(fact.why, names)}"


@tells(FateGiven)
def fate_given(fact: FateGiven, names: CardTitles) -> str:
    return f"{fact.giver} gives {fact.taker} {fact.fate} fate{because(fact.why, names)}"


@tells(DuelDecided)
def duel_decided(fact: DuelDecided, names: CardTitles) -> str:
    duelists = (fact.challenger, fact.challengee)
    skills = (
        f"{names.card(card)} {trace_words(value, names)}" for card, value in zip(duelists, fact.values, strict=True)
    )
    won = f"{names.card(fact.winner)} wins" if fact.winner else "nobody wins"
    return f"{names.word(fact.kind)} duel, {', '.join(skills)}: {won}"


@tells(RingEffectStopped)
def ring_effect_stopped(fact: RingEffectStopped, names: CardTitles) -> str:
    return "the effect of the ring is canceled"


@tells(RingsSwitched)
def rings_switched(fact: RingsSwitched, names: CardTitles) -> str:
    gained = f", and {fact.seat} gets {fact.fate} fate of the second" if fact.seat and fact.fate else ""
    return f"the rings of {fact.ring} and {fact.other} change places{gained}"


@tells(ConflictTypeChanged)
def conflict_type_changed(fact: ConflictTypeChanged, names: CardTitles) -> str:
    return f"the conflict becomes {names.word(fact.kind)}"


@tells(DialsRevealed)
def dials_revealed(fact: DialsRevealed, names: CardTitles) -> str:
    return "honor dials: " + ", ".join(f"{seat} {bid}" for seat, bid in fact.bids)


@tells(OpportunityUsed)
def opportunity_used(fact: OpportunityUsed, names: CardTitles) -> str:
    kind = f"{fact.kind} " if fact.kind else ""
    return f"{fact.seat} {'passes' if fact.passed else 'uses'} an opportunity for a {kind}conflict"


@tells(GloryCounted)
def glory_counted(fact: GloryCounted, names: CardTitles) -> str:
    totals = ", ".join(f"{seat} {trace_words(number, names)}" for seat, number in fact.totals)
    return f"glory: {totals}; {f'{fact.winner} wins the Imperial Favor' if fact.winner else 'nobody wins it'}"


def favor_words(holder: str, side: str) -> str:
    """Who has the Imperial Favor, and which side is up."""
    return f"{holder} has the Imperial Favor, {side} side up" if holder else "the Imperial Favor is unclaimed"


@tells(FavorClaimed)
def favor_claimed(fact: FavorClaimed, names: CardTitles) -> str:
    return f"{fact.seat} claims the Imperial Favor, {fact.side} side up"


@tells(FavorSet)
def favor_set(fact: FavorSet, names: CardTitles) -> str:
    return favor_words(fact.seat, fact.side)


# --- rings and conflicts


def ring_words(element: str) -> str:
    return f"the ring of {element}"


@tells(RingFatePlaced)
def ring_fate_placed(fact: RingFatePlaced, names: CardTitles) -> str:
    return f"{fact.fate:+d} fate on {join_names(map(ring_words, fact.rings))}"


@tells(RingContested)
def ring_contested(fact: RingContested, names: CardTitles) -> str:
    taken = f"; {fact.seat} takes {fact.fate} fate from it" if fact.fate else ""
    return f"{ring_words(fact.ring)} is contested, {fact.side} side up{taken}"


@tells(RingClaimed)
def ring_claimed(fact: RingClaimed, names: CardTitles) -> str:
    return f"{fact.seat} claims {ring_words(fact.ring)}"


@tells(RingsReturned)
def rings_returned(fact: RingsReturned, names: CardTitles) -> str:
    returns = "returns" if len(fact.rings) == 1 else "return"
    return f"{join_names(map(ring_words, fact.rings))} {returns} to the unclaimed rings"


@tells(RingEffectResolved)
def ring_effect_resolved(fact: RingEffectResolved, names: CardTitles) -> str:
    return f"{fact.seat} resolves the effect of {ring_words(fact.element)}"


@tells(ConflictDeclared)
def conflict_declared(fact: ConflictDeclared, names: CardTitles) -> str:
    now = fact.conflict
    attacked = f"{province_words(now.slot)} of {now.defender}"
    declared = f"{now.attacker} declares a {now.kind} conflict for {ring_words(now.ring)} against {attacked}"
    return f"{declared}: {names.card_list(now.attackers)}"


@tells(CharactersEvaded)
def characters_evaded(fact: CharactersEvaded, names: CardTitles) -> str:
    return f"evaded by covert: {names.card_list(fact.cards)}"


@tells(DefendersDeclared)
def defenders_declared(fact: DefendersDeclared, names: CardTitles) -> str:
    return f"defenders: {names.card_list(fact.defenders) if fact.defenders else 'none'}"


@tells(CharacterJoined)
def character_joined(fact: CharacterJoined, names: CardTitles) -> str:
    return f"{names.card(fact.card)} joins the conflict for {fact.seat}"


@tells(CharactersLeft)
def characters_left(fact: CharactersLeft, names: CardTitles) -> str:
    return f"out of the conflict: {names.card_list(fact.cards)}"


@tells(ConflictDecided)
def conflict_decided(fact: ConflictDecided, names: CardTitles) -> str:
    compared = f"attack {trace_words(fact.attack, names)}, defense {trace_words(fact.defense, names)}"
    if not fact.winner:
        return f"{compared}: nobody wins"
    return f"{compared}: {fact.winner} wins{'' if fact.opposed else ', unopposed'}"


@tells(ProvinceBroken)
def province_broken(fact: ProvinceBroken, names: CardTitles) -> str:
    held = f" (strength {trace_words(fact.strength, names)})" if fact.strength is not None else ""
    return f"{names.card(fact.province)} is broken{held}"


@tells(ConflictEnded)
def conflict_ended(fact: ConflictEnded, names: CardTitles) -> str:
    return "the conflict ends"


def opportunities(n: int) -> str:
    return "1 opportunity" if n == 1 else f"{n} opportunities"


HEADINGS: dict[type[Fact], Callable[[Any], str]] = {**card_facts.HEADINGS}
OPENINGS: dict[type[Fact], Callable[[Any], tuple[str, str]]] = {
    PositionLaid: lambda fact: (f"Round {fact.round}", f"{fact.phase} phase"),
}

# The log has these facts and the story leaves them out: other facts say the same, or readers do not need them.
LOG: Sentences = {
    **card_facts.LOG,
    RefillOwed: lambda fact, names: f"{province_words(fact.owed.slot)} of {fact.owed.seat} is to be refilled",
    RefillGivenUp: lambda fact, names: f"{province_words(fact.slot)} of {fact.seat} stays empty, there is no card",
    ProvinceRefilled: lambda fact, names: f"{province_words(fact.slot)} of {fact.seat} has its dynasty card again",
    OpportunitiesGiven: lambda fact, names: f"each player has {opportunities(fact.n)} to declare a conflict",
    DrawOwed: lambda fact, names: f"{fact.owed.seat} still draws {amount(fact.owed.n, 'card')}",
    RingEffectEnded: lambda fact, names: "the effect of a ring has been initiated",
    DrawsSettled: lambda fact, names: "the draws from decks that ran out are settled",
}
