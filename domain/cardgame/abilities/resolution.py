"""How an ability begins, and how the parts of its effect report their result."""

from __future__ import annotations

from domain.cardgame.abilities.context import AnyContext, kept_of
from domain.cardgame.table import CardGame
from domain.kernel.cards.moving_cards import show_cards
from domain.kernel.ids import PUBLIC, Handle
from domain.kernel.occurring.abilities import AbilityAnnounced, Chosen, Initiation, PartResolved
from domain.kernel.occurring.conditions import Condition, EffectObject
from domain.kernel.occurring.occurrence import collect_reactions


def begin_ability(game: CardGame, card: Handle, index: int, about: Condition | None = None, happening: int = 0) -> None:
    """Announce an ability or event and push its initiation, which holds its own reactions."""
    found = game.table.cards[card]
    if not game.table.sees_card(PUBLIC, found):
        show_cards(game, [card])
    id = game.table.next_serial()
    kept = kept_of(found, found.controller)
    effect = EffectObject(id, found.key, index, found.controller, card, about, happening, kept)
    game.emit(AbilityAnnounced(effect))
    collect_reactions(game, "ability")
    game.push(Initiation(effect=id))


def report_part(game: CardGame, context: AnyContext, complete: bool) -> None:
    """Report the result of a part that had no occurrence of its own."""
    if context.effect.complete != complete:
        game.emit(PartResolved(context.effect.id, complete))


def keep_cards(game: CardGame, context: AnyContext, name: str, cards: tuple[Handle, ...], least: int = 1) -> None:
    """Keep cards under a name for later parts; the part is incomplete if there are fewer than `least`."""
    game.emit(Chosen(context.effect.id, name, cards, seat=context.you, hidden=True))
    report_part(game, context, len(cards) >= least)
