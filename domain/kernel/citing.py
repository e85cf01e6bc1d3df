"""Which code carries out which rule: functions cite rules by id; checks, questions and forms carry the ids themselves.

Code that several games share cites a slot, `slot.window-first-seat`; the `cites.toml` of a game gives the rules of its
book that stand in each slot. A refusal, a question and a form of shared code name a slot too; what is published has the
game's rule there (`with_rule_of`, `rule_of`, `with_rules_of`).

`@enforces` with the id of a rule registers a function and returns the function unchanged: nothing runs more
slowly. On a procedure it cites the rule that fixes the order of its steps. Read `enforces`, then `cited_rules`, which
joins functions, questions and checks. The coverage report shows that the code really runs.

    ValueError
      CitesError    a `cites.toml` is wrong; names the slot, or what is no table of slots
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from types import FunctionType
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec import Struct, structs

from domain.kernel.command_moments import all_checks
from domain.kernel.flow.frames import Decision, Procedure
from domain.kernel.refusals import Refusal
from domain.kernel.rulebook import read_rules
from domain.kernel.spaces.commands import Commands, FieldSpace, Form
from domain.kernel.spaces.fields import Pick
from domain.kernel.table import TableT

if TYPE_CHECKING:
    from domain.kernel.rules import FlowRules

T = TypeVar("T", bound=Callable[..., object])
CITES_FILE = "cites.toml"
SLOT = "slot."
Cites = Mapping[str, tuple[str, ...]]


class CitesError(ValueError):
    """The slots of a game cannot be read."""


class _CitesPage(Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written: by slot the rules, without the name of the game, with which every id begins."""

    game: str
    slots: dict[str, tuple[str, ...]]


class Citation(Struct, frozen=True):
    """Code that carries out a rule: its name, and the functions all of which must have run for it to have been seen."""

    rule: str
    name: str
    functions: tuple[FunctionType, ...]


CITATIONS: list[Citation] = []  # by every function and procedure that was declared with `enforces`


def enforces(*rules: str) -> Callable[[T], T]:
    """Cite the rules that a function (or the order of a procedure's steps) carries out. Returns the decorator."""

    def register(function: T) -> T:
        functions = functions_of(function)
        CITATIONS.extend(Citation(rule, name_of(function), functions) for rule in rules)
        return function

    return register


def enforce_slots(functions: Mapping[str, Callable[..., object]]) -> None:
    """Cite of each of these functions of shared code the slot whose rules it carries out for every game."""
    for slot, function in functions.items():
        enforces(f"{SLOT}{slot}")(function)


def functions_of(cited: Callable[..., object]) -> tuple[FunctionType, ...]:
    """The function itself; of a procedure that of each step that acts."""
    if isinstance(cited, type) and issubclass(cited, Procedure):
        return tuple(function_of(each.do) for each in cited.steps if not isinstance(each, Decision))
    return (function_of(cited),)


def function_of(cited: Callable[..., object]) -> FunctionType:
    """What is called, which is a function and nothing else that can be."""
    assert isinstance(cited, FunctionType)
    return cited


def name_of(cited: Callable[..., object]) -> str:
    """The module and name of code, without the package: `challenge.comparison`, `occurrence.Occurrence`."""
    if isinstance(cited, type) and issubclass(cited, Procedure):
        return str(cited.__struct_config__.tag)
    return f"{cited.__module__.rpartition('.')[2]}.{cited.__qualname__}"


def citations(rules: FlowRules[TableT]) -> tuple[Citation, ...]:
    """Every citation of a game: by functions and by the questions of its procedures."""
    declared = (each for each in CITATIONS if each.rule.startswith((f"{rules.name}.", SLOT)))
    return tuple(
        structs.replace(each, rule=rule)
        for each in (*declared, *question_citations(rules.frames))
        for rule in rules_of(rules.cites, each.rule)
    )


def read_cites(package: str) -> Cites:
    """The ids of the rules that stand in each slot, from the file beside a game's modules.

    Raises CitesError for a slot without rules and for a rule that the game's book lacks.
    """
    return load_cites(files(package).joinpath(CITES_FILE).read_text(encoding="utf-8"), read_rules(package).ids)


def load_cites(text: str, book: tuple[str, ...]) -> Cites:
    """The rules of the slots written in `text` (TOML). Raises CitesError."""
    try:
        page = msgspec.convert(tomllib.loads(text), _CitesPage)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise CitesError(f"not a table of slots: {error}") from error
    found = {f"{SLOT}{slot}": tuple(f"{page.game}.{rule}" for rule in rules) for slot, rules in page.slots.items()}
    rules_of_book = frozenset(book)
    for slot, rules in found.items():
        unknown = [rule for rule in rules if rule not in rules_of_book]
        if unknown or not rules:
            raise CitesError(f"{slot}: no rule {', '.join(unknown)}" if unknown else f"{slot} names no rule")
    return found


def rules_of(cites: Cites, rule: str) -> tuple[str, ...]:
    """The rules of a game for a rule that code cites: those of a slot, else the rule itself."""
    return cites.get(rule, ()) if rule.startswith(SLOT) else (rule,)


def rule_of(cites: Cites, rule: str) -> str:
    """The one rule of a game that is read aloud for a rule that code cites: the first of a slot, else the rule itself.

    Raises LookupError where the game gives no rule for the slot.
    """
    found = rules_of(cites, rule)
    if not found:
        raise LookupError(f"{CITES_FILE} has no {rule}")
    return found[0]


def with_rule_of(cites: Cites, refusal: Refusal) -> Refusal:
    """A refusal with the game's rule where shared code named a slot. Raises LookupError where the game gives none."""
    return structs.replace(refusal, rule=rule_of(cites, refusal.rule)) if refusal.rule.startswith(SLOT) else refusal


def with_rules_of(cites: Cites, space: Commands) -> Commands:
    """A space of commands with the game's rules where shared code named slots. Raises LookupError as `rule_of` does."""
    if not any(rule.startswith(SLOT) for form in space.forms for rule in rules_of_form(form)):
        return space
    return Commands(tuple(with_rules_of_form(cites, form) for form in space.forms))


def rules_of_form(form: Form) -> Iterator[str]:
    """The rules that a form and the constraints of its picks name."""
    yield from form.rules
    for field in form.fields.values():
        if isinstance(field, Pick):
            yield from (each.rule for each in field.constraints)


def with_rules_of_form(cites: Cites, form: Form) -> Form:
    rules = tuple(rule_of(cites, rule) for rule in form.rules)
    fields = {name: with_rules_of_field(cites, field) for name, field in form.fields.items()}
    return structs.replace(form, rules=rules, fields=fields)


def with_rules_of_field(cites: Cites, field: FieldSpace) -> FieldSpace:
    if not isinstance(field, Pick) or not field.constraints:
        return field
    constraints = tuple(structs.replace(each, rule=rule_of(cites, each.rule)) for each in field.constraints)
    return structs.replace(field, constraints=constraints)


def question_citations(frames: Iterable[type[Procedure]]) -> Iterator[Citation]:
    """The citations of the questions of procedures; one counts as run when its answer was used."""
    for frame in frames:
        for each in frame.steps:
            if isinstance(each, Decision):
                yield Citation(each.rule, f"{name_of(frame)}:{each.question}", (function_of(each.on_answer),))


def check_names_by_rule(rules: FlowRules[TableT]) -> dict[str, tuple[str, ...]]:
    """The names of the checks by the rule that they cite; a refusal may cite a more specific one."""
    return group_by_rule(
        (rule, f"check {each.name}") for each in all_checks(rules) for rule in rules_of(rules.cites, each.rule)
    )


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
