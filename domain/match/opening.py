"""How a match begins: the rules with its cards, what is brought to the table, and play up to the first wait.

Read `begin_match`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from domain.games import GAMES, AnyRules, Definition
from domain.kernel.chance import commitment
from domain.kernel.facts import Fact
from domain.kernel.flow.frames import run_flow
from domain.kernel.flow.waits import SeedCommitted
from domain.kernel.formats.reading import Unreadable
from domain.kernel.formats.seat_names import seat_names_refusal
from domain.kernel.game import Game, Probe, ignore_windows
from domain.kernel.refusals import Refusal, Refused
from domain.kernel.state.readings import ReadingsChosen, reading_refusal, without_defaults
from domain.match.events import OpenMatch

RulesWithCards: TypeAlias = Callable[[str], AnyRules]
"""What gives the rules with a card pack, as `with_cards` of a game does."""


class UnlistedFacts(ValueError):
    """A game emits facts that its rules do not list in `facts`, so no stored event with them could be read."""

    def __init__(self, game: str, unlisted: Iterable[type[Fact]]) -> None:
        names = ", ".join(sorted(each.__name__ for each in unlisted))
        super().__init__(f"{game} emits facts that it does not list: {names}")


def begin_match(
    opening: OpenMatch, seed: bytes, with_cards: RulesWithCards | None = None, probe: Probe = ignore_windows
) -> tuple[AnyRules, Game[Any]]:
    """The rules of a match with the game up to its first wait, by the rules of its game or by others. Raises Refused.

    `probe` is told of every window. Raises UnlistedFacts where what is to be stored could never be read.
    """
    rules, brought = prepare_opening(GAMES[opening.game], opening, with_cards)
    refusal = reading_refusal(rules, opening.readings)
    if refusal is not None:
        raise Refused(refusal)
    game: Game[Any] = Game(rules, rules.blank(), seed, 1, probe)
    game.emit(SeedCommitted(opening.commitment or commitment(seed)))
    if chosen := without_defaults(rules, opening.readings):
        game.emit(ReadingsChosen(chosen))
    rules.open(game, brought, opening.policy)
    run_flow(game)
    if unlisted := {type(each) for each in game.facts}.difference(rules.facts):
        raise UnlistedFacts(rules.name, unlisted)
    return rules, game


def prepare_opening(
    definition: Definition, opening: OpenMatch, with_cards: RulesWithCards | None = None
) -> tuple[AnyRules, Any]:
    """The rules with the card pack, and what is laid on the table: seats with decks, or a position. Raises Refused."""
    try:
        rules = (with_cards or definition.with_cards)(opening.pack)
    except Unreadable as error:
        raise Refused(Refusal("match.card-pack", {"field": error.place, "problem": error.reason})) from None
    brought: Any
    if opening.position and opening.options:
        brought = Refusal("match.option", {"field": "options", "problem": "a position says them itself"})
    elif opening.position:
        brought = definition.position(rules, opening.position)
    else:
        brought = definition.seats(rules, opening.seats, opening.options)
    refusal = brought if isinstance(brought, Refusal) else seat_names_refusal(definition.names(brought))
    if refusal is not None:
        raise Refused(refusal)
    return rules, brought
