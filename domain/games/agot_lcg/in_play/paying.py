"""Marshalling and ambush: payment for a card in hand and its entry into play; paying gold for a card."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from domain.cardgame.facts.cards import LastingEnded
from domain.cardgame.facts.course import Counted
from domain.cardgame.words.constants import first_key
from domain.games.agot_lcg import commands, numbers_in_play
from domain.games.agot_lcg.abilities.occurring import AgotGame
from domain.games.agot_lcg.facts.cards import GoldSpent
from domain.games.agot_lcg.in_play import entering
from domain.kernel.cards import show_cards
from domain.kernel.citing import enforces
from domain.kernel.ids import NO_CARD, Handle, Seat
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import BEFORE, begin_occurrence, collect_reactions


@enforces("agot_lcg.ambush.pay-x-put-into-play", "agot_lcg.ambush.not-marshalled")
def begin_ambush(game: AgotGame, seat: Seat, command: commands.AmbushCard) -> None:
    """Pay X gold (not the gold cost) and put the card into play."""
    collect_reactions(game, "ability")
    if command.x:
        game.emit(GoldSpent(seat, command.x, "ambush"))
    happen_entering(game, entering.entering_condition(game.table, seat, command.card, "ambush", command.host))


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
        pay_gold(game, seat, command.card, "marshal", 0)
        if any(each.name == "limited" for each in game.table.cards[command.card].printed.keywords):
            game.emit(Counted((f"round:limited:{seat}",)))
    happen_entering(game, *entering.marshalling_conditions(game.table, seat, command.card, host))


def happen_entering(game: AgotGame, *conditions: Condition) -> None:
    """Let a card from hand enter play; if something can interrupt it, the card is shown first."""
    if game.rules.may_interrupt(game.table, conditions, BEFORE):
        show_cards(game, [conditions[-1].card])
    begin_occurrence(game, *(structs.replace(each, hidden=False, unseen=False) for each in conditions))


@enforces(
    "agot_lcg.marshal.pay-to-treasury",
    "agot_lcg.step.3-window-pay-gold",
    "agot_lcg.treasury.gain-from-spend-to",
)
def pay_gold(game: AgotGame, seat: Seat, card: Handle, deed: str, x: int) -> None:
    """Pay a card's gold cost with its trace; reductions for one use are used up.

    Whether it was the first such card in a period is counted for all cards that ask it, in play or not: one that comes
    later asks it too.
    """
    table = game.table
    printed = table.cards[card].printed
    cost = numbers_in_play.cost(table, seat, printed, deed, x)
    ended = tuple(used for _, _, _, used in numbers_in_play.cost_changes(table, seat, printed, deed) if used)
    if cost.value:
        game.emit(GoldSpent(seat, cost.value, deed, cost))
    if ended:
        game.emit(LastingEnded(ended))
    firsts = tuple(
        first_key(constant.first, key, index, seat)
        for key, index, constant in table.registry.first_prices
        if constant.is_about(printed, deed)
    )
    if uncounted := tuple(each for each in firsts if not table.usage.get(each)):
        game.emit(Counted(uncounted))
