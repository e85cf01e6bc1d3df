"""The slots of card games: what this floor carries out for every game that has a rule of it (see `kernel.citing`).

One table, in the order of the modules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.cardgame import table
from domain.cardgame.abilities import context
from domain.cardgame.facts import cards
from domain.cardgame.words import data_form
from domain.kernel.citing import SLOT, enforces

CARDGAME_SLOTS: dict[str, Callable[..., Any]] = {
    "in-play-state-lost": table.CardState.leave_play,
    "control-by-area": table.CardGameTable.update_moved_card,
    "owner-of-new-card": table.CardGameTable.lay_new_card,
    "player-order": table.CardGameTable.player_order,
    "next-player": table.CardGameTable.next_seat,
    "tokens-named-by-abilities": cards.TokensPlaced.apply,
    "in-play": table.CardGameTable.in_play,
    "limit-counter": context.AbilityContext.limit_key,
    "abilities-read": data_form.DataForm.read_ability,
    "initiation-occurs": context.AbilityContext.initiation,
}

for _slot, _function in CARDGAME_SLOTS.items():
    enforces(f"{SLOT}{_slot}")(_function)
