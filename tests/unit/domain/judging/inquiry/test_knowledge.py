"""Who knows a hidden card after it was put there: by play, by a correction, on undone lines too, in every game.

Read `AFTER`: a row has the changes of a correction, the card that is asked about, and who knows it then.
"""

import json
from itertools import product
from typing import Any, NamedTuple

import pytest
import yaml
from msgspec import UNSET

from domain.games import GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.knowledge import KnowledgeFold
from domain.judging.inquiry.tracing import knowledge_at
from domain.judging.remedies.corrections import correct_table
from domain.judging.remedies.interventions import RulingEnvelope
from domain.judging.remedies.rewind import report_rewind, rewind_match
from domain.kernel.cards.card_facts import CardsMoved, Learned, Move
from domain.kernel.cards.card_table import BOTTOM, TOP
from domain.kernel.corrections.changes import MoveCard, Show, ShuffleUnknown
from domain.kernel.ids import Handle, Viewer, ZoneKey
from domain.match.aggregate import Match, NewVersion, Refused, decode_event
from domain.match.envelope import Stamp
from domain.match.events import OpenMatch
from domain.match.judge_orders import CorrectTable
from tests.builders import acted, begun

RULED = RulingEnvelope(actor="j-ada", role="head-judge", case="c-1", reason="a test")

CARDS = """
at: marshalling.action
players:
  alice:
    play: [{card: eddard-stark, attachments: [ice]}]
    hand: [robb-stark, jon-snow]
    discard: [arya-stark]
    deck: [winterfell-steward, {unknown: 9}]
  bob: {deck: {unknown: 9}}
"""
BOARD = """
houses: [baratheon, lannister, stark]
at: "2.3"
areas: {lannisport: "lannister footman, order march-plus-1", winterfell: "stark footman, order march-0"}
revealed:
  westeros-1: [last-days-of-summer]
  westeros-2: [last-days-of-summer]
  westeros-3: [wildlings-attack]
"""
L5R = """
at: draw.action
first_player: alice
players:
  alice:
    honor: 9
    play: [{card: doji-whisperer, attachments: [fine-katana]}]
    hand: [way-of-the-crane, ornate-fan]
    discard: [banzai]
    dynasty_discard: [savvy-politician]
    deck: [court-games, admit-defeat, good-omen, outwit]
    dynasty_deck: [doji-hotaru, doji-challenger, imperial-storehouse]
  bob: {honor: 9, deck: [good-omen, court-games, outwit]}
"""
TEXTS = {"agot_lcg": CARDS, "agot_board": BOARD, "l5r": L5R}
EVERYBODY = {"public"}
OUT_OF_HAND = ("robb-stark", "way-of-the-crane")


class Laid:
    """A match from a position that is corrected, rewound and played on, with its events and states by version."""

    def __init__(self, game: str) -> None:
        self.events: dict[int, Any] = {}
        self.states: dict[int, Match] = {}
        position = yaml.safe_load(TEXTS[game])
        self.take(begun(OpenMatch(game, (), "public", position=json.dumps(position))))

    def take(self, following: NewVersion) -> None:
        self.match = following.match
        self.events[self.match.version] = decode_event(following.match, following.payload)
        self.states[self.match.version] = self.match

    def correct_together(self, *steps: Any) -> None:
        """One correction with these changes, named on the table as it is before them."""
        self.correct(*(each if isinstance(each, ShuffleUnknown) else each.change(self) for each in steps))

    def correct(self, *changes: Any) -> None:
        order = CorrectTable(changes, False)
        self.take(correct_table(self.match, order, self.events, RULED, Stamp("c", "", "c")))

    def rewind(self, to: int) -> None:
        report = report_rewind(self.match, self.states[to], self.events, to)
        self.take(rewind_match(self.match, self.states[to], self.events, report, RULED, Stamp("r", "", "r")))

    def give(self, seat: str, **command: Any) -> None:
        self.take(acted(self.match, seat, self.match.rules.command(command)))

    def handle(self, name: str) -> Handle:
        """The card of this key, or the top card of an area."""
        cards = self.match.table.cards
        if name in self.match.table.zones:
            return Handle(self.match.table.zone(ZoneKey(name))[0])
        return next(Handle(handle) for handle, each in cards.items() if str(each.key).endswith(name))

    def knowing(self, key: str, viewer: str = "judge") -> set[str]:
        """Who is told to know the hidden card of this key."""
        told = knowledge_at(Chronicle(self.match, self.events), self.match.version, Viewer(viewer)).known
        return {row.seat for row in told if row.key.endswith(key) and row.zone is not UNSET}


class Put(NamedTuple):
    """A change by hand that moves the card of a key, or the top card of an area (`top`)."""

    what: str
    to: str
    place: int = TOP
    top: bool = False

    def change(self, laid: Laid) -> MoveCard:
        to = ZoneKey(self.to)
        if self.top:
            return MoveCard(to, top_of=ZoneKey(self.what), place=self.place)
        return MoveCard(to, laid.handle(self.what), place=self.place)


class Shown(NamedTuple):
    """A change by hand that shows the card of a key, or the top card of an area."""

    what: str
    to: tuple[str, ...]

    def change(self, laid: Laid) -> Show:
        return Show(laid.handle(self.what), self.to)


CARD_ROWS: tuple[tuple[tuple[Any, ...], str, set[str]], ...] = (
    # what everybody saw
    ((Put("arya-stark", "alice.deck"),), "arya-stark", EVERYBODY),
    ((Put("arya-stark", "alice.deck", BOTTOM),), "arya-stark", EVERYBODY),
    ((Put("eddard-stark", "alice.deck"),), "eddard-stark", EVERYBODY),
    ((Put("eddard-stark", "alice.hand"),), "eddard-stark", {"public", "alice"}),
    ((Put("eddard-stark", "alice.deck"),), "ice", {"public", "alice"}),
    # under another card, out of one hidden area into another, and back
    ((Put("arya-stark", "alice.deck"), Put("eddard-stark", "alice.deck")), "arya-stark", EVERYBODY),
    ((Put("arya-stark", "alice.deck"), Put("alice.deck", "alice.hand", top=True)), "arya-stark", {"public", "alice"}),
    ((Put("arya-stark", "alice.hand"), Put("arya-stark", "alice.discard")), "arya-stark", set()),
    # what one seat saw
    ((Put("robb-stark", "alice.deck"),), "robb-stark", {"alice"}),
    ((Put("alice.deck", "alice.hand", top=True),), "winterfell-steward", {"alice"}),
    ((Shown("winterfell-steward", ("bob",)),), "winterfell-steward", {"bob"}),
    (
        (Shown("winterfell-steward", ("bob",)), Put("alice.deck", "alice.hand", top=True)),
        "winterfell-steward",
        {"alice", "bob"},
    ),
    ((Shown("robb-stark", ("bob",)),), "robb-stark", {"alice", "bob"}),
    # a card goes unseen out of a hand that was looked at: nobody but its owner can say which
    ((Shown("robb-stark", ("bob",)), Put("robb-stark", "alice.deck")), "robb-stark", {"alice"}),
    ((Put("arya-stark", "alice.hand"), Put("robb-stark", "alice.deck")), "arya-stark", {"alice"}),
    ((Put("arya-stark", "alice.hand"), Put("robb-stark", "alice.discard")), "arya-stark", {"public", "alice"}),
)
BOARD_ROWS: tuple[tuple[tuple[Any, ...], str, set[str]], ...] = (
    ((Put(".westeros-1-revealed", ".westeros-1"),), "", EVERYBODY),
    ((Put(".westeros-1-revealed", ".westeros-1", BOTTOM),), "", EVERYBODY),
    ((Put(".westeros-2-revealed", ".westeros-2"), Put(".westeros-2", ".westeros-2", BOTTOM, top=True)), "", EVERYBODY),
    ((Shown(".wildling-deck", ("stark",)),), "", {"stark"}),
    ((Shown(".wildling-deck", ("stark",)), Put(".wildling-deck", ".wildling-deck", BOTTOM, top=True)), "", {"stark"}),
    ((Shown(".wildling-deck", ("public",)), Put(".wildling-deck", ".wildling-deck", BOTTOM, top=True)), "", EVERYBODY),
)
L5R_ROWS: tuple[tuple[tuple[Any, ...], str, set[str]], ...] = (
    ((Put("banzai", "alice.deck"),), "banzai", EVERYBODY),
    ((Put("savvy-politician", "alice.dynasty_deck", BOTTOM),), "savvy-politician", EVERYBODY),
    ((Put("doji-whisperer", "alice.dynasty_deck"),), "doji-whisperer", EVERYBODY),
    ((Put("banzai", "alice.hand"),), "banzai", {"public", "alice"}),
    ((Put("way-of-the-crane", "alice.deck"),), "way-of-the-crane", {"alice"}),
    ((Put("alice.deck", "alice.hand", top=True),), "court-games", {"alice"}),
    ((Shown("court-games", ("bob",)),), "court-games", {"bob"}),
    ((Shown("alice.dynasty_deck", ("bob",)),), "doji-hotaru", {"bob"}),
    ((Shown("way-of-the-crane", ("bob",)),), "way-of-the-crane", {"alice", "bob"}),
    ((Shown("way-of-the-crane", ("bob",)), Put("way-of-the-crane", "alice.deck")), "way-of-the-crane", {"alice"}),
)
ROWS = {"agot_lcg": CARD_ROWS, "agot_board": BOARD_ROWS, "l5r": L5R_ROWS}
AFTER = [(game, *row) for game, rows in ROWS.items() for row in rows]


def test_every_game_has_a_position_and_rows() -> None:
    assert set(TEXTS) == set(ROWS) == set(GAMES)


def after(game: str, steps: tuple[Any, ...], key: str) -> tuple[Laid, str]:
    """The match after a correction of these changes, and the key of the card that is asked about."""
    laid = Laid(game)
    if not key:
        key = str(laid.match.table.cards[laid.handle(steps[0].what)].key)
    for each in steps:
        laid.correct(each.change(laid))
    return laid, key


@pytest.mark.parametrize(("game", "steps", "key", "known"), AFTER)
def test_who_saw_a_card_put_away_by_a_correction_knows_it(
    game: str, steps: tuple[Any, ...], key: str, known: set[str]
) -> None:
    laid, key = after(game, steps, key)
    assert laid.knowing(key) == known
    for seat in laid.match.table.seats:
        assert laid.knowing(key, seat) == known & {seat, "public"}


@pytest.mark.parametrize(("game", "steps", "key", "known"), AFTER)
def test_a_rewind_before_the_correction_leaves_to_judges_what_was_shown_and_one_to_after_it_keeps_it(
    game: str, steps: tuple[Any, ...], key: str, known: set[str]
) -> None:
    laid, key = after(game, steps, key)
    before = Laid(game).knowing(key)
    # a hand is not shuffled: the card lies there again
    shown = {each for step in steps if isinstance(step, Shown) and step.what in OUT_OF_HAND for each in step.to}
    corrected = laid.match.version
    seat = laid.match.table.seats[0]
    laid.correct(Show(laid.handle(".westeros-3-revealed" if game == "agot_board" else "alice.hand"), (seat,)))
    laid.rewind(corrected)
    assert laid.knowing(key) == known
    laid.rewind(1)
    assert laid.knowing(key) == before | shown
    for each in laid.match.table.seats:
        assert laid.knowing(key, each) == before & {each, "public"}
    laid.rewind(corrected)
    assert laid.knowing(key) == known


SHOWN_AGAIN = (Put("arya-stark", "alice.hand"), Put("jon-snow", "alice.deck"), Shown("arya-stark", ("public",)))


@pytest.mark.parametrize(("steps", "known"), [(1, {"alice", "public"}), (2, {"alice"}), (3, {"alice", "public"})])
def test_a_rewind_to_after_a_card_was_shown_again_keeps_that(steps: int, known: set[str]) -> None:
    laid, key = after("agot_lcg", SHOWN_AGAIN[:steps], "arya-stark")
    there = laid.match.version
    for _ in range(2):
        laid.correct(Show(laid.handle("alice.deck"), (Viewer("alice"),)))
        laid.rewind(there)
        assert laid.knowing(key) == known
        assert laid.knowing(key, "bob") == known & {"public"}
        laid.rewind(1)
        laid.rewind(there)
        assert laid.knowing(key) == known


def test_what_was_lost_and_shown_again_stays_known_to_judges_when_that_is_undone() -> None:
    laid, key = after("agot_lcg", SHOWN_AGAIN, "arya-stark")
    laid.rewind(3)
    assert laid.knowing(key) == {"alice", "public"}
    assert laid.knowing(key, "bob") == set()


PLAYS = CARDS.replace("at: marshalling.action", 'at: "3.2"').replace("  alice:\n", "  alice:\n    gold: 9\n")


def test_what_everybody_saw_played_stays_known_when_the_action_is_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TEXTS, "agot_lcg", PLAYS)
    laid = Laid("agot_lcg")
    for _ in range(2):
        laid.give("alice", type="marshal_character", card=laid.handle("robb-stark"))
        laid.rewind(1)
        assert laid.knowing("robb-stark") == {"alice", "bob", "public"}
        assert laid.knowing("jon-snow") == {"alice"}
    # where it lies now is told to no seat that cannot see it
    assert laid.knowing("robb-stark", "bob") == set()
    told = knowledge_at(Chronicle(laid.match, laid.events), laid.match.version, Viewer("bob")).seen
    seen = [(each.seat, each.since, each.line) for each in told if each.key.endswith("robb-stark")]
    assert seen == [(who, at, "undone") for at in ("2.4", "4.4") for who in ("bob", "public")]
    laid.correct(Put("robb-stark", "alice.deck").change(laid))
    assert laid.knowing("robb-stark") == {"alice"}


@pytest.mark.parametrize(
    ("game", "pile", "shown"),
    [
        ("agot_lcg", "alice.deck", "arya-stark"),
        ("agot_board", ".westeros-1", ".westeros-1-revealed"),
        ("l5r", "alice.deck", "alice.discard"),
        ("l5r", "alice.dynasty_deck", "alice.dynasty_discard"),
    ],
)
@pytest.mark.parametrize("place", [TOP, BOTTOM])
def test_what_everybody_saw_put_into_a_pile_stays_where_the_unknown_part_is_shuffled(
    game: str, pile: str, shown: str, place: int
) -> None:
    laid, key = after(game, (Put(shown, pile, place),), "")
    card = laid.handle(key)
    at = laid.match.table.zone(ZoneKey(pile)).index(card)
    laid.correct(ShuffleUnknown(ZoneKey(pile)))
    lying = laid.match.table.zone(ZoneKey(pile))
    assert lying.index(card) == at
    assert laid.knowing(key) == EVERYBODY
    assert len(set(lying) & set(laid.states[2].table.zone(ZoneKey(pile)))) == 1


def test_a_pile_of_which_everybody_saw_all_cards_but_one_has_nothing_to_shuffle() -> None:
    laid = Laid("agot_lcg")
    laid.correct(*(MoveCard(ZoneKey("alice.hand"), top_of=ZoneKey("alice.deck")) for _ in range(9)))
    laid.correct(Put("arya-stark", "alice.deck").change(laid))
    with pytest.raises(Refused) as caught:
        laid.correct(ShuffleUnknown(ZoneKey("alice.deck")))
    assert caught.value.refusal.rule == "judging.correct.changes-something"


def test_the_wildling_card_that_the_raven_buried_is_known_to_its_holder_alone() -> None:
    laid = Laid("agot_board")
    key = str(laid.match.table.cards[laid.handle(".wildling-deck")].key)
    laid.give("lannister", type="raven_look")
    assert laid.knowing(key) == {"lannister"}
    laid.give("lannister", type="raven_place", where="bottom")
    assert laid.match.table.cards[laid.match.table.zone(ZoneKey(".wildling-deck"))[-1]].key == key
    assert laid.knowing(key) == {"lannister"}
    before = laid.match.table.zone(ZoneKey(".wildling-deck"))
    laid.correct(ShuffleUnknown(ZoneKey(".wildling-deck")))
    after = laid.match.table.zone(ZoneKey(".wildling-deck"))
    assert [each for each in after if each in before] == [before[-1]]


# the changes of one correction before the shuffle, the pile, the key of the card that stays, who knows it then
TOGETHER: tuple[tuple[str, tuple[Any, ...], str, str, set[str]], ...] = (
    ("agot_lcg", (Put("robb-stark", "alice.deck"),), "alice.deck", "robb-stark", {"alice"}),
    ("agot_lcg", (Put("robb-stark", "alice.deck", BOTTOM),), "alice.deck", "robb-stark", {"alice"}),
    ("agot_lcg", (Put("arya-stark", "alice.deck"),), "alice.deck", "arya-stark", EVERYBODY),
    ("agot_lcg", (Put("eddard-stark", "alice.deck"),), "alice.deck", "eddard-stark", EVERYBODY),
    ("agot_lcg", (Shown("bob.deck", ("alice",)),), "bob.deck", "", {"alice"}),
    (
        "agot_lcg",
        (Put("robb-stark", "alice.deck"), ShuffleUnknown(ZoneKey("bob.deck"))),
        "alice.deck",
        "robb-stark",
        {"alice"},
    ),
    ("l5r", (Put("way-of-the-crane", "alice.deck"),), "alice.deck", "way-of-the-crane", {"alice"}),
    ("l5r", (Put("doji-whisperer", "alice.dynasty_deck"),), "alice.dynasty_deck", "doji-whisperer", EVERYBODY),
    ("l5r", (Shown("bob.deck", ("alice",)),), "bob.deck", "", {"alice"}),
    ("agot_board", (Put(".westeros-1-revealed", ".westeros-1"),), ".westeros-1", "", EVERYBODY),
    ("agot_board", (Put(".westeros-1-revealed", ".westeros-1", BOTTOM),), ".westeros-1", "", EVERYBODY),
    ("agot_board", (Shown(".wildling-deck", ("stark",)),), ".wildling-deck", "", {"stark"}),
    (
        "agot_board",
        (Shown(".wildling-deck", ("stark",)), Put(".wildling-deck", ".wildling-deck", BOTTOM, top=True)),
        ".wildling-deck",
        "",
        {"stark"},
    ),
)


@pytest.mark.parametrize("undone", [False, True])
@pytest.mark.parametrize(("game", "steps", "pile", "key", "known"), TOGETHER)
def test_a_shuffle_leaves_what_the_same_correction_put_or_showed_before_it(
    game: str, steps: tuple[Any, ...], pile: str, key: str, known: set[str], undone: bool
) -> None:
    laid = Laid(game)
    if undone:
        laid.correct_together(*steps)
        laid.rewind(1)
    key = key or str(laid.match.table.cards[laid.handle(steps[0].what)].key)
    before = laid.match.table.zone(ZoneKey(pile))
    laid.correct_together(*steps, ShuffleUnknown(ZoneKey(pile)))
    lying = laid.match.table.zone(ZoneKey(pile))
    end = -1 if any(isinstance(each, Put) and each.place == BOTTOM for each in steps) else 0
    assert str(laid.match.table.cards[lying[end]].key).endswith(key)
    assert laid.knowing(key) == known
    assert not set(before) & (set(lying) - {lying[end]})


def test_a_card_that_was_put_away_after_the_shuffle_was_asked_for_is_mixed_in_before() -> None:
    laid = Laid("agot_lcg")
    laid.correct_together(ShuffleUnknown(ZoneKey("alice.deck")), Put("robb-stark", "alice.deck"))
    assert laid.knowing("robb-stark") == {"alice"}
    assert laid.handle("alice.deck") == laid.handle("robb-stark")


SEEN_ALONE = ("lannister", "stark", "public")


@pytest.mark.parametrize("raven", [False, True])
@pytest.mark.parametrize(("first", "later"), list(product(("", *SEEN_ALONE), SEEN_ALONE)))
def test_who_saw_a_card_by_its_place_follows_it_whoever_saw_it_before(first: str, later: str, raven: bool) -> None:
    laid = Laid("agot_board")
    seen = {each: "" for each in (first, later) if each}
    key = str(laid.match.table.cards[laid.handle(".wildling-deck")].key)
    for each in seen:
        laid.correct(Shown(".wildling-deck", (each,)).change(laid))
    if raven:
        laid.give("lannister", type="raven_look")
        laid.give("lannister", type="raven_place", where="bottom")
    else:
        laid.correct(Put(".wildling-deck", ".wildling-deck", BOTTOM).change(laid))
    assert laid.match.table.cards[laid.match.table.zone(ZoneKey(".wildling-deck"))[-1]].key == key
    assert laid.knowing(key) == seen.keys() | ({"lannister"} if raven else set())


@pytest.mark.parametrize(("searcher", "known"), [("", {"public", "bob"}), ("bob", {"bob"})])
def test_a_card_that_somebody_may_have_picked_out_of_a_pile_is_lost_to_the_others(
    searcher: str, known: set[str]
) -> None:
    top, other, put = Handle("top"), Handle("other"), Handle("put")
    deck, hand = ZoneKey("alice.deck"), ZoneKey("bob.hand")
    fold = KnowledgeFold()
    fold.take_in_facts(1, (Learned((Viewer("public"),), ((top, "robb"),)), Learned((Viewer("bob"),), ((top, "robb"),))))
    if searcher:
        fold.take_in_facts(2, (Learned((Viewer(searcher),), ((top, "robb"), (other, "arya"))),))
    moved = CardsMoved((Move(top, put, deck, hand, "nobody", "owner"),))
    fold.take_in_facts(3, (moved,), Viewer("bob"))
    assert set(fold.viewers[put]) == known


def test_a_rewind_counts_a_card_once_that_was_told_twice() -> None:
    laid = Laid("agot_board")
    start = laid.match.version
    laid.give("lannister", type="raven_look")
    looked = laid.match.version
    laid.correct(Show(laid.handle(".wildling-deck"), (Viewer("lannister"),)))
    report = report_rewind(laid.match, laid.states[start], laid.events, start)
    (row,) = report.learned
    assert (row.seat, row.at.partition(".")[0]) == ("lannister", str(looked))
    assert (len(report.zones_to_shuffle), report.needs) == (1, "head-judge")


def test_a_rewind_counts_as_learned_only_what_was_not_known_at_its_target() -> None:
    laid = Laid("agot_board")
    laid.give("lannister", type="raven_look")
    looked = laid.match.version
    laid.correct(Show(laid.handle(".wildling-deck"), (Viewer("lannister"),)))
    laid.give("lannister", type="raven_place", where="bottom")
    report = report_rewind(laid.match, laid.states[looked], laid.events, looked)
    assert (report.learned, report.zones_to_shuffle, report.needs) == ((), (), "judge")
    key = str(laid.match.table.cards[laid.match.table.zone(ZoneKey(".wildling-deck"))[-1]].key)
    laid.rewind(looked)
    assert laid.knowing(key) == {"lannister"}
    earlier = report_rewind(laid.match, laid.states[looked - 1], laid.events, looked - 1)
    assert {each.seat for each in earlier.learned} == {"lannister"}
    assert earlier.needs == "head-judge"


def test_what_somebody_else_knew_at_the_target_is_learned_by_who_did_not() -> None:
    laid = Laid("agot_board")
    laid.correct(Shown(".wildling-deck", ("stark",)).change(laid))
    known = laid.match.version
    laid.correct(Shown(".wildling-deck", ("lannister",)).change(laid))
    report = report_rewind(laid.match, laid.states[known], laid.events, known)
    assert [each.seat for each in report.learned] == ["lannister"]
