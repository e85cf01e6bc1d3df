"""Entering play: the condition that a card is about to, what happens then, and a card played from hand at its cost."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.in_play.costs import pay_cost
from domain.cardgame.occurring.execution import executes
from domain.cardgame.table import CardGame, CardGameTable, rules_of_table
from domain.kernel.cards.card_table import BOTTOM
from domain.kernel.cards.moving_cards import move, show_cards
from domain.kernel.ids import NO_CARD, PUBLIC, Handle, Seat, Viewer, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import BEFORE, begin_occurrence, collect_reactions


def entering_condition(table: CardGameTable, seat: Seat, card: Handle, how: str, host: Handle = NO_CARD) -> Condition:
    """The condition that a card is about to enter play under a player's control, an attachment on its host."""
    found = table.cards[card]
    hidden, unseen = not table.sees_card(PUBLIC, found), not table.sees_card(Viewer(seat), found)
    on = (host,) if host else ()
    return Condition(0, "entered_play", card=card, seat=seat, how=how, hidden=hidden, unseen=unseen, cards=on)


@executes("entered_play")
def enter_play(game: CardGame, conditions: Sequence[Condition]) -> list[Condition]:
    """Put cards into play under their player's control, one after the other. Returns the conditions that occurred.

    A card that a judge has moved meanwhile is not there any more.
    """
    table, rules = game.table, rules_of_table(game.table)
    occurred = []
    for imminent in [each for each in conditions if each.card in table.cards]:
        each = rules.as_it_enters(table, imminent)
        host = each.cards[0] if each.cards else NO_CARD
        area = zone(each.seat, rules.entry_kind(table, each))
        (new,) = move(game, [each.card], area, BOTTOM, host)
        card, since = table.cards[new], f"{table.round}:{table.phase}"
        hidden = not table.sees_card(PUBLIC, card)
        facedown = card.facedown if table.has_faces(area) else hidden
        entered = CardEnteredPlay(new, each.how, facedown, since, table.next_serial())
        game.emit(rules.entry_fact(table, each, entered))
        occurred.append(structs.replace(each, card=new, hidden=hidden, unseen=False))
    return occurred


def begin_entering(game: CardGame, *conditions: Condition) -> None:
    """Let a card from hand enter play; if something can interrupt it, the card is shown first."""
    if game.rules.may_interrupt(game.table, conditions, BEFORE):
        show_cards(game, [conditions[-1].card])
    begin_occurrence(game, *(structs.replace(each, hidden=False, unseen=False) for each in conditions))


def begin_playing(game: CardGame, seat: Seat, card: Handle, host: Handle = NO_CARD) -> None:
    """Pay what a card in hand costs, and put it into play (an attachment on `host`)."""
    collect_reactions(game, "ability")
    pay_cost(game, seat, card, "play")
    begin_entering(game, rules_of_table(game.table).entering_condition(game.table, seat, card, "played", host))
