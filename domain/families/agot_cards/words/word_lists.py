"""What is so of the cards and conditions of both games, as checks of abilities ask."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Registry
from domain.cardgame.words.faults.placed_ability import WordLists
from domain.families.agot_cards.abilities.condition_kinds import AGOT_KINDS
from domain.families.agot_cards.pool.card_fields import ENTERING
from domain.families.agot_cards.state import LEAVING, AgotTable

OF_CHARACTERS = ("character",)

AGOT_WORD_LISTS = WordLists(
    table=AgotTable,
    occasions=AGOT_KINDS,
    leaving=LEAVING,
    attached_types=Registry.attached_types,
    played_types=Registry.played_types,
    replaceable=("claim_applied",),
    to_oneself=("power_moved",),
    happens_to={
        "killed": OF_CHARACTERS,
        "attacker_declared": OF_CHARACTERS,
        "defender_declared": OF_CHARACTERS,
        "bypassed": OF_CHARACTERS,
        "marshalled": ENTERING,
        "event_played": ("event",),
        "plot_revealed": ("plot",),
    },
    unseen=(
        "kneeling",
        "has_power",
        "token",
        "keyword",
        "on_me",
        "alone",
        "where",
        "copy_of_done",
        "done",
        "duplicates",
    ),
    priced={"marshal": ENTERING, "play": ("event",), "": (*ENTERING, "event")},
    only_of={
        "strength": OF_CHARACTERS,
        "icon": OF_CHARACTERS,
        "lose-icon": OF_CHARACTERS,
        **dict.fromkeys((f"card-cannot {deed}" for deed in ("attack", "defend", "be-bypassed")), OF_CHARACTERS),
        "card-must": OF_CHARACTERS,
        "card-does-not": OF_CHARACTERS,
        "killed-at-zero": OF_CHARACTERS,
        "base-income": ("plot",),
    },
    counts_in_play=("strength", "icon", "lose-icon", "card-must", "card-does-not", "killed-at-zero"),
    staying=("plot", "faction"),
    asked_of={
        **dict.fromkeys(("strength_at_most", "printed_strength_at_most", "icon", "without_icon"), OF_CHARACTERS),
        "participating": OF_CHARACTERS,
        "alone": OF_CHARACTERS,
        "cost_at_most": (*ENTERING, "event"),
    },
    in_play_fields=("participating", "alone", "kneeling", "has_power", "token", "on_me"),
    permanents=ENTERING,
    in_play_types=("faction", "plot", *ENTERING),
)
"""Without the keywords of a game, and what its constants change."""
