"""The facts of the board game, one module for each part: the start, the board, and the phases."""

from domain.games.agot_board.facts.action import ACTION_FACTS
from domain.games.agot_board.facts.board import BOARD_FACTS
from domain.games.agot_board.facts.combat import COMBAT_FACTS
from domain.games.agot_board.facts.corrected import CORRECTION_FACTS
from domain.games.agot_board.facts.march import MARCH_FACTS
from domain.games.agot_board.facts.start import START_FACTS
from domain.games.agot_board.facts.westeros import WESTEROS_FACTS
from domain.kernel.facts import Fact

FACTS: tuple[type[Fact], ...] = (
    *START_FACTS,
    *BOARD_FACTS,
    *ACTION_FACTS,
    *MARCH_FACTS,
    *WESTEROS_FACTS,
    *COMBAT_FACTS,
    *CORRECTION_FACTS,
)
