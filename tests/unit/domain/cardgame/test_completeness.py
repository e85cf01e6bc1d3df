"""A card game that lacks what shared code asks of it is an error when it is made."""

from __future__ import annotations

from typing import ClassVar

import pytest

from domain.cardgame.completeness import IncompleteGame
from domain.cardgame.rules import CardGameRules
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.citing import Cites
from tests.examples.kites.game import KitesRules
from tests.examples.kites.table import KitesTable


class UncitedKites(KitesRules):
    """Kites without the rules in two slots: one that a position names, one that a card may."""

    cites: ClassVar[Cites] = {
        slot: rules
        for slot, rules in KitesRules.cites.items()
        if slot not in ("slot.action-window-closed", "slot.card-cannot")
    }


NEEDED = {*CardGameRules.leaving.values(), "deck", "hand", "play", "playing"}


def without(kind: str) -> type[CardGameRules[KitesTable]]:
    """Kites at a table without a kind of zone."""

    class Table(KitesTable, kw_only=True):
        zone_kinds: ClassVar[dict[str, ZoneKind]] = {
            name: each for name, each in KitesTable.zone_kinds.items() if name != kind
        }

    class Rules(KitesRules):
        table_type: ClassVar[type[Table]] = Table

    return Rules


def test_a_game_without_rules_in_slots_that_shared_code_names_is_not_made() -> None:
    with pytest.raises(IncompleteGame) as raised:
        UncitedKites()
    assert str(raised.value) == "kites is not complete: cites.toml has no action-window-closed, card-cannot"


@pytest.mark.parametrize("kind", sorted(NEEDED))
def test_a_game_without_a_zone_that_shared_code_moves_cards_to_is_not_made(kind: str) -> None:
    with pytest.raises(IncompleteGame, match=f"^kites is not complete: zone_kinds of Table has no {kind}$"):
        without(kind)()
