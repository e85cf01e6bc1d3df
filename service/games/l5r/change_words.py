"""The words of Legend of the Five Rings for changes by hand: its areas, and the states of cards and players."""

from __future__ import annotations

from domain.games.l5r.corrections.forms import ZONE_WORDS
from domain.games.l5r.state import L5rCard, L5rTable
from service.games.presentation import ChangeWords
from service.present.field_words import mark_sentences, mark_tellers

PILES = ("deck", "dynasty_deck", "discard", "dynasty_discard")

CHANGE_WORDS = ChangeWords(
    piles=ZONE_WORDS,
    ordered=dict.fromkeys(PILES, True),
    card_marks={
        **mark_sentences(L5rCard),
        "attacking": ("{} is an attacker", "{} is no attacker"),
        "defending": ("{} is a defender", "{} is no defender"),
    },
    marks=mark_tellers(L5rTable.new_player),
)
