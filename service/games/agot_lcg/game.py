"""A Game of Thrones: The Card Game, as people are shown it."""

from __future__ import annotations

from service.games.agot_lcg import fact_sentences
from service.games.agot_lcg.change_words import CHANGE_WORDS
from service.games.agot_lcg.demonstration import DEMONSTRATION
from service.games.agot_lcg.layout import lay_out_table
from service.games.agot_lcg.table_lines import table_lines
from service.games.presentation import Presentation, SpeedTargets

PRESENTATION = Presentation(
    title="A Game of Thrones: The Card Game",
    story=fact_sentences.STORY,
    log=fact_sentences.LOG,
    headings=fact_sentences.HEADINGS,
    openings=fact_sentences.OPENINGS,
    label=fact_sentences.label,
    table_lines=table_lines,
    demo=DEMONSTRATION,
    layout=lay_out_table,
    targets=SpeedTargets(commands=">= 5000", slowest="< 2", viewed=">= 3000"),
    changes=CHANGE_WORDS,
    deck_origin="as ThronesDB exports it",
    answers={
        "decide_mulligan": {"mulligan": {True: "take a mulligan", False: "keep the hand"}},
        "declare_defenders": {"defenders": {(): "declare no defenders"}},
        "use_keyword": {"characters": {(): "do not use the keyword"}},
        "use_intimidate": {"target": {"": "do not use intimidate"}},
    },
    endings={
        "power": "{winner} wins with 15 power",
        "empty-deck": "{winner} wins, as a draw deck has run out",
    },
)
