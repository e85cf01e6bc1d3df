"""The orders of the Action Phase: raids, marches (with ports and Neutral Forces), Power."""

from domain.games.agot_board.chart.action.march import ResolveMarches
from domain.games.agot_board.chart.action.neutral_forces import NeutralAttack
from domain.games.agot_board.chart.action.ports import CapturePort
from domain.kernel.flow.frames import Procedure

MARCH_FRAMES: tuple[type[Procedure], ...] = (ResolveMarches, NeutralAttack, CapturePort)
