"""The names that are stored, hashed or published: tags, checks, titles of steps, looks.

No class or function gives them; a look is stored under the endpoint at which it was taken, so a renamed view of a
match, case or branch keeps the endpoint that it had (`endpoint=`).

`python -m tests.published_names` writes tests/data/published_names.json anew. A line that goes or changes there needs
an upcaster or a migration, and a line in CHANGELOG.md; one that is added needs nothing.
"""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

import domain
from domain.games import GAMES
from domain.judging.cases import commands
from domain.judging.cases.checks.lists import CHECKS
from domain.judging.cases.commands import SCENARIO
from domain.judging.cases.desk import SEALED
from domain.judging.remedies.kinds import REMEDIES
from domain.kernel.command_moments import all_checks
from domain.kernel.flow.frames import Procedure
from domain.match.events import EVENT_KINDS
from service.console.words import REFUSED_COMMANDS
from service.web.app import route_app
from service.web.case.remedy_cards import NAMED_CARDS
from tests.api.http.write import document

LOOKED_AT = {"event_id", "match_id", "case_id", "branch_id"}
FILE = Path(__file__).parent / "data" / "published_names.json"


def published() -> dict[str, list[str]]:
    """The names of today, by what they are of, sorted."""
    import_domain()
    structs = [each for each in kinds_of(msgspec.Struct) if is_of_module(each)]
    found = {
        "tags": {
            f"{each.__struct_config__.tag_field}: {each.__struct_config__.tag}" for each in structs if named(each)
        },
        "commands to cases and matches": {each.tag for each in kinds_of(commands.CaseCommand) if is_of_module(each)},
        "kinds of events": {*EVENT_KINDS},
        "kinds of remedies": {*REMEDIES},
        "checks of cases": {check.name for checks in CHECKS.values() for check in checks},
    }
    for game, parts in GAMES.items():
        found[f"checks of {game}"] = {check.name for check in all_checks(parts.rules)}
    found["schemas of the API"] = {*document()["components"]["schemas"]}
    steps = [each for each in kinds_of(Procedure) if is_of_module(each)]
    found["steps"] = {f"{tag(kind)} {each.label}: {each.title}" for kind in steps if named(kind) for each in kind.steps}
    found["looks"] = {SCENARIO, SEALED, NAMED_CARDS, REFUSED_COMMANDS, *endpoints()}
    return {name: sorted(names) for name, names in found.items()}


def endpoints() -> set[str]:
    """The endpoints at which a look at hidden things may be taken and stored: about a match, case, branch or event."""
    return {each.endpoint for each in route_app().url_map.iter_rules() if LOOKED_AT & each.arguments}


def import_domain() -> None:
    """Import every module of the domain, so that every class in it is there."""
    for module in pkgutil.walk_packages(domain.__path__, "domain."):
        import_module(module.name)


def is_of_module(kind: type[Any]) -> bool:
    """Whether a class stands in a module of the domain: tests make others, for games of their own."""
    return kind.__module__.startswith("domain.") and vars(sys.modules[kind.__module__]).get(kind.__name__) is kind


def named(kind: type[Any]) -> bool:
    """Whether a struct is stored under a name of its own; the bases of words are not."""
    return tag(kind) not in ("None", kind.__name__)


def tag(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)


def kinds_of(base: Any) -> Iterator[Any]:
    """The classes under one."""
    for each in base.__subclasses__():
        yield each
        yield from kinds_of(each)


def written(names: dict[str, list[str]]) -> str:
    """The names as they stand in the file."""
    return msgspec.json.format(msgspec.json.encode(names), indent=1).decode() + "\n"


if __name__ == "__main__":
    FILE.write_text(written(published()), encoding="utf-8")
