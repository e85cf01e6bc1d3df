"""The facts of the board game, one module for each part of it: `board`, `westeros`, `combat`."""

from domain.games.agot_board.facts.action import ACTION_FACTS
from domain.games.agot_board.facts.board import BOARD_FACTS
from domain.games.agot_board.facts.combat import COMBAT_FACTS
from domain.games.agot_board.facts.westeros import WESTEROS_FACTS
from domain.kernel.facts import Fact

FACTS: tuple[type[Fact], ...] = (*BOARD_FACTS, *ACTION_FACTS, *WESTEROS_FACTS, *COMBAT_FACTS)
