"""The closed lists: which values a field of a word accepts, and the smallest number.

Whether fields fit together is checked in `faults`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from domain.cardgame.words.closed_fields import CARD_LEAST, CARD_LISTS, CARD_NOT_ZERO, SIDES, ClosedWords
from domain.games.l5r.abilities.condition_kinds import KINDS
from domain.games.l5r.pool.card_fields import KEYWORDS
from domain.games.l5r.pool.printed import CLAN_NAMES, ELEMENTS, CardType
from domain.games.l5r.state import AS_ATTACHMENT, CONFLICTS, PHASES, ZONES
from domain.games.l5r.words.constants import CHANGES
from domain.games.l5r.words.select import DISHONORED, HONORED, ORDINARY

CLANS = tuple(CLAN_NAMES)
PERIODS = ("conflict", "phase", "round")
CONFLICT_SIDES = ("attacking", "defending")
RINGS = ("unclaimed", "claimed")

CLOSED: Mapping[str, tuple[str, ...]] = {
    **CARD_LISTS,
    **dict.fromkeys(("limit.per", "later.until", "gain_ability.until", "swap_skills.until"), PERIODS),
    "play_top_card.until": PERIODS,
    "until.until": (*PERIODS, "bid"),
    "won.period": ("phase", "round"),
    "kinds": tuple(KINDS),
    "phase": PHASES,
    "what": tuple(CHANGES),
    "type": get_args(CardType),
    "types": get_args(CardType),
    **dict.fromkeys(("clan", "without_clan", "faction"), CLANS),
    **dict.fromkeys(("element", "during.ring", "claimed_ring.ring"), ELEMENTS),
    "resolve_ring.ring": ("contested", "chosen", "claimed"),
    "rings.state": RINGS,
    "choose_ring.state": ("any", *RINGS),
    **dict.fromkeys(("during.conflict", "participates.conflict", "won.conflict"), CONFLICTS),
    **dict.fromkeys(("duel.kind", "skill.kind", "change_type.kind"), CONFLICTS),
    "during.you": CONFLICT_SIDES,
    "participating": ("any", *CONFLICT_SIDES, "no"),
    "side": ("any", *CONFLICT_SIDES, "winning"),
    "status": (HONORED, ORDINARY, DISHONORED),
    "keyword": tuple(KEYWORDS.types),
    "where": tuple(ZONES),
    "areas": tuple(kind for kind, each in ZONES.items() if not each.in_play),
    "whose": ("you", "all"),
    "until.who": (*SIDES, "all"),
    "entered_by.how": ("played", "put", AS_ATTACHMENT),
    "instead.to": ("hand", "deck", "discard", "dynasty_discard", "removed"),
}
CLOSED_WORDS = ClosedWords(
    CLOSED,
    {
        **CARD_LEAST,
        **dict.fromkeys(("fate", "by", "attachments_at_least"), 1),
        **dict.fromkeys(("cost_at_least", "cost_in_all", "military_at_most", "political_at_most", "glory_at_most"), 0),
    },
    CARD_NOT_ZERO,
)
