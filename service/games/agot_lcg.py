"""A Game of Thrones: The Card Game, as people are shown it."""

from __future__ import annotations

from service.games.presentation import DemoSeats, Presentation
from service.present.tables.agot_lcg import lay_out_table
from service.present.text import agot_lcg as text
from service.present.text.agot_lcg_table import table_lines

PRESENTATION = Presentation(
    title="A Game of Thrones: The Card Game",
    story=text.STORY,
    log=text.LOG,
    headings=text.HEADINGS,
    openings=text.OPENINGS,
    label=text.label,
    table_lines=table_lines,
    demo=DemoSeats(decks=("stark.txt", "lannister.txt")),
    layout=lay_out_table,
)
