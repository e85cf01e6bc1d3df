"""Keywords that trigger: pride, courtesy and sincerity, as abilities that a rule gives to cards that have them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.cardgame.words.parts.counts import Draw
from domain.cardgame.words.triggers import LEAVES_PLAY
from domain.games.l5r.pool.printed import Printed
from domain.games.l5r.words.parts.cards import Dishonor, Honor
from domain.games.l5r.words.parts.pools import GainFate
from domain.games.l5r.words.requirements import Participates
from domain.games.l5r.words.select import ME
from domain.games.l5r.words.triggers import When
from domain.kernel.citing import enforces
from domain.kernel.occurring.abilities import Ability

PRIDE_WON, PRIDE_LOST, COURTESY, SINCERITY = -1, -2, -3, -4

BY_RULE: Mapping[int, Ability] = {
    PRIDE_WON: Ability(
        timing="forced-reaction",
        when=When(("conflict_won",), seat="you"),
        requires=(Participates(),),
        parts=(Honor(on=ME),),
        note="pride: honored after a won conflict",
    ),
    PRIDE_LOST: Ability(
        timing="forced-reaction",
        when=When(("conflict_lost",), seat="you"),
        requires=(Participates(),),
        parts=(Dishonor(on=ME),),
        note="pride: dishonored after a lost conflict",
    ),
    COURTESY: Ability(
        timing="forced-interrupt",
        when=When((LEAVES_PLAY,), me=True),
        parts=(GainFate(),),
        note="courtesy: 1 fate when it leaves play",
    ),
    SINCERITY: Ability(
        timing="forced-interrupt",
        when=When((LEAVES_PLAY,), me=True),
        parts=(Draw(),),
        note="sincerity: 1 card when it leaves play",
    ),
}
"""The abilities that keywords give, by numbers below 0."""
KEYWORD_OF: Mapping[int, str] = {
    PRIDE_WON: "pride",
    PRIDE_LOST: "pride",
    COURTESY: "courtesy",
    SINCERITY: "sincerity",
}
RULE_OF: Mapping[int, str] = {
    PRIDE_WON: "l5r.keyword.pride-win",
    PRIDE_LOST: "l5r.keyword.pride-lose",
    COURTESY: "l5r.keyword.courtesy",
    SINCERITY: "l5r.keyword.sincerity",
}
"""The rule of the keyword by which a card has the ability with this number."""


def rules_of_keyword(index: int) -> tuple[str, ...]:
    """The rule by which a keyword gives the ability with this number; empty for one that stands in a text."""
    return (RULE_OF[index],) if index in RULE_OF else ()


@enforces(
    "l5r.keyword.pride-win",
    "l5r.keyword.pride-lose",
    "l5r.keyword.courtesy",
    "l5r.keyword.sincerity",
    "l5r.ability.keyword-may",
)
def abilities_by_keyword(printed: Printed) -> Iterator[tuple[int, Ability]]:
    """The abilities that keywords may give to a card in play: to any character, else by what is printed on it."""
    names = {each.name for each in printed.keywords}
    for index, keyword in KEYWORD_OF.items():
        if printed.type == "character" or keyword in names:
            yield index, BY_RULE[index]
