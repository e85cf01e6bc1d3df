"""Parts for decks and hands beside those of every card game."""

from __future__ import annotations

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.abilities.resolution import keep_cards, report_part
from domain.cardgame.facts.cards import LastingBegan
from domain.cardgame.table import DECK, LastingEffect
from domain.cardgame.words.parts.hidden import TakeIntoHand
from domain.cardgame.words.select import seats_of
from domain.games.l5r.state import L5rContext, L5rGame
from domain.kernel.cards.moving_cards import show_cards, shuffle
from domain.kernel.citing import enforces
from domain.kernel.ids import zone
from domain.kernel.occurring.abilities import CARDS, Keeping, Part
from domain.kernel.state.readings import is_read

SEARCH_REVEAL = "l5r.term.search-reveal"


class RevealTops(Part, frozen=True, tag="reveal_tops"):
    """Players reveal the top `n` cards of their conflict decks. Later words name them by `revealed`."""

    n: int = 1
    who: str = "you"

    def keeps(self) -> Keeping:
        return {"revealed": CARDS}

    def potential(self, context: L5rContext) -> bool:
        return any(context.table.zone(zone(seat, DECK)) for seat in seats_of(context, self.who))

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        seats = seats_of(context, self.who)
        cards = [card for seat in seats for card in context.table.top(zone(seat, DECK), self.n)]
        show_cards(game, cards, context.effect.id)
        keep_cards(game, context, "revealed", tuple(cards), self.n * len(seats))


class TakeFound(TakeIntoHand, frozen=True, tag="take_found"):
    """Take a card that a search has found into hand. With `reveal` it is shown, or where every such card is."""

    @enforces(SEARCH_REVEAL)
    def shows(self, context: AnyContext) -> bool:
        return super().shows(context) or is_read(context.table, SEARCH_REVEAL, "always")


class PlayTopCard(Part, frozen=True, tag="play_top_card"):
    """Turn the top card of your conflict deck faceup: for a period you may play it from there as from hand."""

    until: str = "phase"

    def potential(self, context: L5rContext) -> bool:
        return bool(context.table.zone(zone(context.you, DECK)))

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        cards = tuple(context.table.top(zone(context.you, DECK), 1))
        if cards:
            show_cards(game, cards)
            id = game.table.next_serial()
            game.emit(
                LastingBegan(
                    LastingEffect(id, context.key, "playable-from", context.you, self.until, DECK, cards=cards)
                )
            )
        report_part(game, context, bool(cards))


class ShuffleDecks(Part, frozen=True, tag="shuffle_decks"):
    """Players shuffle their conflict decks."""

    who: str = "you"

    def potential(self, context: L5rContext) -> bool:
        return any(context.table.zone(zone(seat, DECK)) for seat in seats_of(context, self.who))

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        for seat in seats_of(context, self.who):
            shuffle(game, zone(seat, DECK))
        report_part(game, context, True)
