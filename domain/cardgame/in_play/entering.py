"""Entering play: the condition that a card is about to, what happens then, and a card played from hand at its cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar

from msgspec import structs

from domain.cardgame.facts.cards import CardEnteredPlay
from domain.cardgame.in_play.attaching import UNFIT_HOST, host_refusal
from domain.cardgame.in_play.costs import pay_cost
from domain.cardgame.occurring.execution import executes
from domain.cardgame.table import CardGame, CardGameTable, rules_of_table
from domain.kernel.cards.card_table import BOTTOM
from domain.kernel.cards.moving_cards import move, show_cards
from domain.kernel.facts import Fact
from domain.kernel.ids import NO_CARD, PUBLIC, Handle, Seat, Viewer, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import BEFORE, begin_occurrence, collect_reactions
from domain.kernel.refusals import Refusal

if TYPE_CHECKING:
    from domain.cardgame.abilities.registry import Registry

T = TypeVar("T", bound=CardGameTable, contravariant=True)


class EnteringRules(Protocol[T]):
    """The part of the rules of a card game that says which cards enter play, where and on what."""

    registry: Registry[Any]
    """The abilities of the cards of the pool."""
    hosts_by_print: ClassVar[bool] = False
    """Whether print decides on which cards an attachment may be: what is printed on it and on them."""

    def entry_refusal(self, table: T, seat: Seat, card: Handle) -> Refusal | None:
        """Why a player may not bring a card into play, such as a second copy of a unique one."""
        return None

    def is_permanent(self, key: str) -> bool:
        """Whether a card of the pool is of a type that enters play from a hand or a deck."""
        return not self.registry.is_event(key)

    def enters_attached(self, table: T, seat: Seat, card: Handle) -> bool:
        """Whether a card enters play under a player's control attached to another one."""
        return table.cards[card].printed.type in self.registry.attached_types

    def entering_together(self, table: T, seat: Seat, cards: list[Handle]) -> list[Handle]:
        """Those of the cards that may enter play at the same time under a player's control."""
        return cards

    def cards_to_attach(self, table: T, seat: Seat, cards: list[Handle]) -> list[Handle]:
        """The cards that enter play together for whose hosts their player is asked."""
        return [card for card in cards if self.enters_attached(table, seat, card)]

    def host_refusal(self, table: T, seat: Seat, printed: Any, card: Any, itself: Handle) -> Refusal | None:
        """Why an attachment may not be on a card in play. `itself` is the attachment, if it is there already.

        A card takes none until the game says which it takes, or that this is decided by print.
        """
        if self.hosts_by_print:
            return host_refusal(table, seat, printed, card, itself)
        return Refusal(UNFIT_HOST, {"host": card.handle})

    def entering_condition(self, table: T, seat: Seat, card: Handle, how: str, host: Handle = NO_CARD) -> Condition:
        """The condition that a card is about to enter play."""
        return entering_condition(table, seat, card, how, host)

    def as_it_enters(self, table: T, condition: Condition) -> Condition:
        """The condition of a card that enters play now, by what has become of it while it was imminent."""
        return condition

    def entry_kind(self, table: T, condition: Condition) -> str:
        """The kind of zone of its player into which a card enters play."""
        return table.entry_zone

    def entry_fact(self, table: T, condition: Condition, entered: CardEnteredPlay) -> Fact:
        """The fact of a card that has entered play, with the state in which it enters."""
        return entered


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
