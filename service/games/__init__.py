"""The games as people are shown them, registered by name: a package each, and a line here."""

from __future__ import annotations

from service.games.agot_board import game as agot_board
from service.games.agot_lcg import game as agot_lcg
from service.games.l5r import game as l5r
from service.games.presentation import Presentation
from service.present.text.names import in_words

PRESENTATIONS: dict[str, Presentation] = {
    "agot_lcg": agot_lcg.PRESENTATION,
    "agot_board": agot_board.PRESENTATION,
    "l5r": l5r.PRESENTATION,
}


def presentation_of(game: str) -> Presentation:
    """The way in which a game is shown: as registered, or else plainly."""
    return PRESENTATIONS.get(game) or Presentation(title=in_words(game).capitalize())
