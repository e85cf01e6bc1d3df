"""Changes by hand that every card game has beside its fields: moves, control, attachments, effects, limits, piles.

`WRONG` has the check of each kind of change, `DO` what carries it out; a game's corrections are these and its own. A
game says what keeps a card under its controller (`control_problem`) and what lasting effects change (`card_changes`,
`seat_changes`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.cardgame.corrections import field_changes, move_changes
from domain.cardgame.corrections.move_changes import NO_ATTACHMENT, NO_HOST
from domain.cardgame.facts.cards import Attached, LastingBegan, LastingEnded
from domain.cardgame.facts.course import LimitSet
from domain.cardgame.in_play.attaching import attachable
from domain.cardgame.occurring.card_moves import take_control
from domain.cardgame.table import CardGame, CardGameTable, LastingEffect, rules_of_table
from domain.kernel.corrections import changes
from domain.kernel.corrections.changes import SAME, UNFIT, ChangeFault
from domain.kernel.corrections.shared_changes import show_card, shuffle_pile, wrong_show
from domain.kernel.corrections.words import NO_WORD
from domain.kernel.ids import zone_kind
from domain.kernel.occurring.conditions import Condition


def wrong_controller(table: CardGameTable, change: changes.SetController) -> ChangeFault | None:
    """Why a player cannot get control of a card: it is in no play area, or stays with its controller."""
    card = table.cards.get(change.card)
    if card is None or zone_kind(card.zone) not in table.open_kinds:
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
        return ChangeFault("card", UNFIT, NO_ATTACHMENT)
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


def unhosted_fault(table: CardGameTable) -> ChangeFault | None:
    """Return the fault of a card in play whose host is not in play; None if there is none."""
    for handle in table.in_play():
        card = table.cards[handle]
        if card.host and not table.is_in_play(card.host):
            return ChangeFault(f"host of {handle}", UNFIT)
    return None


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
    changes.MoveCard: move_changes.wrong_move,
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
    changes.MoveCard: move_changes.move_card,
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
