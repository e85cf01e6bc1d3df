"""Parts for provinces and the dynasty cards in them."""

from __future__ import annotations

from typing import ClassVar

from domain.cardgame.abilities.resolution import keep_cards, report_part
from domain.cardgame.words.parts.cards import happen_or_fail
from domain.cardgame.words.select import CardFilter
from domain.games.l5r.facts.cards import CardsPutInProvinces
from domain.games.l5r.occurring import place_of, province_of_origin, reveal_condition
from domain.games.l5r.provinces import begin_faceup_refill
from domain.games.l5r.state import L5rContext, L5rGame
from domain.games.l5r.words.provinces import OfChoice, cards_in_slots, province_named
from domain.games.l5r.words.select import TARGET
from domain.kernel.cards.moving_cards import look_at_cards
from domain.kernel.citing import enforces
from domain.kernel.occurring.abilities import CARDS, Keeping, Part
from domain.kernel.occurring.conditions import Condition


class TurnFaceup(OfChoice, frozen=True, tag="turn_faceup"):
    """Turn the facedown dynasty cards in the chosen provinces faceup."""

    name: str = "province"

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        table = context.table
        lying = cards_in_slots(context, context.picks(self.name))
        turned = [reveal_condition(table, card) for card in lying if table.cards[card].facedown]
        happen_or_fail(game, context, turned, len(turned))


class SwapPlaces(OfChoice, frozen=True, tag="swap_places"):
    """This holding and the dynasty card in the chosen province swap places."""

    name: str = "province"

    @enforces("l5r.term.switch")
    def perform(self, game: L5rGame, context: L5rContext) -> None:
        table, me = context.table, context.table.cards.get(context.me)
        other = [table.cards[card] for card in cards_in_slots(context, context.picks(self.name))]
        if me is None or me.type != "holding" or not other or other[0].slot == me.slot:
            report_part(game, context, False)
            return
        mine, theirs = me.slot, other[0].slot
        placed = (place_of(table, me.handle, theirs), *(place_of(table, each.handle, mine) for each in other))
        game.emit(CardsPutInProvinces(placed))
        report_part(game, context, True)


class RefillFaceup(Part, frozen=True, tag="refill_faceup"):
    """Refill the province faceup from which the card of the answered condition came."""

    def potential(self, context: L5rContext) -> bool:
        slot = province_of_origin(context.about)
        return slot > 0 and not context.table.in_slot(context.you, slot)

    @enforces("l5r.province.refill-faceup")
    def perform(self, game: L5rGame, context: L5rContext) -> None:
        able = self.potential(context)
        report_part(game, context, able)
        if able:
            begin_faceup_refill(game, context.you, province_of_origin(context.about))


class LookAtProvince(OfChoice, frozen=True, tag="look_at_province"):
    """Look at the chosen province cards, which lie facedown."""

    name: str = "province"

    def keeps(self) -> Keeping:
        return {"looked": CARDS}

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        found = (province_named(context, name) for name in context.picks(self.name))
        cards = [each.handle for each in found if each is not None]
        look_at_cards(game, context.you, cards, context.effect.id)
        keep_cards(game, context, "looked", tuple(cards))


class PutInProvince(OfChoice, frozen=True, tag="put_in_province"):
    """Put a holding into play in the chosen province, if no other card lies there."""

    out_of_play: ClassVar[bool] = True
    on: CardFilter = TARGET
    name: str = "province"

    def perform(self, game: L5rGame, context: L5rContext) -> None:
        table, found = context.table, [each for each in self.on.find(context) if not context.table.is_in_play(each)]
        provinces = [province_named(context, name) for name in context.picks(self.name)]
        free = [each.slot for each in provinces if each is not None and not table.in_slot(context.you, each.slot)]
        put = [
            Condition(0, "holding_placed", card=card, seat=context.you, source=context.me, n=slot)
            for card, slot in zip(found, free, strict=False)
        ]
        happen_or_fail(game, context, put, 1)
