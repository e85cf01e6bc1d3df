"""The mutation run: when any single check of a game is switched off, a scenario must fail.

A `CheckPair` names a check and such a scenario; the pairs are kept in a file, so that they can be verified without a
new search. The file names also the checks that nothing in the game comes to, each with the reason. Read `checks_of`,
`without`, then `search`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from domain.games import GAMES
from domain.kernel.checks import DISABLED, Check
from domain.kernel.command_moments import all_checks
from service.files.documents import YamlDocument, documents
from service.files.scenarios import result_of


class CheckPair(Struct, frozen=True, forbid_unknown_fields=True):
    """A check, and a scenario (file name and title) that fails without it."""

    check: str
    scenario: str
    title: str


class MutationScenario(Struct, frozen=True):
    """A scenario from a file."""

    path: Path
    document: YamlDocument

    @property
    def fields(self) -> dict[str, Any]:
        """The document, which is a mapping."""
        fields = self.document.value.value
        assert isinstance(fields, dict), self.path
        return fields

    @property
    def title(self) -> str:
        return str(self.fields["title"])

    @property
    def passes(self) -> bool:
        """Whether the scenario passes with the checks that are switched on now."""
        return result_of(self.path, self.document).verdict.outcome == "passed"

    def likelihood(self, check: Check) -> int:
        """How likely the scenario needs a check, from 0 to 3: 2 if a step names the check's rule, 1 if it cites it."""
        refused = check.rule in json.dumps(self.fields["steps"], default=str)
        return 2 * refused + (check.rule in self.fields["rules"])


def checks_of(game: str) -> tuple[Check, ...]:
    """Every check of a game once, in the order of the lists. Raises ValueError if two have the same name."""
    checks = all_checks(GAMES[game].rules)
    if len({each.name for each in checks}) < len(checks):
        raise ValueError(f"{game}: two checks have one name")
    return checks


@contextmanager
def without(check: str) -> Iterator[None]:
    """Switch a check off inside the block."""
    DISABLED.add(check)
    try:
        yield
    finally:
        DISABLED.discard(check)


def scenarios_in(folder: Path) -> tuple[MutationScenario, ...]:
    """The scenarios of a folder, without those that wait for a feature (`needs`)."""
    read = (MutationScenario(path, each) for path in sorted(folder.glob("*.yaml")) for each in documents(path))
    return tuple(each for each in read if "needs" not in each.fields)


def killed_by(check: Check, scenarios: Iterable[MutationScenario]) -> MutationScenario | None:
    """The first scenario that fails without the check, likely ones first; None if all pass."""
    with without(check.name):
        likely = sorted(scenarios, key=lambda scenario: -scenario.likelihood(check))
        return next((scenario for scenario in likely if not scenario.passes), None)


def search(game: str, scenarios: tuple[MutationScenario, ...]) -> Iterator[tuple[Check, CheckPair | None]]:
    """Each check with a scenario that fails without it, or with None if every scenario still passes."""
    sound = tuple(scenario for scenario in scenarios if scenario.passes)
    for check in checks_of(game):
        found = killed_by(check, sound)
        yield check, CheckPair(check.name, found.path.name, found.title) if found else None


def read_pairs(path: Path) -> tuple[CheckPair, ...]:
    """The pairs in a TOML file, from its tables `pair`."""
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8"))["pair"], tuple[CheckPair, ...])


def read_unreached(path: Path) -> dict[str, str]:
    """The checks of a TOML file that no scenario can tell from none by now, from its table `unreached`: the reasons."""
    found: dict[str, str] = tomllib.loads(path.read_text(encoding="utf-8")).get("unreached", {})
    return found


def pairs_text(pairs: Iterable[CheckPair]) -> str:
    """The pairs as text that `read_pairs` reads."""
    return "\n".join(
        "[[pair]]\n"
        + "".join(f"{name} = {json.dumps(value)}\n" for name, value in msgspec.structs.asdict(pair).items())
        for pair in pairs
    )
