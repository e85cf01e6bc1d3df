"""Cards with faces: who sees one by its zone and its face, what a viewer reads of a turn, and who learns it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

import pytest

from domain.judging.inquiry.knowledge import hidden_cards, unseen_cards
from domain.kernel.cards.card_facts import CardsMoved, CardsTurned, HandlesRedrawn, Learned
from domain.kernel.cards.card_table import CardTable
from domain.kernel.cards.moving_cards import move, redraw_handles, turn_cards
from domain.kernel.cards.who_sees_cards import ZoneKind
from domain.kernel.flow.waits import RandomResult
from domain.kernel.game import Game
from domain.kernel.ids import ADMIN, JUDGE, NO_CARD, PUBLIC, Handle, Viewer, zone
from domain.kernel.redaction import read_facts
from domain.kernel.table import Card
from tests.examples.pebbles import ALICE, BOB, SEATS, PebbleRules, facts_of

VIEWERS = (*(Viewer(seat) for seat in SEATS), PUBLIC, JUDGE, ADMIN)
# a province of Alice: everybody sees what lies faceup, its owner what lies facedown; nobody sees into a deck
PROVINCE, DECK, SLOT = zone(ALICE, "province"), zone(ALICE, "deck"), zone(ALICE, "slot")


class NoIndex(NamedTuple):
    """An index of a game whose cards listen to nothing, but for one key while they lie faceup."""

    def index_keys(self, card: Card) -> tuple[tuple[str, int], ...]:
        return () if card.facedown else (("faceup", 0),)


class FacedTable(CardTable, kw_only=True):
    zone_kinds: ClassVar[dict[str, ZoneKind]] = {
        "province": ZoneKind("all", in_play=True, facedown="owner"),
        "slot": ZoneKind("all", in_play=True, facedown="nobody"),
        "deck": ZoneKind("nobody"),
        "hand": ZoneKind("owner"),
    }


def game_with(*cards: Card) -> Game[FacedTable]:
    table = FacedTable(seats=SEATS, registry=NoIndex())
    for each in cards:
        table.lay(each)
    return Game(PebbleRules(), table, bytes(32), 1)  # type: ignore[abstract, arg-type]


def card(handle: str, where: str, *, facedown: bool = False) -> Card:
    return Card(Handle(handle), f"key-{handle}", ALICE, ALICE, zone(ALICE, where), facedown)


@pytest.mark.parametrize(
    ("where", "facedown", "seeing"),
    [
        ("province", False, VIEWERS),
        ("province", True, (ALICE, JUDGE, ADMIN)),
        ("slot", False, VIEWERS),
        ("slot", True, (ADMIN,)),
        ("deck", False, (ADMIN,)),
        ("hand", True, (ALICE, JUDGE, ADMIN)),
    ],
)
def test_who_sees_a_card_depends_on_its_zone_and_its_face(where: str, facedown: bool, seeing: tuple[str, ...]) -> None:
    table = game_with(card("a", where, facedown=facedown)).table
    assert tuple(each for each in VIEWERS if table.sees_card(each, table.cards[Handle("a")])) == seeing


def test_a_card_that_comes_facedown_is_told_to_those_who_see_it() -> None:
    game = game_with(card("a", "deck"))
    (new,) = move(game, [Handle("a")], PROVINCE, facedown=True)
    assert game.table.cards[new].facedown
    assert [(fact.to, fact.cards) for fact in facts_of(game, Learned)] == [((ALICE,), ((new, "key-a"),))]
    (fact,) = facts_of(game, CardsMoved)
    assert [(each.old, each.new) for each in fact.seen_by(Viewer(BOB)).moves] == [(NO_CARD, NO_CARD)]


def test_a_card_loses_its_face_where_a_zone_has_none() -> None:
    game = game_with(card("a", "province", facedown=True))
    (back,) = move(game, [Handle("a")], SLOT)
    assert not game.table.cards[back].facedown


def test_a_card_comes_facedown_to_no_zone_without_faces_and_loses_its_face_there() -> None:
    game = game_with(card("a", "province", facedown=True), card("b", "province"))
    (a, b) = (move(game, [Handle(each)], zone(ALICE, "hand"), facedown=True)[0] for each in ("a", "b"))
    assert [fact.moves[0].facedown for fact in facts_of(game, CardsMoved)] == [False, False]
    assert not game.table.cards[a].facedown
    assert not game.table.cards[b].facedown


def test_who_turns_a_card_faceup_shows_it_to_whoever_did_not_see_it() -> None:
    game = game_with(card("a", "province", facedown=True))
    (shown,) = turn_cards(game, [Handle("a")], facedown=False)
    assert shown == "a"
    assert [fact.to for fact in facts_of(game, Learned)] == [tuple(each for each in (*SEATS, PUBLIC) if each != ALICE)]
    assert game.table.listeners("faceup") == ((shown, 0),)


def test_a_card_turned_facedown_is_not_followed_by_whoever_does_not_see_it() -> None:
    game = game_with(card("a", "slot"), card("b", "slot"))
    hidden, other = turn_cards(game, [Handle("a"), Handle("b")], facedown=True)
    assert hidden not in ("a", "b")
    (fact,) = facts_of(game, CardsTurned)
    assert [(each.old, each.new) for each in fact.seen_by(Viewer(ALICE)).turns] == [("a", NO_CARD), ("b", NO_CARD)]
    assert [each.new for each in fact.seen_by(ADMIN).turns] == [hidden, other]
    assert game.table.listeners("faceup") == ()
    assert game.table.rebuilt_index() == {}


def test_nothing_is_turned_that_lies_so_already() -> None:
    game = game_with(card("a", "slot"))
    assert turn_cards(game, [Handle("a")], facedown=False) == ["a"]
    assert game.facts == []


def test_hidden_and_unseen_cards_are_known_by_face() -> None:
    cards = (
        card("a", "slot", facedown=True),
        card("b", "slot"),
        card("c", "province", facedown=True),
        card("d", "deck"),
    )
    table = game_with(*cards).table
    assert hidden_cards(table) == {"a": SLOT, "c": PROVINCE, "d": DECK}
    assert unseen_cards(table) == {SLOT: ["a"], DECK: ["d"]}


def test_new_handles_are_told_to_those_who_see_the_face() -> None:
    game = game_with(card("a", "province", facedown=True), card("b", "province"))
    redraw_handles(game, PROVINCE, [Handle("a"), Handle("b")])
    assert [(fact.sees, [old for old, _ in fact.order]) for fact in facts_of(game, HandlesRedrawn)] == [
        ("owner", ["a"]),
        ("all", ["b"]),
    ]


def test_a_card_drawn_in_secret_is_empty_to_whoever_is_not_shown_it_and_is_never_nothing() -> None:
    game = game_with(card("a", "deck"), card("b", "deck"), card("c", "slot"))
    drawn = game.pick_at_random("loot", [Handle("a"), Handle("b")], 2, ALICE)
    move(game, [Handle("c")], DECK)
    read = {viewer: read_facts(tuple(game.facts), viewer, judging=False) for viewer in VIEWERS}
    told = {viewer: [fact.result for _, fact in read[viewer] if isinstance(fact, RandomResult)] for viewer in VIEWERS}
    assert told[BOB] == told[PUBLIC] == [(NO_CARD, NO_CARD)]
    assert told[ALICE] == told[JUDGE] == told[ADMIN] == [tuple(drawn)]


def test_of_two_cards_drawn_in_secret_the_one_that_is_laid_out_is_told() -> None:
    game = game_with(card("a", "slot"), card("b", "deck"))
    drawn = game.pick_at_random("loot", [Handle("a"), Handle("b")], 2, ALICE)
    move(game, [Handle("a")], zone(BOB, "slot"))
    read = read_facts(tuple(game.facts), PUBLIC, judging=False)
    (fact,) = (each for _, each in read if isinstance(each, RandomResult))
    assert fact.result == tuple(each if each == "a" else NO_CARD for each in drawn)
