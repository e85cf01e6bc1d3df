"""The words of the card game for changes by hand: its areas, and the states of a card."""

from __future__ import annotations

from domain.games.agot_lcg.corrections.changes import PILES
from service.games.presentation import ChangeWords

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
        "kneeling": ("{} is knelt", "{} is stood"),
        "attacking": ("{} is an attacker", "{} is no attacker"),
        "defending": ("{} is a defender", "{} is no defender"),
        "bypassed": ("{} is bypassed by stealth", "{} is not bypassed by stealth"),
    },
)
