"""The data form with the words of this game, and the faults of a card as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from domain.cardgame.words.data_form import DataForm
from domain.cardgame.words.places import WordFault
from domain.games.l5r.pool.printed import Printed
from domain.games.l5r.words.closed_words import CLOSED_WORDS
from domain.games.l5r.words.faults import faults
from domain.games.l5r.words.vocabulary import VOCABULARY
from domain.kernel.occurring.abilities import Ability

DATA_FORM = DataForm(VOCABULARY, CLOSED_WORDS, faults, lambda abilities, card: ())


def faults_of_card(card: Printed, abilities: tuple[Ability, ...]) -> Iterator[WordFault]:
    """The faults of printed values that never count with these abilities: an event is played for what it does."""
    if card.type == "event" and not abilities and not card.ability_notes:
        yield WordFault("", "an event without abilities can never be played: say `abilities`")
