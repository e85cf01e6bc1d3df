"""The closed lists of words for changes by hand at this table.

Read `change_words`. CLOSED has the lists that are the same at every table; the others are those of every card game.
"""

from __future__ import annotations

from domain.cardgame.corrections.change_lists import AT_A_TABLE, closed_lists, lasting_only
from domain.games.agot_lcg.state import AgotTable
from domain.games.agot_lcg.words.constants import CARD_CHANGES, SEAT_CHANGES
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import AnyChange
from domain.kernel.corrections.words import Lists, lists_at

UNTILS = ("challenge", "phase", "round")
SIDES = ("attacking", "defending")
BYPASSED = "bypassed"

# what a lasting effect can change for cards, and for players
ON_CARDS, FOR_PLAYERS = lasting_only(CARD_CHANGES), lasting_only(SEAT_CHANGES)

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

COMMON = closed_lists(AgotTable, CARD_CHANGES, SEAT_CHANGES, UNTILS)
CLOSED: dict[type, Lists] = {
    **COMMON,
    changes.SetMark: {"mark": (*COMMON[changes.SetMark]["mark"], *SIDES, BYPASSED)},
}


def effect_words(what: str, name: str = "") -> str:
    """An effect in words: `cost` with `play` becomes "cost to play"."""
    return f"{EFFECTS.get(what, what)} {name}".strip().replace("-", " ")


def counted_words(counter: str) -> str:
    """What a limit counts, without its period: `won:power:bob` becomes "power challenges won by bob".

    A counter of an ability is returned unchanged.
    """
    what, *of = counter.split(":")
    said = COUNTED.get(what, "")
    return said.format(*of) if said and said.count("{}") == len(of) else counter


def change_words(table: AgotTable, change: AnyChange) -> Lists:
    """The closed lists of a change at this table, by its fields."""
    return lists_at(table, change, CLOSED, AT_A_TABLE)
