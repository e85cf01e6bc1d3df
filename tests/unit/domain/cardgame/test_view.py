"""What every card game shows of its table: the same for all, and to each viewer what it sees of hidden areas."""

from __future__ import annotations

from typing import Annotated

import pytest

from domain.cardgame import view
from domain.cardgame.table import LastingEffect, PlayerState
from domain.kernel.ids import PUBLIC, Handle, Viewer, zone
from domain.kernel.state.fields import CountField, MarkField
from domain.kernel.table import MatchOutcome
from tests.examples.duel import ALICE, BOB, duel

TABLE = duel(a="alice_hand", b="alice_field", c="alice_discard", d="alice_deck").table


def test_an_area_shows_its_cards_to_who_sees_it_and_their_number_to_all() -> None:
    kinds = ("hand", "discard", "deck")
    discard = {"count": 1, "cards": [{"card": "c", "key": "knight"}]}
    public = {"hand": {"count": 1}, "discard": discard, "deck": {"count": 1}}
    assert view.seen_areas(TABLE, ALICE, kinds) == view.seen_areas(TABLE, ALICE, kinds, Viewer(BOB)) == public
    mine = {"hand": {"count": 1, "cards": [{"card": "a", "key": "knight"}]}}
    assert view.seen_areas(TABLE, ALICE, kinds, Viewer(ALICE)) == public | mine
    assert view.seen_areas(TABLE, BOB, ("deck",)) == {"deck": {"count": 0}}


def test_a_hidden_area_is_told_to_those_who_may_see_more_of_it_than_the_public() -> None:
    kinds = ("hand", "discard", "deck")
    assert view.hidden_kinds(TABLE, kinds) == ("hand", "deck")
    seen = view.seen_areas(TABLE, ALICE, kinds)
    assert (seen["hand"], seen["deck"], seen["discard"]["count"]) == ({"count": 1}, {"count": 1}, 1)
    assert view.seen_hidden_areas(TABLE, ALICE, ("hand",), Viewer(BOB)) == {}
    mine = view.seen_hidden_areas(TABLE, ALICE, ("hand",), Viewer(ALICE))
    assert mine == {"hand": {"count": 1, "cards": [{"card": "a", "key": "knight"}]}}


def test_a_card_without_coded_abilities_is_marked() -> None:
    table = duel(a="alice_field").table
    table.registry.uncoded = {"knight"}
    assert view.seen_cards(table, [Handle("a")]) == [{"card": "a", "key": "knight", "by_hand": True}]


def test_a_lasting_effect_is_shown_while_one_of_its_cards_is_there() -> None:
    table = duel(a="alice_field").table
    for number, (name, cards) in enumerate({"gone": ("x",), "there": ("x", "a"), "of a player": ()}.items()):
        effect = LastingEffect(number, "sword", "lift", ALICE, "phase", name, cards=tuple(map(Handle, cards)))
        table.lasting.put(number, effect)
    common = view.common_view(table, {}, {})
    assert [each["name"] for each in common["lasting"]] == ["there", "of a player"]


def test_each_viewer_has_the_common_part_and_its_own() -> None:
    table = duel(a="alice_hand").table
    table.round, table.phase = 3, "fight"
    table.lasting.put(7, LastingEffect(7, "sword", "lift", ALICE, "phase", amount=2))
    table.over = MatchOutcome(BOB, "glory", "duel.both-win")
    common = view.common_view(table, {"arena": "sand"}, {seat: {"name": seat} for seat in table.seats})
    assert (common["game"], common["round"], common["phase"], common["arena"]) == ("duel", 3, "fight", "sand")
    assert common["lasting"] == [{"source": "sword", "what": "lift", "name": "", "amount": 2, "until": "phase"}]
    assert common["over"] == {"winner": BOB, "how": "glory", "rule": "duel.both-win"}
    viewers = (Viewer(ALICE), PUBLIC)
    seen = view.complete_views(common, viewers, lambda seat, viewer: view.seen_areas(table, seat, ("hand",), viewer))
    assert [each["viewer"] for each in seen.values()] == [*viewers]
    assert seen[Viewer(ALICE)]["players"][ALICE]["hand"]["cards"] == [{"card": "a", "key": "knight"}]
    assert seen[PUBLIC]["players"][ALICE] == {"name": ALICE, "hand": {"count": 1}}
    assert common["players"][ALICE] == {"name": ALICE}
    assert table.zone(zone(ALICE, "hand")) == ["a"]


def test_a_plain_view_shows_cards_in_play_by_what_everybody_sees_of_them() -> None:
    table = duel(a="alice_field", sword="alice_field", b="alice_behind", c="alice_hand").table
    table.cards[Handle("a")].tokens = {"wound": 2}
    table.cards[Handle("sword")].host = Handle("a")
    seen = view.plain_views(table, (Viewer(ALICE), PUBLIC), {"arena": "sand"})
    mine, public = (seen[each]["players"][ALICE] for each in (Viewer(ALICE), PUBLIC))
    assert seen[PUBLIC]["arena"] == "sand"
    assert mine["in_play"] == [*public["in_play"][:2], {"card": "b", "key": "knight", "facedown": True}]
    assert public["in_play"] == [
        {"card": "a", "key": "knight", "tokens": {"wound": 2}},
        {"card": "sword", "key": "sword", "host": "a"},
        {"facedown": True},
    ]
    assert public["hand"] == {"count": 1}
    assert mine["hand"]["cards"] == [{"card": "c", "key": "knight"}]
    assert "behind" not in public | mine, "a card in play is listed once"


class Captain(PlayerState, kw_only=True):
    """A player with a count and a mark, both at their defaults."""

    morale: Annotated[int, CountField("morale")] = 4
    weary: Annotated[bool, MarkField("weary")] = False


def test_a_plain_view_shows_every_count_of_a_player_also_at_its_default(monkeypatch: pytest.MonkeyPatch) -> None:
    table = duel(a="alice_hand").table
    monkeypatch.setattr(type(table), "new_player", Captain)
    for seat in table.seats:
        table.players.put(seat, Captain())
    table.players.put(BOB, Captain(morale=0, weary=True))
    players = view.plain_views(table, (PUBLIC,), {})[PUBLIC]["players"]
    assert [players[seat]["morale"] for seat in (ALICE, BOB)] == [4, 0]
    assert ["weary" in players[seat] for seat in (ALICE, BOB)] == [False, True]
