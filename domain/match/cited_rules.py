"""The rules that may be cited about a match of a game, and the refusal of a name that is none."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from domain.games import game_rules
from domain.kernel.formats.reading import meant_by, rule_meant_by
from domain.kernel.refusals import Json, Refusal
from domain.kernel.rulebook import RuleBook, kernel_rules, read_rules


@cache
def known_rules(game: str) -> RuleBook:
    """The rules that a ruling about a match of a game may cite."""
    return kernel_rules().merge(read_rules("domain.judging"), game_rules(game))


def unknown_refusal(game: str, rules: Iterable[str], field: str, by: str) -> Refusal | None:
    """The refusal of unknown rules: where the first one stands, and what may have been meant; None if all are known."""
    book = known_rules(game)
    unknown = {number: rule for number, rule in enumerate(rules) if rule not in book}
    if not unknown:
        return None
    number, rule = next(iter(unknown.items()))
    meant = rule_meant_by(rule, book.rules)
    where: dict[str, Json] = {"field": f"{field}[{number}]", **({"meant": meant} if meant else {})}
    return Refusal(by, {**where, "unknown": list(unknown.values())})


def meant_in(field: str, given: str, candidates: Iterable[str]) -> dict[str, Json]:
    """The field that names an unknown rule, and the name that may have been meant, where one is close."""
    meant = meant_by(given, candidates)
    return {"field": field, **({"meant": meant} if meant else {})}
