"""`praetor project`: how far the read models are, in words and as JSON."""

from pathlib import Path

import pytest

from projections.tables import PARKED
from service.settings import Settings
from service.wiring import windows_database
from tests.api.cli import PLAYED, Praetor, simulated


@pytest.fixture(scope="module")
def praetor(tmp_path_factory: pytest.TempPathFactory) -> Praetor:
    return simulated(tmp_path_factory.mktemp("project"))


def test_the_status_says_how_far_each_read_model_is(praetor: Praetor) -> None:
    before = praetor.json("project", "status")
    assert [each["projection"] for each in before] == ["windows", "offers", "analytics"]
    praetor.does("project", "rebuild", "windows")
    after = praetor.json("project", "status")
    assert [(each["behind"], each["position"], each["matches"]) for each in after] == [(0, after[0]["newest"], 1)] * 3
    assert f"windows   position {after[0]['newest']} of {after[0]['newest']}, 1 matches" in praetor.does(
        "project", "status"
    )


def test_a_parked_match_is_shown_and_asked_again(praetor: Praetor) -> None:
    praetor.does("project", "rebuild", "windows")
    database = windows_database(Settings(db=praetor.db))
    with database.writing() as session:
        session.upsert(PARKED, [("windows", PLAYED, 7, "KeyError: 'what was there'", 0)])
    database.close()
    shown = praetor.does("project", "status")
    assert f"  parked {PLAYED} at version 7: KeyError: 'what was there'" in shown
    assert praetor.does("project", "unpark", PLAYED) == f"{PLAYED}: will be tried again\n"
    assert f"{PLAYED} at version 7, to be tried again" in praetor.does("project", "status")
    praetor.does("project", "rebuild", "windows")
    assert "parked" not in praetor.does("project", "status")


def test_a_match_that_is_not_parked_is_named(praetor: Praetor) -> None:
    assert "m-none: not parked" in praetor.refuses("project", "unpark", "m-none")


def test_only_a_read_model_can_be_rebuilt(praetor: Praetor) -> None:
    assert "windows" in praetor.refuses("project", "rebuild", "nonsense")


def test_without_a_store_the_command_says_what_to_do(tmp_path: Path) -> None:
    assert "praetor migrate" in Praetor(tmp_path).refuses("project", "status")


def test_a_store_of_before_the_read_models_says_what_to_do(tmp_path: Path) -> None:
    praetor = simulated(tmp_path)
    (tmp_path / "praetor.db.windows").unlink()
    assert "praetor migrate" in praetor.refuses("project", "status")
    praetor.does("migrate")
    praetor.does("project", "rebuild", "offers")
    assert [each["behind"] for each in praetor.json("project", "status")] == [0, 0, 0]
