"""What this game says of the lasting and delayed effects of a position."""

from __future__ import annotations

from domain.cardgame.positions.effects import EffectWords
from domain.games.l5r.words.closed_words import CLOSED_WORDS
from domain.games.l5r.words.constants import CHANGES
from domain.games.l5r.words.data_form import DATA_FORM
from domain.games.l5r.words.faults import faults_of_change
from domain.games.l5r.words.select import ME

EFFECT_WORDS = EffectWords(CLOSED_WORDS, CHANGES, DATA_FORM, faults_of_change, on_cards=ME)
