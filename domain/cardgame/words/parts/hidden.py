"""Parts for hands and decks."""

from __future__ import annotations

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.abilities.resolution import keep_cards, report_part
from domain.cardgame.occurring.conditions import leaving_condition
from domain.cardgame.table import DECK, HAND, AnyGame
from domain.cardgame.words.parts.cards import Leaves, MovesOutOfPlay, count_meant, report_done
from domain.cardgame.words.select import seats_of
from domain.kernel.cards.moving_cards import look_at_cards, move, show_cards, shuffle
from domain.kernel.ids import zone
from domain.kernel.occurring.abilities import CARDS, Keeping, Part
from domain.kernel.occurring.occurrence import begin_occurrence


class ShuffleIntoDeck(Leaves, frozen=True, tag="shuffle_into_deck"):
    """Shuffle cards into the decks of their owners. Cards in play leave play by this."""

    goes_by = "shuffled_away"
    out_of_play = True

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        table, found, meant_to_go = context.table, self.cards_affected(context), self.aimed_at(context)
        going = [card for card in found if table.is_in_play(card)]
        cards = [card for card in found if not table.is_in_play(card)]
        for seat in dict.fromkeys(table.cards[card].owner for card in cards):
            deck = zone(seat, DECK)
            move(game, [card for card in cards if table.cards[card].owner == seat], deck)
            shuffle(game, deck)
        if going:
            leaving = [leaving_condition("shuffled_away", table, card, context.me) for card in going]
            begin_occurrence(
                game, *leaving, effect=context.effect.id, wanted=count_meant(context, self.on, meant_to_go) - len(cards)
            )
        else:
            report_done(game, context, self.on, cards, meant_to_go)


class TakeIntoHand(MovesOutOfPlay, frozen=True, tag="take_into_hand"):
    """Take cards that are not in play into the hands of their owners. With `reveal` they are shown first."""

    goes_by = "returned_to_hand"
    reveal: bool = False

    def shows(self, context: AnyContext) -> bool:
        """Whether the cards are shown before they are taken."""
        return self.reveal

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        cards, meant_to_go = self.cards_affected(context), self.aimed_at(context)
        if cards and self.shows(context):
            show_cards(game, cards)
        for seat in dict.fromkeys(context.table.cards[card].owner for card in cards):
            move(game, [card for card in cards if context.table.cards[card].owner == seat], zone(seat, HAND))
        report_done(game, context, self.on, cards, meant_to_go)


class LookAtDeck(Part, frozen=True, tag="look_at_deck"):
    """Look at the top `n` cards of your deck, which stay there. Later words name them by `looked`."""

    n: int

    def keeps(self) -> Keeping:
        return {"looked": CARDS}

    def potential(self, context: AnyContext) -> bool:
        return bool(context.table.zone(zone(context.you, DECK)))

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        cards = context.table.top(zone(context.you, DECK), self.n)
        look_at_cards(game, context.you, cards, context.effect.id)
        keep_cards(game, context, "looked", tuple(cards), self.n)


class LookAtHand(Part, frozen=True, tag="look_at_hand"):
    """Look at a player's hand."""

    who: str = "chosen"

    def potential(self, context: AnyContext) -> bool:
        return True

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        seats = seats_of(context, self.who)
        cards = [card for seat in seats for card in context.table.zone(zone(seat, HAND))]
        look_at_cards(game, context.you, cards, context.effect.id)
        report_part(game, context, True)


class RevealTop(Part, frozen=True, tag="reveal_top"):
    """Reveal the top card of your deck. Later words name it by `revealed`.

    It stays revealed until it moves or the ability has resolved.
    """

    def keeps(self) -> Keeping:
        return {"revealed": CARDS}

    def potential(self, context: AnyContext) -> bool:
        return bool(context.table.zone(zone(context.you, DECK)))

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        cards = context.table.top(zone(context.you, DECK), 1)
        show_cards(game, cards, context.effect.id)
        keep_cards(game, context, "revealed", tuple(cards))


class ShuffleDeck(Part, frozen=True, tag="shuffle_deck"):
    """Shuffle your deck."""

    def potential(self, context: AnyContext) -> bool:
        return bool(context.table.zone(zone(context.you, DECK)))

    def perform(self, game: AnyGame, context: AnyContext) -> None:
        shuffle(game, zone(context.you, DECK))
        report_part(game, context, True)
