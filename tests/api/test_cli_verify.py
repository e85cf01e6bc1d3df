"""`praetor simulate` and `praetor verify`: the same matches for the same numbers; a difference is placed."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from domain.match.hash_chain import GENESIS, chain_head
from service.settings import Settings
from service.wiring import matches_of
from tests.api.cli import PLAYED, Praetor, migrated, simulated


def test_simulated_matches_verify_in_several_processes(tmp_path: Path) -> None:
    praetor = migrated(tmp_path)
    told = praetor.does("simulate", "--matches", 2, "--seed", 5, "--jobs", 2)
    assert told.splitlines()[-1].startswith("2 matches, ")
    assert "0 differences" in praetor.does("verify", "--jobs", 2).splitlines()[-1]


def test_the_same_numbers_give_the_same_matches(tmp_path: Path) -> None:
    tables = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        tables.append(simulated(tmp_path / name).json("match", "show", PLAYED))
    assert tables[0] == tables[1]


def test_a_store_is_open_only_while_it_is_played_into_or_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process, one name, two stores: the second is not taken for the first."""
    told = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        praetor = simulated(Path(), 1, "--seed", 3)
        told.append(praetor.does("verify", "--jobs", 1).partition(";")[0])
    assert told[0] == told[1]
    assert "0 differences" in told[0]


def test_a_series_that_was_interrupted_goes_on_where_it_stopped(tmp_path: Path) -> None:
    praetor = simulated(tmp_path)
    before = praetor.does("export", PLAYED)
    praetor.does("simulate", "--matches", 2, "--jobs", 1)
    assert praetor.does("export", PLAYED) == before
    assert praetor.json("verify", "--jobs", 1)["matches"] == 2


def test_seats_that_cannot_play_are_refused_by_the_rule(tmp_path: Path) -> None:
    told = migrated(tmp_path).refuses("simulate", "--matches", 1, "--seats", 3)
    assert "agot_lcg.joust.two-players" in told


def forged(praetor: Praetor, old: bytes, new: bytes) -> tuple[Praetor, int]:
    """A second store with the match in which one payload was changed and the chain made whole again."""
    first = matches_of(Settings(db=praetor.db))
    seed = first.seed(PLAYED)
    payloads = first.payloads(PLAYED)
    version = next(n for n, payload in enumerate(payloads, 1) if old in payload)
    payloads[version - 1] = payloads[version - 1].replace(old, new, 1)
    head, records = GENESIS, []
    for n, payload in enumerate(payloads, 1):
        head = chain_head(head, seed, n, payload)
        records.append((payload, head))
    folder = praetor.db.parent / "forged"
    folder.mkdir()
    other = migrated(folder)
    second = matches_of(Settings(db=other.db))
    second.bring_in(PLAYED, seed, records)
    first.close()
    second.close()
    return other, version


def test_a_fact_that_todays_engine_does_not_give_is_reported_with_its_place(tmp_path: Path) -> None:
    praetor, version = forged(simulated(tmp_path), b'"why":"unopposed"', b'"why":"forgery"')
    result = praetor("verify")
    assert result.exit_code == 1
    assert f"v{version}  fact {version}." in result.stdout
    assert "forgery" in result.stdout
    assert "1 differences" in result.stdout


def test_a_command_that_todays_engine_refuses_is_reported_with_the_rule(tmp_path: Path) -> None:
    praetor, version = forged(simulated(tmp_path), b'"cmd":{"type":"pass"}', b'"cmd":{"type":"decline_draw"}')
    differences = praetor("verify", PLAYED, "--json")
    assert differences.exit_code == 1
    assert f'"version":{version},"place":"command"' in differences.stdout
    assert "match.no-draw-offered" in differences.stdout


def test_a_commitment_to_another_seed_is_reported(tmp_path: Path) -> None:
    praetor, version = forged(simulated(tmp_path), b'"commitment":"', b'"commitment":"0')
    result = praetor("verify")
    assert (version, result.exit_code) == (1, 1)
    assert "v1  commitment" in result.stdout


def tampered(folder: Path, change: str) -> Praetor:
    """A store in which a hand has changed row 7 of the match."""
    praetor = simulated(folder)
    connection = sqlite3.connect(praetor.db)
    with connection:
        connection.execute(f"UPDATE stored_events SET state = {change} WHERE originator_version = 7")
    connection.close()
    return praetor


def test_a_stored_row_that_was_changed_is_named(tmp_path: Path) -> None:
    result = tampered(tmp_path, "state || x'20'")("verify", PLAYED)
    assert result.exit_code == 1
    assert "v7  chain" in result.stdout


def test_a_row_of_an_unknown_form_is_named(tmp_path: Path) -> None:
    result = tampered(tmp_path, "x'ff'")("verify", PLAYED)
    assert result.exit_code == 1
    assert f"match-{PLAYED}, version 7" in result.stdout
