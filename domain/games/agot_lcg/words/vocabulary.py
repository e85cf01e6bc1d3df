"""The vocabulary of this game: the words that the data form knows, by their roles."""

from __future__ import annotations

from domain.cardgame.table import CardMatch
from domain.cardgame.words.catalogue import CARD_WORDS
from domain.cardgame.words.choices import ChoosePlayer
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import AmountWord
from domain.families.agot_cards.words import choices, costs, requirements, select
from domain.families.agot_cards.words.choices import ChooseCards
from domain.families.agot_cards.words.parts import cards, counts
from domain.families.agot_cards.words.parts import hidden as dead_piles
from domain.families.agot_cards.words.select import Cards
from domain.families.agot_cards.words.triggers import When
from domain.games.agot_lcg.words.parts import becoming, hidden, revealing
from domain.kernel.occurring.abilities import Cost, Limit, Part
from domain.kernel.occurring.vocabulary import Vocabulary, words_of

MODULES = (
    *CARD_WORDS,
    costs,
    choices,
    cards,
    counts,
    dead_piles,
    hidden,
    becoming,
    revealing,
    requirements,
    select,
)

VOCABULARY = Vocabulary(
    costs=words_of(Cost, MODULES),
    parts=words_of(Part, MODULES),
    requirements=words_of(Requirement, MODULES),
    amounts=words_of(AmountWord, MODULES),
    target=ChooseCards | ChoosePlayer,
    when=When,
    constant=Constant,
    descriptions=(Cards, When, CardMatch, Limit, Constant),
)
