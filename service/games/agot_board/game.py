"""A Game of Thrones: The Board Game, as people are shown it."""

from __future__ import annotations

from service.games.agot_board import fact_sentences, log_sentences
from service.games.agot_board.change_words import CHANGE_WORDS
from service.games.agot_board.demonstration import DEMONSTRATION
from service.games.agot_board.drawing.board import draw_board
from service.games.agot_board.oddities import board_oddities
from service.games.agot_board.table_lines import table_lines
from service.games.agot_board.words import ANSWERS, NUMBERS, TITLES, label
from service.games.presentation import Presentation, SpeedTargets

PRESENTATION = Presentation(
    title="A Game of Thrones: The Board Game",
    story=fact_sentences.STORY,
    log=log_sentences.LOG,
    headings=fact_sentences.HEADINGS,
    label=label,
    table_lines=table_lines,
    demo=DEMONSTRATION,
    drawing=draw_board,
    targets=SpeedTargets(commands=">= 10000", slowest="< 1", view_with_options="< 0.3"),
    changes=CHANGE_WORDS,
    answers=ANSWERS,
    titles=TITLES,
    numbers=NUMBERS,
    oddities=board_oddities,
    endings={
        "seven-castles": "{winner} wins with seven Castles and Strongholds",
        "ten-rounds": "{winner} wins after the tenth round",
    },
)
