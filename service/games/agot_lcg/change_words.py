"""The words of the card game for changes by hand: its areas, and the states of a card."""

from __future__ import annotations

from domain.families.agot_cards.corrections.changes import PILES
from domain.games.agot_lcg.state import AgotCard, AgotTable
from service.games.presentation import ChangeWords
from service.present.field_words import mark_sentences, mark_tellers

CHANGE_WORDS = ChangeWords(
    piles={
        "deck": "draw deck",
        "dead": "dead pile",
        "discard": "discard pile",
        "play": "side in play",
        "plot": "revealed plot",
        "plots": "plot deck",
        "removed": "cards out of the game",
        "setup": "set-up cards",
        "used": "used plots",
    },
    ordered=dict.fromkeys(PILES, True),
    card_marks={
        **mark_sentences(AgotCard),
        "attacking": ("{} is an attacker", "{} is no attacker"),
        "defending": ("{} is a defender", "{} is no defender"),
        "bypassed": ("{} is bypassed by stealth", "{} is not bypassed by stealth"),
    },
    marks=mark_tellers(AgotTable.new_player),
)
