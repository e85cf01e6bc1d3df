"""The data form with the words of this game."""

from __future__ import annotations

from domain.cardgame.words.data_form import DataForm
from domain.games.agot_lcg.words.closed_words import CLOSED_WORDS
from domain.games.agot_lcg.words.faults import faults
from domain.games.agot_lcg.words.inert import faults_together
from domain.games.agot_lcg.words.vocabulary import VOCABULARY

DATA_FORM = DataForm(VOCABULARY, CLOSED_WORDS, faults, faults_together)
