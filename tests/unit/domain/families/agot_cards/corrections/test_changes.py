"""A card is put by hand only where one of its type can lie by the rules."""

from typing import Any

import pytest

from domain.kernel.corrections.changes import UNFIT, UNNAMED, MoveCard
from domain.kernel.ids import ZoneKey
from domain.match.aggregate import Match
from tests.builders import opened_from

LAID = """
at: marshalling.action
players:
  alice:
    play: [{card: eddard-stark, attachments: [ice]}, the-roseroad]
    hand: [robb-stark, put-to-the-sword]
    discard: [arya-stark]
    deck: {unknown: 9}
  bob: {}
"""
AREAS = ("deck", "hand", "discard", "dead", "play", "removed", "plots", "plot", "used", "chosen", "agenda", "faction")
DRAW = {"deck", "hand", "discard", "removed"}
# the areas, beside the one in which it lies, to which a card of each type can be moved
FITS: dict[str, set[str]] = {
    "eddard-stark": DRAW | {"dead"},
    "arya-stark": DRAW | {"dead", "play"},
    "robb-stark": DRAW | {"dead", "play"},
    "ice": DRAW,
    "the-roseroad": DRAW,
    "put-to-the-sword": DRAW,
}


def laid() -> Match:
    return opened_from(LAID)


def moved(match: Match, key: str, area: str) -> Any:
    """What is wrong with a card's move to an area of its owner."""
    handle, card = next((handle, each) for handle, each in match.table.cards.items() if each.key.endswith(key))
    fault = match.rules.change_fault(match.table, MoveCard(ZoneKey(f"alice.{area}"), handle))
    return None if fault is not None and card.zone == f"alice.{area}" else fault


@pytest.mark.parametrize("key", FITS)
def test_a_card_is_moved_to_areas_of_its_type_alone(key: str) -> None:
    match = laid()
    [lies] = [each.zone.partition(".")[2] for each in match.table.cards.values() if each.key.endswith(key)]
    for area in AREAS:
        fault = moved(match, key, area)
        assert (fault is None) == (area in FITS[key] | {lies}), (key, area, fault)
        assert fault is None or fault.why == UNFIT


def test_a_plot_is_moved_among_plots_alone() -> None:
    match = laid()
    plot = next(each for each in match.table.cards.values() if each.zone == "alice.plots")
    for area in AREAS:
        fault = match.rules.change_fault(match.table, MoveCard(ZoneKey(f"alice.{area}"), plot.handle))
        assert (fault is None) == (area in ("used", "plot")) or area == "plots", (area, fault)


@pytest.mark.parametrize("area", ["dead", "play"])
def test_whether_the_top_card_can_lie_there_does_not_tell_its_type(area: str) -> None:
    match = laid()
    fault = match.rules.change_fault(match.table, MoveCard(ZoneKey(f"alice.{area}"), top_of=ZoneKey("alice.deck")))
    assert fault is not None
    assert (fault.wrong, fault.why) == ("top_of", UNNAMED)
