"""Combat (section 4 of the timing chart).

Read `combat_steps` (the flat list of steps), then in its order `support`, `strength`, `house_card_choice`,
`house_card_texts`, `tides_of_battle`, `valyrian_steel_blade`, `victor`, `casualties`, `retreat`, `cleanup`. All of them
use `side`; `domain.games.agot_board.words` is the vocabulary in which `domain.games.agot_board.cards` declares the
texts of the House cards.
"""

from domain.games.agot_board import cards as _cards  # noqa: F401 - declares the texts of the House cards
from domain.games.agot_board.chart.combat.casualties import Casualties
from domain.games.agot_board.chart.combat.combat_steps import CombatFrame, begin_combat
from domain.games.agot_board.chart.combat.house_card_choice import Replacement
from domain.games.agot_board.chart.combat.house_card_texts import CardTexts
from domain.kernel.flow.frames import Procedure

COMBAT_FRAMES: tuple[type[Procedure], ...] = (CombatFrame, CardTexts, Replacement, Casualties)

__all__ = ["COMBAT_FRAMES", "begin_combat"]
