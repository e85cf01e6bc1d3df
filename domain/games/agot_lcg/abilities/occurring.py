"""Conditions of this game's own kinds: how they are made, and how they are carried out.

And what this game answers where cards leave play: where they go, what is remembered of them, who goes along.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.cardgame.in_play import characteristics
from domain.cardgame.occurring.execution import Executors
from domain.cardgame.rules import CardGameRules
from domain.games.agot_lcg.facts.cards import CharactersKilled
from domain.games.agot_lcg.state import AgotTable
from domain.kernel.citing import enforces
from domain.kernel.facts import Fact
from domain.kernel.game import Game
from domain.kernel.ids import Handle, zone_kind

AgotGame = Game[AgotTable]

executes = Executors[AgotTable]()
"""Collects what carries out the conditions of this game's kinds."""

LEAVING_FACTS: Mapping[str, Callable[[tuple[Handle, ...]], Fact]] = {
    "killed": CharactersKilled,
    **CardGameRules.leaving_facts,
}


STAYING = {
    "faction": "agot_lcg.in-play.faction-card-stays",
    "plot": "agot_lcg.in-play.plots-stay",
    "plots": "agot_lcg.plots.three-states",
    "used": "agot_lcg.plots.three-states",
    "agenda": "agot_lcg.agenda.cannot-be-removed",
}
"""The rules by which the card of an area stays there.

An agenda is not in play: nothing but its removal is said to end its effect, and cards are discarded from elsewhere.
"""


@enforces(*dict.fromkeys(STAYING.values()))
def staying_rule(table: AgotTable, card: Handle) -> str:
    """The id of the rule by which a card stays where it is; empty if there is none."""
    return STAYING.get(zone_kind(table.cards[card].zone), "")


@enforces(
    "agot_lcg.leaves-play.duplicates-discarded",
    "agot_lcg.leaves-play.attachments-to-hand",
    "agot_lcg.attachments.return-to-hand",
    "agot_lcg.terminal.discarded-with-host",
    "agot_lcg.terminal.attachment-keyword",
)
def leaves_with_host(table: AgotTable, card: Handle) -> str:
    """How an attachment or duplicate leaves with its host: it is discarded, or returned to hand."""
    found = table.cards[card]
    discarded = found.duplicate or characteristics.has_keyword(table, found, "terminal")
    return "discarded" if discarded else "returned_to_hand"
