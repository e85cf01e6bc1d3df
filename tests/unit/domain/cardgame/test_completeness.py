"""A card game that lacks what shared code asks of it is an error when it is made."""

from __future__ import annotations

from typing import ClassVar

import pytest

from domain.cardgame.completeness import IncompleteGame
from domain.kernel.citing import Cites
from tests.examples.kites.game import KitesRules


class UncitedKites(KitesRules):
    """Kites without the rules in two slots: one that a position names, one that a card may."""

    cites: ClassVar[Cites] = {
        slot: rules
        for slot, rules in KitesRules.cites.items()
        if slot not in ("slot.action-window-closed", "slot.card-cannot")
    }


def test_a_game_without_rules_in_slots_that_shared_code_names_is_not_made() -> None:
    with pytest.raises(IncompleteGame) as raised:
        UncitedKites()
    assert str(raised.value) == "kites is not complete: cites.toml has no action-window-closed, card-cannot"
