"""The keys of seats, renewed and revoked by several at once: a seat is left with one valid key, or with none."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

from service.app.keys import Keys
from service.settings import Settings
from service.wiring import keys_of
from tests.integration.store.counting import store_in
from tests.integration.store.places import Place

ROUNDS = 15
AT_ONCE = 4


def seated(keys: Keys, match_id: str) -> str:
    """The key of a seat of a match."""
    key = keys.seat_key("pra_of-organizer", match_id)
    keys.issue_seats(match_id, [("alice", key)])
    return key


def renewed_at_once(keys: list[Keys], match_id: str, old: str = "") -> list[str]:
    """The new keys that the renewals of one seat's key gave, each made at the same moment by a process of its own."""
    barrier = Barrier(len(keys))

    def renew(number: int) -> str:
        key = keys[number].seat_key("pra_asks", match_id, str(number))
        barrier.wait()
        return key if keys[number].renew_seat(match_id, "alice", key, old) else ""

    with ThreadPoolExecutor(len(keys)) as pool:
        return list(pool.map(renew, range(len(keys))))


def valid(keys: Keys, several: list[str]) -> int:
    """How many of some keys are valid."""
    return sum(keys.principal(each, fresh=True) is not None for each in several if each)


def test_of_renewals_at_once_the_last_leaves_its_key_valid_and_no_other(place: Place) -> None:
    with store_in(place.db):
        processes = [keys_of(Settings(db=place.db)) for _ in range(AT_ONCE)]
        for number in range(ROUNDS):
            match_id = f"m-{number}"
            old = seated(processes[0], match_id)
            given = renewed_at_once(processes, match_id)
            assert all(given)
            assert [valid(processes[0], several) for several in (given, [old])] == [1, 0]
        for each in processes:
            each.close()


def test_of_the_renewals_that_a_seat_asks_for_at_once_one_is_done(place: Place) -> None:
    with store_in(place.db):
        processes = [keys_of(Settings(db=place.db)) for _ in range(AT_ONCE)]
        for number in range(ROUNDS):
            match_id = f"m-{number}"
            given = renewed_at_once(processes, match_id, seated(processes[0], match_id))
            # the others had lost the key with which they asked
            assert sum(map(bool, given)) == valid(processes[0], given) == 1
        for each in processes:
            each.close()


def test_a_seat_whose_key_was_revoked_renews_it_no_more(place: Place) -> None:
    with store_in(place.db), closing(keys_of(Settings(db=place.db))) as keys:
        old, new = seated(keys, "a"), keys.seat_key("pra_asks", "a")
        assert keys.revoke_seat("a", "alice") == 1
        assert not keys.renew_seat("a", "alice", new, old)
        assert valid(keys, [old, new]) == 0
        # whoever runs the match gives the seat a new one
        assert keys.renew_seat("a", "alice", new)
        assert valid(keys, [old, new]) == 1


def test_what_is_done_alone_is_done_whole_or_not_at_all(place: Place) -> None:
    with store_in(place.db), closing(keys_of(Settings(db=place.db))) as keys:
        old = seated(keys, "a")
        try:
            with keys._rows.alone() as rows:
                rows.write("UPDATE api_keys SET revoked = ? WHERE match_id = ?", ["now", "a"])
                raise KeyboardInterrupt
        except KeyboardInterrupt:
            pass
        assert valid(keys, [old]) == 1
