"""House Stark: Robb Stark, Roose Bolton, The Blackfish, Catelyn Stark."""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.chart.combat.retreat import legal_retreats, own_choices, reachable, retreat_to
from domain.games.agot_board.chart.combat.side import CombatSide
from domain.games.agot_board.facts.board import HouseCardsReturned
from domain.games.agot_board.facts.combat import HouseCardKept
from domain.games.agot_board.words import RESULT, RETREAT, SPARED, adds_to_defense, has_lost, permits, resolves
from domain.kernel.citing import enforces


def has_losers_to_send(side: CombatSide) -> bool:
    """Whether the side has won and its choice of a retreat area can differ from the loser's own."""
    loser = side.opponent
    if not side.has_won or not loser.units:
        return False
    areas = areas_for_the_losers(side)
    return len(areas) > 1 or areas != legal_retreats(loser, own_choices(loser))


@enforces("agot_board.ruling.robb-retreat-scope", "agot_board.ruling.retreat-fewest-losses")
def areas_for_the_losers(side: CombatSide) -> list[str]:
    """The areas into which the winner may send the losing units."""
    return legal_retreats(side.opponent, reachable(side.opponent))


@resolves(
    "robb-stark",
    RETREAT,
    may=True,
    when=has_losers_to_send,
    objects=areas_for_the_losers,
    asks="the area to which the losing units retreat: `harrenhal`",
)
def robb_stark(game: BoardGame, side: CombatSide, area: str) -> None:
    """Retreat the losing units into `area`, which the winner has chosen."""
    retreat_to(game, side.house, area)


@resolves("roose-bolton", RESULT, when=has_lost)
@enforces("agot_board.ruling.roose-last-card")
def roose_bolton(game: BoardGame, side: CombatSide, nothing: str) -> None:
    """Return the discard pile of the defeated side to its hand, and keep the played card out of the discard pile."""
    discarded = game.table.house(side.house).discard
    if discarded:
        game.emit(HouseCardsReturned(side.house, discarded))
    game.emit(HouseCardKept(side.house, side.card))


@permits("the-blackfish", SPARED)
@enforces("agot_board.ruling.blackfish-mace")
def the_blackfish(side: CombatSide) -> bool:
    """True: the side suffers no casualties from sword icons, skulls or the texts of House cards in any combat."""
    return True


@adds_to_defense("catelyn-stark")
def catelyn_stark(side: CombatSide, bonus: int) -> int:
    """The strength to add to the Defense order in the embattled area: its own bonus once more."""
    return bonus
