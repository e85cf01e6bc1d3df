"""Settings: once, typed, every wrong one named."""

from pathlib import Path

import pytest

from service.settings import Address, Settings, WrongSettings, read_settings


def test_without_an_environment_the_defaults_count() -> None:
    assert read_settings({}) == Settings() == read_settings({"PRAETOR_DB": " "})
    assert Settings().db == Path("praetor.db")
    assert Settings().cache_matches == 500


def test_settings_are_read_as_what_they_are() -> None:
    found = read_settings({"PRAETOR_DB": "/var/lib/m.db", "PRAETOR_CACHE_MATCHES": "9", "PRAETOR_GATE": "no"})
    assert found == Settings(db=Path("/var/lib/m.db"), cache_matches=9, gate=False)
    assert read_settings({"PRAETOR_STORE_TIMEOUT": "0.5"}).store_timeout == 0.5


def test_all_wrong_settings_are_named_in_one_error(tmp_path: Path) -> None:
    wrong = {
        "PRAETOR_DB": str(tmp_path),
        "PRAETOR_CACHE_MATCHES": "many",
        "PRAETOR_STORE_TIMEOUT": "nan",
        "PRAETOR_GATE": "perhaps",
        "PRAETOR_THREADS": "0",
    }
    with pytest.raises(WrongSettings) as raised:
        read_settings({**wrong, "PRAETOR_GROUP_COMMIT": "8"})
    assert set(raised.value.reasons) == set(wrong)
    assert all(name in str(raised.value) for name in wrong)


@pytest.mark.parametrize("db", ["mysql://host/db", ":memory:", "file:x?mode=memory"])
def test_a_store_that_is_neither_file_nor_server_is_refused(db: str) -> None:
    with pytest.raises(WrongSettings, match="give a file's path"):
        read_settings({"PRAETOR_DB": db})


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("postgresql://me:hush@db.example:5433/games?sslmode=require", "postgresql://db.example:5433/games"),
        ("postgres:///games?host=/run/postgresql&password=hush", "postgresql:///run/postgresql/games"),
        ("postgresql://me:hush@one,two:5433/games", "postgresql://one,two:,5433/games"),
    ],
)
def test_an_address_is_told_without_its_password(text: str, name: str) -> None:
    db = read_settings({"PRAETOR_DB": text}).db
    assert isinstance(db, Address)
    assert db.conninfo == text
    assert str(db) == name
    assert "hush" not in f"{db} {db!r} {Settings(db=db)!r}"


def test_an_address_that_is_none_is_refused_without_being_quoted() -> None:
    with pytest.raises(WrongSettings, match=r"PRAETOR_DB: .* postgresql://user@host:port/database") as raised:
        read_settings({"PRAETOR_DB": "postgresql://me:hush@host:port:5/games?colour=red"})
    assert "hush" not in str(raised.value)
