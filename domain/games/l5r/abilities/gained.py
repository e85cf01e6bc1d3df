"""Abilities that cards gain: by a constant ability of another card, or by a lasting effect, as long as it applies."""

from __future__ import annotations

from domain.cardgame.in_play.active_constants import changed_cards, is_at_work, touches
from domain.games.l5r.abilities.registry import LENT, text_of
from domain.games.l5r.state import L5rCard, L5rGame, L5rTable
from domain.kernel.citing import enforces
from domain.kernel.occurring.gained_abilities import gain_ability, lose_ability


@enforces("l5r.term.gain-characteristics")
def renew_gained(game: L5rGame) -> None:
    """Let cards in play have the abilities that constant abilities and lasting effects give them now, and no others."""
    table = game.table
    if not table.texts and not is_at_work(table, LENT):
        return
    affected = changed_cards(table, (LENT,))
    for card in [table.cards[each] for each in table.in_play()]:
        if not card.gained and card.handle not in affected:
            continue
        wanted = given_to(table, card)
        has = {(each.key, each.place): each.number for each in card.gained}
        for text, number in has.items():
            if text not in wanted:
                lose_ability(game, card.handle, number)
        for key, place in wanted:
            if (key, place) not in has:
                gain_ability(game, card.handle, key, place)


def given_to(table: L5rTable, card: L5rCard) -> tuple[tuple[str, int], ...]:
    """The abilities that a card is given, each by the card in whose text it stands and its place there."""
    return tuple(dict.fromkeys(text_of(name) for _, name, _, _ in touches(table, LENT, card)))
