"""What is so of the cards and conditions of this game, as checks of abilities ask."""

from __future__ import annotations

from domain.cardgame.words.faults.placed_ability import WordLists
from domain.families.agot_cards.pool.card_fields import ENTERING
from domain.families.agot_cards.state import LEAVING
from domain.games.agot_lcg.abilities.condition_kinds import OCCASIONS
from domain.games.agot_lcg.pool.card_fields import TYPES_OF_KEYWORD
from domain.games.agot_lcg.words.constants import CARD_CHANGES, SEAT_CHANGES
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.games.agot_lcg.words.parts.hidden import DuplicateFromDeck

OF_CHARACTERS = ("character",)

LISTS = WordLists(
    occasions=OCCASIONS,
    leaving=LEAVING,
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
    card_changes=CARD_CHANGES,
    seat_changes=SEAT_CHANGES,
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
        **{f"keyword {name}": types for name, types in TYPES_OF_KEYWORD.items()},
    },
    counts_in_play=("strength", "icon", "lose-icon", "card-must", "card-does-not", "killed-at-zero"),
    staying=("plot", "agenda", "faction", "title"),
    asked_of={
        **dict.fromkeys(("strength_at_most", "printed_strength_at_most", "icon", "without_icon"), OF_CHARACTERS),
        "participating": OF_CHARACTERS,
        "alone": OF_CHARACTERS,
        "cost_at_most": (*ENTERING, "event"),
    },
    in_play_fields=("participating", "alone", "kneeling", "has_power", "token", "on_me"),
    out_of_play=("hand", "deck", "discard", "dead", "plots", "used", "removed"),
    permanents=ENTERING,
    in_play_types=("faction", "plot", *ENTERING),
    in_play_areas=("play", "faction", "plot"),
    entering_words=(DuplicateFromDeck, BecomeAttachment),
)
