"""An ability that is resolved twice: its second resolution, for which nothing is paid."""

from __future__ import annotations

from msgspec import structs

from domain.kernel.citing import enforces
from domain.kernel.flow.frames import step
from domain.kernel.game import Game
from domain.kernel.occurring.abilities import (
    AbilityAnnounced,
    EffectEnded,
    Resolving,
    ask_word,
    context_of,
    next_target,
    part_at,
    resolve_part,
    target_at,
)
from domain.kernel.occurring.conditions import AbilityTable, EffectObject
from domain.kernel.occurring.occurrence import begin_occurrence

SECOND = "second"
"""Under this name an effect keeps that it resolves for the second time."""
KEPT = (":", "cost:")
"""With what names begin under which an effect keeps what does not change: what its card was, and what was paid."""


@enforces(
    "l5r.initiate.resolve-twice-repeat", "l5r.initiate.resolve-twice-no-cost", "l5r.initiate.resolve-twice-reference"
)
def begin_repetition(game: Game[AbilityTable], effect: EffectObject) -> None:
    """Resolve an ability once more, with new targets, before any reaction to what it has done so far."""
    kept = tuple(each for each in effect.chosen if each[0].startswith(KEPT))
    id = game.table.next_serial()
    second = structs.replace(
        effect, id=id, chosen=((SECOND, ("yes",)), *kept), path=(), complete=True, done=(), shown=()
    )
    game.emit(AbilityAnnounced(second))
    game.push(Repetition(effect=id))


def initiate_again(game: Game[AbilityTable], frame: Resolving) -> None:
    """Let those act who can cancel; it is no new use, so no limit is counted."""
    context = context_of(game.table, frame)
    if not context.ability.uncancelable:
        begin_occurrence(game, *context.initiation(), cancels_only=True)


def end_repetition(game: Game[AbilityTable], frame: Resolving) -> None:
    """End the second resolution; an event is put away when the first has ended too."""
    canceled = game.table.effects[frame.effect].canceled
    game.emit(EffectEnded(frame.effect, "canceled" if canceled else "resolved"))


class Repetition(Resolving, frozen=True, tag="l5r.repetition"):
    """The second resolution of an ability: its targets, the cancel window, the parts."""

    steps = (
        ask_word("/target", "targets", target_at, "choice.targets", "the targets are chosen"),
        step("/next-target", next_target, "the next target is considered"),
        step("/initiate", initiate_again, "the ability is initiated"),
        ask_word("/part", "effect", part_at, "choice.effect", "a choice for the effect is made"),
        step("/resolve", resolve_part, "the next part of the effect resolves"),
        step("/end", end_repetition, "the second resolution ends"),
    )
