"""The vocabulary of this game: the words that the data form knows, by their roles."""

from __future__ import annotations

from domain.cardgame.table import CardMatch
from domain.cardgame.words.catalogue import CARD_WORDS
from domain.cardgame.words.choices import ChoosePlayer
from domain.cardgame.words.constants import Constant
from domain.cardgame.words.requirements import Requirement
from domain.cardgame.words.select import AmountWord
from domain.games.l5r.words import choices, costs, provinces, requirements, select
from domain.games.l5r.words.choices import Choose, ChooseRing, Select
from domain.games.l5r.words.parts import cards, conflicts, duels, hidden, pools, rings, time
from domain.games.l5r.words.parts import provinces as in_provinces
from domain.games.l5r.words.provinces import ChooseProvince, ProvinceChoice
from domain.games.l5r.words.select import Cards
from domain.games.l5r.words.triggers import When
from domain.kernel.occurring.abilities import Cost, Limit, Part
from domain.kernel.occurring.vocabulary import Vocabulary, words_of

MODULES = (
    *CARD_WORDS,
    requirements,
    select,
    costs,
    choices,
    provinces,
    cards,
    pools,
    in_provinces,
    rings,
    conflicts,
    duels,
    hidden,
    time,
)

VOCABULARY = Vocabulary(
    costs=words_of(Cost, MODULES),
    parts=words_of(Part, MODULES),
    requirements=words_of(Requirement, MODULES),
    amounts=words_of(AmountWord, MODULES),
    target=Choose | ChoosePlayer | ChooseRing | ChooseProvince | Select,
    when=When,
    constant=Constant,
    descriptions=(Cards, When, CardMatch, ProvinceChoice, Limit, Constant),
)
