"""What is said of lasting effects and limits in changes by hand, and the marks that a challenge gives."""

from __future__ import annotations

from domain.cardgame.corrections.counter_words import words_of_counter

SIDES = ("attacking", "defending")
BYPASSED = "bypassed"

# what an effect does, before its name; one that is not here is said by its own name
EFFECTS = {
    "lose-icon": "loss of the icon",
    "card-cannot": "cannot",
    "card-does-not": "does not",
    "card-must": "must",
    "immune": "immunity to",
    "cannot": "cannot",
    "side-strength": "strength in challenges of the kind",
    "claim": "claim of challenges of the kind",
    "claim-against": "claim against the player of challenges of the kind",
    "challenges": "challenges of the kind",
    "cost": "cost to",
}
# what a limit counts, by the first word of its counter
COUNTED = {
    "limited": "limited cards of {}",
    "challenge": "{} challenges initiated by {}",
    "won": "{} challenges won by {}",
    "lost": "{} challenges lost by {}",
    "stood": "cards stood by {}",
    "max": "uses of {} by {}",
}


def effect_words(what: str, name: str = "") -> str:
    """An effect in words: `cost` with `play` becomes "cost to play"."""
    return f"{EFFECTS.get(what, what)} {name}".strip().replace("-", " ")


def counted_words(counter: str) -> str:
    """What a limit counts, without its period: `won:power:bob` becomes "power challenges won by bob".

    A counter of an ability is returned unchanged.
    """
    return words_of_counter(counter, COUNTED)
