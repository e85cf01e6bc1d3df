"""The abilities of the set `example`, as a module of `domain/games/agot_lcg/cards` declares those of the core set."""

from __future__ import annotations

from domain.cardgame.abilities.registry import Declaration, once_per
from domain.families.agot_cards.words.parts.cards import Stand
from domain.families.agot_cards.words.requirements import MeParticipates
from domain.families.agot_cards.words.select import Cards
from domain.families.agot_cards.words.triggers import When
from domain.games.agot_lcg.abilities.registry import card

ME = Cards(me=True)


@card("example/stubborn-sentry")
def stubborn_sentry(c: Declaration) -> None:
    c.reaction(
        When(("challenge_lost",), seat="you", how="defender", requires=(MeParticipates(),)),
        Stand(on=ME),
        limits=once_per("round"),
    )
