"""Facts of marches: the declaration, the strength against a Neutral Force, and the end of a March order."""

from __future__ import annotations

from typing import Literal

from msgspec import structs

from domain.games.agot_board.state import BoardTable, NeutralCall, Units
from domain.kernel.facts import Fact
from domain.kernel.formats.text_forms import Term
from domain.kernel.ids import Seat
from domain.kernel.numbers import TracedNumber


def current_neutral_call(table: BoardTable) -> NeutralCall:
    """The attack on a Neutral Force that is pending, or that was void in this pass."""
    assert table.neutral_call is not None
    return table.neutral_call


class MarchDeclared(Fact, frozen=True, tag="agot_board.march_declared"):
    """A House said where the units of a March order go (by destination), and whether it leaves a Power token."""

    house: Seat
    area: Term
    order: Term
    moves: dict[Term, Units]
    token: bool = False

    def apply(self, table: BoardTable) -> None:
        table.marching = self.area


class NeutralForceAttacked(Fact, frozen=True, tag="agot_board.neutral_force_attacked"):
    """A House declared an attack on a Neutral Force: it is pending until the strength is settled."""

    house: Seat
    area: Term
    target: Term
    moves: dict[Term, Units]
    token: bool = False

    def apply(self, table: BoardTable) -> None:
        support = table.neutral_call.support if table.neutral_call else {}
        moves = {to: dict(units) for to, units in self.moves.items()}
        table.neutral_call = NeutralCall(self.area, self.target, moves, self.token, support)


class NeutralSupportDeclared(Fact, frozen=True, tag="agot_board.neutral_support_declared"):
    """A House granted or refused the support of its order in an area to the March order; final in this pass."""

    house: Seat
    area: Term
    side: Literal["attacker", "refuse"]

    def apply(self, table: BoardTable) -> None:
        call = current_neutral_call(table)
        table.neutral_call = structs.replace(call, support={**call.support, self.area: self.side})


class NeutralStrengthCounted(Fact, frozen=True, tag="agot_board.neutral_strength_counted"):
    """The strength against a Neutral Force was counted, beside the strength that it takes."""

    neutral = True
    house: Seat
    target: Term
    strength: TracedNumber
    needed: int


class MarchVoided(Fact, frozen=True, tag="agot_board.march_voided"):
    """A declaration was void, as the strength stayed too small; the order must be resolved otherwise."""

    house: Seat
    area: Term
    target: Term

    def apply(self, table: BoardTable) -> None:
        call = current_neutral_call(table)
        table.neutral_call = NeutralCall(call.area, support=call.support)


class MarchEnded(Fact, frozen=True, tag="agot_board.march_ended"):
    """The March order in an area was resolved; answers given to it bind no longer."""

    area: Term

    def apply(self, table: BoardTable) -> None:
        table.marching = ""
        table.neutral_call = None


MARCH_FACTS: tuple[type[Fact], ...] = (
    MarchDeclared,
    NeutralForceAttacked,
    NeutralSupportDeclared,
    NeutralStrengthCounted,
    MarchVoided,
    MarchEnded,
)
