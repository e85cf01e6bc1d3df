"""A card game that lacks what shared code asks of it is an error when it is made."""

from __future__ import annotations

from typing import Annotated, ClassVar

import pytest

from domain.cardgame.completeness import IncompleteGame
from domain.cardgame.rules import CardGameRules
from domain.cardgame.table import CardState, PlayerState
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.citing import Cites
from domain.kernel.state.fields import CountField, MarkField, described_fields
from tests.examples.kites.game import KitesRules, sights
from tests.examples.kites.positions import POSITIONS
from tests.examples.kites.table import KitesCard, KitesTable


class UncitedKites(KitesRules):
    """Kites without the rules in two slots: one that a position names, one that a card may."""

    cites: ClassVar[Cites] = {
        slot: rules
        for slot, rules in KitesRules.cites.items()
        if slot not in ("slot.action-window-closed", "slot.card-cannot")
    }


NEEDED = {*CardGameRules.leaving.values(), "deck", "hand", "playing"}


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


def with_fields(
    card: type[CardState] = KitesCard, player: type[PlayerState] = PlayerState
) -> type[CardGameRules[KitesTable]]:
    """Kites at a table with cards and players of these types."""

    class Table(KitesTable, kw_only=True):
        new_card: ClassVar[type[CardState]] = card
        new_player: ClassVar[type[PlayerState]] = player

    class Rules(KitesRules):
        table_type: ClassVar[type[Table]] = Table

    return Rules


def test_a_game_with_a_mark_that_new_cards_would_have_is_not_made() -> None:
    class WholeCard(KitesCard, kw_only=True):
        whole: Annotated[bool, MarkField("whole", "maimed")] = True
        height: Annotated[int, CountField("height")] = 2

    with pytest.raises(IncompleteGame, match=r"WholeCard\.whole: .* describe what is 'maimed' as the mark$"):
        with_fields(WholeCard)()


def test_a_game_with_a_count_over_its_limit_from_the_start_is_not_made() -> None:
    class Sworn(PlayerState):
        oaths: Annotated[int, CountField("oaths", most=5)] = 7

    with pytest.raises(IncompleteGame, match=r"Sworn\.oaths: a new thing has 7, which is not from 0 to 5$"):
        with_fields(player=Sworn)()


def test_a_game_with_a_field_under_whose_name_something_else_is_seen_is_not_made() -> None:
    class AreaCard(KitesCard, kw_only=True):
        area: Annotated[int, CountField("area")] = 0

    class HandedPlayer(PlayerState):
        in_play: Annotated[int, CountField("in play")] = 0
        hand: Annotated[int, CountField("hands")] = 0

    with pytest.raises(IncompleteGame) as raised:
        with_fields(AreaCard, HandedPlayer)()
    assert str(raised.value).partition(": ")[2].split("; ") == [
        "AreaCard.area: the key 'area' says something else of it",
        "HandedPlayer.in_play: the key 'in_play' says something else of it",
        "HandedPlayer.hand: a zone has this name",
    ]


def test_what_positions_and_expectations_say_of_a_card_beside_its_fields_is_taken() -> None:
    """Of players too, but for the areas, whose names no field can have either."""
    listing, table = POSITIONS.listing, KitesTable
    cards = {*listing.keys_of_cards(table), *sights.of_cards} - {each.name for each in described_fields(KitesCard)}
    assert cards <= KitesCard.taken_keys
    players = {*listing.keys_of_players(table), *sights.of_players} - table.zone_kinds.keys()
    assert players <= table.new_player.taken_keys
