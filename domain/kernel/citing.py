"""Which code carries out which rule: functions cite rules by id; checks, questions and forms carry the ids themselves.

`@enforces` with the id of a rule registers the code of a function and returns the function unchanged: nothing runs more
slowly. On a procedure it cites the rule of its order, the flat list of its steps. Read `enforces`, then
`citations`, which also reads the checks and the questions of a game. The coverage report shows that the code really
runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from domain.kernel.command_moments import all_checks
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.table import TableT

if TYPE_CHECKING:
    from domain.kernel.rules import FlowRules

T = TypeVar("T", bound=Callable[..., object])


class Citation(Struct, frozen=True):
    """Code that carries out a rule: its name, and the functions all of which must have run for it to have been seen."""

    rule: str
    name: str
    codes: tuple[CodeType, ...]


CITATIONS: list[Citation] = []  # by every function and procedure that was declared with `enforces`


def enforces(*rules: str) -> Callable[[T], T]:
    """Cite the rules that a function (or the order of a procedure's steps) carries out. Returns the decorator."""

    def register(function: T) -> T:
        codes = codes_of(function)
        CITATIONS.extend(Citation(rule, name_of(function), codes) for rule in rules)
        return function

    return register


def codes_of(cited: Callable[..., object]) -> tuple[CodeType, ...]:
    """The code of a function; of a procedure the code of each step that acts."""
    if isinstance(cited, type) and issubclass(cited, Procedure):
        return tuple(each.do.__code__ for each in cited.steps if not isinstance(each, Decision))
    assert isinstance(cited, FunctionType)
    return (cited.__code__,)


def name_of(cited: Callable[..., object]) -> str:
    """The module and name of code, without the package: `challenge.comparison`, `occurrence.Occurrence`."""
    if isinstance(cited, type) and issubclass(cited, Procedure):
        return str(cited.__struct_config__.tag)
    return f"{cited.__module__.rpartition('.')[2]}.{cited.__qualname__}"


def citations(rules: FlowRules[TableT]) -> tuple[Citation, ...]:
    """Every citation of a game: by functions and by the questions of its procedures."""
    declared = (each for each in CITATIONS if each.rule.startswith(f"{rules.name}."))
    return (*declared, *question_citations(rules.frames))


def question_citations(frames: Iterable[type[Procedure]]) -> Iterator[Citation]:
    """The citations of the questions of procedures; one counts as run when its answer was used."""
    for frame in frames:
        for each in frame.steps:
            if isinstance(each, Decision):
                yield Citation(each.rule, f"{name_of(frame)}:{each.question}", (each.on_answer.__code__,))


def check_names_by_rule(rules: FlowRules[TableT]) -> dict[str, tuple[str, ...]]:
    """The names of the checks by the rule that they cite; a refusal may cite a more specific one."""
    return group_by_rule((each.rule, f"check {each.name}") for each in all_checks(rules))


def cited_rules(rules: FlowRules[TableT]) -> dict[str, tuple[str, ...]]:
    """Every rule that a function, a question or a check of a game cites, with their names."""
    said = [(each.rule, each.name) for each in citations(rules)]
    said += [(rule, name) for rule, names in check_names_by_rule(rules).items() for name in names]
    return group_by_rule(said)


def group_by_rule(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """The names by rule, each once, in order."""
    found: dict[str, dict[str, None]] = {}
    for rule, name in pairs:
        found.setdefault(rule, {})[name] = None
    return {rule: tuple(names) for rule, names in found.items()}
