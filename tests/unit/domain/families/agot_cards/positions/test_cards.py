"""The cards of a position of both AGoT card games, and the order in which they are stored."""

from __future__ import annotations

from msgspec import json

from domain.families.agot_cards.positions.cards import LaidAgotCard
from domain.games.agot_lcg.positions.game_positions import PositionLaid
from domain.kernel.ids import Handle, Seat, zone

ALICE = Seat("alice")


def test_a_card_is_stored_with_its_fields_in_the_order_of_all_records() -> None:
    card = LaidAgotCard(
        Handle("h"),
        "core/ice",
        ALICE,
        zone(ALICE, "play"),
        host=Handle("g"),
        duplicate=True,
        facedown=True,
        kneeling=True,
        power=1,
        gold=2,
        tokens=(("stand", 1),),
        how="marshalled",
        since="1:marshalling",
        fields={"wounded": True},
    )
    assert json.encode(card).decode() == (
        '{"handle":"h","key":"core/ice","owner":"alice","zone":"alice.play","host":"g","duplicate":true,"facedown":true,'
        '"kneeling":true,"power":1,"gold":2,"tokens":[["stand",1]],"how":"marshalled","since":"1:marshalling",'
        '"fields":{"wounded":true}}'
    )
    assert card.state == {"duplicate": True, "kneeling": True, "power": 1, "gold": 2, "wounded": True}


def test_a_laid_position_is_stored_with_its_fields_in_the_order_of_all_records() -> None:
    assert PositionLaid.__struct_fields__ == (
        "seats",
        "policy",
        "round",
        "phase",
        "first_player",
        "gold",
        "cards",
        "active_player",
        "initiative_winner",
        "usage",
        "challenge",
        "lasting",
        "delayed",
        "fields",
        "eliminated",
    )
