"""The recorder on a file: doors, bytes, schema."""

import sqlite3
import threading
import traceback
from pathlib import Path

import pytest
from eventsourcing.persistence import IntegrityError, JSONTranscoder, PersistenceError, StoredEvent

from service.app.match.matches import MatchApplication
from service.migrate import migrate
from service.settings import Settings
from service.store.recorded import (
    ActionMapper,
    RecordedEvent,
    RowChange,
    SchemaMissing,
    StoredMatch,
    UnreadableRow,
    recorded_of,
)
from service.store.sqlite import SqliteRecorder
from service.wiring import matches_of, store_environment
from tests.integration.store.counting import SEED, Counting, in_place_of_matches, opened, store_in
from tests.integration.store.places import Place

# a row as the first schema stores it; it must be readable for ever
STORED = b"\x01" + bytes(range(32)) + b'{"id":"a"}'


def recorder_of(matches: MatchApplication) -> SqliteRecorder:
    assert isinstance(matches.recorder, SqliteRecorder)
    return matches.recorder


def event(match_id: str, version: int, state: bytes = STORED) -> StoredEvent:
    return StoredEvent(f"match-{match_id}", version, "action", state)


def test_a_row_of_the_first_schema_is_read_and_written_byte_for_byte() -> None:
    mapper = ActionMapper(transcoder=JSONTranscoder())
    recorded = mapper.to_domain_event(event("m-one", 7))
    assert recorded == RecordedEvent("match-m-one", 7, bytes(range(32)), b'{"id":"a"}')
    assert mapper.to_stored_event(recorded) == event("m-one", 7)


def test_bytes_of_no_known_form_are_named() -> None:
    with pytest.raises(UnreadableRow, match="match-m-one, version 7: a row of schema 02"):
        recorded_of("match-m-one", 7, b"\x02" + STORED[1:])
    with pytest.raises(UnreadableRow, match="match-m-one, version 7"):
        recorded_of("match-m-one", 7, STORED[:20])
    with pytest.raises(UnreadableRow, match="unknown topic 'other'"):
        ActionMapper(transcoder=JSONTranscoder()).to_domain_event(StoredEvent("match-m-one", 7, "other", STORED))


def test_append_many_stores_what_is_free_and_leaves_out_what_is_taken(place: Place) -> None:
    with store_in(place.db) as matches:
        recorder = matches.recorder
        first = recorder.append_many([event("a", 1), event("b", 1)])
        assert first == {("match-a", 1): 1, ("match-b", 1): 2}
        second = recorder.append_many([event("a", 1), event("b", 2)])
        assert list(second) == [("match-b", 2)]
        third = recorder.append_many([event(f"c{n}", 1) for n in range(64)])
        # a conflict may leave a gap in the positions; their order is that of the batch
        assert 2 < second["match-b", 2] < third["match-c0", 1]
        assert third["match-c63", 1] - third["match-c0", 1] == 63
        followed = recorder.select_notifications(0, 500, inclusive_of_start=False)
        assert [found.id for found in followed] == [*first.values(), *second.values(), *third.values()]


def test_append_together_is_all_or_nothing(place: Place) -> None:
    with store_in(place.db) as matches:
        recorder = matches.recorder
        assert recorder.append_together([event("a", 1), event("a", 2), event("b", 1)], {"a": SEED}) == [
            1,
            2,
            3,
        ]
        with pytest.raises(IntegrityError):
            recorder.append_together([event("c", 1), event("a", 2)], {"c": SEED})
        with pytest.raises(IntegrityError):
            recorder.append_together([event("c", 1)], {"c": SEED, "a": SEED})
        with pytest.raises(IntegrityError):
            recorder.append_together([event("c", 1)], {"c": b"short"})
        assert recorder.since("match-c", 0) == []
        assert recorder.seed("c") is None
        assert recorder.max_notification_id() == 3


def test_append_together_leaves_no_gap_in_a_stream(place: Place) -> None:
    with store_in(place.db) as matches:
        with pytest.raises(IntegrityError, match="match-a: version 3 after 1"):
            matches.recorder.append_together([event("a", 1), event("a", 3)], {})
        assert matches.recorder.since("match-a", 0) == []


def test_append_together_stores_nothing_where_a_stream_that_was_read_has_grown(place: Place) -> None:
    with store_in(place.db) as matches:
        recorder = matches.recorder
        recorder.append_together([event("a", 1)], {})
        read = recorder.as_it_stands("match-b", "match-x")
        recorder.append_together([event("a", 2), event("c", 1)], {})
        assert len(recorder.append_together([event("d", 1)], {}, read)) == 1
        recorder.append_together([event("b7", 1)], {})
        with pytest.raises(IntegrityError, match="match-b7 has grown"):
            recorder.append_together([event("d", 2)], {"d": SEED}, read)
        assert (recorder.since("match-d", 1), recorder.seed("d")) == ([], None)
        # what is stored together with it counts as nothing that came between
        read = recorder.as_it_stands("match-b")
        assert len(recorder.append_together([event("b7", 2), event("d", 2)], {}, read)) == 2


@pytest.mark.parametrize("guarded", [False, True])
def test_rows_beside_the_streams_change_with_the_events_or_not_at_all(place: Place, guarded: bool) -> None:
    with store_in(place.db) as matches:
        recorder = matches.recorder
        change = RowChange("UPDATE seeds SET seed = ? WHERE match_id = ?", (b"s" * 32, "a"))
        recorder.append_together([event("a", 1)], {"a": SEED})
        read = recorder.as_it_stands("match-b") if guarded else None
        with pytest.raises(IntegrityError):
            recorder.append_together([event("a", 3)], {}, read, [change])
        assert recorder.seed("a") == SEED
        recorder.append_together([event("a", 2)], {}, read, [change])
        assert recorder.seed("a") == b"s" * 32


def test_since_gives_the_versions_after_one_up_to_another(place: Place) -> None:
    with store_in(place.db) as matches:
        matches.recorder.append_together([event("a", version) for version in (1, 2, 3, 4)], {})
        assert [r.originator_version for r in matches.recorder.since("match-a", 1, 3)] == [2, 3]
        assert [r.originator_version for r in matches.recorder.since("match-a", 2)] == [3, 4]


def test_the_matches_are_listed_by_id_with_their_last_versions(place: Place) -> None:
    with store_in(place.db) as matches:
        for match_id in ("m-b", "m-a", "m-c"):
            opened(matches, match_id)
        assert matches.list_matches() == [StoredMatch("m-a", 1), StoredMatch("m-b", 1), StoredMatch("m-c", 1)]
        assert matches.list_matches(after="m-a", limit=1) == [StoredMatch("m-b", 1)]


def test_the_library_reads_and_writes_the_same_rows(place: Place) -> None:
    with store_in(place.db) as matches:
        recorded = RecordedEvent("match-a", 1, bytes(32), b"{}")
        assert matches.events.put([recorded])[0].notification.id == 1
        assert list(matches.events.get("match-a")) == [recorded]
        others = [RecordedEvent("match-a", version, bytes(32), b"{}") for version in (2, 3)]
        assert [stored.notification.id for stored in matches.events.put(others)] == [2, 3]
        assert list(matches.events.get("match-a", gt=1, lte=2)) == others[:1]
        assert list(matches.events.get("match-a", desc=True, limit=1)) == others[1:]
        assert [found.id for found in matches.recorder.select_notifications(2, 9, topics=["action"])] == [2, 3]
        assert matches.recorder.select_notifications(1, 9, stop=1, topics=["other"]) == []
        assert matches.recorder.since("match-a", 0) == [recorded, *others]
        with pytest.raises(IntegrityError):
            matches.events.put([recorded])


def test_every_connection_has_the_pragmas(tmp_path: Path) -> None:
    with store_in(tmp_path / "p.db") as matches, recorder_of(matches)._reading() as connection:
        found = {
            name: connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "cache_size", "mmap_size")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "cache_size": -16000, "mmap_size": 268435456}


def test_a_missing_store_is_refused_with_the_remedy_and_not_created(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    with pytest.raises(SchemaMissing, match="run `praetor migrate`"):
        MatchApplication(store_environment(Settings(db=path)), in_place_of_matches(Counting()))
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_the_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    sqlite3.connect(path).execute("CREATE TABLE other (x)").connection.close()
    with pytest.raises(SchemaMissing, match="schema 0, not 1: run `praetor migrate`"):
        MatchApplication(store_environment(Settings(db=path)), in_place_of_matches(Counting()))


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    path = tmp_path / "p.db"
    path.write_text("decks and diaries, but no database " * 40)
    with pytest.raises(PersistenceError, match=r"p\.db: file is not a database"):
        MatchApplication(store_environment(Settings(db=path)), in_place_of_matches(Counting()))


def test_migrating_again_or_several_times_at_once_keeps_what_is_there(place: Place) -> None:
    threads = [threading.Thread(target=migrate, args=[Settings(db=place.db)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with store_in(place.db) as matches:
        opened(matches)
    assert migrate(Settings(db=place.db)) == 1
    with store_in(place.db) as matches:
        assert matches.list_matches() == [StoredMatch("m-one", 1)]


def test_settings_of_the_environment_that_the_library_would_read_do_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MATCH_SQLITE_DBNAME", str(tmp_path / "other.db"))
    with store_in(tmp_path / "p.db") as matches:
        assert recorder_of(matches).path == str(tmp_path / "p.db")


def test_readers_do_not_wait_behind_a_writer_that_waits(place: Place) -> None:
    with store_in(place.db, timeout=60.0) as matches:
        opened(matches)
        writers = [threading.Thread(target=matches.recorder.append_many, args=([event(stream, 1)],)) for stream in "ab"]
        with place.locked():
            for writer in writers:
                writer.start()
            assert len(matches.payloads("m-one")) == 1
            assert all(writer.is_alive() for writer in writers)
        for writer in writers:
            writer.join()
        assert [len(matches.recorder.select_events(f"match-{stream}")) for stream in "ab"] == [1, 1]


def test_a_store_of_another_version_is_refused_with_the_remedy(place: Place) -> None:
    migrate(Settings(db=place.db))
    place.age(2)
    for use in (migrate, matches_of):
        with pytest.raises(SchemaMissing, match="a store of schema 2, not 1: was made by a later version"):
            use(Settings(db=place.db))
    place.age(0)
    with pytest.raises(SchemaMissing, match="a store of schema 0, not 1: run `praetor migrate`"):
        matches_of(Settings(db=place.db))


def test_what_cannot_be_stored_is_not_quoted_in_the_error(place: Place) -> None:
    seed = bytes(range(97, 110))
    with store_in(place.db) as matches:
        with pytest.raises(IntegrityError) as raised:
            matches.recorder.append_together([event("c", 1)], {"c": seed})
        told = "".join(traceback.format_exception(raised.value))
        assert seed.decode() not in told
        assert seed.hex() not in told
