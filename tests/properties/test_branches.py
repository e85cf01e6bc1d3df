"""Branches of random matches of each game: without a change the same decisions give the same bytes again.

`check_same_again` is the property; the proof counts four hundred of it. `check_otherwise` gives one other decision,
then tries the later ones again; `judged` plays with rewinds in between.
"""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
import pytest
import yaml
from msgspec import structs

from domain.games import GAMES
from domain.judging.branches.branch import (
    Branch,
    BranchChronicle,
    BranchReplay,
    CommandDeed,
    OrderDeed,
    ReapplyDeed,
    begin_branch,
    grow_branch,
)
from domain.judging.branches.reapplying import MISFITS, ReapplyReport
from domain.judging.branches.recorded_decisions import CardHomes, Matching, RecordedDecision
from domain.judging.inquiry.chronicle import Chronicle
from domain.judging.inquiry.comparing import compare_versions, differences
from domain.judging.inquiry.unknown_deck_order import known_places, rearrange_decks
from domain.judging.remedies.interventions import freeze_match, resume_match
from domain.kernel.cards.card_facts import renamed_handles
from domain.kernel.chance import RandomStream, branch_seed
from domain.kernel.flow.priority_windows import WindowOpened
from domain.kernel.ids import JUDGE, Handle
from domain.kernel.occurring.conditions import ConditionsOccurred
from domain.match import aggregate as matches
from domain.match.aggregate import Match, Refused
from domain.match.envelope import Stamp
from domain.match.events import ENCODER, Action, OpenMatch, event_kind
from tests.builders import ENDLESS, Dice, Player, Talkative, acted, awaited, opened, opened_from, options_of, played
from tests.builders import begun as begun_from
from tests.games import BROUGHT, PLAYED, each_game, group_start
from tests.games.bringing import GameTests
from tests.properties.changes import random_changes
from tests.properties.test_corrections import Corrector
from tests.properties.test_rewinds import RULED

GAMES_BY_NAME = sorted(GAMES)


class Stored(msgspec.Struct):
    """The facts of a stored action, as bytes."""

    facts: msgspec.Raw


class Told(Chronicle):
    """A match with all its events, and the bytes under which they are stored."""

    payloads: dict[int, bytes]

    def facts(self, version: int) -> bytes:
        return bytes(msgspec.json.decode(self.payloads[version], type=Stored).facts)


def played_match(game: str, seed: int, most: int = ENDLESS) -> Told:
    """A random match of a game, to its end or for so many versions."""
    policy = ("public", "fast")[seed % 2]
    if game in BROUGHT:
        first = opened(seed, game=game, policy=policy)
    else:  # a game of the examples has no demonstration to be opened with
        first = begun_from(PLAYED[game].opening(group_start(PLAYED[game], policy, seed)), seed)
    payloads = {1: first.payload}
    match = first.match
    player = Talkative if match.rules.periods else Player
    for step in played(match, player(Dice(f"branches {seed}")), most):
        match = step.following.match
        payloads[match.version] = step.following.payload
    told = Told(match, {version: matches.decode_event(match, each) for version, each in payloads.items()})
    told.payloads = payloads
    return told


class Same(NamedTuple):
    """What was tried again: branches and decisions."""

    branches: int = 0
    decisions: int = 0


def check_same_again(told: Told, version: int) -> Same:
    """All later decisions, tried again on a branch without a change, are the recorded actions to the byte."""
    branch = begin_branch("b-same", told, version)
    _, replay = grow_branch(branch, told, ReapplyDeed())
    [report] = replay.reports
    assert report.is_clean, report
    for done in replay.done:
        assert done.version == done.of
        assert done.facts == told.events[done.of].facts
        assert done.how == "judged" or ENCODER.encode(done.facts) == told.facts(done.of), done.version
    assert replay.level
    return Same(1, report.fitted)


def json_of(value: Any) -> Any:
    """A value as the JSON values that a client would send."""
    return json.loads(msgspec.json.encode(value))


def another(replay: Match, recorded: object, dice: Dice) -> tuple[str, Any] | None:
    """An answer that a seat that is awaited could have given in place of the recorded one."""
    seat = dice.pick(awaited(replay))
    space = options_of(replay.rules, replay.table, seat)
    for _ in range(5):
        answer = space.sample(dice)
        if replay.rules.command(answer) != recorded:
            return seat, answer
    return None


def check_otherwise(told: Told, version: int, dice: Dice) -> ReapplyReport | None:
    """One other decision, then the same later ones as far as they fit: the replay of what is stored is the same."""
    start = told.at(version)
    recorded = told.events[version + 1]
    other = another(start, recorded.cmd, dice)
    if other is None:
        return None
    deeds = (CommandDeed(other[0], json_of(other[1])), ReapplyDeed())
    branch, replay = grow_branch(begin_branch("b-other", told, version), told, *deeds)
    again = grow_branch(branch, told)[1]
    assert again.done == replay.done
    assert again.table == replay.table
    [report] = replay.reports
    check_report(replay, report)
    return report


def check_report(replay: BranchReplay, report: ReapplyReport) -> None:
    assert report.fitted == sum(done.how == "again" for done in replay.done)
    assert (report.first is None) == (not report.warning)
    assert report.first is None or report.first.what in MISFITS
    assert report.stopped in ("end", "over", "new question", "unfit")
    if report.stopped in ("new question", "unfit"):
        assert report.awaited == awaited(replay.match)


@pytest.mark.parametrize("game", GAMES_BY_NAME)
@pytest.mark.parametrize("seed", range(3))
def test_the_same_decisions_again_are_the_recorded_actions_to_the_byte(game: str, seed: int) -> None:
    told = played_match(game, seed, 150)
    for version in (1, told.newest // 2, told.newest - 1):
        if told.at(version).table.waiting is not None:
            check_same_again(told, version)


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_one_other_decision_and_then_the_same_later_ones_as_far_as_they_fit(game: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(2):
        told, dice = played_match(game, seed, 150), Dice(f"other {seed}")
        for _ in range(6):
            report = check_otherwise(told, dice.below(told.newest - 2) + 1, dice)
            if report is not None:
                counts.update(each.what for each in report.outcomes)
                counts[report.stopped] += 1
    assert counts["fitted"] > 10
    assert sum(counts[each] for each in MISFITS) > 0
    print(game, dict(counts))


def judged(game: str, seed: int) -> Told:
    """A random match with corrections, rewinds, to undone versions too, and a freeze."""
    match = Corrector(game, seed)
    for step in range(70):
        if step % 12 == 7:
            match.correct()
        target = match.dice.below(match.match.version) + 1
        if step in (30, 50, 60) and target < match.match.version and match.states[target].table.waiting is not None:
            match.rewind(target)
        elif match.match.table.over is None:
            match.play()
    match.take(freeze_match(match.match, RULED, Stamp("f", "", "f")))
    match.take(resume_match(match.match, RULED, Stamp("g", "", "g")))
    told = Told(match.match, match.events)
    told.payloads = dict(enumerate((payload for payload, _ in match.stored), 1))
    return told


@pytest.mark.parametrize("game", GAMES_BY_NAME)
@pytest.mark.parametrize("seed", range(3))
def test_rewinds_and_freezes_are_taken_over_and_undone_versions_have_branches(game: str, seed: int) -> None:
    told = judged(game, seed)
    undone = [version for version in told.events if told.line(version) != "main"]
    assert undone
    for version in (1, undone[0], undone[len(undone) // 2], told.newest - 4):
        check_same_again(told, version)


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_where_play_went_another_way_a_rewind_is_left_out(game: str) -> None:
    told, dice = judged(game, 1), Dice("other way")
    rewinds = [version for version in told.path(told.newest) if version in dict(told.match.backs)]
    outcomes: list[Any] = []
    for version in (each for each in told.path(told.newest) if 1 < each < rewinds[-1]):
        if (report := check_otherwise(told, version, dice)) is not None:
            outcomes += report.outcomes
    assert "left out" in {each.what for each in outcomes}


def corrected_branch(told: Told, version: int, dice: Dice) -> tuple[Branch, BranchReplay] | None:
    """A branch that begins with a lawful random correction, and tries the later decisions after it."""
    branch = begin_branch("b-corrected", told, version)
    for _ in range(10):
        order = {
            "type": "correct_table",
            "changes": json.loads(msgspec.json.encode(random_changes(told.at(branch.base), dice))),
        }
        try:
            return grow_branch(branch, told, OrderDeed(order), ReapplyDeed())
        except Refused as refused:
            if not refused.refusal.rule.startswith("judging.correct."):
                raise
    return None


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_one_correction_and_then_the_later_decisions_as_far_as_they_fit(game: str) -> None:
    counts: Counter[str] = Counter()
    for seed in range(2):
        told, dice = played_match(game, seed, 150), Dice(f"corrected {seed}")
        for _ in range(8):
            found = corrected_branch(told, dice.below(told.newest - 2) + 1, dice)
            if found is not None:
                branch, replay = found
                assert not replay.level
                assert replay.done[0].facts
                assert grow_branch(branch, told)[1].done == replay.done
                check_report(replay, replay.reports[0])
                counts.update(each.what for each in replay.reports[0].outcomes)
                counts[replay.reports[0].stopped] += 1
    assert counts["fitted"] > 50
    print(game, dict(counts))


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_a_correction_of_the_match_is_tried_again_where_play_went_another_way(game: str) -> None:
    again = 0
    for seed in range(3):
        told, dice = judged(game, seed), Dice(f"again {seed}")
        for version in (each for each in told.path(told.newest) if 3 < each < told.newest):
            if event_kind(told.events[version]) != "corrected":
                continue
            found = corrected_branch(told, version - 3, dice)
            done = found[1].done if found is not None else []
            again += any(each.how == "again" and not each.seat for each in done)
    assert again > 0


@each_game("forgotten abilities")
def test_what_would_have_been_had_the_forgotten_forced_ability_resolved(game: GameTests) -> None:
    """A correction shows that it was forgotten, then it resolves on the branch, and the later decisions still fit."""
    forgotten = game.forgotten
    assert forgotten is not None
    first = begun_from(OpenMatch(game.name, (), "public", position=json.dumps(yaml.safe_load(forgotten.position))))
    match, payloads, player = first.match, [first.payload], Player(Dice("faith 2"))
    for _ in range(4):
        seat, command = player.draws(match)
        following = acted(match, seat, command)
        match = following.match
        payloads.append(following.payload)
    told = Chronicle(match, {n: matches.decode_event(match, each) for n, each in enumerate(payloads, 1)})
    put = OrderDeed({"type": "correct_table", "changes": json_of(forgotten.changes(told.at(1).table))})
    card = forgotten.card(grow_branch(begin_branch("b-faith", told, 1), told, put)[1].table)
    number = next(n for n, fact in enumerate(told.events[1].facts, 1) if isinstance(fact, ConditionsOccurred))
    now = {"type": "resolve_ability_now", "card": card, "ability": 0, "missed_at": f"1.{number}"}
    replays = [
        grow_branch(begin_branch("b-faith", told, 1), told, *deeds)[1]
        for deeds in ((put,), (put, OrderDeed(now)), (put, OrderDeed(now), ReapplyDeed()))
    ]
    assert [forgotten.seen(replay.table) for replay in replays[:2]] == [forgotten.before, forgotten.after]
    (report,) = replays[-1].reports
    assert report.is_clean
    assert report.fitted == 4


def restored_once(told: Told, version: int, dice: Dice) -> bool:
    """An opportunity of the last versions before one, had on a branch; whether it could be."""
    recent = told.path(version)[-8:]
    opened = [
        f"{each}.{n}"
        for each in recent
        for n, fact in enumerate(told.events[each].facts, 1)
        if isinstance(fact, (ConditionsOccurred, WindowOpened))
    ]
    seat = dice.pick(told.match.table.seats)
    order = OrderDeed({"type": "restore_opportunity", "seat": seat, "at": dice.pick([*opened, *map(str, recent)])})
    try:
        branch, replay = grow_branch(begin_branch("b-late", told, version), told, order, ReapplyDeed())
    except Refused:
        return False
    assert grow_branch(branch, told)[1].done == replay.done
    check_report(replay, replay.reports[0])
    return True


@each_game("opportunities")
def test_what_would_have_been_had_an_opportunity_been_had_once_more(game: GameTests) -> None:
    had = 0
    for seed in range(3):
        told, dice = played_match(game.name, seed, 150), Dice(f"late {seed}")
        had += sum(restored_once(told, dice.below(told.newest - 12) + 10, dice) for _ in range(25))
    assert had > 0


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_a_branch_is_compared_with_what_followed_and_says_what_touched_each_difference(game: str) -> None:
    told, dice, rows = played_match(game, 1, 60), Dice("compared"), 0
    same = grow_branch(begin_branch("b-same", told, 20), told, ReapplyDeed())[1]
    assert compare_versions(told, told.newest, same.match.version, JUDGE, BranchChronicle(same), judging=False) == []
    for version in range(10, 40, 5):
        found = corrected_branch(told, version, dice)
        if found is None:
            continue
        replay = found[1]
        there = BranchChronicle(replay)
        for row in compare_versions(told, version, version + 1, JUDGE, there, judging=False):
            rows += 1
            assert row.touched_right.split(".")[0] == str(version + 1), row
        assert there.at(replay.match.version).table == replay.table
        views = [
            told.match.rules.view(each.table, JUDGE, judging=False) for each in (told.at(told.newest), replay.match)
        ]
        far = compare_versions(told, told.newest, replay.match.version, JUDGE, there, judging=False)
        assert bool(far) == bool(differences(*views)[0])
    assert rows > 0


def handles_after(facts: Iterable[Any]) -> set[str]:
    """The handles that were drawn in these facts."""
    return {new for fact in facts for old, new in renamed_handles(fact) if old != new}


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_a_branch_draws_nothing_that_its_match_will_draw(game: str) -> None:
    told = played_match(game, 3)
    drawn = 0
    for version in range(5, told.newest, 40):
        head = told.at(version)
        early = Chronicle(head, {each: told.events[each] for each in range(1, version + 1)})
        replay = BranchReplay(begin_branch("b-future", early, version), early)
        ours, theirs = set(), set()
        for each in range(version + 1, min(told.newest, version + 30) + 1):
            event = told.events[each]
            if replay.give(event.actor, event.cmd) is not None:
                break
            ours |= handles_after(replay.done[-1].facts)
            theirs |= handles_after(event.facts)
        assert not ours & theirs
        drawn += len(ours)
    assert drawn > 0


@pytest.mark.parametrize("game", GAMES_BY_NAME)
@pytest.mark.parametrize("seed", range(3))
def test_a_branch_is_the_same_however_the_cards_that_nobody_knows_lie_in_its_match(game: str, seed: int) -> None:
    """Pairs of a match at a version, and of one in which the cards that are still to be drawn lie in another order."""
    told, differing, given = played_match(game, seed, 120), 0, 0
    for version in range(5, told.newest, 25):
        head, events = told.at(version), {each: told.events[each] for each in range(1, version + 1)}
        known = known_places(head.table, [(each, events[each]) for each in told.path(version)])
        other = structs.replace(head, table=rearrange_decks(head.table, known, lambda cards: cards[::-1]))
        differing += other.table.cards != head.table.cards
        trunks = [Chronicle(each, events) for each in (head, other)]
        replays = one, _ = [BranchReplay(begin_branch(f"b-{version}", each, version), each) for each in trunks]
        dice = Dice(f"pair {game} {seed} {version}")
        for _ in range(30):
            if one.table.over is not None:
                break
            seat = dice.pick(one.table.waiting.seats)
            command = one.rules.command(options_of(one.rules, one.table, seat).sample(dice))
            assert [each.give(seat, command) for each in replays] == [None, None]
            given += 1
            mine, theirs = (ENCODER.encode(each.done[-1].facts) for each in replays)
            assert mine == theirs, (version, command)
    assert differing
    assert given > 20


def test_draws_below_what_is_known_are_the_matchs_and_the_others_the_branchs_own() -> None:
    seed = bytes(range(32))
    match, one, other = (
        RandomStream(seed),
        RandomStream(branch_seed(seed, 5, "b-1")),
        RandomStream(branch_seed(seed, 5, "b-2")),
    )
    draws = [[chance.below(2**60) for _ in range(10)] for chance in (match, one, other)]
    assert draws[0][:5] == draws[1][:5] == draws[2][:5]
    assert len({*draws[0], *draws[1], *draws[2]}) == 5 + 3 * 5


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_secret_answers_of_a_running_choice_are_neither_kept_nor_tried_again(game: str) -> None:
    told = played_match(game, 2, 60)
    secrets = [version for version in told.events if told.at(version).table.sealed]
    for version in secrets[:20]:
        early = Chronicle(told.at(version), {each: told.events[each] for each in range(1, version + 1)})
        branch = begin_branch("b-secret", early, version)
        assert branch.base < version
        _, replay = grow_branch(branch, early, ReapplyDeed())
        assert not replay.table.sealed
        assert replay.reports[0].left == 0
        assert begin_branch("b-later", told, version).base == version
    assert secrets


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_an_answer_of_the_judge_takes_the_place_of_the_decision_that_did_not_fit_and_the_walk_goes_on(
    game: str,
) -> None:
    told, dice = played_match(game, 5, 200), Dice("answers")
    went_on = 0
    for version in range(20, told.newest - 2, 15):
        other = another(told.at(version), told.events[version + 1].cmd, dice)
        if other is None:
            continue
        branch, replay = grow_branch(
            begin_branch("b-on", told, version), told, CommandDeed(other[0], json_of(other[1])), ReapplyDeed()
        )
        if replay.reports[0].stopped != "unfit":
            continue
        seat = replay.reports[0].awaited[0]
        answer = options_of(replay.rules, replay.table, seat).sample(dice)
        branch, after = grow_branch(branch, told, CommandDeed(seat, json_of(answer)), ReapplyDeed())
        assert after.done[: len(replay.done)] == replay.done
        assert after.reports[0] == replay.reports[0]
        assert after.reports[1].left <= replay.reports[0].left
        went_on += len(after.done) > len(replay.done) + 1
    assert went_on > 0


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_a_command_that_is_refused_is_not_part_of_the_branch_and_a_version_must_exist(game: str) -> None:
    told = played_match(game, 1, 40)
    branch = begin_branch("b-1", told, 20)
    with pytest.raises(Refused) as refused:
        grow_branch(branch, told, CommandDeed("nobody", {"type": "concede"}))
    assert refused.value.refusal.rule == "match.no-such-seat"
    for order in ({"type": "correct_table", "changes": []}, {"type": "annul_action", "of": 3}, {"type": "cut"}):
        with pytest.raises(Refused) as refused:
            grow_branch(branch, told, OrderDeed(order))
        assert refused.value.refusal.rule.startswith("judging.")
    with pytest.raises(Refused) as refused:
        begin_branch("b-2", told, 41)
    assert refused.value.refusal.rule == "judging.branch.known-version"


@each_game("alike cards")
def test_a_card_that_is_gone_is_meant_by_its_title_and_copies_that_are_alike_are_ambiguous(game: GameTests) -> None:
    alike = game.alike
    assert alike is not None
    table = opened_from(alike.position, game=game.name).table
    copies = table.zone(alike.zone)
    was = table.cards[copies[0]]
    command = alike.command(Handle("gone"))
    event = Action(id="a", key="k", actor=alike.seat, at="", engine="1", pool="p", cmd=command)
    gone = RecordedDecision(2, event, alike.seat, ("q",), {"gone": was}, {"gone": "gone"})
    matching = Matching(table, CardHomes(), gone)
    assert matching.command(table.registry.rules) == alike.command(min(copies))
    assert matching.ambiguous == [min(copies)]
    known = CardHomes()
    known.of[max(copies)] = "gone"
    matching = Matching(table, known, gone)
    assert (matching.others, matching.ambiguous) == ({"gone": max(copies)}, [])
