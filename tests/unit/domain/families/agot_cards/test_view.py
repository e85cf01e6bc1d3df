"""What is seen of cards in play: a character that nothing changes is seen as printed, others as they are now."""

from __future__ import annotations

from itertools import islice

from domain.cardgame.in_play.active_constants import is_as_printed, remember_touches
from domain.families.agot_cards.view import SEEN_CHANGES, seen_card
from service.tools.simulate import SimulationTask, decisions


def test_a_card_is_seen_alike_whether_or_not_changes_are_remembered() -> None:
    as_printed = set()
    for number in (1, 2, 3):
        task = SimulationTask("agot_lcg", 5, number)
        for table in (each.match.table for each in islice(decisions(task), 0, 400, 5)):
            cards = [table.cards[card] for card in table.in_play()]
            computed = [seen_card(table, card) for card in cards]
            with remember_touches():
                assert [seen_card(table, card) for card in cards] == computed
                as_printed |= {is_as_printed(table, card, SEEN_CHANGES) for card in cards if card.type == "character"}
    assert as_printed == {True, False}
