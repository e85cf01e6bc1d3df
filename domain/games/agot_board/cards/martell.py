"""House Martell: Nymeria Sand, Arianne Martell, Doran Martell."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame, move_on_track
from domain.games.agot_board.chart.combat.side import CombatSide
from domain.games.agot_board.components import TRACKS
from domain.games.agot_board.words import KEEPS_OUT, REVEAL, Bonus, counts, permits, resolves
from domain.kernel.citing import enforces


@counts("nymeria-sand")
def nymeria_sand(side: CombatSide) -> Bonus:
    """The bonus: 1 sword for an attacking side, 1 fortification for a defending side."""
    return Bonus(swords=1) if side.attacks else Bonus(fortifications=1)


@permits("arianne-martell", KEEPS_OUT)
@enforces("agot_board.ruling.arianne-tokens")
def arianne_martell(side: CombatSide) -> bool:
    """Whether the attackers must stay out of the embattled area: the side defended it and has lost."""
    return side.defends and side.has_lost


def tracks(side: CombatSide) -> list[str]:
    """The ids of the three influence tracks."""
    return list(TRACKS)


@resolves("doran-martell", REVEAL, objects=tracks, asks=f"a track: {', '.join(f'`{each}`' for each in TRACKS)}")
@enforces("agot_board.ruling.doran-tokens-now")
def doran_martell(game: BoardGame, side: CombatSide, track: str) -> None:
    """Move the opponent to the lowest position of `track`."""
    move_on_track(game, track, side.opponent.house, len(game.table.track(track)) - 1)
