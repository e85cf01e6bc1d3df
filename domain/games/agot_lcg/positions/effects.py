"""What this game says of the lasting and delayed effects of a position."""

from __future__ import annotations

from domain.cardgame.positions.effects import EffectWords
from domain.families.agot_cards.words.select import Cards
from domain.games.agot_lcg.pool.nameable import Names
from domain.games.agot_lcg.words.closed_words import CLOSED_WORDS
from domain.games.agot_lcg.words.constants import CHANGES
from domain.games.agot_lcg.words.data_form import DATA_FORM
from domain.games.agot_lcg.words.faults import faults_of_change

EFFECT_WORDS = EffectWords(CLOSED_WORDS, CHANGES, DATA_FORM, faults_of_change, Names, Cards(me=True))
