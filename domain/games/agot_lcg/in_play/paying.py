"""Marshalling and ambush: payment for a card in hand and its entry into play."""

from __future__ import annotations

from typing import Any

from domain.cardgame.facts.course import Counted
from domain.cardgame.in_play.costs import pay_cost
from domain.cardgame.in_play.entering import begin_entering
from domain.games.agot_lcg import commands
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.facts.cards import GoldSpent
from domain.games.agot_lcg.in_play import entering
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Seat
from domain.kernel.occurring.occurrence import collect_reactions


@enforces("agot_lcg.ambush.pay-x-put-into-play", "agot_lcg.ambush.not-marshalled")
def begin_ambush(game: AgotGame, seat: Seat, command: commands.AmbushCard) -> None:
    """Pay X gold (not the gold cost) and put the card into play."""
    collect_reactions(game, "ability")
    if command.x:
        game.emit(GoldSpent(seat, command.x, "ambush"))
    begin_entering(game, entering.entering_condition(game.table, seat, command.card, "ambush", command.host))


@enforces(
    "agot_lcg.marshal.as-action",
    "agot_lcg.limited.one-per-round",
    "agot_lcg.duplicates.free-to-marshal",
    "agot_lcg.unique.duplicates-free",
    "agot_lcg.step.3-window-duplicate",
)
def begin_marshalling(game: AgotGame, seat: Seat, command: Any) -> None:
    """Pay the gold cost (nothing for a duplicate) and marshal the card, which enters play."""
    collect_reactions(game, "ability")
    host = getattr(command, "host", NO_CARD)
    if not isinstance(command, commands.MarshalDuplicate):
        pay_cost(game, seat, command.card, "marshal")
        if any(each.name == "limited" for each in game.table.cards[command.card].printed.keywords):
            game.emit(Counted((f"round:limited:{seat}",)))
    begin_entering(game, *entering.marshalling_conditions(game.table, seat, command.card, host))
