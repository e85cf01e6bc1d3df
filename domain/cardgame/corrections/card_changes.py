"""Changes by hand that every card game has beside its fields: control, attachments, lasting effects, limits, piles.

`WRONG` has the check of each kind of change, `DO` what carries it out; a game's corrections are these and its own. A
game says what keeps a card under its controller (`control_problem`) and what lasting effects change (`card_changes`,
`seat_changes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.cardgame.corrections import field_changes
from domain.cardgame.facts.cards import Attached, LastingBegan, LastingEnded
from domain.cardgame.facts.course import LimitSet
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.occurring.card_moves import take_control
from domain.cardgame.table import CardGame, CardGameTable, CardState, LastingEffect, rules_of_table
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import SAME, UNFIT, ChangeFault
from domain.kernel.corrections.shared_changes import show_card, shuffle_pile, wrong_show
from domain.kernel.corrections.words import NO_WORD
from domain.kernel.ids import NO_CARD, Handle, zone_kind, zone_owner
from domain.kernel.occurring.conditions import Condition

NOTHING_ON = "out of play no card lies on another"
NO_HOST = "it cannot be attached to that"


def card_to_move(table: CardGameTable, change: changes.MoveCard) -> Handle:
    """The card meant, by its handle or as the top of an area."""
    return change.card or next(iter(table.top(change.top_of, 1)), NO_CARD)


def wrong_way_out(card: CardState, change: changes.MoveCard) -> ChangeFault | None:
    """Why a card cannot lie there out of play: it must lie in an area of its owner and on no card."""
    if zone_owner(change.to) != card.owner:
        return ChangeFault("to", UNFIT, f"out of play it lies in an area of its owner, {card.owner}")
    return ChangeFault("host", UNFIT, NOTHING_ON) if change.host else None


def wrong_controller(table: CardGameTable, change: changes.SetController) -> ChangeFault | None:
    """Why a player cannot get control of a card: it is in no play area, or stays with its controller."""
    card = table.cards.get(change.card)
    if card is None or zone_kind(card.zone) != table.play_kinds[0]:
        return ChangeFault("card")
    if card.controller == change.seat:
        return ChangeFault("seat", SAME)
    problem = rules_of_table(table).control_problem(table, change.card, change.seat)
    return ChangeFault("card", UNFIT, problem) if problem else None


def wrong_attach(table: CardGameTable, change: changes.Attach) -> ChangeFault | None:
    """Why an attachment cannot be on that card."""
    card = table.cards.get(change.card)
    if card is None or not table.is_in_play(change.card):
        return ChangeFault("card")
    if card.type not in table.registry.attached_types:
        return ChangeFault("card", UNFIT, "only an attachment lies on a card")
    if card.host == change.host:
        return ChangeFault("host", SAME)
    refusal = attachable(table, card.controller, card.printed, change.host)
    return ChangeFault("host", UNFIT, NO_HOST) if refusal else None


def wrong_effect(table: CardGameTable, change: changes.AddEffect) -> ChangeFault | None:
    """Why the effect cannot be added: its kind needs cards or a player, and it must change something."""
    rules = rules_of_table(table)
    on_cards = change.what in rules.card_changes
    if any(card not in table.cards for card in change.on):
        return ChangeFault("on")
    for field, said, due in (("on", change.on, on_cards), ("seat", change.seat, not on_cards)):
        if bool(said) != due:
            return ChangeFault(field, problem=NO_WORD) if due else ChangeFault(field, UNFIT)
    changed = (rules.card_changes if on_cards else rules.seat_changes)[change.what]
    counted = changed.amount or change.name in changed.counted
    if bool(change.amount) == counted:
        return None
    return ChangeFault("amount", SAME, NO_WORD) if counted else ChangeFault("amount", UNFIT)


def wrong_end(table: CardGameTable, change: changes.EndEffect) -> ChangeFault | None:
    """Why an effect cannot be ended: there is none of this number."""
    return None if change.effect in table.lasting else ChangeFault("effect")


def wrong_limit(table: CardGameTable, change: changes.SetLimit) -> ChangeFault | None:
    """Why a limit cannot have been used so often."""
    return field_changes.wrong_number(change.n, table.usage.get(change.key, 0))


def wrong_shuffle(table: CardGameTable, change: changes.ShuffleUnknown) -> ChangeFault | None:
    """Why a pile cannot be shuffled: it is empty."""
    return None if table.zone(change.zone) else ChangeFault("zone", SAME)


def set_controller(game: CardGame, change: changes.SetController) -> None:
    """Give control of a card to a player."""
    take_control(game, [Condition(0, "control_taken", card=change.card, seat=change.seat)])


def attach(game: CardGame, change: changes.Attach) -> None:
    """Put an attachment on another card."""
    game.emit(Attached(change.card, change.host))


def add_effect(game: CardGame, change: changes.AddEffect) -> None:
    """Begin a lasting effect whose source is the judge."""
    id = game.table.next_serial()
    effect = LastingEffect(
        id, "manual", change.what, change.seat, change.until, change.name, change.amount, cards=change.on
    )
    game.emit(LastingBegan(effect))


def end_effect(game: CardGame, change: changes.EndEffect) -> None:
    """End a lasting effect."""
    game.emit(LastingEnded((change.effect,)))


def set_limit(game: CardGame, change: changes.SetLimit) -> None:
    """Set how often a limit was used."""
    game.emit(LimitSet(change.key, change.n))


Finder = Callable[[Any, Any], ChangeFault | None]
Doer = Callable[[Any, Any], None]

WRONG: Mapping[type, Finder] = {
    changes.SetMark: field_changes.wrong_mark,
    changes.SetTokens: field_changes.wrong_tokens,
    changes.SetCount: field_changes.wrong_count,
    changes.SetController: wrong_controller,
    changes.Attach: wrong_attach,
    changes.AddEffect: wrong_effect,
    changes.EndEffect: wrong_end,
    changes.SetLimit: wrong_limit,
    changes.ShuffleUnknown: wrong_shuffle,
    changes.Show: wrong_show,
}

DO: Mapping[type, Doer] = {
    changes.SetMark: field_changes.set_mark,
    changes.SetTokens: field_changes.set_tokens,
    changes.SetCount: field_changes.set_count,
    changes.SetController: set_controller,
    changes.Attach: attach,
    changes.AddEffect: add_effect,
    changes.EndEffect: end_effect,
    changes.SetLimit: set_limit,
    changes.ShuffleUnknown: shuffle_pile,
    changes.Show: show_card,
}
