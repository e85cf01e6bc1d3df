"""What is seen of cards in play: a character that nothing changes is seen as printed, others as they are now."""

from __future__ import annotations

from itertools import islice

from domain.cardgame.in_play.active_constants import constants_on, remember_touches
from domain.cardgame.table import CardGameTable, CardState
from domain.cardgame.words.constants import Constant
from domain.families.agot_cards.view import SEEN_CHANGES, changed_characters, seen_card
from domain.kernel.ids import Handle, zone_kind
from service.tools.simulate import SimulationTask, decisions


def test_a_card_is_seen_alike_whether_or_not_changes_are_remembered() -> None:
    as_printed = set()
    for number in (1, 2, 3):
        task = SimulationTask("agot_lcg", 5, number)
        for table in (each.match.table for each in islice(decisions(task), 0, 400, 5)):
            cards = [table.cards[card] for card in table.in_play()]
            computed = [seen_card(table, card) for card in cards]
            with remember_touches():
                changed = changed_characters(table)
                assert [seen_card(table, card, changed) for card in cards] == computed
                as_printed |= {card.handle not in changed for card in cards if card.type == "character"}
    assert as_printed == {True, False}


def test_constant_abilities_affect_the_same_cards_whether_or_not_they_are_remembered() -> None:
    affected = set()
    for table in (each.match.table for each in islice(decisions(SimulationTask("agot_lcg", 5, 1)), 0, 400, 10)):
        asked = [(what, card) for what in SEEN_CHANGES for card in table.cards.values()]
        found = [active_on(table, *each) for each in asked]
        with remember_touches():
            assert [active_on(table, *each) for each in asked] == found
        affected |= {zone_kind(card.zone) for (_, card), active in zip(asked, found, strict=True) if active}
    assert affected == {"hand", "play"}


def active_on(table: CardGameTable, what: str, card: CardState) -> list[tuple[Handle, Constant]]:
    """The constant abilities of a kind that affect a card, each with the card that has it."""
    return [(context.me, constant) for context, constant in constants_on(table, what, card)]
