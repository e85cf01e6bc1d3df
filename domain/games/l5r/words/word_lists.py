"""What is so of the cards and conditions of this game, as checks of abilities ask."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Registry
from domain.cardgame.words.faults.placed_ability import WordLists
from domain.games.l5r.abilities.condition_kinds import KINDS
from domain.games.l5r.pool.card_fields import ENTERING, KEYWORDS, PLAYED
from domain.games.l5r.state import LEAVING, L5rTable
from domain.games.l5r.words.constants import CARD_CHANGES, SEAT_CHANGES
from domain.games.l5r.words.parts.cards import PutIntoPlay
from domain.games.l5r.words.requirements import MeIn

OF_CHARACTERS = ("character",)
OF_SKILL = ("military", "political", "base-military", "base-political", "glory")
TAKING_PART = ("declare-attacker", "declare-defender", "attack", "defend", "participate")

LISTS = WordLists(
    table=L5rTable,
    occasions=KINDS,
    leaving=LEAVING,
    attached_types=(*Registry.attached_types, "character"),
    played_types=Registry.played_types,
    happens_to={
        **dict.fromkeys(("attacker_declared", "defender_declared", "evaded", "moved_to_conflict"), OF_CHARACTERS),
        **dict.fromkeys(("moved_home", "returned_home", "honored", "dishonored", "duel_won"), OF_CHARACTERS),
        **dict.fromkeys(("province_revealed", "province_broken"), ("province",)),
        "event_played": ("event",),
        "holding_placed": ("holding",),
        "entered_play": ENTERING,
    },
    card_changes=CARD_CHANGES,
    seat_changes=SEAT_CHANGES,
    priced={"play": PLAYED, "": PLAYED},
    only_of={
        **dict.fromkeys((*OF_SKILL, "card-does-not"), OF_CHARACTERS),
        **{f"card-cannot {deed}": OF_CHARACTERS for deed in TAKING_PART},
        **{f"keyword {name}": types for name, types in KEYWORDS.types.items()},
        "strength": ("province",),
    },
    counts_in_play=(*OF_SKILL, "strength", "spared"),
    staying=("stronghold", "province", "role"),
    asked_of={
        **dict.fromkeys(("status", "participating", "alone", "glory_at_most"), OF_CHARACTERS),
        **dict.fromkeys(("military_at_most", "political_at_most"), OF_CHARACTERS),
        "attacked": ("province",),
        "element": ("province", "role"),
        **dict.fromkeys(("cost_at_most", "cost_at_least"), ("character", "attachment", "event")),
    },
    in_play_fields=("participating", "alone", "bowed", "status", "has_fate", "bare", "attacked", "token", "on_me"),
    permanents=ENTERING,
    in_play_types=(*ENTERING, "province", "stronghold"),
    entering_words=(PutIntoPlay,),
    elsewhere=(MeIn,),
)
