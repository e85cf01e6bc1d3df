"""A card game says once who sees a card, by its zone and its face: all that is told of it follows from that."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from msgspec import structs

from domain.cardgame import view
from domain.cardgame.in_play.entering import enter_play
from domain.cardgame.occurring.card_moves import take_control
from domain.cardgame.occurring.leaving_play import seen_by_all
from domain.cardgame.table import CardState
from domain.kernel import redaction
from domain.kernel.cards.card_facts import CardsMoved
from domain.kernel.cards.moving_cards import move, turn_cards
from domain.kernel.corrections.changes import UNNAMED, ChangeFault, MoveCard, SetController, is_unnamed
from domain.kernel.game import Game
from domain.kernel.ids import PUBLIC, Handle, Seat, Viewer, zone
from domain.kernel.occurring.conditions import Condition
from domain.kernel.redaction import redacted_facts
from domain.kernel.refusals import Refused
from domain.kernel.state.fields import field_state
from domain.match import aggregate as matches
from domain.match.aggregate import Match, NewVersion
from domain.match.events import OpenMatch, decoder, event_kind, fold_reader
from tests.builders import begun
from tests.examples import burrows
from tests.examples.burrows import (
    BURROW,
    PIT,
    PLAY,
    SHED,
    STASH,
    TESTS,
    BurrowsTable,
    change_forms,
    position_of,
    rules,
)
from tests.examples.playing import corrected
from tests.games import register
from tests.games.bringing import Start
from tests.properties.changes import change_kind
from tests.properties.test_conservation import check_conservation
from tests.properties.test_corrections import check_mixed
from tests.properties.test_noninterference import check_handles_by_hand, check_pairs, check_pairs_by_hand
from tests.properties.test_views import check_own_views, check_taken_keys
from tests.properties.twins import Interference

ALICE, BOB = Seat("alice"), Seat("bob")
each = partial(pytest.mark.parametrize, "start", ids=str)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kites with burrows stands for Kites among the games."""
    register(monkeypatch, burrows, TESTS)


@pytest.fixture(autouse=True, scope="module")
def read_anew() -> None:
    """How events of Kites itself were read is forgotten."""
    decoder.cache_clear()
    fold_reader.cache_clear()


# --- the properties


@each(TESTS.samples["conservation"])
def test_the_fact_of_a_move_says_who_sees_the_card_on_the_table(start: Start) -> None:
    assert check_conservation(TESTS, start) > 0


def test_a_correction_sends_no_handle_of_a_hidden_card() -> None:
    counts = check_handles_by_hand(TESTS.name, range(4))
    assert counts["corrections"] > 4
    assert counts["unseen"] > 4, "no correction names a hidden card"


@pytest.mark.parametrize("name", TESTS.beginnings)
def test_corrections_tell_a_viewer_nothing_hidden(name: str) -> None:
    assert check_pairs_by_hand(TESTS, TESTS.beginnings[name], range(8))["corrections"] > 8


def test_a_mark_that_depends_on_a_hidden_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = field_state
    monkeypatch.setattr(view, "field_state", lambda card: shown(card) if sum(map(ord, card.key)) % 2 else {})
    with pytest.raises(Interference):
        check_pairs_by_hand(TESTS, next(iter(TESTS.beginnings.values())), range(12))


def test_a_handle_that_a_correction_leaks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(redaction, "unseen_by", lambda facts, viewer: frozenset())
    with pytest.raises(AssertionError, match="is sent"):
        check_handles_by_hand(TESTS.name, range(4))


@pytest.mark.parametrize("name", TESTS.beginnings)
def test_a_viewer_cannot_tell_what_is_hidden_from_it(name: str) -> None:
    beginning = TESTS.beginnings[name]
    counts = check_pairs(TESTS, beginning, range(beginning.sample))
    assert counts["actions"] >= beginning.least, counts
    assert counts["revealed"], counts


@pytest.mark.parametrize("name", TESTS.leaks)
def test_a_leak_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    leak = TESTS.leaks[name]
    assert leak.patch is not None
    monkeypatch.setattr(*leak.patch)
    with pytest.raises(Interference):
        check_pairs(TESTS, leak.beginning, leak.seeds)


def test_each_viewer_has_a_view_of_its_own_without_unknown_keys() -> None:
    check_own_views(TESTS)
    check_taken_keys(TESTS)


def test_play_goes_on_after_corrections_and_folds_to_what_was_live() -> None:
    judged = [check_mixed(TESTS.name, seed, 150) for seed in range(20)]
    corrections = [event for each in judged for event in each.events.values() if event_kind(event) == "corrected"]
    made = {change_kind(rules.blank(), change) for event in corrections for change in event.cmd.changes}
    assert set(TESTS.change_kinds) - made <= {"attach"}


# --- positions

HIDDEN: dict[str, Any] = {
    PLAY: {"card": "heron#3", "facedown": True},
    SHED: "wren",
    BURROW: {"card": "wren#2", "facedown": True},
    STASH: {"card": "heron", "facedown": True},
    PIT: {"card": "calm", "facedown": True},
}
POSITION: dict[str, Any] = {
    "round": 2,
    "phase": "contest",
    "at": "contest.action",
    "first_player": "alice",
    "priority": "alice",
    "done": ["alice"],
    "contest": {
        "kind": "sky",
        "attacker": "alice",
        "defender": "bob",
        "attackers": ["lead-kite"],
        "defenders": ["lead-kite#2"],
    },
    "players": {
        "alice": {
            STASH: [HIDDEN[STASH], "heron#2"],
            PIT: [HIDDEN[PIT]],
            PLAY: [
                {"card": "old-marta", "tokens": {"cord": 2}},
                {"card": "lead-kite", "attachments": ["ribbon-tail"]},
                HIDDEN[PLAY],
            ],
            SHED: [HIDDEN[SHED], {"card": "ribbon-tail#2", "facedown": True}],
            BURROW: [HIDDEN[BURROW]],
        },
        "bob": {PLAY: ["young-tom", "lead-kite#2"]},
    },
}
PLACES = (*HIDDEN,)
SEEN_BY_OWNER = (PLAY, SHED, BURROW, STASH)


def laid_from(players: dict[str, Any]) -> NewVersion:
    position = {**POSITION, "players": POSITION["players"] | players}
    return begun(OpenMatch("kites", (), "public", position=json.dumps(position)), 7)


def hidden_at(match: Match, kind: str) -> CardState:
    """The hidden card of Alice in a zone, the first where there are several."""
    cards: Iterator[CardState] = (match.table.cards[each] for each in match.table.zone(zone(ALICE, kind)))
    return next(card for card in cards if not match.table.sees_card(PUBLIC, card))


def test_a_position_with_hidden_cards_in_five_zones_is_written_as_it_was() -> None:
    match = laid_from({}).match
    assert position_of(match.table) == POSITION
    seen = [match.table.sees_card(Viewer(ALICE), hidden_at(match, kind)) for kind in PLACES]
    assert seen == [kind in SEEN_BY_OWNER for kind in PLACES]


@pytest.mark.parametrize("kind", PLACES)
def test_of_two_positions_that_differ_in_one_hidden_card_nobody_else_is_told_which_it_is(kind: str) -> None:
    mine = [each for each in POSITION["players"]["alice"][kind] if each is not HIDDEN[kind]]
    others = [{"card": id, "facedown": True} if HIDDEN[kind] != "wren" else id for id in ("downdraft", "spare-line")]
    laid = [laid_from({"alice": POSITION["players"]["alice"] | {kind: [*mine, other]}}) for other in others]
    for viewer in (*map(Viewer, (ALICE, BOB)), PUBLIC):
        told = [told_to(each, viewer) for each in laid]
        assert (told[0] == told[1]) == (viewer != ALICE or kind not in SEEN_BY_OWNER)


def told_to(laid: NewVersion, viewer: Viewer) -> tuple[str, Any]:
    """What a viewer reads of a match that is opened, and its view."""
    event = matches.decode_event(matches.initial("m-1", laid.match.seed), laid.payload)
    facts = json.dumps([fact for _, fact in redacted_facts(event.facts, viewer)], default=str)
    return facts, laid.match.rules.view(laid.match.table, viewer, judging=False)


@pytest.mark.parametrize(
    ("alice", "problem"),
    [
        ({"play": [{"card": "wren", "area": "shed"}]}, "play[0].area: a card on no other lies where it is listed"),
        ({"hand": [{"card": "wren", "facedown": True}]}, "hand[0].facedown: unknown key"),
        ({"play": ["ribbon-tail"]}, "play[0]: ribbon-tail is an attachment"),
        ({"nest": ["wren"]}, "nest: unknown key"),
    ],
)
def test_an_error_in_a_position_names_its_zone(alice: dict[str, Any], problem: str) -> None:
    with pytest.raises(Refused) as caught:
        laid_from({"alice": alice})
    because = caught.value.refusal.because
    assert problem in f"{because['field']}: {because['problem']}"


# --- what is in play


def test_several_hidden_zones_of_play_are_listed_by_their_names() -> None:
    assert (BurrowsTable.facedown_kind, BurrowsTable.open_kinds) == ("", (PLAY,))
    assert BurrowsTable.section_kinds == BurrowsTable.play_kinds == (PLAY, SHED, BURROW)
    assert [BurrowsTable.section_of(kind) for kind in (PLAY, SHED, BURROW)] == [PLAY, SHED, BURROW]


def test_what_lies_facedown_is_neither_in_play_for_words_nor_named_in_forms() -> None:
    match = laid_from({}).match
    hidden = hidden_at(match, PLAY)
    assert hidden.handle not in match.table.in_play()
    forms = change_forms(rules, match.table, PUBLIC)
    named = {value.id for form in forms for field in form.fields for value in field.values}
    assert named & set(match.table.in_play())
    assert not named & {hidden_at(match, kind).handle for kind in PLACES}


def test_a_view_shows_the_owner_its_own_facedown_cards() -> None:
    match = laid_from({}).match
    seen = rules.views(match.table, (Viewer(ALICE), Viewer(BOB), PUBLIC), judging=False)
    mine, other, public = (seen[each]["players"]["alice"] for each in (Viewer(ALICE), Viewer(BOB), PUBLIC))
    for kind in (PLAY, BURROW):
        card = hidden_at(match, kind)
        known = {"card": card.handle, "key": card.key, "facedown": True, "area": kind}
        assert known in mine["in_play"]
        assert known not in other["in_play"]
    assert other == public
    assert public["in_play"].count({"facedown": True, "area": PLAY}) == 1
    stashed = hidden_at(match, STASH)
    (faceup,) = (each for each in match.table.zone(zone(ALICE, STASH)) if each != stashed.handle)
    shown = {"card": faceup, "key": "first/heron"}
    known = {"card": stashed.handle, "key": stashed.key, "facedown": True}
    assert mine[STASH] == {"count": 2, "cards": [known, shown]}
    assert public[STASH] == {"count": 2, "cards": [{"facedown": True}, shown]}
    assert mine[PIT] == public[PIT] == {"count": 1, "cards": [{"facedown": True}]}


def played_on(match: Match) -> Game[Any]:
    return Game(rules, match.table.branch(), bytes(32), 5)


@pytest.mark.parametrize("to", [STASH, PIT])
def test_a_card_that_leaves_play_facedown_is_facedown_where_it_comes_to(to: str) -> None:
    game = played_on(laid_from({}).match)
    (kite,) = (each for each in game.table.zone(zone(BOB, PLAY)) if game.table.cards[each].type == "kite")
    (new,) = move(game, [kite], zone(BOB, to), facedown=True)
    (moved,) = (fact.moves[0] for fact in game.facts if isinstance(fact, CardsMoved))
    assert (moved.now, moved.facedown) == (game.table.sight(game.table.cards[new]), True)
    assert not game.table.sees_card(PUBLIC, game.table.cards[new])
    assert seen_by_all(game.table, new) == ()


@pytest.mark.parametrize("kind", [PLAY, SHED, BURROW])
def test_whose_control_is_taken_keeps_its_zone_and_its_face(kind: str) -> None:
    match = laid_from({}).match
    game, card = played_on(match), hidden_at(match, kind)
    (done,) = take_control(game, [Condition(0, "control_taken", card=card.handle, seat=BOB, hidden=True, unseen=True)])
    now = game.table.cards[done.card]
    assert (now.zone, now.facedown, now.controller) == (zone(BOB, kind), card.facedown, BOB)
    assert [game.table.sees_card(Viewer(each), now) for each in (ALICE, BOB)] == [False, True]
    assert not game.table.sees_card(PUBLIC, now)
    told = json.dumps([fact for _, fact in redacted_facts(tuple(game.facts), PUBLIC)], default=str)
    assert not [each for each in (card.key, card.handle, done.card) if each in told]


def test_a_correction_within_play_keeps_the_face_and_out_of_play_takes_it() -> None:
    match = laid_from({}).match
    card = hidden_at(match, PLAY).handle
    table = corrected(match, SetController(card, BOB)).table
    (lost,) = (table.cards[each] for each in table.zone(zone(BOB, PLAY)) if table.cards[each].facedown)
    assert lost.owner == ALICE
    table = corrected(match, MoveCard(zone(ALICE, "discard"), card)).table
    assert not any(table.cards[each].facedown for each in table.zone(zone(ALICE, "discard")))


def test_the_top_of_a_pile_that_lies_facedown_is_named_by_no_change() -> None:
    table = laid_from({}).match.table
    changes = [MoveCard(zone(ALICE, PLAY), top_of=zone(seat, STASH)) for seat in (ALICE, BOB)]
    assert [is_unnamed(table, each) for each in changes] == [True, False]
    fault = rules.change_faults[MoveCard](table, changes[0])
    assert isinstance(fault, ChangeFault)
    assert fault.why == UNNAMED


def test_a_card_that_is_turned_keeps_what_lies_on_it_and_nobody_is_told_on_which_card_that_lies() -> None:
    game = played_on(laid_from({}).match)
    (kite,) = (each for each in game.table.in_play() if game.table.on(each))
    (tail,) = game.table.on(kite)
    (turned,) = turn_cards(game, [kite], facedown=True)
    assert game.table.on(turned) == [tail]
    views = rules.views(game.table, (Viewer(ALICE), PUBLIC), judging=False)
    hosts = [
        [each["host"] for each in view["players"]["alice"]["in_play"] if "host" in each] for view in views.values()
    ]
    assert hosts == [[turned], []]


def test_a_card_is_not_turned_where_cards_have_no_faces() -> None:
    game = played_on(laid_from({}).match)
    wren = next(each for each in game.table.zone(zone(ALICE, SHED)) if not game.table.cards[each].facedown)
    assert turn_cards(game, [wren], facedown=True) == [wren]
    assert (game.facts, game.table.cards[wren].type) == ([], "kite")


def test_a_card_is_not_said_to_be_laid_on_one_that_is_hidden() -> None:
    laid = laid_from({})
    event = matches.decode_event(matches.initial("m-1", laid.match.seed), laid.payload)
    (fact,) = (each for each in event.facts if isinstance(each, burrows.PositionLaid))
    hosts = [each.host for each in fact.seen_by(PUBLIC).cards if each.host]
    assert len(hosts) == 1
    hidden = hidden_at(laid.match, PLAY).handle
    cards = tuple(structs.replace(each, host=hidden) if each.host else each for each in fact.cards)
    assert not any(each.host for each in structs.replace(fact, cards=cards).seen_by(PUBLIC).cards)


def test_a_card_that_is_gone_does_not_enter_play() -> None:
    game = played_on(laid_from({}).match)
    assert enter_play(game, [Condition(0, "entered_play", card=Handle("gone"), seat=ALICE)]) == []
    assert game.facts == []
