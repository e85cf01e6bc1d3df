"""What the API asks of the ledger: who may read what, which windows, as of when, and how far it has come."""

from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from domain.kernel.ids import Viewer
from projections import tables
from projections.windows.fold import END
from projections.windows.queries import Crowded, LedgerPage, LedgerQuery
from tests.integration.projections.models import LENGTH, Model

ALL = LedgerQuery(limit=10_000)


@pytest.fixture
def played(model: Model) -> Model:
    """A match that is projected."""
    model.bring_in("m-a", 1)
    model.catch_up()
    return model


def page(model: Model, viewer: str = "judge", wanted: LedgerQuery = ALL) -> LedgerPage:
    return model.ledger.page("m-a", Viewer(viewer), wanted)


def offers(found: LedgerPage) -> list[dict[str, Any]]:
    return [offer for window in found.windows for offer in window["offers"]]


def test_what_was_offered_is_read_by_that_seat_and_by_judges(played: Model) -> None:
    assert all("may" in offer for offer in offers(page(played, "judge")))
    assert not any("may" in offer for offer in offers(page(played, "public")))
    for seat in ("alice", "bob"):
        assert all(("may" in offer) == (offer["seat"] == seat) for offer in offers(page(played, seat)))
    seen = {each["seat"]: each for each in offers(page(played, "judge"))}
    assert seen.keys() == {"alice", "bob"}
    assert {"type": "pass"}.items() <= seen["bob"]["may"][-1].items()
    assert seen["bob"]["engine"]


def test_the_rest_of_a_row_is_the_same_for_everybody(played: Model) -> None:
    def bare(viewer: str) -> list[dict[str, Any]]:
        return [{**window, "offers": []} for window in page(played, viewer).windows]

    assert bare("judge") == bare("public") == bare("alice") != []


def test_windows_are_found_by_seat_kind_and_round(played: Model) -> None:
    everything = page(played).windows
    kinds, rounds = ({window[name] for window in everything} for name in ("kind", "round"))
    assert len(kinds) > 1
    for kind in kinds:
        assert page(played, wanted=LedgerQuery(kind=kind, limit=999)).windows == [
            w for w in everything if w["kind"] == kind
        ]
    for number in rounds:
        found = page(played, wanted=LedgerQuery(round=number, limit=999)).windows
        assert found == [window for window in everything if window["round"] == number]
    assert page(played, wanted=LedgerQuery(seat="nobody")).windows == []
    for window in page(played, wanted=LedgerQuery(seat="alice", limit=999)).windows:
        assert "alice" in {each["seat"] for each in (*window["offers"], *window["by"])}


def test_a_window_in_which_a_seat_only_passed_by_policy_is_none_of_that_seat(played: Model) -> None:
    everything = page(played).windows
    for seat in ("alice", "bob"):
        found = page(played, wanted=LedgerQuery(seat=seat, limit=999)).windows
        asked = [
            window
            for window in everything
            if any(each["seat"] == seat for each in window["offers"])
            or any(each["seat"] == seat and each["how"] != "policy" for each in window["by"])
        ]
        assert found == asked != []
        passed = [window for window in everything if any(each["seat"] == seat for each in window["by"])]
        assert len(passed) > len(found)


def test_a_card_is_found_where_it_was_used_or_could_have_been_as_far_as_the_viewer_may_know(played: Model) -> None:
    def found(viewer: str, card: str) -> set[str]:
        return {window["id"] for window in page(played, viewer, LedgerQuery(card=card, limit=999)).windows}

    used = {deed["card"]: window["id"] for window in page(played).windows for deed in window["by"] if "card" in deed}
    assert used
    for card, window in used.items():
        assert window in found("public", card) <= found("judge", card)
    hidden = [card for card in used if found("public", card) < found("judge", card)]
    assert hidden
    for card in hidden:
        assert found("alice", card) | found("bob", card) == found("judge", card)


def test_pages_follow_one_another(played: Model) -> None:
    everything, after = page(played).windows, ""
    pages: list[Any] = []
    while not pages or after:
        one = page(played, wanted=LedgerQuery(after=after, limit=7))
        pages.append(one.windows)
        after = one.after
    assert [window for each in pages for window in each] == everything
    assert [len(each) for each in pages[:-1]] == [7] * (len(pages) - 1)


def test_the_ledger_as_of_a_place_knows_nothing_of_what_came_after(played: Model) -> None:
    later = page(played, wanted=LedgerQuery(at=(40, END), limit=999)).windows
    while_there = Model(played.settings)
    try:
        while_there.bring_in("m-short", 1, 40)
        while_there.catch_up()
        assert later == while_there.ledger.page("m-short", Viewer("judge"), ALL).windows
    finally:
        while_there.close()
    opening = max((window for window in page(played).windows), key=lambda window: int(window["id"].split(".")[0]))
    version, number = map(int, opening["id"].split("."))
    assert page(played, wanted=LedgerQuery(at=(version, number), limit=999)).windows[-1] | {"offers": []} == {
        **opening,
        "offers": [],
        "by": [],
        "closed": None,
    }
    assert opening["id"] not in {
        w["id"] for w in page(played, wanted=LedgerQuery(at=(version, number - 1), limit=999)).windows
    }


# --- how far it has come


def test_an_answer_says_which_version_it_has_reached(played: Model) -> None:
    assert (page(played).reached.windows, page(played).reached.offers) == (LENGTH, LENGTH)
    nowhere = played.ledger.page("m-none", Viewer("judge"), ALL)
    assert (nowhere.windows, nowhere.reached.windows) == ([], 0)


def test_whoever_waits_for_a_version_is_answered_when_it_has_come(played: Model) -> None:
    played.bring_in("m-b", 2)

    def follow() -> None:
        sleep(0.2)
        played.catch_up()

    later = Thread(target=follow)
    later.start()
    assert played.ledger.wait_for("m-b", LENGTH, 60, offers=True).offers == LENGTH
    later.join()


def test_whoever_waits_too_long_is_told_how_far_it_is(played: Model) -> None:
    began = monotonic()
    assert played.ledger.wait_for("m-a", LENGTH + 1, 0.2).windows == LENGTH
    assert monotonic() - began >= 0.2


def test_nobody_waits_for_a_parked_match(played: Model) -> None:
    with played.database.writing() as session:
        session.upsert(tables.PARKED, [("windows", "m-a", LENGTH + 1, "", 0)])
    began = monotonic()
    assert played.ledger.wait_for("m-a", LENGTH + 1, 60).parked == LENGTH + 1
    assert monotonic() - began < 60


def test_one_waiter_too_many_is_told_so_unless_there_is_nothing_to_wait_for(played: Model) -> None:
    waiters = played.ledger._waiters
    while waiters.acquire(blocking=False):
        pass
    assert played.ledger.wait_for("m-a", LENGTH).windows == LENGTH
    with pytest.raises(Crowded):
        played.ledger.wait_for("m-a", LENGTH + 1)
    waiters.release()
    assert played.ledger.wait_for("m-a", LENGTH + 1, 0.0).windows == LENGTH


def test_the_windows_do_not_wait_for_the_offers(played: Model) -> None:
    played.bring_in("m-b", 2)
    windows, _ = played.projectors()
    while windows.turn():
        pass
    reached = played.ledger.progress("m-b")
    assert (reached.windows, reached.offers) == (LENGTH, 0)
    found = played.ledger.page("m-b", Viewer("judge"), ALL)
    assert found.windows
    assert not any("may" in offer for offer in offers(found))
