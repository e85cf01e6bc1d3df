"""The agendas of the core set; their effects on deck building are printed data, checked in `deck_building.py`."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration
from domain.cardgame.table import CardMatch
from domain.cardgame.words.parts.time import Until
from domain.families.agot_cards.words.costs import KneelCost
from domain.games.agot_lcg.abilities.registry import card

BANNERS = ("stag", "kraken", "lion", "sun", "watch", "wolf", "dragon", "rose")


@card("core/fealty")
def fealty(c: Declaration) -> None:
    c.action(
        Until("cost", "phase", amount=-1, match=CardMatch(loyal=True), once=True),
        costs=(KneelCost("faction"),),
    )


def banner(c: Declaration) -> None:
    """No effect during a match."""


for name in BANNERS:
    card(f"core/banner-of-the-{name}")(banner)
