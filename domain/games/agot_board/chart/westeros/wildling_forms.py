"""What the Wildling cards share: the role of a House, and the forms of a `WildlingChoice`.

`about` is the id of a card and a role: `crow-killers.lowest`.
"""

from __future__ import annotations

from domain.games.agot_board.board.board_changes import BoardGame
from domain.games.agot_board.board.units import destroy_units
from domain.games.agot_board.chart.westeros.bids import current_attack
from domain.games.agot_board.commands import WILDLING_OPTIONS, WildlingChoice
from domain.games.agot_board.state import BoardTable, count
from domain.kernel.citing import enforces
from domain.kernel.ids import Seat
from domain.kernel.spaces.commands import FieldSpace, Form
from domain.kernel.spaces.fields import Multiset

DECLINE, DESTROY, REPLACE, TAKE_BACK, MUSTER, TRACK = WILDLING_OPTIONS
LOWEST, EVERYONE_ELSE, REWARD = "lowest", "everyone-else", "reward"


def role(table: BoardTable, house: Seat) -> str:
    """The role of a House in the Wildling attack: `LOWEST`, `EVERYONE_ELSE`, or `REWARD` after a victory."""
    attack = current_attack(table)
    if attack.victory:
        return REWARD
    return LOWEST if house == attack.bidder else EVERYONE_ELSE


def form(about: str, fields: dict[str, FieldSpace], **fixed: str) -> Form:
    """A form of a `WildlingChoice` that cites the rule of `about`; `fixed` are fields with one value."""
    return Form("wildling_choice", {**fixed}, fields, (f"agot_board.wildling-card.{about}",))


def may_decline(about: str) -> Form:
    """The form that declines a reward."""
    return form(about, {}, option=DECLINE)


@enforces("agot_board.ruling.penalty-as-many-as-able")
def units_forms(about: str, units: dict[str, int], n: int, option: str = "") -> tuple[Form, ...]:
    """The form that chooses `n` of these units, or all of them if they are fewer; empty if there are none."""
    taken = min(n, count(units))
    fixed = {"option": option} if option else {}
    return (form(about, {"units": Multiset(units, taken)}, **fixed),) if taken else ()


@enforces("agot_board.control.only-by-march")
def lose_units(game: BoardGame, house: Seat, command: WildlingChoice) -> None:
    """Destroy the units of the command. Control that depended on them is lost."""
    destroy_units(game, command.units)
