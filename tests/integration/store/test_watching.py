"""Who watches a match is called once: for what another stored, for what was stored before, or when the time is over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from contextlib import closing, contextmanager
from time import monotonic
from unittest.mock import patch

import pytest
from eventsourcing.persistence import OperationalError, StoredEvent
from msgspec import structs

from service.app.match import action_waiting as module
from service.app.match.action_waiting import MatchWatch, Watcher
from service.settings import Settings
from service.store.recorded import ActionRecorder, stream_of
from service.wiring import keys_of
from tests.integration.store.counting import store_in
from tests.integration.store.places import Place
from tests.patience import PATIENCE, until

STORED = b"\x01" + bytes(range(32)) + b'{"id":"a"}'


@contextmanager
def watching(recorder: ActionRecorder, *find_ended: Callable[[Collection[str]], Collection[str]]) -> Iterator[CallLog]:
    """A log of calls; its watch has stopped before the store is closed."""
    log = CallLog(MatchWatch(recorder, *find_ended))
    yield log
    log.watch.close()
    until(lambda: not log.watch._runs)


def event(match_id: str, version: int) -> StoredEvent:
    return StoredEvent(f"match-{match_id}", version, "action", STORED)


class CallLog:
    """Watches matches of a store, and keeps which watchers were called."""

    def __init__(self, watch: MatchWatch) -> None:
        self.watch = watch
        self.called: list[str] = []

    def watches(self, match_id: str, after: int, seconds: float = PATIENCE, key: str = "") -> Watcher:
        call = f"{match_id} {after}"
        watcher = Watcher(stream_of(match_id), after, monotonic() + seconds, lambda: self.called.append(call), key)
        self.watch.add(watcher)
        return watcher


def test_who_watches_a_match_is_called_when_another_process_stores_its_next_action(place: Place) -> None:
    with store_in(place.db) as here, store_in(place.db) as there, watching(here.recorder) as log:
        here.recorder.append_many([event("a", 1), event("b", 1)])
        for each in ("a", "b"):
            log.watches(each, 1)
        there.recorder.append_many([event("b", 2)])
        until(lambda: log.called == ["b 1"])
        # the thread goes on for the other
        there.recorder.append_many([event("a", 2)])
        until(lambda: log.called == ["b 1", "a 1"])
        # and is started again when it has ended
        until(lambda: not log.watch._runs)
        log.watches("a", 2)
        there.recorder.append_many([event("a", 3)])
        until(lambda: log.called == ["b 1", "a 1", "a 2"])


def test_what_was_stored_before_somebody_watched_is_not_missed(place: Place) -> None:
    with store_in(place.db) as matches, watching(matches.recorder) as log:
        matches.recorder.append_many([event("a", 1), event("a", 2), event("b", 1)])
        log.watches("b", 1)
        log.watch.look()
        log.watches("a", 1)
        log.watches("a", 2)
        until(lambda: log.called == ["a 1"])


def test_however_much_was_stored_meanwhile_nobody_is_missed(place: Place) -> None:
    with store_in(place.db) as matches, watching(matches.recorder) as log, patch.object(module, "LIMIT", 3):
        matches.recorder.append_many([event("a", 1)])
        log.watches("a", 1)
        log.watch.look()
        for number in range(4):
            matches.recorder.append_many([event(f"other-{number}-{each}", 1) for each in range(3)])
        matches.recorder.append_many([event("a", 2), *(event(f"more-{each}", 1) for each in range(5))])
        until(lambda: log.called == ["a 1"])


def test_who_waits_for_nothing_is_called_when_the_time_is_over(place: Place) -> None:
    with store_in(place.db) as matches, watching(matches.recorder) as log:
        log.watches("a", 0, seconds=0.01)
        until(lambda: log.called == ["a 0"])
        log.watch.look()
        assert log.called == ["a 0"]


def test_who_watches_no_more_is_not_called(place: Place) -> None:
    with store_in(place.db) as matches, watching(matches.recorder) as log:
        gone = log.watches("a", 0)
        log.watch.remove(gone)
        log.watch.remove(gone)
        log.watches("a", 0)
        matches.recorder.append_many([event("a", 1)])
        until(lambda: log.called)
        assert log.called == ["a 0"]


def test_a_store_that_does_not_answer_ends_the_wait_in_time_and_is_asked_again(place: Place) -> None:
    with store_in(place.db) as matches, watching(matches.recorder) as log:
        with patch.object(matches.recorder, "max_notification_id", side_effect=OperationalError) as asked:
            log.watches("a", 0)
            log.watches("b", 0, seconds=0.01)
            matches.recorder.append_many([event("a", 1)])
            until(lambda: log.called == ["b 0"])
            until(lambda: asked.call_count > 3)
            assert log.called == ["b 0"]
        until(lambda: log.called == ["b 0", "a 0"])


def test_a_damaged_action_is_one_that_was_stored(place: Place) -> None:
    with store_in(place.db) as matches, watching(matches.recorder) as log:
        matches.recorder.append_many([StoredEvent("match-a", 1, "action", b"damaged")])
        log.watches("a", 0)
        until(lambda: log.called == ["a 0"])


def test_whatever_goes_wrong_is_logged_once_and_ends_the_wait_in_time(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    with store_in(place.db) as matches, watching(matches.recorder) as log:
        with patch.object(matches.recorder, "max_notification_id", side_effect=ZeroDivisionError) as asked:
            log.watches("a", 0, seconds=0.01)
            until(lambda: log.called == ["a 0"])
            log.watches("b", 0)
            until(lambda: asked.call_count > 3)
        assert [each.name for each in caplog.records] == ["praetor.watch"]


def test_a_watcher_whose_call_fails_is_logged_and_ends_neither_the_thread_nor_the_others(
    place: Place, caplog: pytest.LogCaptureFixture
) -> None:
    with store_in(place.db) as matches, watching(matches.recorder) as log:
        matches.recorder.append_many([event("a", 1)])
        broken = Watcher("a", 1, monotonic() + PATIENCE, lambda: [][0])
        several = [structs.replace(broken) for _ in range(5)]
        for each in several:
            log.watch.add(each)
        log.watches("a", 1)
        log.watches("b", 0)
        matches.recorder.append_many([event("a", 2)])
        until(lambda: log.called == ["a 1"])
        until(lambda: len(caplog.records) == len(several))
        assert {(each.name, each.levelname) for each in caplog.records} == {("praetor.watch", "ERROR")}
        # the thread goes on
        matches.recorder.append_many([event("b", 1)])
        until(lambda: log.called == ["a 1", "b 0"])


def test_whose_key_is_valid_no_more_is_called_before_the_time_is_over(place: Place) -> None:
    with store_in(place.db) as matches, closing(keys_of(Settings(db=place.db))) as keys:
        issued = {seat: keys.seat_key("pra_of-organizer", seat) for seat in ("alice", "bob")}
        keys.issue_seats("a", issued.items())
        alice, bob = (keys.principal(key) for key in issued.values())
        assert alice
        assert bob
        with patch.object(module, "KEYS_ASKED", 0.0), watching(matches.recorder, keys.find_ended) as log:
            log.watches("a", 1, key=alice.id)
            log.watches("a", 2, key=bob.id)
            log.watches("a", 3)
            log.watch.look()
            assert log.called == []
            keys.renew_seat("a", "alice", keys.seat_key("pra_of-organizer", "again"))
            until(lambda: log.called == ["a 1"])
            log.watch.look()
            assert log.called == ["a 1"]


def test_a_key_that_another_process_revoked_is_found_and_cached_no_longer(place: Place) -> None:
    settings = Settings(db=place.db)
    with store_in(place.db), closing(keys_of(settings)) as here, closing(keys_of(settings)) as there:
        key = here.issue("judge", "jan")
        known = here.principal(key)
        assert known
        assert here.find_ended([known.id]) == set()
        assert there.revoke(known.id)
        # it is cached for some seconds
        assert here.principal(key) == known
        assert here.find_ended([known.id, known.id]) == {known.id}
        assert here.principal(key) is None


@pytest.mark.parametrize("kept", [1, 40])
def test_the_store_is_asked_as_often_for_many_as_for_one(place: Place, kept: int) -> None:
    with store_in(place.db) as matches:
        log = CallLog(MatchWatch(matches.recorder))
        with patch("service.app.match.action_waiting.Thread"):
            for number in range(kept):
                log.watches(f"m-{number}", 0)
        log.watch.look()
        with (
            patch.object(matches.recorder, "since") as since,
            patch.object(matches.recorder, "max_notification_id", return_value=0) as newest,
        ):
            log.watch.look()
        assert (since.call_count, newest.call_count) == (0, 1)
