"""Parts of interrupts: saving, preventing, canceling, replacing."""

from __future__ import annotations

from typing import Any

from domain.games.agot_lcg.case import Case
from domain.games.agot_lcg.facts import (
    CardSaved,
)
from domain.kernel.abilities import EffectCanceled, Part
from domain.kernel.citing import enforces
from domain.kernel.conditions import ConditionAverted, ConditionReplaced
from domain.kernel.game import Game


class Save(Part, frozen=True, tag="save"):
    """Save the card from what it would suffer."""

    @enforces("agot_lcg.save.card-stays", "agot_lcg.triggering.step-2-changed-replaces")
    def perform(self, game: Game[Any], case: Case) -> None:
        about, happening = case.about, case.table.occurrences.get(case.effect.happening)
        saved = about is not None and happening is not None and happening.condition(about.id) is not None
        if saved and about is not None:
            game.emit(ConditionAverted(case.effect.happening, about.id, "saved"))
            game.emit(CardSaved(about.card, case.me))
        game.rules.part_done(game, case, saved)


class Prevent(Part, frozen=True, tag="prevent"):
    """The imminent condition does not happen."""

    def perform(self, game: Game[Any], case: Case) -> None:
        about, happening = case.about, case.table.occurrences.get(case.effect.happening)
        there = about is not None and happening is not None and happening.condition(about.id) is not None
        if there and about is not None:
            game.emit(ConditionAverted(case.effect.happening, about.id, "prevented"))
        game.rules.part_done(game, case, there)


class Cancel(Part, frozen=True, tag="cancel"):
    """Cancel the effect that is about to initiate."""

    @enforces("agot_lcg.cancel.definition")
    def perform(self, game: Game[Any], case: Case) -> None:
        about, happening = case.about, case.table.occurrences.get(case.effect.happening)
        there = about is not None and happening is not None and happening.condition(about.id) is not None
        if there and about is not None:
            game.emit(EffectCanceled(about.n))
            game.emit(ConditionAverted(case.effect.happening, about.id, "canceled"))
        game.rules.part_done(game, case, there)


class Instead(Part, frozen=True, tag="instead"):
    """The card goes elsewhere (hand, deck, discard...) instead; what happens to it still happens."""

    to: str

    @enforces("agot_lcg.replacement.definition")
    def perform(self, game: Game[Any], case: Case) -> None:
        about, happening = case.about, case.table.occurrences.get(case.effect.happening)
        there = about is not None and happening is not None and happening.condition(about.id) is not None
        if there and about is not None:
            game.emit(ConditionReplaced(case.effect.happening, about.id, self.to))
        game.rules.part_done(game, case, there)
