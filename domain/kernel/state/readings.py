"""Rules that can be read in more than one way: which readings there are, and which a match was opened with.

A game has them as data beside its rule book (`readings.toml`): of each rule the default and every reading in words. A
match names a reading only where it is not the default, and keeps it on its table from the first fact on. Read
`is_read`, by which a rule is carried out in another way.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import Struct

from domain.kernel.citing import Cites, rules_of
from domain.kernel.facts import Fact
from domain.kernel.formats.reading import meant_by
from domain.kernel.refusals import Refusal
from domain.kernel.rulebook import read_rules

if TYPE_CHECKING:
    from domain.kernel.rules import FlowRules
    from domain.kernel.table import Table

READINGS_FILE = "readings.toml"


class ReadingsError(ValueError):
    """The readings of a game do not hold."""


class RuleReadings(Struct, frozen=True, forbid_unknown_fields=True):
    """How a rule can be read: the default, and each reading by its word, in a sentence."""

    default: str
    readings: dict[str, str]


Readings: TypeAlias = Mapping[str, RuleReadings]


class ReadingsChosen(Fact, frozen=True, tag="kernel.readings_chosen"):
    """The match was opened with these readings of rules, by id, which are not the default."""

    readings: dict[str, str]

    def apply(self, table: Table) -> None:
        table.readings = self.readings


def read_readings(package: str) -> Readings:
    """The readings in the file beside a game's modules. Raises ReadingsError for a rule that the game's book lacks."""
    return load_readings(files(package).joinpath(READINGS_FILE).read_text(encoding="utf-8"), read_rules(package).ids)


def load_readings(text: str, book: tuple[str, ...]) -> Readings:
    """The readings written in `text` (TOML), by the rule's id. Raises ReadingsError."""
    try:
        found = msgspec.convert(tomllib.loads(text), dict[str, RuleReadings])
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise ReadingsError(f"not a table of readings: {error}") from error
    for rule, each in found.items():
        if rule not in book:
            raise ReadingsError(f"no rule {rule}")
        if each.default not in each.readings or len(each.readings) < 2:
            raise ReadingsError(f"{rule}: the default and another reading are needed")
    return found


def reading_refusal(rules: FlowRules[Table], chosen: Mapping[str, str]) -> Refusal | None:
    """The refusal of readings that the game does not have, or None."""
    by_rule = rules.readings
    for rule, word in chosen.items():
        if rule not in by_rule:
            meant = {"meant": near} if (near := meant_by(rule, by_rule)) else {}
            return Refusal("match.reading", {"field": rule, "known": sorted(by_rule), **meant})
        if word not in by_rule[rule].readings:
            return Refusal("match.reading", {"field": rule, "given": word, "known": sorted(by_rule[rule].readings)})
    return None


def without_defaults(rules: FlowRules[Table], chosen: Mapping[str, str]) -> dict[str, str]:
    """The readings that are not the game's default, by rule."""
    return {rule: word for rule, word in sorted(chosen.items()) if word != rules.readings[rule].default}


def is_read(table: Table, rule: str, word: str, cites: Cites | None = None) -> bool:
    """Whether a match reads a rule in this way, which is not the default; of a slot the first rule that `cites` has."""
    if not table.readings:
        return False
    rules = rules_of(cites or {}, rule)
    return bool(rules) and table.readings.get(rules[0]) == word
