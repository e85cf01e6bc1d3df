"""Mandatory abilities that were missed: the check whether one can still be resolved."""

from __future__ import annotations

from domain.cardgame.in_play.characteristics import has_keyword
from domain.cardgame.table import CardGameTable, CardState, abilities_of, rules_of_table
from domain.kernel.ids import Handle
from domain.kernel.occurring.abilities import Ability
from domain.kernel.occurring.conditions import Condition
from domain.kernel.occurring.occurrence import FORCED_REACTION
from domain.kernel.refusals import Refusal

MISSING = "judging.correct.thing-exists"
NEEDS_ITS_MOMENT = "judging.missed.needs-its-moment"
OPTIONAL = "judging.missed.optional-consent"


def late_refusal(table: CardGameTable, card: Handle, ability: int, condition: Condition | None) -> Refusal | None:
    """Why an ability cannot be resolved late: it must answer a condition and still apply to the present table."""
    found, rules = table.cards.get(card), rules_of_table(table)
    abilities = {**dict(abilities_of(table, found)), **abilities_by_keyword(table, found)} if found is not None else {}
    if ability not in abilities:
        return Refusal(MISSING, {"card": card, "ability": ability})
    timing = abilities[ability].timing
    because: dict[str, object] = {"card": card, "ability": ability, "timing": timing}
    if timing in rules.unconditioned:
        # an ability that answers no condition could be resolved once for each one
        return None if condition is None and table.is_in_play(card) else Refusal(NEEDS_ITS_MOMENT, because)
    if timing != FORCED_REACTION:
        return Refusal(NEEDS_ITS_MOMENT if timing.startswith("forced") else OPTIONAL, because)
    if condition is None or rules.is_past(table, condition) or not rules.applies(table, card, ability, condition):
        return Refusal(NEEDS_ITS_MOMENT, because)
    return None


def abilities_by_keyword(table: CardGameTable, card: CardState) -> dict[int, Ability]:
    """The abilities that the keywords of a card give it, by their numbers below 0."""
    rules, by_rule = rules_of_table(table), table.registry.by_rule
    return {
        number: ability
        for number, ability in by_rule.items()
        if (keyword := rules.keyword_of(number)) and has_keyword(table, card, keyword)
    }
