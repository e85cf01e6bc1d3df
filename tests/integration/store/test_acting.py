"""The loop of a command: keys, conflicts, lost acknowledgements, a locked store."""

import fcntl
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from threading import Barrier, Event, Timer
from time import monotonic
from typing import Any

import pytest
from eventsourcing.persistence import InterfaceError, OperationalError

from domain.match.aggregate import KeyReused, Refused, Stale
from service.app.match.matches import MatchIdTaken, Unknown
from service.app.write_loop import TRIES
from service.store.failures import Contended, Unavailable
from tests.integration.store.counting import (
    SEED,
    Addition,
    Count,
    Counting,
    Next,
    WrongHead,
    add,
    addition,
    opened,
    store_in,
)
from tests.integration.store.places import Place
from tests.patience import PATIENCE


def failing(
    monkeypatch: pytest.MonkeyPatch, place: Place, *, after_commit: bool, times: int = 1, name: str = "append_many"
) -> list[Any]:
    """Make the recorder fail at its next writes, the last of them with its events stored or not.

    Gives the list of the writes tried.
    """
    real = getattr(place.recorder, name)
    tried: list[Any] = []

    def faulty(self: Any, events: Any, *rest: Any) -> Any:
        tried.append(events)
        if len(tried) > times:
            return real(self, events, *rest)
        if after_commit and len(tried) == times:
            real(self, events, *rest)
        raise InterfaceError("the connection is gone")

    monkeypatch.setattr(place.recorder, name, faulty)
    return tried


def test_an_accepted_command_is_stored_and_can_be_read_at_every_version(place: Place) -> None:
    with store_in(place.db) as matches:
        match_id = opened(matches)
        assert add(matches, match_id, 5, "k1").version == 2
        assert add(matches, match_id, 7, "k2").version == 3
        assert [matches.at(match_id, version).table for version in (0, 1, 2, 3)] == [0, 0, 5, 12]
        assert len(matches.payloads(match_id)) == 3
        assert [match.table for _, match in matches.replay(match_id)] == [0, 5, 12]
        with pytest.raises(Unknown, match="m-one, version 4"):
            matches.at(match_id, 4)


def test_an_unknown_match_is_named_and_takes_no_place_in_memory(place: Place) -> None:
    with store_in(place.db) as matches:
        for ask in (
            matches.fresh,
            matches.seed,
            lambda m: matches.at(m, 0),
            lambda m: list(matches.replay(m)),
        ):
            with pytest.raises(Unknown, match="m-none"):
                ask("m-none")
        with pytest.raises(Unknown, match="m-none"):
            add(matches, "m-none", 1, "k", wait=1)
        assert not matches._hot


def test_the_same_key_gives_the_same_answer_and_another_command_or_wait_under_it_is_refused(place: Place) -> None:
    with store_in(place.db) as matches:
        match_id = opened(matches)
        first = add(matches, match_id, 5, "k1")
        add(matches, match_id, 6, "k2")
        assert add(matches, match_id, 5, "k1", wait=1) == first
        for number, wait in ((6, 1), (5, 3)):
            with pytest.raises(KeyReused):
                add(matches, match_id, number, "k1", wait=wait)
        assert matches.fresh(match_id).version == 3


def test_a_refused_command_stores_nothing(place: Place) -> None:
    with store_in(place.db) as matches:
        match_id = opened(matches)
        with pytest.raises(Refused):
            add(matches, match_id, 101, "k1")
        with pytest.raises(Stale):
            add(matches, match_id, 1, "k2", wait=7)
        assert matches.fresh(match_id).version == 1


def test_opening_again_under_the_same_key_gives_the_first_answer_and_keeps_the_first_seed(place: Place) -> None:
    with store_in(place.db) as matches:
        first = matches.open_match("m-one", addition(0), key="open", actor="alice", seed=SEED)
        again = matches.open_match("m-one", addition(0), key="open", actor="alice", seed=bytes(32))
        assert again == first
        assert matches.seed("m-one") == SEED
        with pytest.raises(KeyReused):
            matches.open_match("m-one", addition(1), key="open", actor="alice", seed=SEED)
        with pytest.raises(MatchIdTaken):
            matches.open_match("m-one", addition(0), key="other", actor="alice", seed=SEED)


def test_a_lost_acknowledgement_is_answered_from_the_stream(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    counting = Counting()
    tried = failing(monkeypatch, place, after_commit=True)
    with store_in(place.db, counting) as matches:
        match_id = opened(matches)
        accepted = add(matches, match_id, 5, "k1")
        assert accepted.version == 2
        assert (len(tried), counting.decided) == (1, 1)
        assert add(matches, match_id, 5, "k1", wait=1) == accepted
        assert [match.table for _, match in matches.replay(match_id)] == [0, 5]


def test_an_acknowledgement_lost_at_the_last_try_is_answered_from_the_stream_too(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, place, after_commit=True, times=TRIES)
    with store_in(place.db) as matches:
        match_id = opened(matches)
        assert add(matches, match_id, 5, "k1").version == 2
        assert len(tried) == TRIES


def test_a_failure_before_the_commit_is_tried_again_with_a_new_decision(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    counting = Counting()
    tried = failing(monkeypatch, place, after_commit=False)
    with store_in(place.db, counting) as matches:
        match_id = opened(matches)
        assert add(matches, match_id, 5, "k1").version == 2
        assert (len(tried), counting.decided) == (2, 2)
        assert tried[0][0].state != tried[1][0].state


def test_a_store_that_always_fails_is_unavailable_after_five_tries(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = failing(monkeypatch, place, after_commit=False, times=99)
    with store_in(place.db) as matches:
        match_id = opened(matches)
        with pytest.raises(Unavailable, match="m-one: the connection is gone"):
            add(matches, match_id, 5, "k1")
        assert len(tried) == 5
        assert matches.fresh(match_id).version == 1


@pytest.mark.parametrize("after_commit", [True, False])
def test_an_opening_whose_write_failed_is_answered_or_has_left_nothing(
    place: Place, monkeypatch: pytest.MonkeyPatch, after_commit: bool
) -> None:
    failing(monkeypatch, place, after_commit=after_commit, name="append_together")
    with store_in(place.db) as matches:
        if not after_commit:
            with pytest.raises(Unavailable):
                opened(matches)
            assert matches.list_matches() == []
        opened(matches)
        assert matches.fresh("m-one").version == 1


def test_a_lock_held_for_a_moment_is_waited_for(place: Place) -> None:
    with store_in(place.db) as matches:
        match_id = opened(matches)
        with place.locked() as outside:
            released = Event()

            def release() -> None:
                outside.rollback()
                released.set()

            Timer(0.3, release).start()
            assert add(matches, match_id, 5, "k1").version == 2
            assert released.wait(PATIENCE)


def test_a_lock_held_for_long_makes_the_store_unavailable_and_the_same_key_later_is_stored_once(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = failing(monkeypatch, place, after_commit=False, times=0)
    with store_in(place.db, timeout=0.2, budget=0.3) as matches:
        match_id = opened(matches)
        with place.locked():
            with pytest.raises(Unavailable):
                add(matches, match_id, 5, "k1")
            # each try waits for two thirds of the budget
            assert 1 <= len(tries) <= 2
            assert matches.fresh(match_id).version == 1
        accepted = add(matches, match_id, 5, "k1")
        assert add(matches, match_id, 5, "k1", wait=1) == accepted
        assert matches.fresh(match_id).version == 2


def test_a_stopped_process_behind_the_gate_makes_the_store_unavailable_and_not_hang(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    with store_in(path, timeout=0.1, budget=0.2) as matches:
        match_id = opened(matches)
        with open(f"{path}.gate") as gate:
            fcntl.flock(gate, fcntl.LOCK_EX)
            with pytest.raises(Unavailable, match="another process is writing"):
                add(matches, match_id, 5, "k1")
            assert matches.fresh(match_id).version == 1
        assert add(matches, match_id, 5, "k1").version == 2


def test_threads_of_one_match_do_not_wait_one_after_the_other_while_the_store_hangs(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries = failing(monkeypatch, place, after_commit=False, times=0)
    with store_in(place.db, timeout=0.5, budget=2.0) as matches:
        match_id = opened(matches)
        with place.locked(), ThreadPoolExecutor(8) as pool:
            futures = [pool.submit(add, matches, match_id, 1, f"k{n}", 1) for n in range(8)]
            assert all(isinstance(future.exception(), Unavailable) for future in futures)
            # one after the other, each of the eight would come to a try of its own
            assert 1 <= len(tries) < 8


def test_of_eight_writers_on_one_wait_one_is_stored_and_seven_are_stale(place: Place) -> None:
    with store_in(place.db) as matches, ThreadPoolExecutor(8) as pool:
        match_id = opened(matches)
        for wait in range(1, 26):
            futures = [pool.submit(add, matches, match_id, 1, f"k{wait}-{n}", wait) for n in range(8)]
            outcomes = [future.exception() for future in futures]
            assert outcomes.count(None) == 1
            assert sum(isinstance(outcome, Stale) for outcome in outcomes) == 7
        assert matches.fresh(match_id).table == 25


def test_the_same_command_ten_times_at_once_on_two_applications_is_stored_once(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Callable[..., Any] = place.recorder.append_many
    conflicts: list[None] = []

    def counted(self: Any, events: Any) -> Any:
        stored = real(self, events)
        conflicts.extend([None] * (len(events) - len(stored)))
        return stored

    monkeypatch.setattr(place.recorder, "append_many", counted)
    with store_in(place.db) as one, store_in(place.db) as two, ThreadPoolExecutor(10) as pool:
        match_id, together = opened(one), Barrier(10)

        def same(n: int, wait: int) -> Any:
            together.wait(PATIENCE)
            return add((one, two)[n % 2], match_id, 1, f"k{wait}", wait)

        deadline = monotonic() + PATIENCE
        for wait in count(1):
            # without a real race between the two this test would show nothing
            if wait > 60 and conflicts:
                break
            assert wait <= 60 or monotonic() < deadline, "the two did not race"
            answers = list(pool.map(same, range(10), [wait] * 10))
            assert len(set(map(repr, answers))) == 1
        assert one.fresh(match_id).version == two.fresh(match_id).version == wait


def test_two_applications_play_one_match_by_turns_each_from_stored_bytes(place: Place) -> None:
    first, second = Counting(), Counting()
    with store_in(place.db, first) as one, store_in(place.db, second) as two:
        match_id = opened(one)
        for turn in range(20):
            add((two, one)[turn % 2], match_id, turn, f"k{turn}")
        assert one.fresh(match_id) == two.fresh(match_id)
        assert one.fresh(match_id).table == sum(range(20))
    # one folded the ten actions of the other, two those ten of one and the opening
    assert (first.followed, second.followed) == (10, 11)


def test_a_refusal_from_an_old_version_is_not_given_before_catching_up(place: Place) -> None:
    with store_in(place.db) as one, store_in(place.db) as two:
        match_id = opened(one)
        two.fresh(match_id)
        add(one, match_id, 1, "k1")
        assert add(two, match_id, 2, "k2", wait=2).version == 3
        assert add(one, match_id, 2, "k2", wait=2).version == 3


def test_other_writers_first_at_every_try_is_contended(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    class Sealed(Counting):
        """A game whose wait stays open, as with sealed answers."""

        def decide(self, match: Count, seat: str, command: Addition, **given: Any) -> Next:
            return super().decide(match, seat, command, **{**given, "wait": match.wait})

    real: Callable[..., Any] = place.recorder.append_many
    with store_in(place.db, Sealed()) as one:

        def beaten(self: Any, events: Any) -> Any:
            if self is two.recorder:
                add(one, "m-one", 1, f"other-{one.fresh('m-one').version}")
            return real(self, events)

        monkeypatch.setattr(place.recorder, "append_many", beaten)
        with store_in(place.db, Sealed()) as two:
            opened(one)
            with pytest.raises(Contended):
                add(two, "m-one", 1, "mine")
            assert two.fresh("m-one").version == 6


def test_a_match_that_left_memory_is_read_again(place: Place) -> None:
    counting = Counting()
    with store_in(place.db, counting, hot_matches=2) as matches:
        for match_id in ("m-a", "m-b", "m-c"):
            opened(matches, match_id)
        assert list(matches._hot) == ["m-b", "m-c"]
        assert add(matches, "m-a", 5, "k1").version == 2
        assert counting.followed == 1
        assert list(matches._hot) == ["m-c", "m-a"]


def test_a_corrupted_row_is_named_by_match_and_version(place: Place) -> None:
    with store_in(place.db) as matches:
        match_id = opened(matches)
        for number in range(3):
            add(matches, match_id, number, f"k{number}")
    place.spoil(3, '"add": 1', '"add": 9')
    with store_in(place.db) as matches:
        with pytest.raises(WrongHead, match="m-one, version 3"):
            matches.fresh(match_id)
        with pytest.raises(WrongHead, match="m-one, version 3"):
            list(matches.replay(match_id))
        assert matches.at(opened(matches, "m-two"), 1).table == 0


def test_opening_a_match_in_a_locked_store_is_unavailable(place: Place) -> None:
    with store_in(place.db, timeout=0.2) as matches, place.locked(), pytest.raises(Unavailable):
        opened(matches)


def test_a_bug_of_the_engine_stores_nothing_and_leaves_the_match_playable(place: Place) -> None:
    with store_in(place.db) as matches:
        match_id = opened(matches)
        wrong: Any = "one"
        with pytest.raises(TypeError):
            matches.act(match_id, "alice", addition(wrong), wait=1, key="k1", actor="alice")
        assert add(matches, match_id, 5, "k1").version == 2


def test_a_match_brought_in_is_the_same_and_twice_is_nothing_to_do(place: Place, tmp_path: Path) -> None:
    with store_in(tmp_path / "q.db") as source, store_in(place.db) as target:
        match_id = opened(source)
        add(source, match_id, 5, "k1")
        records = [(recorded.payload, recorded.head) for recorded in source.records(match_id)]
        assert target.bring_in(match_id, SEED, records) is True
        assert target.bring_in(match_id, SEED, records) is False
        assert target.fresh(match_id) == source.fresh(match_id)
        add(target, match_id, 1, "k2")
        with pytest.raises(MatchIdTaken):
            target.bring_in(match_id, SEED, records)
        with pytest.raises(WrongHead, match="version 2"):
            target.bring_in("m-two", SEED, [records[0], (records[1][0], bytes(32))])
        assert [listed.match_id for listed in target.list_matches()] == [match_id]


def test_a_failing_read_is_unavailable(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with store_in(place.db) as matches:
        match_id = opened(matches)

        def broken(*_: Any) -> None:
            raise OperationalError("disk I/O error")

        monkeypatch.setattr(place.recorder, "since", broken)
        for ask in (matches.fresh, matches.records):
            with pytest.raises(Unavailable, match="disk I/O error"):
                ask(match_id)
        with pytest.raises(Unavailable, match="disk I/O error"):
            add(matches, match_id, 5, "k1", wait=7)
