"""A mark is set of a card in play or of a player, and of nothing else."""

from __future__ import annotations

from typing import Annotated, ClassVar

import pytest

from domain.cardgame.corrections.field_changes import set_mark, wrong_mark, wrong_tokens
from domain.cardgame.corrections.field_forms import forms_of_cards, forms_of_players
from domain.cardgame.table import CardState, PlayerState
from domain.kernel.corrections.changes import ChangeFault, SetCount, SetMark, SetTokens
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat
from domain.kernel.state.fields import CountField, MarkField
from tests.examples.kites.game import KitesRules
from tests.examples.kites.table import KitesCard, KitesTable

ALICE, WREN, HERON = Seat("alice"), Handle("wren"), Handle("heron")


class Flyer(PlayerState):
    """A player with a mark and a count."""

    asleep: Annotated[bool, MarkField("asleep", "awake")] = False
    naps: Annotated[int, CountField("naps", most=3)] = 1
    place: Annotated[int, CountField("place", by_hand=False)] = 0


class Flown(KitesCard, kw_only=True):
    """A card with a mark that flyers have, a count that kites have, and the number of its place."""

    sung: Annotated[bool, MarkField("sung", types=("flyer",))] = False
    knots: Annotated[int, CountField("knots", types=("kite",))] = 0
    slot: Annotated[int, CountField("slot", by_hand=False)] = 0


class Table(KitesTable, kw_only=True):
    """A table of such players and cards."""

    new_card: ClassVar[type[CardState]] = Flown
    new_player: ClassVar[type[PlayerState]] = Flyer


class Rules(KitesRules):
    """Kites for such players."""

    table_type: ClassVar[type[KitesTable]] = Table


def begun() -> Game[KitesTable]:
    rules = Rules()
    table = rules.blank()
    table.seats = (ALICE,)
    table.players.put(ALICE, Flyer())
    table.lay_new_card(ALICE, "play", WREN, "first/wren")
    table.lay_new_card(ALICE, "hand", HERON, "first/heron")
    return Game(rules, table, bytes(32), 1)


@pytest.mark.parametrize(
    ("change", "wrong", "why"),
    [
        (SetMark(Handle(ALICE), "asleep", True), "", ""),
        (SetMark(Handle(ALICE), "asleep", False), "on", "changes-something"),
        (SetMark(Handle(ALICE), "tangled", True), "mark", "zone-fits"),
        (SetMark(WREN, "asleep", True), "mark", "zone-fits"),
        (SetMark(WREN, "tangled", True), "", ""),
        (SetMark(HERON, "tangled", True), "thing", "thing-exists"),
        (SetMark(Handle("nowhere"), "asleep", True), "thing", "thing-exists"),
    ],
)
def test_a_mark_is_of_a_thing_that_can_have_it(change: SetMark, wrong: str, why: str) -> None:
    fault = wrong_mark(begun().table, change)
    assert (fault.wrong, fault.why) == (wrong, why) if fault else wrong == ""


def test_a_mark_of_a_player_is_set_and_removed() -> None:
    game = begun()
    for on in (True, False):
        set_mark(game, SetMark(Handle(ALICE), "asleep", on))
        assert game.table.players[ALICE].asleep == on


def test_a_game_lists_the_marks_of_cards_and_of_players_and_has_a_form_for_each() -> None:
    game = begun()
    assert Rules().closed_lists(Table)[SetMark] == {"mark": ("tangled", "sung", "asleep")}
    marks, counts = forms_of_players(game.table)
    assert (marks.makes, marks.fixed, [each.id for each in marks.fields[0].values]) == (
        SetMark,
        {"mark": "asleep"},
        ["alice"],
    )
    assert (counts.makes, counts.fixed) == (SetCount, {"counter": "naps"})


def test_a_mark_and_a_count_are_of_cards_of_their_types_and_a_facedown_card_does_not_tell_its_type() -> None:
    table = begun().table
    sung, knots = SetMark(WREN, "sung", True), SetTokens(WREN, "knots", 1)
    fault = wrong_mark(table, sung)
    assert isinstance(fault, ChangeFault)
    assert (fault.wrong, fault.problem) == ("thing", "it is of the type kite, which is never sung")
    assert wrong_tokens(table, knots) is None
    table.writable(WREN).facedown = True
    for found in (wrong_mark(table, sung), wrong_tokens(table, knots)):
        assert isinstance(found, ChangeFault)
        assert (found.wrong, found.problem) == ("thing", "it lies facedown")


def test_a_number_that_is_no_amount_is_on_no_list_and_has_no_form() -> None:
    rules, table = Rules(), begun().table
    assert "slot" not in rules.change_words(table, SetTokens(WREN, "slot", 1))["kind"]
    assert rules.change_words(table, SetCount(ALICE, "place", 1))["counter"] == ("naps",)
    names = {form.name for form in (*forms_of_cards(table, (), ()), *forms_of_players(table))}
    assert {"card-knots", "naps"} <= names
    assert not {"card-slot", "place"} & names
