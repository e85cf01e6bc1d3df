"""Explanations at any version, numbers with their traces, limits with the actions that used them, what comes next."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec
import pytest

from domain.games import GAMES
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.explaining import (
    MOST_FACTS,
    FollowedCommand,
    counted_by,
    counted_for,
    explain_at,
    has_handle_form,
    is_accepted,
    limits_at,
    named_in,
    nearest_turns,
    numbers_at,
    what_comes_next,
)
from domain.judging.inquiry.subjects import texts_of
from domain.kernel.cards.card_facts import renamed_handles
from domain.kernel.deciding import DecidedAction, decide_command
from domain.kernel.flow.priority_windows import Pass
from domain.kernel.flow.waits import StepReached
from domain.kernel.ids import JUDGE, Seat, Viewer, zone
from domain.kernel.numbers import TraceLine, trace_number
from domain.kernel.redaction import read_facts
from domain.kernel.refusals import Refusal
from domain.match.aggregate import Match, decode_event
from domain.match.events import OpenMatch
from service.commands.ask import explain
from service.present.text.answers import Telling, explain_lines
from service.present.text.names import CardTitles
from tests.api.http.clients import problem
from tests.api.http.test_console_traces import page
from tests.builders import acted, begun, options_of
from tests.games import ROWS
from tests.judging.heard import MATCH, Heard, ended, heard, names, read, stored_in

FLOW = ("kernel.waiting", "kernel.window_opened", "kernel.window_closed", "kernel.match_over")


def is_decided(match: Match, seat: str, command: Any) -> bool:
    verdict = decide_command(match.rules, match.table, match.seed, Seat(seat), command, match.version + 1)
    return not isinstance(verdict, Refusal)


def commands(match: Heard) -> list[tuple[Seat, Any]]:
    """Some commands of seats, from all over the match."""
    given = [(Seat(event.actor), event.cmd) for version, event in match.events.items() if version > 1 and event.cmd]
    return given[::7]


@cache
def card_links(match: Heard, seat: str) -> list[set[str]]:
    """The handles of each card that a seat reads to be one card, from the raw record."""
    found: list[set[str]] = []
    for event in match.events.values():
        for _, fact in read_facts(event.facts, Viewer(seat), judging=False):
            for pair in ({old, new} for old, new in renamed_handles(fact) if old and new):
                joined = [each for each in found if each & pair]
                found = [each for each in found if not each & pair] + [pair.union(*joined)]
    return found


def handles_of(match: Heard, seat: str, command: Any) -> set[str]:
    """Every handle of the cards of a command that the seat can follow."""
    words = texts_of(command)
    return set().union(*(each for each in card_links(match, seat) if each & words)) | {
        word for word in words if any(word in state.table.cards for state in match.states.values())
    }


def followed(match: Heard, version: int, seat: str, command: Any) -> Any:
    """A command in the handles of a version; None where a card of it lies there unknown to the seat."""
    said, cards = msgspec.json.encode(command).decode(), match.states[version].table.cards
    for word in texts_of(command):
        names = next((each for each in card_links(match, seat) if word in each), {word})
        if not any(word in state.table.cards for state in match.states.values()):
            continue
        here = word if word in cards else next((each for each in names if each in cards), None)
        if here is None:
            return None
        said = said.replace(f'"{word}"', f'"{here}"')
    return match.states[version].rules.command(json.loads(said))


@pytest.mark.parametrize("game", names())
def test_the_verdict_of_an_explanation_is_that_of_the_decision_at_every_version(game: str) -> None:
    match, told, verdicts = heard(game), heard(game).told, set()
    for seat, command in commands(match):
        for version, state in match.states.items():
            accepted = is_accepted(explain_at(told, version, seat, command))
            assert accepted is is_decided(state, seat, command), (version, seat, command)
            verdicts.add(accepted)
    assert verdicts == {True, False}


@pytest.mark.parametrize("game", names())
def test_the_nearest_turn_of_the_verdict_is_the_nearest_version_of_the_line_with_another_one(game: str) -> None:
    match, told, turns = heard(game), heard(game).told, 0
    main = sorted(match.main())
    for seat, command in commands(match):
        said = {version: followed(match, version, seat, command) for version in main}
        verdict = {
            version: each is not None and is_decided(match.states[version], seat, each)
            for version, each in said.items()
        }
        for version in main[::9]:
            found = nearest_turns(told, version, seat, command, "admin", judging=False)
            now = is_decided(match.states[version], seat, command)
            other = [each for each in main if verdict[each] is not now]
            earlier = max((each for each in other if each < version), default=None)
            later = min((each for each in other if each > version), default=None)
            assert (found.earlier_turn.version if found.earlier_turn else None) == earlier
            assert (found.later_turn.version if found.later_turn else None) == later
            turns += len(other) > 0
            for turn in found.turns.values():
                after = [each for each in main if turn.version < each <= version][:1] or [turn.version]
                assert [turn.turned_at] == after
                assert {int(fact["at"].split(".")[0]) for fact in turn.changed} == set(after)
    assert turns > 5


def marshalled() -> Iterator[tuple[int, Any, str]]:
    """The versions of a match at which a card was marshalled from hand, each with its command and its new handle."""
    match = heard("agot_lcg", 3, 100)
    for version, event in match.events.items():
        if version in match.main() and event.cmd and event.cmd.__struct_config__.tag == "marshal_character":
            moves = (move for fact in event.facts for move in getattr(fact, "moves", ()))
            new = next((move.new for move in moves if move.old == event.cmd.card and move.new != move.old), None)
            if new:
                yield version, event, new


def test_a_card_that_was_played_is_followed_to_where_it_lay_before() -> None:
    """Asked after the action, under the handle that the card has then, the action before is told as lawful."""
    told, found = heard("agot_lcg", 3, 100).told, 0
    for version, event, new in marshalled():
        asked = told.match.rules.command({"type": "marshal_character", "card": new})
        for viewer in (event.actor, "judge"):
            turns = nearest_turns(told, version, Seat(event.actor), asked, viewer, judging=viewer == "judge")
            assert turns.earlier_turn is not None
            assert (turns.earlier_turn.version, turns.earlier_turn.accepted) == (version - 1, True)
            assert turns.earlier_turn.command == event.cmd
            assert new in str(turns.earlier_turn.changed)
            before = nearest_turns(told, version - 1, Seat(event.actor), event.cmd, viewer, judging=viewer == "judge")
            assert before.later_turn is not None
            assert (before.later_turn.version, before.later_turn.command) == (version, asked)
            found += 1
    assert found > 4


def test_a_plot_is_followed_to_where_it_lay_before_it_was_chosen_once_the_answers_are_opened() -> None:
    """What a judge may not read while it is sealed is no secret any more."""
    match = heard("agot_lcg", 3, 100)
    found = 0
    for version, event in match.events.items():
        if version not in match.main() or not event.cmd or event.cmd.__struct_config__.tag != "choose_plot":
            continue
        moves = [pair for fact in event.facts for pair in renamed_handles(fact)]
        new = next((new for old, new in moves if old == event.cmd.plot and new != old), None)
        if new is None:
            continue
        asked = match.match.rules.command({"type": "choose_plot", "plot": new})
        for viewer, judging in ((event.actor, False), ("judge", True), (event.actor, True)):
            turns = nearest_turns(match.told, version, Seat(event.actor), asked, viewer, judging=judging)
            assert turns.earlier_turn is not None
            assert (turns.earlier_turn.version, turns.earlier_turn.command) == (version - 1, event.cmd)
            found += 1
    assert found


def test_a_version_at_which_a_seat_could_not_name_a_card_is_told_as_that() -> None:
    """Who saw the card only when it was played is told so, and reads no handle that it had in the hand."""
    told, found = heard("agot_lcg", 3, 100).told, 0
    for version, event, new in marshalled():
        other = next(each for each in told.match.table.seats if each != event.actor)
        asked = told.match.rules.command({"type": "play_event", "card": new})
        turns = nearest_turns(told, version, Seat(other), asked, other, judging=False)
        assert turns.earlier_turn is None
        assert turns.earlier_unnamed is not None
        assert (turns.earlier_unnamed.version, turns.earlier_unnamed.cards) == (version - 1, (new,))
        assert event.cmd.card not in str(turns)
        own = nearest_turns(told, version, Seat(event.actor), asked, event.actor, judging=False)
        path = told.path(version)[:-1]
        without = [each for each in path if not holds_card(each, event.actor, event.cmd.card)]
        before = own.earlier_unnamed
        assert (before.version if before else None) == max(without, default=None)
        found += bool(without)
    assert found


def holds_card(version: int, seat: str, card: str) -> bool:
    """Whether a seat had a card in hand, under any handle that it had there up to when it was played."""
    match = heard("agot_lcg", 3, 100)
    names = next((each for each in card_links(match, seat) if card in each), {card})
    return bool(names & set(match.states[version].table.zone(zone(Seat(seat), "hand"))))


def test_whether_a_handle_is_that_of_a_hidden_card_changes_nothing_that_is_told() -> None:
    told = heard("agot_lcg", 3, 100).told
    hidden, none = told.match.table.zone(zone(Seat("bob"), "hand"))[0], "bcdfghjkm"
    answers = []
    for card in (hidden, none):
        asked = told.match.rules.command({"type": "play_event", "card": card})
        turns = nearest_turns(told, told.newest, Seat("alice"), asked, "alice", judging=False)
        answers.append((turns.earlier_turn, turns.later_turn, turns.earlier_unnamed and turns.earlier_unnamed.version))
    assert answers[0] == answers[1]


def test_only_a_card_is_told_as_one_that_could_not_be_named() -> None:
    """Names of fields, of seats and words of people that have the form of a handle are no cards."""
    rules: Any = GAMES["agot_lcg"].rules
    shown = {"change": "move_card", "card": "cccccccc1", "to": "bernharts.hand"}
    asked = (
        ({"type": "declare_defenders", "defenders": []}, ()),
        ({"type": "declare_defenders", "defenders": ["cccccccc1"]}, ("cccccccc1",)),
        (
            {
                "type": "initiate_challenge",
                "kind": "military",
                "against": "bernharts",
                "attackers": ["cccccccc1"],
                "stealth": {"cccccccc1": "cccccccc2"},
            },
            ("cccccccc1", "cccccccc2"),
        ),
        ({"type": "choose_targets", "targets": ["bernharts", "cccccccc1"]}, ("cccccccc1",)),
        ({"type": "choose_option", "option": "attackers"}, ()),
        (
            {"type": "resolve_manually", "card": "cccccccc2", "effect": "defenders", "changes": [shown]},
            ("cccccccc2", "cccccccc1"),
        ),
    )
    assert all(map(has_handle_form, ("attackers", "defenders", "bernharts")))
    laid = {"at": "marshalling.action", "players": {"bernharts": {}, "alice": {}}}
    opening = begun(OpenMatch("agot_lcg", (), "public", position=json.dumps(laid)))
    told = Chronicle(opening.match, {1: decode_event(opening.match, opening.payload)})
    for said, cards in asked:
        followed = FollowedCommand(told, Seat("alice"), rules.command(said), judging=False)
        assert tuple(followed.names) == cards, said
        assert set(followed.at(1)[2]) == set(cards)


@pytest.mark.parametrize("game", names())
def test_what_turned_a_verdict_begins_with_what_was_asked_about(game: str) -> None:
    """Before the facts that name a seat alone; the newest of each first, and none is left out without a word."""
    match, told, compared, turned = heard(game), heard(game).told, 0, 0
    main, things = sorted(match.main()), GAMES[game].named_things.values()
    for seat, command in commands(match):
        for version in main[::9]:
            turns = nearest_turns(told, version, seat, command, "admin", judging=False)
            for turn in turns.turns.values():
                before = main[main.index(turn.turned_at) - 1]
                followed = FollowedCommand(told, seat, command, judging=False)
                checks = [
                    explain_at(told, version, seat, command) if each == version else followed.at(each)[1]
                    for each in (before, turn.turned_at)
                ]
                names = named_in([*checks[0], *checks[1]], command) | handles_of(match, seat, command) | {seat}
                about = names & frozenset(told.at(turn.turned_at).table.cards).union(*things)
                counted = counted_for([*checks[0], *checks[1]], seat, names)
                facts = read_facts(told.events[turn.turned_at].facts, "admin", judging=False)
                touching = [
                    (f"{turn.turned_at}.{n}", bool(texts_of(fact) & about), bool(counted_by(fact) & counted))
                    for n, fact in facts
                    if texts_of(fact) & names or counted_by(fact) & counted or plain(fact)["fact"] in FLOW
                ]
                touching.reverse()
                wanted = [each[:2] for each in touching if each[2]]
                wanted += [each[:2] for each in touching if each[1] and not each[2]]
                wanted += [each[:2] for each in touching if not each[1] and not each[2]]
                told_of = [each["at"] for each in turn.changed]
                if wanted:
                    assert told_of == [at for at, _ in wanted][:MOST_FACTS]
                    assert turn.left_out == len(wanted) - len(told_of)
                compared += len({about for _, about in wanted[:MOST_FACTS]}) == 2
                turned += 1
    assert compared
    assert turned


def test_what_opens_the_window_of_a_seat_is_what_turned_the_verdict_on_its_pass() -> None:
    """Whoever was not asked before is told which window opened, that it asks the seat, and the rule that refused."""
    match, found = heard("agot_lcg", 3, 100), 0
    for version, event in match.events.items():
        opened = {plain(fact)["fact"] for fact in event.facts} >= {"kernel.window_opened", "kernel.waiting"}
        if version not in match.main() or not opened or version < 3:
            continue
        waiting = match.states[version].table.waiting
        assert waiting is not None
        for seat in waiting.seats:
            passed: Any = match.match.rules.command({"type": "pass"})
            turn = nearest_turns(match.told, version, seat, passed, "judge", judging=True).earlier_turn
            if turn is None or turn.turned_at != version or not turn.to_lawful:
                continue
            assert turn.refused_by == next(each.rule for each in turn.checks if not each.ok)
            assert {"kernel.window_opened", "kernel.waiting"} <= {each["fact"] for each in turn.changed}
            found += 1
    assert found > 5


def test_what_used_up_a_limit_is_told_first() -> None:
    """A second limited card is refused because of the first one, whose counting names neither card."""
    laid = {
        "at": "marshalling.action",
        "players": {"alice": {"hand": ["the-kingsroad", "the-roseroad"], "gold": 9}, "bob": {}},
    }
    opening = begun(OpenMatch("agot_lcg", (), "public", position=json.dumps(laid)))
    alice = Seat("alice")
    first, second = (
        opening.match.rules.command({"type": "marshal_location", "card": card})
        for card in opening.match.table.zone(zone(alice, "hand"))
    )
    after = acted(opening.match, alice, first)
    events = {1: decode_event(opening.match, opening.payload), 2: decode_event(opening.match, after.payload)}
    turn = nearest_turns(Chronicle(after.match, events), 2, alice, second, "judge", judging=True).earlier_turn
    assert turn is not None
    assert list(turn.changed[0]["keys"]) == ["round:limited:alice"]


@pytest.mark.parametrize("game", names())
def test_the_page_says_how_many_facts_it_leaves_out_and_leads_to_them(game: str, tmp_path: Path) -> None:
    match = heard(game)
    turns = (
        (seat, command, version, turn)
        for version in sorted(match.main())[::9]
        for seat, command in commands(match)
        for turn in nearest_turns(match.told, version, seat, command, "judge", judging=True).turns.values()
        if turn.left_out and "condition" not in msgspec.to_builtins(command)
    )
    seat, command, version, turn = next(turns)
    with stored_in(tmp_path, match) as api:
        asked = urlencode({"at": version, "seat": seat, "command": msgspec.json.encode(command).decode()})
        shown = unescape(page(api, "judge", f"/explain?{asked}").get_data(as_text=True))
        said = re.search(rf'{turn.left_out} more facts? not shown: <a href="/console/matches/{MATCH}([^"]*)">', shown)
        assert said
        whole = page(api, "judge", said[1])
        assert whole.status_code == 200
        listed = set(re.findall(rf">({turn.turned_at}\.\d+)<", whole.get_data(as_text=True)))
        assert len(listed) >= MOST_FACTS + turn.left_out


@pytest.mark.parametrize("game", names())
def test_on_an_undone_line_the_verdict_turns_on_that_line(game: str) -> None:
    match, told = heard(game), heard(game).told
    undone = sorted(set(match.events) - match.main())
    for version in undone[1:]:
        event = match.events[version]
        if event.cmd is not None:
            assert is_accepted(explain_at(told, version - 1, event.actor, event.cmd))
            found = nearest_turns(told, version - 1, event.actor, event.cmd, "admin", judging=False)
            assert found.later_turn is None or found.later_turn.version in undone
            assert (found.line, found.last) == ("undone", max([version - 1, *told.onward(version - 1)]))


def asked_as(seat: Seat, asked: dict[str, Any]) -> dict[str, Any]:
    """The query of the API for a question that the page is asked."""
    return {"at": asked["at"], "as": seat, "command": asked["command"]}


def test_the_page_of_an_undone_line_says_where_it_ends(tmp_path: Path) -> None:
    """No later version of it turns the verdict: it says so of this line, and not of every version of the match."""
    match = heard("agot_lcg")
    undone = sorted(set(match.events) - match.main())
    last = next(each for each in undone if each + 1 in match.main() or each + 1 not in match.events)
    seat = match.match.table.seats[0]
    asked = {"at": last, "seat": seat, "command": '{"type": "pass"}'}
    with stored_in(tmp_path, match) as api:
        shown = unescape(page(api, "judge", f"/explain?{urlencode(asked)}").get_data(as_text=True))
        ends = f"at every version up to v{last}, with which this undone line ends"
        assert re.search(rf"Later: (not )?lawful {ends}", shown)
        told = read(api, f"/explain?{urlencode(asked_as(seat, asked))}", "judge")
        assert (told["line"], told["nearest"]["last"]) == ("undone", last)
    answer = explain(match.told, last, JUDGE, seat, asked["command"])
    said = list(explain_lines(answer, Telling(match.told, CardTitles({}))))
    assert any(each.startswith("later: ") and each.endswith(ends) for each in said)


def test_words_of_what_turned_a_verdict_are_the_same_on_the_page_and_at_the_command_line(tmp_path: Path) -> None:
    match, found = heard("agot_lcg"), set()
    seat = match.match.table.seats[0]
    with stored_in(tmp_path, match) as api:
        for version in sorted(match.main())[2::6]:
            asked = {"at": version, "seat": seat, "command": '{"type": "pass"}'}
            shown = unescape(page(api, "judge", f"/explain?{urlencode(asked)}").get_data(as_text=True))
            turns = read(
                api, f"/explain?{urlencode({'at': asked['at'], 'as': seat, 'command': asked['command']})}", "judge"
            )["nearest"]
            answer = explain(match.told, version, JUDGE, seat, asked["command"])
            said = list(explain_lines(answer, Telling(match.told, CardTitles({}))))
            for turn in filter(None, (turns["earlier"], turns["later"])):
                until = "until then" if turn["accepted"] is (turn["turned_at"] == turn["version"]) else "from then on"
                by = rf">v{turn['turned_at']}</a> turned it: {until} refused by <a [^>]*{turn['refused_by']}"
                assert re.search(by, shown)
                words = f"  v{turn['turned_at']} turned it: {until} refused by {turn['refused_by']}"
                assert any(each.startswith(words) for each in said)
                found.add(until)
    assert found == {"until then", "from then on"}


def test_a_card_that_a_seat_learned_later_is_unknown_to_its_command_before() -> None:
    match = heard("agot_lcg", 3, 100)
    told, asked = match.told, 0
    for version, state in list(match.states.items())[6::3]:
        for card in state.table.zones["bob.hand"]:
            command = state.rules.command({"type": "play_event", "card": card})
            rule = explain_at(told, version, Seat("alice"), command)[0].rule
            assert rule in ("choice.unknown-card", "match.not-awaited")
            asked += rule == "choice.unknown-card"
    assert asked > 20


def again(trace: list[dict[str, Any]]) -> int:
    """A number by its trace alone."""
    base = next(line for line in trace if line.get("how") == "base")
    floor = next((int(line["amount"]) for line in trace if line.get("how") == "floor"), -99)
    rest = [msgspec.convert(line, TraceLine) for line in trace if line.get("how", "add") not in ("base", "floor")]
    return trace_number(base["amount"], rest, floor).value


@pytest.mark.parametrize("game", names())
def test_every_number_follows_from_its_trace_and_is_the_one_that_the_record_holds(game: str) -> None:
    match, told = heard(game, 1, 120), heard(game, 1, 120).told
    found: set[str] = set()
    for version in match.states:
        for number in numbers_at(told, version, "admin"):
            assert number.what in GAMES[told.match.rules.name].questions.number_names
            assert again(msgspec.to_builtins(number.trace)) == number.value, number
            found.add(number.what)
    assert ROWS[game].numbers <= found


def test_the_strengths_of_a_combat_are_those_of_the_recorded_facts() -> None:
    match = heard("agot_board", 1, 120)
    told, compared = match.told, 0
    for version, place, fact in match.facts():
        if fact["fact"] == "agot_board.initial_strength_counted" and version in match.main():
            table = match.states[version].table
            if table.combat is not None and place and table.combat.stage in ("support", "choosing"):
                now = {each.of: each.value for each in numbers_at(told, version, "public", "initial-strength")}
                sides = (table.combat.attacker.house, table.combat.defender.house)
                assert [now[side] for side in sides] == [fact[role]["value"] for role in ("attacker", "defender")]
                compared += 1
    assert compared


def test_the_income_that_was_paid_is_the_number_before_it() -> None:
    match = heard("agot_lcg", 1, 120)
    paid = [
        (version, fact)
        for version, _, fact in match.facts()
        if fact["fact"] == "agot_lcg.gold_gained" and fact.get("why") == "income" and version in match.main()
    ]
    assert paid
    for version, fact in paid:
        now = {each.of: each.value for each in numbers_at(match.told, version, "public", "income")}
        assert now[fact["seat"]] == fact["gold"]


def test_what_a_card_in_hand_costs_is_told_to_who_sees_it() -> None:
    match = heard("agot_lcg")
    hands = {seat: set(match.match.table.zones[f"{seat}.hand"]) for seat in ("alice", "bob")}
    for viewer in match.viewers:
        cards = {each.of for each in numbers_at(match.told, match.match.version, viewer, "cost")}
        own = {"alice": hands["alice"], "bob": hands["bob"], "public": set()}
        assert cards == own.get(viewer, hands["alice"] | hands["bob"])


def used_by(match: Match) -> dict[str, int]:
    """How often each limited thing has been done."""
    return GAMES[match.rules.name].questions.limits(match.table)


@pytest.mark.parametrize("game", names())
def test_a_limit_names_the_actions_that_used_it(game: str) -> None:
    match, used = heard(game, 1, 120), 0
    for version in sorted(match.main()):
        for limit in limits_at(match.told, version):
            assert limit.by
            assert set(limit.by) <= match.main()
            assert max(limit.by) <= version
            usage = {each: used_by(match.states[each]).get(limit.limit, 0) for each in match.events}
            parents = {each: match.raw[each - 1].get("back", each - 1) for each in match.events}
            grew = [each for each in limit.by if usage[each] > usage.get(parents[each], 0)]
            assert (usage[version], grew) == (limit.used, list(limit.by))
            used += 1
    assert used


def test_what_comes_next_is_what_comes_when_all_pass() -> None:
    match, compared = heard("agot_lcg", 3, 100), 0
    for version, state in match.states.items():
        if state.table.over is not None:
            continue
        found = what_comes_next(match.told, version, "judge")
        passes = [each["pass"] for each in found.steps if "pass" in each]
        table = state.table
        reached: list[str] = []
        facts: list[Any] = []
        for number, seat in enumerate(passes):
            done = decide_command(state.rules, table, state.seed, seat, Pass(), version + 1 + number)
            assert isinstance(done, DecidedAction)
            table = done.table
            facts += done.facts
            reached += [fact.step for fact in done.facts if isinstance(fact, StepReached)]
        told = [each["step"] for each in found.steps if each.get("fact") == "kernel.step_reached"]
        assert told == reached[: len(told)]
        if found.stopped.why != "hidden or random":
            assert all(fact.seen_by("public") == fact for fact in facts)
        if found.stopped.why == "asked":
            assert found.stopped.question == table.waiting.question
            compared += 1
    assert compared > 10


def test_what_comes_next_stops_at_what_the_public_may_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    match = heard("agot_lcg")
    monkeypatch.setattr(StepReached, "seen_by", lambda fact, viewer: None if viewer == "public" else fact)
    found = [what_comes_next(match.told, version, "judge") for version in match.states]
    assert not [each for one in found for each in one.steps if each.get("fact") == "kernel.step_reached"]
    assert "hidden or random" in {one.stopped.why for one in found}


@pytest.mark.parametrize("game", names())
def test_what_comes_next_begins_with_what_is_asked_and_shows_no_card(game: str) -> None:
    match = heard(game)
    for version, state in match.states.items():
        for viewer in ("public", state.table.seats[0]):
            found = what_comes_next(match.told, version, viewer)
            assert found.asked == msgspec.to_builtins(state.table.waiting)
            assert found.chart or state.table.over
            hidden = [card for card, lies in state.table.cards.items() if not state.table.sees(viewer, lies.zone)]
            assert not [card for card in hidden if card in str(found)]


@pytest.mark.parametrize("game", names())
def test_an_explanation_over_http_is_the_check_of_the_same_command(game: str, tmp_path: Path) -> None:
    match = heard(game)
    now = match.match
    seat = now.table.waiting.seats[0]
    command = msgspec.json.encode(options_of(now.rules, now.table, seat).sample(match.dice.copied())).decode()
    with stored_in(tmp_path, match) as api:
        path = f"/v1/matches/{MATCH}/explain"
        for who, viewer in ((seat, ""), ("admin", seat)):
            response = api.ask("GET", path, who, query_string={"command": command, "as": viewer})
            answer = response.get_json()
            assert response.status_code == 200, answer
            assert (answer["seat"], answer["accepted"], answer["line"]) == (seat, True, "main")
            body = api.ask("POST", f"/v1/matches/{MATCH}/commands/check", seat, json=msgspec.json.decode(command))
            assert body.get_json()["checks"] == answer["checks"]
        other = next(each for each in now.table.seats if each != seat)
        refused = api.ask("GET", path, other, query_string={"command": command, "as": seat})
        assert problem(refused) == (403, "request.viewer")
        assert problem(api.ask("GET", path, "admin", query_string={"command": command})) == (422, "request.viewer")
        for told, rule in (("{]", "request.malformed"), ('{"type": "fly"}', "command.shape")):
            wrong = api.ask("GET", path, seat, query_string={"command": told})
            assert problem(wrong)[1] == rule
        undone = min(set(match.events) - match.main())
        then = api.ask("GET", path, seat, query_string={"command": command, "at": undone})
        assert (then.get_json()["version"], then.get_json()["line"]) == (undone, "undone")


@pytest.mark.parametrize("game", names())
def test_numbers_limits_and_what_comes_next_are_told_to_everybody_as_they_may_know(game: str, tmp_path: Path) -> None:
    match, at = ended(game), 35
    with stored_in(tmp_path, match) as api:
        for who in (*match.match.table.seats, "public", "judge", "head-judge", "analyst"):
            viewer = "public" if who == "analyst" else who
            answer = read(api, f"/numbers?at={at}", who)
            assert (answer["version"], answer["viewer"]) == (at, viewer)
            assert answer["numbers"] == msgspec.json.decode(msgspec.json.encode(numbers_at(match.told, at, viewer)))
            one = read(api, f"/numbers/{ROWS[game].number}?at={at}", who)["numbers"]
            assert [each for each in answer["numbers"] if each["what"] == ROWS[game].number] == one
            used = msgspec.json.decode(msgspec.json.encode(limits_at(match.told, at)))
            assert read(api, f"/limits?at={at}", who)["limits"] == used
            wanted = msgspec.json.decode(msgspec.json.encode(what_comes_next(match.told, at, viewer)))
            assert read(api, f"/next?at={at}", who)["steps"] == wanted["steps"]


@pytest.mark.parametrize("game", names())
def test_what_turned_a_verdict_tells_no_sealed_answer_to_a_judge_who_looks_as_its_seat(game: str) -> None:
    match = heard(game)
    found = {True: 0, False: 0}
    for version, event in match.events.items():
        for sealed in (each for each in event.facts if each.seals):
            for judging in found:
                turn = nearest_turns(
                    match.told, version, event.actor, event.cmd, event.actor, judging=judging
                ).earlier_turn
                told = [{name: each[name] for name in each if name != "at"} for each in turn.changed] if turn else []
                found[judging] += plain(sealed) in told
    assert found[False] > 0
    assert found[True] == 0


def plain(fact: Any) -> Any:
    return msgspec.to_builtins(fact)


def test_the_page_of_an_action_asks_whether_it_was_lawful_where_it_was_given(tmp_path: Path) -> None:
    """Judges and the seat itself are led to the version before, with the seat and the command filled in."""
    version, event, new = list(marshalled())[-1]
    other = next(each for each in heard("agot_lcg", 3, 100).match.table.seats if each != event.actor)
    link = re.compile(r'href="/console/matches/[^"/]*(/explain\?[^"]*)">Was this lawful\?')
    with stored_in(tmp_path, heard("agot_lcg", 3, 100)) as api:
        for who in (event.actor, "judge"):
            for place in (f"?at={version}", f"/explain?at={version}"):
                shown = page(api, who, place).get_data(as_text=True)
                found = link.search(shown)
                assert found, (who, place)
                answer = unescape(page(api, who, unescape(found[1])).get_data(as_text=True))
                assert f"Yes: at v{version - 1} {event.actor} was allowed" in answer
                later = answer.partition("Later:")[2].partition("</li>")[0]
                assert f">v{version}</a>, where it was not lawful" in later
                assert not re.search(r"\ba card\b", later)
        for who in (other, "public"):
            assert not link.search(page(api, who, f"?at={version}").get_data(as_text=True))
        asked = urlencode(
            {"at": version, "seat": event.actor, "command": json.dumps({"type": "play_event", "card": new})}
        )
        shown = unescape(page(api, "judge", f"/explain?{asked}").get_data(as_text=True))
        assert "Earlier: not lawful at every version</li>" in re.sub("<p.*?</p>", "", shown)
        assert f"{event.actor} could not name" in shown
