"""Players who leave in a window or before their turn, of their own or not; checks that ask a player in between."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from typing import Any

import pytest

from domain.cardgame.commands import ChooseWinner
from domain.cardgame.state_checks import SimultaneousVictory
from domain.kernel.corrections.changes import SetController, SetCount, SetMark
from domain.kernel.flow.endings import Concede
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.game import Game
from domain.kernel.ids import PUBLIC, Handle, Seat, Viewer, zone
from domain.kernel.state.field_facts import FieldSet
from domain.match.aggregate import Match
from domain.match.events import OpenMatch
from tests.builders import awaited, begun, played
from tests.examples import lanterns
from tests.examples.kites.table import LaunchCard, SendKites, SetKites
from tests.examples.lanterns import CELLAR, TESTS, Saying, position_of, rules
from tests.examples.playing import after, corrected, passed_to, refusal
from tests.games import opened, register
from tests.games.bringing import Start
from tests.properties.test_play import check_play, check_stirred
from tests.properties.test_positions import check_positions
from tests.properties.test_resume import check_resume

ALICE, BOB, CAROL = map(Seat, ("alice", "bob", "carol"))
each = partial(pytest.mark.parametrize, "start", TESTS.positions.groups["all"], ids=str)
SENT = SendKites(())


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game is among the games."""
    register(monkeypatch, lanterns, TESTS)


def laid(policy: str = "open", *, at: str = "launch.action", **said: Any) -> Match:
    """A match of a position: the launch window of Alice, or what is said; players by name, fields of the others."""
    brought = {name: {"deck": ["wren"] * 3, **said.pop(name, {})} for name in (ALICE, BOB, CAROL)}
    position = {"at": at, "first_player": "alice", "players": brought, **said}
    return begun(OpenMatch("lanterns", (), policy, position=json.dumps(position)), 7).match


def reopened(match: Match) -> Match:
    """The match of the position that is written of another; it is written as the same one."""
    position = position_of(match.table)
    again = begun(OpenMatch("lanterns", (), match.table.policy, position=json.dumps(position)), 7).match
    assert position_of(again.table) == position
    assert awaited(again) == awaited(match)
    return again


def lying(match: Match, area: str, id: str) -> Handle:
    """A card by its area, as `seat.kind`, and what it is."""
    seat, kind = area.split(".")
    cards: list[Handle] = match.table.zone(zone(Seat(seat), kind))
    return next(card for card in cards if match.table.cards[card].printed.id == id)


# --- the properties


@each()
def test_a_match_in_which_windows_lose_players_goes_on_to_its_end(start: Start) -> None:
    assert check_play(TESTS, start).ended == 1


def test_no_state_check_is_left_out() -> None:
    assert check_stirred(TESTS, TESTS.positions.groups["all"][0]) > 0


def test_a_check_that_asks_whether_cards_are_stirred_and_reads_the_round_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def blows_in_the_second_round(self: object, game: Game[Any]) -> bool:
        table = game.table
        blows = table.round == 2 and table.players[ALICE].wind < 9 and table.cards.stirred
        if blows:
            game.emit(FieldSet(ALICE, "wind", 9))
        return bool(blows)

    monkeypatch.setattr(lanterns.LanternsRules, "own_checks", blows_in_the_second_round)
    with pytest.raises(AssertionError, match="a check was left out"):
        check_stirred(TESTS, TESTS.positions.groups["all"][0])


def test_players_are_lost_in_windows_and_are_not_awaited() -> None:
    lost: Counter[str] = Counter()
    for start in TESTS.positions.groups["all"]:
        for step in played(opened(TESTS, start).match, TESTS.player(start.seed, "play"), 20_000):
            before, table = step.before.table, step.following.match.table
            if table.over is None and len(table.eliminated) > len(before.eliminated):
                lost[before.waiting.question] += 1
            assert not {*table.eliminated} & {*(table.waiting.seats if table.waiting else ())}
    assert lost["launch.action"] >= 3, lost


@each()
def test_a_position_opens_to_the_table_that_it_was_written_from(start: Start) -> None:
    assert check_positions(TESTS, start).total() > 0


def test_a_resumed_match_is_played_on_identically() -> None:
    assert check_resume(TESTS, TESTS.positions.groups["all"][0]) > 0


# --- who has left


@pytest.mark.parametrize("policy", ["open", "public", "fast"])
def test_who_is_eliminated_in_a_window_is_not_asked_and_does_not_act(policy: str) -> None:
    hands: dict[str, Any] = {"hand": ["heron"], "play": [{"card": "old-marta", "tokens": {"cord": 3}}]}
    match = laid(policy, alice=hands, bob={**hands, "wind": 1}, carol=hands)
    match = passed_to(blown(match), "launch.action")
    assert (match.table.eliminated, awaited(match)) == ((BOB,), (CAROL,))
    assert refusal(match, BOB, Pass()) == "match.concede"
    reopened(match)


def blown(match: Match) -> Match:
    """The match after Alice has launched a kite for nothing, which takes wind from Bob."""
    return after(match, (ALICE, LaunchCard(lying(match, "alice.hand", "heron"))))


def test_a_correction_that_eliminates_the_awaited_player_asks_another() -> None:
    match = corrected(laid(), SetCount(ALICE, "wind", 0))
    assert (match.table.eliminated, match.table.first_player, awaited(match)) == ((ALICE,), BOB, (BOB,))
    reopened(match)


def test_two_players_leave_at_once_and_the_passes_of_the_others_stay() -> None:
    match = after(laid(), (ALICE, Pass()))
    match = corrected(match, SetCount(BOB, "wind", 0))
    assert (match.table.eliminated, awaited(match)) == ((BOB,), (CAROL,))
    assert reopened(match).table.stack[-2].out == (ALICE,)
    assert awaited(passed_to(match, "send-kites")) == (ALICE,)


def test_nobody_loses_a_turn_when_one_leaves_who_has_had_hers() -> None:
    match = after(laid(at="3.2"), (ALICE, SENT))
    match = after(match, (ALICE, Concede()))
    assert awaited(match) == (BOB,)
    again = reopened(match)
    for one in (match, again):
        assert awaited(after(one, (BOB, SENT))) == (CAROL,)


def test_who_leaves_before_a_turn_has_none_and_the_next_one_has() -> None:
    match = laid(at="3.2", alice={"play": ["heron"]}, bob={"wind": 1})
    match = after(match, (ALICE, SendKites((lying(match, "alice.play", "heron"),))))
    assert (match.table.eliminated, awaited(match)) == ((BOB,), (CAROL,))


def test_of_winners_at_once_one_who_leaves_wins_no_more() -> None:
    match = corrected(laid(), *(SetCount(seat, "wind", 0) for seat in (ALICE, BOB, CAROL)))
    assert (awaited(match), match.table.waiting.question) == ((ALICE,), "winner")
    match = after(match, (ALICE, Concede()))
    assert (awaited(match), [*map(type, match.table.stack)].count(SimultaneousVictory)) == ((BOB,), 1)
    assert refusal(match, BOB, ChooseWinner(ALICE)) == "kites.end.seven-ribbons"
    assert after(match, (BOB, ChooseWinner(CAROL))).table.over.winner == CAROL


# --- checks


def test_an_attachment_is_discarded_when_the_host_is_refused_for_what_a_player_has() -> None:
    match = laid(alice={"play": [{"card": "heron", "attachments": ["ribbon-tail"]}]})
    assert not match.table.zone(zone(ALICE, "discard"))
    match = passed_to(corrected(match, SetCount(ALICE, "wind", 1)), "launch.action")
    assert lying(match, "alice.discard", "ribbon-tail")


def test_checks_that_a_question_of_an_earlier_one_kept_waiting_are_made_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looked: list[bool] = []

    def look(self: object, game: Game[Any]) -> bool:
        looked.append(game.table.cards.stirred)
        return False

    def ask_first(self: object, game: Game[Any]) -> bool:
        """Ask who has something to say, and tell no fact of it, so that no check is made again before the answer."""
        table = game.table
        asked = table.players[ALICE].owes and not any(isinstance(frame, Saying) for frame in table.stack)
        if asked:
            game.push(Saying(who=ALICE))
        return asked

    monkeypatch.setattr(lanterns.LanternsRules, "own_checks", ask_first)
    monkeypatch.setattr(lanterns.LanternsRules, "lasting_checks", look)
    match = laid(alice={"play": ["heron"]})
    heron = lying(match, "alice.play", "heron")
    looked.clear()
    asked = corrected(match, SetController(heron, BOB), SetMark(Handle(ALICE), "owes", True))
    assert (awaited(asked), asked.table.waiting.question, looked) == ((ALICE,), "say", [])
    answered = after(asked, (ALICE, SetKites(())))
    assert looked[0]
    looked.clear()
    after(answered, (ALICE, Pass()))
    assert not any(looked)


# --- a hidden zone of play


def test_a_view_lists_each_card_of_a_hidden_zone_of_play_once() -> None:
    match = laid(alice={"play": [{"card": "heron", "facedown": True}]})
    (card,) = match.table.zone(zone(ALICE, CELLAR))
    for viewer, known in ((Viewer(ALICE), 1), (PUBLIC, 0)):
        seen = rules.view(match.table, viewer, judging=False)["players"]["alice"]
        assert CELLAR not in seen
        assert len(seen["in_play"]) == 1
        assert json.dumps(seen).count(card) == known
