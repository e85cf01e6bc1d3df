"""The checks of each type of command that uses an ability, for a game that says no more of them."""

from __future__ import annotations

from domain.cardgame.checks.abilities import PLAY, USE
from domain.cardgame.commands import InitiateAction, PlayEvent, UseInterrupt, UseReaction
from domain.kernel.checks import Check

ABILITY_CHECKS: dict[type, tuple[Check, ...]] = {
    InitiateAction: USE,
    UseInterrupt: USE,
    UseReaction: USE,
    PlayEvent: PLAY,
}
