"""Constant abilities: changes that apply as long as a card is in play."""

from __future__ import annotations

from domain.cardgame.words.constants import ConstantChange
from domain.families.agot_cards.state import CHALLENGES
from domain.games.agot_lcg.pool.card_fields import KEYWORD_NAMES

NUMBER = ConstantChange(amount=True)
OF_CHALLENGES = ConstantChange(CHALLENGES, optional=True, amount=True)
GAINED_KEYWORDS = tuple(sorted(KEYWORD_NAMES - {"limited"}))

CARD_CHANGES: dict[str, ConstantChange] = {
    "strength": NUMBER,
    "icon": ConstantChange(CHALLENGES),
    "lose-icon": ConstantChange(CHALLENGES),
    "trait": ConstantChange(named=True),
    "keyword": ConstantChange(GAINED_KEYWORDS, counted=("ambush",)),
    "blank": ConstantChange(("except-traits",), optional=True),
    "card-cannot": ConstantChange(("attack", "defend", "kneel", "stand", "leave-play", "be-bypassed")),
    "card-does-not": ConstantChange((*(f"kneel-to-attack-{kind}" for kind in CHALLENGES), "count-strength")),
    "card-must": ConstantChange(("attack", "defend")),
    "killed-at-zero": ConstantChange(),
    "base-income": NUMBER,
    "immune": ConstantChange(("characters", "locations", "attachments", "events", "plots")),
    "enters-kneeling": ConstantChange(lasting=False),
}
SEAT_CHANGES: dict[str, ConstantChange] = {
    "income": NUMBER,
    "initiative": NUMBER,
    "reserve": NUMBER,
    "claim": OF_CHALLENGES,
    "claim-against": OF_CHALLENGES,
    "side-strength": OF_CHALLENGES,
    "dominance": NUMBER,
    "draw": NUMBER,
    "cannot": ConstantChange(
        (
            *(f"initiate-{kind}" for kind in CHALLENGES),
            *(f"marshal-{kind}" for kind in ("character", "location", "attachment")),
            *("play-events", "trigger-abilities"),
        )
    ),
    "challenges": OF_CHALLENGES,
    "challenges-in-all": NUMBER,
    "limited": NUMBER,
    "attackers": NUMBER,
    "defenders": NUMBER,
    "standing": NUMBER,
    "cost": ConstantChange(("marshal", "play"), optional=True, amount=True),
}
CHANGES = CARD_CHANGES | SEAT_CHANGES
CARD_CONSTANTS = tuple(CARD_CHANGES)
SEAT_CONSTANTS = tuple(SEAT_CHANGES)
