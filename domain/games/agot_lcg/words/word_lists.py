"""What is so of the cards and conditions of this game, as checks of abilities ask."""

from __future__ import annotations

from msgspec import structs

from domain.families.agot_cards.words.word_lists import AGOT_WORD_LISTS
from domain.games.agot_lcg.abilities.condition_kinds import OCCASIONS
from domain.games.agot_lcg.pool.card_fields import TYPES_OF_KEYWORD
from domain.games.agot_lcg.words.constants import CARD_CHANGES, SEAT_CHANGES
from domain.games.agot_lcg.words.parts.becoming import BecomeAttachment
from domain.games.agot_lcg.words.parts.hidden import DuplicateFromDeck

LISTS = structs.replace(
    AGOT_WORD_LISTS,
    occasions=OCCASIONS,
    card_changes=CARD_CHANGES,
    seat_changes=SEAT_CHANGES,
    only_of={**AGOT_WORD_LISTS.only_of, **{f"keyword {name}": types for name, types in TYPES_OF_KEYWORD.items()}},
    staying=("plot", "agenda", "faction", "title"),
    attaching="become_attachment",
    entering_words=(DuplicateFromDeck, BecomeAttachment),
)
