"""What is said of facts of Legend of the Five Rings, where a word depends on what they carry."""

from __future__ import annotations

import pytest

from domain.cardgame.facts.cards import CardsDiscarded, LastingBegan
from domain.cardgame.facts.course import DeckBrought
from domain.cardgame.table import LastingEffect
from domain.games import GAMES
from domain.games.l5r.facts.cards import MulliganTaken, ProvinceRefilled, StatusChanged
from domain.games.l5r.facts.conflicts import (
    RingContested,
    RingFatePlaced,
    RingsReturned,
    RingsSwitched,
)
from domain.games.l5r.facts.players import (
    FateGained,
    FavorSet,
    HonorGained,
    OpportunitiesGiven,
    OpportunityUsed,
)
from domain.kernel.facts import Fact
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.numbers import trace_number
from service.games.l5r.fact_sentences import LOG, STORY, label
from service.present.text.words_of_games import names_for

NAMES = names_for(GAMES["l5r"].rules)
ALICE, BOB = Seat("alice"), Seat("bob")
TWO = trace_number(2, ())


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (DeckBrought(ALICE, zone(ALICE, "aside"), 5), "alice brings 5 cards as provinces"),
        (DeckBrought(ALICE, zone(ALICE, "deck"), 40), "alice brings 40 cards as conflict deck"),
        (DeckBrought(ALICE, zone(ALICE, "stronghold"), 1), "alice brings 1 card as stronghold"),
        (CardsDiscarded((Handle("x"),), "row"), "discarded from provinces: a card"),
        (CardsDiscarded((Handle("x"),), "dynasty_deck"), "discarded from dynasty deck: a card"),
        (CardsDiscarded((Handle("x"),), "hand"), "discarded from hand: a card"),
        (MulliganTaken(ALICE, "hand", 0), "alice keeps the cards in hand"),
        (MulliganTaken(ALICE, "provinces", 1), "alice replaces 1 card in provinces"),
        (StatusChanged(Handle("x")), "a card is ordinary"),
        (StatusChanged(Handle("x"), honored=True), "a card is honored"),
        (StatusChanged(Handle("x"), dishonored=True), "a card is dishonored"),
        (FateGained(ALICE, 1, "first-pass"), "alice gains 1 fate (passed first)"),
        (HonorGained(ALICE, 2, "air"), "alice gains 2 honor (ring of air)"),
        (HonorGained(ALICE, 2), "alice gains 2 honor"),
        (OpportunityUsed(ALICE, "military"), "alice uses an opportunity for a military conflict"),
        (OpportunityUsed(ALICE, "", passed=True), "alice passes an opportunity for a conflict"),
        (RingFatePlaced(("air", "void"), 1), "+1 fate on the ring of air and the ring of void"),
        (RingFatePlaced(("void",), -2), "-2 fate on the ring of void"),
        (RingContested("fire", "military", ALICE), "the ring of fire is contested, military side up"),
        (
            RingContested("fire", "military", ALICE, 2),
            "the ring of fire is contested, military side up; alice takes 2 fate from it",
        ),
        (RingsReturned(("air",)), "the ring of air returns to the unclaimed rings"),
        (RingsReturned(("air", "void")), "the ring of air and the ring of void return to the unclaimed rings"),
        (RingsSwitched("air", "void"), "the rings of air and void change places"),
        (
            RingsSwitched("air", "void", ALICE, 2),
            "the rings of air and void change places, and alice gets 2 fate of the second",
        ),
        (FavorSet(BOB, "military"), "bob has the Imperial Favor, military side up"),
        (FavorSet(), "the Imperial Favor is unclaimed"),
    ],
)
def test_a_fact_is_told_in_a_sentence(fact: Fact, said: str) -> None:
    assert STORY[type(fact)](fact, NAMES) == said


@pytest.mark.parametrize(
    ("what", "name", "amount", "said"),
    [
        (
            "card-cannot",
            "be discarded",
            0,
            "a card cannot be discarded",
        ),
        (
            "playable-from",
            "deck",
            0,
            "a card may be played from the conflict deck",
        ),
        ("military", "", 2, "military +2 on a card"),
    ],
)
def test_an_effect_says_what_its_cards_cannot_do_as_a_sentence(what: str, name: str, amount: int, said: str) -> None:
    cards = (Handle("x"),)
    effect = LastingEffect(1, "core/steadfast-samurai", what, ALICE, "phase", name, amount, cards=cards)
    told = f"until the end of the phase: {said} (Steadfast Samurai)"
    assert STORY[LastingBegan](LastingBegan(effect), NAMES) == told


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (OpportunitiesGiven(1), "each player has 1 opportunity to declare a conflict"),
        (OpportunitiesGiven(2), "each player has 2 opportunities to declare a conflict"),
        (ProvinceRefilled(ALICE, 5), "the stronghold province of alice has its dynasty card again"),
    ],
)
def test_what_the_log_alone_tells(fact: Fact, said: str) -> None:
    assert LOG[type(fact)](fact, NAMES) == said
    assert type(fact) not in STORY


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("honor-bid", "honor bid"),
        ("conflict.action", "conflict action window"),
        ("won:military:bob", "military conflicts won by bob"),
        ("limited:alice", "limited cards of alice"),
        ("dynasty_discard", "dynasty discard pile"),
        ("no-such-word", "no-such-word"),
    ],
)
def test_areas_windows_and_counters_have_their_words(id: str, said: str) -> None:
    assert label(id) == said
