"""A Game of Thrones: The Board Game, as people are shown it."""

from __future__ import annotations

from domain.games.agot_board.components import SETUPS
from service.games.presentation import DemoSeats, Presentation
from service.present.svg.board import draw_board
from service.present.text import agot_board as text
from service.present.text.agot_board_table import table_lines
from service.present.text.agot_board_words import label

PRESENTATION = Presentation(
    title="A Game of Thrones: The Board Game",
    story=text.STORY,
    log=text.LOG,
    headings=text.HEADINGS,
    label=label,
    table_lines=table_lines,
    demo=DemoSeats(names={players: setup.houses for players, setup in SETUPS.items()}),
    drawing=draw_board,
)
