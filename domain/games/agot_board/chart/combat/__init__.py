"""Combat (section 4 of the timing chart).

Read `frame` (the flat list of steps), then in its order `support`, `strength`, `choosing`, `passes`, `tides`, `blade`,
`resolution`, `casualties`, `retreat`, `cleanup`. All of them use `side`; `domain.games.agot_board.words` is the
vocabulary in which `domain.games.agot_board.cards` declares the texts of the House cards.
"""

from domain.games.agot_board import cards as _cards  # noqa: F401 - declares the texts of the House cards
from domain.games.agot_board.chart.combat.casualties import Casualties
from domain.games.agot_board.chart.combat.choosing import Replacement
from domain.games.agot_board.chart.combat.frame import CombatFrame, begin_combat
from domain.games.agot_board.chart.combat.passes import CardTexts
from domain.kernel.flow.frames import Procedure

COMBAT_FRAMES: tuple[type[Procedure], ...] = (CombatFrame, CardTexts, Replacement, Casualties)

__all__ = ["COMBAT_FRAMES", "begin_combat"]
