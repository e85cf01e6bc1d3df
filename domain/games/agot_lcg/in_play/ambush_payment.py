"""Ambush: payment for a card in hand and its entry into play."""

from __future__ import annotations

from domain.cardgame.in_play.entering import begin_entering
from domain.games.agot_lcg import commands
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.facts.cards import GoldSpent
from domain.games.agot_lcg.in_play import entering
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat
from domain.kernel.occurring.occurrence import collect_reactions


@enforces("agot_lcg.ambush.pay-x-put-into-play", "agot_lcg.ambush.not-marshalled")
def begin_ambush(game: AgotGame, seat: Seat, command: commands.AmbushCard) -> None:
    """Pay X gold (not the gold cost) and put the card into play."""
    collect_reactions(game, "ability")
    if command.x:
        game.emit(GoldSpent(seat, command.x, "ambush"))
    begin_entering(game, entering.entering_condition(game.table, seat, command.card, "ambush", command.host))
