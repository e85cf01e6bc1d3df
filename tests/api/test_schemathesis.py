"""The document against the service: requests made from it, lawful and spoiled, and every answer compared with it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from itertools import islice
from pathlib import Path

import pytest

from service.tools.client import Dice, Service, expected_body, play_seats
from tests.api.serving import ROOT, Served, issued, serving

CONFIG = Path(__file__).with_name("schemathesis.toml")
# which characters there are is looked up for some seconds, if it was not kept
HOOKED = {"PYTHONPATH": str(ROOT), "HYPOTHESIS_STORAGE_DIRECTORY": str(ROOT / ".hypothesis")}


def subject(served: Served) -> dict[str, str]:
    """A match with some actions, a case about it, the keys of an awaited seat, of a judge and of an admin."""
    match = served.opened("subject")
    with closing(Service(served.url)) as service:
        list(islice(play_seats(service, match, Dice("subject")), 40))
        note = {"match": match.match, "freeze": False}
        case = json.loads(expected_body(service.write("/v1/cases", match.seats[0].key, note, "case"), 201))["case"]
    return {
        "PRAETOR_CASE": case,
        "PRAETOR_JUDGE_KEY": issued(served.db, "head-judge"),
        "PRAETOR_MATCH": match.match,
        "PRAETOR_SEAT_KEY": match.seats[0].key,
        "PRAETOR_ADMIN_KEY": issued(served.db, "admin"),
    }


def test_schemathesis_finds_nothing_in_the_document(tmp_path: Path) -> None:
    """A fair sample (`schemathesis_sample.py`); what is drawn by chance or follows from answers is the proof's."""
    tries_out(tmp_path, "schemathesis_sample", "--phases", "examples,coverage")


@pytest.mark.proof
def test_schemathesis_finds_nothing_in_the_document_however_many_examples_it_tries(tmp_path: Path) -> None:
    tries_out(tmp_path, "schemathesis_hooks", "--max-examples", "200")


def tries_out(tmp_path: Path, hooks: str, *narrowed: str) -> None:
    """Run it on a served store; it ends with an error where any answer is not as the document says."""
    with serving(tmp_path / "praetor.db", tmp_path) as served:
        program = Path(sys.executable).with_name("schemathesis")
        run = subprocess.run(
            [
                *(program, "--no-color", "--config-file", CONFIG, "run", f"{served.url}/v1/openapi.json"),
                *("--seed", "1", "--generation-database", "none"),
                *narrowed,
            ],
            cwd=tmp_path,
            env={**os.environ, **subject(served), **HOOKED, "PRAETOR_HOOKS": f"tests.api.{hooks}"},
            capture_output=True,
            text=True,
            check=False,
        )
    print(run.stdout[-1500:])
    assert run.returncode == 0, run.stdout
