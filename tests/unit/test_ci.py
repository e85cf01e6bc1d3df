"""Continuous integration runs all tests on one Python, and the unit tests on the newest other one that is there."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from tests.unit.test_layout import ROOT

TOOLS = ("bash", "dirname", "env", "sed", "sort")


class Machine:
    """A folder that stands for a machine: its programs, its home, and a clone with the scripts of `.ci`."""

    def __init__(self, folder: Path) -> None:
        self.programs, self.home, self.clone = folder / "bin", folder / "home", folder / "clone"
        for each in (self.programs, self.home, self.clone):
            each.mkdir()
        shutil.copytree(ROOT / ".ci", self.clone / ".ci")
        shutil.copy(ROOT / "pyproject.toml", self.clone)
        for tool in TOOLS:
            (self.programs / tool).symlink_to(shutil.which(tool) or "")
        self.has(self.programs / "python3", "echo 11")

    def has(self, path: Path, does: str) -> Path:
        """Put a program at a path."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{does}\n")
        path.chmod(0o755)
        return path

    def runs(self, script: str) -> subprocess.CompletedProcess[str]:
        environ = {"PATH": str(self.programs), "HOME": str(self.home)}
        return subprocess.run([self.clone / ".ci" / script], env=environ, capture_output=True, text=True, check=False)

    def second(self) -> str:
        """The second Python that is found."""
        found = self.runs("second-python")
        assert (found.returncode, found.stderr) == (0, "")
        return found.stdout.strip()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_a_machine_with_one_python_has_no_second_one(machine: Machine) -> None:
    assert machine.second() == ""
    machine.has(machine.programs / "python3.11", "echo 11")
    assert machine.second() == ""


def test_the_second_python_is_the_newest_on_the_path(machine: Machine) -> None:
    machine.has(machine.programs / "python3.12", "echo 12")
    newest = machine.has(machine.programs / "python3.13", "echo 13")
    assert machine.second() == str(newest)


@pytest.mark.parametrize("place", [".pyenv/versions/3.13.0/bin", ".local/share/uv/python/cpython-3.13.0/bin"])
def test_a_python_is_found_where_pyenv_and_uv_keep_theirs(machine: Machine, place: str) -> None:
    machine.has(machine.programs / "python3.13", "exit 127")  # the shim of a version that is not chosen
    kept = machine.has(machine.home / place / "python3.13", "echo 13")
    assert machine.second() == str(kept)


def test_a_python_that_lacks_a_part_is_passed_over_for_an_older_one(machine: Machine) -> None:
    machine.has(machine.programs / "python3.13", "exit 1")
    whole = machine.has(machine.programs / "python3.12", "echo 12")
    assert machine.second() == str(whole)


def test_a_python_that_the_project_is_not_for_does_not_count(machine: Machine) -> None:
    machine.has(machine.programs / "python3.10", "echo 10")
    machine.has(machine.programs / "python3.99", "echo 99")
    assert machine.second() == ""


def test_ci_runs_all_tests_and_the_unit_tests_again_on_the_second_python(machine: Machine) -> None:
    machine.has(machine.programs / "make", 'echo make "$@"')
    alone = machine.runs("run")
    assert (alone.returncode, alone.stdout.splitlines()[0]) == (0, "make test")
    assert alone.stdout.splitlines()[1].startswith("No second Python is installed here")
    second = machine.has(machine.programs / "python3.13", "echo 13")
    both = machine.runs("run")
    assert both.returncode == 0
    assert both.stdout.splitlines()[0] == "make test"
    assert both.stdout.splitlines()[-1] == f"make VENV=.venv-second PYTHON={second} fast"


@pytest.mark.parametrize("fails", ["test", "fast"])
def test_ci_fails_where_either_run_fails(machine: Machine, fails: str) -> None:
    machine.has(machine.programs / "python3.13", "echo 13")
    machine.has(machine.programs / "make", f'case "$*" in *{fails}) exit 2;; esac')
    assert machine.runs("run").returncode == 2


def test_pre_commit_runs_every_tool_of_make_lint() -> None:
    (recipe,) = re.findall(r"^lint:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    tools = [
        re.sub(r" \$\(CHECKED\)| --check", "", line.strip().replace("$(BIN)", ".venv/bin"))
        for line in recipe.splitlines()
    ]
    (local,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    entries = [hook["entry"].replace(" --fix", "") for hook in local["hooks"]]
    assert entries == tools
