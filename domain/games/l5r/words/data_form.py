"""The data form with the words of this game."""

from __future__ import annotations

from domain.cardgame.words.data_form import DataForm
from domain.games.l5r.words.closed_words import CLOSED_WORDS
from domain.games.l5r.words.faults import faults
from domain.games.l5r.words.vocabulary import VOCABULARY

DATA_FORM = DataForm(VOCABULARY, CLOSED_WORDS, faults, lambda abilities, card: ())
