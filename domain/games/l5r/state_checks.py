"""The checks after every occurrence that this game has of its own: victory, draws, what must not last, refills."""

from __future__ import annotations

from domain.games.l5r.abilities.gained import renew_gained
from domain.games.l5r.in_play.lasting_states import begin_discards, begin_restricted, reveal_attacked, send_home
from domain.games.l5r.provinces import begin_deck_out, owe_refills
from domain.games.l5r.state import STRONGHOLD, WIN_HONOR, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.flow.endings import MatchOver
from domain.kernel.ids import Seat
from domain.kernel.table import MatchOutcome

CONQUEST, HONOR, DISHONOR = "l5r.win.conquest", "l5r.win.honor-25", "l5r.win.honor-0"
VICTORIES = {CONQUEST: "conquest", HONOR: "honor", DISHONOR: "dishonor"}
"""How the end of the match tells that somebody won, by the rule."""


@enforces("l5r.win.immediate")
def victory_or_draws(game: L5rGame) -> bool:
    """Let a player win, then go on with draws. Returns True if that moved the game on."""
    table = game.table
    return ((table.cards.stirred or table.players.stirred) and victory(game)) or begin_deck_out(game)


@enforces("l5r.win.simultaneous-first-player", "l5r.win.three-paths")
def victory(game: L5rGame) -> bool:
    """End the match for a player who has won, the first player if both have. Returns whether there is one."""
    for seat in game.table.player_order():
        if rule := won_by(game.table, seat):
            game.emit(MatchOver(MatchOutcome(seat, VICTORIES[rule], rule)))
            return True
    return False


@enforces("l5r.win.conquest", "l5r.break.stronghold-loss", "l5r.win.honor-25", "l5r.win.honor-0")
def won_by(table: L5rTable, seat: Seat) -> str:
    """The rule by which a player has won now; empty for one who has not."""
    other = table.opponent(seat)
    under_stronghold = table.province(other, STRONGHOLD)
    if under_stronghold is not None and under_stronghold.broken:
        return CONQUEST
    if table.players[seat].honor >= WIN_HONOR:
        return HONOR
    return DISHONOR if table.players[other].honor <= 0 else ""


def what_must_not_last(game: L5rGame) -> bool:
    """Find provinces to be refilled, then end what must not last. Returns True if that moved the game on.

    A province is owed its refill before anybody is asked about what ends.
    """
    renew_gained(game)
    if (game.table.cards.stirred or game.table.refills) and owe_refills(game):
        return True
    return send_home(game) or begin_discards(game) or begin_restricted(game) or reveal_attacked(game)
