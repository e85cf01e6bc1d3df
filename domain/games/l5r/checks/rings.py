"""Checks of the effects of rings: a character that one would not change is no target of it."""

from __future__ import annotations

from domain.cardgame.checks.command_context import CardCommandContext
from domain.cardgame.in_play.characteristics import card_cannot
from domain.games.l5r.chart.conflict.ring_effects import EFFECTS, TARGETED, affects
from domain.games.l5r.commands import BOW, DISHONOR, REMOVE, ResolveRing
from domain.games.l5r.state import L5rTable
from domain.kernel.checks import check
from domain.kernel.refusals import Refusal

CommandContext = CardCommandContext[L5rTable]

IDLE = "l5r.target.must-be-affectable"
DEEDS = {DISHONOR: "receive-dishonor", REMOVE: "lose-fate"}
"""What cards forbid, by the effect that would do it."""


@check("ring_changes_its_target", IDLE)
def ring_changes_its_target(context: CommandContext) -> Refusal | None:
    """A character that the effect would not change is no target; one with fate never is what water bows."""
    command, table = context.command, context.table
    assert isinstance(command, ResolveRing)
    effect, own = command.effect, next((found for ring, found in EFFECTS.items() if ring == command.element), ())
    if effect not in TARGETED or effect not in own or command.target not in table.all_characters():
        return None
    card = table.cards[command.target]
    if affects(table, effect, card) or (effect == BOW and card.fate):
        return None
    sources = card_cannot(table, card, DEEDS[effect]) if effect in DEEDS else ()
    because_of = {"because_of": list(sources)} if sources else {}
    return Refusal(IDLE, {"target": command.target, "effect": effect, **because_of})
