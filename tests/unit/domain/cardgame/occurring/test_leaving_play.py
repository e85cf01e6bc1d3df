"""Cards of several decks: each goes to the pile of its own deck, wherever shared code sends it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import SimpleNamespace
from typing import ClassVar

import pytest
from msgspec import structs

from domain.cardgame.abilities.events import put_event_away
from domain.cardgame.completeness import lacking_zones
from domain.cardgame.corrections.move_changes import wrong_way_out
from domain.cardgame.occurring.conditions import discard_condition, leaving_condition, removal_condition
from domain.cardgame.occurring.execution import execute_conditions
from domain.cardgame.occurring.leaving_play import leave_play
from domain.cardgame.table import area_kind
from domain.cardgame.words.foresight import without_card
from domain.cardgame.words.parts.cards import is_there
from domain.cardgame.words.parts.interrupting import Instead
from domain.kernel.cards.card_facts import ZoneShuffled
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.corrections.changes import UNFIT, ChangeFault, MoveCard
from domain.kernel.game import Game
from domain.kernel.ids import Handle, Seat, zone
from domain.kernel.occurring.conditions import Condition
from tests.examples.duel import ALICE, SWORD, DuelRules, DuelTable, duel

DAY, NIGHT = Handle("day"), Handle("night")


class TwoDecksTable(DuelTable, kw_only=True):
    """A duel with knights of the day and of the night, each with a deck and a discard pile of their own."""

    zone_kinds: ClassVar[dict[str, ZoneKind]] = {
        **DuelTable.zone_kinds,
        "night_deck": ZoneKind("nobody"),
        "night_discard": ZoneKind("all"),
        "playing": ZoneKind("all"),
    }


class TwoDecksRules(DuelRules):
    """What is of the night goes to the areas of the night; from a hand it does not come back there."""

    table_type: ClassVar[type[DuelTable]] = TwoDecksTable
    decks: ClassVar[tuple[str, ...]] = ("deck", "night_deck")
    own_areas: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "night": {"deck": "night_deck", "discard": "night_discard", "hand": "night_discard"}
    }

    def __init__(self) -> None:
        super().__init__()
        knights = {
            name: SimpleNamespace(type="character", faction="", traits=(), deck=name) for name in ("day", "night")
        }
        self.pool.cards.update(knights, sword=SWORD)


def two_decks(**cards: str) -> Game[DuelTable]:
    """A game with a card of each deck by name, each in an area of alice."""
    rules = TwoDecksRules()  # type: ignore[abstract]
    table = TwoDecksTable(seats=(ALICE,), first_player=ALICE, registry=rules.registry)
    for key, kind in cards.items():
        table.lay_new_card(ALICE, kind, Handle(key), key)
    return Game(rules, table, bytes(32), 1)


def where(game: Game[DuelTable]) -> dict[str, str]:
    """By card the kind of zone in which it lies now."""
    return {card.key: card.zone.partition(".")[2] for card in game.table.cards.values()}


def carry_out(game: Game[DuelTable], *conditions: Condition) -> dict[str, str]:
    execute_conditions(game, tuple(structs.replace(each, id=n) for n, each in enumerate(conditions, start=7)))
    return where(game)


@pytest.mark.parametrize(
    ("kind", "day", "night"),
    [
        ("discarded", "discard", "night_discard"),
        ("sacrificed", "discard", "night_discard"),
        ("returned_to_hand", "hand", "night_discard"),
        ("shuffled_away", "deck", "night_deck"),
        ("removed", "removed", "removed"),
        ("burned", "ashes", "ashes"),
    ],
)
def test_a_card_that_leaves_play_goes_to_the_area_of_its_deck(kind: str, day: str, night: str) -> None:
    game = two_decks(day="field", night="field")
    both = (leaving_condition(kind, game.table, card) for card in (DAY, NIGHT))
    assert carry_out(game, *both) == {"day": day, "night": night}


def test_a_deck_of_ones_own_is_shuffled_too() -> None:
    game = two_decks(day="field", night="field")
    carry_out(game, *(leaving_condition("shuffled_away", game.table, card) for card in (DAY, NIGHT)))
    shuffled = [each.zone for each in game.facts if isinstance(each, ZoneShuffled)]
    assert shuffled == [zone(ALICE, "deck"), zone(ALICE, "night_deck")]


def test_a_replacement_sends_a_card_to_the_area_of_its_deck() -> None:
    game = two_decks(day="field", night="field")
    both = (leaving_condition("burned", game.table, card) for card in (DAY, NIGHT))
    assert carry_out(game, *(structs.replace(each, instead="discard") for each in both)) == {
        "day": "discard",
        "night": "night_discard",
    }


def test_a_card_is_discarded_from_where_it_is_not_in_play_to_the_pile_of_its_deck() -> None:
    game = two_decks(day="hand", night="night_deck")
    both = [discard_condition(game.table, card) for card in (DAY, NIGHT)]
    assert carry_out(game, *both) == {"day": "discard", "night": "night_discard"}
    game = two_decks(day="hand", night="night_deck")
    both = [removal_condition(game.table, card) for card in (DAY, NIGHT)]
    assert carry_out(game, *both) == {"day": "removed", "night": "removed"}


def test_a_played_event_goes_to_the_pile_of_its_deck() -> None:
    for card, pile in ((DAY, "discard"), (NIGHT, "night_discard")):
        game = two_decks(day="playing", night="playing")
        context: object = SimpleNamespace(me=card, you=ALICE)
        put_event_away(game, context)  # type: ignore[arg-type]
        assert where(game)[card] == pile


def test_what_would_follow_of_leaving_play_is_seen_with_the_card_in_its_pile() -> None:
    table = two_decks(day="field", night="field").table
    assert [without_card(table, card).zone(zone(ALICE, "night_discard")) for card in (DAY, NIGHT)] == [[], [NIGHT]]


def test_a_card_lies_already_where_cards_of_its_deck_go() -> None:
    table = two_decks(day="night_discard", night="night_discard").table
    assert [is_there(table, card, "discarded") for card in (DAY, NIGHT)] == [False, True]
    assert not is_there(table, NIGHT, "")


@pytest.mark.parametrize(("card", "changes"), [(DAY, True), (NIGHT, False)])
def test_a_replacement_changes_something_only_where_the_card_would_go_elsewhere(card: Handle, changes: bool) -> None:
    table, part = two_decks(day="field", night="field").table, Instead(to="hand")
    about = leaving_condition("discarded", table, card)
    context = SimpleNamespace(table=table, about=about, parts=(part,), is_by_rule=True)
    assert part.potential(context) is changes  # type: ignore[arg-type]


def test_a_card_is_not_moved_by_hand_to_the_pile_of_another_deck() -> None:
    table, pile = two_decks(day="field", night="field").table, zone(ALICE, "discard")
    day, night = (wrong_way_out(table, table.cards[card], MoveCard(pile, card)) for card in (DAY, NIGHT))
    assert day is None
    assert night == ChangeFault("to", UNFIT, "cards of its deck go to another area, alice.night_discard")
    assert wrong_way_out(table, table.cards[NIGHT], MoveCard(zone(ALICE, "night_discard"), NIGHT)) is None


def test_of_a_card_that_is_gone_only_where_cards_go_is_known() -> None:
    assert area_kind(two_decks().table, Handle("gone"), "discard") == "discard"


def test_an_area_of_a_deck_that_the_table_lacks_is_told() -> None:
    class Rules(TwoDecksRules):
        own_areas: ClassVar[Mapping[str, Mapping[str, str]]] = {"night": {"deck": "moon"}}

    (fault,) = lacking_zones(Rules())  # type: ignore[abstract]
    assert fault == "zone_kinds of TwoDecksTable has no moon"


def test_a_game_with_one_deck_asks_no_card_for_it() -> None:
    table = DuelTable(seats=(Seat("alice"),), registry=DuelRules().registry)  # type: ignore[abstract]
    table.lay_new_card(ALICE, "field", DAY, "knight")
    assert not hasattr(table.cards[DAY].printed, "deck")
    assert area_kind(table, DAY, "discard") == "discard"


def test_the_rules_are_told_of_cards_that_leave_play_while_they_still_lie_there_but_not_by_hand() -> None:
    told: list[tuple[str, str]] = []

    class Rules(DuelRules):
        def follow_leaving(self, game: Game[DuelTable], leavers: Iterable[Condition]) -> None:
            told.extend((each.card, game.table.cards[each.card].zone) for each in leavers)

    rules = Rules()  # type: ignore[abstract]
    table = DuelTable(seats=(ALICE,), first_player=ALICE, registry=rules.registry)
    for handle in ("a", "b"):
        table.lay_new_card(ALICE, "field", Handle(handle), "knight")
    game = Game(rules, table, bytes(32), 1)
    leave_play(game, [leaving_condition("discarded", table, Handle("a"))])
    leave_play(game, [leaving_condition("discarded", table, Handle("b"))], by_hand=0)
    assert told == [("a", zone(ALICE, "field"))]


@pytest.mark.parametrize(("to", "seen"), [("discard", True), ("deck", False), ("hand", False)])
def test_a_condition_names_the_card_that_left_only_where_everybody_sees_it(to: str, seen: bool) -> None:
    game = duel(a="alice_field")
    left = leave_play(game, [structs.replace(discard_condition(game.table, Handle("a")), instead=to)])
    (card,) = game.table.zone(zone(ALICE, to))
    assert {each.cards for each in left} == {(card,) if seen else ()}
