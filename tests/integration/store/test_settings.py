"""Settings: once, typed, every wrong one named."""

from pathlib import Path

import pytest

from service.settings import Settings, WrongSettings, read


def test_without_an_environment_the_defaults_count():
    assert read({}) == Settings() == read({"PRAETOR_DB": " "})
    assert Settings().db == Path("praetor.db")
    assert Settings().cache_matches == 500


def test_settings_are_read_as_what_they_are():
    found = read({"PRAETOR_DB": "/var/lib/m.db", "PRAETOR_CACHE_MATCHES": "9", "PRAETOR_GATE": "no"})
    assert found == Settings(db=Path("/var/lib/m.db"), cache_matches=9, gate=False)
    assert read({"PRAETOR_STORE_TIMEOUT": "0.5"}).store_timeout == 0.5


def test_all_wrong_settings_are_named_in_one_error(tmp_path):
    wrong = {
        "PRAETOR_DB": str(tmp_path),
        "PRAETOR_CACHE_MATCHES": "many",
        "PRAETOR_STORE_TIMEOUT": "nan",
        "PRAETOR_GATE": "perhaps",
        "PRAETOR_THREADS": "0",
    }
    with pytest.raises(WrongSettings) as raised:
        read({**wrong, "PRAETOR_GROUP_COMMIT": "8"})
    assert set(raised.value.reasons) == set(wrong)
    assert all(name in str(raised.value) for name in wrong)


@pytest.mark.parametrize("db", ["postgresql://host/db", ":memory:", "file:x?mode=memory"])
def test_a_store_that_is_no_file_is_refused(db):
    with pytest.raises(WrongSettings, match="give a file's path"):
        read({"PRAETOR_DB": db})
