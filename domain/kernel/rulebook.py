"""The rule book of a game: every rule as a value with an id, read from TOML.

Read `Rule` and `RuleBook` first, then `load_rules` (text to book) and `read_rules` (a package's own file). A refusal, a
step and a scenario name a rule by its id; the id is looked up here.

    ValueError
      RuleBookError    the text of a rule book is wrong; names the rule and the field
    KeyError
      UnknownRule      no book at hand has a rule of that id
"""

import tomllib
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from typing import Annotated, ClassVar

import msgspec

from domain.kernel.formats.text_forms import form

RULES_FILE = "rules.toml"

Sentence = Annotated[str, msgspec.Meta(min_length=1)]
RuleId = Annotated[
    str,
    form(
        r"[a-z0-9_-]+(\.[a-z0-9_-]+)+",
        "the id of a rule: words with dots between them, as `match.not-awaited`",
    ),
]


class RuleBookError(ValueError):
    """The text of a rule book cannot be read as one."""


class UnknownRule(KeyError):
    """A rule id that the book does not have."""

    def __str__(self) -> str:
        return f"no rule has the id {self.args[0]!r}"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One atomic statement of the rules, in this project's words."""

    schema_name: ClassVar[str] = "Rule"

    id: RuleId
    title: Sentence
    text: Sentence
    kind: Sentence


class RuleBook(msgspec.Struct, frozen=True):
    """Rules by id, in the order of the book; `book[id]` raises UnknownRule."""

    rules: dict[str, Rule]

    def __getitem__(self, rule: str) -> Rule:
        if rule not in self.rules:
            raise UnknownRule(rule)
        return self.rules[rule]

    def __contains__(self, rule: object) -> bool:
        return rule in self.rules

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules.values())

    def __len__(self) -> int:
        return len(self.rules)

    @property
    def ids(self) -> tuple[str, ...]:
        """Every id, in the order of the book."""
        return tuple(self.rules)

    def of(self, prefix: str) -> tuple[Rule, ...]:
        """The rules whose id begins with `prefix` as whole segments (`deck` has no `deck-limit.a`)."""
        return tuple(rule for rule in self if f"{rule.id}.".startswith(f"{prefix}."))

    def merge(self, *others: "RuleBook") -> "RuleBook":
        """The book with the rules of this one and the others. Raises RuleBookError if two define the same id."""
        return _book(rule for book in (self, *others) for rule in book)


class _Page(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written: the game, if any, that every id must begin with, and its rules."""

    game: str = ""
    rule: tuple[dict[str, object], ...] = ()


def load_rules(text: str) -> RuleBook:
    """The rule book written in `text` (TOML).

    Raises RuleBookError, which names the rule and the field that is wrong.
    """
    try:
        page = msgspec.convert(tomllib.loads(text), _Page)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RuleBookError(f"not a rule book: {error}") from error
    book = _book(_rule(number, row) for number, row in enumerate(page.rule, start=1))
    for rule in book:
        if page.game and not rule.id.startswith(f"{page.game}."):
            raise RuleBookError(f"rule {rule.id!r} stands in the book of {page.game!r}")
    return book


@cache
def read_rules(package: str) -> RuleBook:
    """The rule book beside a package's modules, read once. Raises FileNotFoundError if it has none."""
    return load_rules(files(package).joinpath(RULES_FILE).read_text(encoding="utf-8"))


def kernel_rules() -> RuleBook:
    """The rules that belong to no game."""
    return read_rules(__package__)


def _rule(number: int, row: dict[str, object]) -> Rule:
    try:
        return msgspec.convert(row, Rule)
    except msgspec.ValidationError as error:
        raise RuleBookError(f"rule {row.get('id', '?')!r} (number {number}): {error}") from error


def _book(rules: Iterable[Rule]) -> RuleBook:
    found: dict[str, Rule] = {}
    for rule in rules:
        if rule.id in found:
            raise RuleBookError(f"rule {rule.id!r} is defined twice")
        found[rule.id] = rule
    return RuleBook(found)
