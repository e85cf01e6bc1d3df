"""What constant abilities and lasting effects change: of cards and of players."""

from __future__ import annotations

from collections.abc import Mapping

from domain.cardgame.words.constants import ConstantChange
from domain.games.l5r.pool.card_fields import KEYWORDS
from domain.games.l5r.pool.printed import ELEMENTS
from domain.games.l5r.state import CONFLICTS

NUMBER = ConstantChange(amount=True)
GAINED_KEYWORDS = tuple(sorted((set(KEYWORDS.types) - {"limited"}) | {f"covert-{each}" for each in ELEMENTS}))
"""`covert-water` is covert in conflicts of that element alone."""

CARD_CHANGES: Mapping[str, ConstantChange] = {
    **dict.fromkeys(("military", "political", "base-military", "base-political", "glory", "strength"), NUMBER),
    "trait": ConstantChange(named=True),
    "keyword": ConstantChange(GAINED_KEYWORDS),
    "ability": ConstantChange(named=True),
    "blank": ConstantChange(("except-traits",), optional=True),
    "card-cannot": ConstantChange(
        (
            *("declare-attacker", "declare-defender", "attack", "defend", "participate"),
            *(f"participate-{kind}" for kind in CONFLICTS),
            *("bow", "ready", "move", "leave-play", "be-discarded", "lose-fate", "receive-dishonor", "trigger"),
        )
    ),
    "spared": ConstantChange(("bow", "move")),
    "cannot-be-target": ConstantChange(lasting=False),
    "card-does-not": ConstantChange(("bow-on-return", "bow-on-return-defending")),
    "discarded": ConstantChange(),
    "discarded-at-zero": ConstantChange(CONFLICTS),
    "limit": NUMBER,
    "immune": ConstantChange(("characters", "attachments", "events", "holdings", "provinces", "strongholds")),
    "own-cost": ConstantChange(amount=True, lasting=False, of_itself=True),
    "no-additional-fate": ConstantChange(lasting=False, of_itself=True),
    "playable": ConstantChange(lasting=False, of_itself=True),
    "playable-from": ConstantChange(("discard", "deck"), of_itself=True),
    "attachment-cost": ConstantChange(amount=True, spent=True),
    "as-attachment": ConstantChange(lasting=False, of_itself=True),
}
SEAT_CHANGES: Mapping[str, ConstantChange] = {
    "cannot": ConstantChange(
        (
            *("play-events", "play-characters", "trigger-abilities", "trigger-at-home", "move-to-conflict"),
            *(f"declare-{each}" for each in ELEMENTS),
        )
    ),
    **dict.fromkeys(("bid", "side-skill", "fate-value", "defenders"), NUMBER),
    "cost": ConstantChange(("play",), optional=True, amount=True),
    "ring-element": ConstantChange(ELEMENTS),
    "stop-ring-effects": ConstantChange(),
    "stop-first-action": ConstantChange(),
}
CHANGES = {**CARD_CHANGES, **SEAT_CHANGES}
