"""The vocabulary of this game: the words that the data form knows, by their roles."""

from __future__ import annotations

from domain.cardgame.table import CardMatch
from domain.cardgame.words import select as shared_select
from domain.cardgame.words.select import AmountWord
from domain.games.agot_lcg.words import choices, costs, phrases, requirements, select
from domain.games.agot_lcg.words.choices import Choose, ChoosePlayer
from domain.games.agot_lcg.words.constants import Constant
from domain.games.agot_lcg.words.parts import becoming, cards, counts, hidden, interrupting, revealing, time
from domain.games.agot_lcg.words.requirements import Requirement
from domain.games.agot_lcg.words.select import Cards
from domain.games.agot_lcg.words.triggers import When
from domain.kernel.occurring.abilities import Cost, Limit, Part
from domain.kernel.occurring.vocabulary import Vocabulary, words_of

MODULES = (costs, choices, cards, counts, hidden, interrupting, time, becoming, phrases, revealing)

VOCABULARY = Vocabulary(
    costs=words_of(Cost, MODULES),
    parts=words_of(Part, MODULES),
    requirements=words_of(Requirement, (requirements,)),
    amounts=words_of(AmountWord, (shared_select, select)),
    target=Choose | ChoosePlayer,
    when=When,
    constant=Constant,
    descriptions=(Cards, When, CardMatch, Limit, Constant),
)
