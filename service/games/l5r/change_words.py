"""The words of Legend of the Five Rings for changes by hand: areas, states of cards and players, rings and favor."""

from __future__ import annotations

from domain.games.l5r.corrections.forms import ZONE_WORDS
from domain.games.l5r.corrections.ring_changes import FAVOR, RING, RING_FATE
from domain.games.l5r.state import L5rCard, L5rTable
from domain.kernel.corrections.changes import SetMarker
from service.games.l5r.fact_sentences import favor_words, ring_words
from service.games.presentation import ChangeWords
from service.present.field_words import mark_sentences, mark_tellers
from service.present.text.names import CardTitles

PILES = ("deck", "dynasty_deck", "discard", "dynasty_discard")


def ring_claimed(change: SetMarker, names: CardTitles) -> str:
    return f"{ring_words(change.area)} is {f'claimed by {change.seat}' if change.seat else 'unclaimed'}"


def fate_on_ring(change: SetMarker, names: CardTitles) -> str:
    return f"fate on {ring_words(change.area)}: {change.value}"


def favor_given(change: SetMarker, names: CardTitles) -> str:
    return favor_words(change.seat, change.value)


CHANGE_WORDS = ChangeWords(
    piles=ZONE_WORDS,
    ordered=dict.fromkeys(PILES, True),
    card_marks={
        **mark_sentences(L5rCard),
        "attacking": ("{} is an attacker", "{} is no attacker"),
        "defending": ("{} is a defender", "{} is no defender"),
    },
    marks=mark_tellers(L5rTable.new_player),
    markers={RING: ring_claimed, RING_FATE: fate_on_ring, FAVOR: favor_given},
)
