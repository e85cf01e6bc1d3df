"""Checks of abilities that save a card: nothing saves from a sacrifice, nor from what would at once remove it again."""

from __future__ import annotations

from domain.cardgame.abilities.context import AnyContext
from domain.cardgame.checks.command_context import AnyCommandContext
from domain.cardgame.state_checks import still_demanded
from domain.cardgame.table import rules_of_table
from domain.cardgame.words.parts.interrupting import Save
from domain.kernel.checks import check
from domain.kernel.citing import SLOT
from domain.kernel.occurring.conditions import Condition
from domain.kernel.refusals import Refusal

NOT_SAVED = f"{SLOT}cannot-be-saved"
SACRIFICED = f"{SLOT}sacrifice-not-saved"


def is_save(context: AnyContext) -> bool:
    """Whether a part of the ability saves."""
    return any(isinstance(each, Save) for each in context.parts)


@check("saves_no_sacrifice", SACRIFICED, "is_here", "has_ability", "is_event_in_hand")
def saves_no_sacrifice(context: AnyCommandContext) -> Refusal | None:
    """No save answers a sacrifice, imminent or done, whatever the text of the save says."""
    condition = context.condition
    if rules_of_table(context.table).saves_from_sacrifice:
        return None
    if condition is None or condition.kind != "sacrificed" or not is_save(context.ability_context):
        return None
    return Refusal(SACRIFICED, {"card": condition.card})


@check("can_be_saved", NOT_SAVED, "condition_fits")
def can_be_saved(context: AnyCommandContext) -> Refusal | None:
    """The card can be saved, and a state check would not at once remove it again."""
    return hopeless_save(context)


def hopeless_save(context: AnyCommandContext) -> Refusal | None:
    """Why a save could not be used on its condition in any window; None for what is no save, or does not answer it."""
    condition, happening, ability_context = context.condition, context.happening, context.ability_context
    if condition is None or happening is None or not is_save(ability_context):
        return None
    when = ability_context.ability.when
    if when is not None and not when.fits(ability_context, condition):
        return None
    if happening.sure:
        return Refusal(NOT_SAVED, {"card": condition.card})
    if condition.how not in rules_of_table(context.table).demands:
        return None
    table = context.table
    state = rules_of_table(table).demand_rules.get(condition.how)
    rule = state(table, table.cards[condition.card]) if state is not None else ""
    if ability_context.is_by_rule:
        return Refusal(rule or f"{SLOT}save-by-rule-not-from-demand", {"card": condition.card})
    if takes_demand_away(ability_context, condition):
        return None
    return Refusal(rule or f"{SLOT}demand-to-be-removed", {"card": condition.card})


def takes_demand_away(context: AnyContext, condition: Condition) -> bool:
    """Whether an effect or cost of a save besides the saving could remove the reason why the card leaves play."""
    tables = (ahead for word in (*context.parts, *context.ability.costs) for ahead in word.foresee(context))
    return any(each.is_in_play(condition.card) and not still_demanded(each, condition) for each in tables)
