"""The checks after every occurrence that this game has of its own: victory and elimination."""

from __future__ import annotations

from domain.cardgame.state_checks import SimultaneousVictory, eliminate
from domain.families.agot_cards.state import VICTORY
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.kernel.citing import enforces
from domain.kernel.flow.endings import MatchOver
from domain.kernel.ids import zone
from domain.kernel.table import MatchOutcome

POWER = "agot_lcg.victory.fifteen-power"
LAST = "agot_lcg.victory.last-player-wins"
VICTORIES = {POWER: "power", LAST: "empty-deck"}
"""How the end of the match tells that several won at once, by the rule."""


@enforces("agot_lcg.victory.immediate")
def victory_or_elimination(game: AgotGame) -> bool:
    """Let players win or be eliminated. Returns True if that moved the game on."""
    # power and decks change by cards alone
    return game.table.cards.stirred and (victory(game) or elimination(game))


@enforces(
    "agot_lcg.victory.fifteen-power",
    "agot_lcg.power.goal-fifteen",
    "agot_lcg.victory.simultaneous-first-player-decides",
)
def victory(game: AgotGame) -> bool:
    """End the match for a player with fifteen power; if there are several, the first player decides.

    Returns True if the match is over or a seat must decide.
    """
    table = game.table
    winners = tuple(seat for seat in table.player_order() if table.power(seat) >= VICTORY)
    if not winners:
        return False
    if len(winners) == 1:
        game.emit(MatchOver(MatchOutcome(winners[0], "power", POWER)))
    else:
        game.push(SimultaneousVictory(winners=winners, leader=table.first_player, rule=POWER))
    return True


@enforces(
    "agot_lcg.victory.empty-deck-eliminated",
    "agot_lcg.step.2-2-empty-deck-elimination",
    "agot_lcg.victory.simultaneous-elimination-order",
    "agot_lcg.step.2-2-all-eliminated-first-player-decides",
)
def elimination(game: AgotGame) -> bool:
    """Eliminate the players with an empty draw deck; if that is all of them, the first player decides.

    Returns whether there were any.
    """
    table = game.table
    out = tuple(seat for seat in table.player_order() if not table.zone(zone(seat, "deck")))
    return bool(out) and eliminate(game, out, "empty-deck")
